import GRDB
package import HealthModel
import SampleStore
package import StorageModel
import Synchronization
import SystemBridges

/// A store in one SQLite file. Samples are in packed blocks, everything else is in tables.
///
/// Several processes can open it at the same time. One writes at a time, and all can read meanwhile. Reads
/// use a separate connection, so a read in one thread does not wait for a write in another.
package final class SQLiteStore: QuarterKeeping, PersonKeeping {
    package enum Mode: Sendable {
        /// Writes nothing. Works while another process writes, and on read-only media.
        case readOnly
        case readWrite
        /// Like `readWrite`, and creates the file if it does not exist.
        case create
    }

    package let path: String
    let options: StoreOptions
    let reader: DatabaseQueue
    let writer: DatabaseQueue?
    private let cache = ContentCache()
    private let quarters = QuarterCache()
    private let blocks = BlockCache()
    /// The parts of the file. A file of an older version that is open read-only does not have all of them.
    let parts: SQLiteContent.Parts
    /// The file that was opened; nil if the system does not say.
    let identifier: UInt64?
    /// True if `open` created the file.
    let isNew: Bool
    /// The state that the last write of this process left in memory. Only used on the writer's queue.
    private let kept = Mutex(SQLiteDictionaries.Kept())
    /// The deed of this process's writes; nil for none.
    let deed = Mutex<StoreDeed?>(nil)

    /// Opens the store at `path`. If this fails, the file is not changed.
    package static func open(path: String, mode: Mode, options: StoreOptions = StoreOptions()) throws -> SQLiteStore {
        try StoreError.mapping(path: path, waitedSeconds: options.busyTimeoutSeconds) {
            let file = StoreFile(path: path, options: options)
            var isNew = false
            if try !file.inspect(mayCreate: mode == .create) {
                isNew = try file.create()
                _ = try file.inspect(mayCreate: false)
            }
            return try SQLiteStore(file, readOnly: mode == .readOnly, isNew: isNew)
        }
    }

    private init(_ file: StoreFile, readOnly: Bool, isNew: Bool) throws {
        path = file.path
        self.isNew = isNew
        options = file.options
        identifier = try? FilePath.status(of: path).identifier
        if readOnly {
            writer = nil
            do {
                reader = try file.connect(readOnly: true)
            } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) && file.isWhole {
                // If the files next to it cannot be created, a store without a writer can still be read.
                reader = try file.connect(readOnly: true, immutable: true)
            }
        } else {
            guard file.isWritable else { throw StoreError.notWritable(path: path) }
            let writer = try file.connect(readOnly: false)
            // A trigger that is not a part of a store can only spoil the store that has it, so the tables come first.
            try SchemaGuard.checkTables(writer, path: path)
            if try StoreFile.version(writer) < Schema.version { try Schema.migrator.migrate(writer) }
            try SchemaGuard.checkTriggers(writer, path: path)
            reader = try file.connect(readOnly: true)
            self.writer = writer
        }
        // `inspect` read the file without the log next to it, which can contain a newer version.
        if readOnly { try SchemaGuard.checkTables(reader, path: path) }
        let version = try StoreFile.version(reader)
        if version > Schema.version { throw StoreError.newerVersion(path: path, found: version, known: Schema.version) }
        if version < Schema.oldestReadable { throw StoreError.olderVersion(path: path, found: version, known: Schema.version) }
        parts = SQLiteContent.Parts(
            quarters: version >= 2, deletions: version >= 3, persons: version >= 5, undo: version >= 7, series: version >= 8)
    }

    package var isReadOnly: Bool { writer == nil }
    package var capabilities: StorageCapabilities { StorageCapabilities(quarters: self, persons: self, undo: self) }

    package func reopened() throws -> any SampleStorage { try SQLiteStore.open(path: path, mode: .readOnly, options: options) }

    // MARK: Reading

    /// A write first changes the log, which this connection keeps open.
    package var files: [String] { [path, path + "-wal"] }

    package func changeMark() throws -> Int64 {
        try mappingErrors(waitedSeconds: options.busyTimeoutSeconds) {
            try reader.unsafeReentrantRead { db in
                // SQLite changes this number when another connection commits. It does not read the file for it.
                try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
            }
        }
    }

    package func withView<Result>(_ permit: borrowing ViewPermit, _ body: (any SampleSource) throws -> Result) throws -> Result {
        try snapshot { db in
            try body(SQLiteContent(db, path: path, cache: cache, quarters: quarters, blocks: blocks, parts: parts, options: options))
        }
    }

    /// Runs `body` in a read transaction. If it is nested in another one of this store, both see the same content.
    func snapshot<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try mappingErrors(waitedSeconds: options.busyTimeoutSeconds) {
            try reader.unsafeReentrantRead { db in
                if db.isInsideTransaction { return try body(db) }
                try db.beginTransaction(.deferred)
                defer { try? db.rollback() }
                return try body(db)
            }
        }
    }

    func mappingErrors<Result>(waitedSeconds: Double, _ body: () throws -> Result) throws -> Result {
        try StoreError.mapping(path: path, waitedSeconds: waitedSeconds, body)
    }

    // MARK: Writing

    package func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] { try write([batch]) }

    package func write(_ batches: [ImportBatch]) throws -> [MetricID: WriteOutcome] {
        try transaction { writer in
            try batches.reduce(into: [:]) { try $0.merge(writer.write($1), uniquingKeysWith: +) }
        }
    }

    package func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int {
        try transaction { try $0.delete(metric, numbers: numbers, starting: starts, of: nil) }
    }

    package func setSetting(_ name: String, to value: String?) throws {
        try transaction { try $0.setSetting(name, to: value, of: nil) }
    }

    package func setPriority(of metric: MetricID, to keys: [String]?) throws {
        try transaction { try $0.setPriority(of: metric, to: keys, of: nil) }
    }

    package func beginQuarters(of metric: MetricID, person: String) throws {
        try transaction { try $0.beginQuarters(of: metric, person: person) }
    }

    /// Deletes the quarter hours of `metric` of a person.
    package func clearQuarters(of metric: MetricID, person: String) throws {
        try transaction { try $0.clearQuarters(of: metric, person: person) }
    }

    /// Deletes quarter hours of metrics that keep none, and marks that end before they start, which only damage leaves.
    package func removeStrayQuarters() throws { try transaction { try $0.removeStrayQuarters() } }

    package func replaceQuarters(
        _ quarters: Range<Int64>, of metric: MetricID, person: String, by contents: [QuarterChunkContent], madeAt changeNumber: Int64
    ) throws -> Bool {
        try transaction { try $0.replaceQuarters(quarters, of: metric, person: person, by: contents, madeAt: changeNumber) }
    }

    /// Moves all fresh rows into blocks, writes blocks of older formats again, and moves the log next to the file into the file, as at the
    /// end of an import.
    ///
    /// The content of the store does not change. If another process is reading, the log remains.
    package func foldFreshRows() throws {
        try transaction { try $0.fold() }
        try upgradeInSteps()
        try moveLogIntoFile()
    }

    private func moveLogIntoFile() throws {
        try mappingErrors(waitedSeconds: options.writeTimeoutSeconds) {
            try writer?.writeWithoutTransaction { db in
                let wait = Int(options.writeTimeoutSeconds * 1000)
                try db.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = \(wait)")
            }
        }
    }

    // MARK: Upgrading

    /// Writes old blocks again, a few in each transaction, so that other processes can write meanwhile.
    private func upgradeInSteps() throws {
        guard options.blockFormat == .newest else { return }
        var left = try transaction { try $0.oldBlockCount() }
        while left > 0 {
            let done = try transaction { try $0.upgradeBlocks(atMost: 64) }
            // Blocks that are damaged remain.
            let remaining = try transaction { try $0.oldBlockCount() }
            if done == 0 || remaining >= left { return }
            left = remaining
        }
    }

    /// Writes all blocks of older formats again in the newest one, in one transaction: either all blocks are new, or the file is as before.
    ///
    /// Meanwhile, the new blocks are in the log next to the file, so this takes up to the size of the store. The samples do not change.
    ///
    /// - Parameter progress: Receives the number of blocks so far, and of all. Ends the upgrade by throwing, which changes nothing.
    /// - Returns: The number of blocks that were written.
    package func upgradeBlocks(progress: (Int, Int) throws -> Void = { _, _ in }) throws -> Int {
        let written = try transaction { writer in
            let total = try writer.oldBlockCount()
            guard total > 0 else { return 0 }
            _ = try writer.upgradeBlocks { try progress($0, total) }
            return try total - writer.oldBlockCount()
        }
        if written > 0 { try moveLogIntoFile() }
        return written
    }

    func transaction<Result>(_ body: (inout StoreWriter) throws -> Result) throws -> Result {
        guard let writer else { throw StoreError.notWritable(path: path) }
        // The log next to the file has the name of the file, so it would be taken for the log of another store that is there now.
        guard identifier == (try? FilePath.status(of: path).identifier) else { throw StoreError.replaced(path: path) }
        return try mappingErrors(waitedSeconds: options.writeTimeoutSeconds) {
            var next = SQLiteDictionaries.Kept()
            // A transaction that fails leaves no state in memory.
            let last = kept.withLock { kept in
                defer { kept = SQLiteDictionaries.Kept() }
                return kept
            }
            let result = try writer.write { db in
                var transaction = try StoreWriter(db, path: path, options: options, kept: last, deed: deed.withLock { $0 })
                let result = try body(&transaction)
                next = try transaction.finish()
                return result
            }
            kept.withLock { $0 = next }
            return result
        }
    }
}
