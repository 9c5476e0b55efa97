import MessageStreams
import NotebookServer
import SampleStore
import SessionTesting
import StoreCommands
import SystemBridges
import TallyKit
import Testing
import Threading
import Workbench

import struct QueryDiagnostics.SourceText

@Suite("The server for notebooks")
struct NotebookServerTests {
    /// The messages that a client got.
    private struct Talk {
        var answers: [Int: JSONValue] = [:]
        var notes: [JSONValue] = []

        /// The notifications of a kind about a request.
        func notes(_ method: String, of request: Int) -> [JSONValue] {
            notes.filter { $0["method"]?.text == method && $0["params"]?["id"]?.integer == request }.compactMap { $0["params"] }
        }

        func result(_ request: Int) -> JSONValue? { answers[request]?["result"] }
    }

    /// Sends requests, numbered from 1, to a server over a store with steps of two days, and returns what it sent.
    private func talk(_ requests: [(method: String, parameters: JSONValue)], _ others: [JSONValue] = []) throws -> Talk {
        let store = HealthStore(MemoryStore())
        let (input, output) = (try #require(Descriptor.pipe()), try #require(Descriptor.pipe()))
        let stream = MessageServer(
            input: input.reading, output: output.writing, framing: .lines, limit: 1_000_000,
            cancellation: .init(method: "cancel", key: "id"))
        let setup = "set zone = UTC\nset now = 2026-03-04T12:00\nload steps from \"Watch\" at 2026-03-02 08:00 every 1d for 1h: 1000 2000"
        let server = Threads.start("server") {
            defer { output.writing.close() }
            let session = Session(store, named: "memory")
            let outcome = session.run(SourceText(setup), output: RecordingOutput())
            NotebookServer(version: "1", session: session).run(stream)
            return outcome
        }
        let messages =
            others
            + requests.enumerated().map { index, request -> JSONValue in
                ["jsonrpc": "2.0", "id": .integer(index + 1), "method": .string(request.method), "params": request.parameters]
            }
        let sender = Threads.start("client") {
            for message in messages { try? input.writing.writeAll(MessageFraming.lines.framed(message.bytes)[...]) }
            input.writing.close()
            return true
        }
        var reader = MessageReader(output.reading, framing: .lines, limit: 10_000_000)
        var talk = Talk()
        while let piece = try reader.next() {
            guard case .message(let bytes) = piece else { continue }
            let message = try #require(JSONValue(bytes))
            if let id = message["id"]?.integer { talk.answers[id] = message } else { talk.notes.append(message) }
        }
        _ = sender.wait()
        #expect(server.wait() == .fine)
        return talk
    }

    private func run(_ text: String) -> (method: String, parameters: JSONValue) { ("run", ["text": .string(text)]) }

    @Test("A table is sent as text and as HTML, and a chart as text and as a drawing")
    func parts() throws {
        let talk = try talk([
            run("sum steps by day from 2026-03-02 to 2026-03-04"), run("sum steps by day from 2026-03-02 to 2026-03-04 as bars"),
        ])
        let table = try #require(talk.notes("output", of: 1).first)
        #expect(table["kind"]?.text == "table")
        #expect(table["text"]?.text?.contains("2026-03-03        2,000") == true)
        #expect(table["html"]?.text?.contains("<td class=\"num\">2,000</td>") == true)
        #expect(table["svg"] == nil)
        let chart = try #require(talk.notes("output", of: 2).first)
        #expect(chart["kind"]?.text == "chart")
        #expect(chart["text"]?.text?.contains("2026-03-02") == true)
        let drawing = try #require(chart["svg"]?.elements?.first?.text)
        #expect(drawing.hasPrefix("<svg") && drawing.contains("id=\"tally2-1-desc\""))
        #expect(talk.result(1)?["status"]?.text == "fine" && talk.result(2)?["status"]?.text == "fine")
    }

    @Test("Names, settings and the last result of a text are known to the next")
    func session() throws {
        let talk = try talk([run("let n = 2"), run("sum steps from 2026-03-02 to 2026-03-04"), run("_ | derive twice = sum * n")])
        #expect(talk.notes("output", of: 3).first?["text"]?.text?.contains("6,000") == true)
    }

    @Test("A wrong text is not run, and its finding has carets, a place and the mended text")
    func wrong() throws {
        let talk = try talk([run("sum steps by day from 2026-03-02 to 2026-03-04; sum stepz")])
        let finding = try #require(talk.notes("finding", of: 1).first)
        #expect(finding["code"]?.text == "E101" && finding["severity"]?.text == "error")
        #expect(finding["start"]?.integer == 52 && finding["end"]?.integer == 57)
        #expect(finding["text"]?.text?.contains("^^^^^") == true)
        #expect(finding["fixedText"]?.text == "sum steps by day from 2026-03-02 to 2026-03-04; sum steps")
        #expect(talk.notes("output", of: 1).isEmpty)
        #expect(talk.result(1)?["status"]?.text == "wrong" && talk.result(1)?["code"]?.text == "E101")
    }

    @Test("A false assertion fails, after the answers before it were sent")
    func failed() throws {
        let talk = try talk([run("sum steps from 2026-03-02 to 2026-03-04\nassert sum steps from 2026-03-02 to 2026-03-04 >= 4000")])
        #expect(talk.notes("output", of: 1).first?["text"]?.text?.contains("3,000") == true)
        #expect(talk.result(1)?["status"]?.text == "failed")
    }

    @Test("Reports, findings, printed lines and answers come in order")
    func order() throws {
        let talk = try talk([run("section \"Steps\"\ntext \"Merged.\"\nsum steps on 2026-03-02\nshow metrics")])
        #expect(talk.notes("output", of: 1).compactMap { $0["kind"]?.text } == ["heading", "paragraph", "table", "printed"])
    }

    @Test("Words are completed and explained with the names of earlier texts")
    func typing() throws {
        let talk = try talk([
            run("let evenings = where hour of day between 18 and 23"), ("complete", ["text": "sum steps where even", "offset": 9]),
            ("complete", ["text": "sum st", "offset": 6]), ("inspect", ["text": "sum steps today", "offset": 6]),
            ("isComplete", ["text": "sum steps by"]), ("isComplete", ["text": "sum steps by day"]),
        ])
        #expect(talk.result(2)?["end"]?.integer == 9)
        let items = talk.result(3)?["items"]?.elements?.compactMap { $0["text"]?.text } ?? []
        #expect(talk.result(3)?["start"]?.integer == 4 && items.contains("stepCount") || items.contains("steps"))
        #expect(talk.result(4)?["text"]?.text?.contains("stepCount") == true)
        #expect(talk.result(6)?["status"]?.text == "complete")
    }

    @Test("A request that was cancelled before it began does not run its statements")
    func cancelled() throws {
        let cancel: JSONValue = ["jsonrpc": "2.0", "method": "cancel", "params": ["id": 1]]
        let talk = try talk([run("sum steps by day from 2020-01-01 to 2026-03-04"), run("sum steps on 2026-03-03")], [cancel])
        #expect(talk.result(1)?["status"]?.text == "interrupted")
        #expect(talk.notes("output", of: 2).first?["text"]?.text?.contains("2,000") == true)
    }

    @Test("Wrong requests have errors, and `quit` says that the session ends")
    func requests() throws {
        let talk = try talk([("run", [:]), ("complete", ["text": "sum", "offset": 4]), ("dance", [:]), run("quit"), ("about", [:])])
        #expect([1, 2, 3].map { talk.answers[$0]?["error"]?["code"]?.integer } == [-32602, -32602, -32601])
        #expect(talk.result(4)?["ends"]?.flag == true)
        #expect(talk.result(5)?["store"]?.text == "memory")
    }
}
