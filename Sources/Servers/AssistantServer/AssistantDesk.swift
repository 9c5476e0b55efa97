import Foundation
import MessageStreams
import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import Scripts
import StoreCommands
import Workbench

/// Answers the calls of tools. Each call has a separate session, so that calls do not change each other.
struct AssistantDesk {
    let policy: AssistantPolicy
    let open: () throws -> Session

    /// A call that did not succeed, in words and values for the model.
    private struct Failure: Error {
        var message: String
        var findings: [Finding] = []
    }

    func call(_ parameters: JSONValue, _ moment: MessageServer.Moment) throws(RemoteError) -> [String: JSONValue] {
        let name = parameters["name"]?.text ?? ""
        guard let tool = AssistantTool(rawValue: name) else { throw .wrongParameters("unknown tool `\(name.prefix(100))`") }
        let given = try tool.arguments(parameters["arguments"] ?? .object([:]))
        do {
            return try answer(tool, given, moment)
        } catch let failure as Failure {
            return Self.result(Self.value(of: failure), isError: true)
        } catch {
            return Self.result(["message": .string(Session.message(of: error)), "diagnostics": []], isError: true)
        }
    }

    private func answer(
        _ tool: AssistantTool, _ given: [String: JSONValue], _ moment: MessageServer.Moment
    ) throws -> [String: JSONValue] {
        let query = given["query"]?.text ?? ""
        switch tool {
        case .query:
            let limit = min(given["limit"]?.integer ?? AssistantTool.rows.usual, AssistantTool.rows.greatest)
            return Self.result(try answer(to: query, limit: limit, during: moment))
        case .check: return Self.result(try findings(in: given["text"]?.text ?? ""))
        case .describe: return Self.result(try answer(to: "describe " + Self.oneLine(given["metric"]?.text ?? ""), during: moment))
        case .metrics: return Self.result(try answer(to: "show metrics", limit: 1_000, during: moment))
        case .help: return Self.result(try answer(to: "help " + Self.oneLine(given["topic"]?.text ?? ""), during: moment))
        case .explain: return Self.result(try explanation(of: query, as: given["kind"]?.text ?? "words", moment))
        case .why:
            let row = given["row"]?.integer ?? 1
            return Self.result(try answer(to: query, then: "why \(row)", during: moment))
        case .chart: return try chart(of: query, moment)
        }
    }

    private static func oneLine(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }

    // MARK: Statements

    private func session() throws -> Session {
        let session = try open()
        session.settings.format = .json
        session.storage.forbidsWrites = !policy.mayWrite
        session.storage.mayOnlyAsk = !policy.mayWrite
        return session
    }

    /// Runs statements on a session. Throws a `Failure` if one of them is refused, wrong or fails.
    private func run(_ text: String, on session: Session, _ output: AnswerCollector) throws {
        let script = ParsedScript(text)
        do throws(AssistantPolicy.Refusal) { try policy.check(script) } catch { throw Failure(message: error.message) }
        let outcome = session.run(script, output: output)
        output.finish()
        guard outcome != .fine else { return }
        let errors = output.findings.filter(\.isError)
        let first = errors.first?.diagnostic.message
        throw Failure(message: first ?? (output.text.isEmpty ? "the statement did not succeed" : output.text), findings: output.findings)
    }

    /// Returns the last answer of statements as the document of `--format json`, with what a model needs to understand the numbers.
    ///
    /// - Parameter following: a statement about the answer, whose answer is returned instead.
    private func answer(
        to text: String, then following: String? = nil, limit: Int = AssistantTool.rows.usual, during moment: MessageServer.Moment
    ) throws -> [String: JSONValue] {
        let session = try session()
        let output = AnswerCollector(limit: limit, during: moment)
        try run(text, on: session, output)
        var last = output
        if let following {
            last = AnswerCollector(limit: limit, during: moment)
            try run(following, on: session, last)
        }
        var members = last.documents.last.map(Self.members) ?? [:]
        if last.documents.last?.isCut == true {
            members["truncated"] = [
                "rows": .integer(last.documents.last?.rowCount ?? 0), "shown": .integer(limit),
                "advice": "group by a period, such as `by day` or `by week`, or reduce the rows with a stage, such as `| top 10`",
            ]
        } else {
            members["truncated"] = last.isTextCut ? ["bytes": .integer(AnswerCollector.greatestText)] : false
        }
        if !last.text.isEmpty { members["text"] = .string(last.text) }
        let isQuery = ParsedScript(text).statements.last?.statement.kind.word == .query
        if isQuery, following == nil { members["explanation"] = .string(try explanation(on: session, moment)) }
        members["diagnostics"] = .array(last.findings.map(Self.value))
        return members
    }

