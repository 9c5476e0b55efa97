import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary
import TerminalText

/// The keys of `by`, by kind.
struct BoundKeys {
    var interval: IntervalComponents?
    /// The interval as the formatter prints it.
    var intervalText: String?
    /// The first day of the week: `by week starting sunday`.
    var weekStart: WeekdayPhrase?
    var profiles: [Profile] = []
    /// The key whose rows are intervals: `workout`, `night`, `each (…)`.
    var eventKey: GroupingKey?
    /// The other keys, which the binder of samples or of rows binds.
    var others: [GroupingKey] = []

    /// The maximum number of rows of a result.
    static let maximumRowCount = 1_000_000

    init(_ clause: Clause?, times: TimeResolver, _ binder: Binder) {
        if case .by(let keys)? = clause?.kind { self.init(keys, times: times, binder) } else { self.init([], times: times, binder) }
    }

    /// Binds keys. Skips a key after reporting an error.
    ///
    /// - Parameter columns: The keys of the rows, in a stage.
    init(_ written: [GroupingKey], times: TimeResolver, columns: [String]? = nil, _ binder: Binder) {
        let keys = written.map { binder.weekend($0, columns: columns) ?? $0 }
        for key in keys {
            switch key.kind {
            case .each where columns == nil, .splits where columns == nil, .parts where columns == nil,
                .interval(.name, nil) where columns == nil && binder.isEvent(key):
                if eventKey == nil { eventKey = key }
            case .interval(.name(let name), nil)
            where binder.isEvent(key) || binder.isKey(name, among: columns ?? [GroupingWord.activity.rawValue])
                || binder.isPersonField(name) || binder.isSampleField(name):
                others.append(key)
            case .interval(let phrase, let starting):
                guard let bound = binder.collect(try times.interval(binder.amount(phrase, isKey: true), binder)).value else { continue }
                if interval != nil {
                    binder.report(.duplicateKey, "a query can have only one time interval", at: key.range, help: "remove one of them")
                }
                interval = bound
                if case .amount = phrase { intervalText = QueryFormatter.text(of: key) } else { intervalText = bound.description }
                guard let starting else { continue }
                if bound.period == .week {
                    weekStart = starting
                } else {
                    binder.report(
                        .misplacedWeekday, "`starting \(starting.weekday)` only applies to weeks", at: starting.range,
                        help: "write `by week starting \(starting.weekday)`"
                    )
                }
            case .profile(let profile):
                append(profile, to: &profiles, key, binder)
                if profile == .partOfDay { for part in DayPart.allCases { _ = binder.times(of: part) } }
            case .source, .device, .product, .metadata, .value, .condition, .bins, .bands, .edge, .each, .splits, .parts:
                others.append(key)
            }
        }
        refuseOtherTimes(keys, binder)
    }

    /// The bins or bands as the formatter prints them.
    var rangesText: String? {
        others.lazy.compactMap { key in
            switch key.kind {
            case .bins, .bands: QueryFormatter.text(of: key)
            default: nil
            }
        }.first
    }

    private func append<Key: Equatable>(_ new: Key, to keys: inout [Key], _ key: GroupingKey, _ binder: Binder) {
        if keys.contains(new) {
            binder.reportTwice(key)
        } else {
            keys.append(new)
        }
    }
}

extension Binder {
    func reportTwice(_ key: GroupingKey) {
        report(.duplicateKey, "this key appears twice", at: key.range, help: "remove one of them")
    }

    /// Returns the key that `weekend` means: weekdays and weekends, unless something else has this name.
    func weekend(_ key: GroupingKey, columns: [String]?) -> GroupingKey? {
        guard case .interval(.name(let name), nil) = key.kind, name.key == "weekend", !name.isQuoted, context.names[name] == nil,
            !isKey(name, among: columns ?? []), !isPersonField(name)
        else { return nil }
        var weekend = key
        weekend.kind = .profile(.weekdayOrWeekend)
        return weekend
    }

    /// Returns true for `by stage`, which means the values of sleep, and for a field that some metrics have, unless something else has
    /// this name (S12.1).
    func isSampleField(_ name: Name) -> Bool {
        (name.key == "stage" || SampleField.names.contains(name.key)) && !name.isQuoted && context.names[name] == nil
            && !isPersonField(name)
    }

    /// Returns true if a name after `by` is a key, not a `let` with a duration.
    fileprivate func isKey(_ name: Name, among columns: [String]) -> Bool {
        if context.names[name] == nil { return columns.contains { Name.key(of: $0) == name.key } }
        return condition(named: name) != nil
    }

