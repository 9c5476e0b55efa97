internal import CalendarIntervals
import HealthModel

/// Writes a life as the archive that Health Connect of Android exports: a zip file with a database.
struct HealthConnectWriter {
    private let life: LifeGenerator
    private let sink: ByteSink

    init(_ life: LifeGenerator, sink: @escaping ByteSink) { (self.life, self.sink) = (life, sink) }

    /// A kind of sample, the column of its value, and the units of the column in a storage unit.
    private struct Records {
        var stream: String
        var table: String
        var column: String
        var factor = 1.0
        var isMoment = false
    }

    private static let records = [
        Records(stream: "StepCount", table: "steps_record_table", column: "count"),
        Records(stream: "DistanceWalkingRunning", table: "distance_record_table", column: "distance", factor: 1000),
        Records(stream: "FlightsClimbed", table: "floors_climbed_record_table", column: "floors"),
        Records(stream: "ActiveEnergyBurned", table: "active_calories_burned_record_table", column: "energy", factor: 1000),
        Records(stream: "BodyMass", table: "weight_record_table", column: "weight", factor: 1000, isMoment: true),
        Records(stream: "BodyFatPercentage", table: "body_fat_record_table", column: "percentage", factor: 100, isMoment: true),
        Records(stream: "OxygenSaturation", table: "oxygen_saturation_record_table", column: "percentage", factor: 100, isMoment: true),
        Records(stream: "RestingHeartRate", table: "resting_heart_rate_record_table", column: "beats_per_minute", isMoment: true),
        Records(stream: "RespiratoryRate", table: "respiratory_rate_record_table", column: "rate", isMoment: true),
    ]

    private static let common =
        "row_id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, last_modified_time INTEGER, client_record_id TEXT, client_record_version TEXT, "
        + "device_info_id INTEGER, app_info_id INTEGER, recording_method INTEGER, dedupe_hash BLOB"
    private static let interval = ", start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER"
    private static let moment = ", time INTEGER, zone_offset INTEGER"

    /// The tables, each with the text that creates it.
    private static let tables: [(name: String, text: String)] =
        [
            ("application_info_table", "row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT, app_icon BLOB"),
            ("device_info_table", "row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER"),
            (
                "health_data_category_priority_table",
                "row_id INTEGER PRIMARY KEY, health_data_category INTEGER, app_id_priority_order TEXT"
            ),
            ("heart_rate_record_table", common + interval),
            ("heart_rate_record_series_table", "parent_key INTEGER NOT NULL, beats_per_minute INTEGER, epoch_millis INTEGER"),
            ("sleep_session_record_table", common + interval + ", notes TEXT, title TEXT"),
            (
                "sleep_stages_table",
                "parent_key INTEGER NOT NULL, stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER"
            ),
            ("exercise_session_record_table", common + interval + ", exercise_type INTEGER, title TEXT, has_route INTEGER"),
            (
                "exercise_route_table",
                "parent_key INTEGER NOT NULL, timestamp_millis INTEGER, latitude REAL, longitude REAL, altitude REAL, "
                    + "horizontal_accuracy REAL, vertical_accuracy REAL"
            ),
        ].map { (name: $0.0, text: "CREATE TABLE \($0.0) (\($0.1))") }
        + records.map { records in
            let times = records.isMoment ? moment : interval
            return (name: records.table, text: "CREATE TABLE \(records.table) (\(common)\(times), \(records.column) REAL)")
        }

    func write() throws -> ExportManifest {
        var manifest = ExportManifest()
        // The first pass only finds the places of the tables.
        let layout = try write(layout: DatabaseWriter.Layout(), to: { _ in }, &manifest)
        manifest = ExportManifest()
        var zip = ZipWriter(sink: sink)
        try zip.add("health_connect_export.db") { sink in _ = try write(layout: layout, to: sink, &manifest) }
        try zip.finish()
        return manifest
    }

