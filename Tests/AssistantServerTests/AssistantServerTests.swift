import AssistantServer
import Foundation
import MessageStreams
import QueryDiagnostics
import SampleStore
import SessionTesting
import StoreCommands
import SystemBridges
import TallyKit
import Testing
import Threading
import Workbench

@Suite("The server for assistants")
struct AssistantServerTests {
    /// Sends messages to a server over a store with steps of three days, and returns its answers by id.
    private func answers(
        to messages: [JSONValue], policy: AssistantPolicy = AssistantPolicy(), as app: String? = nil
    ) throws -> [Int: JSONValue] {
        let store = HealthStore(MemoryStore())
        let owner = Session(store, named: "memory")
        let setup = """
            set zone = UTC
            set now = 2026-03-04T12:00
            load steps from "Watch" at 2026-03-01 08:00 every 1d for 1h: 1000 2000 3000
            load steps from "iPhone" at 2026-03-01 08:00 every 1d for 1h: 900 1900 2900
            """
        #expect(owner.run(SourceText(setup), output: RecordingOutput()) == .fine)
        let (input, output) = (try #require(Descriptor.pipe()), try #require(Descriptor.pipe()))
        let stream = MessageServer(
            input: input.reading, output: output.writing, framing: .lines, limit: 100_000,
            cancellation: .init(method: "notifications/cancelled", key: "requestId"))
        let server = Threads.start("server") {
            AssistantServer(version: "1", policy: policy) {
                let session = Session(store, named: "memory")
                _ = session.run(SourceText("set zone = UTC\nset now = 2026-03-04T12:00"), output: RecordingOutput())
                if let app { session.begin(as: app) }
                return session
            }.run(stream)
            output.writing.close()
            return true
        }
        for message in messages { try input.writing.writeAll((message.bytes + [UInt8(ascii: "\n")])[...]) }
        input.writing.close()
        let text = String(decoding: try #require(try output.reading.readAll(upTo: 10_000_000)), as: UTF8.self)
        _ = server.wait()
        var found: [Int: JSONValue] = [:]
        for line in text.split(separator: "\n") {
            let answer = try #require(JSONValue(Array(line.utf8)))
            if let id = answer["id"]?.integer { found[id] = answer }
        }
        return found
    }

    private func request(_ id: Int, _ method: String, _ parameters: JSONValue = .object([:])) -> JSONValue {
        ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": parameters]
    }

    private func call(_ id: Int, _ tool: String, _ arguments: JSONValue) -> JSONValue {
        request(id, "tools/call", ["name": .string(tool), "arguments": arguments])
    }

    @Test("A client with a handshake gets its revision, or the newest one with a handshake")
    func handshake() throws {
        let answers = try answers(to: [
            request(1, "initialize", ["protocolVersion": "2025-03-26"]), request(2, "initialize", ["protocolVersion": "1999-01-01"]),
            request(3, "ping"), request(4, "nothing"),
        ])
        #expect(answers[1]?["result"]?["protocolVersion"] == "2025-03-26" && answers[2]?["result"]?["protocolVersion"] == "2025-11-25")
        #expect(answers[1]?["result"]?["serverInfo"]?["name"] == "tally" && answers[3]?["result"] == .object([:]))
        #expect(answers[4]?["error"]?["code"] == -32601)
    }

    @Test("A client without a handshake discovers the server; results say that they are complete, and an unknown revision is refused")
    func discovery() throws {
        let meta: JSONValue = ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]
        let answers = try answers(to: [
            request(1, "server/discover", ["_meta": meta]), request(2, "tools/list", ["_meta": meta]),
            request(3, "tools/list", ["_meta": ["io.modelcontextprotocol/protocolVersion": "2030-01-01"]]), request(4, "tools/list"),
        ])
        #expect(answers[1]?["result"]?["supportedVersions"] == ["2026-07-28"] && answers[1]?["result"]?["resultType"] == "complete")
        #expect(answers[2]?["result"]?["resultType"] == "complete" && answers[2]?["result"]?["ttlMs"] == 0)
        #expect(answers[3]?["error"]?["code"] == -32022 && answers[3]?["error"]?["data"]?["supported"] == ["2026-07-28"])
        #expect(answers[4]?["result"]?["resultType"] == nil && answers[4]?["result"]?["tools"]?.elements?.count == 8)
    }

    @Test("An answer has merged rows, unit, range, zone, an explanation, and the document of json")
    func query() throws {
        let answers = try answers(to: [call(1, "query", ["query": "sum steps by day from 2026-03-01 to 2026-03-04"])])
        let found = try #require(answers[1]?["result"]?["structuredContent"])
        // Watch and phone overlap, so the better source counts.
        #expect(found["rows"]?.elements?.compactMap { $0["sum"]?.integer } == [1000, 2000, 3000])
        #expect(found["columns"]?.elements?[0]["unit"] == "count" && found["zone"] == "UTC" && found["truncated"] == false)
        #expect(found["explanation"]?.text?.contains("Sources are merged") == true)
        #expect(answers[1]?["result"]?["isError"] == false, "\(found)")
    }

    @Test("A limit cuts rows, counts all of them, and advises a period")
    func limit() throws {
        let answers = try answers(to: [call(1, "query", ["query": "sum steps by hour from 2026-03-01 to 2026-03-04", "limit": 5])])
        let found = try #require(answers[1]?["result"]?["structuredContent"])
        #expect(found["rows"]?.elements?.count == 5 && found["truncated"]?["rows"] == 72 && found["truncated"]?["shown"] == 5)
        #expect(found["truncated"]?["advice"]?.text?.contains("by day") == true)
    }

    @Test("A wrong query is an error with diagnostics and the text that a fix leads to")
    func wrongQuery() throws {
        let answers = try answers(to: [call(1, "query", ["query": "sum stepz by day"]), call(2, "check", ["text": "sum stepz by day"])])
        let result = try #require(answers[1]?["result"])
        #expect(result["isError"] == true && result["structuredContent"]?["diagnostics"]?.elements?[0]["fixedText"] == "sum steps by day")
        #expect(answers[2]?["result"]?["isError"] == false && answers[2]?["result"]?["structuredContent"]?["fixed"] == "sum steps by day")
    }

    @Test("Calls do not change each other: a name, a zone or a last answer of one call is unknown to the next")
    func callsStandAlone() throws {
        let answers = try answers(to: [
            call(1, "query", ["query": "let goal = 5; set zone = Asia/Tokyo; sum steps on 2026-03-02"]),
            call(2, "query", ["query": "sum steps on 2026-03-02"]), call(3, "query", ["query": "goal"]),
            call(4, "query", ["query": "why 1"]),
        ])
        #expect(answers[1]?["result"]?["structuredContent"]?["zone"] == "Asia/Tokyo")
        #expect(answers[2]?["result"]?["structuredContent"]?["zone"] == "UTC")
        #expect(answers[3]?["result"]?["isError"] == true && answers[4]?["result"]?["isError"] == true)
    }

    @Test(
        "Statements that change something are refused, also inside other statements",
        arguments: [
            "add 5 count steps at now", "sum steps today; undo confirmed", "sum steps as csv to \"/tmp/x.csv\"",
            "let a = sum steps as csv to \"/tmp/x.csv\"", "def f() = sum steps as csv to \"/tmp/x.csv\"", "run \"x.tally\"", "act as owner",
            "explain chart sum steps as bars to \"/tmp/x.svg\"", "watch sum steps", "export steps to \"/tmp/x.csv\"", "save mine",
        ])
    func refused(statement: String) throws {
        let answers = try answers(to: [call(1, "query", ["query": .string(statement)])])
        #expect(answers[1]?["result"]?["isError"] == true, "\(statement)")
        #expect(!FileManager.default.fileExists(atPath: "/tmp/x.csv"))
    }

    @Test("Files are allowed inside the folder only, with all links resolved")
    func files() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)").resolvingSymlinksInPath()
        let folder = place.appending(path: "in")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        try FileManager.default.createSymbolicLink(at: folder.appending(path: "up"), withDestinationURL: place)
        let paths = ["\(folder.path)/a.csv", "\(place.path)/b.csv", "\(folder.path)/up/c.csv", "\(folder.path)/../d.csv", "\(folder.path)"]
        let answers = try answers(
            to: paths.enumerated().map { call($0, "query", ["query": .string("sum steps on 2026-03-02 as csv to \"\($1)\"")]) },
            policy: AssistantPolicy(writingIn: folder.path))
        #expect(paths.indices.map { answers[$0]?["result"]?["isError"]?.flag } == [false, true, true, true, true])
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["in"])
    }

    @Test("An app sees only what it may read, and cannot become the owner")
    func apps() throws {
        let answers = try answers(
            to: [
                call(1, "query", ["query": "sum steps on 2026-03-02"]),
                call(2, "query", ["query": "act as owner; sum steps on 2026-03-02"]),
            ],
            as: "com.example.trends")
        let rows = answers[1]?["result"]?["structuredContent"]?["rows"]?.elements ?? []
        #expect(rows.allSatisfy { ($0["sum"] ?? .null) == .null } && answers[2]?["result"]?["isError"] == true)
    }

    @Test("A chart is an image with words; resources and prompts are texts")
    func otherParts() throws {
        let answers = try answers(to: [
            call(1, "chart", ["query": "sum steps by day from 2026-03-01 to 2026-03-04 as bars"]),
            call(2, "chart", ["query": "sum steps as csv"]),
            request(3, "resources/read", ["uri": "tally://metrics"]), request(4, "resources/read", ["uri": "file:///etc/passwd"]),
            request(
                5, "prompts/get", ["name": "compare_two_periods", "arguments": ["metric": "steps", "first": "May", "second": "June"]]),
            request(6, "prompts/get", ["name": "compare_two_periods"]), call(7, "query", ["query": 7]), call(8, "nothing", [:]),
            call(9, "explain", ["query": "let a = sum steps; a", "kind": "sql"]), call(10, "chart", ["query": "sum steps by day;"]),
            call(11, "chart", ["query": "sum steps by day # my steps"]),
        ])
        #expect(answers[1]?["result"]?["content"]?.elements?[0]["mimeType"] == "image/svg+xml")
        let words = answers[1]?["result"]?["structuredContent"]?["description"]?.text
        #expect(words?.contains("3 values: 1,000 on 1 Mar, 2,000 on 2 Mar, 3,000 on 3 Mar") == true)
        #expect(answers[2]?["result"]?["isError"] == true)
        #expect([10, 11].allSatisfy { answers[$0]?["result"]?["isError"] == false })
        #expect(answers[3]?["result"]?["contents"]?.elements?[0]["text"]?.text?.contains("stepCount") == true)
        #expect([4, 6, 7, 8].allSatisfy { answers[$0]?["error"]?["code"] == -32602 })
        #expect(answers[5]?["result"]?["messages"]?.elements?.count == 1)
        #expect(answers[9]?["result"]?["structuredContent"]?["text"]?.text?.contains("SELECT") == true)
    }
}
