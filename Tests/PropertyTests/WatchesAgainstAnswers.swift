import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import RandomTesting
import SampleStore
import SessionTesting
import TallyKit
import Testing
import Workbench

/// A named watch tells exactly the rows in which two answers differ: the answer before a statement and the one after it (S10.1).
///
/// The answers come from another session, which knows nothing of watches. The rows are compared as text by the rules of S10.1. Statements
/// add and delete samples and move the clock, so a moment that a watch sleeps through is a difference.
@Suite("Watches against two answers")
struct WatchesAgainstAnswers {
    /// A query, and the fields that tell its rows apart. Without such fields it has one row.
    private static let queries: [(text: String, identity: [String])] = [
        ("sum steps by day last 4 days", ["start", "end"]), ("sum steps by hour today", ["start", "end"]),
        ("sum steps by hour since 2025-03-29 until 2025-03-31", ["start", "end"]), ("sum steps by 6h last 2 days", ["start", "end"]),
        ("sum steps, count steps by day last 3 days fill zero", ["start", "end"]), ("sum steps today", []), ("sum steps yesterday", []),
        ("sum steps since -6h until now", []), ("average, max heartRate by day last 3 days", ["start", "end"]),
        ("count heartRate by source last 4 days", ["source"]), ("sum steps by day, source last 4 days", ["start", "end", "source"]),
        ("sum steps by day last 5 days | running total", ["start", "end"]), ("latest heartRate", []),
        ("sum steps by day last 5 days | where sum > 100", ["start", "end"]), ("sum steps by day this week | sum", []),
        ("sum steps by weekday last 7 days", ["weekday"]), ("sum steps by day last 3 days anchor 04:00", ["start", "end"]),
        ("duration heartRate by day last 3 days holding 2h", ["start", "end"]), ("sum steps by week last 3 weeks", ["start", "end"]),
        ("sum steps by day last 3 days | join (count heartRate by day last 2 days)", ["start", "end"]),
        ("average heartRate by day last 4 days while heartRate > 70 holding 1h", ["start", "end"]),
        ("sum steps by day last 3 days sources raw", ["start", "end"]), ("sum steps by day last 2 days | change", ["start", "end"]),
        ("sum steps by hour last 2 days | sum by hour of day", ["hourOfDay"]), ("sum steps by day on 2025-03-30", []),
    ]

    @Test("S10.1 A watch tells the rows that differ between the answers before and after a statement, and no others")
    func differences() throws {
        let all = seeds(30)
        var changes = 0
        for seed in all {
            var random = SplitMix64(seed: seed)
            let store = MemoryStore()
            let (watching, asking) = (Self.session(store), Self.session(store))
            let zone = random.pick(["UTC", "Europe/Berlin", "America/New_York"])
            // 29 to 31 March 2025, when the clocks of Berlin change. Samples in February, which are not deleted, keep both metrics known.
            var now = 1_743_206_400 + Int.random(in: 0..<172_800, using: &random) / 60 * 60
            let begin = [
                "set zone = \(zone)", "set now = \(Self.text(now))", "add 900 count steps from \"Phone\" at 2025-02-01T08:00Z",
                "add 40 count/min heartRate from \"Watch\" at 2025-02-01T08:00Z",
            ]
            for statement in begin + (0..<6).map({ _ in Self.add(&random, until: now) }) {
                _ = Self.run(statement, in: watching)
            }
            let query = random.pick(Self.queries)
            let names = "set zone = \(zone)"
            _ = Self.run(names, in: asking)
            _ = Self.run("watch w = \(query.text)", in: watching)
            var before = Self.answer(to: query.text, at: now, in: asking)
            for _ in 0..<12 {
                let statement = Self.statement(&random, &now)
                let told = Self.run(statement, in: watching)
                let after = Self.answer(to: query.text, at: now, in: asking)
                let expected = Self.differences(before, after, query.identity)
                let found = Self.events(told, query.identity)
                #expect(found == expected, "seed \(seed): \(query.text), zone \(zone), now \(Self.text(now)), \(statement)")
                if found != expected { break }
                changes += found.count
                before = after
            }
        }
        print("\(changes) changed rows in \(all.count) watches")
        #expect(changes > 2 * all.count, "a test without changes shows nothing")
    }

