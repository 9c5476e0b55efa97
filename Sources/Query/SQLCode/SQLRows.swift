import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Translates stages to SQL: each stage is a table that reads the previous one.
///
/// A table has `position`, the number of a row in order. If rows have time, it has `start` and `end` as text, and `start_ms` and `end_ms`.
/// It also has keys, the number columns `c1`, `c2` and so on, and `partial`.
struct SQLRows {
    struct Key {
        var name: String
        /// True if the key replaces time.
        var replacesTime: Bool
        /// The texts that the key can have; nil if they are the names of sources.
        var texts: [String]?
        /// The key of samples; nil for profiles.
        var split: SplitKey?
        /// True if the key describes an interval and does not divide rows into series.
        var describesRow = false
        /// An expression for Apple's names of activities; nil for other keys.
        var activities: String?
        /// The column of the tables, if it is not the name.
        var field: String?
        /// True for answers, which can be NULL.
        var isAnswer = false
        /// True for attributes of people that are numbers.
        var isOfNumbers = false

        var column: String { field ?? SQLLiteral.identifier(name) }
        var profile: Profile? { split == nil && field == nil ? Profile(rawValue: name) : nil }
        private var isRange: Bool { if case .ranges = split { true } else { false } }
        /// True for keys that can be NULL: the edges of bands at an open end, answers, and facts about people.
        var isNullable: Bool { isRange || isAnswer || split?.isOfPerson == true }
        var isNumber: Bool { split?.unit != nil || isRange || isOfNumbers }

        /// The type of the values in a statement.
        var type: SQLHead.ValueType {
            if case .condition? = split { return .answer }
            if let profile, !describesRow { return profile.slotNames == nil ? .integer : .text }
            return isNumber || split?.isOfNumbers == true ? .number : .text
        }

        /// An expression for Apple's name of the value; nil if the key is not a category.
        var appleName: String? {
            if let activities { return "\(activities) AS \(SQLLiteral.identifier(ResultTable.appleValue))" }
            guard case .category(let type)? = split else { return nil }
            let cases = type.values.map { value in
                "WHEN \(SQLLiteral.text(ValueNames.shown(value.raw, of: type).text)) THEN \(SQLLiteral.text(value.exportName))"
            }
            let name = cases.isEmpty ? "NULL" : "CASE \(column) \(cases.joined(separator: " ")) END"
            return "\(name) AS \(SQLLiteral.identifier(ResultTable.appleValue))"
        }

        /// Returns an expression by which the values of the key are in order, in a table.
        func order(in table: String) -> String {
            let column = "\(table)\(self.column)"
            if let names = profile?.slotNames { return Self.number(zip(names, 1...).map { ($0, $1) }, of: column) }
            guard case .category(let type)? = split, !type.values.isEmpty else {
                return isNullable ? "CASE WHEN \(column) IS NULL THEN 0 ELSE 1 END, \(column)" : column
            }
            return Self.number(type.values.map { (ValueNames.shown($0.raw, of: type).text, $0.raw) }, of: column)
        }

        private static func number(_ names: [(String, Int)], of column: String) -> String {
            "CASE \(column) \(names.map { "WHEN \(SQLLiteral.text($0)) THEN \($1)" }.joined(separator: " ")) END"
        }

        func equal(_ a: String, _ b: String) -> String {
            let same = "\(a).\(column) = \(b).\(column)"
            return isNullable ? "(\(same) OR (\(a).\(column) IS NULL AND \(b).\(column) IS NULL))" : same
        }
    }

    let plan: Plan
    private let facts: SQLStoreFacts
    /// The number of joined queries so far.
    private var joinCount = 0
    /// The columns that `select` shows; nil if all are shown.
    private var selection: [SelectedField]?
    /// The names of all sources.
    var sources: [String] { facts.sources }
    var table = ""
    var hasTime: Bool
    var keys: [Key]
    var columns: [String]
    /// All times that rows can have. They are known in advance, so that the statement needs no calendar.
    var times: Set<Range<Int64>>
    var countsPartial: Bool
    /// The columns that hold running totals with a reset.
    var runningTotals: Set<Int> = []
    /// The columns as the answer names them.
    var infos: [ColumnInfo]
    /// For each column, true if it holds counts.
    private var counts: [Bool] { infos.map { $0.aggregate == Aggregate.count.name } }
    /// True if a stage may have removed rows with values.
    var hasGaps = false
    /// True if rows are intervals themselves, with gaps between them.
    var areEvents: Bool
    /// True if rows are streaks, whose ends are not known in advance.
    var areStreaks = false

