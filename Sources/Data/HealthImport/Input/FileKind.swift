/// The type of a file, detected from its first bytes. Names and extensions are ignored.
package enum FileKind: Hashable {
    case appleExport
    case zip
    /// Text that may be a table with a header line.
    case table
    case jsonLines
    /// A file that cannot be imported, described in a phrase.
    case other(String)

    /// The number of bytes that are checked.
    package static let prefixLength = 1024

    init(prefix: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = prefix[prefix.span.trimmed((prefix.starts(with: mark) ? 3 : 0)..<prefix.count)]
        // An export that is stored in an archive without compression starts within the archive's first KiB.
        if let magic = FileKind.magics.first(where: { prefix.span.starts(with: $0.bytes) }) {
            self = magic.kind
        } else if FileKind.isAppleExport(prefix) {
            self = .appleExport
        } else if prefix.isEmpty {
            self = .other("an empty file")
        } else if text.isEmpty, prefix.count < FileKind.prefixLength {
            self = .other("a file with only blank lines")
        } else if prefix.starts(with: [0xFF, 0xFE]) || prefix.starts(with: [0xFE, 0xFF]) {
            self = .other("text in UTF-16. Convert it with `iconv -f UTF-16 -t UTF-8 FILE > NEWFILE` and use the new file")
        } else if prefix.starts(with: [0x1F, 0x8B]) {
            self = .other("a gzip file; unpack it and try again")
        } else if prefix.contains(0) {
            self = .other("binary data, not an Apple Health export or a table")
        } else if text.first == UInt8(ascii: "<") {
            self = .other(FileKind.describe(xml: text))
        } else if text.first == UInt8(ascii: "{") {
            self = .jsonLines
        } else if text.first == UInt8(ascii: "[") {
            self = .other("a JSON array; write JSON Lines, with one object per line")
        } else {
            self = .table
        }
    }

    /// Returns what a file is that can't be a script, with the next step; nil if it may be a script.
    ///
    /// - Parameter prefix: the first bytes of the file, at most `prefixLength`.
    package static func refusal(ofScript path: String, prefix: [UInt8]) -> String? {
        guard prefix.contains(where: { !" \t\r\n".utf8.contains($0) }) else { return nil }
        switch FileKind(prefix: prefix) {
        case .appleExport: return "\(path) is an Apple Health export, not a script: write `tally import \(path)`"
        case .zip: return "\(path) is a zip archive, not a script: if it is an Apple Health export, write `tally import \(path)`"
        case .jsonLines: return "\(path) is JSON, not a script: if it has samples, write `tally import \(path)`"
        case .other(let found): return "\(path) is not a script, but \(found)"
        // A script is text as well, so only its name tells a table.
        case .table:
            let isTable = [".csv", ".tsv"].contains { path.lowercased().hasSuffix($0) }
            return isTable ? "\(path) is a table, not a script: if it has samples, write `tally import \(path)`" : nil
        }
    }

    static func isAppleExport(_ prefix: [UInt8]) -> Bool {
        let head = prefix.span.extracting(0..<min(prefix.count, prefixLength))
        return head.offset(of: "<HealthData") != nil || head.offset(of: "<!DOCTYPE HealthData") != nil
    }

    private static let magics: [(bytes: StaticString, kind: FileKind)] = [
        ("PK\u{3}\u{4}", .zip),
        ("PK\u{5}\u{6}", .other("an empty zip archive")),
        ("SQLite format 3", .other("an SQLite database; to open a store, use --store")),
        ("%PDF", .other("a PDF document")),
        ("bplist", .other("a binary property list")),
    ]

    private static func describe(xml text: ArraySlice<UInt8>) -> String {
        let lowered = String(decoding: text, as: UTF8.self).lowercased()
        if lowered.contains("<clinicaldocument") {
            return "a clinical document (export_cda.xml); import export.xml from the same folder"
        }
        if lowered.contains("<html") || lowered.contains("<!doctype html") { return "an HTML page, not an Apple Health export" }
        if lowered.contains("<gpx") { return "a GPX route; routes are not imported yet" }
        return "XML, but not an Apple Health export: its first 1,024 bytes do not contain <HealthData>"
    }
}
