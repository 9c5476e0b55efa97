import Foundation
import MessageStreams
import QueryDiagnostics
import ScriptHelp
import Scripts
import Workbench

/// A file that is open in an editor.
final class EditorDocument {
    let uri: String
    private(set) var help: ScriptHelp
    private(set) var version: JSONValue?
    /// The failures of the tests in the file, as it was opened or saved last.
    var failures: [TestFailure] = []
    /// True if its findings were not sent since the last change.
    var isStale = true
    /// False if some of the findings that were sent belong to the text before the last change.
    private(set) var isComplete = true
    /// The findings that were sent last, with the version of the text.
    private var sent: JSONValue?
    private let encoding: PositionEncoding

    init(_ item: JSONValue, with session: Session, _ encoding: PositionEncoding) throws(RemoteError) {
        guard let uri = item["uri"]?.text, let text = item["text"]?.text else {
            throw .wrongParameters("a document needs `uri` and `text`")
        }
        self.uri = uri
        self.encoding = encoding
        version = item["version"]
        let form: TextForm = item["languageId"]?.text == "markdown" || uri.lowercased().hasSuffix(".md") ? .markdown : .script
        // Relative paths in statements start from the folder of the file.
        let path = URL(string: uri).flatMap { $0.isFileURL ? $0.path : nil } ?? "-"
        help = ScriptHelp(SourceText(text, file: path), as: form, with: session)
    }

    var source: SourceText { help.script.source }

    // MARK: Changes

    /// Applies the changes of a notification, in order.
    func change(_ parameters: JSONValue) throws(RemoteError) {
        version = parameters["textDocument"]?["version"]
        failures = []
        isStale = true
        for change in parameters["contentChanges"]?.elements ?? [] {
            guard let text = change["text"]?.text else { throw .wrongParameters("a change needs `text`") }
            let range = change["range"].map { self.range(of: $0) } ?? source.fullRange
            help.script.replace(range.start..<range.end, with: Array(text.utf8))
        }
    }

    /// Sends the findings, unless they were sent.
    func sendFindings(over channel: MessageServer.Channel, evenIfIncomplete: Bool) {
        let findings: [Diagnostic]
        // A text that was just opened is checked as a whole.
        (findings, isComplete) = sent == nil ? (help.findings, true) : help.findingsSoon()
        guard isComplete || evenIfIncomplete else { return }
        var parameters: [String: JSONValue] = ["uri": .string(uri), "diagnostics": .array(values(of: findings))]
        parameters["version"] = version
        guard sent != .object(parameters) else { return }
        sent = .object(parameters)
        channel.send(RemoteCall("textDocument/publishDiagnostics", .object(parameters)))
    }

    // MARK: Positions

    /// Returns the byte offset of a position. A position behind the end of its line means the end; one behind the last line, the end of
    /// the text.
    func offset(of position: JSONValue?) -> Int {
        let line = max(0, position?["line"]?.integer ?? 0)
        guard line < source.lineStarts.count else { return source.bytes.count }
        return encoding.offset(of: max(0, position?["character"]?.integer ?? 0), in: source.bytes, source.lineRange(line))
    }

    func range(of value: JSONValue) -> SourceRange {
        let (start, end) = (offset(of: value["start"]), offset(of: value["end"]))
        return SourceRange(min(start, end), max(start, end))
    }

    func position(of offset: Int) -> JSONValue {
        let line = source.lineIndex(at: offset)
        let start = source.lineStarts[line]
        return ["line": .integer(line), "character": .integer(encoding.length(of: source.bytes[start..<max(start, offset)]))]
    }

    func value(of range: SourceRange) -> JSONValue { ["start": position(of: range.start), "end": position(of: range.end)] }

    func location(of range: SourceRange) -> JSONValue { ["uri": .string(uri), "range": value(of: range)] }

    func value(of edit: Diagnostic.Edit) -> JSONValue { ["range": value(of: edit.range), "newText": .string(edit.replacement)] }

    /// Returns the edits of this document as the protocol's edit of a workspace.
    func workspaceEdit(_ edits: [Diagnostic.Edit]) -> JSONValue { ["changes": .object([uri: .array(edits.map(value))])] }

    /// Returns the number of units from one offset to another on the same line.
    func units(in range: SourceRange) -> Int { encoding.length(of: source.bytes[range.start..<range.end]) }
}

/// The units in which a client counts the characters of a line.
enum PositionEncoding: String {
    case utf8 = "utf-8"
    case utf16 = "utf-16"

    /// Returns the number of units of a text.
    func length(of bytes: ArraySlice<UInt8>) -> Int {
        switch self {
        case .utf8: bytes.count
        // A lead byte of four stands for two units, and the bytes after a lead byte for none.
        case .utf16: bytes.reduce(0) { $0 + ($1 >= 0xF0 ? 2 : $1 & 0xC0 == 0x80 ? 0 : 1) }
        }
    }

    /// Returns the offset of the character that contains the unit at `count` in a line.
    func offset(of count: Int, in bytes: [UInt8], _ line: SourceRange) -> Int {
        var offset = line.start
        var units = 0
        while offset < line.end {
            var next = offset + 1
            while next < line.end, bytes[next] & 0xC0 == 0x80 { next += 1 }
            units += length(of: bytes[offset..<next])
            if units > count { break }
            offset = next
        }
        return offset
    }
}
