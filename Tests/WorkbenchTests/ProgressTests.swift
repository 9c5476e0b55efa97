import Foundation
import QueryVocabulary
import RandomTesting
import Testing
import Workbench

/// Tests the summary of `progress`: S9.4, S9.5, S7.2.
@Suite("The day so far")
struct ProgressTests {
    struct Facts: Decodable {
        struct Row: Decodable {
            var sum: Double?
            var typical: Double?
            var partial: Bool
        }

        struct Progress: Decodable {
            var date: String
            var now: String
            var soFar: Double?
            var typicalSoFar: Double?
            var ahead: Double?
            var typicalTotal: Double?
            var typicalTime: String?
            var typicalDays: Int
            var daysAsked: Int
            var projected: Double?
            var goal: Double?
            var sentence: String
        }

        var rows: [Row]
        var progress: Progress?
    }

    /// Two days with 100 at 06:00 and 300 at 18:00, and today with 130 at 07:00.
    private static let days = """
        add 100 count steps at 2025-06-09 06:00; add 300 count steps at 2025-06-09 18:00
        add 100 count steps at 2025-06-10 06:00; add 300 count steps at 2025-06-10 18:00
        add 130 count steps at 2025-06-11 07:00

        """

    private func facts(
        _ query: String, at now: String, zone: String = "UTC", after script: String = ProgressTests.days
    ) throws -> Facts {
        let date = try #require(ISO8601DateFormatter().date(from: now))
        let session = try ScriptedSession(store: .memory, zone: zone, now: date)
        if !script.isEmpty { _ = try session.answer(script) }
        let text = try session.answer(query, as: .json)
        return try JSONDecoder().decode(Facts.self, from: Data(text.utf8))
    }

    private func progress(
        _ query: String = "progress steps", at now: String, zone: String = "UTC", after script: String = ProgressTests.days
    ) throws -> Facts.Progress {
        try #require(try facts(query, at: now, zone: zone, after: script).progress)
    }

