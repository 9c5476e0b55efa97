import Foundation
import SystemBridges

/// Another process that holds the right to write to a store.
package struct WritingProcess: Hashable, Sendable {
    package var identifier: Int32
    /// Its command line; empty where that cannot be read.
    package var command: String

    /// Where SQLite locks the index of the log for a writer: the first of its locks.
    private static let lockOffset = "120"

    /// Returns the process that writes to the store at `path`; nil where there is none, or no Linux to ask.
    ///
    /// `/proc/locks` is read rather than the lock asked for: to close the file again would drop the locks that this process has on it.
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
    /// The process that writes to the store at this moment.
    package func writingProcess() -> WritingProcess? { WritingProcess.find(path: path) }
}
