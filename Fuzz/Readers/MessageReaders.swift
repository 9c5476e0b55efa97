import AssistantServer
import EditorServer
import Foundation
import MessageStreams
import NotebookServer
import QuerySyntax
import Scripts
import SystemBridges
import Threading
import Workbench

extension Reader {
    /// Messages of JSON-RPC on lines and after headers. The first byte decides the framing and the size of pieces.
    static let frames = Reader(
        name: "frames", longest: 2000, words: messageWords,
        seeds: {
            [
                "0{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n{}\n",
                "1Content-Length: 2\r\n\r\n{}Content-Length: 5\r\nX: y\r\n\r\n[1,2]",
                "3noise\r\n\r\ncontent-length:4\n\nnull", "2[1e400,-0,\"\\ud83d\\ude00\",{\"a\":null}]\n", "1Content-Length: 300\r\n\r\n",
            ].inputs
        },
        check: { input in
            guard let first = input.first else { return }
            let framing: MessageFraming = first & 1 == 0 ? .lines : .headers
            let bytes = Array(input.dropFirst())
            let whole = try pieces(bytes, framing, at: bytes.count)
            try demand(try pieces(bytes, framing, at: bytes.count * Int(first >> 1) / 128) == whole, "messages do not depend on pieces")
            for case .message(let message) in whole {
                try demand(message.count <= limit, "a message is not longer than allowed")
                guard let value = JSONValue(message) else { continue }
                try demand(JSONValue(value.bytes) == value, "JSON stays the same")
            }
        })

    /// `tally mcp`.
    static let assistants = Reader(
        name: "assistants", longest: 2000, memory: 1536, seconds: 20, words: messageWords + languageWords,
        seeds: {
            [
                line("initialize", "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}") + line("tools/list", "{}"),
                line("tools/call", "{\"name\":\"query\",\"arguments\":{\"query\":\"sum steps by day\"}}"),
                line("tools/call", "{\"name\":\"why\",\"arguments\":{\"query\":\"sum steps\",\"row\":1}}"),
                line("tools/call", "{\"name\":\"help\",\"arguments\":{\"topic\":\"sum\"}}") + line("resources/list", "{}"),
                line("resources/read", "{\"uri\":\"tally://metrics\"}") + line("prompts/get", "{\"name\":\"week\"}"),
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n"
                    + line("server/discover", "{}"),
            ].inputs
        },
        check: { input in
            try MessageTalk(framing: .lines, cancelling: "notifications/cancelled", key: "requestId").check(input) { server in
                AssistantServer(version: "1", policy: AssistantPolicy(), session: SmallSession.make).run(server)
            }
        })

    /// `tally lsp`. Inputs have one message a line, which gets its header here.
    static let editors = Reader(
        name: "editors", longest: 2500, memory: 1536, seconds: 20, words: messageWords + languageWords,
        seeds: {
            let start = line("initialize", "{\"capabilities\":{\"general\":{\"positionEncodings\":[\"utf-8\"]}}}")
            func open(_ text: String) -> String {
                "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{"
                    + "\"textDocument\":{\"uri\":\"file:///a.tally\",\"version\":1,"
                    + "\"languageId\":\"tally\",\"text\":\"\(text)\"}}}\n"
            }
            let place =
                "{\"textDocument\":{\"uri\":\"file:///a.tally\"},\"position\":{\"line\":0,\"character\":5},\"newName\":\"b\",\"range\":"
                + "{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":9,\"character\":0}},\"context\":{\"diagnostics\":[]}}"
            let change =
                "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"file:///a.tally\"},"
                + "\"contentChanges\":[{\"range\":{\"start\":{\"line\":0,\"character\":1},"
                + "\"end\":{\"line\":0,\"character\":2}},\"text\":\"x\"}]}}\n"
            let requests = [
                "hover", "completion", "signatureHelp", "definition", "references", "rename", "formatting", "foldingRange",
                "documentSymbol",
                "semanticTokens/full", "semanticTokens/range", "inlayHint", "codeLens", "codeAction",
            ]
            return requests.map { start + open("let a = 3\\nsum steps last a days\\n") + change + line("textDocument/\($0)", place) }.inputs
                + [
                    start + open("sum stepz")
                        + line("workspace/executeCommand", "{\"command\":\"tally.run\",\"arguments\":[\"file:///a.tally\",0]}")
                ].inputs
        },
        check: { input in
            let framed = input.split(separator: 0x0A).flatMap { MessageFraming.headers.framed(Array($0)) }
            try MessageTalk(framing: .headers, cancelling: "$/cancelRequest").check(framed) { server in
                _ = EditorServer(version: "1", clock: { 0 }) { _ in SmallSession.make() }.run(server)
            }
        })

