import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import SampleStore
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

/// Properties that hold for all fixes.
@Suite("Properties of fixes")
struct FixLawTests {
    /// A month of a few metrics.
    private static let samples = """
        load steps from "Watch" at 2026-05-20 every 1h for 30min: 100+10x1000
        load steps from "iPhone" at 2026-05-20 every 2h for 30min: 50x500
        load heartRate from "Watch" at 2026-05-25 every 1h: 60+1x20 70x400 150x20
        load activeEnergy from "Watch" at 2026-05-20 every 1h: 30x1000
        load distance in m from "Watch" at 2026-05-20 every 1h: 100x1000
        load weight at 2026-05-20 08:00 every 1d for 0s: 70x40
        load sleepAnalysis from "Watch" at 2026-06-01 22:00 every 1d for 7h: corex10 deepx10 remx8
        load bloodGlucose in mg/dL at 2026-06-01 every 6h for 0s: 90x100
        """

    private static let seed = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap(UInt64.init) ?? 20_261_122
    private static let count = ProcessInfo.processInfo.environment["TALLY_CASES"].flatMap { Int($0) } ?? 300

    private static func session(over store: MemoryStore) -> Session {
        Session(
            HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_782_835_200), zone: Zone.named("Europe/Berlin") ?? .utc)),
            named: "memory")
    }

    private static func filledStore() throws -> MemoryStore {
        let store = MemoryStore()
        let output = RecordingOutput(isInterruptible: false)
        #expect(session(over: store).run(SourceText(samples), output: output) == .fine, "\(output.findings.map(\.message))")
        return store
    }

    @Test(
        "A slip next to other words has a fix that runs",
        arguments: [
            ("samples of heartRate newst first limit 5", "samples of heartRate newest first limit 5"),
            ("samples of steps newst first last 3 days", "samples of steps newest first last 3 days"),
            ("sum steps by day | compare to previus", "sum steps by day | compare to previous year"),
            ("sum steps by day last 7 days | compare to previus", "sum steps by day last 7 days | compare to previous"),
            ("sum distance in C", "sum distance in km"), ("last night sleep", "sleep last night"),
        ])
    func slips(wrong: String, right: String) throws {
        let session = Self.session(over: try Self.filledStore())
        let source = SourceText(wrong)
        let errors = session.findings(in: source).filter { $0.severity == .error }
        #expect(errors.map { $0.edits.applied(to: source) } == [right])
        #expect(session.findings(in: SourceText(right)).allSatisfy { $0.severity != .error })
    }

    @Test("Each fix of a random wrong statement makes it parse, compile and run")
    func random() throws {
        let store = try Self.filledStore()
        let session = Self.session(over: store)
        // The rows of `_`.
        #expect(session.run(SourceText("sum steps by day last 7 days"), output: RecordingOutput(isInterruptible: false)) == .fine)
        let right = try WrongStatements.corpus().filter { line in
            session.findings(in: SourceText(line)).allSatisfy { $0.severity != .error }
        }
        #expect(right.count > 300)
        var statements = WrongStatements(seed: Self.seed, right: right)
        var (wrong, fixed) = (0, 0)
        for _ in 0..<Self.count {
            let statement = statements.next()
            let source = SourceText(statement)
            let errors = session.findings(in: source).filter { $0.severity == .error }
            guard !errors.isEmpty else { continue }
            wrong += 1
            for error in errors {
                #expect(error.help != nil || error.note != nil, "`\(statement)`: \(error.code.rawValue) \(error.message)")
                #expect(!(error.help ?? "").hasPrefix("did you mean") || error.fix != nil, "`\(statement)`: \(error.help ?? "")")
                guard error.fix != nil else { continue }
                fixed += 1
                let text = error.edits.applied(to: source)
                let left = session.findings(in: SourceText(text)).filter { $0.severity == .error }
                if errors.allSatisfy({ $0.fix != nil }) {
                    #expect(left.isEmpty, "`\(statement)` is changed to `\(text)`: \(left.map(\.message))")
                    if left.isEmpty { Self.expectRuns(text, insteadOf: statement, over: store) }
                } else {
                    // If another error has no fix, this error is gone and there are no new errors.
                    let told = Set(errors.map(\.message)).subtracting([error.message])
                    #expect(told.isSuperset(of: left.map(\.message)), "`\(statement)` is changed to `\(text)`: \(left.map(\.message))")
                }
            }
            expectSettled(statement, by: session)
        }
        print("\(Self.count) statements, \(wrong) of them wrong, \(fixed) fixes; TALLY_SEED=\(Self.seed)")
        #expect(wrong > Self.count / 3 && fixed > Self.count / 8)
    }

    /// A second `check --fix` changes nothing, and there are not more errors than before.
    private func expectSettled(_ statement: String, by session: Session) {
        let findings = { (source: SourceText) in session.findings(in: source, keepingQuestions: true) }
        let (once, count) = ScriptText.fixed(SourceText(statement), findings: findings)
        #expect((count == 0) == (once == statement), "`\(statement)`")
        let (twice, _) = ScriptText.fixed(SourceText(once), findings: findings)
        #expect(once == twice, "`\(statement)`")
    }

    private static func expectRuns(_ text: String, insteadOf statement: String, over store: MemoryStore) {
        guard WrongStatements.isHarmless(text), !text.contains(" to \""), !text.contains(" to '") else { return }
        let writes = ["add", "load", "set"].contains { text.lowercased().hasPrefix($0 + " ") }
        // A new store has no people.
        guard !writes || !text.contains(" for person ") else { return }
        let session = session(over: writes ? MemoryStore() : store)
        let output = RecordingOutput(isInterruptible: false)
        if text.contains("_") {
            _ = session.run(SourceText("sum steps by day last 7 days"), output: RecordingOutput(isInterruptible: false))
        }
        let outcome = session.run(SourceText(text), output: output)
        // A false assertion counts as an answer. The number of rows is only known when the statement runs.
        let isRight = outcome == .fine || output.findings.contains { [.assertionFailed, .assertionShape].contains($0.code) }
        #expect(isRight, "`\(statement)` is changed to `\(text)`: \(output.findings.map(\.message))")
    }

    @Test("Running and checking a statement suggest the same fixes")
    func running() throws {
        let store = try Self.filledStore()
        for statement in [
            "sum stepz by dya", "heart rate zones", "sum, average heartRate", "sum distance in km/hr/s", "sum steps yb day", "help ancor",
        ] {
            let source = SourceText(statement)
            let output = RecordingOutput(isInterruptible: false)
            #expect(Self.session(over: store).run(source, output: output) == .wrong)
            let checked = Self.session(over: store).findings(in: source).filter { $0.severity == .error }
            if !checked.isEmpty { #expect(output.findings.filter { $0.severity == .error } == checked) }
            #expect(output.findings.allSatisfy { $0.help != nil })
        }
    }
}
