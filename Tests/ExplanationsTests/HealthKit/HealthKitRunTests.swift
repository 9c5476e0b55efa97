#if os(Linux)
import StoreCommands
import CalendarIntervals
import SwiftCode
import Foundation
import HealthModel
import QueryDiagnostics
import RandomTesting
import SampleDatabase
import SQLiteStorage
import Testing
import Workbench

/// Runs the output of `explain swift` for random queries, in every form, over the same store file.
@Suite("Swift code of random queries", .serialized, .enabled(if: SwiftCompiler.hasHealthKit, "`make build-guests` builds HealthKit"))
struct HealthKitRunTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 7
    private static let count = environment["TALLY_CASES"].flatMap(Int.init) ?? 10

    @Test("Code for random samples returns the rows of csv, also after changes by another process")
    func randomSamples() throws {
        for seed in Self.seeds {
            var question = SQLQuestion(seed: seed)
            let program = EmittedProgram()
            let store = try SQLiteStore.open(path: try program.store(), mode: .create)
            let session = try SQLSession(zone: question.zone, now: question.now, store: store)
            try session.write(question.samples())
            let more = question.samples()
            let cases = EmittedCases(session, program, named: "seed \(seed), \(question.zone)")
            try cases.add(min(Self.count, 10)) { question.query() }
            try cases.run()
            try session.write(more)
            try cases.goOn()
        }
    }

    @Test("Code for days of a life returns the rows of csv: workouts, summaries, lists, devices, every clause")
    func days() throws {
        for seed in Self.seeds {
            var generator = QueryGenerator(seed: seed)
            let program = EmittedProgram()
            let store = try SQLiteStore.open(path: try program.store(), mode: .create)
            // In this night, the clocks of Berlin change.
            let session = try SQLSession(zone: "Europe/Berlin", now: "2026-03-30T18:00:00+02:00", store: store)
            try session.fill(DemoData(seed: seed, days: 3))
            let cases = EmittedCases(session, program, named: "seed \(seed)")
            try cases.add(min(Self.count, 10)) { generator.query() }
            try cases.run()
        }
    }

    @Test("Code for queries as people type them returns the rows of csv; stages apply to the rows of the code")
    func typed() throws {
        let program = EmittedProgram()
        let store = try SQLiteStore.open(path: try program.store(), mode: .create)
        let session = try SQLSession(zone: "Europe/Berlin", now: "2026-03-30T18:00:00+02:00", store: store)
        try session.fill(DemoData(seed: Self.seed, days: 8))
        let cases = EmittedCases(session, program, named: "typed")
        for query in [
            "median heartRate by day last 3 days", "p95, stddev heartRate by hour yesterday",
            "average heartRate by bands 60, 100, 140 yesterday",
            "count heartRate by bins of 10 yesterday", "sum steps by day last 3 full days | compare to previous week",
            "sum steps by day last 3 full days | running total", "duration workouts by week last 2 weeks",
            "samples of workouts last 3 days", "summaries last 3 days", "first start sleep by day anchor 18:00 last 3 days",
            "sum steps by day last 3 days sources separate",
            "sum steps by day and source last 3 days", "sum steps where source contains \"Watch\" by hour yesterday",
            "average heartRate where hour of day between 22 and 6 by day last 3 days",
            "average heartRate where between 22:30 and 06:15 by day last 3 days", "sum steps by part of day last 3 days",
            "average heartRate by hour of day last 3 days",
            "average heartRate by weekday last 7 days", "latest weight", "sum steps where duration > 5min by day last 3 days",
            "coverage heartRate by day last 3 days", "sum activeEnergy by day anchor 03:00 last 3 days",
        ] {
            let asked = query.split(separator: " | ").first.map(String.init) ?? query
            #expect(try session.run("explain swift \(query)").contains("apply it to the rows") == (asked != query), "\(query)")
            #expect(try cases.add(1) { asked } == 1, "\(query)")
        }
        try cases.run()
    }

    @Test("Code counts a sample as 0 if a sample that counts in another row suppresses it, and drops a suppressed instant")
    func suppressedByAnotherRow() throws {
        let program = EmittedProgram()
        let store = try SQLiteStore.open(path: try program.store(), mode: .create)
        let session = try SQLSession(zone: "Europe/Berlin", now: "2026-03-30T18:00:00+02:00", store: store)
        // The watch covers the phone's steps. It ends in the next hour. The ring has an instant at that time.
        for sample in [
            #"80 count steps from "Watch" at 2026-03-29 08:00 to 2026-03-29 10:10"#,
            #"30 count steps from "iPhone" at 2026-03-29 09:05 to 2026-03-29 09:20"#,
            #"5 count steps from "Ring" at 2026-03-29 08:30"#,
        ] {
            _ = try session.run("add \(sample)")
        }
        let cases = EmittedCases(session, program, named: "suppressed")
        for query in [
            "sum steps by hour on 2026-03-29 assign by end", "sum steps by hour on 2026-03-29 assign by start",
            "sum steps by day and hour of day on 2026-03-29 assign by end", "sum steps by hour on 2026-03-29",
        ] {
            #expect(try cases.add(1) { query } == 1, "\(query)")
        }
        #expect(
            try session.rows("sum steps by hour from 2026-03-29 08:00 to 2026-03-29 11:00 assign by end").cells.map { $0[2] } == [
                "", "0", "80",
            ])
        try cases.run()
    }

    @Test("Code for states of mind and scores returns the rows of csv, and its keys have HealthKit's numbers")
    func statesOfMind() throws {
        let program = EmittedProgram()
        let store = try SQLiteStore.open(path: try program.store(), mode: .create)
        let session = try SQLSession(zone: "Europe/Berlin", now: "2026-03-30T18:00:00+02:00", store: store)
        for sample in [
            #"0.5 stateOfMind at 2026-03-27 08:00 with "kind" = "dailyMood", "labels" = "calm, happy", "associations" = "work""#,
            #"-0.5 stateOfMind at 2026-03-27 09:00 with "kind" = "momentaryEmotion", "labels" = "sad", "associations" = "work, family""#,
            #"0.25 stateOfMind at 2026-03-28 08:00 with "kind" = "momentaryEmotion", "labels" = "calm""#,
            "1 stateOfMind at 2026-03-29 08:00", "12 gad7 at 2026-03-28 08:00", "4 gad7 at 2026-03-29 08:00", "20 phq9 at 2026-03-28 08:00",
        ] {
            _ = try session.run("add \(sample)")
        }
        let cases = EmittedCases(session, program, named: "states of mind")
        let range = "from 2026-03-27 to 2026-03-30"
        for query in [
            "average stateOfMind by day \(range)", "count, max stateOfMind where label is calm by day \(range)",
            "count stateOfMind where label in (sad, happy) \(range)", "count stateOfMind where label != calm \(range)",
            "count stateOfMind where association is work and kind is dailyMood \(range)",
            "count stateOfMind where label starts with \"ca\" \(range)", "count stateOfMind where label is missing \(range)",
            "min stateOfMind where classification > neutral \(range)", "count stateOfMind by (label is calm) called calm \(range)",
            "samples of stateOfMind where kind is momentaryEmotion and classification is unpleasant \(range)",
            "latest gad7 \(range)", "average gad7 by day \(range)", "count gad7 where risk >= moderate \(range)",
            "samples of phq9 \(range)",
        ] {
            #expect(try cases.add(1) { query } == 1, "\(query)")
        }
        try cases.run()
        let code = try session.run("explain swift count stateOfMind by label and kind \(range)")
        #expect(code.contains("sample.labels.map(\\.rawValue)") && code.contains("sample.kind.rawValue == keyKind"))
        let risks = try session.run("explain swift count phq9 by risk \(range)")
        #expect(risks.contains("sample.risk.rawValue"))
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let files = [try folder.write(code, to: "Labels.swift"), try folder.write(risks, to: "Risks.swift")]
        #expect(try SwiftCompiler.problems(in: files) == nil)
    }

    @Test("A query that HealthKit cannot answer is refused, with advice")
    func refused() throws {
        let session = try SQLSession(zone: "Europe/Berlin", now: "2026-03-30T18:00:00+02:00")
        try session.fill(DemoData(seed: Self.seed, days: 2))
        for query in [
            "average heartRate while workouts", "duration heartRate where value > 120 holding 2min", "average heartRate by workout",
            "duration sleep by night",
        ] {
            for words in Self.forms {
                let refusal = #expect(throws: SQLSession.Refused.self) { try session.run("explain swift \(words)\(query)") }
                #expect(refusal?.findings.contains { $0.code == .beyondHealthKit && $0.help != nil } == true, "\(query)")
            }
        }
    }

    private static let forms = ["", "async ", "watch "]

    /// One seed for 10 cases.
    private static var seeds: [UInt64] { (0..<max(1, (count + 9) / 10)).map { seed &+ UInt64($0) } }
}

