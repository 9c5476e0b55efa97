import Foundation
import HealthImport
package import QueryDiagnostics
import SystemBridges

/// Reads script files and resolves their paths.
package enum ScriptFile {
    /// The maximum number of bytes. A script of 100,000 lines has about 4 MB.
    private static let greatestSize = 8 << 20

    /// Returns the text of the script at `path`; `-` is standard input.
    package static func read(_ path: String) throws(CommandError) -> SourceText {
        let bytes: [UInt8]?
        do throws(SystemFailure) { bytes = try readBytes(path) } catch {
            throw CommandError(.unavailable, "can't read \(path): \(error.reason)")
        }
        guard let bytes else {
            throw CommandError(
                .unavailable,
                "\(path) is too large for a script: the maximum is \(greatestSize >> 20) MB. To read data, write `tally import`")
        }
        if let refusal = FileContent.refusal(ofScript: path == "-" ? "the input" : path, bytes: bytes) {
            throw CommandError(.unavailable, refusal)
        }
        return SourceText(bytes: bytes, file: path)
    }

    /// Returns the text of the Markdown file at `path`; `-` is standard input.
    package static func readMarkdown(_ path: String) throws(CommandError) -> SourceText {
        let bytes: [UInt8]?
        do throws(SystemFailure) { bytes = try readBytes(path) } catch {
            throw CommandError(.unavailable, "can't read \(path): \(error.reason)")
        }
        guard let bytes else {
            throw CommandError(.unavailable, "\(path) is too large: the maximum is \(greatestSize >> 20) MB")
        }
        if let found = FileContent.phraseUnlessText(bytes) {
            throw CommandError(.unavailable, "\(path == "-" ? "the input" : path) is not Markdown, but \(found)")
        }
        return SourceText(bytes: bytes, file: path)
    }

    /// Returns the bytes of a file; nil if it can't be read or is too large.
    package static func bytes(of path: String) -> [UInt8]? { (try? readBytes(path)) ?? nil }

    private static func readBytes(_ path: String) throws(SystemFailure) -> [UInt8]? {
        let descriptor = path == "-" ? Descriptor.input : try Descriptor.open(path, O_RDONLY)
        defer { if descriptor != .input { descriptor.close() } }
        return try descriptor.readAll(upTo: greatestSize)
    }

    /// Returns the folder for relative paths in a script. Nil is the current folder of the process, also for text without a file.
    package static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }

    /// Returns the name of a script without its folder and extension, as the title of its report.
    package static func title(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let ending = [".tally", ".md", ".markdown", ".qmd", ".Rmd"].first { name.hasSuffix($0) }
        let title = String(name.dropLast(ending?.count ?? 0))
        return title.isEmpty || title == "-" ? "Report" : title
    }

    /// Returns an identity of the file that does not depend on how its path is written; nil if the file does not exist.
    package static func identity(of path: String) -> String? {
        path == "-" ? nil : FilePath.resolved(path)
    }

    /// Resolves a path in a script that is in `folder`.
    package static func path(_ text: String, from folder: String?) -> String {
        guard let folder, !text.hasPrefix("/"), text != ":memory:" else { return text }
        return folder + "/" + text
    }
}
