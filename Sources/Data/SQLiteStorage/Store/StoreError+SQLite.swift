import GRDB
import SampleStore
import SystemBridges

extension StoreError {
    /// Converts an SQLite error to an error of the store at `path`.
    init(_ error: DatabaseError, path: String, waitedSeconds: Double) {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path, waitedSeconds: waitedSeconds)
        case .SQLITE_FULL: self = .diskFull(path: path)
        // SQLite has no code for a file that reaches the limit of the process.
        case .SQLITE_IOERR where Confinement.limitsFileSize: self = .diskFull(path: path)
        case .SQLITE_CANTOPEN where StoreFile(path: path, options: StoreOptions()).isWritable:
            self = .failed(path: path, reason: "it or its log can't be opened: the disk may be full, or too many files may be open")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: self = .notWritable(path: path)
        case .SQLITE_NOTADB: self = .notADatabase(path: path)
        case .SQLITE_CORRUPT: self = .corrupt(path: path, reason: error.message ?? "the database is malformed")
        default: self = .failed(path: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
        }
    }

    /// Runs `body` and converts SQLite errors to store errors. Other errors are not changed.
    static func mapping<Result>(path: String, waitedSeconds: Double, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path, waitedSeconds: waitedSeconds)
        } catch let error as ImplausibleNumber {
            throw StoreError.corrupt(path: path, reason: error.explanation)
        } catch is RowDecodingError {
            throw StoreError.corrupt(path: path, reason: "a table contains a value of the wrong type")
        }
    }
}
