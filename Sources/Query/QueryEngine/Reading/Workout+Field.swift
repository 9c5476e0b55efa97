import HealthModel
import QueryPlan

extension Workout {
    /// The number of a field in its storage unit, kilometres for `distance`; nil where the workout does not say.
    func value(of field: WorkoutField) -> Double? {
        switch field {
        case .activeDuration: return activeSeconds
        case .statistic(let metric): return statistics.first { $0.metric == metric }?.sum
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

extension HealthUnit {
    /// The unit in which distances of different kinds are added up.
    static let kilometre = HealthUnit("km") ?? .count
}

extension SampleBatch {
    /// Returns the workouts of this batch that have `field`, as samples with its number for a value.
    func workoutValues(of field: WorkoutField, in workouts: [Int64: Workout]) -> SampleBatch {
        let known = numbers.indices.compactMap { row in workouts[numbers[row]]?.value(of: field).map { (row: Int32(row), value: $0) } }
        var result = SampleBatch()
        result.append(known.map(\.row), of: self)
        result.values = known.map(\.value)
        return result
    }
}
