import GRDB
import HealthModel

/// The parts of workouts.
extension RecordTable {
    /// Adds the parts of the workouts that meet a condition.
    ///
    /// - Parameter indexes: The places of the workouts by number.
    func addActivities(
        to workouts: inout [Workout], at indexes: [Int64: Int], where condition: String, _ arguments: StatementArguments
    ) throws {
        let columns = "uuid, p.activity, p.start, p.\"end\", p.activeSeconds, p.metadata"
        try forEachPart("workoutActivity", columns, condition, arguments) { number, row in
            guard let index = indexes[number] else { return }
            let (start, end) = try row.interval(at: 3)
            try workouts[index].activities.append(
                Workout.Activity(
                    uuid: row.get(1), activity: row.get(2), start: Instant(milliseconds: start), end: Instant(milliseconds: end),
                    activeSeconds: row.get(5), metadata: row.get(6)))
        }
        try forEachPart("activityStatistic", "part, " + Self.statisticColumns, condition, arguments) { number, row in
            let part: Int = try row.get(1)
            guard let index = indexes[number], workouts[index].activities.indices.contains(part) else { return }
            try workouts[index].activities[part].statistics.append(Self.statistic(row, from: 2))
        }
        try forEachPart("activityEvent", "part, " + Self.eventColumns, condition, arguments) { number, row in
            let part: Int = try row.get(1)
            guard let index = indexes[number], workouts[index].activities.indices.contains(part) else { return }
            try workouts[index].activities[part].events.append(Self.event(row, from: 2))
        }
    }

    /// Writes the parts of a workout. Places of statistics and events count through all parts.
    func putActivities(of workout: Workout) throws {
        var (statisticPlace, eventPlace) = (0, 0)
        for (place, part) in workout.activities.enumerated() {
            try execute(
                "INSERT INTO workoutActivity VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    workout.number, place, part.uuid, part.activity, part.start.milliseconds, part.end.milliseconds, part.activeSeconds,
                    part.metadata,
                ])
            for statistic in part.statistics {
                try execute(
                    "INSERT INTO activityStatistic VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        workout.number, statisticPlace, place, statistic.metric.identifier, statistic.sum, statistic.average,
                        statistic.minimum, statistic.maximum, statistic.unit,
                    ])
                statisticPlace += 1
            }
            for event in part.events {
                try execute(
                    "INSERT INTO activityEvent VALUES (?, ?, ?, ?, ?, ?)",
                    [workout.number, eventPlace, place, event.type, event.start.milliseconds, event.end.milliseconds])
                eventPlace += 1
            }
        }
    }

    static let statisticColumns = "metric, sum, average, minimum, maximum, p.unit"
    static let eventColumns = "type, p.start, p.\"end\""

    /// Returns the statistic in the columns from a place on.
    static func statistic(_ row: Row, from place: Int) throws -> Workout.Statistic {
        try Workout.Statistic(
            metric: MetricID(row.get(place)), sum: row.get(place + 1), average: row.get(place + 2), minimum: row.get(place + 3),
            maximum: row.get(place + 4), unit: row.get(place + 5))
    }

    /// Returns the event in the columns from a place on.
    static func event(_ row: Row, from place: Int) throws -> Workout.Event {
        try Workout.Event(
            type: row.get(place), start: Instant(milliseconds: row.limited(place + 1)), end: Instant(milliseconds: row.limited(place + 2)))
    }
}
