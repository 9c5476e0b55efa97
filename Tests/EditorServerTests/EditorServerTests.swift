import EditorServer
import Foundation
import MessageStreams
import SampleStore
import SessionTesting
import StoreCommands
import SystemBridges
import TallyKit
import Testing
import Threading
import Workbench

import struct QueryDiagnostics.SourceText

@Suite("The server for editors")
struct EditorServerTests {
    /// The messages that a client got.
    private struct Talk {
        var answers: [Int: JSONValue] = [:]
        var notes: [JSONValue] = []
        /// True if the server ended as the protocol asks.
        var endedWell = false

        /// The findings of the last notification about a document.
        func findings(_ uri: String = EditorServerTests.uri) -> [JSONValue] {
            notes.last { $0["params"]?["uri"]?.text == uri }?["params"]?["diagnostics"]?.elements ?? []
        }
    }

    private static let uri = "file:///scripts/a.tally"

    /// Sends messages to a server over a store with steps of two days, and returns what it sent.
    private func talk(_ messages: [JSONValue]) throws -> Talk {
        let store = HealthStore(MemoryStore())
        let setup = "set zone = UTC\nset now = 2026-03-04T12:00\nload steps from \"Watch\" at 2026-03-02 08:00 every 1d for 1h: 1000 2000"
        #expect(Session(store, named: "memory").run(SourceText(setup), output: RecordingOutput()) == .fine)
        let (input, output) = (try #require(Descriptor.pipe()), try #require(Descriptor.pipe()))
        let stream = MessageServer(
            input: input.reading, output: output.writing, framing: .headers, limit: 1_000_000,
            cancellation: .init(method: "$/cancelRequest", key: "id"))
        let server = Threads.start("server") {
            defer { output.writing.close() }
            return EditorServer(version: "1", clock: { ProcessInfo.processInfo.systemUptime }) { _ in
                let session = Session(store, named: "memory")
                _ = session.run(SourceText("set zone = UTC\nset now = 2026-03-04T12:00"), output: RecordingOutput())
                return session
            }.run(stream)
        }
        let sender = Threads.start("client") {
            for message in messages { try? input.writing.writeAll(MessageFraming.headers.framed(message.bytes)[...]) }
            input.writing.close()
            return true
        }
        var reader = MessageReader(output.reading, framing: .headers, limit: 1_000_000)
        var talk = Talk()
        while let piece = try reader.next() {
            guard case .message(let bytes) = piece else { continue }
            let message = try #require(JSONValue(bytes))
            if let id = message["id"]?.integer { talk.answers[id] = message } else { talk.notes.append(message) }
        }
        _ = sender.wait()
        talk.endedWell = server.wait()
        return talk
    }

    private func request(_ id: Int, _ method: String, _ parameters: JSONValue = .object([:])) -> JSONValue {
        ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": parameters]
    }

    private func tell(_ method: String, _ parameters: JSONValue = .object([:])) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
    }

    private func start(_ encodings: [JSONValue] = []) -> JSONValue {
        request(0, "initialize", ["capabilities": ["general": ["positionEncodings": .array(encodings)]]])
    }

    private func opened(_ text: String, language: String = "tally") -> JSONValue {
        tell(
            "textDocument/didOpen",
            ["textDocument": ["uri": .string(Self.uri), "languageId": .string(language), "version": 1, "text": .string(text)]])
    }

    private func at(_ line: Int, _ character: Int) -> JSONValue {
        ["textDocument": ["uri": .string(Self.uri)], "position": ["line": .integer(line), "character": .integer(character)]]
    }

    private func range(_ line: Int, _ start: Int, _ end: Int) -> JSONValue {
        ["start": ["line": .integer(line), "character": .integer(start)], "end": ["line": .integer(line), "character": .integer(end)]]
    }

    // MARK: Life

    @Test("After `shutdown` and `exit` the server ended well; after `exit` alone, or without it, it did not")
    func endings() throws {
        #expect(try talk([start(), request(1, "shutdown"), tell("exit")]).endedWell)
        #expect(try !talk([start(), tell("exit")]).endedWell)
        #expect(try !talk([start(), request(1, "shutdown")]).endedWell)
        #expect(try !talk([]).endedWell)
    }

