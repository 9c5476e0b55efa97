import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Combines rows: windows that end with each row, and groups.
extension SQLRows {
    mutating func roll(
        _ window: RollingWindow, _ aggregates: [RowAggregate], atLeast: Int, named name: String, _ stage: PlanStage,
        in query: inout SQLQuery
    ) {
        let windows = Set(times.map(\.upperBound)).sorted().map { end -> [String] in
            let start =
                switch window {
                case .elapsed(let length): end - length
                case .calendar(let length, let zone): zone.moving(Instant(milliseconds: end), by: -length.count, length.period).milliseconds
                }
            return ["\(start)", "\(end)"]
        }
        query.add(
            "\(name)_windows", columns: ["window_start_ms", "window_end_ms"], "The start and end of each row's window.", rows: windows)
        let same = seriesKeys.map { " AND \($0.equal("o", "r"))" }.joined()
        query.add(
            "\(name)_members", "The rows that end in each window.",
            """
            SELECT r.position AS cell, o.position, o.start_ms, o.end_ms, o.partial, \(columns.map { "o.\($0)" }.joined(separator: ", "))
            FROM \(table) AS r
            JOIN \(name)_windows AS w ON w.window_end_ms = r.end_ms
            JOIN \(table) AS o ON o.end_ms > w.window_start_ms AND o.end_ms <= w.window_end_ms\(same)
            """)
        addCells(aggregates, of: "\(name)_members", cell: "cell", order: "end_ms, position", named: name, in: &query)
        let values = aggregates.enumerated().map { index, aggregate in
            // A count of no values is 0, not null.
            if aggregate.aggregate == .count, atLeast == 1 { return "COALESCE(a\(index + 1), 0) AS c\(index + 1)" }
            return "CASE WHEN n\(index + 1) >= \(atLeast) THEN a\(index + 1) END AS c\(index + 1)"
        }
        columns = aggregates.indices.map { "c\($0 + 1)" }
        runningTotals = []
        query.add(
            name, atLeast > 1 ? "\(stage.text)\nA window with fewer values is NULL." : stage.text,
            select(values, from: "\(table)\nLEFT JOIN \(name)_cells ON cell = position"))
    }

    mutating func gather(
        _ aggregates: [RowAggregate], by keys: RowKeys, named name: String, _ stage: PlanStage, in query: inout SQLQuery
    ) {
        let groups = SQLRowGroups(keys, rows: zip(places, times.map(\.lowerBound)).map { ($0, $1) }, plan: plan)
        let kept = keys.columns.map { self.keys[$0] }
        let keptColumns = kept.map(\.column)
        addMembers(of: groups, with: keptColumns, named: name, in: &query)
        let cell = (["group_number"] + keptColumns).joined(separator: ", ")
        addCells(aggregates, of: "\(name)_members", cell: cell, order: timeOrder, named: name, in: &query)

        replaceKeys(by: keys, and: kept)
        let labels =
            (hasTime ? ["start", "end"].map(SQLLiteral.identifier) + ["start_ms", "end_ms"] : [])
            + keys.profiles.map { SQLLiteral.identifier($0.rawValue) }
        addRows(of: groups, labels, named: name, in: &query)
        times = hasTime ? groups.times : []
        columns = aggregates.indices.map { "c\($0 + 1)" }
        runningTotals = []
        (areEvents, areStreaks) = (false, false)
        let values = aggregates.enumerated().map { index, aggregate in
            (aggregate.aggregate == .count ? "COALESCE(c.a\(index + 1), 0)" : "c.a\(index + 1)") + " AS c\(index + 1)"
        }
        let cross = keptColumns.isEmpty ? "" : "\nCROSS JOIN (SELECT DISTINCT \(keptColumns.joined(separator: ", ")) FROM \(table)) AS k"
        let same = kept.map { " AND \($0.equal("c", "k"))" }.joined()
        let keyOrder = kept.map { $0.order(in: "k.") }
        query.add(
            name, stage.text,
            """
            SELECT ROW_NUMBER() OVER (ORDER BY \((["l.group_number"] + keyOrder).joined(separator: ", "))) AS position,
              \((labels.map { "l.\($0)" } + keptColumns.map { "k.\($0)" } + values).joined(separator: ", ")), l.partial
            FROM \(name)_rows AS l\(cross)
            LEFT JOIN \(name)_cells AS c ON c.group_number = l.group_number\(same)
            WHERE l.is_sure = 1 OR c.group_number IS NOT NULL
            """)
    }

