import GRDB

/// Makes a store one of an earlier version.
enum EarlierVersion {
    /// Drops the tables and triggers that a version from 6 on added, and those of later versions.
    static func dropTables(since version: Int, _ db: Database) throws {
        let parts = try String.fetchAll(
            db,
            sql: """
                SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('table', 'trigger') AND (name GLOB 'earlier*'
                OR name IN ('undoStep', 'series', 'activityStatistic', 'activityEvent', 'workoutActivity')) ORDER BY type DESC, name
                """)
        for part in parts { try db.execute(sql: "DROP \(part)") }
        try db.execute(sql: "DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) >= \(version)")
    }
}
