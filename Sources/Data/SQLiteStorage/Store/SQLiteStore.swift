import GRDB
package import HealthModel
import SampleStore
import Synchronization

/// A store in one SQLite file: samples in packed blocks, everything else in tables.
///
/// Several processes may have it open: one writes at a time, all can read meanwhile. Reads go through
/// a connection of their own, so a read in one thread does not wait for a write in another.
package final class SQLiteStore: QuarterKeeping {
    package enum Mode: Sendable {
        /// Nothing is written; works beside a process that writes, and on a read-only medium.
        case readOnly
        case readWrite
        /// As `readWrite`, and makes the file if there is none.
        case create
    }

    package let path: String
    private let options: StoreOptions
    private let reader: DatabaseQueue
    private let writer: DatabaseQueue?
    private let summaries = SummaryCache()
    private let quarters = QuarterCache()
    /// Whether the file has tables of quarter hours: not in an older version that is only read.
    private let hasQuarters: Bool
    /// What the last write of this process left in memory. Only used on the writer's queue.
    private let kept = Mutex(SQLiteDictionaries.Kept())

    /// Opens the store at `path`. In any case of failure the file is left as it was.
    package static func open(path: String, mode: Mode, options: StoreOptions = StoreOptions()) throws -> SQLiteStore {
        try StoreError.mapping(path: path, waitedSeconds: options.busyTimeoutSeconds) {
            let file = StoreFile(path: path, options: options)
            if try !file.inspect(mayCreate: mode == .create) {
                try file.create()
                _ = try file.inspect(mayCreate: false)
            }
            return try SQLiteStore(file, readOnly: mode == .readOnly)
        }
    }

    private init(_ file: StoreFile, readOnly: Bool) throws {
        path = file.path
        options = file.options
        if readOnly {
            writer = nil
            do {
                reader = try file.connect(readOnly: true)
            } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) && file.isWhole {
                // Where the files beside it cannot be made, a store that nobody writes can still be read as it is.
                reader = try file.connect(readOnly: true, immutable: true)
            }
        } else {
            guard file.isWritable else { throw StoreError.notWritable(path: path) }
            let writer = try file.connect(readOnly: false)
            if try StoreFile.version(writer) < Schema.version { try Schema.migrator.migrate(writer) }
            reader = try file.connect(readOnly: true)
            self.writer = writer
        }
        // `inspect` saw the file without the log beside it, where a newer version may stand.
        let version = try StoreFile.version(reader)
        if version > Schema.version { throw StoreError.newerVersion(path: path, found: version, known: Schema.version) }
        if version < Schema.oldestReadable { throw StoreError.olderVersion(path: path, found: version, known: Schema.version) }
        hasQuarters = version >= 2
    }

    package var isReadOnly: Bool { writer == nil }

    // MARK: Reading

    package func withView<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result {
        try snapshot { try body(SQLiteContent($0, path: path, summaries: summaries, quarters: hasQuarters ? quarters : nil)) }
    }

    /// Runs `body` in a transaction that reads; inside another one of this store it sees what that one sees.
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

    private func mappingErrors<Result>(waitedSeconds: Double, _ body: () throws -> Result) throws -> Result {
        try StoreError.mapping(path: path, waitedSeconds: waitedSeconds, body)
    }

    // MARK: Writing

    package func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] {
        try transaction { try $0.write(batch) }
    }

    package func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int {
        try transaction { try $0.delete(metric, numbers: numbers, starting: starts) }
    }

    package func setSetting(_ name: String, to value: String?) throws {
        try transaction { try $0.setSetting(name, to: value) }
    }

    package func setPriority(of metric: MetricID, to keys: [String]?) throws {
        try transaction { try $0.setPriority(of: metric, to: keys) }
    }

    package func beginQuarters(of metric: MetricID) throws {
        try transaction { try $0.beginQuarters(of: metric) }
    }

    package func clearQuarters(of metric: MetricID) throws {
        try transaction { try $0.clearQuarters(of: metric) }
    }

    package func replaceQuarters(
        _ quarters: Range<Int64>, of metric: MetricID, by contents: [QuarterChunkContent], madeAt changeNumber: Int64
    ) throws -> Bool {
        try transaction { try $0.replaceQuarters(quarters, of: metric, by: contents, madeAt: changeNumber) }
    }

    /// Moves all fresh rows into blocks and the log beside the file into the file, as at the end of an import.
    ///
    /// What the store holds does not change by it. The log stays where another process reads.
    package func foldFreshRows() throws {
        try transaction { try $0.fold() }
        try mappingErrors(waitedSeconds: options.writeTimeoutSeconds) {
            try writer?.writeWithoutTransaction { db in
                let wait = Int(options.writeTimeoutSeconds * 1000)
                try db.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = \(wait)")
            }
        }
    }

    private func transaction<Result>(_ body: (inout StoreWriter) throws -> Result) throws -> Result {
        guard let writer else { throw StoreError.notWritable(path: path) }
        return try mappingErrors(waitedSeconds: options.writeTimeoutSeconds) {
            var next = SQLiteDictionaries.Kept()
            // Nothing is kept from a transaction that fails.
            let last = kept.withLock { kept in
                defer { kept = SQLiteDictionaries.Kept() }
                return kept
            }
            let result = try writer.write { db in
                var transaction = try StoreWriter(db, path: path, options: options, kept: last)
                let result = try body(&transaction)
                next = try transaction.finish()
                return result
            }
            kept.withLock { $0 = next }
            return result
        }
    }
}
