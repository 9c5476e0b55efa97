/// The content of a file, which its first bytes show. Names and extensions are ignored.
package enum FileContent {
    case document(DocumentFormat)
    /// A zip archive that may contain a document.
    case archive
    /// A file that cannot be imported, described in a phrase.
    case other(String)

    /// True if the bytes are not those of an archive.
    var isPlain: Bool {
        if case .archive = self { return false }
        return true
    }

    /// A phrase for the file, such as `a table`.
    var phrase: String {
        switch self {
        case .document(let format): format.reported.phrase
        case .archive: "a zip archive"
        case .other(let found): found
        }
    }

    init(_ prefix: FilePrefix) {
        // A document that is stored in an archive without compression can start within the archive's first KiB.
        if DocumentFormat.healthConnect.recognizes(prefix) {
            self = .document(.healthConnect)
        } else if let magic = FileContent.magics.first(where: { prefix.starts(with: $0.bytes) }) {
            self = magic.content
        } else if let format = DocumentFormat.all.first(where: { $0.recognizes(prefix) }) {
            self = .document(format)
        } else {
            let found = prefix.notText
            let others = found == FilePrefix.binary ? ", and not \(DocumentFormat.names)" : ""
            self = .other(found.map { $0 + others } ?? FileContent.describe(text: prefix))
        }
    }

    /// Returns what a file is that can't be a script, with the next step; nil if it may be a script.
    package static func refusal(ofScript path: String, bytes: [UInt8]) -> String? {
        let prefix = FilePrefix(bytes)
        guard prefix.bytes.contains(where: { !" \t\r\n".utf8.contains($0) }) else { return nil }
        switch FileContent(prefix) {
        case .document(let format):
            let refusal = "\(path) is \(format.reported.phrase), not a script: "
            switch format.apartFromScripts {
            case .always: return refusal + "write `tally import \(path)`"
            case .byName(let endings) where !endings.contains(where: path.lowercased().hasSuffix): return nil
            case .byContent, .byName: return refusal + "if it has samples, write `tally import \(path)`"
            }
        case .archive:
            return "\(path) is a zip archive, not a script: if it is \(DocumentFormat.namesOfMembers), write `tally import \(path)`"
        case .other(let found): return "\(path) is not a script, but \(found)"
        }
    }

    /// Returns what a file is that is not text, in a phrase; nil for text.
    package static func phraseUnlessText(_ bytes: [UInt8]) -> String? {
        let prefix = FilePrefix(bytes)
        switch magics.first(where: { prefix.starts(with: $0.bytes) })?.content {
        case .archive: return "a zip archive"
        case .other(let found): return found
        // A file with blank lines only is text.
        case .document, nil:
            guard !prefix.text.isEmpty else { return nil }
            let found = prefix.notText
            return found == FilePrefix.binary || found == nil && bytes.contains(0) ? FilePrefix.binary : found
        }
    }

    private static let magics: [(bytes: StaticString, content: FileContent)] = [
        ("PK\u{3}\u{4}", .archive),
        ("PK\u{5}\u{6}", .other("an empty zip archive")),
        ("SQLite format 3", .other("an SQLite database; to open a store, use --store")),
        ("%PDF", .other("a PDF document")),
        ("bplist", .other("a binary property list")),
    ]

    /// Describes text that no format recognizes.
    private static func describe(text prefix: FilePrefix) -> String {
        guard prefix.textStarts(with: "<") else { return JSONDocument.phrase(for: prefix.text) }
        let lowered = String(decoding: prefix.text, as: UTF8.self).lowercased()
        if lowered.contains("<clinicaldocument") {
            return "a clinical document (export_cda.xml); import export.xml from the same folder"
        }
        if lowered.contains("<html") || lowered.contains("<!doctype html") { return "an HTML page, not an Apple Health export" }
        return "XML, but not an Apple Health export: its first 1,024 bytes do not contain <HealthData>"
    }
}
