#if Store
import CalendarIntervals
import EngineStorage
import Explanations
import SQLCode
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// Runs the head of a query as a statement of `explain sql` in an engine.
struct SQLAnswer {
    private let plan: Plan
    private let view: EngineView
    private let options: EngineOptions

    /// The greatest number of rows that are written into a statement. Longer tables are sent in addition to it.
    private static let longestTable = 300

    init(_ plan: Plan, view: EngineView, options: EngineOptions) {
        (self.plan, self.view, self.options) = (plan, view, options)
    }

    func table() throws -> ResultTable {
        let started = options.trace?.clock() ?? 0
        var merged: [String] = []
        var facts = try SQLStoreFacts(for: plan, in: view) { metric, plan, source in
            let ranks = try SourceRanking(of: metric, in: source, preferred: plan.preferredSources)
                .present(view.facts.ranks(of: metric, person: (source as? EngineView)?.onlyPerson ?? ""))
            let names = ranks.map(\.source).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            if names.count > 1 { merged += names.filter { !merged.contains($0) } }
            return ranks.map { SourceRank(source: $0.source, isHandEntered: $0.isHandEntered) }
        }
        facts.takeRowsAsSamples()
        let head: SQLHead
        do {
            let plan = try QueryEngine.withEvents(plan, over: view, options: options)
            head = try SQLText(Pipeline(plan: plan), facts: facts, dialect: view.client.dialect).head(
                longest: view.client is ClickHouseClient ? Self.longestTable : nil)
        } catch let refusal as SQLRefusal {
            throw EngineRefusal("\(view.client.name) cannot answer this exactly: \(refusal.reason)", help: refusal.help)
        }
        let rows = try view.client.run(head, over: view, isCancelled: options.isCancelled)
        options.trace?.engineSteps.append(
            .init(
                place: view.client.place, task: "a statement over samples", rowCount: rows.rows.count,
                seconds: (options.trace?.clock() ?? 0) - started))
        return try table(rows, head.columns, merged)
    }

    private func table(_ found: EngineRows, _ columns: [SQLHead.Column], _ merged: [String]) throws -> ResultTable {
        guard found.names.count == columns.count else {
            throw EngineFailure.unexpected(
                place: view.client.place, reason: "\(columns.count) columns were asked for, and \(found.names.count) came")
        }
        var rows = HeadRows(plan)
        var offsets: [RowOffsets] = []
        for row in found.rows {
            var isPartial = false
            var zone: Zone?
            for (value, column) in zip(row, columns) {
                switch column.role {
                case .start: rows.starts.append(value.integer ?? ResultTable.unknownTime)
                case .end: rows.ends.append(value.integer ?? ResultTable.unknownTime)
                case .zone: zone = value.integer.flatMap { plan.cohort?.plans[Int($0)].zone }
                case .key(let index):
                    if isUnlisted(value, column) {
                        throw EngineRefusal(
                            "\(view.client.name) does not have the names of values from a newer system, and samples have such values",
                            help: "leave `value` out of the keys, or ask the store that was pushed")
                    }
                    rows.keys[index].append(key(value, column.type))
                case .measure(let index): rows.columns[index].append(value.number)
                case .partial: isPartial = value.text == "true" || value.integer == 1
                }
            }
            rows.partial.append(isPartial)
            guard let zone, let last = rows.starts.indices.last else { continue }
            // Rows of persons with different days have local times.
            func local(_ time: inout Int64) -> Int32 {
                guard time != ResultTable.unknownTime else { return 0 }
                let instant = time
                time = zone.localMilliseconds(at: Instant(milliseconds: instant))
                return Int32((time - instant) / 1000)
            }
            let start = local(&rows.starts[last])
            offsets.append(RowOffsets(start: start, end: local(&rows.ends[last])))
        }
        if !offsets.isEmpty, offsets.count == rows.partial.count { rows.offsets = offsets }
        var table = rows.table(of: plan, mergedSources: merged)
        if plan.splits.contains(.person(.id)), plan.cohort != nil, let key = table.keys.first(where: { $0.name == PersonField.idName }) {
            let idleCount = plan.askedMembers.count - Set(key.values).count
            if idleCount > 0 { table.header.findings.append(.peopleWithoutSamples(idleCount)) }
        }
        return table
    }

