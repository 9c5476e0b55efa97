import MessageStreams
import QueryDiagnostics
import ResultRendering
import Scripts
import StoreCommands
import Workbench

/// Sends everything that a cell prints to the client, as notifications with the number of its request.
final class NotebookOutput: SessionOutput {
    let collector: ReportCollector?
    private let moment: MessageServer.Moment
    private let request: JSONValue
    private let source: SourceText
    /// The last error.
    private(set) var error: Finding?
    private var sentBytes = 0

    /// The greatest number of bytes of text that a cell prints. A page with more is slow.
    private static let greatestText = 10_000_000

    /// - Parameter id: a text for the ids of drawings, which no other cell has.
    init(running source: SourceText, answering request: JSONValue, id: String, during moment: MessageServer.Moment) {
        self.source = source
        self.request = request
        self.moment = moment
        var receive: (NotebookPart) -> Void = { _ in }
        collector = ReportCollector(NotebookDocument(id: id) { receive($0) })
        receive = { [unowned self] in send($0) }
    }

    private func send(_ part: NotebookPart) {
        guard takesMore else { return }
        sentBytes += part.text.utf8.count + part.html.utf8.count + part.drawings.reduce(0) { $0 + $1.utf8.count }
        var members: [String: JSONValue] = [
            "id": request, "kind": .string(part.kind.rawValue), "text": .string(part.text),
        ]
        if !part.html.isEmpty { members["html"] = .string(part.html) }
        if !part.drawings.isEmpty { members["svg"] = .array(part.drawings.map(JSONValue.string)) }
        moment.channel.send(RemoteCall("output", .object(members)))
    }

    func write(_ text: String) { if takesMore { collector?.add(printed: text) } }

    func note(_ text: String) { collector?.add(note: text) }

    func report(_ finding: Finding) {
        collector?.endPrinted()
        if finding.isError { error = finding }
        let diagnostic = finding.diagnostic
        var members: [String: JSONValue] = [
            "id": request, "severity": .string(diagnostic.severity.rawValue), "code": .string(diagnostic.code.rawValue),
            "message": .string(diagnostic.message), "text": .string(finding.text(usesColor: false, width: 80)),
        ]
        // A finding can also be about a script that the text runs.
        if finding.source.file == source.file, finding.source.bytes == source.bytes {
            members["start"] = .integer(diagnostic.range.start)
            members["end"] = .integer(diagnostic.range.end)
            if !diagnostic.edits.isEmpty { members["fixedText"] = .string(diagnostic.edits.applied(to: source)) }
        }
        moment.channel.send(RemoteCall("finding", .object(members)))
    }

    func progress(_ line: String) { moment.channel.send(RemoteCall("progress", ["id": request, "text": .string(line)])) }

    var screen: Screen {
        var screen = Screen()
        screen.width = 80
        screen.isTerminal = true
        return screen
    }

    var isCancelled: Bool { moment.isCancelled }
    var takesMore: Bool { sentBytes < Self.greatestText }
    /// A cell ends, so that the next one can run.
    var isInterruptible: Bool { false }
}
