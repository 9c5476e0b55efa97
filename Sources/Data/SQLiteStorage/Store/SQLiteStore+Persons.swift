import GRDB
package import HealthModel
import SampleStore
package import StorageModel

/// The people of a store file.
extension SQLiteStore {
    package func scoped(to person: String) -> any SampleStorage { PersonStorage(self, person: person) }

    package func delete(
        _ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>, of person: String
    ) throws -> Int {
        try transaction { try $0.delete(metric, numbers: numbers, starting: starts, of: person) }
    }

    package func setSetting(_ name: String, to value: String?, of person: String) throws {
        try transaction { try $0.setSetting(name, to: value, of: person) }
    }

    package func setPriority(of metric: MetricID, to keys: [String]?, of person: String) throws {
        try transaction { try $0.setPriority(of: metric, to: keys, of: person) }
    }

    package func update(_ people: [PersonUpdate]) throws {
        try transaction { try $0.update(people) }
    }

    package func rename(person: String, to newID: String) throws {
        try transaction { try $0.rename(person, to: newID) }
    }

    package func forget(person: String) throws -> ForgottenPerson {
        var forgotten = try transaction { try $0.forget(person) }
        forgotten.isErased = try eraseDeletedBytes()
        return forgotten
    }

    /// Writes the whole file again and empties the log next to it. This takes up to twice the size of the store in free space.
    ///
    /// - Returns: False if another process is using the file, or if the disk is full.
    @discardableResult
    package func eraseDeletedBytes() throws -> Bool {
        guard let writer else { throw StoreError.notWritable(path: path) }
        return try mappingErrors(waitedSeconds: options.writeTimeoutSeconds) {
            try writer.writeWithoutTransaction { db in
                do {
                    // In a file, because a copy of a large store does not fit in memory. SQLite removes its name at once.
                    try db.execute(sql: "PRAGMA temp_store = FILE; PRAGMA secure_delete = ON")
                    defer { try? db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = OFF") }
                    try db.execute(sql: "VACUUM")
                    return try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0
                } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL].contains(error.resultCode) {
                    return false
                }
            }
        }
    }
}
