import QueryVocabulary
import CalendarIntervals
import HealthModel
import QueryPlan

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

        var column: String { SQLLiteral.identifier(name) }
        var profile: Profile? { split == nil ? Profile(rawValue: name) : nil }
        /// True for the edges of bands, which are NULL at an open end.
        var isNullable: Bool { if case .ranges = split { true } else { false } }
        var isNumber: Bool { split?.unit != nil || isNullable }

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
            if profile == .weekday { return Self.number(Weekday.allCases.map { ($0.name, $0.rawValue) }, of: column) }
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
    /// The names of all sources.
    let sources: [String]
    var table = ""
    var hasTime: Bool
    var keys: [Key]
    var columns: [String]
    /// All times that rows can have. They are known in advance, so that the statement needs no calendar.
    var times: Set<Range<Int64>>
    var countsPartial: Bool
    /// The columns that hold running totals with a reset.
    var runningTotals: Set<Int> = []
    /// For each column, true if it holds amounts, which are incomplete in a partial row.
    var accumulating: [Bool] = []
    /// For each column, true if it holds counts.
    var counts: [Bool] = []
    /// True if a stage may have removed rows with values.
    var hasGaps = false
    /// True if rows are intervals themselves, with gaps between them.
    var areEvents: Bool

    init(_ plan: Plan, columns: [String], sources: [String]) {
        self.plan = plan
        self.sources = sources
        self.columns = columns
        hasTime = SQLBuckets(plan: plan).hasTime
        let replacesTime = !hasTime
        areEvents = plan.events != nil
        keys = [plan.events?.columnName].compactMap(\.self).map { name in
            let texts = Set(plan.grid.events?.texts.compactMap(\.self) ?? []).sorted()
            return Key(name: name, replacesTime: false, texts: texts, describesRow: true, activities: plan.activities)
        }
        keys += plan.grid.profiles.map { Key(name: $0.rawValue, replacesTime: replacesTime) }
        for split in plan.splits {
            keys += split.names.map { Key(name: $0, replacesTime: false, texts: Self.texts(of: split), split: split) }
        }
        times = Set(zip(plan.grid.groupStarts, plan.grid.groupEnds).filter { $0.0 != .min }.map { $0..<$1 })
        countsPartial = plan.partial == .keep
        hasGaps = plan.partial == .drop
        if case .statistics(let measures) = plan.subject {
            accumulating = measures.map(\.aggregate.accumulates)
            counts = measures.map { $0.aggregate == .count }
        }
    }

    /// Returns the texts that a key can have.
    private static func texts(of split: SplitKey) -> [String]? {
        switch split {
        case .category(let type): type.values.map { ValueNames.shown($0.raw, of: type).text }
        case .condition: ["true", "false"]
        default: nil
        }
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
        defer {
            accumulating = stage.columns.map(\.accumulates)
            counts = stage.columns.map { $0.aggregate == Aggregate.count.name }
        }
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
            let target = columns[column]
            let kept = columns.enumerated().filter { $0.offset != column }.map(\.element)
            query.add(
                name, "\(stage.text)\nA missing value or a division by zero gives NULL.",
                select(kept + ["\(self.expression(expression)) AS \(target)"]))
        case .change(let changes, let percent): change(changes, percent: percent, named: name, stage, in: &query)
        case .runningTotal(let reset): addUp(reset, named: name, stage, in: &query)
        case .fill(let fills) where fills.values.contains(.omit):
            query.add(name, stage.text, "SELECT *\nFROM \(table)\nWHERE \(Self.hasValue(columns, isCount: counts))")
        case .fill(let fills):
            guard !fills.values.contains(.previous) || stage.before == nil else { throw refusal }
            fill(fills, named: name, stage, in: &query)
        case .rolling(let window, let aggregates, let atLeast):
            guard hasTime else { throw refusal }
            roll(window, aggregates, atLeast: atLeast, named: name, stage, in: &query)
        case .aggregate(let aggregates, let keys):
            // Running totals by hour of the day need more than combining rows (S9.3).
            let isOfTotals = !hasGaps && !keys.profiles.isEmpty && aggregates.contains { runningTotals.contains($0.column) }
            guard !isOfTotals else { throw refusal }
            gather(aggregates, by: keys, named: name, stage, in: &query)
            hasGaps = false
        case .timesOfDay(let replaced, let day):
            addDays(day, named: "\(name)_days", in: &query)
            let values = columns.indices.map { index in
                replaced.contains(index) ? "\(timeOfDay(index, day, days: "\(name)_days")) AS \(columns[index])" : columns[index]
            }
            query.add(name, "Times of day, in milliseconds since the midnight at which the day of each row starts.", select(values))
        default: throw refusal
        }
        table = name
    }

    /// Returns the final `SELECT` of the statement.
    func ending(columns names: [String]) -> String {
        let shown = (hasTime ? ["start", "end"].map(SQLLiteral.identifier) : []) + keys.map(\.column)
        let values = zip(columns, names).map { "\($0) AS \(SQLLiteral.identifier($1))" }
        let apple = keys.compactMap(\.appleName).prefix(1)
        return "SELECT \((shown + values + ["partial"] + apple).joined(separator: ", "))\nFROM \(table)\nORDER BY position"
    }

    // MARK: Parts of statements

    var timeColumns: [String] { hasTime ? [#""start""#, #""end""#, "start_ms", "end_ms"] : [] }
    var rowColumns: [String] { ["position"] + timeColumns + keys.map(\.column) }
    /// Keys other than time. Rows that differ in them belong to separate series.
    var seriesKeys: [Key] { keys.filter { !$0.replacesTime && !$0.describesRow } }
    var series: [String] { seriesKeys.map(\.column) }
    /// The column with the moment that decides the period and the slots of a row: the end of a night.
    var place: String { areEvents && plan.clockDay.rows == .night ? "end_ms" : "start_ms" }
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

    private func expression(_ expression: RowExpression) -> String {
        switch expression {
        case .number(let number): SQLLiteral.real(number)
        case .column(let index): columns[index]
        case .key(let index): keys[index].column
        case .negate(let a): "(-\(self.expression(a)))"
        case .add(let a, let b): "(\(self.expression(a)) + \(self.expression(b)))"
        case .subtract(let a, let b): "(\(self.expression(a)) - \(self.expression(b)))"
        case .multiply(let a, let b): "(\(self.expression(a)) * \(self.expression(b)))"
        // Counts are integers, and integer division would drop the remainder.
        case .divide(let a, let b): "(1.0 * \(self.expression(a)) / NULLIF(\(self.expression(b)), 0))"
        case .converted(let a, let conversion): "(\(conversion.sql(self.expression(a))))"
        }
    }

    private func sort(
        by column: RowColumn, descending: Bool, limit: Int? = nil, named name: String, _ stage: PlanStage, in query: inout SQLQuery
    ) {
        if case .clock(_, let day) = column { addDays(day, named: "\(name)_days", in: &query) }
        let value =
            switch column {
            case .value(let index): columns[index]
            case .clock(let index, let day): timeOfDay(index, day, days: "\(name)_days")
            case .start: "start_ms"
            case .end: "end_ms"
            case .key(let index): keys[index].isNullable ? keys[index].column : keys[index].order(in: "")
            }
        let order = "CASE WHEN \(value) IS NULL THEN 1 ELSE 0 END, \(value)\(descending ? " DESC" : ""), position"
        let others = rowColumns.dropFirst() + columns
        let known = limit == nil ? "" : "\nWHERE \(value) IS NOT NULL"
        query.add(
            name, "\(stage.text)\nRows with equal values keep their order. Missing values \(limit == nil ? "come last" : "are left out").",
            "SELECT ROW_NUMBER() OVER (ORDER BY \(order)) AS position, \(others.joined(separator: ", ")), partial\nFROM \(table)\(known)"
                + (limit.map { "\nORDER BY position\nLIMIT \($0)" } ?? ""))
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
        guard profile == .weekday else { return "\(key.column) - \(profile.firstNumber)" }
        return "CASE \(key.column) \(Weekday.allCases.map { "WHEN '\($0.name)' THEN \($0.rawValue - 1)" }.joined(separator: " ")) END"
    }

    private mutating func addUp(_ reset: BucketSchedule?, named name: String, _ stage: PlanStage, in query: inout SQLQuery) {
        var period: [String] = []
        var source = table
        if let reset, hasTime {
            let starts = Set(times.map(\.lowerBound)).sorted()
            query.add(
                "\(name)_periods(period_start_ms, period)", "The period in which each row starts. The total restarts with each period.",
                SQLQuery.values(starts.map { ["\($0)", "\(reset.index(of: Instant(milliseconds: $0)))"] }, columns: 2))
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