    @Test("Requests before `initialize` and after `shutdown` have errors, and notifications are dropped")
    func phases() throws {
        let talk = try talk([
            request(1, "textDocument/hover", at(0, 0)), opened("sum stps"), start(), request(2, "initialize"), request(3, "nothing"),
            request(4, "shutdown"), request(5, "textDocument/hover", at(0, 0)), tell("exit"),
        ])
        #expect(talk.answers[1]?["error"]?["code"] == -32002 && talk.notes.isEmpty)
        #expect(talk.answers[2]?["error"]?["code"] == -32600 && talk.answers[3]?["error"]?["code"] == -32601)
        #expect(talk.answers[4]?["result"] == .null && talk.answers[5]?["error"]?["code"] == -32600)
    }

    @Test("Positions are in UTF-16, or in UTF-8 for a client that offers it", arguments: [[], ["utf-8", "utf-16"]] as [[JSONValue]])
    func encodings(offered: [JSONValue]) throws {
        // The emoji has four bytes and two units of UTF-16, and the umlaut has two bytes and one unit.
        let script = "sum steps where source is \"😀ü\" today\nsum steps where source is \"😀ü\" tday\n"
        let isUTF8 = !offered.isEmpty
        let place = isUTF8 ? 35 : 32
        let talk = try talk([start(offered), opened(script), request(1, "textDocument/hover", at(0, place + 1))])
        #expect(talk.answers[0]?["result"]?["capabilities"]?["positionEncoding"] == (isUTF8 ? "utf-8" : "utf-16"))
        #expect(talk.answers[1]?["result"]?["range"] == range(0, place, place + 5))
        let error = try #require(talk.findings().last { $0["severity"] == 1 })
        #expect(error["range"]?["start"]?["character"] == .integer(place))
    }

    // MARK: Documents

