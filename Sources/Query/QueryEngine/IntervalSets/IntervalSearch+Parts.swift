import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

/// A part of a workout in a query.
struct FoundPart {
    var from: Int64
    var to: Int64
    /// Apple's name of its activity.
    var activity: String
    /// The kind and the number, such as `lap 2`.
    var name: String
    var workout: RowSample
}

/// The parts of workouts (S13.10).
extension IntervalSearch {
    /// Returns the parts that match the condition and meet a stretch of time, in order of the workouts.
    ///
    /// The condition is about each part: its activity, its times and its length, and the source of its workout.
    func parts(of samples: SampleIntervals, in window: Stretch) throws -> [FoundPart] {
        var workouts = samples
        workouts.predicate = nil
        let limits = window.widened(by: 0)
        let all = try source.workouts(from: Instant(milliseconds: limits.from), through: Instant(milliseconds: limits.to))
        let byNumber = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }
        var found: [FoundPart] = []
        let reader = try reader(of: workouts, in: window) { $0.columns = [.numbers, .sources, .values, .origins, .metadata, .created] }
        let filter = try samples.condition.map {
            try PredicateFilter(
                $0, zone: plan.zone, weekStart: plan.weekStart, usesSampleZones: plan.usesSampleZones, source: source,
                metadata: MetadataCache(source, keys: $0.metadataKeys))
        }
        try reader.read { batch, _ in
            for row in 0..<batch.count {
                guard let workout = byNumber[batch.numbers[row]] else { continue }
                let sample = RowSample(number: workout.number, source: batch.sources[row], value: batch.values[row])
                var parts = workout.parts.filter { $0.from < window.to && $0.to > window.from }
                if let filter {
                    let passes = try self.passes(parts, of: workout, row: Int32(row), of: batch, filter)
                    parts = parts.indices.filter { passes[$0] }.map { parts[$0] }
                }
                found += parts.map { FoundPart(from: $0.from, to: $0.to, activity: $0.activity, name: $0.name, workout: sample) }
            }
            return true
        }
        return found
    }

    /// Tests each part as if it were a workout.
    private func passes(
        _ parts: [WorkoutPart], of workout: Workout, row: Int32, of batch: borrowing SampleBatch, _ filter: PredicateFilter
    ) throws -> [Bool] {
        var tested = SampleBatch()
        tested.append(parts.map { _ in row }, of: batch)
        filter.workouts = [:]
        for (index, part) in parts.enumerated() {
            // The number only finds the workout of the part in the filter.
            (tested.starts[index], tested.ends[index], tested.numbers[index]) = (part.from, part.to, Int64(index))
            tested.values[index] = WorkoutActivityType(exportName: part.activity).rawValue.map(Double.init) ?? tested.values[index]
            var own = workout
            (own.activity, own.number, own.statistics) = (part.activity, Int64(index), [])
            (own.start, own.end) = (Instant(milliseconds: part.from), Instant(milliseconds: part.to))
            own.activeSeconds = workout.activeParts.compactMap { $0.clipped(from: part.from, to: part.to)?.seconds }.reduce(0, +)
            filter.workouts[Int64(index)] = own
        }
        return try filter.passes(tested)
    }
}