    /// Adds the table that maps each row to its group.
    private func addMembers(of groups: SQLRowGroups, with keptColumns: [String], named name: String, in query: inout SQLQuery) {
        let isOfTime = groups.keys.schedule != nil || !groups.keys.profiles.isEmpty
        var source = "\(table) AS r"
        if isOfTime {
            query.add(
                "\(name)_groups", columns: ["place_ms", "group_number"],
                "The group of each row, by the row's \(place == "end_ms" ? "end" : "start").",
                rows: groups.numberOfPlace.sorted { $0.key < $1.key }.map { ["\($0.key)", "\($0.value)"] })
            source += "\nJOIN \(name)_groups AS g ON g.place_ms = r.\(place)"
        }
        let time = hasTime ? ["start_ms", "end_ms"] : []
        query.add(
            "\(name)_members", "The rows of each group.",
            """
            SELECT \(isOfTime ? "g.group_number" : "0 AS group_number"), \((keptColumns + ["position"] + time + columns + ["partial"]).map { "r.\($0)" }.joined(separator: ", "))
            FROM \(source)
            """)
    }

    /// Makes the keys those of groups.
    private mutating func replaceKeys(by keys: RowKeys, and kept: [Key]) {
        // The columns that replace time in rows of groups.
        let replaced = Set(kept.filter { keys.schedule == nil && $0.profile != nil }.map(\.name))
        hasTime = keys.schedule != nil || (hasTime && keys.profiles.isEmpty && replaced.isEmpty)
        self.keys =
            keys.profiles.map { Key(name: $0.rawValue, replacesTime: keys.schedule == nil) }
            + kept.map { key in
                var key = key
                key.replacesTime = replaced.contains(key.name)
                key.describesRow = false
                return key
            }
    }

    /// Adds the table with the rows of groups.
    private func addRows(of groups: SQLRowGroups, _ labels: [String], named name: String, in query: inout SQLQuery) {
        let hasOwnDays = plan.cohort?.hasOwnDays == true
        var shown = plan
        if hasOwnDays { (shown.zone, shown.cohort) = (.utc, nil) }
        let buckets = SQLBuckets(plan: shown, hasSuffix: !hasOwnDays)
        buckets.addRows(
            "\(name)_rows", columns: ["group_number"] + labels + ["partial", "is_sure"], "Every group is a row, even if it is empty.",
            rows: groups.rows(hasTime: hasTime, buckets: buckets), times: groups.rowTimes, to: &query)
    }

    /// Adds a table with one row per cell: `a1`… are the aggregates, and `n1`… are their numbers of values.
    private func addCells(
        _ aggregates: [RowAggregate], of members: String, cell: String, order: String, named name: String, in query: inout SQLQuery
    ) {
        var windows: [String] = []
        let parts = "PARTITION BY \(cell)"
        let texts = aggregates.enumerated().map { index, aggregate -> String in
            let row = SQLRowValue(
                number: index + 1, taken: taken(aggregate), parts: parts, order: order, rule: plan.rules.percentile)
            let form = aggregate.aggregate.sql(of: row)
            windows += ["\(row.taken) AS \(row.name)"] + form.windows
            return form.text
        }
        query.add(
            "\(name)_taken", "The values that count. Partial rows contribute readings, but amounts only to sums and counts.",
            "SELECT m.*,\n  \(windows.joined(separator: ",\n  "))\nFROM \(members) AS m")
        let results = texts.enumerated().flatMap { index, text in ["\(text) AS a\(index + 1)", "COUNT(v\(index + 1)) AS n\(index + 1)"] }
        query.add(
            "\(name)_cells", "The aggregates of each cell.",
            """
            SELECT \(cell),
              \(results.joined(separator: ",\n  "))
            FROM \(name)_taken
            GROUP BY \(cell)
            """)
    }

