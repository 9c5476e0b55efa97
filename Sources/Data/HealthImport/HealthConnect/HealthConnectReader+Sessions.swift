import HealthModel

/// A part of a session: a stage of sleep, or a segment or lap of exercise.
struct SessionPart {
    var session: Int64
    var start: Int64
    var end: Int64
    /// The number of the stage or segment.
    var code: Int64
}

/// The parts of all sessions of a table, by session and start.
struct SessionParts {
    private var parts: [SessionPart] = []
    /// A night has about 30 stages, so these are enough for 300 years.
    private static let limit = 1 << 22
    /// True if there are more parts than are kept.
    private(set) var isCut = false

    init() {}

    /// Reads the parts in a table. Its columns have a common start of their names.
    init(_ file: DatabaseFile, _ table: DatabaseTable, prefix: String) throws(DatabaseDamage) {
        let session = table.place(of: "parent_key")
        let (start, end) = (table.place(of: prefix + "start_time"), table.place(of: prefix + "end_time"))
        let code = table.place(of: prefix + "type")
        let rows = TableCursor(file, table)
        while try rows.next() {
            guard parts.count < SessionParts.limit else {
                isCut = true
                break
            }
            guard let id = rows.row.integer(session), let from = rows.row.integer(start), let to = rows.row.integer(end) else { continue }
            parts.append(SessionPart(session: id, start: from, end: to, code: rows.row.integer(code) ?? 0))
        }
        parts.sort { ($0.session, $0.start, $0.end, $0.code) < ($1.session, $1.start, $1.end, $1.code) }
    }

    /// Returns the parts of a session, by start.
    func of(_ session: Int64) -> ArraySlice<SessionPart> {
        let first = parts.partitioningIndex { $0.session >= session }
        let end = parts[first...].partitioningIndex { $0.session > session }
        return parts[first..<end]
    }
}

// Sleep and exercise.
extension HealthConnectReader {
    /// The most parts of one session.
    private static let partLimit = 10_000

    private mutating func parts(in name: String, prefix: String) throws -> SessionParts {
        guard let table = tables[name] else { return SessionParts() }
        let parts = try SessionParts(file, table, prefix: prefix)
        if parts.isCut { builder.findings.issues.add(.tooManyParts, line: 0, detail: name) }
        return parts
    }

    /// Returns the routes in a table; nil if it is missing or damaged.
    private mutating func routes(in name: String) throws -> SessionRoutes? {
        guard let table = tables[name] else { return nil }
        do throws(DatabaseDamage) {
            let routes = try SessionRoutes(file, table)
            if routes.isCut { builder.findings.issues.add(.tooManyParts, line: 0, detail: name) }
            return routes
        } catch {
            note(error, in: name)
            return nil
        }
    }

    // MARK: - Sleep

    mutating func readSleep(_ table: RecordTable, _ found: DatabaseTable, _ deliver: BatchDelivery) throws {
        let columns = RecordColumns(found)
        let texts = table.texts.map { (place: found.place(of: $0.column), key: $0.key) }
        var column = CategoryColumn(.sleepAnalysis)
        let stages = try parts(in: "sleep_stages_table", prefix: "stage_")
        defer { forgetKnown() }
        try forEachRow(of: found, deliver) { reader, row in
            guard let times = reader.times(of: row, columns, table, metric: .sleepAnalysis) else { return }
            let created = columns.modified(row)
            let plain = reader.ids(of: row, columns, table, texts)
            func addGap(to end: Int64, from start: Int64) {
                guard start < end else { return }
                reader.builder.add(reader.row((start, end), plain, created: created), raw: SleepStage.unspecified, &column)
            }
            let own = stages.of(row.id).prefix(Self.partLimit)
            // An app can write a stage that is outside of its session.
            let kept = own.filter { BatchBuilder.flaw(start: $0.start, end: $0.end) == nil }
            let first = min(times.start, kept.map(\.start).min() ?? times.start)
            reader.mark(row, columns, plain.source, (first, max(times.end, kept.map(\.end).max() ?? times.end)))
            // Time without a stage counts as sleep.
            var covered = times.start
            for stage in own {
                if let flaw = BatchBuilder.flaw(start: stage.start, end: stage.end) {
                    reader.skip(flaw, row, of: "sleep_stages_table", metric: .sleepAnalysis)
                    continue
                }
                addGap(to: min(stage.start, times.end), from: covered)
                let (raw, name) = SleepStage.value(of: stage.code)
                let ids = name.map { reader.ids(of: row, columns, table, texts, and: [("sleepStage", $0)]) } ?? plain
                reader.builder.add(reader.row((stage.start, stage.end), ids, created: created), raw: raw, &column)
                covered = max(covered, stage.end)
            }
            addGap(to: times.end, from: covered)
            if own.isEmpty, times.start == times.end {
                reader.builder.add(reader.row(times, plain, created: created), raw: SleepStage.unspecified, &column)
            }
        }
    }

    // MARK: - Exercise

    mutating func readExercise(_ table: RecordTable, _ found: DatabaseTable, _ deliver: BatchDelivery) throws {
        let columns = RecordColumns(found)
        let texts = table.texts.map { (place: found.place(of: $0.column), key: $0.key) }
        let type = found.place(of: "exercise_type")
        let segments = try parts(in: "exercise_segments_table", prefix: "segment_")
        let laps = try parts(in: "exercise_laps_table", prefix: "lap_")
        let routes = try routes(in: "exercise_route_table")
        defer { forgetKnown() }
        try forEachRow(of: found, deliver) { reader, row in
            guard let times = reader.times(of: row, columns, table, metric: .workouts) else { return }
            let exercise = ExerciseType(row.integer(type) ?? 0)
            let ids = reader.ids(of: row, columns, table, texts, and: [("exerciseType", exercise.name)])
            var workout = Workout(
                activity: "HKWorkoutActivityType" + exercise.activity, start: Instant(milliseconds: times.start),
                end: Instant(milliseconds: times.end), source: ids.source, origin: ids.origin, metadata: ids.metadata)
            let created = columns.modified(row)
            reader.mark(row, columns, ids.source, times)
            if created != SampleBatch.unknownTime { workout.created = Instant(milliseconds: created) }
            for segment in segments.of(row.id).prefix(Self.partLimit) {
                reader.add(segment, to: &workout, as: ExerciseType.breaks.contains(segment.code) ? "Pause" : "Segment", row)
            }
            for lap in laps.of(row.id).prefix(Self.partLimit) { reader.add(lap, to: &workout, as: "Lap", row) }
            if let route = routes?.of(row.id) {
                reader.builder.findings.routes.add(route, "exercise_route_table")
                if let series = route.series { workout.series.append(series) }
            }
            reader.builder.findings.rows += 1
            reader.builder.add(workout)
        }
    }

    private mutating func add(_ part: SessionPart, to workout: inout Workout, as kind: String, _ row: DatabaseRow) {
        if let flaw = BatchBuilder.flaw(start: part.start, end: part.end) { return note(flaw, row, of: "exercise parts") }
        workout.events.append(
            Workout.Event(
                type: "HKWorkoutEventType" + kind, start: Instant(milliseconds: part.start), end: Instant(milliseconds: part.end)))
    }
}
