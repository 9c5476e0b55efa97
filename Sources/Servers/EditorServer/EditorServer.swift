package import MessageStreams
import QueryDiagnostics
import ScriptHelp
import Scripts
import SystemBridges
package import Workbench

/// `tally lsp`: a server of the Language Server Protocol over standard input and output.
///
/// It holds the texts that an editor has open, and asks `ScriptHelp` for everything. It reads the store and writes nothing.
package final class EditorServer {
    /// The options that a client can set when it starts the server.
    package struct Options {
        package var store: String?
        package var zone: String?
        package var now: String?
    }

    private enum Phase { case before, running, shutDown }

    private let version: String
    private let open: (Options) throws -> Session
    /// The seconds since any moment.
    private let clock: @Sendable () -> Double
    private var phase = Phase.before
    private var session: Session?
    private var options = Options()
    /// The file of the store; nil if it could not be opened or is in memory.
    private var file: UInt64?
    private var isWithoutStore = false
    private var encoding = PositionEncoding.utf16
    /// False if the client shows explanations only as plain text.
    private var hasMarkdown = true
    /// The reason why the store could not be opened; nil after the client got it.
    private var problem: String?
    private var documents: [String: EditorDocument] = [:]
    /// The state of the store that the findings belong to, and when it was read.
    private var seen: (change: Int64?, time: Double) = (nil, -.infinity)
    private var lastSent = -Double.infinity

    /// - Parameters:
    ///   - version: the version of the program.
    ///   - clock: the seconds since any moment.
    ///   - session: opens the store for reading.
    package init(version: String, clock: @escaping @Sendable () -> Double, session: @escaping (Options) throws -> Session) {
        self.version = version
        self.clock = clock
        open = session
    }

    /// The messages of the protocol over standard input and output, of at most 16 MB.
    package static func standardStreams() -> MessageServer {
        MessageServer(framing: .headers, limit: 16_000_000, cancellation: .init(method: "$/cancelRequest", key: "id"))
    }

    /// Answers one client until it ends. Returns true if it ended as the protocol asks: `shutdown`, then `exit`.
    package func run(_ server: MessageServer) -> Bool {
        let ended = server.run(idle: completeFindings) { call, moment, isEnding throws(RemoteError) in
            if call.method == "exit" {
                isEnding = true
                return .null
            }
            defer { self.sendFindings(moment) }
            return try self.answer(call, moment)
        }
        return ended && phase == .shutDown
    }

    private func answer(_ call: RemoteCall, _ moment: MessageServer.Moment) throws(RemoteError) -> JSONValue {
        switch (phase, call.method) {
        case (.before, "initialize"): return try initialize(call.parameters)
        case (.before, _):
            // Notifications before the handshake are dropped, as the protocol asks.
            guard call.id != nil else { return .null }
            throw RemoteError(-32002, "the first request must be `initialize`")
        case (.running, "shutdown"):
            phase = .shutDown
            return .null
        case (.shutDown, _): throw RemoteError(-32600, "the server was asked to shut down; send `exit`")
        case (.running, "initialize"): throw RemoteError(-32600, "`initialize` was already sent")
        case (.running, _): break
        }
        followStore()
        guard call.id != nil else {
            notify(call)
            return .null
        }
        if moment.isCancelled { throw RemoteError(-32800, "cancelled") }
        return try request(call, moment)
    }

    // MARK: Life

    private func initialize(_ parameters: JSONValue) throws(RemoteError) -> JSONValue {
        let given = parameters["initializationOptions"]
        options = Options(store: given?["store"]?.text, zone: given?["zone"]?.text, now: given?["now"]?.text)
        do {
            session = try open(options)
            file = fileOfStore
        } catch {
            // Without the store, an editor can still help with the language.
            var others = options
            others.store = ":memory:"
            guard let empty = try? open(others) else { throw .failed(Session.message(of: error)) }
            session = empty
            isWithoutStore = true
            problem = Session.message(of: error)
        }
        let formats = parameters["capabilities"]?["textDocument"]?["hover"]?["contentFormat"]?.elements?.compactMap(\.text)
        hasMarkdown = formats?.contains("markdown") ?? true
        let offered = parameters["capabilities"]?["general"]?["positionEncodings"]?.elements?.compactMap(\.text) ?? []
        encoding = offered.contains(PositionEncoding.utf8.rawValue) ? .utf8 : .utf16
        phase = .running
        return [
            "capabilities": EditorAbilities.all(encoding), "serverInfo": ["name": "tally", "version": .string(version)],
        ]
    }

    /// Forgets findings that belong to an older state of the store. Looks at most once a second.
    private func followStore() {
        guard let session, clock() - seen.time > 1 else { return }
        openAgain(session)
        let change = session.changeNumber
        defer { seen = (change, clock()) }
        guard change != seen.change else { return }
        for document in documents.values {
            document.help.forgetStore()
            document.isStale = true
        }
    }

    /// Opens the store if its file was made or replaced since.
    private func openAgain(_ session: Session) {
        let current = fileOfStore
        guard isWithoutStore || current != nil && current != file, let other = try? open(options) else { return }
        (session.storage, session.settings) = (other.storage, other.settings)
        (isWithoutStore, file, seen.change) = (false, fileOfStore, nil)
    }

    private var fileOfStore: UInt64? { session.flatMap { try? FilePath.status(of: $0.storage.name).identifier } }

    // MARK: Documents

    private func notify(_ call: RemoteCall) {
        let parameters = call.parameters
        let item = parameters["textDocument"]
        switch call.method {
        case "textDocument/didOpen":
            guard let item, let session, let document = try? EditorDocument(item, with: session, encoding) else { return }
            documents[document.uri] = document
            test(document)
        case "textDocument/didChange": try? document(parameters).change(parameters)
        case "textDocument/didSave":
            guard let document = try? document(parameters) else { return }
            test(document)
        case "textDocument/didClose":
            guard let uri = item?["uri"]?.text, documents.removeValue(forKey: uri) != nil else { return }
            closed.append(uri)
        default: break
        }
    }

    /// The documents that were closed, whose findings an editor should forget.
    private var closed: [String] = []

    private func document(_ parameters: JSONValue) throws(RemoteError) -> EditorDocument {
        let uri = parameters["textDocument"]?["uri"]?.text ?? ""
        guard let document = documents[uri] else { throw .wrongParameters("the document \(uri.prefix(200)) is not open") }
        return document
    }

    /// The longest time for the tests of a script, in seconds, because nothing else is answered meanwhile.
    private static let longestTest = 2.0

    private func test(_ document: EditorDocument) {
        let end = clock() + Self.longestTest
        let clock = clock
        document.failures = document.help.testFailures { clock() > end }
        document.isStale = true
    }

    /// Sends the findings of changed documents. While the client types faster than they are found, only the last ones are sent.
    private func sendFindings(_ moment: MessageServer.Moment) {
        if phase == .running, let problem {
            // 1: an error
            moment.channel.send(RemoteCall("window/showMessage", ["type": 1, "message": .string("Tally has no data: \(problem)")]))
            self.problem = nil
        }
        guard phase == .running, !moment.isFollowed || clock() - lastSent > 0.25 else { return }
        for uri in closed {
            moment.channel.send(RemoteCall("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []]))
        }
        closed = []
        for document in documents.values.sorted(by: { $0.uri < $1.uri }) where document.isStale {
            lastSent = clock()
            document.isStale = false
            document.sendFindings(over: moment.channel, evenIfIncomplete: true)
        }
    }

    /// Checks the statements that depend on changed ones, some at a time. Returns true if there is more to do.
    private func completeFindings(_ moment: MessageServer.Moment) -> Bool {
        sendFindings(moment)
        let document = documents.values.first { !$0.isComplete }
        document?.sendFindings(over: moment.channel, evenIfIncomplete: false)
        return documents.values.contains { !$0.isComplete }
    }

    // MARK: Requests

    private func request(_ call: RemoteCall, _ moment: MessageServer.Moment) throws(RemoteError) -> JSONValue {
        let parameters = call.parameters
        switch call.method {
        case "workspace/executeCommand": return try execute(parameters, moment)
        case "textDocument/completion": return try document(parameters).completions(parameters)
        case "textDocument/signatureHelp": return try document(parameters).signature(parameters)
        case "textDocument/hover": return try document(parameters).hover(parameters, inMarkdown: hasMarkdown)
        case "textDocument/definition": return try document(parameters).definition(parameters)
        case "textDocument/references": return try document(parameters).references(parameters)
        case "textDocument/documentHighlight": return try document(parameters).highlights(parameters)
        case "textDocument/prepareRename": return try document(parameters).renamed(parameters)
        case "textDocument/rename": return try document(parameters).rename(parameters)
        case "textDocument/formatting":
            let document = try document(parameters)
            return .array(document.help.layout.map(document.value))
        case "textDocument/foldingRange": return try document(parameters).folds
        case "textDocument/documentSymbol": return try document(parameters).symbols
        case "textDocument/codeAction": return try document(parameters).actions(parameters)
        case "textDocument/semanticTokens/full": return try document(parameters).tokens(in: nil)
        case "textDocument/semanticTokens/range": return try document(parameters).tokens(in: parameters["range"])
        case "textDocument/inlayHint": return try document(parameters).hints(parameters)
        case "textDocument/codeLens": return try document(parameters).lenses
        default: throw .unknownMethod(call.method)
        }
    }

    private func execute(_ parameters: JSONValue, _ moment: MessageServer.Moment) throws(RemoteError) -> JSONValue {
        guard parameters["command"]?.text == EditorAbilities.run else {
            throw .wrongParameters("unknown command `\((parameters["command"]?.text ?? "").prefix(100))`")
        }
        let arguments = parameters["arguments"]?.elements ?? []
        guard arguments.count == 2, let uri = arguments[0].text, let line = arguments[1].integer else {
            throw .wrongParameters("`\(EditorAbilities.run)` needs the uri of a document and a line, from 0")
        }
        let document = try document(["textDocument": ["uri": .string(uri)]])
        return ["text": .string(document.answer(atLine: line) { moment.isCancelled })]
    }
}