    init(_ plan: Plan, columns: [String], facts: SQLStoreFacts) {
        var plan = plan
        if let cohort = plan.cohort, cohort.hasOwnDays { plan.range = CohortGrid(plan, cohort).range }
        plan.range = plan.shownRange
        self.plan = plan
        self.facts = facts
        self.columns = columns
        hasTime = SQLBuckets(plan: plan).hasTime
        let replacesTime = !hasTime
        areEvents = plan.events != nil
        keys = (plan.events?.keyColumns ?? []).enumerated().map { index, column in
            Key(
                name: column.name, replacesTime: false, texts: plan.eventTexts(ofColumn: index),
                split: column.unit == nil ? nil : plan.events?.valueKey, describesRow: true,
                activities: column.valueNames == .activities ? plan.activities : nil)
        }
        keys += plan.grid.profiles.map { Key(name: $0.rawValue, replacesTime: replacesTime) }
        for split in plan.splits {
            keys += split.names.map { Key(name: $0, replacesTime: false, texts: facts.texts(of: split), split: split) }
            if case .person(.attribute(let name)) = split { keys[keys.count - 1].isOfNumbers = facts.numbers.contains(name) }
        }
        times =
            SQLBuckets(plan: plan).days?.times
            ?? Set(zip(plan.grid.groupStarts, plan.grid.groupEnds).filter { $0.0 != .min }.map { $0..<$1 })
        countsPartial = plan.partial == .keep
        hasGaps = plan.partial == .drop
        infos = plan.columns
    }

    /// Returns the condition that a row has a value: a column that is not null, or a count that is not 0.
    static func hasValue(_ columns: [String], isCount: [Bool]) -> String {
        zip(columns, isCount).map { $1 ? "COALESCE(\($0), 0) <> 0" : "\($0) IS NOT NULL" }.joined(separator: " OR ")
    }

    /// Adds the table with the rows of the query before its stages.
    ///
    /// - Parameter labels: The expressions of the keys other than profiles.
    mutating func begin(with answer: String, orderedBy order: String, labels: [String], in query: inout SQLQuery) {
        let shown =
            keys.prefix(keys.count - labels.count).map(\.column)
            + zip(keys.suffix(labels.count), labels).map { $0.name == $1 ? $0.column : "\($1) AS \($0.column)" }
        query.add(
            "numbered", "The rows of the query before stages, in order.",
            "SELECT ROW_NUMBER() OVER (ORDER BY \(order)) AS position, \((timeColumns + shown + columns).joined(separator: ", ")), partial\nFROM \(answer)"
        )
        table = "numbered"
    }

