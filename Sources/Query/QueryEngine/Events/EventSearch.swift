// Finds the intervals that are rows: workouts, nights, or the intervals of any set (S13.1 to S13.3).
//
//     range              |                    |
//     asleep          ▒▒▒▒▒▒ ▒▒▒     ▒▒    ▒▒▒▒▒▒▒▒
//     stays           └─────────┘    └┘    └──────┘       gaps of up to one hour are part of a stay
//     rows            └─ night ─┘   (nap)  └ night ┘      one night for each date: the longest that ends on it
//
// An interval must be known from its true start to its true end. So the search reads a day around the range, then a month, then a year, and
// all samples only if an interval reaches further.
//
// Invariant: an interval is partial only if the written range cuts it, or if it has not ended.
//
// Decisions 0050 (rows that are intervals), 0103 (nights are in stays), 0107 (nights of implied ends).

import CalendarIntervals
import HealthModel
import QueryPlan

/// Finds the intervals that are rows, and makes them groups of the grid.
struct EventSearch {
    let plan: Plan
    private let events: EventRows
    let search: IntervalSearch
    let source: any SampleSource
    let options: EngineOptions
    let range: Stretch
    /// The times near events that measures count, without duplicates; empty if rows are the events.
    private let windows: [(window: EventWindow?, isNearest: Bool)]

    /// An interval, and the value in the key's own column.
    struct Event {
        var stretch: Stretch
        /// The values of the key's columns, without the start of the event.
        var labels: [KeyValue?] = []
        /// True if it is shorter than the key asks for.
        var isIncomplete = false
        /// The stay in bed to which a night belongs.
        var stay: Stretch?
        /// The workout whose interval it is.
        var sample: RowSample?
        /// The distance of a split in the range of the query; nil for other rows.
        var meters: Double?
    }

    init(_ plan: Plan, _ events: EventRows, source: any SampleSource, options: EngineOptions) {
        self.plan = plan
        self.events = events
        (self.source, self.options) = (source, options)
        search = IntervalSearch(plan, source: source, options: options)
        let chosen = plan.wholeRows ?? plan.range
        range = Stretch(from: chosen.start.milliseconds, to: chosen.limit.milliseconds)
        windows = events.isNear ? plan.windows : []
    }

    /// Returns the grid of the plan with the intervals as groups, in order of their starts and ends.
    func grid() throws -> TimeGrid {
        var grid = plan.grid
        guard !plan.range.isUnknown else { return grid }
        var groups = EventGroups()
        var events: [Event]
        switch self.events.kind {
        case .samples(let samples): events = try self.events(of: samples)
        case .intervals(let set): events = try whole(set, near: range).map { Event(stretch: $0) }
        case .nights(let sets): (events, groups.napCount) = try nights(of: sets)
        case .splits(let splits): (events, groups.noDistanceCount) = try self.splits(splits)
        case .parts(let workouts): events = try parts(of: workouts)
        }
        events = events.filter { isInRange($0.stretch) && !(self.events.isNear && ($0.stretch.from == .min || $0.stretch.to == .max)) }
        guard events.count <= EngineOptions.greatestRowCount else { throw EngineError.tooManyRows(events.count) }
        // Only time that the query leaves out makes an interval partial, not an implied end of the range.
        let isCut = plan.wholeRows == nil
        let known = KnownTime(
            from: isCut && plan.cutsStart ? Instant(milliseconds: range.from) : nil, to: isCut && plan.cutsEnd ? plan.range.end : nil,
            now: plan.nowOfRows)
        for event in inOrder(events) { try add(event, to: &grid, &groups, known) }
        grid.groupCount = events.count
        grid.events = groups
        return grid
    }

    /// Returns events in the order of their rows.
    func inOrder(_ events: [Event]) -> [Event] {
        let times = events.map { shown($0.stretch) }
        let order = events.indices.sorted {
            (times[$0].from, times[$0].to, events[$0].stretch.from, $0) < (times[$1].from, times[$1].to, events[$1].stretch.from, $1)
        }
        return order.map { events[$0] }
    }

    /// Returns the time that the row of an event shows.
    private func shown(_ stretch: Stretch) -> Stretch {
        guard let window = events.window else { return stretch }
        let span = window.span(near: stretch.from..<stretch.to)
        return Stretch(from: span.lowerBound, to: span.upperBound)
    }

