import CalendarIntervals
import HealthModel
import QueryPlan

extension Workout {
    /// Returns a field in its storage unit, or in kilometers for `distance`. Returns nil if the workout does not have it.
    func value(of field: WorkoutField) -> Double? {
        switch field {
        case .activeDuration: return duration
        case .statistic(let metric): return statistics.first { $0.metric == metric }?.sum
        case .reading(let metric, let reading): return statistics.first { $0.metric == metric }?.value(of: reading)
        case .distance:
            let distances = statistics.compactMap { statistic -> Double? in
                guard statistic.metric.shortName.hasPrefix("distance"), let sum = statistic.sum, let unit = HealthUnit(statistic.unit)
                else { return nil }
                return HealthUnit.convert(sum, from: unit, to: .kilometre)
            }
            return distances.isEmpty ? nil : distances.reduce(0, +)
        }
    }
}

extension Workout.Statistic {
    fileprivate func value(of reading: WorkoutReading) -> Double? {
        switch reading {
        case .average: average
        case .minimum: minimum
        case .maximum: maximum
        }
    }
}

extension HealthUnit {
    /// The unit for adding up distances of different kinds.
    static let kilometre = HealthUnit("km") ?? .count
}

extension SampleSource {
    /// Returns the workouts of a window by sample number, and those within a day of it: all clocks are less than a day from UTC.
    func workouts(near window: SampleWindow) throws -> [Int64: Workout] {
        guard !window.isUnknown else { return [:] }
        let span = window.extended(by: millisecondsPerDay)
        let workouts = try workouts(from: span.from, through: span.through)
        return Dictionary(workouts.map { ($0.number, $0) }) { first, _ in first }
    }
}

extension SampleBatch {
    /// Returns the workouts of this batch that have `field`, as samples with the field's number as their value.
    func workoutValues(of field: WorkoutField, in workouts: [Int64: Workout]) -> SampleBatch {
        let known = numbers.indices.compactMap { row in workouts[numbers[row]]?.value(of: field).map { (row: Int32(row), value: $0) } }
        var result = SampleBatch()
        result.append(known.map(\.row), of: self)
        result.values = known.map(\.value)
        return result
    }
}