    private func write(
        layout: DatabaseWriter.Layout, to sink: @escaping ByteSink, _ manifest: inout ExportManifest
    ) throws -> DatabaseWriter.Layout {
        var file = try DatabaseWriter(tables: Self.tables, version: 10, layout: layout, sink: sink)
        try addSources(to: &file)
        try addSeries(to: &file, &manifest)
        try addSleep(to: &file, &manifest)
        try addExercise(to: &file, &manifest)
        for records in Self.records { try add(records, to: &file, &manifest) }
        manifest.byteCount = file.byteCount
        return file.layout
    }

    // MARK: - Sources

    private func addSources(to file: inout DatabaseWriter) throws {
        try file.addTable("application_info_table") { rows in
            for source in LifeSource.allCases {
                try rows.add([.null, .text("com.example.app\(source.rawValue)"), .text("App \(source.rawValue + 1)"), .null])
            }
        }
        try file.addTable("device_info_table") { rows in
            try rows.add([.null, .text("Example"), .text("Watch 1"), .integer(1)])
            try rows.add([.null, .text("Example"), .text("Phone 1"), .integer(2)])
        }
        try file.addTable("health_data_category_priority_table") { rows in
            try rows.add([.null, .integer(1), .text("\(LifeSource.watch.rawValue + 1),\(LifeSource.phone.rawValue + 1)")])
        }
    }