    @Test("Findings have their code, place, severity and version, and follow the changes")
    func findings() throws {
        let changed = tell(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .string(Self.uri), "version": 2],
                "contentChanges": [["range": range(0, 4, 8), "text": "steps"], ["range": range(1, 0, 0), "text": "sum heartRate\n"]],
            ])
        let before = try talk([start(), opened("sum stps today\n")])
        #expect(before.findings().map { $0["code"] } == ["E101"] && before.findings()[0]["range"] == range(0, 4, 8))
        #expect(before.notes.last?["params"]?["version"] == 1 && before.findings()[0]["source"] == "tally")
        let after = try talk([start(), opened("sum stps today\n"), changed])
        #expect(
            after.findings().contains { $0["code"] == "E120" && $0["range"]?["start"]?["line"] == 1 }
                && after.notes.last?["params"]?["version"] == 2)
        #expect(!after.findings().contains { $0["code"] == "E101" })
    }

    @Test("A change without a range replaces the text, positions outside are moved inside, and a closed document has no findings")
    func oddChanges() throws {
        func change(_ changes: JSONValue) -> JSONValue {
            tell("textDocument/didChange", ["textDocument": ["uri": .string(Self.uri), "version": 2], "contentChanges": changes])
        }
        let whole = try talk([start(), opened("sum stps"), change([["text": "sum steps today"]])])
        #expect(whole.findings().isEmpty)
        let outside = try talk([
            start(), opened("sum steps"),
            change([["range": ["start": ["line": 9, "character": 9], "end": ["line": 99, "character": 0]], "text": "x"]]),
        ])
        #expect(outside.findings().map { $0["code"] } == ["E101"])
        let closed = try talk([start(), opened("sum stps"), tell("textDocument/didClose", ["textDocument": ["uri": .string(Self.uri)]])])
        #expect(closed.findings().isEmpty && !closed.notes.isEmpty)
        let unknown = try talk([start(), request(1, "textDocument/hover", at(0, 0))])
        #expect(unknown.answers[1]?["error"]?["code"] == -32602)
    }

    @Test("While a client types fast, not every change has its findings sent, but the last one has")
    func fastTyping() throws {
        let changes = (2..<200).map { number in
            tell(
                "textDocument/didChange",
                [
                    "textDocument": ["uri": .string(Self.uri), "version": .integer(number)],
                    "contentChanges": [["range": range(0, 0, 0), "text": .string(number % 2 == 0 ? "x" : " ")]],
                ])
        }
        let talk = try talk([start(), opened("sum steps today")] + changes)
        #expect(talk.notes.last?["params"]?["version"] == 199 && talk.notes.count < 150)
    }

    @Test("Fixes are offered with the finding, and preferred if they keep the question")
    func actions() throws {
        func actions(_ id: Int, _ line: Int, _ only: JSONValue = []) -> JSONValue {
            request(
                id, "textDocument/codeAction",
                ["textDocument": ["uri": .string(Self.uri)], "range": range(line, 0, 0), "context": ["diagnostics": [], "only": only]])
        }
        let talk = try talk([
            start(), opened("sum stps today\nsum heartRate today\n"), actions(1, 0), actions(2, 1), actions(3, 0, ["source.fixAll"]),
        ])
        let spelling = try #require(talk.answers[1]?["result"]?.elements?.first)
        #expect(spelling["isPreferred"] == true && spelling["edit"]?["changes"]?[Self.uri]?.elements?.first?["newText"] == "steps")
        #expect(talk.answers[2]?["result"]?.elements?.first?["isPreferred"] == false)
        let all = try #require(talk.answers[3]?["result"]?.elements)
        #expect(all.map { $0["kind"] } == ["source.fixAll.tally"])
        #expect(all[0]["edit"]?["changes"]?[Self.uri]?.elements?.first?["newText"] == "sum steps today\n")
    }

    @Test("A failed expectation of a test script is a finding, and what was found can be accepted")
    func tests() throws {
        let script = "load steps at 2025-12-30 08:00 every 1h: 100\nsum steps by day on 2025-12-30\nexpect rows 2\n"
        let all: JSONValue = ["textDocument": ["uri": .string(Self.uri)], "range": range(2, 0, 5), "context": ["diagnostics": []]]
        let talk = try talk([start(), opened(script), request(1, "textDocument/codeAction", all)])
        #expect(talk.findings().map { $0["source"] } == ["tally test"] && talk.findings()[0]["range"]?["start"]?["line"] == 2)
        let edit = talk.answers[1]?["result"]?.elements?.first { $0["title"] == "Accept what was found" }?["edit"]?["changes"]?[Self.uri]
        #expect(edit?.elements?.first?["newText"] == "1" && edit?.elements?.first?["range"] == range(2, 12, 13))
    }

    @Test("The command answers the statement of a line, and has a lens on each line with one")
    func running() throws {
        func run(_ id: Int, _ line: JSONValue) -> JSONValue {
            request(id, "workspace/executeCommand", ["command": "tally.run", "arguments": [.string(Self.uri), line]])
        }
        let script = "let a = steps\nsum a by day last 3 days; sum a today\n\nload steps at 2026-03-01 every 1d: 1\n"
        let talk = try talk([
            start(), opened(script), run(1, 1), run(2, 3), run(3, 99), run(4, "x"), request(5, "textDocument/codeLens", at(0, 0)),
            request(6, "workspace/executeCommand", ["command": "rm", "arguments": []]),
        ])
        let text = talk.answers[1]?["result"]?["text"]?.text ?? ""
        #expect(text.contains("1,000") && text.contains("2,000") && text.contains("2026-03-04"))
        #expect(talk.answers[2]?["result"]?["text"]?.text?.contains("write nothing") == true)
        #expect(talk.answers[3]?["result"]?["text"]?.text?.contains("no statement") == true)
        #expect(talk.answers[4]?["error"]?["code"] == -32602 && talk.answers[6]?["error"]?["code"] == -32602)
        #expect(talk.answers[5]?["result"]?.elements?.map { $0["command"]?["arguments"]?.elements?.last } == [1])
    }

    @Test("A file that a name stands for is not written, also after `set overwrite`")
    func writingByName() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv").path
        func run(_ id: Int, _ line: JSONValue) -> JSONValue {
            request(id, "workspace/executeCommand", ["command": "tally.run", "arguments": [.string(Self.uri), line]])
        }
        let script = "set overwrite = yes\nlet f = sum steps as csv to \"\(file)\"\nf\ndef g() = sum steps as csv to \"\(file)\"\ng()\n"
        let talk = try talk([start(), opened(script), run(1, 2), run(2, 4)])
        for id in [1, 2] {
            let text = talk.answers[id]?["result"]?["text"]?.text ?? ""
            #expect(text.contains("may only ask"), "\(text)")
        }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("Positions in Markdown are those of the file")
    func markdown() throws {
        let talk = try talk([
            start(), opened("# Notes\n\n```tally\nlet a = steps\n```\n\ntext\n\n```tally\nsum a tday\n```\n", language: "markdown"),
            request(1, "textDocument/definition", at(9, 4)), request(2, "textDocument/completion", at(6, 2)),
        ])
        #expect(talk.findings().first?["range"]?["start"]?["line"] == 9)
        #expect(talk.answers[1]?["result"]?["range"] == range(3, 4, 5))
        #expect(talk.answers[2]?["result"]?["items"]?.elements?.isEmpty == true)
    }
}
