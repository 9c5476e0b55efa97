// Divides workouts into equal distances (S13.9).
//
//     distance   .....──────────______─────────      grows evenly during each sample, and not in gaps
//     borders    |        1 km           2 km    |   where the total passes a multiple; the rest is a partial row
//
// The samples are those of `sum distance by workout`, with sources merged, so each whole row has exactly its distance. They are read for a
// limited number of workouts at a time, because they need memory until their workout is divided.
//
// Decision 0165.

import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

extension EventSearch {
    /// The number of workouts whose samples of distance are kept at the same time.
    private static let chunk = 200

    /// Returns the splits of the workouts in the range, and the number of workouts without samples of distance.
    func splits(_ splits: SplitRows) throws -> ([Event], Int) {
        let workouts = inOrder(try events(of: splits.workouts))
        let keys = splits.keysOfAndroid
        let sourcesOfAndroid = keys.isEmpty ? [] : Set(try source.sources().filter { keys.contains($0.value.key) }.keys)
        var (found, noDistanceCount): ([Event], Int) = ([], 0)
        for first in stride(from: 0, to: workouts.count, by: Self.chunk) {
            let chunk = Array(workouts[first..<min(first + Self.chunk, workouts.count)])
            for (workout, parts) in zip(chunk, try distances(in: chunk, sourcesOfAndroid: sourcesOfAndroid)) {
                let limit = EngineOptions.greatestRowCount - found.count
                let borders = try AmountBorders(of: splits.meters, in: parts, limit: limit)
                if borders.times.isEmpty, !borders.hasRest { noDistanceCount += 1 }
                found += self.splits(of: workout, at: borders)
            }
        }
        return (found, noDistanceCount)
    }

    /// Returns the splits of a workout. The first one begins with the workout, and a rest ends with it.
    private func splits(of workout: Event, at borders: AmountBorders) -> [Event] {
        var splits: [Event] = []
        var from = workout.stretch.from
        func add(to end: Int64, number: Int, isIncomplete: Bool) {
            guard from < end else { return }
            var split = workout
            split.stretch = Stretch(from: from, to: end)
            split.labels.append(.integer(number))
            split.isIncomplete = isIncomplete
            let counted = plan.wholeRows == nil ? max(from, range.from)..<max(min(end, range.to), from, range.from) : from..<end
            split.meters = borders.amount(from: counted.lowerBound, to: counted.upperBound)
            splits.append(split)
            from = end
        }
        for (index, time) in borders.times.enumerated() { add(to: min(time, workout.stretch.to), number: index + 1, isIncomplete: false) }
        if borders.hasRest { add(to: workout.stretch.to, number: borders.times.count + 1, isIncomplete: true) }
        return splits
    }

    /// Returns the parts of samples of distance in each workout, in meters.
    private func distances(in workouts: [Event], sourcesOfAndroid: Set<Int32>) throws -> [[AmountPart]] {
        var parts = workouts.map { _ in [AmountPart]() }
        var places: [MetricID: [Int]] = [:]
        for (place, workout) in workouts.enumerated() {
            // Android has one distance for all activities.
            let isOfAndroid = workout.sample.map { sourcesOfAndroid.contains($0.source) } ?? false
            let activity = isOfAndroid ? nil : workout.labels.first.flatMap { $0?.text }
            for metric in Self.distances(of: activity) { places[metric, default: []].append(place) }
        }
        for (metric, places) in places {
            guard case .quantity(let type)? = MetricCatalog.metric(metric)?.kind, try source.metricSummary(of: metric) != nil,
                let meters = HealthUnit("m").flatMap({ type.storageUnit.conversion(to: $0) })
            else { continue }
            let found = try amounts(of: metric, type, in: places.map { workouts[$0].stretch })
            for (place, own) in zip(places, found) {
                parts[place] += own.map { part in
                    var part = part
                    part.amount = meters(part.amount)
                    return part
                }
            }
        }
        return parts
    }

    /// Returns the parts of samples that merging leaves in each stretch of time.
    private func amounts(of metric: MetricID, _ type: QuantityType, in stretches: [Stretch]) throws -> [[AmountPart]] {
        let sum = MetricNature.cumulative.standardAggregate
        var measure = Measure(
            metric: metric, aggregate: sum, style: .cumulative, storageUnit: type.storageUnit, unit: nil, name: sum.name)
        measure.form = .fastest(1)
        var rows = Plan(
            subject: .statistics([measure]), range: plan.range, grid: TimeGrid(eventsIn: plan.range, text: ""), zone: plan.zone,
            now: plan.now, text: plan.text)
        rows.preferredSources = plan.preferredSources
        rows.rules.merging = plan.rules.merging
        let (first, last) = (stretches.map(\.from).min() ?? 0, stretches.map(\.to).max() ?? 0)
        rows.range = PlanRange(start: Instant(milliseconds: first), end: Instant(milliseconds: last))
        rows.events = .workouts
        (rows.grid.groupStarts, rows.grid.groupEnds, rows.grid.groupCount) = (stretches.map(\.from), stretches.map(\.to), stretches.count)
        rows.grid.events?.labels = stretches.map { _ in [] }
        rows.grid.events?.isPartial = stretches.map { _ in false }
        rows.grid.events?.isEndless = stretches.map { _ in false }
        let times = try EventTimes(rows, of: measure, in: source)
        let columns = try times.plans.map { plan in
            let query = try StatisticsQuery(plan, measures: [measure], source: source, options: options)
            try query.fill()
            return query.columns[0] as? FastestColumn
        }
        return times.places.map { columns[$0.plan]?.parts(of: $0.group) ?? [] }
    }

    /// Returns the metrics that record the distance of an activity, by its short name.
    private static func distances(of activity: String?) -> [MetricID] {
        guard let activity else { return [.distanceOnFoot] }
        let sports = activity == "swimBikeRun" ? ["swimming", "cycling", "running"] : [activity]
        return sports.map { WorkoutActivityType.named($0)?.distanceMetric ?? .otherDistance }
    }
}
