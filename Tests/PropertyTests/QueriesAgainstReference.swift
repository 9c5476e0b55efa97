import CalendarIntervals
import HealthModel
import QueryDiagnostics
import RandomTesting
import ReferenceEngine
import SampleDatabase
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

/// Compares the rows that the compiler derives from ranges, anchors and now with the rules.
@Suite("Queries against the reference")
struct QueriesAgainstReference {
    @Test("The rows for a random range, interval, anchor and now follow the rules (S3.5, S3.8, S4.3, S4.4, S4.6)")
    func rows() throws {
        for seed in seeds(75) {
            let question = TimeQuestion(seed: seed)
            let difference = try Self.difference(question)
            #expect(difference == nil, "seed \(seed): \(question)")
        }
    }

    @Test("The SQL of such a query returns the same rows")
    func sql() throws {
        for seed in seeds(30) {
            let question = TimeQuestion(seed: seed)
            let difference = try Self.difference(ofSQL: question)
            #expect(difference == nil, "seed \(seed): \(question)")
        }
    }

    private static func difference(ofSQL question: TimeQuestion) throws -> String? {
        let session = Session(.inMemory(in: Surroundings(at: Instant(milliseconds: question.now))), named: "memory")
        _ = try session.store.storage.write(ImportBatch(question.samples[...], of: MetricID("HKQuantityTypeIdentifierStepCount")))
        func text(of statement: String) -> String? {
            let output = RecordingOutput()
            let statements = "set zone = \"\(question.zone)\"\n\(statement)"
            return session.run(SourceText(statements), output: output) == .fine ? output.text : nil
        }
        guard let rows = text(of: "\(question.query) as csv"), let sql = text(of: "explain sql \(question.query)") else { return "failed" }
        return try session.store.read { source in
            try SampleDatabase(of: source).answer(to: sql).difference(from: TextRows(csv: rows)) { _ in 0 }
        }
    }

    private static func difference(_ question: TimeQuestion) throws -> String? {
        let session = Session(.inMemory(in: Surroundings(at: Instant(milliseconds: question.now))), named: "memory")
        _ = try session.store.storage.write(ImportBatch(question.samples[...], of: MetricID("HKQuantityTypeIdentifierStepCount")))
        let output = RecordingOutput()
        let statements = "set zone = \"\(question.zone)\"\n\(question.query) as csv"
        guard session.run(SourceText(statements), output: output) == .fine else { return "\(output.findings.map(\.message))" }
        let found = TextRows(csv: output.text)
        let expected = question.answer()
        guard found.cells.count == expected.rows.count else {
            return "\(expected.rows.count) rows expected, \(found.cells.count) found\n\(output.text)"
        }
        for (row, cells) in zip(expected.rows, found.cells) {
            let cell = Dictionary(uniqueKeysWithValues: zip(found.columns, cells))
            let times = [cell["start"], cell["end"]].map { $0.flatMap(ISO8601.read)?.instant(in: .utc).milliseconds }
            guard times == [row.start, row.end] else { return "row \(row) expected, \(cells) found" }
            guard cell["partial"] == "\(row.isPartial)" else { return "row \(row) expected, \(cells) found" }
            for (name, value) in [("sum", row.sum), ("count", row.count), ("duration", row.duration)] {
                guard isClose(cell[name].flatMap(Double.init), value) else { return "\(name) of row \(row) expected, \(cells) found" }
            }
        }
        let told = output.findings.first { $0.code == .laterSamplesLeftOut }?.message.prefix { $0.isNumber }
        guard told.flatMap({ Int($0) }) ?? 0 == expected.leftOut else {
            return "\(expected.leftOut) samples left out expected, \(told ?? "none") found"
        }
        return nil
    }

    private static func isClose(_ a: Double?, _ b: Double?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1)
    }
}

