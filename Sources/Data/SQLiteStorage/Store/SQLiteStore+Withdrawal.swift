import GRDB
import SystemBridges

extension SQLiteStore {
    /// Closes the store. Removes its file if `open` created it, nobody has changed it, and nobody else has it open.
    ///
    /// The store can't be used afterwards.
    ///
    /// - Returns: True if the file was removed.
    @discardableResult
    package func withdraw() -> Bool {
        guard isNew, let writer else { return false }
        // The lock below needs all other connections closed, those of this process too.
        do { try reader.close() } catch { return false }
        let wasRemoved = try? writer.writeWithoutTransaction { db in
            func isUnchanged() throws -> Bool {
                try Int64.fetchOne(db, sql: "SELECT value FROM counter WHERE name = 'changeNumber'") == 0
            }
            guard try isUnchanged() else { return false }
            // To leave the log, SQLite needs a lock that nobody else can have, and in this mode it keeps the lock until the connection
            // closes. A process that opens the file meanwhile waits. It then finds that the file has no name, and writes nothing to it.
            try db.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE")
            guard try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") == "delete" else { return false }
            guard try isUnchanged(), let identifier, identifier == (try? FilePath.status(of: path).identifier) else {
                try db.execute(sql: "PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL")
                return false
            }
            try FilePath.remove(path)
            return true
        }
        try? writer.close()
        return wasRemoved ?? false
    }
}
