import Foundation
import GRDB
import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

@Suite struct StoreOpeningTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path("health.tally") }

    init() throws { directory = try TemporaryDirectory() }

    private func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// Opens in every mode and expects the same error and an unchanged directory.
    private func expect(_ error: StoreError, modes: [SQLiteStore.Mode] = [.readOnly, .readWrite, .create]) throws {
        let names = directory.names
        let before = FileManager.default.contents(atPath: path)
        for mode in modes {
            #expect(throws: error) { try SQLiteStore.open(path: path, mode: mode) }
            #expect(FileManager.default.contents(atPath: path) == before)
            #expect(directory.names == names)
        }
    }

    @Test("A store whose file was replaced or deleted while it was open is not written", arguments: [false, true])
    func replacedFile(isDeleted: Bool) throws {
        let other = directory.path("other.tally")
        do { _ = try SQLiteStore.open(path: other, mode: .create).write(Self.oneSample(2000)) }
        let store = try SQLiteStore.open(path: path, mode: .create)
        _ = try store.write(Self.oneSample(1000))
        try FileManager.default.removeItem(atPath: path)
        if !isDeleted { try FileManager.default.moveItem(atPath: other, toPath: path) }
        #expect(throws: StoreError.replaced(path: path)) { try store.write(Self.oneSample(3000)) }
        #expect(FileManager.default.fileExists(atPath: path) != isDeleted)
    }

    @Test("Only a store that was created, and that nobody changed or has open, is withdrawn with its file")
    func withdrawal() throws {
        #expect(try SQLiteStore.open(path: path, mode: .create).withdraw())
        #expect(directory.names == [])

        // An empty file had the name before.
        try write("", to: path)
        #expect(try !SQLiteStore.open(path: path, mode: .create).withdraw())
        // The file is now a store of an earlier process.
        #expect(try !SQLiteStore.open(path: path, mode: .create).withdraw())
        #expect(directory.names == ["health.tally"])
        try FileManager.default.removeItem(atPath: path)

        do {
            let written = try SQLiteStore.open(path: path, mode: .create)
            _ = try written.write(Self.oneSample())
            #expect(!written.withdraw())
        }
        #expect(try SQLiteStore.open(path: path, mode: .readOnly).read { try $0.metricSummaries() }.map(\.count) == [1])
        try FileManager.default.removeItem(atPath: path)

        let new = try SQLiteStore.open(path: path, mode: .create)
        let other = try SQLiteStore.open(path: path, mode: .readWrite)
        #expect(!new.withdraw())
        _ = try other.write(Self.oneSample(7000))
        #expect(try other.read { try $0.metricSummaries() }.map(\.count) == [1])
        #expect(try other.checkIntegrity().isEmpty)
    }

    @Test("A new store does not get the log of a store that was deleted without it", arguments: [false, true])
    func leftoverLog(isEmptyFileLeft: Bool) throws {
        // The log of an open store has its samples, as after a kill.
        do {
            let killed = try SQLiteStore.open(path: path, mode: .create)
            _ = try killed.write(Self.oneSample())
            for suffix in ["-wal", "-shm"] { try bytes(path + suffix).write(to: URL(filePath: path + suffix + ".kept")) }
            #expect(try bytes(path + "-wal").count > 0)
        }
        try FileManager.default.removeItem(atPath: path)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
            try FileManager.default.moveItem(atPath: path + suffix + ".kept", toPath: path + suffix)
        }
        if isEmptyFileLeft { try write("", to: path) }
        let new = try SQLiteStore.open(path: path, mode: .create)
        #expect(try new.read { try $0.metricSummaries() }.isEmpty)
        _ = try new.write(Self.oneSample(5000))
        #expect(try new.read { try $0.metricSummaries() }.map(\.count) == [1])
        #expect(try new.checkIntegrity().isEmpty)
    }

    private func permissions(_ path: String) throws -> Int {
        let value = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        return try #require(value as? NSNumber).intValue
    }

    static func oneSample(_ start: Int64 = 0) -> ImportBatch {
        var batch = ImportBatch()
        batch.sources = [Source(name: "Watch")]
        var rows = SampleBatch()
        rows.starts = [start]
        rows.ends = [start + 1000]
        rows.values = [5]
        rows.sources = [0]
        batch.samples[RandomBatch.metrics[0]] = rows
        return batch
    }

    @Test("A missing file is an error unless it is created")
    func missing() throws {
        try expect(.noSuchFile(path: path), modes: [.readOnly, .readWrite])
        let store = try SQLiteStore.open(path: path, mode: .create)
        #expect(try store.read { try $0.metricSummaries() } == [])
    }

    @Test("A directory is not a store")
    func isDirectory() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try expect(.isDirectory(path: path))
    }

    @Test("A file of another type is not a store and is not changed")
    func notADatabase() throws {
        try write(String(repeating: "start,end,value\n", count: 500), to: path)
        try expect(.notADatabase(path: path))
        try write("x", to: path)
        try expect(.notADatabase(path: path))
    }

    @Test("An empty file is not a store but can become one")
    func empty() throws {
        try write("", to: path)
        try expect(.notADatabase(path: path), modes: [.readOnly, .readWrite])
        _ = try SQLiteStore.open(path: path, mode: .create)
        #expect(try permissions(path) == 0o600)
    }

    @Test("A database of another program is not changed and gets no log next to it", arguments: ["DELETE", "WAL"])
    func foreign(journalMode: String) throws {
        do {
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = \(journalMode); CREATE TABLE note (text TEXT); PRAGMA wal_checkpoint")
            }
            try queue.close()
        }
        try expect(.foreignDatabase(path: path))
    }

    @Test("A store of a newer version is an error and is not changed")
    func newer() throws {
        _ = try SQLiteStore.open(path: path, mode: .create)
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 999") }
        try queue.close()
        try expect(.newerVersion(path: path, found: 999, known: 8))
    }

    @Test("A truncated store is damaged or unreadable and never causes a crash")
    func cutShort() throws {
        do {
            let store = try SQLiteStore.open(path: path, mode: .create)
            var generator = SplitMix64(seed: 5)
            _ = try store.write(RandomBatch.make(count: 3000, span: 100_000, using: &generator))
        }
        let whole = try bytes(path)
        for length in [50, 100, 512, 4096, 9000, 40_000, whole.count - 1] where length < whole.count {
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            #expect(throws: StoreError.self, "length \(length)") {
                let store = try SQLiteStore.open(path: path, mode: .readOnly)
                for metric in RandomBatch.metrics { _ = try store.read { try $0.plainSamples(metric) } }
                let findings = try store.checkIntegrity()
                // If only free space is missing, a check must find it.
                if let first = findings.first { throw StoreError.corrupt(path: path, reason: first.description) }
            }
        }
    }

    @Test(
        "A writer that was killed while its log was moved into the file leaves a complete store",
        arguments: [SQLiteStore.Mode.readOnly, .readWrite])
    func killedInCheckpoint(mode: SQLiteStore.Mode) throws {
        let store = try SQLiteStore.open(path: path, mode: .create)
        // Enough rows that the file grows and the log contains its first page.
        var generator = SplitMix64(seed: 1)
        _ = try store.write(RandomBatch.make(count: 5000, span: 100_000, using: &generator))
        let copy = directory.path("copy")
        try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
        // The first page is moved first, and counts pages that the file does not have yet.
        var header = try bytes(path)
        header.replaceSubrange(28..<32, with: [0, 0, 1, 0])
        try header.write(to: URL(fileURLWithPath: copy))
        let counts = try store.read { try $0.metricSummaries().map(\.count) }
        #expect(try SQLiteStore.open(path: copy, mode: mode).read { try $0.metricSummaries().map(\.count) } == counts)
    }

    @Test("Only the owner can read the files and the directories created for them, with any umask")
    func permissions() throws {
        let nested = directory.path("a/b/health.tally")
        let before = umask(0)
        defer { umask(before) }
        let store = try SQLiteStore.open(path: nested, mode: .create)
        _ = try store.write(Self.oneSample())
        for name in ["", "-wal", "-shm"] { #expect(try permissions(nested + name) == 0o600, "\(name)") }
        #expect(try permissions(directory.path("a")) == 0o700)
        #expect(try permissions(directory.path("a/b")) == 0o700)
    }

    @Test("A path is a name and never a URI or an option", arguments: ["a?b#c%20d", "file:x?mode=memory", "ü 'ß' ;--"])
    func oddNames(name: String) throws {
        let odd = directory.path(name)
        _ = try SQLiteStore.open(path: odd, mode: .create).write(Self.oneSample())
        #expect(directory.names.contains(name))
        let count = try SQLiteStore.open(path: odd, mode: .readOnly).read { try $0.metricSummaries().first?.count }
        #expect(count == 1)
    }

    @Test("A path can be relative")
    func relative() throws {
        let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in "../" }.joined()
        let store = try SQLiteStore.open(path: up + path.dropFirst(), mode: .create)
        #expect(try store.read { try $0.metricSummaries() } == [])
        #expect(directory.names.contains("health.tally"))
    }

    @Test("The second of two writers waits, then reports that another process is writing")
    func locked() throws {
        var options = StoreOptions()
        options.writeTimeoutSeconds = 0.1
        let store = try SQLiteStore.open(path: path, mode: .create, options: options)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try other.inDatabase { try $0.beginTransaction(.immediate) }
        #expect(throws: StoreError.locked(path: path, waitedSeconds: 0.1)) { try store.write(Self.oneSample()) }
        #expect(try store.read { try $0.metricSummaries() } == [], "readers do not wait")
        let opened = try SQLiteStore.open(path: path, mode: .readOnly, options: options)
        #expect(try opened.read { $0.changeNumber } == 0)
        try other.inDatabase { try $0.rollback() }
        #expect(try store.write(Self.oneSample())[RandomBatch.metrics[0]]?.added == 1)
    }

    @Test("A store that is open read-only writes nothing")
    func readOnly() throws {
        _ = try SQLiteStore.open(path: path, mode: .create).write(Self.oneSample())
        let store = try SQLiteStore.open(path: path, mode: .readOnly)
        #expect(store.isReadOnly)
        #expect(throws: StoreError.notWritable(path: path)) { try store.write(Self.oneSample(7)) }
        #expect(throws: StoreError.notWritable(path: path)) { try store.setSetting("zone", to: "UTC") }
    }

    @Test("A full disk does not change the store")
    func diskFull() throws {
        _ = try SQLiteStore.open(path: path, mode: .create).write(Self.oneSample())
        var options = StoreOptions()
        options.greatestPageCount = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 } + 2
        let store = try SQLiteStore.open(path: path, mode: .readWrite, options: options)
        var generator = SplitMix64(seed: 1)
        let big = RandomBatch.make(count: 20_000, span: 1_000_000, using: &generator)
        #expect(throws: StoreError.diskFull(path: path)) { try store.write(big) }
        #expect(try store.read { try $0.metricSummaries().map(\.count) } == [1])
        #expect(try store.write(Self.oneSample(1000))[RandomBatch.metrics[0]]?.added == 1)
    }

    @Test("Every error describes the problem and a solution")
    func messages() {
        let errors: [StoreError] = [
            .noSuchFile(path: "p"), .isDirectory(path: "p"), .notADatabase(path: "p"), .foreignDatabase(path: "p"),
            .newerVersion(path: "p", found: 2, known: 1), .olderVersion(path: "p", found: 0, known: 1),
            .locked(path: "p", waitedSeconds: 5), .notReadable(path: "p"), .notWritable(path: "p"), .cannotCreate(path: "p", reason: "r"),
            .diskFull(path: "p"),
            .corrupt(path: "p", reason: "r"), .failed(path: "p", reason: "r"),
        ]
        for error in errors {
            #expect(error.message.contains("p") && !error.advice.isEmpty)
            #expect(error.description == "\(error.message); \(error.advice)")
        }
    }
}