    /// Returns the condition that a `let` names.
    func condition(named name: Name) -> QuerySyntax.Predicate? {
        guard let entry = context.names[name], case .predicate(let predicate) = entry.value else { return nil }
        return predicate
    }
}

extension Binder {
    /// Returns true if a name after `by` is `workout` or `night`, not a `let`.
    func isEvent(_ key: GroupingKey) -> Bool {
        guard case .interval(.name(let name), _) = key.kind else { return key.eventWord != nil }
        return key.eventWord != nil && context.names[name] == nil
    }
}

/// Divides a range into buckets.
struct GridBinder {
    let binder: Binder
    let calendar: PeriodCalendar
    let keys: BoundKeys
    let grid: BucketGrid
    let anchorText: String?
    let byRange: SourceRange
    /// The position of the weekday that fixes the phase of whole weeks, if any.
    let weekdayRange: SourceRange?

    /// Returns the buckets, and moves the implied ends of `bound` to bucket edges.
    ///
    /// - Parameter laterEnd: returns the end of the last sample in a range if it is after now.
    func bind(_ bound: inout BoundRange, laterEnd: (PlanRange) -> Instant?) throws(Reported) -> TimeGrid {
        let slotCount = keys.profiles.reduce(1) { $0 * $1.slotCount }
        guard slotCount <= BoundKeys.maximumRowCount else {
            throw reportTooMany(slotCount)
        }
        if let event = keys.eventKey {
            var grid = TimeGrid(eventsIn: bound.range, text: event.isOfWindow ? event.words : QueryFormatter.text(of: event))
            grid.anchorText = anchorText
            return grid
        }
        if bound.range.isUnknown { return emptyGrid() }
        guard let interval = keys.interval else {
            return keys.profiles.isEmpty ? TimeGrid(whole: bound.range) : profileGrid(bound.range)
        }
        let schedule = calendar.schedule(of: interval, holding: bound.range.start, grid: grid)
        let start = bound.movesOutward ? schedule.floor(bound.range.start) : bound.range.start
        if let weekdayRange { reportPhase(of: schedule, at: weekdayRange) }
        if bound.snapsStart { bound.range.start = schedule.floor(start) }
        if bound.snapsEnd {
            bound.range.end = schedule.ceiling(bound.range.limit)
            bound.range.includesEnd = false
        }
        // A bucket in the future is left out, unless it has samples or comes before samples.
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
                    "the clocks change on \(ISO8601.text(of: calendar.zone.date(at: drift))), "
                        + "so later buckets of \(interval) start at other times of day",
                    at: byRange, help: "add `grid clock` to start them at the same times each day",
                    note: "by default, buckets of hours count elapsed time from the anchor")
            }
        }
        var result = TimeGrid(edges: edges, intervalText: keys.intervalText, anchorText: anchorText)
        result.schedule = schedule
        guard !keys.profiles.isEmpty else { return result }
        // After too many rows, continue to report other errors in the query.
        return binder.collect(try crossed(result)).value ?? result
    }

    /// Reports the week from which buckets of several weeks are counted.
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
            at: range, help: "write `anchor \(date) \(clock)` to use the same buckets for every range")
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

    /// Returns a grid with one group for each slot of the profiles.
    private func profileGrid(_ range: PlanRange) -> TimeGrid {
        let end = range.includesEnd || range.start == range.end ? range.end.advanced(byMilliseconds: 1) : range.end
        let profile = ProfileGrid(
            keys.profiles, zone: calendar.zone, range: range.start..<end, weekStart: calendar.rule.weekStart, dayParts: calendar.dayParts)
        var grid = TimeGrid(edges: profile.edges, anchorText: anchorText)
        grid.groupOfBucket = profile.slots
        grid.groupStarts = []
        grid.groupEnds = []
        grid.profiles = keys.profiles
        return withSlots(grid, times: 1)
    }

    /// Splits buckets where a profile changes. The result has one group for each bucket and slot.
    private func crossed(_ time: TimeGrid) throws(Reported) -> TimeGrid {
        guard let first = time.edges.first, let last = time.edges.last else { return time }
        let profile = ProfileGrid(
            keys.profiles, zone: calendar.zone, range: Instant(milliseconds: first)..<Instant(milliseconds: last),
            weekStart: calendar.rule.weekStart, dayParts: calendar.dayParts)
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

    /// Adds the slot of each group. The first profile is the outermost, and all slots are repeated `times` times.
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
            .tooManyRows,
            "this query would have \(Wording.number(count)) rows, more than the maximum of \(Wording.number(BoundKeys.maximumRowCount))",
            at: byRange,
            help: "use a longer interval or a shorter range",
            note: laterEnd.map { "the last sample is from \(ISO8601.text(of: calendar.zone.date(at: $0))), after now" })
    }
}
