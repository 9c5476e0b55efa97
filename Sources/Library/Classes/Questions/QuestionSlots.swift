import CalendarIntervals
import DemoData
import Foundation
import HealthModel

/// The calendar of a class, which all students share.
struct ClassCalendar: Sendable {
    let zone: Zone
    let now: Instant
    /// The number of days of data, the last of which is today.
    let days: Int

    /// The number of today since 1970-01-01.
    var today: Int { zone.date(at: now).dayNumber }

    /// Whole days with whole days before and after them.
    var inner: ClosedRange<Int> { (today - days + 3)...(today - 3) }

    /// The day on which the clocks change, and its length in hours; nil if they don't.
    var changedDay: (day: Int, hours: Int)? {
        for day in inner {
            let length = start(day + 1) - start(day)
            // A change by half an hour, as on Lord Howe Island, has no number of hours.
            if length != 86_400_000, length % 3_600_000 == 0 { return (day, Int(length / 3_600_000)) }
        }
        return nil
    }

    /// The days for questions about zones: those with another offset than the export, if there are some. Nil if some have that of UTC.
    var zoneDay: ClosedRange<Int>? {
        let other = inner.filter { offset($0) != offset(today) && offset($0) != 0 }
        if let first = other.first, let last = other.last, other.count >= 8 { return first...last }
        return inner.contains { offset($0) == 0 } ? nil : inner
    }

    private func start(_ day: Int) -> Int64 { zone.start(of: CivilDate(dayNumber: day)).milliseconds }

    /// Returns the UTC offset at noon of a day in seconds.
    func offset(_ day: Int) -> Int { zone.offsetSeconds(at: Instant(milliseconds: start(day) + 43_200_000)) }

    /// Returns the mistake of a query whose clock times are read in UTC; empty if the clocks show UTC on all of its days.
    func readInUTC(_ query: String, on days: [Int]) -> [Mistake] {
        days.allSatisfy { offset($0) == 0 } ? [] : [Mistake(.readInUTC, query + " zone utc", later: offset(days[0]))]
    }
}

/// The differences between the questions of two students: days, times and metrics, drawn from sets of equal difficulty.
struct QuestionSlots {
    let calendar: ClassCalendar
    private var random: LifeRandom

    init(_ calendar: ClassCalendar, seed: UInt64, student: Int, question: Int) {
        self.calendar = calendar
        random = LifeRandom(seed: seed, day: student, salt: UInt64(question) + 0xC1A5)
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }

    mutating func day(in range: ClosedRange<Int>? = nil) -> Int {
        let range = range ?? calendar.inner
        return range.lowerBound + random.below(range.count)
    }

    mutating func days(_ count: Int) -> AskedDays {
        let first = calendar.inner.lowerBound + random.below(max(1, calendar.inner.count - count))
        return AskedDays(first: first, end: first + count)
    }
}

/// The first of several days, and the day after the last one.
struct AskedDays {
    let first: Int
    let end: Int

    /// The range as a query writes it.
    var all: String { "from \(first.iso) to \(end.iso)" }
    /// The range of a student who reads `to` as `through`.
    var allButLast: String { "from \(first.iso) to \((end - 1).iso)" }
}

/// A metric that adds up, as questions name it.
struct AskedAmount: Sendable {
    /// The start of a query for its sum.
    let sum: String
    /// The words after "How many".
    let unit: String
    let rounding: Rounding

    /// Returns the mistake of a query that counts the watch and the phone. Active energy is recorded by the watch only.
    func doubled(_ query: String) -> [Mistake] { sum == Self.energy.sum ? [] : [Mistake(.bothSources, query + " sources raw")] }

    static let steps = AskedAmount(sum: "sum steps", unit: "steps", rounding: Rounding(decimals: 0, unit: "steps"))
    static let distance = AskedAmount(
        sum: "sum distance in km", unit: "kilometres on foot", rounding: Rounding(decimals: 2, unit: "kilometres"))
    static let energy = AskedAmount(
        sum: "sum activeEnergy in kcal", unit: "kilocalories of active energy", rounding: Rounding(decimals: 1, unit: "kilocalories"))
}

extension Int {
    /// The date of a day since 1970 in queries.
    var iso: String { ISO8601.text(of: CivilDate(dayNumber: self)) }

    /// The date of a day since 1970 in questions, such as `Friday 2026-03-20`.
    var named: String { "\(CivilDate(dayNumber: self).weekday.name.capitalized) \(iso)" }

    /// An hour as a clock time.
    var clock: String { (self < 10 ? "0" : "") + "\(self):00" }
}