    private static func members(_ document: AnswerCollector.Document) -> [String: JSONValue] {
        var members = document.members
        members["rows"] = .array(document.rows)
        return members
    }

    /// Returns how the last answer of a session was computed, in words.
    private func explanation(on session: Session, _ moment: MessageServer.Moment) throws -> String {
        let output = AnswerCollector(limit: 0, during: moment)
        try run("explain _", on: session, output)
        return output.text.split(separator: "\n").joined(separator: " ")
    }

    private func explanation(of query: String, as kind: String, _ moment: MessageServer.Moment) throws -> [String: JSONValue] {
        guard AssistantTool.explanations.contains(kind) else {
            throw Failure(message: "explain: unknown kind `\(kind.prefix(100))`; use \(AssistantTool.explanations.joined(separator: ", "))")
        }
        // Statements before the last one define names.
        let statements = ParsedScript(query).statements
        guard let last = statements.last else { throw Failure(message: "explain: the query is empty") }
        let start = last.statement.range.start
        let text = last.source[SourceRange(0, start)] + "explain \(kind) " + last.source[SourceRange(start, last.source.bytes.count)]
        return try answer(to: text, during: moment)
    }

    // MARK: Findings

    private func findings(in text: String) throws -> [String: JSONValue] {
        let script = ParsedScript(text)
        let session = try session()
        let findings = session.findings(in: script, limit: 50)
        let (fixed, count) = session.fixed(script)
        var members: [String: JSONValue] = [
            "diagnostics": .array(findings.map(Self.value)), "isRight": .bool(!findings.contains(where: \.isError)),
        ]
        if count > 0 { members["fixed"] = .string(fixed.text) }
        return members
    }

    /// A finding as values, with the text that its fix leads to.
    private static func value(of finding: Finding) -> JSONValue {
        guard case .object(var members)? = JSONValue(Array(finding.jsonLine.utf8)) else { return .null }
        let edits = finding.diagnostic.edits
        if !edits.isEmpty { members["fixedText"] = .string(edits.applied(to: finding.source)) }
        members["file"] = nil
        return .object(members)
    }

    private static func value(of failure: Failure) -> [String: JSONValue] {
        ["message": .string(failure.message), "diagnostics": .array(failure.findings.map(value))]
    }

    // MARK: Charts

    /// Returns the chart as an image and in words. The picture is drawn into a private folder, because only files have SVG of every kind.
    private func chart(of query: String, _ moment: MessageServer.Moment) throws -> [String: JSONValue] {
        let script = ParsedScript(query)
        do throws(AssistantPolicy.Refusal) { try AssistantPolicy().check(script) } catch { throw Failure(message: error.message) }
        guard let last = script.statements.last, case .query(let parsed) = last.statement.kind else {
            throw Failure(message: "chart: give a query, such as `sum steps by day last 7 days as bars`")
        }
        if let output = parsed.output, !output.format.isPicture {
            throw Failure(message: "chart: `\(output.format.rawValue)` is not a chart; write `as bars`, `as line`, `as heatmap` or nothing")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-chart-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "chart.svg")
        let output = AnswerCollector(limit: 0, during: moment)
        let session = try open()
        // A semicolon or a comment can follow the statement.
        let written = last.source[SourceRange(0, last.statement.range.end)]
        let text = written + (parsed.output == nil ? " as chart" : "") + " to \"\(file.path)\""
        let outcome = session.run(ParsedScript(text), output: output)
        guard outcome == .fine, let svg = try? String(contentsOf: file, encoding: .utf8) else {
            let first = output.findings.first(where: \.isError)?.diagnostic.message
            throw Failure(message: first ?? "the chart was not drawn", findings: output.findings)
        }
        let words = svg.matches(of: /<desc[^>]*>([^<]*)<\/desc>/).map { Self.unescaped(String($0.output.1)) }
        let description = words.joined(separator: " ")
        return [
            "content": [
                ["type": "image", "data": .string(Data(svg.utf8).base64EncodedString()), "mimeType": "image/svg+xml"],
                ["type": "text", "text": .string(description)],
            ],
            "structuredContent": [
                "svg": .string(svg), "description": .string(description), "diagnostics": .array(output.findings.map(Self.value)),
            ],
            "isError": false,
        ]
    }

    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    // MARK: Results

