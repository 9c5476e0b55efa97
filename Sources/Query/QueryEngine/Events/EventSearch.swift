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
    private let plan: Plan
    private let events: EventRows
    private let search: IntervalSearch
    private let source: any SampleSource
    private let range: Stretch

    /// An interval, and the value in the key's own column.
    private struct Event {
        var stretch: Stretch
        var text: String?
        /// The stay in bed to which a night belongs.
        var stay: Stretch?
        /// The workout whose interval it is.
        var sample: RowSample?
    }

    init(_ plan: Plan, _ events: EventRows, source: any SampleSource, options: EngineOptions) {
        self.plan = plan
        self.events = events
        self.source = source
        search = IntervalSearch(plan, source: source, options: options)
        let chosen = plan.wholeRows ?? plan.range
        range = Stretch(from: chosen.start.milliseconds, to: chosen.limit.milliseconds)
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
        }
        events = events.filter { isInRange($0.stretch) }
        guard events.count <= EngineOptions.greatestRowCount else { throw EngineError.tooManyRows(events.count) }
        // Only time that the query leaves out makes an interval partial, not an implied end of the range.
        let isCut = plan.wholeRows == nil
        let known = KnownTime(
            from: isCut && plan.cutsStart ? Instant(milliseconds: range.from) : nil, to: isCut && plan.cutsEnd ? plan.range.end : nil,
            now: plan.nowOfRows)
        let order = events.indices.sorted {
            (events[$0].stretch.from, events[$0].stretch.to, $0) < (events[$1].stretch.from, events[$1].stretch.to, $1)
        }
        let usesStays = usesStays
        for event in order.map({ events[$0] }) {
            let (from, to) = (event.stretch.from, event.stretch.to)
            grid.groupStarts.append(from == .min ? range.from : from)
            grid.groupEnds.append(to == .max ? plan.range.end.milliseconds : to)
            groups.texts.append(event.text)
            groups.isEndless.append(to == .max)
            if let sample = event.sample { groups.samples.append(sample) }
            let whole = usesStays ? event.stay ?? event.stretch : event.stretch
            groups.isPartial.append(known.isPartial(from: whole.from, to: whole.to) || from == .min || to == .max)
            if let stay = event.stay {
                let start = stay.from == .min ? range.from : stay.from
                groups.stays.append(start..<(stay.to == .max ? plan.range.end.milliseconds : stay.to))
            }
        }
        grid.groupCount = events.count
        grid.events = groups
        return grid
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

    private func meetsRange(_ stretch: Stretch) -> Bool { stretch.from < range.to && stretch.to > range.from }

    // MARK: Kinds of intervals

    /// Returns the samples of a metric that have a length.
    private func events(of samples: SampleIntervals) throws -> [Event] {
        var activities: [Int64: String] = [:]
        let isWorkouts = samples.metric == .workouts
        if isWorkouts {
            let workouts = try source.workouts(from: Instant(milliseconds: range.from), through: Instant(milliseconds: range.to))
            for workout in workouts { activities[workout.number] = WorkoutActivityType(exportName: workout.activity).shortName }
        }
        var events: [Event] = []
        let reader = try search.reader(of: samples, in: range) { if isWorkouts { $0.columns = [.numbers, .sources, .values] } }
        try reader.read { batch, _ in
            for row in 0..<batch.count where batch.starts[row] < batch.ends[row] {
                let stretch = Stretch(from: batch.starts[row], to: batch.ends[row])
                guard meetsRange(stretch) else { continue }
                var event = Event(stretch: stretch)
                if isWorkouts {
                    event.text = activities[batch.numbers[row]]
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
            events.append(Event(stretch: longest.stretch, text: date.map(ISO8601.text), stay: longest.stay))
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
            list.withoutInstants().stretches.filter { $0.from < near.to && $0.to > near.from }
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