    private func add(_ event: Event, to grid: inout TimeGrid, _ groups: inout EventGroups, _ known: KnownTime) throws {
        let stretch = shown(event.stretch)
        grid.groupStarts.append(stretch.from == .min ? range.from : stretch.from)
        grid.groupEnds.append(stretch.to == .max ? plan.range.end.milliseconds : stretch.to)
        let start = Instant(milliseconds: event.stretch.from)
        let columns = events.keyColumns.count
        let label: [KeyValue?] = events.window == nil ? [] : [.text(ISO8601.text(of: start, in: plan.zone))]
        groups.labels.append(Array((label + event.labels + Array(repeating: nil, count: columns)).prefix(columns)))
        groups.isEndless.append(stretch.to == .max)
        if let sample = event.sample { groups.samples.append(sample) }
        if let meters = event.meters { groups.meters.append(meters) }
        if events.isNear {
            groups.spans.append(event.stretch.from..<event.stretch.to)
            groups.isPartial.append(addTimes(near: event.stretch, to: &groups, known))
        } else {
            let whole = usesStays ? event.stay ?? event.stretch : event.stretch
            let isOpen = try whole.from == .min || whole.to == .max || isGapUntilNow(whole)
            groups.isPartial.append(known.isPartial(from: whole.from, to: whole.to) || isOpen || event.isIncomplete)
        }
        if let stay = event.stay {
            let start = stay.from == .min ? range.from : stay.from
            groups.stays.append(start..<(stay.to == .max ? plan.range.end.milliseconds : stay.to))
        }
    }

    /// True for a gap that no sample has ended yet (S11.7).
    private func isGapUntilNow(_ stretch: Stretch) throws -> Bool {
        let now = plan.now.milliseconds
        guard stretch.to == now, case .intervals(.gaps(let set, _)) = events.kind else { return false }
        return try !search.list(set, in: Stretch(from: now, to: now + 1)).stretches.contains { $0.from == now }
    }

    /// Adds the times near an event to those that rows reach. Returns true if a measure lacks a part of its time.
    private func addTimes(near event: Stretch, to groups: inout EventGroups, _ known: KnownTime) -> Bool {
        var isPartial = false
        for window in windows {
            let span = window.window?.span(near: event.from..<event.to) ?? event.from..<event.to
            if window.isNearest {
                // The range doesn't cut values near an event, but what is still to come is unknown.
                let isOpen =
                    window.window?.length != nil
                    && KnownTime(from: nil, to: nil, now: plan.nowOfRows).isPartial(
                        from: span.lowerBound, to: span.upperBound)
                isPartial = isPartial || isOpen
            } else {
                isPartial = isPartial || known.isPartial(from: span.lowerBound, to: span.upperBound)
                let reach = groups.reach ?? span
                groups.reach = min(reach.lowerBound, span.lowerBound)..<max(reach.upperBound, span.upperBound)
            }
        }
        return isPartial
    }

    /// True if a measure counts in whole stays in bed.
    private var usesStays: Bool {
        if case .statistics(let measures) = plan.subject { measures.contains(where: plan.usesStays) } else { false }
    }

    /// Returns true if an interval is a row. A range with implied ends has the nights of its dates (S13.2).
    private func isInRange(_ stretch: Stretch) -> Bool {
        guard plan.wholeRows != nil, events.isByEnd, range.from < range.to, stretch.to != .max else { return meetsRange(stretch) }
        func date(_ time: Int64) -> CivilDate { plan.zone.date(at: Instant(milliseconds: time)) }
        return stretch.to >= range.from && date(stretch.to) <= date(range.to - 1)
    }

    func meetsRange(_ stretch: Stretch) -> Bool {
        stretch.from < range.to && (stretch.to > range.from || stretch.from == stretch.to && stretch.from == range.from)
    }

    // MARK: Kinds of intervals

    /// Returns the samples of a metric that have a length.
    func events(of samples: SampleIntervals) throws -> [Event] {
        var activities: [Int64: String] = [:]
        let isWorkouts = samples.metric == .workouts
        if isWorkouts {
            let workouts = try source.workouts(from: Instant(milliseconds: range.from), through: Instant(milliseconds: range.to))
            for workout in workouts { activities[workout.number] = WorkoutActivityType(exportName: workout.activity).shortName }
        }
        var events: [Event] = []
        let (keepsInstants, valueKey) = (self.events.isNear, self.events.valueKey)
        let reader = try search.reader(of: samples, in: range) {
            if isWorkouts { $0.columns = [.numbers, .sources, .values] } else if valueKey != nil { $0.columns = [.values] }
        }
        try reader.read { batch, _ in
            for row in 0..<batch.count where keepsInstants || batch.starts[row] < batch.ends[row] {
                let stretch = Stretch(from: batch.starts[row], to: batch.ends[row])
                guard meetsRange(stretch) else { continue }
                var event = Event(stretch: stretch)
                if let valueKey, case .value(let conversion, _) = valueKey {
                    event.labels = [.number(conversion?(batch.values[row]) ?? batch.values[row])]
                }
                if isWorkouts {
                    event.labels = [activities[batch.numbers[row]].map { .text($0) }]
                    event.sample = RowSample(number: batch.numbers[row], source: batch.sources[row], value: batch.values[row])
                }
                events.append(event)
            }
            return true
        }
        return events
    }

