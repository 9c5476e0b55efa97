import CalendarIntervals
import Explanations
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import SQLCode

/// Runs the head of a query as a statement of `explain sql` in a warehouse.
struct SQLAnswer {
    private let plan: Plan
    private let view: WarehouseView
    private let options: EngineOptions

    /// The greatest number of rows that are written into a statement. Longer tables are sent in addition to it.
    private static let longestTable = 300

    init(_ plan: Plan, view: WarehouseView, options: EngineOptions) {
        (self.plan, self.view, self.options) = (plan, view, options)
    }

    func table() throws -> ResultTable {
        let started = options.trace?.clock() ?? 0
        var merged: [String] = []
        var facts = try SQLStoreFacts(for: plan, in: view) { metric, plan, source in
            let ranks = try SourceRanking(of: metric, in: source, preferred: plan.preferredSources)
                .present(view.facts.ranks(of: metric, person: (source as? WarehouseView)?.onlyPerson ?? ""))
            let names = ranks.map(\.source).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            if names.count > 1 { merged += names.filter { !merged.contains($0) } }
            return ranks.map { SourceRank(source: $0.source, isHandEntered: $0.isHandEntered) }
        }
        facts.takeRowsAsSamples()
        let head: SQLHead
        do {
            let plan = try QueryEngine.withEvents(plan, over: view, options: options)
            head = try SQLText(Pipeline(plan: plan), facts: facts, dialect: view.client.dialect.sql).head(
                longest: view.client.takesTables ? Self.longestTable : nil)
        } catch let refusal as SQLRefusal {
            throw WarehouseRefusal("\(view.client.name) cannot answer this exactly: \(refusal.reason)", help: refusal.help)
        }
        let rows = try view.client.run(
            WarehouseStatement(head, persons: view.facts.persons), isCancelled: options.isCancelled)
        options.trace?.warehouseSteps.append(
            .init(
                place: view.client.place, task: "a statement over samples", rowCount: rows.rows.count,
                seconds: (options.trace?.clock() ?? 0) - started))
        return try table(rows, head.columns, merged)
    }

    private func table(_ found: WarehouseRows, _ columns: [SQLHead.Column], _ merged: [String]) throws -> ResultTable {
        guard found.names.count == columns.count else {
            throw WarehouseFailure.unexpected(
                place: view.client.place, reason: "\(columns.count) columns were asked for, and \(found.names.count) came")
        }
        var rows = HeadRows(plan)
        var offsets: [RowOffsets] = []
        for row in try AnswerRow.all(found.rows, columns: columns.count, place: view.client.place) {
            var isPartial = false
            var zone: Zone?
            for (index, column) in columns.enumerated() {
                let value = row[index]
                switch column.role {
                case .start: rows.starts.append(try value == .null ? ResultTable.unknownTime : row.time(index))
                case .end: rows.ends.append(try value == .null ? ResultTable.unknownTime : row.time(index))
                case .zone:
                    guard let plans = plan.cohort?.plans, !plans.isEmpty, value != .null else { continue }
                    zone = plans[Int(try row.number(index, in: 0...Int64(plans.count - 1), "time zone"))].zone
                case .key(let index):
                    if isUnlisted(value, column) {
                        throw WarehouseRefusal(
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
    private func isUnlisted(_ value: WarehouseValue, _ column: SQLHead.Column) -> Bool {
        guard column.name == "value", value.integer == Int64(CategoryType.unlistedRaw) else { return false }
        return plan.splits.contains { if case .category = $0 { true } else { false } }
    }

    private func key(_ value: WarehouseValue, _ type: SQLHead.ValueType) -> KeyValue? {
        if value == .null { return nil }
        return switch type as SQLHead.ValueType {
        case .integer: value.integer.map { .integer(Int($0)) }
        case .number: value.number.map { .number($0) }
        case .text: .text(value.text)
        case .answer: .flag(value.text == "true" || value.integer == 1)
        }
    }
}

extension WarehouseStatement {
    fileprivate init(_ head: SQLHead, persons: [Person]) {
        text = head.statement
        tables = head.tables.map { table in
            Table(
                name: table.name, columns: table.columns.map { ($0.name, $0.type == .text) },
                rows: table.rows.map { $0.map(WarehouseValue.init) })
        }
        self.persons = persons
    }
}

extension WarehouseValue {
    fileprivate init(_ value: SQLHead.Table.Value) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .text(let text): self = .text(text)
        }
    }
}
