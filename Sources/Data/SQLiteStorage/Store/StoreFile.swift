import Foundation
import GRDB
import SampleStore
import SystemBridges

/// The file of a store. Creates it, checks it before it is opened, and connects to it.
struct StoreFile {
    let path: String
    let options: StoreOptions

    /// - Parameter path: the user's path. If it starts with `file:`, it is still a path, not a URI.
    init(path: String, options: StoreOptions) {
        self.path = path
        self.options = options
    }

    // MARK: Inspection

    private enum Kind { case missing, unreadable, empty, directory, other, file }

    private var kind: Kind {
        do throws(SystemFailure) {
            let status = try FilePath.status(of: path)
            if status.isDirectory { return .directory }
            guard status.isRegular else { return .other }
            guard FilePath.allows(R_OK, path) else { return .unreadable }
            // SQLite treats a file that is shorter than its smallest page as an empty database.
            return status.size == 0 ? .empty : status.size < 512 ? .other : .file
        } catch {
            return error.number == EACCES ? .unreadable : .missing
        }
    }

    /// Checks that the file is a store in a known version, without changing anything.
    ///
    /// This takes no lock and creates no `-wal` or `-shm` next to a file of another program. If this process may have
    /// other connections to the file, it is read through an immutable connection, because closing a descriptor of a
    /// file releases all locks that this process has on it.
    ///
    /// - Returns: true if there is a store, false if one can be created.
    func inspect(mayCreate: Bool) throws -> Bool {
        switch kind {
        case .missing:
            if mayCreate { return false }
            throw StoreError.noSuchFile(path: path)
        case .empty:
            if mayCreate { return false }
            throw StoreError.notADatabase(path: path)
        case .unreadable: throw StoreError.notReadable(path: path)
        case .directory: throw StoreError.isDirectory(path: path)
        case .other: throw StoreError.notADatabase(path: path)
        case .file: break
        }
        if options.isOnlyUse, hasKnownHeader { return true }
        let (application, version) = try marks()
        guard application == Schema.applicationID else { throw StoreError.foreignDatabase(path: path) }
        guard version <= Schema.version else { throw StoreError.newerVersion(path: path, found: version, known: Schema.version) }
        return true
    }

    /// True if the file begins with the header of a store in a known version. All other files are examined by SQLite.
    private var hasKnownHeader: Bool {
        guard let descriptor = try? Descriptor.open(path, O_RDONLY) else { return false }
        defer { descriptor.close() }
        var header = [UInt8](repeating: 0, count: 100)
        guard (try? descriptor.read(into: &header, header.indices)) == header.count else { return false }
        func number(at offset: Int) -> Int { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        return header.starts(with: "SQLite format 3\0".utf8) && number(at: 68) == Schema.applicationID
            && Schema.oldestReadable...Schema.version ~= number(at: 60)
    }

    /// Returns the application id and the version in the header of the file.
    private func marks() throws -> (application: Int?, version: Int) {
        func read(immutable: Bool) throws -> (Int?, Int) {
            try connect(readOnly: true, immutable: immutable).unsafeRead { db in
                (try Int.fetchOne(db, sql: "PRAGMA application_id"), try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0)
            }
        }
        do {
            return try read(immutable: true)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT && !isWhole {
            // If a process was killed while it moved the log into the file, the header counts pages that are in the log.
            return try read(immutable: false)
        }
    }

    // MARK: Creation

    /// Creates an empty store. Other users cannot read it at any time.
    ///
    /// The file is completed under another name first. If the process is killed, or another process creates a store, no incomplete store
    /// remains.
    ///
    /// - Returns: true if the file is the one of this call and nothing had its name before.
    func create() throws -> Bool {
        try createDirectory()
        let draft = StoreFile(path: "\(path).\(UUID().uuidString)", options: options)
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { try? FilePath.remove(draft.path + suffix) } }
        do throws(SystemFailure) {
            let descriptor = try Descriptor.open(draft.path, O_CREAT | O_EXCL | O_RDWR)
            descriptor.makePrivate()
            descriptor.close()
        } catch {
            throw cannotCreate(error)
        }
        let queue = try draft.connect(readOnly: false)
        try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA page_size = 8192") }
        try Schema.migrator.migrate(queue)
        // Only now, so that everything up to here, including the header for `inspect`, is in the file and not in a log.
        try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
        try queue.close()
        do throws(SystemFailure) {
            return try draft.place(at: self)
        } catch {
            throw cannotCreate(error)
        }
    }

    /// Gives a complete store its name. An empty file is replaced. If another process was faster, its store is used.
    ///
    /// If somebody deleted a store but not its log, SQLite would add the log to the new store. So the log is removed while a lock of all bytes
    /// that SQLite locks keeps others from opening the store.
    ///
    /// - Returns: true if this surely took a name that nothing had.
    private func place(at target: StoreFile) throws(SystemFailure) -> Bool {
        let descriptor = try Descriptor.open(path, O_RDWR)
        defer { descriptor.close() }
        let isLocked = descriptor.lock(from: 0x4000_0000, count: 512)
        var isLinked = false
        if target.kind != .empty {
            do throws(SystemFailure) {
                try FilePath.link(path, to: target.path)
                isLinked = true
            } catch {
                if error.number == EEXIST { return false }
            }
        }
        // Some file systems have no links.
        if !isLinked { try FilePath.move(path, to: target.path) }
        guard isLocked else { return isLinked }
        for suffix in ["-wal", "-shm", "-journal"] { try? FilePath.remove(target.path + suffix) }
        return isLinked
    }

    private func cannotCreate(_ failure: SystemFailure) -> StoreError { .cannotCreate(path: path, reason: failure.reason) }

    private func createDirectory() throws {
        let directory = FilePath.folder(of: path)
        guard !directory.isEmpty, !FileManager.default.fileExists(atPath: directory) else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError.cannotCreate(path: path, reason: "its directory cannot be created")
        }
    }

    /// True if the file and its directory, which contains SQLite's log, are writable.
    var isWritable: Bool {
        let directory = FilePath.folder(of: path)
        return FilePath.allows(W_OK, path) && FilePath.allows(W_OK, directory.isEmpty ? "." : directory)
    }

    /// Returns the version of the tables as seen by a connection.
    static func version(_ connection: DatabaseQueue) throws -> Int {
        try connection.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    }

    /// True if all data is in the file and none in a log next to it.
    var isWhole: Bool {
        let log = try? FilePath.status(of: path + "-wal")
        return log.map { $0.size == 0 } ?? true
    }

    // MARK: Connections

    func connect(readOnly: Bool, immutable: Bool = false) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.busyMode = .timeout(readOnly ? options.busyTimeoutSeconds : options.writeTimeoutSeconds)
        configuration.prepareDatabase { [options] db in
            if let count = options.greatestPageCount { try db.execute(sql: "PRAGMA max_page_count = \(count)") }
            try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")
        }
        return try DatabaseQueue(path: name(immutable: immutable), configuration: configuration)
    }

    /// The characters of paths that mean themselves in a URI, and the digits of all others.
    private static let plain = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Returns SQLite's name of the file: a URI, so that special characters in the path have no meaning.
    private func name(immutable: Bool) -> String {
        var escaped: [UInt8] = []
        for byte in path.utf8 {
            if Self.plain.contains(byte) {
                escaped.append(byte)
            } else {
                escaped += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
        return (path.hasPrefix("/") ? "file://" : "file:") + String(decoding: escaped, as: UTF8.self) + (immutable ? "?immutable=1" : "")
    }
}
