import Diagnostics
import Foundation
import TallySession

/// Scripts on disk.
enum ScriptFiles {
    /// Returns `paths` with folders replaced by the `.tally` files in them, sorted.
    static func find(_ paths: [String]) throws -> [String] {
        try paths.flatMap { path -> [String] in
            var isFolder: ObjCBool = false
            guard path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
                return [path]
            }
            let found = (FileManager.default.subpaths(atPath: path) ?? []).filter { $0.hasSuffix(".tally") }.sorted()
            guard !found.isEmpty else { throw SessionError(.unavailable, "\(path) holds no .tally file") }
            return found.map { path + "/" + $0 }
        }
    }

    /// Returns the script, or nil after it was told that it cannot be read: the others are still worth a look.
    static func readable(_ path: String, _ output: ConsoleOutput, _ outcome: inout Outcome) -> SourceText? {
        do {
            return try read(path)
        } catch {
            output.report(
                Diagnostic(.statementFailed, Session.message(of: error), at: SourceRange(at: 0)), in: SourceText("", file: path))
            outcome = .unavailable
            return nil
        }
    }

    static func read(_ path: String) throws -> SourceText {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor > STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while descriptor >= 0 {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count == 0 { return SourceText(bytes: bytes, file: path) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= largestScript else {
                throw SessionError(.unavailable, "\(path) is larger than \(largestScript >> 20) MB: that is no script")
            }
        }
        throw SessionError(.unavailable, "cannot read \(path): \(String(cString: strerror(errno)))")
    }

    private static let largestScript = 64 << 20

    /// Puts `text` in the place of a file, whole or not at all, with the file's own mode.
    static func replace(_ path: String, with text: String) throws {
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path) }
    }
}
