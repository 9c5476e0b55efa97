import HealthModel

/// Times of day from one, which is included, to another, which is not. They go over midnight if the second one is earlier.
package struct DayTimes: Hashable, Sendable {
    /// Milliseconds since midnight, 0 ..< 86 400 000.
    package let from: Int
    /// Milliseconds since midnight, up to 86 400 000, which is the end of the day.
    package let to: Int

    package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }

    package static let dayLength = Int(millisecondsPerDay)

    /// True if all times of the day are included.
    package var isWholeDay: Bool { from == 0 && to == Self.dayLength }

    package func contains(_ millisecondOfDay: Int) -> Bool {
        from < to ? from <= millisecondOfDay && millisecondOfDay < to : from <= millisecondOfDay || millisecondOfDay < to
    }

    /// Returns whether the local time at an instant is one of the times.
    package func contains(_ instant: Int64, in zone: Zone) -> Bool {
        contains(zone.civil(at: Instant(milliseconds: instant)).millisecondOfDay)
    }

    /// Returns the parts of a clock hour, or of a part of one, whose local times are included. The clocks do not change in it.
    package func parts(of hour: Range<Int64>, in zone: Zone) -> [Range<Int64>] {
        let first = Int64(zone.civil(at: Instant(milliseconds: hour.lowerBound)).millisecondOfDay)
        let (from, to) = (Int64(from), Int64(to))
        let included = from < to ? [from..<to] : [0..<to, from..<millisecondsPerDay]
        return included.compactMap { times in
            let part = (times.lowerBound - first + hour.lowerBound..<times.upperBound - first + hour.lowerBound).clamped(to: hour)
            return part.isEmpty ? nil : part
        }
    }

    /// Returns the answer for all instants of a range of at most an hour; nil if it is not the same for all of them.
    package func answer(in range: Range<Int64>, zone: Zone) -> Bool? {
        var (start, included) = (range.lowerBound, Int64(0))
        while start < range.upperBound {
            let hour = zone.hour(holding: start).clamped(to: range)
            for part in parts(of: hour, in: zone) { included += part.upperBound - part.lowerBound }
            start = hour.upperBound
        }
        return included == 0 ? false : included == range.upperBound - range.lowerBound ? true : nil
    }

    /// The times as people write them: `22:00 to 06:00`.
    package var text: String { "\(Self.text(from)) to \(Self.text(to))" }

    /// Returns a time of day as text. The end of the day is 24:00.
    package static func text(_ millisecondOfDay: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = millisecondOfDay / 1000
        let clock = "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
        return seconds % 60 == 0 ? clock : clock + ":\(two(seconds % 60))"
    }
}

/// A time of day with a name. Midnight is the end of the day if times end at it.
package enum DayMoment: String, CaseIterable, Hashable, Sendable {
    case noon, midnight
}

/// A part of a day that a query can name. Parts follow the clock, even if days start at another time than midnight.
package enum DayPart: String, CaseIterable, Hashable, Sendable {
    case morning, afternoon, evening, night

    /// The parts from midnight on, with the usual times.
    package static let inOrderOfDay: [DayPart] = [.night, .morning, .afternoon, .evening]

    /// The word before the name: `this morning`, `last night`.
    package var opener: String { self == .night ? "last" : "this" }

    /// The phrase as written in queries.
    package var phrase: String { "\(opener) \(rawValue)" }

    /// The condition that a time is in the part: `in the morning`, `at night`.
    package var condition: String { self == .night ? "at night" : "in the \(rawValue)" }

    /// The hours of the range that the phrase names, counted from the midnight at which today starts. A night starts the day before.
    package var hours: Range<Int> {
        switch self {
        case .morning: 0..<12
        case .afternoon: 12..<18
        case .evening: 18..<24
        case .night: -6..<12
        }
    }
}

/// The times of day at which the parts of a day start. Each part lasts until the next one starts.
package struct DayParts: Hashable, Sendable {
    /// Milliseconds since midnight, in the order of `DayPart`: morning, afternoon, evening, night.
    private let starts: [Int]

    private init(starts: [Int]) { self.starts = starts }

    /// Creates parts that start at these times of day: morning, afternoon, evening and night. Nil if they are not in the order of a day,
    /// which can start with any of them, or not at whole minutes.
    package init?(from starts: [Int]) {
        guard starts.count == DayPart.allCases.count, starts.allSatisfy({ 0..<DayTimes.dayLength ~= $0 && $0 % 60_000 == 0 }),
            Set(starts).count == starts.count, starts.indices.count(where: { starts[$0] > starts[($0 + 1) % starts.count] }) == 1
        else { return nil }
        self.init(starts: starts)
    }

    /// The starts as in `set day parts = 06:00, 12:00, 18:00, 00:00`.
    package var text: String { starts.map(DayTimes.text).joined(separator: ", ") }

    /// Night from 00:00, morning from 06:00, afternoon from 12:00, evening from 18:00.
    package static let usual = DayParts(starts: [6, 12, 18, 0].map { $0 * 3_600_000 })

    /// Returns the index of the part in `DayPart.inOrderOfDay`.
    func slot(of millisecondOfDay: Int) -> Int {
        DayPart.inOrderOfDay.firstIndex { self[$0].contains(millisecondOfDay) } ?? 0
    }

    /// Returns the next start of a part on the same day; nil if there is none.
    func nextStart(after millisecondOfDay: Int) -> Int? { starts.filter { $0 > millisecondOfDay }.min() }

    /// The parts as slots of `partOfDay`, by the time of day from which they are, from midnight on. The first is at 0.
    package var slotsByStart: [(start: Int, slot: Int)] {
        Set([0] + starts).sorted().map { ($0, slot(of: $0)) }
    }

    /// Returns the times of a part.
    package subscript(part: DayPart) -> DayTimes {
        let index = DayPart.allCases.firstIndex(of: part) ?? 0
        let end = starts[(index + 1) % starts.count]
        return DayTimes(from: starts[index], to: end == 0 ? DayTimes.dayLength : end)
    }
}