    @Test("S9.4, S9.5: the typical day is interpolated within an hour, and the projection adds its remaining part")
    func running() throws {
        let day = try progress(at: "2025-06-11T18:30:00Z")
        #expect(day.now == "2025-06-11T18:30:00Z")
        #expect(day.soFar == 130)
        #expect(day.typicalSoFar == 250)
        #expect(day.ahead == -120)
        #expect(day.typicalTotal == 400)
        #expect(day.projected == 280)
        // 30 of the 300 between 18:00 and 19:00.
        #expect(day.typicalTime == "2025-06-11T18:06:00Z")
        #expect((day.typicalDays, day.daysAsked) == (2, 30))
        #expect(day.goal == nil)
        #expect(
            day.sentence == "130 by 18:30, 120 (48%) behind a typical day, which reached this at 18:06. "
                + "On course for 280. A typical day ends at 400. "
                + "The typical day is based on 2 of the previous 30 days; the other 28 have no data.")
    }

    @Test(
        "Ahead of, behind or equal to a typical day",
        arguments: [
            (100.0, "the same as on a typical day"), (130, "30 (30%) ahead of a typical day"), (60, "40 (40%) behind a typical day"),
        ])
    func lead(amount: Double, words: String) throws {
        let script = "add 100 count steps at 2025-06-10 06:00\nadd \(amount) count steps at 2025-06-11 05:00\n"
        let day = try progress("progress steps against last 1 full days", at: "2025-06-11T12:00:00Z", after: script)
        #expect(day.sentence.contains(words))
        #expect(day.ahead == amount - 100)
        #expect(day.projected == amount)
        #expect((day.typicalDays, day.daysAsked) == (1, 1))
        // 130 is never reached on a day with a total of 100.
        #expect((day.typicalTime == nil) == (amount > 100))
    }

    @Test(
        "Large percentages of tiny values are not shown",
        arguments: [(1099.0, "by 12:00, 999 (999%) ahead of"), (1100, "by 12:00, 1,000 ahead of"), (90_000, "by 12:00, 89,900 ahead of")])
    func greatLead(amount: Double, words: String) throws {
        let script = "add 100 count steps at 2025-06-10 06:00\nadd \(amount) count steps at 2025-06-11 05:00\n"
        #expect(try progress(at: "2025-06-11T12:00:00Z", after: script).sentence.contains(words))
    }

    @Test("A future day is named")
    func dayToCome() throws {
        let session = try ScriptedSession(store: .memory, zone: "UTC", now: Date(timeIntervalSince1970: 1_749_600_000))
        func message(_ query: String) -> String {
            do { return try session.answer(query) } catch { return "\(error)" }
        }
        #expect(message("progress steps on 2025-06-12").contains("2025-06-12 is in the future"))
        #expect(message("progress active energy tomorrow").contains("`tomorrow` is in the future"))
        #expect(message("sum steps next 2 weeks by day").contains("`next 2 weeks` is in the future"))
    }

    @Test("At midnight, the total is 0 and the projection is the typical day")
    func midnight() throws {
        let script = ProgressTests.days.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
        let day = try progress(at: "2025-06-11T00:00:00Z", after: script)
        #expect(day.soFar == 0)
        #expect(day.typicalSoFar == 0)
        #expect(day.ahead == 0)
        #expect(day.projected == 400)
        #expect(day.sentence.hasPrefix("The day has just started. On a typical day you end at 400."))
    }

    @Test("Without samples today, there is no total and no projection")
    func nothingToday() throws {
        let day = try progress(at: "2025-06-12T06:30:00Z", after: ProgressTests.days.replacing("06-11", with: "05-11"))
        #expect(day.soFar == nil)
        #expect(day.ahead == nil)
        #expect(day.projected == nil)
        #expect(day.typicalSoFar == 50)
        #expect(day.sentence.hasPrefix("Nothing recorded yet today. On a typical day you have 50 by 06:30 and end at 400."))
    }

    @Test("Without earlier days, there is no typical day and no projection")
    func nothingBefore() throws {
        let day = try progress(at: "2025-06-11T12:00:00Z", after: "add 130 count steps at 2025-06-11 07:00\n")
        #expect(day.soFar == 130)
        #expect(day.typicalTotal == nil)
        #expect(day.projected == nil)
        #expect(day.typicalDays == 0)
        #expect(day.sentence == "130 by 12:00. Tally can't compute a typical day, because the previous 30 days have no data.")
    }

    @Test("An empty store is reported")
    func emptyStore() throws {
        let facts = try facts("progress steps", at: "2025-06-11T12:00:00Z", after: "")
        #expect(facts.rows.count == 24)
        #expect(facts.rows.allSatisfy { $0.sum == nil && $0.typical == nil })
        #expect(
            facts.progress?.sentence
                == "Nothing recorded yet today. Tally can't compute a typical day, because the previous 30 days have no data.")
    }

    @Test("A finished day is compared as a whole and has no projection")
    func yesterday() throws {
        let day = try progress("progress steps yesterday", at: "2025-06-12T12:00:00Z")
        #expect(day.date == "2025-06-11")
        #expect(day.now == "2025-06-12T00:00:00Z")
        #expect((day.soFar, day.typicalSoFar, day.typicalTotal) == (130, 400, 400))
        #expect(day.projected == nil)
        #expect(day.sentence.hasPrefix("130 on 2025-06-11, 270 (68%) behind a typical day."))
        #expect(!day.sentence.contains("course"))
    }

    @Test(
        "S7.2: the goal comes from the day's summary, in the requested unit; 0 means no goal",
        arguments: [
            ("activeEnergy on 2025-06-10", 500.0), ("activeEnergy in kJ on 2025-06-10", 2092), ("activeEnergy on 2025-06-11", nil),
            ("activeEnergy on 2025-06-12", nil), ("appleExerciseTime on 2025-06-11", 30), ("appleStandHour in hr on 2025-06-11", 12),
            ("steps on 2025-06-10", nil),
        ] as [(String, Double?)])
    func goal(query: String, expected: Double?) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Scripts/Fixtures/workouts.xml")
        let script = "import \"\(file.standardizedFileURL.path)\"\nadd 250 kcal activeEnergy at 2025-06-10 08:00\n"
        let day = try progress("progress " + query, at: "2025-06-13T12:00:00Z", after: script)
        #expect(day.goal == expected)
        #expect(day.sentence.contains("goal") == (expected != nil))
        if query == "activeEnergy on 2025-06-10" { #expect(day.sentence.contains("50% of the goal of 500 kcal.")) }
    }

    @Test(
        "The goal is that of the query, or else of the day's summary, or else the one that the store keeps",
        arguments: [
            ("activeEnergy on 2025-06-10", 560.0), ("activeEnergy goal 700 on 2025-06-10", 700),
            ("activeEnergy in kJ goal 100 kcal on 2025-06-10", 418.4), ("activeEnergy in kJ goal 100 on 2025-06-10", 100),
            ("activeEnergy goal none on 2025-06-10", nil),
            // The summary of this day has no goal for energy.
            ("activeEnergy on 2025-06-11", 300), ("activeEnergy in kJ on 2025-06-11", 1255.2), ("activeEnergy on 2025-06-12", 300),
            ("steps on 2025-06-10", 10_000), ("sleep on 2025-06-10", 7.5), ("sleep goal 480 min on 2025-06-10", 8),
            ("flights on 2025-06-10", nil), ("distance on 2025-06-10", nil), ("appleExerciseTime on 2025-06-10", 30),
        ] as [(String, Double?)])
    func goals(query: String, expected: Double?) throws {
        let script = """
            add summary on 2025-06-10 move 100 of 560 kcal, exercise 20 of 30 min, stand 8 of 12 hr
            add summary on 2025-06-11 move 100 of 0 kcal
            set goal of activeEnergy = 300; set goal of steps = 10000; set goal of sleep = 7h30min
            set goal of flights = 5; set goal of flights = none

            """
        let day = try progress("progress " + query, at: "2025-06-13T12:00:00Z", after: script)
        if let expected, let goal = day.goal { #expect(abs(goal - expected) < 1e-9) } else { #expect(day.goal == expected) }
    }

    @Test("`show settings` lists the goals that the store keeps, and a later session knows them")
    func keptGoals() throws {
        let session = try ScriptedSession(store: .memory, zone: "UTC", now: Date(timeIntervalSince1970: 1_750_000_000))
        _ = try session.answer("set goal of activeEnergy = 600 kcal; set goal of steps = 8000; set goal of flights = 9")
        _ = try session.answer("set goal of flights = none; set goal of steps = 10000")
        let settings = try session.answer("show settings", as: .csv).split(separator: "\n")
        let goals = settings.filter { $0.hasPrefix("goal of") }.map { $0.split(separator: ",").prefix(2).joined(separator: " is ") }
        #expect(goals == ["goal of activeEnergyBurned is 600 kcal", "goal of stepCount is 10000 count"])
    }

    @Test("Rows after a stage do not have the summary of a day")
    func stages() throws {
        #expect(try facts("progress steps | where sum > 0", at: "2025-06-11T18:30:00Z").progress == nil)
        let script = ProgressTests.days + "progress steps\n"
        #expect(try facts("_", at: "2025-06-11T18:30:00Z", after: script).progress != nil)
        #expect(try facts("_ | limit 3", at: "2025-06-11T18:30:00Z", after: script).progress == nil)
    }

    // MARK: A second computation

    @Test("Random days, zones and times agree with a sample-by-sample computation")
    func random() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 20_250_611
        var random = SplitMix64(seed: seed)
        print("ProgressTests: TALLY_SEED=\(seed)")
        let cases = environment["TALLY_CASES"].flatMap(Int.init) ?? 40
        // A 23-hour day, a 25-hour day, an ordinary day, and days that start or end with a clock change.
        let places = [
            ("Europe/Berlin", "2025-03-30"), ("Europe/Berlin", "2025-10-26"), ("America/Los_Angeles", "2025-11-03"),
            ("Asia/Kolkata", "2025-06-11"), ("America/Sao_Paulo", "2018-11-04"), ("Africa/Cairo", "2025-04-25"),
            ("Europe/Berlin", "2025-03-31"), ("Pacific/Auckland", "2025-09-28"),
        ]
        for number in 0..<cases {
            let (zone, date) = places[number % places.count]
            let oracle = try DayOracle(zone: zone, date: date, dayCount: Int.random(in: 1...6, using: &random), random: &random)
            let facts = try facts(
                "progress steps on \(date) against last \(oracle.dayCount) full days", at: oracle.nowText, zone: zone, after: oracle.script)
            let progress = try #require(facts.progress)
            let comment = Comment(rawValue: "case \(number): \(zone) \(date) at \(oracle.nowText)\n\(oracle.script)")
            #expect(facts.rows.count == oracle.hours.count - 1, comment)
            #expect(zip(facts.rows.map(\.sum), oracle.totals).allSatisfy(isSame), comment)
            #expect(zip(facts.rows.map(\.typical), oracle.hours.dropFirst().map(oracle.typical)).allSatisfy(isSame), comment)
            #expect(isSame(progress.soFar, oracle.soFar), comment)
            #expect(isSame(progress.typicalSoFar, oracle.typical(at: oracle.now)), comment)
            #expect(progress.typicalDays == oracle.daysWithData, comment)
            #expect(isSame(progress.projected, oracle.projected), comment)
        }
    }

    private func isSame(_ a: Double?, _ b: Double?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) <= 1e-9 * max(1, abs(b))
    }
}