/// Queries, their code in every form, and the rows that the code should give.
private final class EmittedCases {
    private struct Case {
        var query: String
        /// The query whose rows the code gives: `edges overlap` where HealthKit counts whole samples, as the code says.
        var asked: String
        var code: String
        var form: HealthKitForm
    }

    private let session: SQLSession
    private let program: EmittedProgram
    private let name: String
    private let now: Double
    private var cases: [String: Case] = [:]

    init(_ session: SQLSession, _ program: EmittedProgram, named name: String) {
        self.session = session
        self.program = program
        self.name = name
        now = (try? Self.now(of: session)) ?? 0
    }

    private static let words: [HealthKitForm: String] = [.handler: "", .async: "async ", .updates: "watch "]

    private func code(_ query: String, _ form: HealthKitForm) throws -> String {
        // Emitted code reads the clock to decide which buckets have begun. Here the clock shows the session's now.
        try session.run("explain swift \(Self.words[form] ?? "")\(query)").replacing("Date()", with: "Date(timeIntervalSince1970: \(now))")
    }

    /// Adds queries that have code, and returns their number.
    @discardableResult
    func add(_ count: Int, _ query: () -> String) throws -> Int {
        var added = 0
        for _ in 0..<count * 100 where added < count {
            let query = query()
            // The code says that it leaves stages to the app, and that HealthKit does not know when samples were saved.
            guard !query.contains(" | "), !query.contains("created"),
                let plain = try? code(query, .handler)
            else { continue }
            // There is one function per metric. If there are several, each has separate rows.
            guard plain.components(separatedBy: "\nfunc ").count == 2 else { continue }
            // A range that nobody wrote is unknown if there are no samples; the code says that one chooses it.
            guard !plain.contains("// There were no samples when") else { continue }
            let countsWhole = plain.replacing("\n///", with: "").contains("unless you use `edges overlap`")
            var asked = query + (countsWhole ? " edges overlap" : "")
            // csv lists the local times of samples; the code gives the samples.
            guard !(query.hasPrefix("samples") && query.contains("zone sample")) else { continue }
            guard let rows = try? session.rows(asked) else { continue }
            // Code has the numbers of categories; csv has names.
            guard !(query.contains("by value") || query.contains(", value")) || !rows.columns.contains("appleValue") else { continue }
            // If the store has no sample of a metric, a query shows no rows, but its code does not know the store.
            if rows.cells.isEmpty {
                guard !query.contains("fill") else { continue }
                asked += " fill null"
            }
            guard let expected = try? session.rows(asked) else { continue }
            let unit = expected.columns.firstIndex(of: "unit").flatMap { column in expected.cells.first?[column] } ?? "count"
            for form in HealthKitForm.allCases {
                let name = "Case\(cases.count)"
                let code = try code(query, form)
                try program.add(code, as: name, form, unit: unit.isEmpty ? "count" : unit)
                cases[name] = Case(query: query, asked: asked, code: code, form: form)
            }
            added += 1
        }
        return added
    }

