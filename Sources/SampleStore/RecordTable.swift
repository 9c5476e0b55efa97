import GRDB
import HealthModel

/// Workouts, correlations and activity summaries of a store file, inside a transaction.
struct RecordTable {
    let db: Database

    // MARK: Workouts

    /// Workouts in the range, by start; without statistics, events and routes if `parts` is false.
    func workouts(from: Int64, through: Int64, parts: Bool = true) throws -> [Workout] {
        try workouts("w.start <= ? AND w.\"end\" >= ?", [through, from], parts: parts)
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
            var workout = Workout(
                activity: row[1], start: Instant(milliseconds: row[2]), end: Instant(milliseconds: row[3]), activeSeconds: row[4],
                source: row[5], origin: row[6], metadata: row[7], created: (row[8] as Int64?).map(Instant.init(milliseconds:)))
            workout.number = row[0]
            indexes[workout.number] = workouts.count
            workouts.append(workout)
        }
        guard parts else { return workouts }
        try forEachPart("workoutStatistic", "metric, sum, average, minimum, maximum, p.unit", condition, arguments) { number, row in
            guard let index = indexes[number] else { return }
            workouts[index].statistics.append(
                Workout.Statistic(
                    metric: MetricID(row[1]), sum: row[2], average: row[3], minimum: row[4], maximum: row[5], unit: row[6]))
        }
        try forEachPart("workoutEvent", "type, p.start, p.\"end\"", condition, arguments) { number, row in
            guard let index = indexes[number] else { return }
            workouts[index].events.append(
                Workout.Event(type: row[1], start: Instant(milliseconds: row[2]), end: Instant(milliseconds: row[3])))
        }
        try forEachPart("workoutRoute", "file", condition, arguments) { number, row in
            if let index = indexes[number] { workouts[index].routes.append(row[1]) }
        }
        return workouts
    }

    private func forEachPart(
        _ table: String, _ columns: String, _ condition: String, _ arguments: StatementArguments, _ body: (Int64, Row) -> Void
    ) throws {
        let rows = try fetch(
            "SELECT p.workout, \(columns) FROM workout w JOIN \(table) p ON p.workout = w.number WHERE \(condition) ORDER BY p.workout, place",
            arguments)
        while let row = try rows.next() { body(row[0], row) }
    }

    /// Writes a workout; one with the same number is replaced.
    func put(_ workout: Workout) throws {
        try delete(workout: workout.number)
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
    }

    /// Deletes a workout and returns whether there was one.
    @discardableResult
    func delete(workout number: Int64) throws -> Bool {
        try execute("DELETE FROM workout WHERE number = ?", [number])
        return db.changesCount > 0
    }

    // MARK: Correlations

    func correlations(from: Int64, through: Int64) throws -> [StoredCorrelation] {
        try correlations("c.start <= ? AND c.\"end\" >= ?", [through, from])
    }

    func correlations(with identity: StoredCorrelation.Identity) throws -> [StoredCorrelation] {
        try correlations(
            "c.start = ? AND c.\"end\" = ? AND c.source = ? AND c.type = ?",
            [identity.start.milliseconds, identity.end.milliseconds, identity.source, identity.type]
        ).filter { $0.identity == identity }
    }

    private func correlations(_ condition: String, _ arguments: StatementArguments) throws -> [StoredCorrelation] {
        var members: [Int64: [Correlation.Member]] = [:]
        let memberRows = try fetch(
            """
            SELECT m.correlation, m.metric, m.start, m."end", m.value FROM correlation c
            JOIN correlationMember m ON m.correlation = c.number WHERE \(condition) ORDER BY m.correlation, m.place
            """, arguments)
        while let row = try memberRows.next() {
            members[row[0], default: []].append(
                Correlation.Member(
                    metric: MetricID(row[1]), start: Instant(milliseconds: row[2]), end: Instant(milliseconds: row[3]),
                    value: Double(bitPattern: UInt64(bitPattern: row[4]))))
        }
        var correlations: [StoredCorrelation] = []
        let rows = try fetch(
            "SELECT number, type, start, \"end\", source, origin, metadata FROM correlation c WHERE \(condition)", arguments)
        while let row = try rows.next() {
            var correlation = StoredCorrelation(
                Correlation(
                    type: row[1], start: Instant(milliseconds: row[2]), end: Instant(milliseconds: row[3]), source: row[4], origin: row[5],
                    metadata: row[6], members: members[row[0]] ?? []))
            correlation.number = row[0]
            correlations.append(correlation)
        }
        return correlations
    }

    /// Writes a correlation; one with the same number is replaced.
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
        let rows = try fetch("SELECT * FROM activitySummary WHERE day BETWEEN ? AND ? ORDER BY day", [from, through])
        while let row = try rows.next() {
            var summary = ActivitySummary(day: row[0])
            summary.activeEnergy = row[1]
            summary.activeEnergyGoal = row[2]
            summary.moveTime = row[3]
            summary.moveTimeGoal = row[4]
            summary.exerciseTime = row[5]
            summary.exerciseTimeGoal = row[6]
            summary.standHours = row[7]
            summary.standHoursGoal = row[8]
            summary.isPaused = row[9]
            summaries.append(summary)
        }
        return summaries
    }

    /// Writes the summary of a day; that of the same day is replaced.
    func put(_ summary: ActivitySummary) throws {
        try execute(
            "INSERT OR REPLACE INTO activitySummary VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                summary.day, summary.activeEnergy, summary.activeEnergyGoal, summary.moveTime, summary.moveTimeGoal, summary.exerciseTime,
                summary.exerciseTimeGoal, summary.standHours, summary.standHoursGoal, summary.isPaused,
            ])
    }

    // MARK: Statements

    private func fetch(_ sql: String, _ arguments: StatementArguments) throws -> RowCursor {
        try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    }

    private func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
