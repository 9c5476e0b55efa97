import CalendarIntervals
import HealthModel
import QueryPlan

extension Workout {
    /// Returns a field in its storage unit, or in kilometers for `distance`. Returns nil if the workout does not have it.
    func value(of field: WorkoutField) -> Double? {
        switch field {
        case .activeDuration: duration
        case .statistic, .distance, .reading: statistics.value(of: field)
        case .climb(let climb): climbs(climb).map { $0.reduce(0) { $0 + $1.amount } }
        }
    }

    /// Returns the rises or the descents, as positive meters; nil without a route that has altitudes.
    ///
    /// `series` must have the turns of its routes.
    func climbs(_ climb: WorkoutField.Climb) -> [TimedAmount]? {
        guard !series.isEmpty else { return nil }
        let sign = climb.goesUp ? 1.0 : -1
        return series.flatMap(\.climbs).filter { $0.meters * sign > 0 }
            .map { TimedAmount(from: $0.start, to: $0.end, amount: $0.meters * sign) }
    }
}

extension [Workout.Statistic] {
    /// Returns a number that a workout or a part of it keeps; nil if it does not have it.
    func value(of field: WorkoutField) -> Double? {
        switch field {
        case .statistic(let metric): return first { $0.metric == metric }?.sum
        case .reading(let metric, let reading): return first { $0.metric == metric }?.value(of: reading)
        case .distance:
            let distances = filter(\.isDistance).compactMap { $0.sum.flatMap($0.kilometres) }
            return distances.isEmpty ? nil : distances.reduce(0, +)
        case .activeDuration, .climb: return nil
        }
    }
}

extension Workout.Statistic {
    /// True for the distances of all activities.
    var isDistance: Bool { metric.shortName.hasPrefix("distance") }

    /// Returns a distance in its unit as kilometers; nil if the unit is not known.
    func kilometres(_ number: Double) -> Double? {
        HealthUnit(unit).flatMap { HealthUnit.convert(number, from: $0, to: .kilometre) }
    }

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
    ///
    /// - Parameter withTurns: True if their series have the turns of their routes.
    func workouts(near window: SampleWindow, withTurns: Bool = false) throws -> [Int64: Workout] {
        guard !window.isUnknown else { return [:] }
        let span = window.extended(by: millisecondsPerDay)
        var workouts = try workouts(from: span.from, through: span.through)
        if withTurns {
            for index in workouts.indices { workouts[index].series = try series(.route, of: workouts[index].number).compactMap(\.turns) }
        }
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