/// A query as text, and the answer by the rules.
private struct TimeQuestion: CustomStringConvertible {
    private static let day: Int64 = 86_400_000
    /// Weeks with and without clock changes, and with moves to another zone.
    private static let weeks: [(zone: String, year: Int, month: Int, day: Int)] = [
        ("America/New_York", 2025, 3, 9), ("America/New_York", 2025, 11, 2), ("Europe/Berlin", 2025, 3, 30),
        ("Australia/Lord_Howe", 2025, 4, 6), ("Asia/Kathmandu", 2025, 5, 16), ("America/Sao_Paulo", 2018, 11, 4), ("UTC", 2025, 1, 1),
        ("Pacific/Apia", 2011, 12, 30), ("Europe/Berlin until 2025-10-15, America/New_York", 2025, 10, 14),
        ("America/New_York until 2025-05-10, Asia/Tokyo", 2025, 5, 9),
    ]
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    let zone: String
    let now: Int64
    let samples: [ReferenceSample]
    let query: String
    private let calendar: ReferenceCalendar
    private let range: Range
    private let interval: (count: Int, period: ReferencePeriod)?
    private let weekday: Int?
    private let timeOfDay: Int64
    private let leastValue: Double
    /// True for `edges outward` (S4.6).
    private let movesOutward: Bool

    private enum Range {
        case all, since(Int64), fromTo(Int64, Int64, includesEnd: Bool), upTo(Int64, includesEnd: Bool)
        /// A range whose ends are only implied.
        case today
    }

    struct Row {
        var start: Int64
        var end: Int64
        var sum: Double?
        var count: Double?
        var duration: Double?
        var isPartial: Bool
    }

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let week = random.pick(Self.weeks)
        guard let calendar = ReferenceCalendar(zone: week.zone) else { preconditionFailure("no zone \(week.zone)") }
        (zone, self.calendar) = (week.zone, calendar)
        /// Returns a local time, half of them on a whole hour, the others on a minute.
        func moment(_ days: ClosedRange<Int>) -> (text: String, instant: Int64) {
            let hour = random.pick(0...23)
            let minute = random.chance(50) ? 0 : random.pick(0...59)
            let wall = calendar.wallTime(week.year, week.month, week.day + random.pick(days), hour, minute)
            let text = ISO8601.text(of: CivilDateTime(localMilliseconds: wall))
            return (String(text.prefix(16)).replacing("T", with: " "), calendar.instant(of: wall))
        }
        var notable: [Int64] = []
        let nowMoment = moment(-3...15)
        now = nowMoment.instant
        notable.append(now)
        timeOfDay = random.pick([0, 0, 3 * 3_600_000, 9_000_000, 18 * 3_600_000])
        let first = moment(-12...10)
        let last = moment(-5...40)
        var (text, range): (String, Range) = ("", .all)
        switch random.pick(0..<8) {
        case 0: break
        case 1: (text, range) = (" since \(first.text)", .since(first.instant))
        case 2: (text, range) = (" until \(last.text)", .upTo(last.instant, includesEnd: false))
        case 3: (text, range) = (" through \(last.text)", .upTo(last.instant, includesEnd: true))
        case 4: (text, range) = (" today", .today)
        default:
            let (from, to) = first.instant < last.instant ? (first, last) : (last, first)
            let includesEnd = from.instant == to.instant || random.chance(50)
            range = .fromTo(from.instant, to.instant, includesEnd: includesEnd)
            text =
                includesEnd
                ? random.pick([" since \(from.text) through \(to.text)", " between \(from.text) and \(to.text)"])
                : random.pick([" since \(from.text) until \(to.text)", " from \(from.text) to \(to.text)"])
        }
        self.range = range
        notable += [first.instant, last.instant]
        let intervals: [(String, Int, ReferencePeriod)] = [
            ("7 days", 7, .day), ("7 days", 7, .day), ("14 days", 14, .day), ("28 days", 28, .day), ("week", 1, .week),
            ("2 weeks", 2, .week), ("168h", 168, .hour), ("336h", 336, .hour), ("day", 1, .day), ("3 days", 3, .day), ("6h", 6, .hour),
            ("5h", 5, .hour), ("hour", 1, .hour),
        ]
        var by = ""
        if random.chance(90) {
            let (name, count, period) = random.pick(intervals)
            interval = (count, period)
            by = " by \(name)"
        } else {
            interval = nil
        }
        let clock = Self.clock(timeOfDay)
        var anchor = timeOfDay == 0 ? "" : " anchor \(clock)"
        if random.chance(60) {
            let number = random.pick(1...7)
            weekday = number
            anchor = " anchor \(Self.weekdays[number - 1])\(timeOfDay == 0 ? "" : " \(clock)")"
        } else {
            weekday = nil
        }
        leastValue = random.chance(15) ? 50 : 0