    mutating func add(_ stage: PlanStage, number: Int, to query: inout SQLQuery) throws(SQLRefusal) {
        let name = "stage_\(number + 1)"
        let refusal = SQLRefusal(
            .stage(number), "`\(stage.text)` cannot be translated to SQL", help: "explain the query without this stage")
        defer { infos = stage.columns }
        switch stage.kind {
        case .filter(let predicate):
            hasGaps = true
            if let day = predicate.clockDay { addDays(day, named: "\(name)_days", in: &query) }
            let condition = try SQLRowPredicate(rows: self, days: "\(name)_days", refusal: refusal).text(predicate)
            query.add(name, stage.text, "SELECT *\nFROM \(table)\nWHERE \(condition)")
        case .sort(let column, let descending): sort(by: column, descending: descending, named: name, stage, in: &query)
        case .ranking(let ranking, let count, let column):
            hasGaps = true
            sort(by: column, descending: ranking.isDescending, limit: count, named: name, stage, in: &query)
        case .limit(let count):
            hasGaps = true
            query.add(name, stage.text, "SELECT *\nFROM \(table)\nORDER BY position\nLIMIT \(count)")
        case .partial(let rule):
            countsPartial = rule == .keep
            guard rule == .drop else { return }
            hasGaps = true
            query.add(name, stage.text, "SELECT *\nFROM \(table)\nWHERE partial = 'false'")
        case .derive(let expression, let column):
            if column == columns.count { columns.append("c\(column + 1)") }
            if let day = expression.clockDay { addDays(day, named: "\(name)_days", in: &query) }
            let value = try self.expression(expression, days: "\(name)_days", refusal)
            query.add(
                name, "\(stage.text)\nA missing value or a division by zero gives NULL.",
                select(columns.enumerated().filter { $0.offset != column }.map(\.element) + ["\(value) AS \(columns[column])"]))
        case .change(let changes, let percent): change(changes, percent: percent, named: name, stage, in: &query)
        case .runningTotal(let reset): addUp(reset, named: name, stage, in: &query)
        case .fill(let fills) where fills.values.contains(.omit):
            query.add(name, stage.text, "SELECT *\nFROM \(table)\nWHERE \(Self.hasValue(columns, isCount: counts))")
        case .fill(let fills):
            guard !fills.values.contains(.previous) || stage.before == nil else { throw refusal }
            fill(fills, named: name, stage, in: &query)
        case .rolling(let window, let aggregates, let atLeast):
            guard hasTime, !areStreaks else { throw refusal }
            roll(window, aggregates, atLeast: atLeast, named: name, stage, in: &query)
        case .select(let fields, let weekStart, let zone):
            guard !areStreaks || !fields.contains(where: \.isPart) else { throw refusal }
            select(fields, weekStart: weekStart, zone: zone, named: name, stage, in: &query)
        case .join(let joined): try join(joined, named: name, stage, refusal, in: &query)
        case .aggregate, .streaks, .share: try combine(stage, named: name, refusal, in: &query)
        case .timesOfDay(let replaced, let day): replaceTimes(of: replaced, day, named: name, in: &query)
        default: throw refusal
        }
        table = name
    }

    /// Makes new rows of those of the previous stage.
    private mutating func combine(
        _ stage: PlanStage, named name: String, _ refusal: SQLRefusal, in query: inout SQLQuery
    ) throws(SQLRefusal) {
        switch stage.kind {
        case .aggregate(let aggregates, let keys):
            guard canCombine(aggregates, by: keys) else { throw refusal }
            selection = nil
            makeKeys(of: keys.flags, named: name, in: &query)
            gather(aggregates, by: keys, named: name, stage, in: &query)
        case .streaks(let streaks):
            selection = nil
            try self.streaks(streaks, named: name, stage, refusal, in: &query)
        case .share(let share, let keys):
            selection = nil
            try self.share(share, by: keys, named: name, stage, refusal, in: &query)
        default: throw refusal
        }
        hasGaps = false
    }

    /// Returns false for running totals by hour of the day, which need more than combining rows (S9.3).
    private func canCombine(_ aggregates: [RowAggregate], by keys: RowKeys) -> Bool {
        let isEven = hasGaps && !plan.range.isUnknown && keys.profiles.allSatisfy { $0.isEven(in: plan.range, keys.zone) }
        return isEven || keys.profiles.isEmpty || !aggregates.contains { runningTotals.contains($0.column) }
    }

    /// Returns the final `SELECT` of the statement.
    func ending(columns infos: [ColumnInfo]) -> String {
        func text(_ field: SelectedField) -> String? {
            var name = SQLLiteral.identifier(field.name)
            if case .value(let index) = field.source, infos.indices.contains(index) { name = SQLLiteral.identifier(infos[index].name) }
            return switch field.source {
            case .start: #""start""# + (name == #""start""# ? "" : " AS \(name)")
            case .end: #""end""# + (name == #""end""# ? "" : " AS \(name)")
            case .partial: "partial" + (field.name == "partial" ? "" : " AS \(name)")
            case .key(let index): keys[index].column + (name == keys[index].column ? "" : " AS \(name)")
            case .value(let index) where !columns.indices.contains(index): nil
            case .value(let index) where infos[index].isFlag:
                "CASE \(columns[index]) WHEN 1 THEN 'true' WHEN 0 THEN 'false' END AS \(name)"
            case .value(let index): "\(columns[index]) AS \(name)"
            case .part: nil
            }
        }
        let values = infos.enumerated().map { SelectedField(.value($0), name: $1.name) }
        let all =
            selection.map { fields in fields + values.filter { value in !fields.contains { $0.source == value.source } } }
            ?? (hasTime ? [SelectedField(.start, name: "start"), SelectedField(.end, name: "end")] : [])
            + keys.enumerated().map { SelectedField(.key($0), name: $1.name) } + values + [SelectedField(.partial, name: "partial")]
        let apple = selection == nil ? keys.compactMap(\.appleName).prefix(1) : []
        return "SELECT \((all.compactMap(text) + apple).joined(separator: ", "))\nFROM \(table)\nORDER BY position"
    }

