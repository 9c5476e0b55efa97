import Foundation
import ResultRendering
import Scripts
import StoreCommands
import SystemBridges
package import TallyKit

/// Where a woven file goes.
package struct WeaveTarget {
    package enum Place {
        case standardOutput
        /// The file itself.
        case inPlace
        /// Nowhere: it is only compared with the file.
        case comparison
        case file(String)
    }

    package let place: Place
    let form: ReportForm
    /// The folder for charts as pictures; nil draws them with characters.
    private let folder: String?

    package init(_ place: Place, pictures folder: String? = nil) { self.init(place, .markdown, folder) }

    private init(_ place: Place, _ form: ReportForm, _ folder: String?) { (self.place, self.form, self.folder) = (place, form, folder) }

    /// Creates the target of a file. Returns nil if its extension names no form.
    package init?(path: String, pictures folder: String? = nil) {
        guard let form = ReportForm(path: path) else { return nil }
        self.init(.file(path), form, folder)
    }

    /// Creates the target of standard output: a page for the format `html`, and Markdown for others.
    package init(printing format: OutputFormat, pictures folder: String? = nil) {
        self.init(.standardOutput, ReportForm(format: format) ?? .markdown, folder)
    }

    /// False for pages, which contain their charts.
    package var hasPictures: Bool { form == .markdown }

    /// Returns true if two paths name one file.
    package static func isSameFile(_ path: String, _ other: String) -> Bool {
        ScriptFile.identity(of: path).map { $0 == ScriptFile.identity(of: other) } ?? false
    }

    /// Returns the pictures of a run; nil if charts are drawn with characters.
    func pictures(of text: WovenText) -> WovenPictures? {
        guard let folder, form == .markdown else { return nil }
        let target = if case .file(let path) = place { path } else { text.source.file }
        return WovenPictures(in: folder, named: ScriptFile.title(of: text.source.file), linkedFrom: target)
    }

    /// Writes the woven file and its pictures, if all of them may be written.
    func write(_ bytes: [UInt8], pictures: [WovenPictures.Picture], of text: WovenText, output: some SessionOutput) throws -> Outcome {
        switch place {
        case .standardOutput:
            try writePictures(pictures, of: text, output)
            output.write(utf8: bytes[...])
        case .comparison:
            let isSame = bytes == text.source.bytes && pictures.allSatisfy { $0.isWritten }
            guard !isSame else { return .fine }
            output.note("the answers in \(text.source.file) are out of date; `tally weave --in-place \(text.source.file)` writes new ones")
            return .failed
        case .inPlace:
            let path = text.source.file
            try writePictures(pictures, of: text, output)
            guard bytes != text.source.bytes else {
                output.note("\(path) already has these answers")
                return .fine
            }
            guard try ScriptFile.readMarkdown(path).bytes == text.source.bytes else {
                throw CommandError(.unavailable, "\(path) changed while its blocks ran, so nothing was written. Weave it again")
            }
            try ResultFile(replacing: path).write { $0(utf8: bytes[...]) }
            output.note("wrote \(path)")
        case .file(let path):
            let isSame = (try? FilePath.status(of: path)).flatMap { $0.isDirectory ? nil : ScriptFile.bytes(of: path) } == bytes
            if !isSame { try output.askToReplace(path, madeBy: "tally weave", isOwn: Self.isWoven(path, as: form)) }
            try writePictures(pictures, of: text, output)
            if !isSame { try ResultFile(path: path, mayReplace: true).write { $0(utf8: bytes[...]) } }
            output.note("wrote \(path)")
        }
        return .fine
    }

    /// True for a file that an earlier run wrote.
    private static func isWoven(_ path: String, as form: ReportForm) -> Bool {
        guard let bytes = ScriptFile.bytes(of: path) else { return false }
        let mark = form == .html ? "<meta name=\"generator\" content=\"\(WovenPage.generator)\">" : WovenText.opening
        return String(decoding: bytes, as: UTF8.self).contains(mark)
    }

    private func writePictures(_ pictures: [WovenPictures.Picture], of text: WovenText, _ output: some SessionOutput) throws {
        guard let folder, !pictures.isEmpty else { return }
        let new = pictures.filter { !$0.isWritten }
        let old = text.oldAnswers
        for picture in new {
            try output.askToReplace(picture.path, madeBy: "tally weave", isOwn: old.contains("](\(picture.link))"))
        }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(.unavailable, "can't create the folder \(folder)")
        }
        for picture in new { try ResultFile(path: picture.path, mayReplace: true).write { $0(picture.text) } }
    }
}

/// The charts of a run as files.
final class WovenPictures {
    struct Picture {
        let path: String
        /// The address of the link in Markdown.
        let link: String
        let text: String

        /// True if the file has this content.
        var isWritten: Bool { ScriptFile.bytes(of: path).map { $0 == Array(text.utf8) } ?? false }
    }

    private let folder: String
    private let name: String
    private let address: String
    private(set) var made: [Picture] = []

    /// - Parameters:
    ///   - name: the start of the names of the files.
    ///   - path: the Markdown file with the links.
    init(in folder: String, named name: String, linkedFrom path: String) {
        (self.folder, self.name) = (folder, name)
        address = Self.address(of: folder, from: FilePath.folder(of: path))
    }

    /// Stores a picture and returns the address of its link.
    func add(_ text: String) -> String {
        let file = "\(name)-\(made.count + 1).svg"
        let link = address + (file.addingPercentEncoding(withAllowedCharacters: Self.allowed) ?? file)
        made.append(Picture(path: folder + "/" + file, link: link, text: text))
        return link
    }

    /// Parentheses would end the link in Markdown.
    private static let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "()"))

    /// Returns the address of a folder from another one, with a slash at its end.
    private static func address(of folder: String, from start: String) -> String {
        let parts = { (path: String) in URL(fileURLWithPath: path.isEmpty ? "." : path).standardizedFileURL.pathComponents }
        let (target, origin) = (parts(folder), parts(start))
        let common = zip(target, origin).prefix { $0 == $1 }.count
        let steps = origin.dropFirst(common).map { _ in ".." } + target.dropFirst(common)
        return steps.map { ($0.addingPercentEncoding(withAllowedCharacters: allowed) ?? $0) + "/" }.joined()
    }
}
