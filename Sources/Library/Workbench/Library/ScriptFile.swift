import QueryDiagnostics
import Foundation
import SystemBridges

/// Scripts on disk.
enum ScriptFile {
    private static let greatestSize = 64 << 20

    /// Returns the text of the script at `path`; `-` is standard input.
    static func read(_ path: String) throws(SessionError) -> SourceText {
        let bytes: [UInt8]?
        do throws(SystemFailure) {
            let descriptor = path == "-" ? Descriptor.input : try Descriptor.open(path, O_RDONLY)
            defer { if descriptor != .input { descriptor.close() } }
            bytes = try descriptor.readAll(upTo: greatestSize)
        } catch {
            throw SessionError(.unavailable, "cannot read \(path): \(error.reason)")
        }
        guard let bytes else {
            throw SessionError(.unavailable, "\(path) is larger than \(greatestSize >> 20) MB: that is no script")
        }
        return SourceText(bytes: bytes, file: path)
    }

    /// The folder that the paths in a script start from; nil is the process's own, also for text that is in no file.
    static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }

    /// Returns what tells the file apart from every other, whatever path it is named by; nil where there is none.
    static func identity(of path: String) -> String? {
        path == "-" ? nil : FilePath.resolved(path)
    }

    /// Returns the path that a text in a script means, whose own folder is `folder`.
    static func path(_ text: String, from folder: String?) -> String {
        guard let folder, !text.hasPrefix("/"), text != ":memory:" else { return text }
        return folder + "/" + text
    }
}