    /// `tally pipe`. Inputs whose statements use files, wait or write are left out.
    static let notebooks = Reader(
        name: "notebooks", longest: 1500, memory: 1536, seconds: 20, words: messageWords + languageWords,
        seeds: {
            [
                line("about", "{}") + line("run", "{\"text\":\"sum steps by day as chart\"}"),
                line("complete", "{\"text\":\"sum st\",\"offset\":6}"),
                line("inspect", "{\"text\":\"sum steps\",\"offset\":1}") + line("isComplete", "{\"text\":\"sum steps |\"}"),
                line("run", "{\"text\":\"let a = 2\\naverage heartRate by hour last a days\\nwhy\"}"),
                line("run", "{\"text\":\"explain sql sum steps\"}"),
                line("run", "{\"text\":\"describe sleep\"}") + line("run", "{\"text\":\"help sum\"}")
                    + line("run", "{\"text\":\"_ | rank\"}"),
            ].inputs
        },
        check: { input in
            for message in input.split(separator: 0x0A) {
                guard let text = JSONValue(Array(message))?["params"]?["text"]?.text else { continue }
                guard ParsedScript(text).statements.allSatisfy({ isHarmless($0.statement.kind) }) else { return }
            }
            try MessageTalk(framing: .lines, cancelling: "cancel").check(input) { server in
                NotebookServer(version: "1", session: SmallSession.make()).run(server)
            }
        })

    private static func isHarmless(_ kind: StatementKind) -> Bool { kind.files.isEmpty && StatementEffect(of: kind.word) == nil }

    private static func line(_ method: String, _ parameters: String) -> String {
        "{\"jsonrpc\":\"2.0\",\"id\":\(method.utf8.count),\"method\":\"\(method)\",\"params\":\(parameters)}\n"
    }

    private static let messageWords = [
        "{\"jsonrpc\":\"2.0\",", "\"id\":1,", "\"method\":\"", "\"params\":{", "Content-Length: ", "\r\n\r\n", "\"text\":\"", "\"uri\":\"",
        "}}\n",
        "\\u0000", "\\ud83d\\ude00", "-1", "9223372036854775807", "1e308", "null", "[[[[[[[[", "\"arguments\":{", "tools/call",
        "textDocument/",
    ]

    private static let limit = 100

    private static func pieces(_ bytes: [UInt8], _ framing: MessageFraming, at place: Int) throws -> [MessageReader.Piece] {
        guard let pipe = Descriptor.pipe() else { throw BrokenProperty(description: "a pipe can be opened") }
        defer { pipe.reading.close() }
        let sender = Threads.start("pieces") {
            for part in [bytes[..<place], bytes[place...]] where !part.isEmpty { try? pipe.writing.writeAll(part) }
            pipe.writing.close()
            return true
        }
        var reader = MessageReader(pipe.reading, framing: framing, limit: limit)
        var pieces: [MessageReader.Piece] = []
        while let piece = try reader.next() { pieces.append(piece) }
        _ = sender.wait()
        return pieces
    }
}

/// A client that sends all messages at once, and reads the answers afterwards. Each request has exactly one answer.
struct MessageTalk {
    let framing: MessageFraming
    /// The method that cancels a request, and the key of the id there.
    let cancelling: String
    var key = "id"

    func check(_ input: [UInt8], _ run: (MessageServer) -> Void) throws {
        try ScratchFile.with(input) { path in
            try ScratchFile.with([]) { answers in
                let (reading, writing) = (try Descriptor.open(path, O_RDONLY), try Descriptor.open(answers, O_RDWR))
                run(
                    MessageServer(
                        input: reading, output: writing, framing: framing, limit: 100_000, cancellation: .init(method: cancelling, key: key)
                    ))
                for descriptor in [reading, writing] { descriptor.close() }
                try compare(try messages(at: path), with: try messages(at: answers))
            }
        }
    }

    private func messages(at path: String) throws -> [JSONValue?] {
        let descriptor = try Descriptor.open(path, O_RDONLY)
        defer { descriptor.close() }
        var reader = MessageReader(descriptor, framing: framing, limit: 100_000_000)
        var messages: [JSONValue?] = []
        while let piece = try reader.next() {
            if case .message(let bytes) = piece { messages.append(JSONValue(bytes)) } else { messages.append(nil) }
        }
        return messages
    }

    private func compare(_ sent: [JSONValue?], with answers: [JSONValue?]) throws {
        var answered: [JSONValue: Int] = [:]
        for answer in answers {
            try demand(answer?["jsonrpc"] == "2.0", "an answer is a message")
            guard answer?["method"] == nil else { continue }
            try demand((answer?["result"] == nil) != (answer?["error"] == nil), "an answer has a result or an error")
            answered[answer?["id"] ?? .null, default: 0] += 1
        }
        // The protocol of editors ends with `exit`, and nothing is answered afterwards.
        guard !sent.contains(where: { $0?["method"] == "exit" }) else { return }
        var asked: [JSONValue: Int] = [:]
        for case let message? in sent where message["method"]?.text != nil && message["method"]?.text != cancelling {
            guard message["jsonrpc"] == "2.0", let id = message["id"] else { continue }
            switch id {
            case .integer, .string: asked[id, default: 0] += 1
            default: continue
            }
        }
        for (id, count) in asked { try demand(answered[id, default: 0] >= count, "each request has an answer") }
        try demand(answers.count { $0?["method"] == nil } <= sent.count, "nothing is answered that was not asked")
    }
}