    /// Returns the value that a row contributes to an aggregate.
    private func taken(_ aggregate: RowAggregate) -> String {
        let column = columns[aggregate.column]
        let takesPartial = countsPartial || infos[aggregate.column].takesPartialRows(aggregate.aggregate)
        return takesPartial ? column : "CASE WHEN partial = 'false' THEN \(column) END"
    }
}

/// The groups of a stage's `by`, without keys that rows already have. Periods are outermost, then profiles.
private struct SQLRowGroups {
    let keys: RowKeys
    let plan: Plan
    /// The edges of the periods.
    private let edges: [Int64]
    private let slotCount: Int
    /// The group number for the place of each input row.
    let numberOfPlace: [Int64: Int]

    init(_ keys: RowKeys, rows: [(place: Int64, start: Int64)], plan: Plan) {
        self.keys = keys
        self.plan = plan
        let slotCount = keys.profiles.reduce(1) { $0 * $1.slotCount }
        self.slotCount = slotCount
        var edges: [Int64] = []
        if let schedule = keys.schedule {
            let range = plan.range.isUnknown ? nil : plan.range
            edges = schedule.edges(from: range?.start, to: range?.end, now: plan.nowOfRows, holding: rows.map(\.place))
        }
        self.edges = edges
        numberOfPlace = Dictionary(
            rows.map { place, start in
                let period = max(edges.prefix { $0 <= place }.count - 1, 0)
                let slot = keys.profiles.reduce(0) { slot, profile in
                    let civil = keys.zone.civil(at: Instant(milliseconds: profile.dividesDays ? start : place))
                    return slot * profile.slotCount + profile.slot(of: civil, weekStart: keys.weekStart, dayParts: keys.dayParts)
                }
                return (place, period * slotCount + slot)
            }, uniquingKeysWith: { first, _ in first })
    }

    var times: Set<Range<Int64>> {
        guard keys.schedule == nil else { return Set(zip(edges, edges.dropFirst()).map { $0..<$1 }) }
        return plan.range.isUnknown ? [] : [plan.range.start.milliseconds..<plan.range.end.milliseconds]
    }

    /// The start and end of each row.
    var rowTimes: [(start: Int64, end: Int64)] {
        let range = (plan.range.isUnknown ? .min : plan.range.start.milliseconds, plan.range.end.milliseconds)
        guard keys.schedule != nil else { return Array(repeating: range, count: slotCount) }
        return (0..<max(edges.count - 1, 0) * slotCount).map { (edges[$0 / slotCount], edges[$0 / slotCount + 1]) }
    }

    /// Returns `group_number`, times, profiles, `partial` and `is_sure`. `is_sure` is 1 if the group is a row even if it is empty.
    func rows(hasTime: Bool, buckets: SQLBuckets) -> [[String]] {
        let periodCount = keys.schedule == nil ? 1 : max(edges.count - 1, 0)
        let (start, end) = (plan.range.start.milliseconds, plan.range.end.milliseconds)
        let known = KnownTime(from: plan.range.start, to: plan.range.end, now: plan.earliestNowOfRows)
        return (0..<periodCount * slotCount).map { number in
            var cells = ["\(number)"]
            var (isPartial, isSure) = (false, true)
            if keys.schedule != nil {
                let (from, to) = (edges[number / slotCount], edges[number / slotCount + 1])
                cells += [buckets.time(from), buckets.time(to), "\(from)", "\(to)"]
                isPartial = known.isPartial(from: from, to: to)
                // Periods outside the range exist for rows that extend beyond it.
                isSure = to > start && from < min(end, plan.nowOfRows.milliseconds + 1)
            } else if hasTime {
                cells += [buckets.time(start), buckets.time(end)] + (plan.range.isUnknown ? ["NULL", "NULL"] : ["\(start)", "\(end)"])
                isPartial = known.isPartial(from: start, to: end)
            }
            for (index, profile) in keys.profiles.enumerated() {
                let inner = keys.profiles[(index + 1)...].reduce(1) { $0 * $1.slotCount }
                let slot = number / inner % profile.slotCount
                cells.append(SQLLiteral.slot(slot, of: profile))
            }
            return cells + [isPartial ? "'true'" : "'false'", isSure ? "1" : "0"]
        }
    }
}
