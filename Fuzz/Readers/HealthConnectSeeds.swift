import Foundation
import GRDB

/// Small databases with tables of Health Connect.
enum HealthConnectSeeds {
    private static let record =
        "row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB UNIQUE NOT NULL, last_modified_time INTEGER, device_info_id INTEGER, "
        + "app_info_id INTEGER, recording_method INTEGER"
    private static let interval =
        ", start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, local_start INTEGER AS (start_time + 1000 * start_zone_offset)"

    static let all: [[UInt8]] = [
        [
            "CREATE TABLE steps_record_table (\(record)\(interval), count INTEGER)",
            "INSERT INTO steps_record_table VALUES (NULL, x'01', 1717000000000, 1, 1, 2, 1716990000000, 7200, 1716993600000, 600)",
            "CREATE TABLE weight_record_table (\(record), time INTEGER, zone_offset INTEGER, weight REAL)",
            "INSERT INTO weight_record_table VALUES (NULL, x'01', 1717000000000, NULL, 1, 3, 1716990000000, 7200, 82500.5)",
        ],
        [
            "CREATE TABLE heart_rate_record_table (\(record)\(interval))",
            "INSERT INTO heart_rate_record_table VALUES (NULL, x'01', 1717000000000, 1, 1, 2, 1716990000000, 7200, 1716993600000)",
            "CREATE TABLE heart_rate_record_series_table (parent_key INTEGER NOT NULL, beats_per_minute INTEGER, epoch_millis INTEGER)",
        ] + (0..<60).map { "INSERT INTO heart_rate_record_series_table VALUES (1, \(60 + $0), \(1_716_990_000_000 + $0 * 60_000))" },
        [
            "CREATE TABLE sleep_session_record_table (\(record)\(interval), notes TEXT, title TEXT)",
            "INSERT INTO sleep_session_record_table VALUES (NULL, x'01', 1717000000000, 1, 1, 2, 1716930000000, 0, 1716955200000, "
                + "hex(zeroblob(900)), 'N')",
            "CREATE TABLE sleep_stages_table (parent_key INTEGER NOT NULL, stage_start_time INTEGER, stage_end_time INTEGER, "
                + "stage_type INTEGER)",
            "INSERT INTO sleep_stages_table VALUES (1, 1716931000000, 1716932000000, 4), (1, 1716933000000, 1716934000000, 7)",
        ],
    ].map(database)

    /// Returns the file of a database with these tables and rows.
    private static func database(_ statements: [String]) -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "tally-seed-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sources = [
            "PRAGMA page_size = 512",
            "CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, package_name TEXT NOT NULL, app_name TEXT)",
            "INSERT INTO application_info_table VALUES (1, 'com.example.app', 'App')",
            "CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER)",
            "INSERT INTO device_info_table VALUES (1, 'Example', 'Watch', 1)",
        ]
        do {
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { db in
                for statement in sources + statements { try db.execute(sql: statement) }
            }
            try queue.close()
        } catch { return [] }
        return FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
    }
}