/// Computes days sample by sample, with Foundation's calendar.
private struct DayOracle {
    let dayCount: Int
    /// The edges of the day's hours, in seconds since 1970.
    let hours: [Double]
    let now: Double
    let script: String
    private let calendar: Calendar
    private let samples: [(start: Double, end: Double, value: Double)]
    /// The previous days, with the total by the end of each hour.
    private var reached: [[Double]] = []
    private var curve: [(time: Double, total: Double)] = []

    init(zone: String, date: String, dayCount: Int, random: inout SplitMix64) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let parts = date.split(separator: "-").compactMap { Int($0) }
        let noon = try #require(calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: 12)))
        let days = try (0...dayCount).map { back in
            let earlier = try #require(calendar.date(byAdding: .day, value: -back, to: noon))
            return try #require(calendar.dateInterval(of: .day, for: earlier))
        }
        self.calendar = calendar
        self.dayCount = dayCount
        hours = Self.hours(of: days[0])
        // Whole minutes, including midnight and the moment after the end of the day.
        now = days[0].start.timeIntervalSince1970 + Double(Int.random(in: 0...25 * 60, using: &random)) * 60
        let first = days[dayCount].start.timeIntervalSince1970
        var samples: [(start: Double, end: Double, value: Double)] = []
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let start = first + Double(Int.random(in: 0...(dayCount + 1) * 24 * 60, using: &random)) * 60
            // Samples of one source, so that overlapping samples add up.
            samples.append(
                (start, start + Double(Int.random(in: 0...180, using: &random)) * 60, Double(Int.random(in: 0...500, using: &random))))
        }
        let now = self.now
        samples.removeAll { $0.end > now }
        var known = Set<Double>()
        samples.removeAll { !known.insert($0.start).inserted }
        self.samples = samples
        let formatter = ISO8601DateFormatter()
        func text(_ seconds: Double) -> String { formatter.string(from: Date(timeIntervalSince1970: seconds)) }
        script = samples.map { "add \(Int($0.value)) count steps from \"A\" at \(text($0.start)) to \(text($0.end))\n" }.joined()
        for day in days.dropFirst() where hasData(day) { reached.append(hourEnds(of: day).map { total(from: day.start, to: $0) }) }
        guard daysWithData > 0 else { return }
        let last = Dictionary(zip(hours.map(hourOfDay).dropLast(), hours.dropFirst())) { $1 }
        curve = [(hours[0], 0)] + last.map { hour, end in (end, mean(hour)) }.sorted { $0.time < $1.time }
        curve[curve.count - 1].total = mean(23)
    }

    var nowText: String { ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: now)) }
    var daysWithData: Int { reached.count }

    private var day: DateInterval {
        DateInterval(start: Date(timeIntervalSince1970: hours[0]), end: Date(timeIntervalSince1970: hours[hours.count - 1]))
    }

    var totals: [Double?] {
        zip(hours, hours.dropFirst()).map { start, end in hasData(day) && start <= now ? total(from: day.start, to: end) : nil }
    }

    var soFar: Double? {
        if hasData(day) { return total(from: day.start, to: min(now, hours[hours.count - 1])) }
        return now == hours[0] ? 0 : nil
    }

    var projected: Double? {
        guard now < hours[hours.count - 1], let soFar, let all = typical(at: hours[hours.count - 1]), let typical = typical(at: now) else {
            return nil
        }
        return soFar + (all - typical)
    }

    func typical(at time: Double) -> Double? {
        guard let end = curve.last else { return nil }
        guard let next = curve.first(where: { $0.time > time }), let before = curve.last(where: { $0.time <= time }) else {
            return end.total
        }
        return before.total + (next.total - before.total) * (time - before.time) / (next.time - before.time)
    }

    private func mean(_ hour: Int) -> Double { reached.map { $0[hour] }.reduce(0, +) / Double(reached.count) }

    private static func hours(of day: DateInterval) -> [Double] {
        Array(stride(from: day.start.timeIntervalSince1970, to: day.end.timeIntervalSince1970, by: 3600)) + [day.end.timeIntervalSince1970]
    }

    private func hourOfDay(_ seconds: Double) -> Int { calendar.component(.hour, from: Date(timeIntervalSince1970: seconds)) }

    /// Returns the last end of each hour of the day. A skipped hour has the end of the hour before it.
    private func hourEnds(of day: DateInterval) -> [Double] {
        let edges = Self.hours(of: day)
        let last = Dictionary(zip(edges.map(hourOfDay).dropLast(), edges.dropFirst())) { $1 }
        var end = edges[0]
        return (0..<24).map { hour in
            end = last[hour] ?? end
            return end
        }
    }

    /// Returns the part of `sample` in a time range. An instant belongs to the range that starts with it.
    private func part(_ sample: (start: Double, end: Double, value: Double), _ from: Double, _ to: Double) -> Double? {
        if sample.start == sample.end { return from <= sample.start && sample.start < to ? sample.value : nil }
        let seconds = min(sample.end, to) - max(sample.start, from)
        return seconds > 0 ? sample.value * seconds / (sample.end - sample.start) : nil
    }

    private func hasData(_ day: DateInterval) -> Bool {
        samples.contains { part($0, day.start.timeIntervalSince1970, day.end.timeIntervalSince1970) != nil }
    }

    private func total(from start: Date, to end: Double) -> Double {
        samples.compactMap { part($0, start.timeIntervalSince1970, end) }.reduce(0, +)
    }
}
