import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Writes out the rows of a query and their time spans.
struct SQLBuckets {
    /// Times before and after all times in a database, in milliseconds.
    static let beginning: Int64 = -9_000_000_000_000_000
    static let end: Int64 = 9_000_000_000_000_000

    let plan: Plan
    /// True if stages also need the bounds of rows in milliseconds: `start_ms` and `end_ms`.
    var hasInstants = false
    /// False if nobody needs the bounds as text.
    var hasTexts = true
    /// False for local times of people with different offsets.
    var hasSuffix = true

    /// The columns of tables that identify a row of the answer.
    var tableColumns: [String] { keyColumns.dropFirst(hasTexts || !hasTime ? 0 : 2).map(SQLLiteral.identifier) + instants }
    /// The columns that order rows by time, in tables that have all ``tableColumns``.
    var orderColumns: [String] { hasRowsOfZones ? ["place"] : ["bucket"] }
    /// True if each time zone has its own rows.
    var hasRowsOfZones: Bool { plan.cohort?.hasOwnDays == true && plan.hasRowsOfPersons }
    /// The columns with which tables say the zone and the order of rows, if each zone has its own.
    var zoneColumns: [String] { hasRowsOfZones ? ["zone_number", "place"] : [] }
    private var instants: [String] { hasInstants && hasTime ? ["start_ms", "end_ms"] : [] }

    /// The first columns of rows, as in csv: times, then what describes an interval, then profiles.
    var keyColumns: [String] {
        (hasTime ? ["start", "end"] : []) + (plan.events?.keyColumns ?? []).map(\.name) + plan.grid.profiles.map(\.rawValue)
    }
    /// True if rows have a start and an end. This is defined even if there are no rows.
    var hasTime: Bool { plan.grid.hasTimeKey || (plan.grid.groupCount == 0 && plan.grid.profiles.isEmpty) }

    /// The table that is joined with samples, with the columns `bucket`, `from_ms` and `to_ms`.
    var slices: String {
        plan.grid.groupOfBucket == nil && plan.cohort?.hasOwnDays != true ? "buckets" : "slices"
    }
    /// True if a row can consist of several time spans.
    var areDivided: Bool { plan.grid.groupOfBucket != nil || plan.intervals != nil }

    /// Adds the time spans of each row that count. `bucket_from_ms` and `bucket_to_ms` are the bounds of the whole bucket.
    func addTimes(_ times: String, of slices: String, named name: String, to query: inout SQLQuery) {
        let persons = SQLPersons(plan)
        query.add(
            name, "The time of each row that counts.",
            """
            SELECT b.bucket, \(persons.person(of: "t"))CASE WHEN b.from_ms > t.from_ms THEN b.from_ms ELSE t.from_ms END AS from_ms,
              CASE WHEN b.to_ms < t.to_ms THEN b.to_ms ELSE t.to_ms END AS to_ms, b.from_ms AS bucket_from_ms, b.to_ms AS bucket_to_ms
            FROM \(slices) AS b
            JOIN \(times) AS t ON \(persons.sameZone("t", "b"))t.from_ms < b.to_ms AND t.to_ms > b.from_ms
            """)
    }

    /// The groups of the grid that are rows.
    var groups: [Int] {
        let partial = plan.partialGroups
        return (0..<plan.grid.groupCount).filter { plan.partial != .drop || !partial[$0] }
    }

    func add(to query: inout SQLQuery) {
        if let days { return days.add(to: &query) }
        let grid = plan.grid
        let partial = plan.partialGroups
        let bounds = sliceBounds()
        let isOneToOne = grid.groupOfBucket == nil
        let groups = groups
        let rows = groups.enumerated().map { row, group in
            [String(row)] + labels(of: group) + (isOneToOne ? bounds[group] : []) + [partial[group] ? "'true'" : "'false'"]
        }
        let columns =
            ["bucket"] + tableColumns + (isOneToOne ? ["from_ms", "to_ms"] : []) + ["partial"]
        let times = grid.hasTimeKey ? groups.map { (start: grid.groupStarts[$0], end: grid.groupEnds[$0]) } : []
        addRows("buckets", columns: columns, isOneToOne ? "\(words) \(cut)" : words, rows: rows, times: times, to: &query)
        guard let groupOfBucket = grid.groupOfBucket else { return }
        let rowOfGroup = Dictionary(uniqueKeysWithValues: zip(groups, 0...))
        let slices = zip(groupOfBucket, bounds).compactMap { group, bounds in rowOfGroup[Int(group)].map { [String($0)] + bounds } }
        query.add("slices", columns: ["bucket", "from_ms", "to_ms"], "The time spans of each row. \(cut)", rows: slices)
    }