    /// Returns the longest night that ends on each local date, and the number of the others (S13.3).
    private func nights(of sets: NightSets) throws -> ([Event], Int) {
        // Intervals that end on the same date are less than two days away, also if a history of zones skips or repeats a day.
        let near = Stretch(from: range.from - 3 * millisecondsPerDay, to: range.to + 3 * millisecondsPerDay)
        let stays = try whole(sets.stays, near: near)
        guard let first = stays.first, let last = stays.last else { return ([], 0) }
        let asleep = try search.list(sets.asleep, in: Stretch(from: first.from, to: last.to)).withoutInstants()
        // Without time asleep, a stay is a night if a measure counts in it, or if there is no time asleep at all.
        func isEmpty(_ list: IntervalList) -> Bool { list.withoutInstants().stretches.isEmpty }
        let hasBeds = try usesStays || isEmpty(asleep) && isEmpty(search.list(sets.asleep, in: IntervalList.farthest))
        // A night without an end has no date.
        var nights: [CivilDate?: [Night]] = [:]
        for stay in stays {
            let parts = asleep.intersection(IntervalList([stay])).withoutInstants().stretches
            let stretch = parts.first.flatMap { first in parts.last.map { Stretch(from: first.from, to: $0.to) } }
            if stretch == nil, !hasBeds { continue }
            let night = Night(stretch: stretch ?? stay, stay: stay, isAsleep: stretch != nil)
            nights[night.stretch.to == .max ? nil : plan.zone.date(at: Instant(milliseconds: night.stretch.to)), default: []].append(night)
        }
        var events: [Event] = []
        var napCount = 0
        for (date, nights) in nights {
            // Of two that are equally long, the earlier one is the night.
            guard let longest = nights.max(by: { $0.order < $1.order }) else { continue }
            events.append(Event(stretch: longest.stretch, labels: [date.map { .text(ISO8601.text(of: $0)) }], stay: longest.stay))
            let meeting = nights.count { $0.isAsleep == longest.isAsleep && isInRange($0.stretch) }
            napCount += meeting - (isInRange(longest.stretch) ? 1 : 0)
        }
        return (events, napCount)
    }

    /// The time asleep in a stay, from its first to its last moment, or else the stay.
    private struct Night {
        var stretch: Stretch
        var stay: Stretch
        var isAsleep: Bool

        /// The greatest is the night of its date.
        var order: (Int, Double, Double) {
            // The difference of integers would overflow without a start or an end.
            (isAsleep ? 1 : 0, Double(stretch.to) - Double(stretch.from), -Double(stretch.from))
        }
    }

    /// Returns the intervals of a set that meet a stretch of time, each from its true start to its true end.
    private func whole(_ set: IntervalExpression, near: Stretch) throws -> [Stretch] {
        func meeting(_ list: IntervalList) -> [Stretch] {
            let stretches = events.isNear ? list.stretches : list.withoutInstants().stretches
            return stretches.filter { $0.from < near.to && ($0.to > near.from || $0.from == $0.to && $0.from == near.from) }
        }
        // Most intervals are short. The whole time of the store is read only for those that are not.
        for days: Int64 in [1, 30, 365] {
            let slack = days * millisecondsPerDay
            let window = Stretch(from: near.from - slack, to: near.to + slack)
            let found = meeting(try search.list(set, in: window))
            if found.first.map({ $0.from > window.from }) ?? true, found.last.map({ $0.to < window.to }) ?? true { return found }
        }
        return meeting(try search.list(set, in: IntervalList.farthest))
    }
}

extension Plan {
    /// The times near events that the measures count.
    fileprivate var windows: [(window: EventWindow?, isNearest: Bool)] {
        guard case .statistics(let measures) = subject else { return [] }
        return measures.reduce(into: []) { found, measure in
            let own = following(measure)
            let next = (window: own.window, isNearest: own.isNearest(measure))
            if !found.contains(where: { $0 == next }) { found.append(next) }
        }
    }
}