    // MARK: Statements

    private static func statement(_ random: inout SplitMix64, _ now: inout Int) -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: return add(&random, until: now)
        case 5: return "delete samples of steps where value < \(Int.random(in: 10..<200, using: &random)) confirmed"
        case 6: return "delete samples of heartRate where value > \(Int.random(in: 60..<110, using: &random)) confirmed"
        default:
            now += random.pick([60, 600, 3600, 7200, 40_000, 86_400]) / 60 * 60
            return "set now = \(text(now))"
        }
    }

    /// Returns a statement that adds a sample of up to three hours in the last five days.
    private static func add(_ random: inout SplitMix64, until now: Int) -> String {
        let start = now - Int.random(in: 60..<432_000, using: &random) / 60 * 60
        let source = random.pick(["Watch", "Phone"])
        if random.chance(60) {
            let seconds = random.pick([60, 1200, 3600, 10_800])
            return "add \(Int.random(in: 1..<300, using: &random)) count steps from \"\(source)\" at \(text(start)) for \(seconds)s"
        }
        return "add \(Int.random(in: 50..<120, using: &random)) count/min heartRate from \"\(source)\" at \(text(start))"
    }

    private static func text(_ seconds: Int) -> String { Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601) }

    // MARK: Rows

    private typealias Row = [String: String]

    private static func answer(to query: String, at now: Int, in session: Session) -> [Row] {
        _ = run("set now = \(text(now))", in: session)
        return rows(run(query, in: session))
    }

    /// Returns the told rows as text: the fields that identify them and their values, and `gone` for removed ones.
    private static func events(_ output: String, _ identity: [String]) -> [String] {
        rows(output).map { row in
            let key = identity.map { row[$0] ?? "" }.joined(separator: " ")
            return row["event"] == "removed" ? "\(key) gone" : "\(key): \(values(row, identity)), partial \(row["partial"] ?? "")"
        }.sorted()
    }

    private static func differences(_ before: [Row], _ after: [Row], _ identity: [String]) -> [String] {
        func key(_ row: Row) -> String { identity.map { row[$0] ?? "" }.joined(separator: " ") }
        func isEmpty(_ row: Row) -> Bool { values(row, identity).allSatisfy { $0.hasSuffix("null") } }
        let old = Dictionary(before.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
        let present = Set(after.map(key))
        var found: [String] = []
        for row in after {
            let known = old[key(row)]
            let isSame = known.map { values($0, identity) == values(row, identity) && (isEmpty(row) || $0["partial"] == row["partial"]) }
            if isSame ?? isEmpty(row) { continue }
            found.append("\(key(row)): \(values(row, identity)), partial \(row["partial"] ?? "")")
        }
        found += before.filter { !present.contains(key($0)) && !isEmpty($0) }.map { "\(key($0)) gone" }
        return found.sorted()
    }

    /// Returns the fields that are neither times nor keys, by name.
    private static func values(_ row: Row, _ identity: [String]) -> [String] {
        let others = Set(["event", "watch", "start", "end", "partial"] + identity)
        return row.filter { !others.contains($0.key) }.map { "\($0.key) \($0.value)" }.sorted()
    }

    private static func rows(_ text: String) -> [Row] {
        text.split(separator: "\n").compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?.mapValues { $0 is NSNull ? "null" : "\($0)" }
        }
    }

    // MARK: Sessions

    private static func session(_ store: MemoryStore) -> Session {
        let session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 0))), named: "test")
        _ = run("set format = jsonl", in: session)
        return session
    }

    private static func run(_ statement: String, in session: Session) -> String {
        let output = RecordingOutput()
        _ = session.run(SourceText(statement), output: output)
        return output.text
    }
}