    private static func result(_ members: [String: JSONValue], isError: Bool = false) -> [String: JSONValue] {
        let value = JSONValue.object(members)
        return [
            "content": [["type": "text", "text": .string(String(decoding: value.bytes, as: UTF8.self))]],
            "structuredContent": value, "isError": .bool(isError),
        ]
    }
}

/// Texts that a client can read.
extension AssistantDesk {
    private static let language = "tally://language"
    private static let metrics = "tally://metrics"
    private static let saved = "tally://saved/"
    /// The code of the protocol for a resource that does not exist.
    private static let missing = -32602

    static let templates: [JSONValue] = [
        [
            "uriTemplate": .string(saved + "{name}"), "name": "saved", "title": "A saved query",
            "description": "The text of a query that the owner saved.", "mimeType": "text/plain",
        ]
    ]

    func resources() throws(RemoteError) -> [JSONValue] {
        func resource(_ uri: String, _ name: String, _ title: String, _ summary: String, _ type: String) -> JSONValue {
            [
                "uri": .string(uri), "name": .string(name), "title": .string(title), "description": .string(summary),
                "mimeType": .string(type),
            ]
        }
        let names: [String]
        do { names = try open().savedNames } catch { throw .failed(Session.message(of: error)) }
        return [
            resource(Self.language, "language", "Tally's language", "All words of the language on one page.", "text/plain"),
            resource(Self.metrics, "metrics", "Recorded metrics", "The metrics with samples in the store.", "application/json"),
        ] + names.map { resource(Self.saved + $0, $0, "Saved query \($0)", "A query that the owner saved.", "text/plain") }
    }

    func read(_ parameters: JSONValue, _ moment: MessageServer.Moment) throws(RemoteError) -> [String: JSONValue] {
        let uri = parameters["uri"]?.text ?? ""
        do {
            switch uri {
            case Self.language:
                let pages = try ["help", "help stages", "help clauses", "help range", "help keys"].map { page in
                    try answer(to: page, during: moment)["text"]?.text ?? ""
                }
                return Self.contents(uri, pages.joined(separator: "\n"), "text/plain")
            case Self.metrics:
                let list = JSONValue.object(try answer(to: "show metrics", limit: 1_000, during: moment))
                return Self.contents(uri, String(decoding: list.bytes, as: UTF8.self), "application/json")
            case _ where uri.hasPrefix(Self.saved):
                let name = String(uri.dropFirst(Self.saved.count))
                let session = try open()
                if session.savedNames.contains(name), let text = session.library?.entries().first(where: { $0.name == name })?.text {
                    return Self.contents(uri, text, "text/plain")
                }
            default: break
            }
        } catch let failure as Failure {
            throw .failed(failure.message)
        } catch {
            throw .failed(Session.message(of: error))
        }
        throw RemoteError(Self.missing, "unknown resource `\(uri.prefix(200))`")
    }

    private static func contents(_ uri: String, _ text: String, _ type: String) -> [String: JSONValue] {
        ["contents": [["uri": .string(uri), "mimeType": .string(type), "text": .string(text)]]]
    }
}
