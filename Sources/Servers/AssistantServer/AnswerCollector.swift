import MessageStreams
import QueryDiagnostics
import Scripts
import StoreCommands
import Workbench

/// The output of a session as values for an assistant: the documents of answers with a limited number of rows, other text, and findings.
///
/// Answers are in the format `json`, whose documents have one row a line. So rows beyond the limit are counted, but never kept.
final class AnswerCollector: SessionOutput {
    /// An answer with its first rows.
    struct Document {
        var members: [String: JSONValue]
        var rows: [JSONValue] = []
        var rowCount = 0

        /// True if rows were left out.
        var isCut: Bool { rowCount > rows.count }
    }

    private enum Place { case outside, head, rows, tail }

    /// The greatest number of rows that are counted. Answers with more are not finished.
    private static let greatestCount = 100_000
    /// The greatest number of bytes of text.
    static let greatestText = 200_000

    private let limit: Int
    private let moment: MessageServer.Moment
    private var place = Place.outside
    private var unfinished: [UInt8] = []
    private(set) var documents: [Document] = []
    private(set) var text = ""
    private(set) var isTextCut = false
    private(set) var findings: [Finding] = []

    init(limit: Int, during moment: MessageServer.Moment) {
        self.limit = limit
        self.moment = moment
    }

    func write(_ text: String) { write(utf8: Array(text.utf8)[...]) }

    func write(utf8 bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            take(line: unfinished + rest[..<end])
            unfinished = []
            rest = rest[(end + 1)...]
        }
        unfinished += rest
    }

    func note(_ text: String) { write(text + "\n") }

    func report(_ finding: Finding) { if findings.count < 100 { findings.append(finding) } }

    var isCancelled: Bool { moment.isCancelled }

    var takesMore: Bool { (documents.last?.rowCount ?? 0) < Self.greatestCount && !isTextCut }

    /// Nobody is there to stop a statement that waits.
    var isInterruptible: Bool { false }

    /// Takes text that does not end with a line feed.
    func finish() {
        if !unfinished.isEmpty { take(line: unfinished) }
        unfinished = []
    }

    private func take(line: [UInt8]) {
        switch place {
        case .outside:
            guard line.starts(with: Array(#"{"query":"#.utf8)), let head = JSONValue(line.dropLast() + [UInt8(ascii: "}")]),
                case .object(let members) = head
            else { return add(String(decoding: line, as: UTF8.self) + "\n") }
            documents.append(Document(members: members))
            place = .head
        case .head: place = .rows
        case .rows:
            guard line.first == UInt8(ascii: "{") else { return place = line.isEmpty ? .rows : .tail }
            documents[documents.count - 1].rowCount += 1
            guard documents[documents.count - 1].rows.count < limit else { return }
            let row = line.last == UInt8(ascii: ",") ? Array(line.dropLast()) : line
            documents[documents.count - 1].rows.append(JSONValue(row) ?? .null)
        case .tail:
            // Each line of the tail is a member: `"progress":{…},` or `"diagnostics":[…]}`.
            if case .object(let members)? = JSONValue([UInt8(ascii: "{")] + line.dropLast() + [UInt8(ascii: "}")]) {
                documents[documents.count - 1].members.merge(members) { $1 }
            }
            if line.last == UInt8(ascii: "}") { place = .outside }
        }
    }

    private func add(_ line: String) {
        guard text.utf8.count + line.utf8.count <= Self.greatestText else { return isTextCut = true }
        text += line
    }
}
