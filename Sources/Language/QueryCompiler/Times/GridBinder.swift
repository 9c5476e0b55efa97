import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// The keys of `by`, sorted out.
struct BoundKeys {
    var interval: IntervalComponents?
    /// The interval as the formatter prints it.
    var intervalText: String?
    var weekStart: Weekday?
    var profiles: [Profile] = []
    var splits: [SplitKey] = []

    /// More groups than this are no answer that anybody reads.
    static let maximumRowCount = 1_000_000

    init(_ clause: Clause?, times: TimeResolver, _ binder: Binder) {
        if case .by(let keys)? = clause?.kind { self.init(keys, times: times, binder) } else { self.init([], times: times, binder) }
    }

    /// Leaves out a key that was reported.
    init(_ keys: [GroupingKey], times: TimeResolver, _ binder: Binder) {
        for key in keys {
            switch key.kind {
            case .interval(let phrase, let starting):
                guard let bound = binder.collect(try times.interval(binder.amount(phrase, isKey: true), binder)).value else { continue }
                if interval != nil {
                    binder.report(.duplicateKey, "a query has one time interval", at: key.range, help: "leave one of them out")
                }
                interval = bound
                if case .amount = phrase { intervalText = QueryFormatter.text(of: key) } else { intervalText = bound.description }
                guard let starting else { continue }
                if bound.period == .week {
                    weekStart = starting.weekday
                } else {
                    binder.report(
                        .misplacedWeekday, "only weeks start on a weekday", at: starting.range, help: "by week starting \(starting.weekday)"
                    )
                }
            case .profile(let profile):
                append(profile, to: &profiles, key, binder)
            case .source: append(.source, to: &splits, key, binder)
            case .device: append(.device, to: &splits, key, binder)
            case .metadata(let operand):
                if let name = binder.collect(try binder.text(operand)).value { append(.metadata(name), to: &splits, key, binder) }
            }
        }
    }

    private func append<Key: Equatable>(_ new: Key, to keys: inout [Key], _ key: GroupingKey, _ binder: Binder) {
        if keys.contains(new) {
            binder.report(.duplicateKey, "this key stands here twice", at: key.range, help: "leave one of them out")
        } else {
            keys.append(new)
        }
    }
}

/// Lays buckets over a range.
struct GridBinder {
    let binder: Binder
    let calendar: PeriodCalendar
    let keys: BoundKeys
    let grid: BucketGrid
    let anchorText: String?
    let byRange: SourceRange
    /// Where the weekday stands that fixes the phase of whole weeks; nil where none does.
    let weekdayRange: SourceRange?

    /// Returns the buckets, and moves the implied ends of `bound` to their edges.
    ///
    /// - Parameter laterEnd: gives the end of the last sample in a range if that is after now.
    func bind(_ bound: inout BoundRange, laterEnd: (PlanRange) -> Instant?) throws(Reported) -> TimeGrid {
        let slotCount = keys.profiles.reduce(1) { $0 * $1.slotCount }
        guard slotCount <= BoundKeys.maximumRowCount else {
            throw reportTooMany(slotCount)
        }
        if bound.range.isUnknown { return emptyGrid() }
        guard let interval = keys.interval else {
            return keys.profiles.isEmpty ? TimeGrid(whole: bound.range) : profileGrid(bound.range)
        }
        let schedule = calendar.schedule(of: interval, holding: bound.range.start, grid: grid)
        let start = bound.range.start
        if let weekdayRange { reportPhase(of: schedule, at: weekdayRange) }
        if bound.snapsStart { bound.range.start = schedule.floor(start) }
        if bound.snapsEnd {
            bound.range.end = schedule.ceiling(bound.range.limit)
            bound.range.includesEnd = false
        }
        // A bucket that has not begun has nothing to say, unless there are samples in it or after it.
        let now = calendar.now.advanced(byMilliseconds: 1)
        let later = laterEnd(bound.range)
        let begun = start..<max(start, min(bound.range.limit, max(now, later ?? now)))
        let count = schedule.bucketCount(covering: begun)
        guard count <= BoundKeys.maximumRowCount else {
            throw reportTooMany(count, laterEnd: later)
        }
        let edges = schedule.edges(covering: begun)
        if let first = edges.first, let last = edges.last {
            let shown = Instant(milliseconds: first)..<Instant(milliseconds: last)
            if let drift = schedule.firstDrift(inside: shown) {
                binder.report(
                    .driftingGrid,
                    "the clocks change on \(ISO8601.text(of: calendar.zone.date(at: drift))): buckets of \(interval) fall on other times of day after it",
                    at: byRange, help: "`grid clock` keeps the wall clock",
                    note: "hours are elapsed time from the anchor")
            }
        }
        var result = TimeGrid(edges: edges, intervalText: keys.intervalText, anchorText: anchorText)
        result.schedule = schedule
        guard !keys.profiles.isEmpty else { return result }
        // There may be more to say of the query than that it has too many rows.
        return binder.collect(try crossed(result)).value ?? result
    }