    /// Builds and starts the program, and compares the rows of each function.
    func run() throws {
        let answers = try program.start()
        for (number, asked) in cases { try check(answers[number], asked, "") }
    }

    /// Compares the rows of the functions that follow changes. What a new sample changes in the code itself is not followed: the ranks of
    /// sources, and a range that nobody wrote.
    func goOn() throws {
        let answers = try program.goOn()
        for (number, asked) in cases where asked.form == .updates {
            guard try code(asked.query, .updates) == asked.code else { continue }
            try check(answers[number], asked, "after a change, ")
        }
    }

    private func check(_ found: [EmittedRow]?, _ asked: Case, _ moment: String) throws {
        let expected = try session.rows(asked.asked)
        let difference = found.map { Self.difference($0, expected) } ?? "no answer"
        if difference != nil, ProcessInfo.processInfo.environment["TALLY_SHOW"] != nil { print(asked.code) }
        #expect(difference == nil, "\(name), \(moment)\(asked.form): \(asked.query)")
    }

    /// Returns the session's now in seconds since 1970, as printed by `explain buckets`: `now     2025-04-02 14:37 +05:45`.
    private static func now(of session: SQLSession) throws -> Double {
        let line = try #require(try session.run("explain buckets steps today").split(separator: "\n").first { $0.hasPrefix("now") })
        let words = line.split(separator: " ")
        let reading = try #require(ISO8601.read("\(words[1])T\(words[2])\(words[3])"))
        return Double(reading.instant(in: .utc).milliseconds) / 1000
    }

