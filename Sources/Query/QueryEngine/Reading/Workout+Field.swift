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
        case .climb(let climb):
            return climbs(climb).map { $0.reduce(0) { $0 + $1.meters } }
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

extension Workout {
    /// Returns the rises or the descents, as positive meters; nil without a route that has altitudes.
    ///
    /// `series` must have the turns of its routes.
    fileprivate func climbs(_ climb: WorkoutField.Climb) -> [(start: Int64, end: Int64, meters: Double)]? {
        guard !series.isEmpty else { return nil }
        let sign = climb.goesUp ? 1.0 : -1
        return series.flatMap(\.climbs).filter { $0.meters * sign > 0 }.map { ($0.start, $0.end, $0.meters * sign) }
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

    /// Returns each rise of the workouts of this batch as a sample, and one of 0 m from the start to the end of each workout. They are in
    /// order of time.
    func climbs(_ climb: WorkoutField.Climb, in workouts: [Int64: Workout]) -> SampleBatch {
        var climbs: [(row: Int32, start: Int64, end: Int64, meters: Double)] = []
        for row in numbers.indices {
            guard let own = workouts[numbers[row]]?.climbs(climb) else { continue }
            climbs.append((Int32(row), starts[row], ends[row], 0))
            climbs += own.map { (Int32(row), $0.start, $0.end, $0.meters) }
        }
        climbs.sort { ($0.start, $0.end, $0.row) < ($1.start, $1.end, $1.row) }
        var result = SampleBatch()
        result.append(climbs.map(\.row), of: self)
        (result.starts, result.ends, result.values) = (climbs.map(\.start), climbs.map(\.end), climbs.map(\.meters))
        return result
    }
}