    /// Says which week buckets of several weeks are counted from.
    private func reportPhase(of schedule: BucketSchedule, at range: SourceRange) {
        let week = CalendarPeriod.week.approximateMilliseconds
        guard calendar.fixed == nil, schedule.interval.isWholeWeeks, schedule.interval.approximateMilliseconds > week else { return }
        let anchor = schedule.anchor
        let weekday = anchor.date.weekday.name
        let date = ISO8601.text(of: anchor.date)
        let clock = ISO8601.text(of: anchor).dropFirst(date.count + 1).prefix(anchor.second == 0 ? 5 : 8)
        binder.report(
            .weekOfPhase,
            "buckets of \(schedule.interval) are counted from \(weekday.prefix(1).uppercased() + weekday.dropFirst()) \(date), "
                + "the last one at or before the start of the range",
            at: range, help: "write `anchor \(date) \(clock)`: a date fixes them for every range")
    }

    private func emptyGrid() -> TimeGrid {
        guard keys.interval == nil, keys.profiles.isEmpty else {
            var grid = TimeGrid(edges: [], intervalText: keys.intervalText, anchorText: anchorText)
            grid.profiles = keys.profiles
            grid.slots = keys.profiles.map { _ in [] }
            grid.schedule = keys.interval.map { calendar.schedule(of: $0, holding: calendar.now, grid: self.grid) }
            return keys.interval == nil ? withSlots(grid, times: 1) : grid
        }
        var grid = TimeGrid(edges: [.min, .min + 1], anchorText: anchorText)
        grid.groupEnds = [.min]
        return grid
    }

    /// One group for every slot of the profiles.
    private func profileGrid(_ range: PlanRange) -> TimeGrid {
        let end = range.includesEnd || range.start == range.end ? range.end.advanced(byMilliseconds: 1) : range.end
        let profile = ProfileGrid(keys.profiles, zone: calendar.zone, range: range.start..<end, weekStart: calendar.rule.weekStart)
        var grid = TimeGrid(edges: profile.edges, anchorText: anchorText)
        grid.groupOfBucket = profile.slots
        grid.groupStarts = []
        grid.groupEnds = []
        grid.profiles = keys.profiles
        return withSlots(grid, times: 1)
    }

    /// Buckets cut further where a profile changes: one group for every bucket and slot.
    private func crossed(_ time: TimeGrid) throws(Reported) -> TimeGrid {
        guard let first = time.edges.first, let last = time.edges.last else { return time }
        let profile = ProfileGrid(
            keys.profiles, zone: calendar.zone, range: Instant(milliseconds: first)..<Instant(milliseconds: last),
            weekStart: calendar.rule.weekStart)
        let count = time.groupCount * profile.slotCount
        guard count <= BoundKeys.maximumRowCount else {
            throw reportTooMany(count)
        }
        var edges: [Int64] = []
        var groups: [Int32] = []
        var (bucket, slot) = (0, 0)
        while bucket < time.bucketCount, slot < profile.slots.count {
            edges.append(max(time.edges[bucket], profile.edges[slot]))
            groups.append(Int32(bucket * profile.slotCount) + profile.slots[slot])
            let (bucketEnd, slotEnd) = (time.edges[bucket + 1], profile.edges[slot + 1])
            if bucketEnd <= slotEnd { bucket += 1 }
            if slotEnd <= bucketEnd { slot += 1 }
        }
        edges.append(last)
        var grid = time
        grid.edges = edges
        grid.groupOfBucket = groups
        grid.profiles = keys.profiles
        grid.groupStarts = time.groupStarts.flatMap { Array(repeating: $0, count: profile.slotCount) }
        grid.groupEnds = time.groupEnds.flatMap { Array(repeating: $0, count: profile.slotCount) }
        return withSlots(grid, times: time.groupCount)
    }

    /// Fills in the slot of each group, the first profile outermost, all of it `times` times over.
    private func withSlots(_ grid: TimeGrid, times: Int) -> TimeGrid {
        var grid = grid
        let counts = grid.profiles.map(\.slotCount)
        let total = counts.reduce(1, *)
        grid.groupCount = total * times
        grid.slots = counts.indices.map { index in
            let inner = counts[(index + 1)...].reduce(1, *)
            return (0..<grid.groupCount).map { Int32($0 % total / inner % counts[index]) }
        }
        return grid
    }

    private func reportTooMany(_ count: Int, laterEnd: Instant? = nil) -> Reported {
        binder.report(
            .tooManyRows, "this would give \(count) rows; at most \(BoundKeys.maximumRowCount) are shown", at: byRange,
            help: "choose a longer interval or a shorter range",
            note: laterEnd.map { "the last sample is from \(ISO8601.text(of: calendar.zone.date(at: $0))), after now" })
    }
}