    // MARK: Columns

    private mutating func select(
        _ fields: [SelectedField], weekStart: Weekday, zone: Zone, named name: String, _ stage: PlanStage, in query: inout SQLQuery
    ) {
        var values: [String] = []
        var parts: [(part: RowPart, column: String)] = []
        let kept = rowColumns
        selection = fields.map { field in
            var shown = field
            switch field.source {
            case .start, .end, .partial, .key: break
            case .value(let index):
                values.append("\(columns[index]) AS c\(values.count + 1)")
                shown.source = .value(values.count - 1)
            case .part(let part):
                let column = "part_\(keys.count + 1)"
                parts.append((part, column))
                keys.append(Key(name: field.name, replacesTime: false, describesRow: true, field: column))
                shown.source = .key(keys.count - 1)
            }
            return shown
        }
        var source = table
        if !parts.isEmpty {
            let isByEnd = place == "end_ms"
            let rows = Set(times).sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
            query.add(
                "\(name)_parts", columns: ["part_start_ms", "part_end_ms"] + parts.map(\.column),
                "Parts of the time of each row, in \(zone.identifier).",
                rows: rows.map { row in
                    ["\(row.lowerBound)", "\(row.upperBound)"]
                        + parts.map { part, _ in
                            let time = Instant(milliseconds: isByEnd && part.isOfDay ? row.upperBound : row.lowerBound)
                            return SQLLiteral.text(part.text(of: zone.civil(at: time), weekStart: weekStart))
                        }
                })
            source += "\nLEFT JOIN \(name)_parts ON part_start_ms = start_ms AND part_end_ms = end_ms"
        }
        query.add(
            name, stage.text,
            "SELECT \((kept + parts.map(\.column) + values).joined(separator: ", ")), partial\nFROM \(source)")
        columns = values.indices.map { "c\($0 + 1)" }
    }

    /// Turns columns of answers into keys.
    mutating func makeKeys(of flags: [Int], named name: String, in query: inout SQLQuery) {
        guard !flags.isEmpty else { return }
        // The number of the stage keeps them apart from keys of earlier stages.
        func field(_ index: Int) -> String { "\(name)_answer_\(index + 1)" }
        let fields = flags.map { "CASE \(columns[$0]) WHEN 1 THEN 'true' WHEN 0 THEN 'false' END AS \(field($0))" }
        query.add(
            "\(name)_keys", "The answers by which the rows are grouped.",
            "SELECT t.*, \(fields.joined(separator: ", "))\nFROM \(table) AS t")
        table = "\(name)_keys"
        // Their names are those of the columns after the stage before.
        for index in flags {
            keys.append(
                Key(name: infos[index].name, replacesTime: false, texts: ["true", "false"], field: field(index), isAnswer: true))
        }
    }

