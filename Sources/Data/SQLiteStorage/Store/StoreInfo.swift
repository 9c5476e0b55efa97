import Foundation
import GRDB

/// The facts about a store file that `tally doctor` prints in addition to problems.
package struct StoreInfo: Hashable, Sendable {
    package var path: String
    /// The size of the file and the log next to it.
    package var byteCount: Int
    package var formatVersion: Int
    package var changeNumber: Int64
    package var sampleCount: Int
    package var blockCount: Int
    /// The number of blocks in a format before the newest one.
    package var oldBlockCount: Int
    /// The number of samples that are not in blocks yet.
    package var freshCount: Int
    package var personCount: Int
    package var workoutCount: Int
    package var correlationCount: Int
    package var activitySummaryCount: Int

    /// The number of bytes per sample and workout. Nil for an empty store.
    package var bytesPerSample: Double? {
        let count = sampleCount + workoutCount
        return count == 0 ? nil : Double(byteCount) / Double(count)
    }
}

extension SQLiteStore {
    package func info() throws -> StoreInfo {
        try snapshot { db in
            func number(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
            let fresh = try number("SELECT count(*) FROM freshSample")
            let files = ["", "-wal"].map {
                (try? FileManager.default.attributesOfItem(atPath: path + $0)[.size] as? NSNumber)?.intValue ?? 0
            }
            return StoreInfo(
                path: path, byteCount: files.reduce(0, +), formatVersion: try number("PRAGMA user_version"),
                changeNumber: try SQLiteContent.counter("changeNumber", db),
                sampleCount: try number("SELECT sum(count) FROM block") + fresh, blockCount: try number("SELECT count(*) FROM block"),
                // A file of an older version that is open read-only has only old blocks.
                oldBlockCount: try number(db.tableExists("oldBlock") ? "SELECT count(*) FROM oldBlock" : "SELECT count(*) FROM block"),
                freshCount: fresh, personCount: try db.tableExists("person") ? number("SELECT count(*) FROM person") : 1,
                workoutCount: try number("SELECT count(*) FROM workout"),
                correlationCount: try number("SELECT count(*) FROM correlation"),
                activitySummaryCount: try number("SELECT count(*) FROM activitySummary"))
        }
    }
}
