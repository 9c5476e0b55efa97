package import HealthModel

/// The reason why a store cannot be opened, read or written.
package enum StoreError: Error, Hashable, Sendable {
    case noSuchFile(path: String)
    case isDirectory(path: String)
    case notADatabase(path: String)
    /// An SQLite file of another program.
    case foreignDatabase(path: String)
    case newerVersion(path: String, found: Int, known: Int)
    /// An older store that was opened read-only, so it cannot be updated.
    case olderVersion(path: String, found: Int, known: Int)
    /// Another process is writing and did not finish within the waiting time.
    case locked(path: String, waitedSeconds: Double)
    case notReadable(path: String)
    case notWritable(path: String)
    case cannotCreate(path: String, reason: String)
    case diskFull(path: String)
    case corrupt(path: String, reason: String)
    /// One block of one metric is damaged. All other blocks can be read.
    case corruptBlock(path: String, metric: MetricID, block: Int64, from: Instant, through: Instant, reason: String)
    case failed(path: String, reason: String)
    /// The file was deleted, or another file has its path, since it was opened.
    case replaced(path: String)
    /// Samples of several people cannot be read or changed together. `example` is the id of one of them.
    case severalPersons(count: Int, example: String)
    case noSuchPerson(id: String)
    /// A person cannot get the id of another one.
    case personExists(id: String)

    /// The error of a store with these people, of which something needs one.
    package static func severalPersons(_ ids: some Collection<String>) -> StoreError {
        .severalPersons(count: ids.count, example: ids.filter { !$0.isEmpty }.min() ?? "")
    }

    /// The problem, in one sentence without a full stop.
    package var message: String {
        switch self {
        case .noSuchFile(let path): "there is no store at \(path)"
        case .isDirectory(let path): "\(path) is a directory, not a store"
        case .notADatabase(let path): "\(path) is not a store"
        case .foreignDatabase(let path): "\(path) is the database of another program, not a store"
        case .newerVersion(let path, let found, let known):
            "\(path) was written by a newer version (it has format \(found); this version reads up to \(known))"
        case .olderVersion(let path, let found, let known):
            "\(path) has an older format (\(found); this version writes \(known)) and was opened read-only"
        case .locked(let path, let seconds): "another process is writing to \(path) (waited \(Int(seconds.rounded())) s)"
        case .notReadable(let path): "\(path) cannot be read: permission denied"
        case .notWritable(let path): "\(path) cannot be written: the file, its directory or the file system is read-only"
        case .cannotCreate(let path, let reason): "cannot create \(path): \(reason)"
        case .diskFull(let path): "the disk is full: the last write to \(path) was undone, and all earlier data is kept"
        case .corrupt(let path, let reason): "\(path) is damaged: \(reason)"
        case .corruptBlock(let path, let metric, let block, _, _, let reason):
            "\(path) is damaged: block \(block) of \(metric.shortName): \(reason)"
        case .failed(let path, let reason): "\(path): \(reason)"
        case .replaced(let path): "\(path) was replaced or deleted while it was open, so nothing was written"
        case .severalPersons(let count, _): "this needs one person, and the store has \(count)"
        case .noSuchPerson(let id): id.isEmpty ? "the store has no person without a name" : "the store has no person \(Self.word(id))"
        case .personExists(let id): "the store already has a person \(Self.word(id))"
        }
    }

    /// Returns an id as it is written in a query.
    private static func word(_ id: String) -> String {
        let isPlain = !id.isEmpty && id.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == 95 }
        return isPlain ? id : "\"\(id.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// A possible solution.
    package var advice: String {
        switch self {
        case .noSuchFile: "import an export to create it, or give another path"
        case .isDirectory, .notADatabase, .foreignDatabase: "give another path; this file was not changed"
        case .newerVersion: "install the newer version; the file was not changed"
        case .olderVersion: "to update it, open it once with write access"
        case .locked: "try again when the other process has finished"
        case .notReadable: "change the permissions, or give another path"
        case .notWritable: "change the permissions, or open it read-only"
        case .cannotCreate: "choose a directory that you can write to"
        case .diskFull: "free some space, then run the command again"
        case .corrupt: "restore a copy, or import the export into a new store"
        case .corruptBlock: "the rest is readable; to restore everything, import the export into a new store"
        case .failed: "run `tally doctor` to check the store"
        case .replaced: "open it again, and run the command again"
        case .severalPersons(_, let example): "add `where person is \(Self.word(example))`"
        case .noSuchPerson: "`show persons` lists the persons"
        case .personExists: "choose another id"
        }
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String { "\(message); \(advice)" }
}