    private mutating func join(
        _ joined: JoinedRows, named name: String, _ stage: PlanStage, _ refusal: SQLRefusal, in query: inout SQLQuery
    ) throws(SQLRefusal) {
        guard facts.joined.indices.contains(joinCount) else { throw refusal }
        let (text, others): (String, SQLRows)
        do {
            (text, others) = try SQLText(joined.rows, facts: facts.joined[joinCount], dialect: query.dialect).joined()
        } catch let inner {
            throw SQLRefusal(refusal.part, inner.reason, help: inner.help)
        }
        joinCount += 1
        query.add("\(name)_joined", "The rows of `\(joined.text)`.", text)
        var conditions: [String] = []
        var (own, other) = (table, "\(name)_joined")
        switch joined.match {
        case .keys: break
        case .start: conditions.append("j.start_ms = r.start_ms")
        case .day(let zone):
            let days = Set(places + others.places).sorted().map { time in
                ["\(time)", "\(zone.civil(at: Instant(milliseconds: time)).date.dayNumber)"]
            }
            query.add("\(name)_days", columns: ["place_ms", "day"], "The day of each row.", rows: days)
            func withDay(_ table: String, by place: String) -> String {
                "(SELECT t.*, d.day FROM \(table) AS t LEFT JOIN \(name)_days AS d ON d.place_ms = t.\(place))"
            }
            (own, other) = (withDay(own, by: place), withDay(other, by: others.place))
            conditions.append("j.day = r.day")
        }
        conditions += zip(others.keys.filter { !$0.describesRow }, joined.keys).map { key, index in
            let (joined, own) = ("j.\(key.column)", "r.\(keys[index].column)")
            return key.isNullable ? "(\(joined) = \(own) OR (\(joined) IS NULL AND \(own) IS NULL))" : "\(joined) = \(own)"
        }
        let first = columns.count
        let added = others.columns.enumerated().map { "j.\($1) AS c\(first + $0 + 1)" }
        let kept = zip(columns, 1...).map { "r.\($0) AS c\($1)" }
        query.add(
            name, "\(stage.text)\nEach row keeps its place, with the columns of the row that matches it.",
            """
            SELECT \((rowColumns.map { "r.\($0)" } + kept + added).joined(separator: ", ")),
              CASE WHEN r.partial = 'true' OR j.partial = 'true' THEN 'true' ELSE 'false' END AS partial
            FROM \(own) AS r
            LEFT JOIN \(other) AS j ON \(conditions.isEmpty ? "1 = 1" : conditions.joined(separator: " AND "))
            """)
        if case .start = joined.match { runningTotals.formUnion(others.runningTotals.map { $0 + first }) }
        columns = (1...(first + others.columns.count)).map { "c\($0)" }
    }

    // MARK: Parts of statements

