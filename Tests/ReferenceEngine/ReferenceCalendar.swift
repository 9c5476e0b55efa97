import Foundation

/// The units of intervals in queries: elapsed time or calendar periods (S3.2).
package enum ReferencePeriod: Sendable, CaseIterable {
    case second, minute, hour, day, week, month, quarter, year

    var usualMilliseconds: Double {
        let day = 86_400_000.0
        return switch self {
        case .second, .minute, .hour: Double(elapsed ?? 0)
        case .day: day
        case .week: 7 * day
        case .month: 30.44 * day
        case .quarter: 91.3 * day
        case .year: 365.25 * day
        }
    }

    /// The length in milliseconds for elapsed time; `nil` for a calendar period.
    package var elapsed: Int64? {
        switch self {
        case .second: 1000
        case .minute: 60_000
        case .hour: 3_600_000
        case .day, .week, .month, .quarter, .year: nil
        }
    }
}

/// Computes bucket edges and slots of one zone, or of a history of zones, one at a time and in local time.
///
/// Instants are milliseconds since 1970. A local time is written as the instant at which a GMT clock shows it.
package struct ReferenceCalendar {
    /// The zone of the last stretch of a history.
    private let zone: TimeZone
    private let calendar: Calendar
    private let wallCalendar: Calendar
    /// The moves of a history: the zone before, the local date, and the moment at which that date starts in the next zone (S3.10).
    private let moves: [(before: ReferenceCalendar, wall: Int64, instant: Int64)]
    /// The last zone on its own.
    private var last: ReferenceCalendar? { ReferenceCalendar(zone: zone.identifier) }

    /// Reads a zone, or a history such as `Europe/Berlin until 2026-10-15, America/New_York`. Returns `nil` if Foundation does not have a
    /// zone.
    package init?(zone text: String) {
        let parts = text.components(separatedBy: ", ")
        guard let name = parts.last, let zone = TimeZone(identifier: name), let gmt = TimeZone(secondsFromGMT: 0) else { return nil }
        self.zone = zone
        calendar = Self.gregorian(zone)
        wallCalendar = Self.gregorian(gmt)
        let stretches = parts.dropLast().map { $0.components(separatedBy: " until ") }
        let names = stretches.map { $0[0] } + [name]
        var moves: [(before: ReferenceCalendar, wall: Int64, instant: Int64)] = []
        for (index, stretch) in stretches.enumerated() {
            let date = stretch[1].split(separator: "-").compactMap { Int($0) }
            guard let before = ReferenceCalendar(zone: stretch[0]), let after = ReferenceCalendar(zone: names[index + 1]) else {
                return nil
            }
            let wall = before.wallTime(date[0], date[1], date[2])
            moves.append((before, wall, after.instant(of: wall)))
        }
        self.moves = moves
    }

    private static func gregorian(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        (calendar.timeZone, calendar.locale) = (zone, Locale(identifier: "en_US_POSIX"))
        (calendar.firstWeekday, calendar.minimumDaysInFirstWeek) = (2, 4)
        return calendar
    }

    private static func date(_ instant: Int64) -> Date { Date(timeIntervalSince1970: Double(instant) / 1000) }

    private static func instant(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded()) }

    /// Returns the local date, time, weekday, ISO week and month of an instant as text.
    package func parts(of instant: Int64) -> [String] {
        let formatter = DateFormatter()
        (formatter.calendar, formatter.locale) = (Calendar(identifier: .iso8601), Locale(identifier: "en_US_POSIX"))
        formatter.timeZone = zone
        return ["yyyy-MM-dd", "HH:mm", "EEEE", "YYYY-'W'ww", "yyyy-MM"].map { format in
            formatter.dateFormat = format
            return formatter.string(from: Self.date(instant))
        }
    }

    // MARK: Wall time

    private func offset(at instant: Int64) -> Int64 {
        if let move = moves.first(where: { instant < $0.instant }) { return move.before.offset(at: instant) }
        return Int64(zone.secondsFromGMT(for: Self.date(instant))) * 1000
    }

    /// Returns the local time in the zone at an instant.
    package func wallTime(at instant: Int64) -> Int64 { instant + offset(at: instant) }

    /// Returns the local time of a date and time. A month or day beyond its end continues in the next.
    package func wallTime(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Int64 {
        let components = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)
        guard let date = wallCalendar.date(from: components) else { preconditionFailure("no date \(components)") }
        return Self.instant(date)
    }

    /// Returns the instant at which the clock shows `wallTime` (S3.7).
    ///
    /// A local time that does not exist moves forward by the gap. One that occurs twice is its first occurrence.
    package func instant(of wallTime: Int64) -> Int64 {
        if !moves.isEmpty { return instantInHistory(of: wallTime) }
        let hours = (-30...30).map { wallTime + $0 * 3_600_000 }
        let offsets = Set(hours.map { offset(at: $0) })
        let occurrences = offsets.map { wallTime - $0 }.filter { self.wallTime(at: $0) == wallTime }
        if let first = occurrences.min() { return first }
        // In a gap, the smallest offset is the one before it. With this offset, the clock would have shown the local time.
        return wallTime - (offsets.min() ?? 0)
    }

    /// Returns the instant at which the clock of the zone that has this date shows `wallTime` (S3.10).
    ///
    /// If the move comes before that, the clocks skip the local time. It moves forward by the gap, or to the move if the gap is longer than
    /// a day.
    private func instantInHistory(of wallTime: Int64) -> Int64 {
        guard let move = moves.first(where: { wallTime < $0.wall }) else {
            guard let last else { preconditionFailure("the last zone exists") }
            return last.instant(of: wallTime)
        }
        let own = move.before.instant(of: wallTime)
        guard own >= move.instant else { return own }
        let before = offset(at: move.instant - 1)
        let gap = offset(at: move.instant) - before
        return gap > 86_400_000 ? move.instant : wallTime - before
    }

    /// Returns the first moment of a day at which its clock shows `wallTime` or a later time, or the end of the day if it never does.
    ///
    /// Checks the clock at the end of every half hour, then of every minute in one, because clocks change on the hour or half hour.
    package func firstInstant(showing wallTime: Int64, in day: ReferenceInterval) -> Int64 {
        func isReached(by instant: Int64) -> Bool { self.wallTime(at: instant) >= wallTime }
        func first(from start: Int64, to end: Int64, step: Int64) -> Int64? {
            stride(from: start, to: end, by: Int(step)).first { isReached(by: $0 + step - 1) }
        }
        guard let half = first(from: day.start, to: day.end, step: 1_800_000),
            let minute = first(from: half, to: half + 1_800_000, step: 60_000)
        else { return day.end }
        // Within the minute, the clock reaches it, unless it is already past it.
        return min(minute + max(0, wallTime - self.wallTime(at: minute)), day.end)
    }

    /// Returns the instant of a local date and time.
    package func instant(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Int64 {
        instant(of: wallTime(year, month, day, hour, minute))
    }

    // MARK: Edges

    /// Returns edge `index` of buckets of `count` periods from `anchor`, in the anchor's local time (S3.1, S3.2, S3.7).
    ///
    /// With `keepsWallClock`, hours and minutes also follow local time: `grid clock` (S3.3).
    ///
    /// - Parameter wall: The local time of the anchor if the clocks skip it, so that `anchor` is a different moment.
    package func edge(
        _ index: Int, anchor: Int64, wall: Int64? = nil, count: Int = 1, period: ReferencePeriod, keepsWallClock: Bool = false
    ) -> Int64 {
        let steps = index * count
        let wall = wall ?? wallTime(at: anchor)
        if let elapsed = period.elapsed {
            return keepsWallClock ? instant(of: wall + Int64(steps) * elapsed) : anchor + Int64(steps) * elapsed
        }
        return switch period {
        case .day: instant(of: wall + Int64(steps) * 86_400_000)
        case .week: instant(of: wall + Int64(steps) * 7 * 86_400_000)
        case .month: instant(of: adding(months: steps, to: wall))
        case .quarter: instant(of: adding(months: 3 * steps, to: wall))
        case .year: instant(of: adding(months: 12 * steps, to: wall))
        case .second, .minute, .hour: preconditionFailure("answered above")
        }
    }

    /// Returns the local time `months` later, on the last day of the month if the day does not exist.
    private func adding(months: Int, to wall: Int64) -> Int64 {
        let parts = wallCalendar.dateComponents([.year, .month, .day], from: Self.date(wall))
        guard let year = parts.year, let month = parts.month, let day = parts.day else { preconditionFailure("a date has parts") }
        let timeOfDay = wall - wallTime(year, month, day)
        let monthIndex = year * 12 + (month - 1) + months
        let (newYear, newMonth) = (monthIndex / 12, monthIndex % 12 + 1)
        let lastDay = (wallTime(newYear, newMonth + 1, 1) - wallTime(newYear, newMonth, 1)) / 86_400_000
        return wallTime(newYear, newMonth, min(day, Int(lastDay))) + timeOfDay
    }

    /// Returns edge `index` as computed by `Foundation.Calendar`: `date(byAdding: index × interval, to: anchor)` (S3.1).
    package func foundationEdge(_ index: Int, anchor: Int64, count: Int = 1, period: ReferencePeriod) -> Int64 {
        let (component, factor): (Calendar.Component, Int) =
            switch period {
            case .second: (.second, 1)
            case .minute: (.minute, 1)
            case .hour: (.hour, 1)
            case .day: (.day, 1)
            case .week: (.weekOfYear, 1)
            case .month: (.month, 1)
            case .quarter: (.month, 3)  // on this toolchain, `.quarter` adds nothing
            case .year: (.year, 1)
            }
        guard let date = calendar.date(byAdding: component, value: index * count * factor, to: Self.date(anchor)) else {
            preconditionFailure("no date for edge \(index)")
        }
        return Self.instant(date)
    }

    /// Returns all buckets that overlap the range, in order and without empty ones: a skipped day does not have a bucket (S3.6, S3.8).
    package func buckets(
        meeting range: ReferenceInterval, anchor: Int64, wall: Int64? = nil, count: Int = 1, period: ReferencePeriod,
        keepsWallClock: Bool = false
    ) -> [ReferenceBucket] {
        let length = Double(count) * period.usualMilliseconds
        // The usual length gives an estimate of the edges. Fifty more on both sides compensate for its error.
        let first = Int(Double(range.start - anchor) / length) - 50
        let last = Int(Double(range.end - anchor) / length) + 50
        var edges = (first...last).map {
            edge($0, anchor: anchor, wall: wall, count: count, period: period, keepsWallClock: keepsWallClock)
        }
        // A local time that moves out of a gap longer than a bucket passes the edges after the gap. It represents the first of them.
        for index in edges.indices.dropLast().reversed() { edges[index] = min(edges[index], edges[index + 1]) }
        edges = Set(edges).sorted()
        precondition(edges[0] <= range.start && edges[edges.count - 1] >= range.end)
        let buckets = zip(edges, edges.dropFirst()).map { ReferenceBucket($0, $1) }
        return buckets.filter { bucket in bucket.pieces.contains { $0.start < range.end && $0.end > range.start } }
    }

    /// Returns the default anchor for a range that starts at `start` (S3.5). `firstWeekday` is 1 for Monday to 7 for Sunday.
    package func defaultAnchor(start: Int64, period: ReferencePeriod, firstWeekday: Int = 1) -> Int64 {
        let wall = wallTime(at: start)
        let parts = wallCalendar.dateComponents([.year, .month, .day], from: Self.date(wall))
        guard let year = parts.year, let month = parts.month, let day = parts.day else { preconditionFailure("a date has parts") }
        return switch period {
        case .second, .minute, .hour, .day: instant(year, month, day)
        case .week: instant(year, month, day - (slot(.weekday, wall: wall) - firstWeekday + 7) % 7)
        case .month: instant(year, month, 1)
        case .quarter, .year: instant(year, 1, 1)
        }
    }

    /// Returns the last start of a day at or before `start`, if days start at `timeOfDay`. With a weekday (1 for Monday to 7), returns
    /// that of such a day (S3.5). The result is the instant and the local time, which the clocks may skip.
    package func dayAnchor(start: Int64, timeOfDay: Int64, weekday: Int? = nil) -> (instant: Int64, wall: Int64) {
        let shown = wallTime(at: start)
        let midnight = shown - (shown % 86_400_000 + 86_400_000) % 86_400_000
        for back in -1...20 {
            let date = midnight - Int64(back) * 86_400_000
            if let weekday, slot(.weekday, wall: date) != weekday { continue }
            let begin = instant(of: date + timeOfDay)
            if begin <= start { return (begin, date + timeOfDay) }
        }
        preconditionFailure("every week has every weekday")
    }

    /// Returns the time of day on the date on which `start` is (S3.5). The result is the instant and the local time.
    package func clockAnchor(start: Int64, timeOfDay: Int64) -> (instant: Int64, wall: Int64) {
        let wall = dayAnchor(start: start, timeOfDay: 0).wall + timeOfDay
        return (instant(of: wall), wall)
    }

    /// Returns the starts of all months that meet a range, if months start on a day of the month at a time of day (S3.5).
    ///
    /// Each month has its own start, which no other month changes: its last day if it does not have that day. Of `count` months, counted
    /// from one that meets the range, only the first has a start.
    package func monthStarts(meeting range: ReferenceInterval, day: Int, timeOfDay: Int64, count: Int, firstMonth: Int? = nil) -> [Int64] {
        func start(_ month: Int) -> Int64 {
            let (year, number) = (month / 12, month % 12 + 1)
            let length = (wallTime(year, number + 1, 1) - wallTime(year, number, 1)) / 86_400_000
            return instant(of: wallTime(year, number, min(day, Int(length))) + timeOfDay)
        }
        let parts = wallCalendar.dateComponents([.year, .month], from: Self.date(wallTime(at: range.start)))
        guard let year = parts.year, let month = parts.month else { preconditionFailure("a date has parts") }
        var first = year * 12 + month
        while start(first) > range.start { first -= 1 }
        if let firstMonth { first = first / 12 * 12 + firstMonth - 1 - (start(first / 12 * 12 + firstMonth - 1) > range.start ? 12 : 0) }
        var starts = [start(first)]
        while let last = starts.last, last < range.end {
            first += count
            starts.append(start(first))
        }
        return starts
    }

    // MARK: Times of day

    /// Returns whether the clocks show a minute of these hours at an instant. It goes from the first minute to the last, over midnight.
    package func shows(_ hours: ReferenceHours, at instant: Int64) -> Bool {
        let shown = (wallTime(at: instant) % 86_400_000 + 86_400_000) % 86_400_000 / 60_000
        var minute = hours.from
        repeat {
            if minute == Int(shown) { return true }
            minute = (minute + 1) % 1440
        } while minute != hours.to % 1440
        return false
    }

    // MARK: Profiles

    /// Returns the slot of an instant: hour 0…23, weekday 1 (Monday)…7, hour of week 0…167 from Monday, day 1…31, ISO week 1…53, month
    /// 1…12, part of the day 0…3 from the night on, and 0 on weekdays, 1 on weekends.
    package func slot(_ profile: ReferenceProfile, at instant: Int64) -> Int { slot(profile, wall: wallTime(at: instant)) }

    private func slot(_ profile: ReferenceProfile, wall: Int64) -> Int {
        let date = Self.date(wall)
        return switch profile {
        case .hourOfDay: wallCalendar.component(.hour, from: date)
        // In Foundation, weekday 1 is Sunday.
        case .weekday: (wallCalendar.component(.weekday, from: date) + 5) % 7 + 1
        case .hourOfWeek: (slot(.weekday, wall: wall) - 1) * 24 + slot(.hourOfDay, wall: wall)
        case .dayOfMonth: wallCalendar.component(.day, from: date)
        case .weekOfYear: wallCalendar.component(.weekOfYear, from: date)
        case .monthOfYear: wallCalendar.component(.month, from: date)
        case .partOfDay: wallCalendar.component(.hour, from: date) / 6
        case .weekdayOrWeekend: slot(.weekday, wall: wall) > 5 ? 1 : 0
        }
    }
}

/// Minutes of the day, from one up to another, which is excluded (S3.11).
package struct ReferenceHours: Sendable {
    package var from: Int
    /// Up to 1440, the end of the day.
    package var to: Int
}

/// The profile keys of queries.
package enum ReferenceProfile: CaseIterable, Sendable {
    case hourOfDay, weekday, hourOfWeek, dayOfMonth, weekOfYear, monthOfYear, partOfDay, weekdayOrWeekend
}

extension ReferenceBucket {
    /// Returns true if the bucket is not entirely inside the range or not over at `now` (S3.8).
    package func isPartial(in range: ReferenceInterval, now: Int64) -> Bool {
        pieces.contains { $0.start < range.start || $0.end > range.end || $0.end > now }
    }
}