    /// Compares rows with those of csv, in any order. Returns the difference, or nil if there is none.
    private static func difference(_ found: [EmittedRow], _ expected: TextRows) -> String? {
        guard found.count == expected.cells.count else { return "\(expected.cells.count) rows expected, \(found.count) found" }
        var rest = found
        for cells in expected.cells {
            let row = Array(zip(expected.columns, cells))
            guard let match = rest.firstIndex(where: { isEqual($0, row) }) else { return "no row \(row) in \(rest.prefix(40))" }
            rest.remove(at: match)
        }
        return nil
    }

    private static func isEqual(_ found: EmittedRow, _ wanted: [(String, String)]) -> Bool {
        let known = found.fields.map(\.name)
        // A name that Swift does not allow became another one, at the same place.
        let others = wanted.filter { !known.contains($0.0) && !["partial", "appleValue"].contains($0.0) }.map(\.1)
        let isList = known.contains("source") && !known.contains { !["start", "end", "value", "duration", "source"].contains($0) }
        let rest = found.fields.filter { field in !wanted.contains { $0.0 == field.name } }
        guard
            wanted.allSatisfy({ cell in
                guard let field = found.fields.first(where: { $0.name == cell.0 }) else { return true }
                return isEqual(field.value, cell.1, in: cell.0)
            })
        else { return false }
        if known.contains("day") || (isList && rest.isEmpty) { return true }
        return rest.count == others.count && zip(rest, others).allSatisfy { isEqual($0.value, $1, in: $0.name) }
    }

    private static func isEqual(_ found: Any, _ text: String, in column: String) -> Bool {
        switch column {
        case "start", "end": return isTime(found, text)
        case _ where text.count > 10 && ISO8601.read(text) != nil: return isTime(found, text)
        case "weekday": return (found as? Int).map { Weekday.allCases[$0].name } == text
        case "partOfDay": return (found as? Int).map { DayPart.inOrderOfDay[$0].rawValue } == text
        case "activity": return WorkoutActivityType.named(text)?.rawValue.map { $0 == (found as? NSNumber)?.intValue } ?? false
        case _ where found is String: return found as? String == text
        case _ where ["true", "false"].contains(text): return (found as? NSNumber)?.boolValue == (text == "true")
        default:
            guard let expected = Double(text) else { return text.isEmpty && found is NSNull }
            guard let number = (found as? NSNumber)?.doubleValue else { return false }
            return abs(number - expected) <= 1e-6 * max(1, abs(expected))
        }
    }

    private static func isTime(_ found: Any, _ text: String) -> Bool {
        guard let seconds = found as? Double, let reading = ISO8601.read(text) else { return text.isEmpty && found is NSNull }
        return abs(seconds - Double(reading.instant(in: .utc).milliseconds) / 1000) < 0.002
    }
}
#endif
