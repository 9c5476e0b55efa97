import CalendarIntervals
import Foundation
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import SQLiteStorage
import SampleStore
import Scripts
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("Text is parsed once, compiled once, and answered on one view of the store")
final class PipelineTests {
    private static let now = Instant(seconds: 1_767_225_600)  // 2026-01-01T00:00:00Z
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tally-pipeline-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }

    private func session(on store: any SampleStorage = MemoryStore()) throws -> Session {
        var settings = SessionSettings()
        settings.queries.namedZone = .utc
        let session = Session(HealthStore(store, surroundings: Surroundings(at: Self.now)), named: "test", settings: settings)
        let samples = "add 600 count steps at 2025-12-30 08:00 to 2025-12-30 09:00\nadd 70 bpm heartRate at 2025-12-30 08:00"
        #expect(session.run(SourceText(samples), output: RecordingOutput()) == .fine)
        return session
    }

    /// Returns the number of runs of each stage, and the output.
    private func trace(_ run: (RecordingOutput) -> Void) -> (trace: PipelineTrace, output: RecordingOutput) {
        let (trace, output) = (PipelineTrace(), RecordingOutput())
        trace.recording { run(output) }
        return (trace, output)
    }

    /// 60,000 samples, one for each minute: enough for the store to keep quarter-hour sums.
    private func fill(_ store: SQLiteStore) throws {
        var (batch, rows) = (ImportBatch(), SampleBatch())
        batch.sources = [Source(name: "Watch")]
        for minute in 0..<60_000 as Range<Int64> {
            rows.starts.append(1_761_955_200_000 + minute * 60_000)  // from 2025-11-01T00:00:00Z
            rows.ends.append(1_761_955_200_000 + (minute + 1) * 60_000)
            rows.values.append(1)
            rows.sources.append(0)
        }
        batch.samples[.stepCount] = rows
        _ = try store.write(batch)
    }

    @Test(
        "A single query",
        arguments: [
            "sum steps by day last 7 days", "sum activeEnergy by hour since -30d anchor 03:00", "average heartRate by day | sort average",
            "samples of steps last 7 days", "sum steps by day where value > 10 | rolling 7 days average | top 3",
        ])
    func oneQuery(text: String) throws {
        for store in [MemoryStore(), try SQLiteStore.open(path: path("once.tally"), mode: .create)] as [any SampleStorage] {
            let session = try session(on: store)
            let (trace, output) = trace { #expect(session.run(ParsedScript(SourceText(text)), output: $0) == .fine) }
            #expect(trace.count(.parse) == 1)
            #expect(trace.count(.compile) == 1)
            #expect(trace.purposes == ["check", "answer"])
            #expect(!output.text.isEmpty)
        }
    }

    /// The views if sums are outdated: one to find the outdated sums, one to compute those of two years, one to see that none is left.
    private let viewsToSumUp = ["sum up", "sum up", "sum up"]

    @Test("Outdated quarter-hour sums are updated first; then two views are enough")
    func sums() throws {
        let store = try SQLiteStore.open(path: path("sums.tally"), mode: .create)
        let session = try session(on: store)
        try fill(store)
        for isStale in [true, false] {
            let (trace, output) = trace { #expect(session.run(ParsedScript("sum steps since 2025-11-01"), output: $0) == .fine) }
            #expect(trace.purposes == (isStale ? ["check", "answer"] + viewsToSumUp + ["answer"] : ["check", "answer"]))
            #expect(trace.count(.parse) == 1)
            #expect(trace.count(.compile) == 1)
            #expect(trace.count(.run) == 1)
            #expect(output.text.contains("60,600"))
        }
    }

    @Test("The library uses one view, or one more after updating outdated sums")
    func library() async throws {
        let store = try SQLiteStore.open(path: path("library.tally"), mode: .create)
        try fill(store)
        let context = QueryContext(zone: "UTC", now: Date(timeIntervalSince1970: 1_767_225_600))
        for isStale in [true, false] {
            let trace = PipelineTrace()
            let answer = try await trace.recording { try await HealthStore(store).answer("sum steps since 2025-11-01", context: context) }
            #expect(trace.purposes == (isStale ? ["answer"] + viewsToSumUp + ["answer"] : ["answer"]))
            #expect(trace.count(.parse) == 1)
            #expect(trace.count(.compile) == 1)
            #expect(answer.rows.map { $0["sum"] as Double? } == [60_000])
        }
    }

    @Test("Each statement of a script, including names and last results")
    func script() throws {
        let session = try session()
        let script = """
            let recent = sum steps by day last 7 days
            recent
            _ | top 1
            average heartRate last 7 days
            assert sum steps last 7 days = 600
            """
        let (trace, output) = trace { #expect(session.run(ParsedScript(SourceText(script)), output: $0) == .fine) }
        #expect(output.findings.allSatisfy { $0.severity == .info })
        #expect(trace.count(.parse) == 1)
        #expect(trace.count(.compile) == 5, "once each")
        #expect(trace.count(.run) == 4)
        #expect(trace.purposes.count { $0 == "check" } == 1, "one for all of it")
        #expect(trace.purposes.count { $0 == "answer" } == 4, "one for each query")
        #expect(trace.purposes.count { $0 == "look up" } == 1, "one for the unit of what is asserted")
        #expect(trace.count(.read) == 6)
    }

    /// A script with a parameter, which runs another script.
    private func caller(_ first: String) throws -> SourceText {
        try write("param what: metric = steps\nparam span: duration = day\nsum what by span last 7 days\n", to: "inner.tally")
        return SourceText("param part: metric = steps\n\(first)\nrun \"inner.tally\" --what part\n", file: path("outer.tally"))
    }

    @Test("Scripts with parameters, and scripts that they run, are parsed and checked once")
    func calls() throws {
        let session = try session()
        let script = try caller("average heartRate last 7 days")
        let (trace, output) = trace { #expect(session.run(script, output: $0) == .fine) }
        #expect(trace.count(.parse) == 2, "once each")
        #expect(trace.count(.check) == 1)
        #expect(trace.count(.compile) == 2)
        #expect(trace.purposes == ["check", "answer", "answer"])
        #expect(output.text.contains("70") && output.text.contains("600"))
    }

    @Test("A script after a statement that writes is parsed once but checked again, because the store has changed")
    func callAfterWrite() throws {
        let session = try session()
        let script = try caller("add 400 count steps at 2025-12-30 10:00 to 2025-12-30 11:00")
        let (trace, output) = trace { #expect(session.run(script, output: $0) == .fine) }
        #expect(trace.count(.parse) == 2)
        #expect(trace.count(.check) == 2)
        #expect(output.text.contains("1,000"))
    }

    /// Changes a script file as soon as something is printed.
    private final class Meddler: SessionOutput {
        private(set) var text = ""
        private let meddle: () -> Void

        init(_ meddle: @escaping () -> Void) { self.meddle = meddle }

        func write(_ text: String) {
            self.text += text
            meddle()
        }
        func report(_ finding: Finding) {}
    }

    @Test("A script whose file has changed since it was checked is parsed and checked again")
    func changedCall() throws {
        let session = try session()
        let (trace, script) = (PipelineTrace(), try caller("count steps last 7 days"))
        let output = Meddler { [self] in
            try? write("param what: metric = steps\naverage heartRate last 7 days\n", to: "inner.tally")
        }
        trace.recording { #expect(session.run(script, output: output) == .fine) }
        #expect(output.text.contains("70") && !output.text.contains("600"))
        #expect(trace.count(.parse) == 3, "the script that has changed twice")
        #expect(trace.count(.check) == 2)
    }

    @Test("A statement in the shell")
    func typed() throws {
        let session = try session()
        let (trace, _) = trace { output in
            for statement in ParsedScript("sum steps by day last 7 days").statements {
                #expect(session.run(statement, output: output) == .fine)
            }
        }
        #expect(trace.count(.parse) == 1)
        #expect(trace.count(.compile) == 1)
        #expect(trace.purposes == ["answer"])
    }

    @Test("ARCHITECTURE.md shows the actual stages of its example and of `explain plan`")
    func walk() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "## The walk of a query").last?.components(separatedBy: "\n## ").first)
        let example = try #require(section.components(separatedBy: "`").first { $0.hasPrefix("sum ") })
        let printed = section.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("→") && !$0.hasPrefix("| stage") }.map {
            line in
            line.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let session = try session()
        for statement in [example, "explain plan " + example] {
            let (trace, _) = trace { #expect(session.run(ParsedScript(SourceText(statement)), output: $0) == .fine) }
            let steps = trace.steps.map { [$0.name, $0.types] }
            #expect(steps == (statement == example ? printed : printed.filter { $0[0] != "render" }))
        }
    }

    @Test("The types in ARCHITECTURE.md's table of stages exist")
    func typesOfWalk() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "## The walk of a query").last?.components(separatedBy: "\n## ").first)
        func walk(_ from: Any.Type, _ to: Any.Type) -> String {
            let names = [from, to].map { String(describing: $0).replacing("any ", with: "") }
            return "| \(names[0]) → \(names[1]) |"
        }
        let rows = section.split(separator: "\n")
        for (stage, types) in [
            ("parse", walk(SourceText.self, ParseResult.self)),
            ("read", walk((any SampleStorage).self, (any SampleSource).self)),
            ("compile", walk(Query.self, CompiledQuery.self)),
            ("run", walk(Pipeline.self, ResultTable.self)),
        ] {
            #expect(rows.contains { $0.hasPrefix("| \(stage) ") && $0.contains(types) }, "\(stage): \(types)")
        }
    }

    @Test("A query after a statement that writes is compiled again, because its check is outdated")
    func afterWrite() throws {
        let session = try session()
        let script = "add 400 count steps at 2025-12-31 08:00 to 2025-12-31 09:00\nsum steps"
        let (trace, output) = trace { #expect(session.run(ParsedScript(SourceText(script)), output: $0) == .fine) }
        #expect(trace.count(.compile) == 2)
        #expect(output.text.contains("1,000"))
    }
}
