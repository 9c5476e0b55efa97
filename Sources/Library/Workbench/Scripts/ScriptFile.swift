package import QueryDiagnostics
import Foundation

/// Scripts on disk.
package enum ScriptFile {
    private static let greatestSize = 64 << 20

    /// Returns the text of the script at `path`; `-` is standard input.
    package static func read(_ path: String) throws(SessionError) -> SourceText {
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
            guard bytes.count <= greatestSize else {
                throw SessionError(.unavailable, "\(path) is larger than \(greatestSize >> 20) MB: that is no script")
            }
        }
        throw SessionError(.unavailable, "cannot read \(path): \(String(cString: strerror(errno)))")
    }

    /// The folder that the paths in a script start from; nil is the process's own, also for text that is in no file.
    package static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }

    /// Returns what tells the file apart from every other, whatever path it is named by; nil where there is none.
    static func identity(of path: String) -> String? {
        guard path != "-", let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the path that a text in a script means, whose own folder is `folder`.
    static func path(_ text: String, from folder: String?) -> String {
        guard let folder, !text.hasPrefix("/"), text != ":memory:" else { return text }
        return folder + "/" + text
    }
}
