import Foundation
import GRDB

/// The file of a store: how it is made, looked at before it is opened, and connected to.
struct StoreFile {
    let path: String
    let options: StoreOptions

    /// - Parameter path: as the user gave it; one that begins with `file:` is a name, not a URI.
    init(path: String, options: StoreOptions) {
        self.path = path
        self.options = options
    }

    // MARK: Inspection

    private enum Kind { case missing, empty, directory, other, file }

    private var kind: Kind {
        var status = stat()
        guard stat(path, &status) == 0 else { return .missing }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .directory
        // SQLite takes anything shorter than a page header for an empty database.
        case S_IFREG: return status.st_size == 0 ? .empty : status.st_size < 512 ? .other : .file
        default: return .other
        }
    }

    /// Checks that the file is a store of a version that we know, and touches nothing.
    ///
    /// The file is read through an immutable connection: it takes no lock and leaves no `-wal` or `-shm` beside a
    /// file of somebody else. Reading it with `read` instead would drop the locks that this process may hold on it
    /// (closing any descriptor of a file drops them all).
    ///
    /// - Returns: whether there is a store; false if one can be made in its place.
    func inspect(mayCreate: Bool) throws -> Bool {
        switch kind {
        case .missing:
            if mayCreate { return false }
            throw StoreError.noSuchFile(path: path)
        case .empty:
            if mayCreate { return false }
            throw StoreError.notADatabase(path: path)
        case .directory: throw StoreError.isDirectory(path: path)
        case .other: throw StoreError.notADatabase(path: path)
        case .file: break
        }
        let (application, version) = try connect(readOnly: true, immutable: true).unsafeRead { db in
            (try Int.fetchOne(db, sql: "PRAGMA application_id"), try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0)
        }
        guard application == Schema.applicationID else { throw StoreError.foreignDatabase(path: path) }
        guard version <= Schema.version else { throw StoreError.newerVersion(path: path, found: version, known: Schema.version) }
        return true
    }

    // MARK: Creation

    /// Makes an empty store that nobody else can read, not even for a moment.
    func create() throws {
        try createDirectory()
        let isOurs = kind == .missing
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError.cannotCreate(path: path, reason: String(cString: strerror(errno))) }
        fchmod(descriptor, 0o600)
        close(descriptor)
        do {
            let queue = try connect(readOnly: false)
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA page_size = 8192; PRAGMA application_id = \(Schema.applicationID)")
            }
            try Schema.migrator.migrate(queue)
            // Only now: until here the header that `inspect` reads is written to the file itself, not to the log beside it.
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
            try queue.close()
        } catch {
            // Two processes may meet here; the loser finds the winner's store.
            if (try? inspect(mayCreate: false)) == true { return }
            if isOurs { unlink(path) }
            throw error
        }
    }

    private func createDirectory() throws {
        let directory = (path as NSString).deletingLastPathComponent
        guard !directory.isEmpty, !FileManager.default.fileExists(atPath: directory) else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError.cannotCreate(path: path, reason: "its directory cannot be made")
        }
    }

    /// Whether the file and its directory, where SQLite keeps its log, can be written.
    var isWritable: Bool {
        let directory = (path as NSString).deletingLastPathComponent
        return access(path, W_OK) == 0 && access(directory.isEmpty ? "." : directory, W_OK) == 0
    }

    // MARK: Connections

    func connect(readOnly: Bool, immutable: Bool = false) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.busyMode = .timeout(options.busyTimeoutSeconds)
        configuration.prepareDatabase { [options] db in
            if let count = options.greatestPageCount { try db.execute(sql: "PRAGMA max_page_count = \(count)") }
            try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")
        }
        return try DatabaseQueue(path: name(immutable: immutable), configuration: configuration)
    }

    /// What SQLite calls the file: a URI, so that no path means anything else than itself.
    private func name(immutable: Bool) -> String {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return (path.hasPrefix("/") ? "file://" : "file:") + escaped + (immutable ? "?immutable=1" : "")
    }
}
