import LineHelp
package import MessageStreams
import QueryDiagnostics
import ScriptHelp
import Scripts
import StoreCommands
package import Workbench

/// `tally pipe`: runs statements for a notebook or another program over standard input and output.
///
/// All texts run in one session, so names, settings and the last result of one are known to the next.
package final class NotebookServer {
    private let version: String
    private let session: Session
    private var count = 0

    /// - Parameter version: the version of the program.
    package init(version: String, session: Session) {
        self.version = version
        self.session = session
    }

    /// The messages of the protocol over standard input and output: one a line, of at most 16 MB.
    package static func standardStreams() -> MessageServer {
        MessageServer(framing: .lines, limit: 16_000_000, cancellation: .init(method: "cancel", key: "id"))
    }

    /// Answers one client until it ends.
    package func run(_ server: MessageServer) {
        _ = server.run { call, moment, _ throws(RemoteError) in
            guard let id = call.id else { return .null }
            return try self.answer(call, id, moment)
        }
    }

    private func answer(_ call: RemoteCall, _ id: CallID, _ moment: MessageServer.Moment) throws(RemoteError) -> JSONValue {
        let parameters = call.parameters
        switch call.method {
        case "about": return about
        case "run": return run(try text(parameters), parameters["name"]?.text ?? "cell", id, moment)
        case "complete": return completions(try text(parameters), at: try offset(parameters))
        case "inspect": return explanation(try text(parameters), at: try offset(parameters))
        case "isComplete": return completeness(of: try text(parameters))
        default: throw .unknownMethod(call.method)
        }
    }

    private func text(_ parameters: JSONValue) throws(RemoteError) -> String {
        guard let text = parameters["text"]?.text else { throw .wrongParameters("`text` is missing, the statements to work on") }
        return text
    }

    /// The place of the cursor in bytes.
    private func offset(_ parameters: JSONValue) throws(RemoteError) -> Int {
        let end = try text(parameters).utf8.count
        guard let offset = parameters["offset"]?.integer, (0...end).contains(offset) else {
            throw .wrongParameters("`offset` must be a number of bytes, from 0 to the length of the text in UTF-8, \(end)")
        }
        return offset
    }

    private var about: JSONValue {
        ["name": "tally", "version": .string(version), "store": .string(session.storage.name)]
    }

    // MARK: Running

    private func run(_ text: String, _ name: String, _ id: CallID, _ moment: MessageServer.Moment) -> JSONValue {
        count += 1
        let source = SourceText(text, file: name)
        let output = NotebookOutput(running: source, answering: id.value, id: "tally\(count)", during: moment)
        let outcome = session.run(source, output: output)
        output.collector?.endPrinted()
        var result: [String: JSONValue] = ["status": .string(outcome.status)]
        if outcome != .fine, let error = output.error {
            result["code"] = .string(error.diagnostic.code.rawValue)
            result["message"] = .string(error.diagnostic.message)
        }
        if session.course.isEnded { result["ends"] = true }
        return .object(result)
    }

    // MARK: Help while typing

    private func help(_ text: String) -> ScriptHelp { ScriptHelp(SourceText(text, file: "cell"), as: .script, with: session) }

    private func completions(_ text: String, at offset: Int) -> JSONValue {
        guard let found = help(text).completions(at: offset) else {
            return ["start": .integer(offset), "end": .integer(offset), "items": []]
        }
        let items = found.candidates.map { candidate -> JSONValue in
            ["text": .string(candidate.text), "display": .string(candidate.display), "detail": .string(candidate.detail)]
        }
        return ["start": .integer(min(found.start, offset)), "end": .integer(offset), "items": .array(items)]
    }

    private func explanation(_ text: String, at offset: Int) -> JSONValue {
        guard let found = help(text).explanation(at: offset) else { return .null }
        return [
            "start": .integer(found.range.start), "end": .integer(found.range.end), "text": .string(found.text),
            "code": .string(found.code),
        ]
    }

    private func completeness(of text: String) -> JSONValue {
        let isIncomplete = EditingHelp(session).isIncomplete(text)
        return isIncomplete ? ["status": "incomplete", "indent": "  "] : ["status": "complete"]
    }
}

extension Outcome {
    fileprivate var status: String {
        switch self {
        case .fine: "fine"
        case .failed: "failed"
        case .wrong, .wrongUsage: "wrong"
        case .unavailable: "unavailable"
        case .interrupted: "interrupted"
        }
    }
}