    var timeColumns: [String] { hasTime ? [#""start""#, #""end""#, "start_ms", "end_ms"] : [] }
    var rowColumns: [String] { ["position"] + timeColumns + keys.map(\.column) }
    /// Keys other than time. Rows that differ in them belong to separate series.
    var seriesKeys: [Key] { keys.filter { !$0.replacesTime && !$0.describesRow } }
    var series: [String] { seriesKeys.map(\.column) }
    /// The column with the moment that decides the period and the slots of a row: the end of a night.
    var place: String { areEvents && !areStreaks && plan.clockDay.rows == .night ? "end_ms" : "start_ms" }
    /// All values that ``place`` can have.
    var places: [Int64] { times.map { place == "end_ms" ? $0.upperBound : $0.lowerBound } }
    var timeOrder: String { hasTime ? "start_ms, end_ms, position" : "position" }

    /// Returns a window over the rows of a series.
    func over(_ further: [String] = [], order: Bool = true, descending: Bool = false, frame: String = "") -> String {
        let parts = series + further
        let direction = descending ? " DESC" : ""
        let time = timeOrder.split(separator: ", ").map { "\($0)\(direction)" }.joined(separator: ", ")
        let window = [parts.isEmpty ? "" : "PARTITION BY \(parts.joined(separator: ", "))", order ? "ORDER BY \(time)" : "", frame]
        return "OVER (\(window.filter { !$0.isEmpty }.joined(separator: " ")))"
    }

    /// Returns a `SELECT` of the rows with other number columns.
    func select(_ values: [String], from source: String? = nil) -> String {
        "SELECT \((rowColumns + values).joined(separator: ", ")), partial\nFROM \(source ?? table)"
    }

    func expression(_ expression: RowExpression, days: String, _ refusal: SQLRefusal) throws(SQLRefusal) -> String {
        func text(_ part: RowExpression) throws(SQLRefusal) -> String { try self.expression(part, days: days, refusal) }
        switch expression {
        case .number(let number): return SQLLiteral.real(number)
        case .column(let index): return columns[index]
        case .key(let index): return keys[index].column
        case .negate(let a): return "(-\(try text(a)))"
        case .add(let a, let b): return "(\(try text(a)) + \(try text(b)))"
        case .subtract(let a, let b): return "(\(try text(a)) - \(try text(b)))"
        case .multiply(let a, let b): return "(\(try text(a)) * \(try text(b)))"
        // Counts are integers, and integer division would drop the remainder.
        case .divide(let a, let b): return "(1.0 * \(try text(a)) / NULLIF(\(try text(b)), 0))"
        case .converted(let a, let conversion): return "(\(conversion.sql(try text(a))))"
        case .compare, .and, .or, .not, .test:
            // Databases with a type for answers don't store them as numbers.
            return
                "CASE WHEN \(try condition(expression, days, refusal)) THEN 1 WHEN NOT \(try condition(expression, days, refusal)) THEN 0 END"
        }
    }

    /// Returns a condition. Like Tally's, those of SQL are null if they depend on a null.
    private func condition(_ expression: RowExpression, _ days: String, _ refusal: SQLRefusal) throws(SQLRefusal) -> String {
        switch expression {
        case .compare(let comparison, let a, let b):
            let sign = comparison == .notEqual ? "<>" : comparison.rawValue
            return "(\(try self.expression(a, days: days, refusal)) \(sign) \(try self.expression(b, days: days, refusal)))"
        case .and(let a, let b): return "(\(try condition(a, days, refusal)) AND \(try condition(b, days, refusal)))"
        case .or(let a, let b): return "(\(try condition(a, days, refusal)) OR \(try condition(b, days, refusal)))"
        case .not(let a): return "(NOT \(try condition(a, days, refusal)))"
        case .test(let predicate, let column):
            let test = try SQLRowPredicate(rows: self, days: days, refusal: refusal).text(predicate)
            guard let column else { return "(\(test))" }
            let isMissing = try SQLRowPredicate(rows: self, days: days, refusal: refusal).text(.missing(column))
            return "(CASE WHEN \(isMissing) THEN NULL WHEN \(test) THEN 1 ELSE 0 END = 1)"
        default: throw refusal
        }
    }

    private func sort(
        by column: RowColumn, descending: Bool, limit: Int? = nil, named name: String, _ stage: PlanStage, in query: inout SQLQuery
    ) {
        var source = table
        if case .clock(_, let day) = column, day.rows != .own {
            addDays(day, named: "\(name)_days", in: &query)
            // ClickHouse cannot sort by a query.
            source += "\nLEFT JOIN \(name)_days ON day_start_ms = start_ms AND day_end_ms = end_ms"
        }
        let value =
            switch column {
            case .value(let index): columns[index]
            case .clock(let index, let day): timeOfDay(index, day, midnight: "midnight_ms")
            case .start: "start_ms"
            case .end: "end_ms"
            case .key(let index): keys[index].isNullable ? keys[index].column : keys[index].order(in: "")
            }
        let order = "CASE WHEN \(value) IS NULL THEN 1 ELSE 0 END, \(value)\(descending ? " DESC" : ""), position"
        let others = rowColumns.dropFirst() + columns
        let known = limit == nil ? "" : "\nWHERE \(value) IS NOT NULL"
        let sorted =
            "SELECT ROW_NUMBER() OVER (ORDER BY \(order)) AS position, \(others.joined(separator: ", ")), partial\nFROM \(source)\(known)"
        query.add(
            name, "\(stage.text)\nRows with equal values keep their order. Missing values \(limit == nil ? "come last" : "are left out").",
            limit.map { "SELECT *\nFROM (\n\(sorted)\n) AS sorted\nWHERE position <= \($0)" } ?? sorted)
    }

    private func change(
        _ changes: [ColumnChange], percent: Bool, named name: String, _ stage: PlanStage, in query: inout SQLQuery
    ) {
        let values = columns.indices.map { index in
            guard let change = changes.first(where: { $0.column == index }) else { return columns[index] }
            let value = columns[index]
            let before = change.previous.map { columns[$0] } ?? valueBefore(value)
            return (percent ? "100.0 * (\(value) - \(before)) / NULLIF(\(before), 0)" : "\(value) - \(before)") + " AS \(value)"
        }
        query.add(name, stage.text, select(values))
    }

    /// Returns the value of the previous bucket, or null if the previous row is not the previous bucket.
    private func valueBefore(_ value: String) -> String {
        guard hasTime else {
            let profiles = keys.compactMap { key in key.profile.map { ($0, Self.slot(key, $0)) } }
            guard !profiles.isEmpty else { return "NULL" }
            let slot = profiles.dropFirst().reduce(profiles[0].1) { "(\($0)) * \($1.0.slotCount) + \($1.1)" }
            let window = "OVER (\(series.isEmpty ? "" : "PARTITION BY \(series.joined(separator: ", ")) ")ORDER BY \(slot))"
            return "CASE WHEN LAG(\(slot)) \(window) + 1 = \(slot) THEN LAG(\(value)) \(window) END"
        }
        if areEvents { return "LAG(\(value)) \(over())" }
        return "CASE WHEN LAG(end_ms) \(over()) = start_ms THEN LAG(\(value)) \(over()) END"
    }

    /// Returns an expression for the slot number of a key, from 0.
    private static func slot(_ key: Key, _ profile: Profile) -> String {
        guard let names = profile.slotNames else { return "\(key.column) - \(profile.firstNumber)" }
        return "CASE \(key.column) \(zip(names, 0...).map { "WHEN '\($0)' THEN \($1)" }.joined(separator: " ")) END"
    }

    private mutating func addUp(_ reset: BucketSchedule?, named name: String, _ stage: PlanStage, in query: inout SQLQuery) {
        var period: [String] = []
        var source = table
        if let reset, hasTime {
            let starts = Set(times.map(\.lowerBound)).sorted()
            query.add(
                "\(name)_periods", columns: ["period_start_ms", "period"],
                "The period in which each row starts. The total restarts with each period.",
                rows: starts.map { ["\($0)", "\(reset.index(of: Instant(milliseconds: $0)))"] })
            source = "\(table)\nLEFT JOIN \(name)_periods ON period_start_ms = start_ms"
            period = ["period"]
            runningTotals = Set(columns.indices)
        }
        let values = columns.map { column in
            let total = "SUM(COALESCE(\(column), 0)) \(over(period, frame: "ROWS UNBOUNDED PRECEDING"))"
            return "CASE WHEN COUNT(\(column)) \(over(period, order: false)) > 0 THEN \(total) END AS \(column)"
        }
        query.add(
            name, "\(stage.text)\nIf a period has no values, its total is NULL.", select(values, from: source))
    }

    private func fill(_ fills: [Int: Fill], named name: String, _ stage: PlanStage, in query: inout SQLQuery) {
        var places: [String] = []
        let values = columns.enumerated().map { index, column -> String in
            switch fills[index] ?? .none {
            case .none, .null, .omit: return column
            case .zero: return "COALESCE(\(column), 0) AS \(column)"
            case .number(let number): return "COALESCE(\(column), \(SQLLiteral.number(number))) AS \(column)"
            case .previous:
                places.append("COUNT(\(column)) \(over()) AS before_\(column)")
                return "MAX(\(column)) \(over(["before_\(column)"], order: false)) AS \(column)"
            case .linear:
                places.append("COUNT(\(column)) \(over()) AS before_\(column)")
                places.append("COUNT(\(column)) \(over(descending: true)) AS after_\(column)")
                places.append("ROW_NUMBER() \(over()) AS place_\(column)")
                func known(_ side: String) -> (value: String, place: String) {
                    let window = over(["\(side)_\(column)"], order: false)
                    return ("MAX(\(column)) \(window)", "MAX(CASE WHEN \(column) IS NOT NULL THEN place_\(column) END) \(window)")
                }
                let (before, after) = (known("before"), known("after"))
                let part = "(place_\(column) - \(before.place)) / (1.0 * (\(after.place) - \(before.place)))"
                return "COALESCE(\(column), \(before.value) + (\(after.value) - \(before.value)) * \(part)) AS \(column)"
            }
        }
        let source = places.isEmpty ? table : "(SELECT r.*, \(places.joined(separator: ", ")) FROM \(table) AS r) AS gaps"
        query.add(name, stage.text, select(values, from: source))
    }
}

extension Profile {
    /// Returns true if every period of a range has each slot, so that remaining rows of running totals can be combined one by one.
    fileprivate func isEven(in range: PlanRange, _ zone: Zone) -> Bool {
        switch self {
        case .hourOfDay, .weekday, .hourOfWeek, .monthOfYear, .partOfDay, .weekdayOrWeekend:
            // A row can extend beyond the range.
            let week = CalendarPeriod.week.approximateMilliseconds
            return zone.changes(inside: range.start.advanced(byMilliseconds: -week)..<range.limit.advanced(byMilliseconds: week))
                .allSatisfy { $0.shiftMilliseconds <= 0 }
        case .dayOfMonth, .weekOfYear: return false
        }
    }
}

extension SelectedField {
    fileprivate var isPart: Bool { if case .part = source { true } else { false } }
}
