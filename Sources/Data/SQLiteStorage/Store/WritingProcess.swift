import Foundation
import SystemBridges

/// Another process that has the write lock of a store.
package struct WritingProcess: Hashable, Sendable {
    package var identifier: Int32
    /// The command line. Empty if it cannot be read.
    package var command: String

    /// The offset of SQLite's write lock in the index of the log, which is the first of its locks.
    private static let lockOffset = "120"

    /// Returns the process that writes to the store at `path`. Nil if there is none, or on systems other than Linux.
    ///
    /// This reads `/proc/locks` instead of testing the lock, because closing the file would release the locks of this process.
    static func find(path: String) -> WritingProcess? {
        guard let status = try? FilePath.status(of: path + "-shm"),
            let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
        else { return nil }
        for line in table.split(separator: "\n") {
            // 7: POSIX  ADVISORY  WRITE 4711 fe:00:1098348 120 120
            let fields = line.split(separator: " ")
            guard
                fields.count == 8, fields[3] == "WRITE", fields[6] == lockOffset, let identifier = Int32(fields[4]), identifier > 0,
                let inode = fields[5].split(separator: ":").last.flatMap({ UInt64($0) }), inode == status.identifier
            else { continue }
            let arguments = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline") ?? Data()
            let command = arguments.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
            return WritingProcess(identifier: identifier, command: command)
        }
        return nil
    }
}

extension SQLiteStore {
    /// Returns the process that is writing to the store now.
    package func writingProcess() -> WritingProcess? { WritingProcess.find(path: path) }
}
