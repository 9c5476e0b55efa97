import CalendarIntervals
import HealthModel
import QueryDiagnostics
import RandomTesting
import ReferenceEngine
import SampleDatabase
import SampleStore
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

/// Compares joined, derived, selected and grouped rows with a reference that works on one row at a time, and with SQLite.
@Suite("Combined rows against the reference")
struct CombinedRowsAgainstReference {
    @Test("join, derive, select, where and groups by answers, in random order, follow the rules, and so does their SQL")
    func combinedRows() throws {
        // In the last two, the SQL of the second group of answers used the names of the first.
        for seed in Array(seeds(75)) + [2300, 3296] {
            let question = try CombinedQuestion(seed: seed)
            let found = try question.answer(to: "\(question.query) as csv")
            let difference = TextRows(csv: found).difference(from: question.expected)
            #expect(difference == nil, "seed \(seed): \(question.query)\n\(difference ?? "")\n\(found)\nexpected\n\(question.rows)")
            guard difference == nil else { continue }
            let sql = try question.answer(to: "explain sql \(question.query)")
            let rows = try question.store.read { try SampleDatabase(of: $0).answer(to: sql) }
            let other = rows.difference(from: question.expected)
            #expect(other == nil, "seed \(seed): \(question.query)\n\(other ?? "") in SQL")
        }
    }

    @Test("Rows without times have none in their headings when no row is left")
    func headings() throws {
        let question = try CombinedQuestion(seed: 1)
        let query = "max heartRate called b by weekday from 2025-01-06 to 2025-01-08 | derive d = b > 5 | count by d"
        #expect(try question.answer(to: "\(query) | where count > 100 as csv") == "d,count,partial\n")
        #expect(try question.answer(to: "\(query) | where count > 100 | top 3 by count as csv") == "d,count,partial\n")
    }
}

/// A random query with stages for combining rows, with its answer by the rules.
private struct CombinedQuestion {
    let store = MemoryStore()
    private(set) var query: String
    /// The rows that the query must return.
    private(set) var rows: CombinedRows
    private(set) var selection: [String]?
    private let zone: String
    private let now: Int64

    var expected: TextRows { rows.text(selection: selection) }

