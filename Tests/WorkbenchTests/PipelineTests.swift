import CalendarIntervals
import Foundation
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import SampleStore
import Testing
import Workbench

@Suite("A text is parsed once, compiled once, and answered on one view of the store")
struct PipelineTests {
    private static let now = Instant(seconds: 1_767_225_600)  // 2026-01-01T00:00:00Z

    private func session() throws -> Session {
        var settings = SessionSettings()
        settings.zone = .utc
        let session = Session(
            store: MemoryStore(), storeName: "memory", settings: settings, clock: { Self.now }, machineZone: { .utc })
        let samples = "add 600 count steps at 2025-12-30 08:00 to 2025-12-30 09:00\nadd 70 bpm heartRate at 2025-12-30 08:00"
        #expect(session.run(SourceText(samples), output: RecordingOutput()) == .fine)
        return session
    }

    /// Returns how often each stage ran, and what was printed.
    private func trace(_ run: (RecordingOutput) -> Void) -> (trace: PipelineTrace, output: RecordingOutput) {
        let (trace, output) = (PipelineTrace(), RecordingOutput())
        PipelineTrace.$current.withValue(trace) { run(output) }
        return (trace, output)
    }

    @Test(
        "A query that is asked once",
        arguments: [
            "sum steps by day last 7 days", "sum activeEnergy by hour since -30d anchor 03:00", "average heartRate by day | sort average",
            "samples of steps last 7 days", "sum steps by day where value > 10 | rolling 7 days average | top 3",
        ])
    func oneQuery(text: String) throws {
        let session = try session()
        let (trace, output) = trace { #expect(session.run(ParsedScript(SourceText(text)), output: $0) == .fine) }
        #expect(trace.count(.parse) == 1)
        #expect(trace.count(.compile) == 1)
        #expect(trace.count(.read) == 2, "one to check, one to answer")
        #expect(!output.text.isEmpty)
    }

    @Test("Each statement of a script, names and last results too")
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
        #expect(trace.count(.read) == 1 + 4 + 1, "one to check all of it, one for each query, one for the unit of what is asserted")
    }

    @Test("A statement that is typed in the shell")
    func typed() throws {
        let session = try session()
        let (trace, _) = trace { output in
            for statement in ParsedScript("sum steps by day last 7 days").statements {
                #expect(session.run(statement, output: output) == .fine)
            }
        }
        #expect(trace.count(.parse) == 1)
        #expect(trace.count(.compile) == 1)
        #expect(trace.count(.read) == 1)
    }

    @Test("ARCHITECTURE.md prints the walk that `explain plan` of its example takes, and that the example itself takes")
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
            let steps = trace.steps.map { [$0.stage.rawValue, $0.types] }
            #expect(steps == (statement == example ? printed : printed.filter { $0[0] != "render" }))
        }
    }

    @Test("The walk in ARCHITECTURE.md names types that exist")
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

    @Test("A query behind a statement that writes is compiled again: what was checked no longer holds")
    func afterWrite() throws {
        let session = try session()
        let script = "add 400 count steps at 2025-12-31 08:00 to 2025-12-31 09:00\nsum steps"
        let (trace, output) = trace { #expect(session.run(ParsedScript(SourceText(script)), output: $0) == .fine) }
        #expect(trace.count(.compile) == 2)
        #expect(output.text.contains("1,000"))
    }
}
