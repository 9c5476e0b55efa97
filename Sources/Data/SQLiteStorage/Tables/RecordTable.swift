import GRDB
import HealthModel
import SampleStore

/// The workouts, correlations and activity summaries of a store file, inside a transaction.
struct RecordTable {
    let db: Database
    /// The number of the person; nil if the store has only one.
    let person: Int64?
    /// False for a file of an older version that is open read-only.
    var hasActivities = true

    /// Restricts rows of the table `alias` to sources of the person.
    private func own(_ alias: String) -> String {
        person == nil ? "" : " AND \(alias).source IN (SELECT id FROM source WHERE person = ?)"
    }

    private func arguments(_ range: [Int64]) -> StatementArguments { StatementArguments(range + (person.map { [$0] } ?? [])) }

    // MARK: Workouts

    /// Returns the workouts in the range, by start. Without statistics, events, routes and parts if `parts` is false.
    func workouts(from: Int64, through: Int64, parts: Bool = true) throws -> [Workout] {
        try workouts("w.start <= ? AND w.\"end\" >= ?" + own("w"), arguments([through, from]), parts: parts)
    }

    func workouts(with identity: Workout.Identity) throws -> [Workout] {
        try workouts(
            "w.start = ? AND w.\"end\" = ? AND w.source = ? AND w.activity = ?",
            [identity.start.milliseconds, identity.end.milliseconds, identity.source, identity.activity])
    }

    private func workouts(_ condition: String, _ arguments: StatementArguments, parts: Bool = true) throws -> [Workout] {
        var workouts: [Workout] = []
        var indexes: [Int64: Int] = [:]
        let rows = try fetch(
            "SELECT number, activity, start, \"end\", activeSeconds, source, origin, metadata, created FROM workout w WHERE \(condition)",
            arguments)
        while let row = try rows.next() {
            let (start, end) = try row.interval(at: 2)
            var workout = try Workout(
                activity: row.get(1), start: Instant(milliseconds: start), end: Instant(milliseconds: end), activeSeconds: row.get(4),
                source: row.get(5), origin: row.get(6), metadata: row.get(7),
                created: (row.get(8) as Int64?).map(Instant.init(milliseconds:)))
            workout.number = try row.get(0)
            indexes[workout.number] = workouts.count
            workouts.append(workout)
        }
        guard parts else { return workouts }
        try forEachPart("workoutStatistic", Self.statisticColumns, condition, arguments) { number, row in
            if let index = indexes[number] { try workouts[index].statistics.append(Self.statistic(row, from: 1)) }
        }
        try forEachPart("workoutEvent", Self.eventColumns, condition, arguments) { number, row in
            if let index = indexes[number] { try workouts[index].events.append(Self.event(row, from: 1)) }
        }
        try forEachPart("workoutRoute", "file", condition, arguments) { number, row in
            if let index = indexes[number] { try workouts[index].routes.append(row.get(1)) }
        }
        if hasActivities { try addActivities(to: &workouts, at: indexes, where: condition, arguments) }
        return workouts
    }

    func forEachPart(
        _ table: String, _ columns: String, _ condition: String, _ arguments: StatementArguments, _ body: (Int64, Row) throws -> Void
    ) throws {
        let rows = try fetch(
            "SELECT p.workout, \(columns) FROM workout w JOIN \(table) p ON p.workout = w.number WHERE \(condition) ORDER BY p.workout, place",
            arguments)
        while let row = try rows.next() { try body(row.get(0), row) }
    }

    /// Writes a workout. It replaces a workout with the same number, whose series stay.
    func put(_ workout: Workout) throws {
        try execute("DELETE FROM workout WHERE number = ?", [workout.number])
        try execute(
            "INSERT INTO workout VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                workout.number, workout.activity, workout.start.milliseconds, workout.end.milliseconds, workout.activeSeconds,
                workout.source, workout.origin, workout.metadata, workout.created?.milliseconds,
            ])
        for (place, part) in workout.statistics.enumerated() {
            try execute(
                "INSERT INTO workoutStatistic VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [workout.number, place, part.metric.identifier, part.sum, part.average, part.minimum, part.maximum, part.unit])
        }
        for (place, part) in workout.events.enumerated() {
            try execute(
                "INSERT INTO workoutEvent VALUES (?, ?, ?, ?, ?)",
                [workout.number, place, part.type, part.start.milliseconds, part.end.milliseconds])
        }
        for (place, file) in workout.routes.enumerated() {
            try execute("INSERT INTO workoutRoute VALUES (?, ?, ?)", [workout.number, place, file])
        }
        try putActivities(of: workout)
    }

    /// Deletes a workout with its series. Returns false if it does not exist.
    func delete(workout number: Int64) throws -> Bool {
        guard try hasWorkout(number) else { return false }
        try execute("DELETE FROM series WHERE owner = ?", [number])
        try execute("DELETE FROM workout WHERE number = ?", [number])
        return true
    }

    /// Returns true if the person has a workout with this number.
    func hasWorkout(_ number: Int64) throws -> Bool {
        try fetch("SELECT 1 FROM workout WHERE number = ?" + own("workout"), arguments([number])).next() != nil
    }