    /// True for a value of a category that is not in the tables. Its name is in metadata, which is not pushed.
    private func isUnlisted(_ value: EngineRows.Value, _ column: SQLHead.Column) -> Bool {
        guard column.name == "value", value.integer == Int64(CategoryType.unlistedRaw) else { return false }
        return plan.splits.contains { if case .category = $0 { true } else { false } }
    }

    private func key(_ value: EngineRows.Value, _ type: SQLHead.ValueType) -> KeyValue? {
        if value == .null { return nil }
        return switch type as SQLHead.ValueType {
        case .integer: value.integer.map { .integer(Int($0)) }
        case .number: value.number.map { .number($0) }
        case .text: .text(value.text)
        case .answer: .flag(value.text == "true" || value.integer == 1)
        }
    }
}

extension EngineClient {
    fileprivate var dialect: SQLDialect { self is ClickHouseClient ? .clickhouse : .sparkSQL }

    /// Runs a statement over the pushed samples.
    fileprivate func run(_ head: SQLHead, over view: EngineView, isCancelled: @escaping () -> Bool) throws -> EngineRows {
        if let client = self as? SparkClient {
            let views = [try client.personView(numbers: view.facts.numbers, texts: view.facts.texts), try client.sourceView()]
            return try client.rows(head.statement, views: views, isCancelled: isCancelled)
        }
        guard let client = self as? ClickHouseClient else {
            throw EngineRefusal("this engine runs no statements", help: "use the store that was pushed")
        }
        // Times are in seconds in the statement, and in milliseconds in the table.
        let database = "`\(client.server.address.database.replacing("\\", with: "\\\\").replacing("`", with: "\\`"))`"
        let samples = """
            samples AS (
              SELECT person, type, source, start / 1000 AS start, `end` / 1000 AS `end`, value, unit, number
              FROM \(database).samples
              WHERE \(client.condition(kind: "rows"))
            ),
            persons AS (SELECT * FROM asked_persons),
            sources AS (
              SELECT person, type, source, place + 1 AS rank FROM \(database).sources WHERE \(client.condition(kind: "sources"))
            ),
            """
        let tables = head.tables.map { table in
            var rows = TableText()
            for row in table.rows {
                rows.addRow(
                    row.map { value in
                        switch value {
                        case .null: .null
                        case .integer(let number): .number(number)
                        case .text(let text): .text(text)
                        }
                    })
            }
            let structure = table.columns.map { "`\($0.name)` Nullable(\($0.type == .text ? "String" : "Int64"))" }
            return ClickHouseServer.SentTable(table.name, structure: structure.joined(separator: ", "), rows: rows.bytesWithoutPrefix)
        }
        return try client.server.rows(head.statement.inserting(samples), with: tables + [view.facts.asTable], isCancelled: isCancelled)
    }
}

extension EngineFacts {
    /// The attributes of persons whose values are numbers, and all others, in ascending order.
    fileprivate var numbers: [String] {
        Set(persons.flatMap { $0.attributes.compactMap { if case .number = $0.value { $0.key } else { nil } } }).sorted()
    }

    fileprivate var texts: [String] { Set(persons.flatMap(\.attributes.keys)).subtracting(numbers).sorted() }

    /// The table of persons of a statement.
    fileprivate var asTable: ClickHouseServer.SentTable {
        let columns = numbers.map { ($0, "Nullable(Float64)") } + texts.map { ($0, "Nullable(String)") }
        var rows = TableText()
        for person in persons {
            let attributes = columns.map { name, _ -> TableText.Value in
                switch person.attributes[name] {
                case .number(let number)?: .real(number)
                case .text(let text)?, .date(let text)?: .text(text)
                case nil: .null
                }
            }
            rows.addRow([.text(person.id), person.zone.map { .text($0) } ?? .null] + attributes)
        }
        let structure = columns.map { name, type in
            ", `\(name.replacing("\\", with: "\\\\").replacing("`", with: "\\`"))` \(type)"
        }
        return ClickHouseServer.SentTable(
            "asked_persons", structure: "person String, zone Nullable(String)" + structure.joined(), rows: rows.bytesWithoutPrefix)
    }
}

extension String {
    /// Returns a statement with a further table at the start of its first chain of tables.
    fileprivate func inserting(_ table: String) -> String {
        var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("WITH") }) else { return self }
        lines.insert(table, at: start + 1)
        return lines.joined(separator: "\n")
    }
}
#endif