    /// The columns that every record has, up to its times.
    private func common(_ number: Int64, source: Int32, created: Int64) -> [DatabaseWriter.Value] {
        let device: DatabaseWriter.Value =
            switch LifeSource(rawValue: source) {
            case .watch: .integer(1)
            case .phone: .integer(2)
            default: .null
            }
        let uuid = (0..<16).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> (8 * Int64($0)) : Int64(source) + Int64($0)) }
        return [
            .null, .blob(uuid), .integer(created), .null, .null, device, .integer(Int64(source) + 1), .integer(2), .null,
        ]
    }

    private func offset(_ plan: DayPlan, _ milliseconds: Int64) -> DatabaseWriter.Value {
        .integer(Int64(plan.zone.offsetSeconds(at: Instant(milliseconds: milliseconds))))
    }

    /// Calls `body` with the samples of each day.
    private func forEachDay(_ stream: LifeStream, _ body: (DayPlan, SampleBatch) throws -> Void) rethrows {
        var column = life.emptyColumn()
        for day in life.dayNumbers {
            let plan = life.plan(day)
            column.removeAll()
            stream.append(plan, seed: life.seed, to: &column)
            if column.samples.count > 0 { try body(plan, column.samples) }
        }
    }

    // MARK: - Records

    private func add(_ records: Records, to file: inout DatabaseWriter, _ manifest: inout ExportManifest) throws {
        let stream = LifeStream.named(records.stream)
        var count = 0
        try file.addTable(records.table) { rows in
            try forEachDay(stream) { plan, samples in
                for index in samples.starts.indices {
                    let (start, end) = (samples.starts[index], samples.ends[index])
                    var values = common(rows.count + 1, source: samples.sources[index], created: samples.created[index])
                    values += [.integer(start), offset(plan, start)]
                    if !records.isMoment { values += [.integer(end), offset(plan, end)] }
                    // Decimals are exact in both units.
                    values.append(.real((samples.values[index] * records.factor * 1e6).rounded() / 1e6))
                    try rows.add(values)
                    count += 1
                }
            }
        }
        manifest.sampleCounts[stream.metric] = count
        manifest.recordCount += count
    }

    private func addSeries(to file: inout DatabaseWriter, _ manifest: inout ExportManifest) throws {
        let stream = LifeStream.named("HeartRate")
        func interval(_ plan: DayPlan, _ samples: SampleBatch, _ source: Int32) -> [DatabaseWriter.Value] {
            let (start, end) = (samples.starts.min() ?? 0, samples.ends.max() ?? 0)
            return [.integer(start), offset(plan, start), .integer(end), offset(plan, end)]
        }
        // One record a day and source.
        try file.addTable("heart_rate_record_table") { rows in
            try forEachDay(stream) { plan, samples in
                for source in Set(samples.sources).sorted() {
                    let created = samples.created.max() ?? 0
                    try rows.add(common(rows.count + 1, source: source, created: created) + interval(plan, samples, source))
                }
            }
        }
        var (record, count): (Int64, Int) = (0, 0)
        try file.addTable("heart_rate_record_series_table") { rows in
            try forEachDay(stream) { _, samples in
                for source in Set(samples.sources).sorted() {
                    record += 1
                    for index in samples.starts.indices where samples.sources[index] == source {
                        try rows.add([
                            .integer(record), .integer(Int64(samples.values[index].rounded())), .integer(samples.starts[index]),
                        ])
                        count += 1
                    }
                }
            }
        }
        manifest.sampleCounts[stream.metric] = count
        manifest.recordCount += count
    }

    // MARK: - Sessions

    /// The stages of Health Connect for Apple's values.
    private static let stages: [Int: Int64] = [1: 2, 2: 1, 3: 4, 4: 5, 5: 6]

    private func addSleep(to file: inout DatabaseWriter, _ manifest: inout ExportManifest) throws {
        let stream = LifeStream.named("SleepAnalysis")
        func stages(_ samples: SampleBatch) -> [Int] {
            samples.starts.indices.filter {
                samples.sources[$0] == LifeSource.watch.rawValue && Self.stages[Int(samples.values[$0])] != nil
            }
        }
        try file.addTable("sleep_session_record_table") { rows in
            try forEachDay(stream) { plan, samples in
                let own = stages(samples)
                guard let start = own.map({ samples.starts[$0] }).min(), let end = own.map({ samples.ends[$0] }).max() else { return }
                try rows.add(
                    common(rows.count + 1, source: LifeSource.watch.rawValue, created: end + 60_000)
                        + [.integer(start), offset(plan, start), .integer(end), offset(plan, end), .null, .null])
            }
        }
        var session: Int64 = 0
        try file.addTable("sleep_stages_table") { rows in
            try forEachDay(stream) { _, samples in
                let own = stages(samples)
                if own.isEmpty { return }
                session += 1
                for index in own {
                    let stage = Self.stages[Int(samples.values[index])] ?? 0
                    try rows.add([.integer(session), .integer(samples.starts[index]), .integer(samples.ends[index]), .integer(stage)])
                }
            }
            manifest.sampleCounts[stream.metric] = Int(rows.count)
            manifest.recordCount += Int(rows.count)
        }
    }

    private func addExercise(to file: inout DatabaseWriter, _ manifest: inout ExportManifest) throws {
        let types: [String: Int64] = ["Running": 33, "Walking": 53, "Cycling": 4, "Yoga": 57, "Swimming": 49, "Hiking": 21]
        var routes: [(session: Int64, route: LifeRoute)] = []
        try file.addTable("exercise_session_record_table") { rows in
            var column = life.emptyColumn()
            for day in life.dayNumbers {
                let plan = life.plan(day)
                for workout in life.workouts(plan, &column) {
                    let (start, end) = (workout.start.milliseconds, workout.end.milliseconds)
                    let type = types[String(workout.activity.dropFirst("HKWorkoutActivityType".count))] ?? 58
                    let route = workout.routes.first.map { LifeRoute($0, of: workout) }
                    let record = common(rows.count + 1, source: workout.source, created: end + 60_000)
                    try rows.add(
                        record + [
                            .integer(start), offset(plan, start), .integer(end), offset(plan, end), .integer(type), .null,
                            .integer(route == nil ? 0 : 1),
                        ])
                    if let route { routes.append((rows.count, route)) }
                }
                column.removeAll()
            }
            manifest.workoutCount = Int(rows.count)
        }
        try file.addTable("exercise_route_table") { rows in
            for (session, route) in routes {
                for point in route.points {
                    try rows.add([
                        .integer(session), .integer(Int64(point.second) * 1000), .real(point.latitude), .real(point.longitude),
                        .real(point.altitude), .real(LifeRoute.Point.horizontalAccuracy), .real(LifeRoute.Point.verticalAccuracy),
                    ])
                }
            }
        }
        manifest.routes = routes.map(\.route)
    }
}
