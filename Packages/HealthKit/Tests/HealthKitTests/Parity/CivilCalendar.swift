import Foundation

/// Bucket edges of any components, computed from a table of dates and the offsets of Foundation's zones.
///
/// It shares no code with the module: a date is a place in a list that was counted day by day.
struct CivilCalendar {
    let zone: TimeZone

    init(_ name: String) {
        guard let zone = TimeZone(identifier: name) else { preconditionFailure("no zone \(name)") }
        self.zone = zone
    }

    // MARK: Days

    struct Day: Hashable {
        var year: Int
        var month: Int
        var day: Int
    }

    /// All days from 1970 to 2069, in order.
    static let days: [Day] = {
        var days: [Day] = []
        var next = Day(year: 1970, month: 1, day: 1)
        while next.year < 2070 {
            days.append(next)
            next.day += 1
            if next.day > length(ofMonth: next.month, next.year) { (next.day, next.month) = (1, next.month + 1) }
            if next.month > 12 { (next.month, next.year) = (1, next.year + 1) }
        }
        return days
    }()

    private static let places: [Day: Int] = Dictionary(uniqueKeysWithValues: days.enumerated().map { ($1, $0) })

    static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // MARK: Local time

    private func offset(at instant: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant) / 1000))) * 1000
    }

    /// Returns what the clock shows, as the milliseconds of a clock without changes.
    func wall(at instant: Int64) -> Int64 { instant + offset(at: instant) }

    /// Returns the moment at which the clock shows a time: the first of two, and later by the gap if the clock skips it.
    func instant(ofWall wall: Int64) -> Int64 {
        let before = offset(at: wall - 26 * 3_600_000)
        let after = offset(at: wall + 26 * 3_600_000)
        let shown = [wall - before, wall - after].filter { self.wall(at: $0) == wall }
        return shown.min() ?? wall - before
    }

    func instant(_ year: Int, _ month: Int, _ day: Int, milliseconds: Int64 = 0) -> Int64 {
        guard let place = Self.places[Day(year: year, month: month, day: day)] else { preconditionFailure("\(year)-\(month)-\(day)") }
        return instant(ofWall: Int64(place) * 86_400_000 + milliseconds)
    }

    // MARK: Edges

    /// Returns edge `k`: first months, a missing day becoming the last of its month, then days, then elapsed time.
    func edge(_ k: Int, of interval: ParityInterval, anchor: Int64) -> Int64 {
        guard interval.months > 0 || interval.allDays > 0 else { return anchor + Int64(k) * interval.elapsed }
        let wall = wall(at: anchor)
        let place = Int((Double(wall) / 86_400_000).rounded(.down))
        let timeOfDay = wall - Int64(place) * 86_400_000
        let date = Self.days[place]
        let month = date.year * 12 + date.month - 1 + k * interval.months
        let (newYear, newMonth) = (month / 12, month % 12 + 1)
        let newDay = min(date.day, Self.length(ofMonth: newMonth, newYear))
        guard let moved = Self.places[Day(year: newYear, month: newMonth, day: newDay)] else {
            preconditionFailure("the table ends before \(newYear)-\(newMonth)")
        }
        return instant(ofWall: Int64(moved + k * interval.allDays) * 86_400_000 + timeOfDay) + Int64(k) * interval.elapsed
    }

    /// Returns the last edge at or before a moment.
    func place(of moment: Int64, of interval: ParityInterval, anchor: Int64) -> Int {
        var k = Int((Double(moment - anchor) / interval.usualLength).rounded(.down))
        while edge(k, of: interval, anchor: anchor) > moment { k -= 1 }
        while edge(k + 1, of: interval, anchor: anchor) <= moment { k += 1 }
        return k
    }

    /// Returns the buckets from the one that holds `first` to the one that holds `last`. Those of a skipped day are not there.
    func buckets(from first: Int64, through last: Int64, of interval: ParityInterval, anchor: Int64) -> [Range<Int64>] {
        guard first <= last else { return [] }
        var k = place(of: first, of: interval, anchor: anchor)
        var start = edge(k, of: interval, anchor: anchor)
        var buckets: [Range<Int64>] = []
        while start <= last {
            k += 1
            let end = edge(k, of: interval, anchor: anchor)
            if start < end { buckets.append(start..<end) }
            start = end
        }
        return buckets
    }
}

/// The length of buckets in questions.
struct ParityInterval: Hashable {
    var years = 0
    var quarters = 0
    var plainMonths = 0
    var weeks = 0
    var days = 0
    var hours = 0
    var minutes = 0
    var seconds = 0

    var months: Int { years * 12 + quarters * 3 + plainMonths }
    var allDays: Int { weeks * 7 + days }
    var elapsed: Int64 { Int64(hours * 3600 + minutes * 60 + seconds) * 1000 }
    var usualLength: Double { Double(months) * 2_629_746_000 + Double(allDays) * 86_400_000 + Double(elapsed) }
    /// True for calendar and elapsed time together, or for months and days.
    var isMixed: Bool { (months > 0 ? 1 : 0) + (allDays > 0 ? 1 : 0) + (elapsed > 0 ? 1 : 0) > 1 }

    var components: DateComponents {
        var components = DateComponents()
        if years > 0 { components.year = years }
        if quarters > 0 { components.quarter = quarters }
        if plainMonths > 0 { components.month = plainMonths }
        if weeks > 0 { components.weekOfYear = weeks }
        if days > 0 { components.day = days }
        if hours > 0 { components.hour = hours }
        if minutes > 0 { components.minute = minutes }
        if seconds > 0 { components.second = seconds }
        return components
    }

    /// The interval after `by`; nil if the language has none.
    var words: String? {
        guard !isMixed else { return nil }
        let parts = [
            (years, "y"), (quarters, "q"), (plainMonths, "mo"), (weeks, "w"), (days, "d"), (hours, "h"), (minutes, "min"), (seconds, "s"),
        ].filter { $0.0 > 0 }
        return parts.map { "\($0.0)\($0.1)" }.joined()
    }
}