    /// The table of the workouts that are rows.
    static let ownWorkouts = "row_workouts"

    /// Adds the table of the workouts that are rows, as the table of samples has them.
    func addOwnWorkouts(_ facts: SQLStoreFacts, to query: inout SQLQuery) throws(SQLRefusal) {
        let samples = plan.grid.events?.samples ?? []
        let shown = samples.isEmpty ? [] : groups
        let rows = shown.enumerated().map { row, group -> [String] in
            let name = facts.sourceNames[samples[group].source] ?? ""
            let times = [plan.grid.groupStarts[group], plan.grid.groupEnds[group]].map { "\($0)" }
            return ["\(row)", SQLLiteral.text(name)] + times + [SQLLiteral.number(samples[group].value)]
        }
        guard !facts.hasEqualRows(of: .workouts) || Set(rows.map { Array($0.dropFirst()) }).count == rows.count else {
            throw SQLRefusal(
                .subject, "two workouts have the same source, start, end and activity, and the table can't tell them apart",
                help: "use `by day`")
        }
        query.add(
            Self.ownWorkouts, columns: ["bucket", "source", "start_ms", "end_ms", "value"],
            "The workout of each row. A row counts only its own workout, also if others are at the same time.", rows: rows)
    }

    /// The rows of people with different days; nil if all have the same.
    var days: SQLDays? {
        plan.cohort.flatMap { $0.hasOwnDays ? SQLDays(plan, $0, hasInstants: hasInstants, hasTexts: hasTexts) : nil }
    }

    /// Adds a table with the time spans of rows.
    func addSlices(named name: String, to query: inout SQLQuery) {
        let purpose = "The time spans of each row for measures with other rules."
        if let days { return days.addSlices(named: name, purpose, to: &query) }
        let rowOfGroup = Dictionary(uniqueKeysWithValues: zip(groups, 0...))
        let slices = sliceBounds().enumerated().compactMap { bucket, bounds in
            rowOfGroup[plan.grid.groupOfBucket.map { Int($0[bucket]) } ?? bucket].map { [String($0)] + bounds }
        }
        query.add(
            name, columns: ["bucket", "from_ms", "to_ms"], purpose, rows: slices)
    }

    /// Adds a table of rows with their times. If there are many rows, they become runs, and the texts of the times are computed.
    func addRows(
        _ name: String, columns: [String], _ purpose: String, rows: [[String]], times: [(start: Int64, end: Int64)],
        to query: inout SQLQuery
    ) {
        let labels = ["start", "end"].map(SQLLiteral.identifier)
        guard query.writesRuns(of: rows.count), columns.contains(labels[0]), times.allSatisfy({ $0.start != .min }) else {
            return query.add(name, columns: columns, purpose, rows: rows)
        }
        let places = columns.indices.filter { !labels.contains(columns[$0]) }
        let instants = columns.contains("start_ms") ? [] : ["start_ms", "end_ms"]
        let shortRows = zip(rows, times).map { row, time in
            places.map { row[$0] } + (instants.isEmpty ? [] : ["\(time.start)", "\(time.end)"])
        }
        query.add("\(name)_known", columns: places.map { columns[$0] } + instants, purpose, rows: shortRows)
        let first = times.map(\.start).min() ?? 0
        let span = Instant(milliseconds: first)...Instant(milliseconds: max(times.map(\.end).max() ?? 0, first))
        let clock = SQLClock(plan: plan, facts: SQLStoreFacts(span: span), offsets: "\(name)_clock", hasSuffix: hasSuffix)
        clock.addTexts(
            of: "SELECT start_ms AS ms FROM \(name)_known UNION SELECT end_ms FROM \(name)_known", named: "\(name)_texts", to: &query)
        let shown = columns.map { column in
            switch labels.firstIndex(of: column) {
            case 0?: "s.text AS \(column)"
            case nil: "r.\(column)"
            default: "e.text AS \(column)"
            }
        }
        query.add(
            name, "The rows with the texts of their times.",
            """
            SELECT \(shown.joined(separator: ", "))
            FROM \(name)_known AS r
            JOIN \(name)_texts AS s ON s.ms = r.start_ms
            JOIN \(name)_texts AS e ON e.ms = r.end_ms
            """)
    }

