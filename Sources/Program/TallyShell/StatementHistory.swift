import Foundation
import SystemBridges
import TerminalText

#if Readline || Editline

/// The statements of this and earlier runs. Only the user can read the file, and several shells can append to it.
struct StatementHistory {
    private static let capacity = 10_000
    private var path: String?

    /// - Parameter path: the path of the file that `load` reads; nil for none.
    init(path: String?) {
        self.path = path
    }

    /// Loads the file into the library, or creates it. If the file cannot be used, the history only lasts for this run.
    ///
    /// This takes as long as the rest of the start, so it is called when the user already sees a prompt.
    mutating func load() {
        path = path.flatMap { Self.prepareFile($0) ? $0 : nil }
        let file = path.map(HistoryFile.init)
        let statements = file?.statements ?? []
        if let path, let file, statements.count > Self.capacity { Self.replace(path, by: file.newest(Self.capacity)) }
        KeyLibrary.beginHistory(Array(statements.suffix(Self.capacity)), capacity: Self.capacity)
    }

    /// Replaces a long file. Another shell sees either the old one or the new one.
    private static func replace(_ path: String, by text: String) {
        let target = FilePath.resolved(path) ?? path
        let part = target + ".\(ProcessInfo.processInfo.processIdentifier)"
        guard let file = try? Descriptor.open(part, O_WRONLY | O_CREAT | O_TRUNC) else { return }
        file.makePrivate()
        do throws(SystemFailure) {
            defer { file.close() }
            try file.writeAll(Array(text.utf8)[...])
            try FilePath.move(part, to: target)
        } catch {
            try? FilePath.remove(part)
        }
    }

    /// Adds a statement to the history and the file, unless it repeats the newest one.
    func append(_ statement: String) {
        guard KeyLibrary.newestEntry != statement else { return }
        KeyLibrary.append(statement)
        guard let path, let file = try? Descriptor.open(path, O_WRONLY | O_APPEND) else { return }
        defer { file.close() }
        // One write, so that the statements of several shells do not mix.
        try? file.writeAll(Array("#\(Int(Date().timeIntervalSince1970))\n\(statement)\n".utf8)[...])
    }

    /// Returns the rest of the newest longer statement that starts with `beginning` and `isWorthwhile`; nil if there is none. Only tests
    /// the newest few statements.
    func continuation(of beginning: String, where isWorthwhile: (String) -> Bool) -> String? {
        var asked = 0
        var found: String?
        KeyLibrary.forEachEntry(continuing: beginning) { statement in
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

/// A history file. A line with `#` and the time precedes each statement.
package struct HistoryFile {
    private let lines: [Substring]

    /// Returns the reason why a path is not used for the history; nil if it is.
    package static func refusal(of path: String) -> String? {
        FilePath.danger(at: path).map { danger in
            "the history is not kept: \(ScreenText.visible(path)) is \(danger); remove it, or name another file with `TALLY_HISTORY`"
        }
    }

    /// Reads the file; empty if it cannot be read.
    package init(_ path: String) {
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        self.lines = lines
    }

    /// The statements in the order in which they were typed.
    package var statements: [String] {
        var statements: [String] = []
        var isNew = true
        for line in lines {
            if Self.isTime(line) {
                isNew = true
            } else if isNew {
                statements.append(String(line))
                isNew = !hasTimes
            } else {
                statements[statements.count - 1] += "\n" + line
            }
        }
        return statements.filter { !$0.isEmpty }
    }

    /// The text of the newest statements, with their times.
    func newest(_ count: Int) -> String {
        let starts = hasTimes ? lines.indices.filter { Self.isTime(lines[$0]) } : Array(lines.indices)
        return lines[(starts.suffix(count).first ?? 0)...].map { $0 + "\n" }.joined()
    }

    /// False for a file of another program, which has a statement in each line.
    private var hasTimes: Bool { lines.first.map(Self.isTime) ?? false }

    private static func isTime(_ line: Substring) -> Bool { line.first == "#" && Int(line.dropFirst()) != nil }
}
