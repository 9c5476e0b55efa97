import Foundation
import SystemBridges
import TerminalText

#if Readline

/// The statements of this and earlier runs. Only the user can read the file, and several shells can append to it.
struct StatementHistory {
    private static let capacity: Int32 = 10_000
    private var path: String?

    /// - Parameter path: the path of the file that `load` reads; nil for none.
    init(path: String?) {
        self.path = path
        Readline.beginHistory(capacity: Self.capacity)
    }

    /// Loads the file into readline, or creates it. If the file cannot be used, the history only lasts for this run.
    ///
    /// This takes as long as the rest of the start, so it is called when the user already sees a prompt.
    mutating func load() {
        path = path.flatMap { Self.prepareFile($0) ? $0 : nil }
        if let path { Readline.readHistory(capacity: Self.capacity, path: path) }
    }

    /// Adds a statement to the history and the file, unless it repeats the newest one.
    func append(_ statement: String) {
        if Readline.newestEntry != statement { Readline.append(statement, path: path) }
    }

    /// Returns the rest of the newest longer statement that starts with `beginning` and `isWorthwhile`; nil if there is none. Only tests
    /// the newest few statements.
    func continuation(of beginning: String, where isWorthwhile: (String) -> Bool) -> String? {
        var asked = 0
        var found: String?
        Readline.forEachEntry(continuing: beginning) { statement in
            asked += 1
            // Equal bytes do not imply equal characters, for example with a combining accent.
            if statement.hasPrefix(beginning), isWorthwhile(statement) { found = String(statement.utf8.dropFirst(beginning.utf8.count)) }
            return found == nil && asked < 8
        }
        return found
    }

    /// Returns true if the file can be written. Creates the file and its folder, readable only by the user, if necessary.
    private static func prepareFile(_ path: String) -> Bool {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let file = try? Descriptor.open(path, O_WRONLY | O_APPEND | O_CREAT) else { return false }
        // An existing file may have been readable by others.
        file.makePrivate()
        file.close()
        return true
    }
}
#endif

/// Reads the statements of a history file. readline writes a line with `#` and the time before each statement.
package enum HistoryFile {
    /// Returns the reason why a path is not used for the history; nil if it is.
    package static func refusal(of path: String) -> String? {
        FilePath.danger(at: path).map { danger in
            "the history is not kept: \(ScreenText.visible(path)) is \(danger); remove it, or name another file with `TALLY_HISTORY`"
        }
    }

    /// Returns the statements in the order in which they were typed; empty if the file cannot be read.
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