    private var words: String {
        if let events = plan.events { return "One row for each interval of `\(events.words)`, as in the store." }
        guard let interval = plan.grid.intervalText ?? plan.grid.profiles.first?.rawValue else { return "One row for the whole range." }
        return "One row for each \(interval), in \(plan.zone.identifier). An instant on the edge of two buckets belongs to the later one."
    }

    private var cut: String {
        plan.edges == .clip && plan.grid.intervalText != nil
            ? "Bounds are in milliseconds and clipped to the range." : "Bounds are in milliseconds."
    }

    func labels(of group: Int) -> [String] {
        let grid = plan.grid
        var labels: [String] = []
        if grid.hasTimeKey, hasTexts { labels += [grid.groupStarts[group], grid.groupEnds[group]].map(time) }
        if let events = grid.events { labels += events.labels[group].map { $0?.sqlLiteral ?? "NULL" } }
        for (profile, slots) in zip(grid.profiles, grid.slots) {
            let slot = Int(slots[group])
            labels.append(SQLLiteral.slot(slot, of: profile))
        }
        if !instants.isEmpty {
            labels += [grid.groupStarts[group], grid.groupEnds[group]].map { $0 == .min ? "NULL" : "\($0)" }
        }
        return labels
    }

    /// Returns a time as in csv, or NULL if it is unknown because there are no samples.
    func time(_ milliseconds: Int64) -> String {
        guard milliseconds != .min else { return "NULL" }
        let instant = Instant(milliseconds: milliseconds)
        return SQLLiteral.text(hasSuffix ? ISO8601.text(of: instant, in: plan.zone) : ISO8601.text(of: plan.zone.civil(at: instant)))
    }

    /// Returns the bounds of each elementary bucket. They are NULL if the bucket is outside the range, so that no sample matches.
    func sliceBounds() -> [[String]] {
        let grid = plan.grid
        if let events = grid.events {
            let whole = grid.groupStarts.indices.map { group in
                grid.groupStarts[group]..<(events.isEndless[group] ? plan.range.limit.milliseconds : grid.groupEnds[group])
            }
            let spans = plan.edges == .clip ? plan.groupsInRange.map(\.span) : whole
            return spans.map { $0.isEmpty ? ["NULL", "NULL"] : ["\($0.lowerBound)", "\($0.upperBound)"] }
        }
        // Without samples, the slots of a profile are still rows, but without time.
        guard grid.bucketCount > 0 else { return Array(repeating: ["NULL", "NULL"], count: grid.groupCount) }
        let range = (start: plan.range.start.milliseconds, end: plan.range.end.milliseconds)
        if plan.edges != .clip, grid.intervalText == nil, grid.profiles.isEmpty {
            // Without `by`, samples count in full, including their time outside the range.
            return [["\(Self.beginning)", "\(Self.end)"]]
        }
        var edges = plan.edges == .clip ? grid.edges.map { min(max($0, range.start), range.end) } : grid.edges
        // Without a range, the last bucket includes an instant at its end.
        if plan.range.includesEnd, let last = edges.last, last == range.end { edges[edges.count - 1] = last + 1 }
        return zip(edges, edges.dropFirst()).map { $0 < $1 ? ["\($0)", "\($1)"] : ["NULL", "NULL"] }
    }
}

extension KeyValue {
    fileprivate var sqlLiteral: String {
        switch self {
        case .text(let text): SQLLiteral.text(text)
        case .integer(let number): "\(number)"
        case .number(let number): SQLLiteral.number(number)
        case .flag(let answer): SQLLiteral.text("\(answer)")
        }
    }
}
