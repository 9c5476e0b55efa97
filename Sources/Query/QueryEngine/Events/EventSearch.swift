import CalendarIntervals
import HealthModel
import QueryPlan

/// Finds the intervals that are rows (S13.1 to S13.3).
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
    }

    init(_ plan: Plan, _ events: EventRows, source: any SampleSource, options: EngineOptions) {
        self.plan = plan
        self.events = events
        self.source = source
        search = IntervalSearch(plan, source: source, options: options)
        range = Stretch(from: plan.range.start.milliseconds, to: plan.range.limit.milliseconds)
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
        case .nights(let set): (events, groups.napCount) = try nights(of: set)
        }
        events = events.filter { meetsRange($0.stretch) }
        guard events.count <= EngineOptions.greatestRowCount else { throw EngineError.tooManyRows(events.count) }
        // Only time that the query leaves out makes an interval partial, not an implied end of the range.
        let known = KnownTime(
            from: plan.cutsStart ? range.from : .min, to: plan.cutsEnd ? plan.range.end.milliseconds : .max, now: plan.nowOfRows)
        let order = events.indices.sorted {
            (events[$0].stretch.from, events[$0].stretch.to, $0) < (events[$1].stretch.from, events[$1].stretch.to, $1)
        }
        for event in order.map({ events[$0] }) {
            let (from, to) = (event.stretch.from, event.stretch.to)
            grid.groupStarts.append(from == .min ? range.from : from)
            grid.groupEnds.append(to == .max ? plan.range.end.milliseconds : to)
            groups.texts.append(event.text)
            groups.isEndless.append(to == .max)
            groups.isPartial.append(known.isPartial(from: from, to: to) || from == .min || to == .max)
        }
        grid.groupCount = events.count
        grid.events = groups
        return grid
    }

    private func meetsRange(_ stretch: Stretch) -> Bool { stretch.from < range.to && stretch.to > range.from }

    // MARK: Kinds of intervals

    /// Returns the samples of a metric that have a length.
    private func events(of samples: SampleIntervals) throws -> [Event] {
        var activities: [Int64: String] = [:]
        if samples.metric == .workouts {
            let workouts = try source.workouts(from: Instant(milliseconds: range.from), through: Instant(milliseconds: range.to))
            for workout in workouts { activities[workout.number] = WorkoutActivityType(exportName: workout.activity).shortName }
        }
        var events: [Event] = []
        _ = try search.read(samples, in: range, columns: activities.isEmpty ? [] : .numbers) { batch in
            for row in 0..<batch.count where batch.starts[row] < batch.ends[row] {
                let stretch = Stretch(from: batch.starts[row], to: batch.ends[row])
                guard meetsRange(stretch) else { continue }
                events.append(Event(stretch: stretch, text: activities.isEmpty ? nil : activities[batch.numbers[row]]))
            }
        }
        return events
    }

    /// Returns the longest interval that ends on each local date, and the number of the others.
    private func nights(of set: IntervalExpression) throws -> ([Event], Int) {
        // Intervals that end on the same date are less than two days away, also if a history of zones skips or repeats a day.
        let near = Stretch(from: range.from - 3 * millisecondsPerDay, to: range.to + 3 * millisecondsPerDay)
        // A stretch without an end has no date.
        var nights: [CivilDate?: Stretch] = [:]
        // The difference of integers would overflow without a start or an end.
        func length(_ stretch: Stretch) -> Double { Double(stretch.to) - Double(stretch.from) }
        var sessionCount = 0
        for stretch in try whole(set, near: near) {
            if meetsRange(stretch) { sessionCount += 1 }
            let date = stretch.to == .max ? nil : plan.zone.date(at: Instant(milliseconds: stretch.to))
            // Of two that are equally long, the earlier one is the night.
            if let other = nights[date], length(stretch) <= length(other) { continue }
            nights[date] = stretch
        }
        let nightCount = nights.values.count(where: meetsRange)
        return (nights.map { Event(stretch: $0.value, text: $0.key.map(ISO8601.text)) }, sessionCount - nightCount)
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
