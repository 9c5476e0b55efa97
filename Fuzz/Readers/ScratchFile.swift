import Foundation
import Synchronization
import SystemBridges

/// Files of this process that are deleted after use. They are in memory where the system has a folder for that.
enum ScratchFile {
    private static let count = Atomic(0)
    private static let folder = FilePath.allows(W_OK, "/dev/shm") ? "/dev/shm" : FileManager.default.temporaryDirectory.path

    /// Calls `body` with the path of a new file, whose name has the given start and ending.
    static func with<Result>(
        _ bytes: some Collection<UInt8>, start: String = "", ending: String = "", _ body: (String) throws -> Result
    ) throws -> Result {
        let number = count.add(1, ordering: .relaxed).newValue
        let path = "\(folder)/\(start)tally-reader-\(getpid())-\(number)\(ending)"
        try Data(bytes).write(to: URL(filePath: path))
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { try? FilePath.remove(path + suffix) } }
        return try body(path)
    }
}
