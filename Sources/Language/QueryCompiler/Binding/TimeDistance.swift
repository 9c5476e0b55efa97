import CalendarIntervals
import HealthModel

/// A distance in time in one or more parts. The calendar parts count before the elapsed ones: a month, then days, then hours.
struct TimeDistance {
    struct Part {
        var count: Int
        var period: CalendarPeriod

        /// The length in elapsed time. For calendar periods, this is the mean, with days of 24 hours.
        var approximateMilliseconds: Int64 { Int64(count) * period.approximateMilliseconds }
    }

    /// At most one part of months and longer periods, one of days and weeks, and one of hours and shorter periods, in this order.
    let parts: [Part]

    /// Adds up parts that are multiples of the same period.
    init(_ written: [Part]) {
        parts = [[CalendarPeriod.year, .quarter, .month], [.week, .day], [.hour, .minute, .second]].compactMap { group in
            let own = written.filter { group.contains($0.period) }
            guard let shortest = own.map(\.period).min() else { return nil }
            return Part(count: own.reduce(0) { $0 + $1.count * Self.count(of: shortest, in: $1.period) }, period: shortest)
        }
    }

    /// Returns how many of `part` a longer period of the same group has.
    private static func count(of part: CalendarPeriod, in period: CalendarPeriod) -> Int {
        let months: [CalendarPeriod: Int] = [.month: 1, .quarter: 3, .year: 12]
        if let whole = months[period], let unit = months[part] { return whole / unit }
        return Int(period.approximateMilliseconds / part.approximateMilliseconds)
    }

    /// The total length in seconds; nil if a part has no fixed length. A day has 24 hours.
    var fixedSeconds: Double? {
        parts.contains { $0.period > .week } ? nil : Double(parts.map(\.approximateMilliseconds).reduce(0, +)) / 1000
    }
}

extension Zone {
    /// Returns `instant` moved by `count` times a distance.
    func moving(_ instant: Instant, by count: Int, _ distance: TimeDistance) -> Instant {
        distance.parts.reduce(instant) { moving($0, by: count * $1.count, $1.period) }
    }
}
