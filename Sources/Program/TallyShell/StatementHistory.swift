import Foundation
import SystemBridges

#if Readline

/// Statements of this run and of earlier ones; the file belongs to the user alone, and several shells may append to it.
struct StatementHistory {
    private static let capacity: Int32 = 10_000
    private let path: String?

    /// Loads the file into readline, or makes an empty one. Without a usable file the history lasts for this run.
    init(path: String?) {
        self.path = path.flatMap { Self.prepareFile($0) ? $0 : nil }
        Readline.beginHistory(capacity: Self.capacity, path: self.path)
    }

    /// Adds a statement unless it repeats the newest one; the file has it at once.
    func append(_ statement: String) {
        if Readline.newestEntry != statement { Readline.append(statement, path: path) }
    }

    /// Returns what follows `beginning` in the newest statement that goes on after it and is `worthwhile`; only some of the newest
    /// ones are asked about. `nil` where there is none.
    func continuation(of beginning: String, where isWorthwhile: (String) -> Bool) -> String? {
        var asked = 0
        var found: String?
        Readline.forEachEntry(continuing: beginning) { statement in
            asked += 1
            // Bytes may agree where characters do not: a letter and its accent.
            if statement.hasPrefix(beginning), isWorthwhile(statement) { found = String(statement.utf8.dropFirst(beginning.utf8.count)) }
            return found == nil && asked < 8
        }
        return found
    }

    /// Returns whether the file is there and can be written; makes it, and its folder, for the user alone.
    private static func prepareFile(_ path: String) -> Bool {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let file = try? Descriptor.open(path, O_WRONLY | O_APPEND | O_CREAT) else { return false }
        // A file that was there may have been readable for others.
        file.makePrivate()
        file.close()
        return true
    }
}
#endif

/// The statements of a history file, each whole: readline writes a line `#` and the time before each.
package enum HistoryFile {
    /// Returns the statements in the order in which they were typed; none where the file cannot be read.
    package static func statements(at path: String) -> [String] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        var statements: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.first == "#", Int(line.dropFirst()) != nil {
                statements.append("")
            } else if let last = statements.indices.last, !line.isEmpty {
                statements[last] += statements[last].isEmpty ? String(line) : "\n" + line
            }
        }
        return statements
    }
}