    // MARK: Correlations

    func correlations(from: Int64, through: Int64) throws -> [StoredCorrelation] {
        try correlations("c.start <= ? AND c.\"end\" >= ?" + own("c"), arguments([through, from]))
    }

    func correlations(with identity: StoredCorrelation.Identity) throws -> [StoredCorrelation] {
        try correlations(
            "c.start = ? AND c.\"end\" = ? AND c.source = ?",
            [identity.start.milliseconds, identity.end.milliseconds, identity.source])
    }

    private func correlations(_ condition: String, _ arguments: StatementArguments) throws -> [StoredCorrelation] {
        var members: [Int64: [Correlation.Member]] = [:]
        let memberRows = try fetch(
            """
            SELECT m.correlation, m.metric, m.start, m."end", m.value FROM correlation c
            JOIN correlationMember m ON m.correlation = c.number WHERE \(condition) ORDER BY m.correlation, m.place
            """, arguments)
        while let row = try memberRows.next() {
            try members[row.get(0), default: []].append(
                Correlation.Member(
                    metric: MetricID(row.get(1)), start: Instant(milliseconds: row.limited(2)), end: Instant(milliseconds: row.limited(3)),
                    value: Double(bitPattern: UInt64(bitPattern: row.get(4)))))
        }
        var correlations: [StoredCorrelation] = []
        let rows = try fetch(
            "SELECT number, type, start, \"end\", source, origin, metadata FROM correlation c WHERE \(condition)", arguments)
        while let row = try rows.next() {
            let (start, end) = try row.interval(at: 2)
            var correlation = try StoredCorrelation(
                Correlation(
                    type: row.get(1), start: Instant(milliseconds: start), end: Instant(milliseconds: end), source: row.get(4),
                    origin: row.get(5), metadata: row.get(6), members: members[row.get(0)] ?? []))
            correlation.number = try row.get(0)
            correlations.append(correlation)
        }
        return correlations
    }

    /// Deletes a correlation, but not its members. Returns false if it does not exist.
    func delete(correlation number: Int64) throws -> Bool {
        try execute("DELETE FROM correlation WHERE number = ?" + own("correlation"), arguments([number]))
        return db.changesCount > 0
    }

    /// Writes a correlation. It replaces a correlation with the same number.
    func put(_ stored: StoredCorrelation) throws {
        let correlation = stored.correlation
        try execute("DELETE FROM correlation WHERE number = ?", [stored.number])
        try execute(
            "INSERT INTO correlation VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                stored.number, correlation.type, correlation.start.milliseconds, correlation.end.milliseconds, correlation.source,
                correlation.origin, correlation.metadata,
            ])
        for (place, member) in correlation.members.enumerated() {
            try execute(
                "INSERT INTO correlationMember VALUES (?, ?, ?, ?, ?, ?)",
                [
                    stored.number, place, member.metric.identifier, member.start.milliseconds, member.end.milliseconds,
                    Int64(bitPattern: member.value.bitPattern),
                ])
        }
    }

    // MARK: Activity summaries

    func activitySummaries(from: String, through: String) throws -> [ActivitySummary] {
        var summaries: [ActivitySummary] = []
        let own = person == nil ? "" : " AND person = ?"
        let days = StatementArguments([from, through]) + StatementArguments(person.map { [$0] } ?? [])
        let rows = try fetch(
            """
            SELECT day, activeEnergy, activeEnergyGoal, moveTime, moveTimeGoal, exerciseTime, exerciseTimeGoal, standHours, standHoursGoal,
                isPaused FROM activitySummary WHERE day BETWEEN ? AND ?\(own) ORDER BY day
            """, days)
        while let row = try rows.next() {
            var summary = try ActivitySummary(day: row.get(0))
            summary.activeEnergy = try row.get(1)
            summary.activeEnergyGoal = try row.get(2)
            summary.moveTime = try row.get(3)
            summary.moveTimeGoal = try row.get(4)
            summary.exerciseTime = try row.get(5)
            summary.exerciseTimeGoal = try row.get(6)
            summary.standHours = try row.get(7)
            summary.standHoursGoal = try row.get(8)
            summary.isPaused = try row.get(9)
            summaries.append(summary)
        }
        return summaries
    }

    /// Writes the summary of a person's day. It replaces the summary of the same day.
    func put(_ summary: ActivitySummary, of person: Int64) throws {
        // `REPLACE` would not fire the trigger of deletions.
        try execute("DELETE FROM activitySummary WHERE person = ? AND day = ?", [person, summary.day])
        try execute(
            "INSERT INTO activitySummary VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                person, summary.day, summary.activeEnergy, summary.activeEnergyGoal, summary.moveTime, summary.moveTimeGoal,
                summary.exerciseTime,
                summary.exerciseTimeGoal, summary.standHours, summary.standHoursGoal, summary.isPaused,
            ])
    }

    // MARK: Statements

    private func fetch(_ sql: String, _ arguments: StatementArguments) throws -> RowCursor {
        try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    }

    func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