    init(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // Weeks with and without a clock change.
        let (zone, year, month, day) = random.pick([
            ("UTC", 2025, 1, 6), ("America/New_York", 2025, 3, 6), ("Europe/Berlin", 2025, 10, 22),
        ])
        let first = try #require(CivilDate(year: year, month: month, day: day))
        let calendar = try #require(ReferenceCalendar(zone: zone))
        let start = calendar.instant(first.year, first.month, first.day)
        let days = random.pick(2...9)
        let last = CivilDate(dayNumber: first.dayNumber + days)
        let end = calendar.instant(last.year, last.month, last.day)
        (self.zone, now) = (zone, random.chance(30) ? end - Int64(random.pick(1..<3_000)) * 60_000 : end + 86_400_000)
        for (metric, chance) in [("StepCount", 60), ("RestingHeartRate", 70), ("HeartRate", 60)] {
            // An answer about a metric without any sample has no rows, so each has one before the range.
            var samples = [ReferenceSample(start: start - 86_400_000, end: start - 86_400_000, value: 1, source: "Watch")]
            for hour in 0..<(days * 6) where random.chance(chance) {
                let time = start + Int64(hour) * 14_400_000 + Int64(random.pick(0..<240)) * 60_000
                let length: Int64 = metric == "StepCount" ? random.pick([0, 600_000, 3_600_000]) : 0
                samples.append(
                    ReferenceSample(
                        start: time, end: time + length, value: Double(random.pick(1...480)) / 4, source: random.pick(["Watch", "iPhone"])))
            }
            _ = try store.write(ImportBatch(samples[...], of: MetricID("HKQuantityTypeIdentifier\(metric)")))
        }

        let range = " from \(ISO8601.text(of: first)) to \(ISO8601.text(of: last))"
        let interval = random.pick(["day", "day", "day", "12h", "6h", "weekday"])
        let bySource = random.chance(25)
        let base =
            random.pick([
                "sum steps called a", "sum steps called a, max heartRate called b", "average heartRate called a, count steps called b",
            ])
        func columns(_ text: String) -> [CombinedRows.Column] {
            text.split(separator: ",").map { measure in
                let name = measure.split(separator: " ").last.map(String.init) ?? ""
                let unit = measure.contains("count") ? "samples" : measure.contains("steps") ? "steps" : "beats"
                return CombinedRows.Column(name: name, isAmount: unit != "beats", unit: unit)
            }
        }
        func rows(_ query: String, _ text: String, in question: borrowing CombinedQuestion) throws -> CombinedRows {
            let answer = try question.answer(to: "\(query) as csv")
            return CombinedRows(
                TextRows(csv: answer), columns: columns(text), range: [first, last].map(question.midnight), now: question.now)
        }
        let counted = "\(base) by \(interval)\(bySource ? " and source" : "")"
        query = counted + range
        self.rows = CombinedRows(TextRows(columns: ["a", "partial"], cells: []), columns: columns("sum a"), range: [], now: now)
        self.rows = try rows(query, base, in: self)

        for number in 0..<random.pick(1...5) {
            switch random.pick(0..<6) {
            case 0 where number == 0 || !query.contains("join ("):
                guard selection == nil, !query.contains(" by d") else { continue }
                let other = random.pick(["average restingHeartRate called x", "max heartRate called x, sum steps called y"])
                let byDay = ["12h", "6h"].contains(interval) && random.chance(60)
                let keys = bySource && !byDay && random.chance(50) ? " and source" : ""
                let inner = "\(other) by \(byDay ? "day" : interval)\(keys)"
                var joined = try rows(inner + range, other, in: self)
                var text = inner
                if random.chance(30) {
                    let bound = Double(random.pick(0..<100))
                    joined = joined.filtered { ($0.values[0].number ?? -1) > bound }
                    text += " | where x > \(Int(bound))"
                }
                query += " | join (\(text))\(byDay ? " by day" : "")"
                self.rows = self.rows.joined(with: joined, byDay: byDay)
            case 1, 2:
                let numbers = self.rows.columns.filter { !$0.isFlag }
                if numbers.isEmpty { continue }
                let expression =
                    random.chance(70)
                    ? CombinedExpression(conditionOver: self.rows, depth: 2, using: &random)
                    : CombinedExpression(numberOver: numbers, using: &random)
                query += " | derive d\(number) = \(expression.text)"
                self.rows = self.rows.deriving("d\(number)", expression)
                selection?.append("d\(number)")
            case 3:
                let names = self.rows.columns.map(\.name).shuffled(using: &random)
                let chosen = Array(names.prefix(random.pick(1...names.count)))
                query += " | select \(chosen.joined(separator: ", "))"
                self.rows = self.rows.selecting(chosen)
                selection = chosen
            case 4:
                // `where` has two answers: a condition without an answer does not match, so its opposite does.
                guard let column = self.rows.columns.randomElement(using: &random) else { continue }
                let place = self.rows.columns.firstIndex { $0.name == column.name } ?? 0
                if column.isFlag {
                    let isOpposite = random.chance(40)
                    query += " | where \(isOpposite ? "not " : "")\(column.name)"
                    self.rows = self.rows.filtered { ($0.values[place] == .flag(true)) != isOpposite }
                } else {
                    let bound = Double(random.pick(0..<150))
                    query += " | where \(column.name) > \(Int(bound))"
                    self.rows = self.rows.filtered { ($0.values[place].number ?? -.infinity) > bound }
                }
            default:
                guard let flag = self.rows.columns.filter(\.isFlag).randomElement(using: &random)?.name else { continue }
                guard self.rows.columns.contains(where: { !$0.isFlag }) else { continue }
                let aggregate = random.pick(CombinedAggregate.allCases)
                query += " | \(aggregate) by \(flag)"
                self.rows = self.rows.grouped(by: flag, aggregate)
                selection = nil
            }
        }
    }

    /// Returns the start of a local day as CSV prints it.
    private func midnight(_ date: CivilDate) -> String {
        guard let zone = Zone.named(zone) else { return "" }
        return ISO8601.text(of: zone.start(of: date), in: zone)
    }

    /// Runs a statement in a session and returns what it prints.
    func answer(to statement: String) throws -> String {
        let now = now
        let session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(milliseconds: now))), named: "memory")
        let output = RecordingOutput()
        guard session.run(SourceText("set zone = \"\(zone)\"\n\(statement)"), output: output) == .fine else {
            throw Refusal(statement: statement, messages: output.findings.map(\.message))
        }
        return output.text
    }

    private struct Refusal: Error, CustomStringConvertible {
        let statement: String
        let messages: [String]
        var description: String { "\(statement) was refused: \(messages)" }
    }
}