        let base = calendar.instant(week.year, week.month, week.day)
        var samples: [ReferenceSample] = []
        // Sometimes all samples are before now.
        let isPast = random.chance(25)
        for _ in 0..<random.pick(1...14) {
            let grain: Int64 = random.pick([3_600_000, 60_000, 1])
            var start = (base + Int64.random(in: -12 * Self.day...(20 * Self.day), using: &random)) / grain * grain
            if random.chance(30) { start = random.pick(notable) }
            let lengths: [Int64] = [0, 0, 900_000, 3_600_000, Int64.random(in: 1...(30 * 3_600_000), using: &random)]
            var end = start + random.pick(lengths)
            if random.chance(10) { end = max(start, random.pick(notable)) }
            if isPast && end > now { continue }
            samples.append(
                ReferenceSample(start: start, end: end, value: Double(random.pick(1...100)), source: random.pick(["Watch", "iPhone"])))
        }
        if samples.isEmpty { samples = [ReferenceSample(start: now - 86_400_000, end: now - 80_000_000, value: 60)] }
        self.samples = samples
        movesOutward = interval != nil && random.chance(25)
        query =
            "sum steps, count steps, duration steps in s\(by)\(text)\(anchor)\(leastValue > 0 ? " where value >= 50" : "")"
            + (movesOutward ? " edges outward" : "")
    }

    private static func clock(_ milliseconds: Int64) -> String {
        let minutes = milliseconds / 60_000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }

    var description: String {
        let lines = samples.map { "  [\($0.start), \($0.end)) = \($0.value) \($0.source)" }
        return "zone \(zone), now \(now): \(query)\n\(lines.joined(separator: "\n"))"
    }

    // MARK: The answer by the rules

    /// Returns the rows, and the number of samples that only `since` excludes.
    func answer() -> (rows: [Row], leftOut: Int) {
        let held = samples.imported()
        let chosen = held.filter { $0.value >= leastValue }
        let firstStart = held.map(\.start).min() ?? 0
        let lastEnd = held.map(\.end).max() ?? 0
        var window: ReferenceWindow
        var (movesStart, movesEnd) = (false, false)
        var leftOut = 0
        switch range {
        case .all:
            // S4.4: from the first to the last sample, including an instant at the very end.
            window = ReferenceWindow(firstStart, lastEnd, includesEnd: held.contains { $0.isInstant && $0.end == lastEnd })
            (movesStart, movesEnd) = (true, true)
        case .since(let start):
            window = ReferenceWindow(start, max(start, now))
            leftOut = chosen.count { $0.start >= max(start, now) }
        case .upTo(let end, let includesEnd):
            window = ReferenceWindow(min(firstStart, end), end, includesEnd: includesEnd)
            movesStart = true
        case .fromTo(let start, let end, let includesEnd): window = ReferenceWindow(start, end, includesEnd: includesEnd)
        case .today:
            // The anchor of buckets shorter than a day is only a phase, so it does not move the day.
            let isPhase = interval.map(isPhase) ?? false
            let start = calendar.dayAnchor(start: now, timeOfDay: isPhase ? 0 : timeOfDay)
            let today = calendar.buckets(
                meeting: ReferenceInterval(now, now + 1), anchor: start.instant, wall: start.wall, period: .day)
            window = ReferenceWindow(start.instant, today.last?.pieces.last?.end ?? start.instant)
            let movesEnds = !(isPhase && (timeOfDay != 0 || weekday != nil))
            (movesStart, movesEnd) = (movesEnds, movesEnds)
        }
        guard let interval else {
            let row = ReferenceBucket(window.interval.start, window.interval.end)
            return (rows(of: chosen, held, window, [row], isWhole: true), leftOut)
        }
        let meeting = ReferenceInterval(window.interval.start, window.interval.end + (window.includesEnd ? 1 : 0))
        guard meeting.start < meeting.end else { return ([], leftOut) }
        let anchor = anchor(of: interval, start: meeting.start)
        var buckets = calendar.buckets(
            meeting: meeting, anchor: anchor.instant, wall: anchor.wall, count: interval.count, period: interval.period)
        guard let first = buckets.first?.pieces.first, let last = buckets.last?.pieces.last else { return ([], leftOut) }
        if movesStart { window.interval.start = first.start }
        if movesEnd { window = ReferenceWindow(window.interval.start, last.end) }
        if movesOutward {
            // S4.6: the range is all of its buckets, and only samples after them are left out.
            window = ReferenceWindow(first.start, last.end)
            if case .since = range { leftOut = chosen.count { $0.start >= last.end } }
        }
        // S3.8: buckets in the range that have begun, and all up to the last one with a sample.
        let lastBegun = buckets.lastIndex { max($0.pieces[0].start, movesOutward ? first.start : meeting.start) <= now }
        let lastHeld = buckets.lastIndex { bucket in chosen.contains { isIn(bucket.pieces[0], window, $0) } }
        buckets = Array(buckets.prefix(max(lastBegun ?? -1, lastHeld ?? -1) + 1))
        return (rows(of: chosen, held, window, buckets, isWhole: false), leftOut)
    }

    /// Returns true if a sample has a part in a bucket and in the window. An instant must be in both.
    private func isIn(_ bucket: ReferenceInterval, _ window: ReferenceWindow, _ sample: ReferenceSample) -> Bool {
        if sample.isInstant {
            let isInWindow = window.interval.holds(sample.start) || (window.includesEnd && sample.start == window.interval.end)
            return bucket.holds(sample.start) && isInWindow
        }
        let part = ReferenceInterval(sample.start, sample.end).overlap(window.interval)
        return part?.overlap(bucket) != nil
    }

    private func isPhase(_ interval: (count: Int, period: ReferencePeriod)) -> Bool {
        interval.period.elapsed.map { $0 * Int64(interval.count) < 86_400_000 } ?? false
    }

    /// S3.5: edges count from the day that contains the start of the range, and those of intervals shorter than a day from the time of day
    /// on its date. Whole weeks count from a given weekday, `week` from Monday by default.
    private func anchor(of interval: (count: Int, period: ReferencePeriod), start: Int64) -> (instant: Int64, wall: Int64) {
        let isWholeWeeks =
            switch interval.period {
            case .week: true
            case .day: interval.count % 7 == 0
            case .hour: interval.count % 168 == 0
            default: false
            }
        let day = interval.period == .week ? weekday ?? 1 : weekday
        if isPhase(interval) { return calendar.clockAnchor(start: start, timeOfDay: timeOfDay) }
        return calendar.dayAnchor(start: start, timeOfDay: timeOfDay, weekday: isWholeWeeks ? day : nil)
    }

    private func rows(
        of samples: [ReferenceSample], _ held: [ReferenceSample], _ window: ReferenceWindow, _ buckets: [ReferenceBucket], isWhole: Bool
    ) -> [Row] {
        let query = ReferenceQuery(
            style: .cumulative, window: window, buckets: isWhole ? nil : buckets, priority: ReferencePriority(of: held))
        let columns = [ReferenceAggregate.sum, .count, .duration].map { query.rows($0, of: samples) }
        return buckets.enumerated().map { index, bucket in
            Row(
                start: bucket.pieces[0].start, end: bucket.pieces[0].end, sum: columns[0][index].value, count: columns[1][index].value,
                duration: columns[2][index].value, isPartial: bucket.isPartial(in: window.interval, now: now))
        }
    }
}
