import Foundation
import HealthModel
import QuerySyntax
import QueryVocabulary
import Scripts
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

/// Text of somebody else runs in a session that may only ask (`--ask-only`).
@Suite("Sessions that may only ask")
struct AskOnlyTests {
    private static let examples = Grammar.entries(at: .statement).map(\.example)

    private static func session(library folder: String? = nil, mayOnlyAsk: Bool = true) throws -> Session {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_736_467_200))), named: "memory")
        #expect(session.run(SourceText("load steps at 2025-01-01 08:00 every 1h: 10x5"), output: RecordingOutput()) == .fine)
        session.library = folder.map { QueryLibrary(folder: $0) }
        session.storage.mayOnlyAsk = mayOnlyAsk
        return session
    }

    private static func folder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        return folder
    }

    @Test("No statement of the language changes a store that may only be asked", arguments: examples)
    func unchanged(example: String) throws {
        let session = try Self.session()
        let before = try session.storage.store.storage.changeMark()
        _ = session.run(SourceText(example), output: RecordingOutput(answer: true))
        #expect(try session.storage.store.storage.changeMark() == before)
    }

    @Test(
        "A statement that does more than ask is refused before any statement runs",
        arguments: [
            "import \"a.xml\"", "export everything to \"a.csv\"", "export everything to \"a.csv\" pseudonymized", "run \"a.tally\"",
            "open \"a.tally\"", "open \"clickhouse://db.example.org/x\"", "add 5 count steps",
            "load steps at 2025-01-01 08:00 every 1h: 1x2",
            "delete samples of steps", "undo", "save later", "forget later", "allow \"a.b\" to read steps", "deny \"a.b\" to read steps",
            "act as \"a.b\"", "history", "learn anchors", "set goal of steps = 5", "set device state = locked",
            "sum steps as csv to \"a.csv\"", "let later = sum steps as csv to \"a.csv\"", "changes of steps as jsonl to \"a.jsonl\"",
            "expect error E300: import \"a.xml\"", "set history = yes",
        ])
    func refused(statement: String) throws {
        let output = RecordingOutput(answer: true)
        #expect(try Self.session().run(SourceText("sum steps as csv\n" + statement), output: output) == .unavailable)
        #expect(output.codes == ["E300"], "\(output.codes)")
        #expect(output.findings.first?.message.contains("may only ask") == true, "\(output.findings)")
        #expect(output.text.isEmpty)
    }

    @Test("Queries, names, settings of the session, headings, parameters and expectations run")
    func answered() throws {
        let output = RecordingOutput()
        let text = """
            title "Steps"
            param length = 3
            set zone = Europe/Berlin
            let early = where hour of day < 10
            def per(m: metric) = sum m by day
            per(steps)
            sum steps where early
            expect rows 1
            explain sum steps
            show metrics
            describe steps
            """
        #expect(try Self.session().run(SourceText(text), output: output) == .fine)
        #expect(output.findings.filter { $0.severity == .error }.map(\.message) == [])
    }

    @Test("A saved query with a file is refused, too")
    func saved() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/out.csv"
        let own = try Self.session(library: folder, mayOnlyAsk: false)
        #expect(own.run(SourceText("sum steps as csv to \"\(file)\"\nsave written"), output: RecordingOutput()) == .fine)
        try FileManager.default.removeItem(atPath: file)
        let output = RecordingOutput()
        #expect(try Self.session(library: folder).run(SourceText("written"), output: output) == .unavailable)
        #expect(output.codes == ["E300"])
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}
