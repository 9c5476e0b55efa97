import QueryVocabulary
import CalendarIntervals
import HealthModel
import QueryPlan

/// The rows of a query and the stretches of time behind them, written out.
struct SQLBuckets {
    /// Instants before and after all others that a database may hold.
    static let beginning: Int64 = -9_000_000_000_000_000
    static let end: Int64 = 9_000_000_000_000_000

    let plan: Plan
    /// Whether stages want the bounds of rows in milliseconds as well: `start_ms`, `end_ms`.
    var hasInstants = false

    /// The columns that tell one row of the answer from another, as tables have them.
    var tableColumns: [String] { keyColumns.map(SQLLiteral.identifier) + instants }
    private var instants: [String] { hasInstants && hasTime ? ["start_ms", "end_ms"] : [] }

    /// The columns that rows begin with, as csv has them: times, then profiles.
    var keyColumns: [String] {
        (hasTime ? ["start", "end"] : []) + plan.grid.profiles.map(\.rawValue)
    }
    /// Whether rows have a start and an end, also where there are no rows.
    var hasTime: Bool { plan.grid.hasTimeKey || (plan.grid.groupCount == 0 && plan.grid.profiles.isEmpty) }

    /// The table that samples are joined with: `bucket`, `from_ms`, `to_ms`.
    var slices: String { plan.grid.groupOfBucket == nil ? "buckets" : "slices" }

    func add(to query: inout SQLQuery) {
        let grid = plan.grid
        let partial = plan.partialGroups
        let bounds = sliceBounds()
        let isOneToOne = grid.groupOfBucket == nil
        let groups = (0..<grid.groupCount).filter { plan.partial != .drop || !partial[$0] }
        let rows = groups.enumerated().map { row, group in
            [String(row)] + labels(of: group) + (isOneToOne ? bounds[group] : []) + [partial[group] ? "'true'" : "'false'"]
        }
        let columns =
            ["bucket"] + tableColumns + (isOneToOne ? ["from_ms", "to_ms"] : []) + ["partial"]
        query.add(
            "buckets(\(columns.joined(separator: ", ")))", isOneToOne ? "\(words) \(cut)" : words,
            SQLQuery.values(rows, columns: columns.count))
        guard let groupOfBucket = grid.groupOfBucket else { return }
        let rowOfGroup = Dictionary(uniqueKeysWithValues: zip(groups, 0...))
        let slices = zip(groupOfBucket, bounds).compactMap { group, bounds in rowOfGroup[Int(group)].map { [String($0)] + bounds } }
        query.add("slices(bucket, from_ms, to_ms)", "The stretches of time of each row. \(cut)", SQLQuery.values(slices, columns: 3))
    }

    private var words: String {
        guard let interval = plan.grid.intervalText ?? plan.grid.profiles.first?.rawValue else { return "One row: the range." }
        return
            "One row for each \(interval), in \(plan.zone.identifier); half-open, so that an instant on an edge belongs to the later one."
    }

    private var cut: String {
        plan.edges == .clip && plan.grid.intervalText != nil
            ? "The bounds are cut by the range, in milliseconds." : "Bounds are in milliseconds."
    }

    private func labels(of group: Int) -> [String] {
        let grid = plan.grid
        var labels: [String] = []
        if grid.hasTimeKey { labels += [grid.groupStarts[group], grid.groupEnds[group]].map(time) }
        for (profile, slots) in zip(grid.profiles, grid.slots) {
            let slot = Int(slots[group])
            labels.append(profile == .weekday ? SQLLiteral.text(profile.label(ofSlot: slot)) : String(slot + profile.firstNumber))
        }
        if !instants.isEmpty {
            labels += [grid.groupStarts[group], grid.groupEnds[group]].map { $0 == .min ? "NULL" : "\($0)" }
        }
        return labels
    }

    /// A time as csv has it; NULL where it is not known, which is so without samples.
    func time(_ milliseconds: Int64) -> String {
        milliseconds == .min ? "NULL" : SQLLiteral.text(ISO8601.text(of: Instant(milliseconds: milliseconds), in: plan.zone))
    }

    /// The bounds of each elementary bucket; NULL where nothing of it is in the range, so that nothing is ever inside.
    private func sliceBounds() -> [[String]] {
        let grid = plan.grid
        // Without samples the slots of a profile are rows all the same, of no time at all.
        guard grid.bucketCount > 0 else { return Array(repeating: ["NULL", "NULL"], count: grid.groupCount) }
        let range = (start: plan.range.start.milliseconds, end: plan.range.end.milliseconds)
        if plan.edges != .clip, grid.intervalText == nil, grid.profiles.isEmpty {
            // Without `by` the one bucket takes samples whole, also what they have outside the range.
            return [["\(Self.beginning)", "\(Self.end)"]]
        }
        var edges = plan.edges == .clip ? grid.edges.map { min(max($0, range.start), range.end) } : grid.edges
        // Without a range the last bucket holds an instant at the very end.
        if plan.range.includesEnd, let last = edges.last, last == range.end { edges[edges.count - 1] = last + 1 }
        return zip(edges, edges.dropFirst()).map { $0 < $1 ? ["\($0)", "\($1)"] : ["NULL", "NULL"] }
    }
}
