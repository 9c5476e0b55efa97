import CalendarIntervals
import DemoData
import Foundation
import GRDB
import HealthImport
import HealthModel
import SampleStore
import StorageModel
import SystemBridges
import Testing

/// Databases are made by SQLite, so the reader is compared with a second program.
@Suite("Health Connect")
struct HealthConnectTests {
    private static let record =
        "row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB UNIQUE, last_modified_time INTEGER, device_info_id INTEGER, "
        + "app_info_id INTEGER, recording_method INTEGER"
    private static let steps =
        "CREATE TABLE steps_record_table (\(record), start_time INTEGER, end_time INTEGER, local AS (start_time + 1), count INTEGER)"

    /// Makes a database, passes its path to `body`, and removes it.
    private func withDatabase(
        pageSize: Int = 512, _ statements: [String], edit: (inout [UInt8]) -> Void = { _ in }, _ body: (String) throws -> Void
    ) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "tally-hc-\(UUID().uuidString).db").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA page_size = \(pageSize)")
            try db.inTransaction {
                try db.execute(
                    sql: "CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT, app_icon BLOB)"
                )
                try db.execute(sql: "INSERT INTO application_info_table VALUES (1, 'com.example.app', 'App', randomblob(20000))")
                for statement in statements { try db.execute(sql: statement) }
                return .commit
            }
        }
        try queue.close()
        var bytes = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
        edit(&bytes)
        try Data(bytes).write(to: URL(filePath: path))
        try body(path)
    }

    private func importing(_ path: String, to store: MemoryStore = MemoryStore(), rows: Int = 100) throws -> ImportReport {
        var options = ImportOptions()
        options.batchRows = rows
        return try Importer(sink: store, options: options, clock: { 0 }).importFile(path)
    }

    private func samples(_ name: String, in store: MemoryStore) throws -> SampleBatch {
        var all = SampleBatch()
        try store.read { view in
            try view.scan(
                MetricID("HKQuantityTypeIdentifier" + name), from: .min, through: .max,
                columns: [.values, .sources, .origins, .metadata, .units, .created, .numbers]
            ) { batch in
                for row in 0..<batch.count {
                    all.starts.append(batch.starts[row])
                    all.values.append(batch.values[row])
                }
                return true
            }
        }
        return all
    }

    private static func insert(_ count: Int) -> String {
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) INSERT INTO steps_record_table "
            + "SELECT NULL, randomblob(16), 1700000000000, NULL, 1, 2, 1600000000000 + i * 60000, 1600000060000 + i * 60000, i FROM n"
    }

    @Test("Every row of a table with three levels of pages is read once, on pages of any size", arguments: [512, 1024, 4096, 65_536])
    func levels(pageSize: Int) throws {
        try withDatabase(pageSize: pageSize, [Self.steps, Self.insert(20_000)]) { path in
            let store = MemoryStore()
            let report = try importing(path, to: store, rows: 3000)
            #expect(report.findings.rows == 20_000 && report.added == 20_000 && report.isComplete)
            // 1 + 2 + … + 20,000
            #expect(try samples("StepCount", in: store).values.reduce(0, +) == 200_010_000)
        }
    }

    @Test("Samples of a series have the source of their record, also if the records are in another order")
    func series() throws {
        let times = "start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER"
        try withDatabase([
            "INSERT INTO application_info_table VALUES (2, 'b', 'Other', NULL)",
            "CREATE TABLE heart_rate_record_table (\(Self.record), \(times))",
            "INSERT INTO heart_rate_record_table VALUES (7, x'01', 1, NULL, 1, 0, 1600000000000, 0, 1600000100000)",
            "INSERT INTO heart_rate_record_table VALUES (9, x'02', 1, NULL, 2, 0, 1600000000000, 0, 1600000100000)",
            "CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER)",
            "INSERT INTO heart_rate_record_series_table VALUES (9, 90, 1600000001000), (7, 70, 1600000002000), (9, 91, 1600000003000), "
                + "(8, 80, 1600000004000), (7, NULL, 1600000005000)",
        ]) { path in
            let report = try importing(path)
            #expect(report.findings.sources == ["App": 1, "Other": 2])
            #expect(report.findings.issues.count(.missingRecord) == 1 && report.findings.issues.count(.missingValue) == 1)
            #expect(report.findings.rows == 5 && report.findings.skippedRows == 2)
        }
    }

    @Test("Columns are found by name in the text of a table, and computed ones are not in rows")
    func columns() throws {
        let text = """
            CREATE TABLE "steps_record_table" (row_id INTEGER PRIMARY KEY, -- a comment, with a comma
            "app_info_id" INTEGER DEFAULT 1, [t] TEXT DEFAULT 'x, y', v REAL GENERATED ALWAYS AS (max(2, 3)) VIRTUAL,
            `start_time` INTEGER CHECK (start_time IN (1600000000000, 2)), e AS (1) STORED, end_time INTEGER, "count" INTEGER,
            UNIQUE (start_time, end_time), CONSTRAINT c FOREIGN KEY (app_info_id) REFERENCES application_info_table(row_id))
            """
        try withDatabase([text, "INSERT INTO steps_record_table (start_time, end_time, count) VALUES (1600000000000, 1600000060000, 17)"]) {
            path in
            let store = MemoryStore()
            let report = try importing(path, to: store)
            #expect(report.findings.sources == ["App": 1])
            let found = try samples("StepCount", in: store)
            #expect(found.values == [17] && found.starts == [1_600_000_000_000])
        }
    }

    @Test("A file that is cut off keeps the rows before that point, and says so")
    func truncation() throws {
        try withDatabase([Self.steps, Self.insert(2000)], edit: { $0.removeLast($0.count / 2) }) { path in
            let report = try importing(path)
            #expect(!report.isComplete)
            #expect(report.findings.issues.count(.damagedTable) == 1)
        }
    }

    @Test("The place of damage is the last row before it, and damage without rows has none")
    func placesOfDamage() throws {
        try withDatabase([Self.steps, Self.insert(2000)], edit: { $0.removeLast($0.count / 2) }) { path in
            let report = try importing(path)
            let damage = try #require(report.findings.issues.entries.first { $0.issue == .damagedTable })
            #expect(damage.lines == [report.findings.rows] && report.findings.rows > 1)
            #expect(report.text(in: .utc).contains("(row \(damage.lines[0]))"))
        }
        let other = ["CREATE TABLE weight_record_table (row_id INTEGER PRIMARY KEY, time INTEGER, weight REAL)"]
        try withDatabase([Self.steps, Self.insert(1)] + other, edit: { $0.removeLast(512) }) { path in
            let report = try importing(path)
            #expect(report.findings.issues.entries.map(\.lines) == [[]] && !report.text(in: .utc).contains("(row"))
        }
    }

    @Test("A file whose list of tables is cut off keeps the known tables, unless those of apps and devices are lost")
    func truncatedTables() throws {
        let lists = [
            "CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, model TEXT)",
            "CREATE TABLE health_data_category_priority_table (row_id INTEGER PRIMARY KEY, apps TEXT)",
        ]
        let others = (0..<40).map { "CREATE TABLE other\($0) (row_id INTEGER PRIMARY KEY, name\(String(repeating: "x", count: 100)) TEXT)" }
        try withDatabase(lists + [Self.steps, Self.insert(3)] + others, edit: { $0.removeLast(20 * 512) }) { path in
            let store = MemoryStore()
            let report = try importing(path, to: store)
            #expect(!report.isComplete && report.added == 3)
            #expect(report.findings.issues.entries.map(\.detail) == ["sqlite_schema: a page is outside the file"])
        }
        try withDatabase([Self.steps, Self.insert(3)] + others + lists, edit: { $0.removeLast(20 * 512) }) { path in
            let error = #expect(throws: ImportError.self) { try importing(path) }
            #expect(error?.description.contains("the database is damaged: a page is outside the file") == true)
        }
    }

    @Test("A file that lacks the rows of an unknown table keeps all others")
    func truncatedUnknownTable() throws {
        let other = ["CREATE TABLE symptom_record_table (row_id INTEGER PRIMARY KEY)", "INSERT INTO symptom_record_table VALUES (1), (2)"]
        try withDatabase([Self.steps, Self.insert(1)] + other, edit: { $0.removeLast(512) }) { path in
            let store = MemoryStore()
            let report = try importing(path, to: store)
            #expect(!report.isComplete)
            #expect(report.findings.issues.count(.damagedTable) == 1)
            #expect(report.findings.rows == 1 && report.added == 1)
            #expect(try samples("StepCount", in: store).values == [1])
        }
    }

    @Test("Pages that lead to each other end the reading of their table only")
    func cycle() throws {
        let weight = "CREATE TABLE weight_record_table (\(Self.record), time INTEGER, weight REAL)"
        let one = "INSERT INTO weight_record_table VALUES (1, x'03', 1, NULL, 1, 0, 1600000000000, 82500.5)"
        func point(_ bytes: inout [UInt8]) {
            // The last child of each inner page of a table becomes the first inner page.
            let inner = stride(from: 512, to: bytes.count, by: 512).filter { bytes[$0] == 5 }
            for page in inner {
                bytes.replaceSubrange(page + 8..<page + 12, with: [0, 0, 0, UInt8(truncatingIfNeeded: inner[0] / 512 + 1)])
            }
        }
        try withDatabase([Self.steps, Self.insert(200), weight, one], edit: point) { path in
            let report = try importing(path)
            #expect(report.findings.issues.count(.damagedTable) >= 1)
            #expect(report.findings.metrics[MetricID("HKQuantityTypeIdentifierBodyMass")]?.count == 1)
        }
    }

    @Test("A database without tables of Health Connect is refused with the way to open a store")
    func otherDatabase() throws {
        try withDatabase(["ALTER TABLE application_info_table RENAME TO other"]) { path in
            #expect(throws: ImportError.self) { try importing(path) }
        }
    }

    @Test("Tables that Tally does not know, and newer versions, are reported")
    func newer() throws {
        try withDatabase([
            "CREATE TABLE symptom_record_table (row_id INTEGER PRIMARY KEY)", "INSERT INTO symptom_record_table VALUES (1), (2)",
            "PRAGMA user_version = 99", Self.steps, Self.insert(1),
        ]) { path in
            let report = try importing(path)
            #expect(report.findings.unreadElements == ["symptom_record_table": 2])
            #expect(report.readings.contains { $0.contains("version 99") })
        }
    }

    @Test("Offsets of samples do not become the zone of a store")
    func offsets() throws {
        let weight = "CREATE TABLE weight_record_table (\(Self.record), time INTEGER, zone_offset INTEGER, weight REAL)"
        try withDatabase([
            weight, "INSERT INTO weight_record_table VALUES (1, x'03', 1, NULL, 1, 0, 1600000000000, 19800, 82500)",
            "INSERT INTO weight_record_table VALUES (2, x'04', 1, NULL, 1, 0, 1600000100000, -12600, 82500)",
        ]) { path in
            let report = try importing(path)
            #expect(report.suggestedZone == nil)
            #expect(report.offsets == ["+05:30", "-03:30"])
            #expect(report.text(in: .utc).contains("UTC offsets (+05:30 -03:30)"))
        }
    }

    @Test("An offset with a fraction is missing, and a whole number can be stored as a real one")
    func offsetsWithFractions() throws {
        let weight = "CREATE TABLE weight_record_table (\(Self.record), time INTEGER, zone_offset, weight REAL)"
        try withDatabase([
            weight, "INSERT INTO weight_record_table VALUES (1, x'03', 1, NULL, 1, 0, 1600000000000, 7.5, 82500)",
            "INSERT INTO weight_record_table VALUES (2, x'04', 1, NULL, 1, 0, 1600000000000, NULL, 82500)",
            "INSERT INTO weight_record_table VALUES (3, x'05', 1, NULL, 1, 0, 1600000100000, 3600.0, 82500)",
        ]) { path in
            let store = MemoryStore()
            let report = try importing(path, to: store)
            #expect(report.findings.rows == 3 && report.added == 2)
            #expect(report.offsets == ["+01:00"])
        }
    }

    @Test("S1.2 equal records that were written at one time are one sample, also if one lacks its offset")
    func equalRecords() throws {
        let weight = "CREATE TABLE weight_record_table (\(Self.record), time INTEGER, zone_offset, weight REAL)"
        let rows = [
            "(1, x'03', 1600000200000, NULL, 1, 0, 1600000000000, 7.5, 82500)",
            "(2, x'04', 1600000200000, NULL, 1, 0, 1600000000000, 3600, 82500)",
        ]
        for order in [rows, rows.reversed()] {
            try withDatabase([weight] + order.map { "INSERT INTO weight_record_table VALUES \($0)" }) { path in
                let store = MemoryStore()
                let (first, second) = (try importing(path, to: store), try importing(path, to: store))
                let values = try samples("BodyMass", in: store).values
                #expect(first.added == 1 && second.added == 0 && values == [82.5])
            }
        }
    }

    @Test("Points of routes belong to their session, in order of time, and points without a time or place are counted")
    func routes() throws {
        let exercise =
            "CREATE TABLE exercise_session_record_table (\(Self.record), start_time INTEGER, end_time INTEGER, exercise_type INTEGER)"
        let points =
            "CREATE TABLE exercise_route_table (parent_key INTEGER, timestamp_millis INTEGER, latitude REAL, longitude REAL, "
            + "altitude REAL, vertical_accuracy REAL)"
        // Session 2 has two runs of rows around those of session 1, and session 3 has none.
        let rows = [
            "(2, 9003000, 0.003, 0, 12, 3)", "(2, 9001000, 0.001, 0, 10, 3)", "(1, 2000, 50.5, 7, NULL, NULL)", "(1, 3000, 91, 7, 1, 1)",
            "(1, NULL, 50, 7, 1, 1)", "(2, 9002000, 0.002, 0, 11, -1)", "(7, 1000, 1, 1, 1, 1)",
        ]
        let sessions = (1...3).map { number in
            "INSERT INTO exercise_session_record_table VALUES (\(number), randomblob(16), 1, NULL, 1, 1, \(number)000, \(number)900, 56)"
        }
        let route = "INSERT INTO exercise_route_table VALUES \(rows.joined(separator: ", "))"
        try withDatabase([exercise, points] + sessions + [route]) { path in
            let store = MemoryStore()
            let report = try importing(path, to: store)
            let found = report.findings.routes
            #expect((found.readCount, found.pointCount, found.lostPointCount, found.sortedCount) == (2, 4, 2, 1))
            let routes = try store.read { view in
                try view.workouts(from: .min, through: .max).sorted { $0.start < $1.start }.map {
                    try view.series(.route, of: $0.number).first
                }
            }
            #expect(routes.count == 3)
            #expect(routes[0]?.times == [2000] && routes[0]?.values[0] == [50.5] && routes[2] == nil)
            #expect(routes[1]?.times == [9_001_000, 9_002_000, 9_003_000])
            #expect(routes[1]?.values[0] == [0.001, 0.002, 0.003])
            // A negative accuracy means that the altitude is unknown.
            #expect(routes[1]?.values[2].map { $0.isNaN ? -1 : $0 } == [10, -1, 12])
        }
    }

    @Test("SQLite finds no fault in a generated export, and Tally reads each sample that its manifest counts")
    func generated() throws {
        var options = GenerateOptions(now: Instant(milliseconds: 1_780_000_000_000), zone: .utc)
        (options.size, options.form) = (.days(20), .healthConnect)
        var bytes: [UInt8] = []
        let manifest = try generateExport(options) { bytes += $0 }
        let path = FileManager.default.temporaryDirectory.appending(path: "tally-hc-\(UUID().uuidString).zip").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(filePath: path))
        let report = try importing(path, rows: 5000)
        #expect(report.isComplete && report.findings.skippedRows == 0)
        for (metric, count) in manifest.sampleCounts where metric != MetricID("HKCategoryTypeIdentifierSleepAnalysis") {
            #expect(report.findings.metrics[metric]?.count ?? 0 == count, "\(metric.shortName)")
        }
        #expect(report.findings.metrics[.workouts]?.count ?? 0 == manifest.workoutCount)
        let routes = report.findings.routes
        #expect(routes.readCount == manifest.routes.count && routes.readCount > 0)
        // The data of the only entry follow its header of 30 bytes and its name.
        var rest = bytes[(30 + Int(bytes[26]))...]
        var database: [UInt8] = []
        var inflater = Inflater()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let step = inflater.inflate(rest, into: &buffer, buffer.indices)
            database += buffer[..<step.produced]
            rest = rest.dropFirst(step.consumed)
            if step.isAtEnd || step.produced == 0 { break }
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "tally-hc-\(UUID().uuidString).db").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(database).write(to: URL(filePath: file))
        let queue = try DatabaseQueue(path: file)
        let (verdict, sum, points) = try queue.read { db in
            (
                try String.fetchOne(db, sql: "PRAGMA integrity_check"),
                try Int.fetchOne(db, sql: "SELECT count(*) FROM steps_record_table"),
                try Int.fetchOne(db, sql: "SELECT count(*) FROM exercise_route_table")
            )
        }
        #expect(verdict == "ok")
        #expect(sum == manifest.sampleCounts[MetricID("HKQuantityTypeIdentifierStepCount")])
        #expect(points == routes.pointCount)
    }

    @Test("An import leaves no file behind")
    func leftovers() throws {
        func copies() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
                .count { $0.hasPrefix("tally-import-") }
        }
        try withDatabase([Self.steps, Self.insert(10)]) { path in
            let before = try copies()
            _ = try importing(path)
            #expect(try copies() <= before)
        }
    }

    @Test("Medical records are counted as not imported")
    func medicalRecords() throws {
        let table = "CREATE TABLE medical_resource_table (row_id INTEGER PRIMARY KEY, fhir_resource_type INTEGER)"
        let rows = "INSERT INTO medical_resource_table VALUES (1, 1), (2, 1)"
        try withDatabase([Self.steps, table, rows]) { path in
            let report = try importing(path)
            #expect(report.findings.unreadElements == ["medical_resource_table": 2])
        }
    }
}
