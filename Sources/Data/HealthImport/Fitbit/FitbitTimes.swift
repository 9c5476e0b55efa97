import CalendarIntervals
import HealthModel

/// Reads the times of a Fitbit export: `01/31/24 08:00:00` and ISO 8601.
struct FitbitTimes {
    /// The zone of times without an offset.
    var zone: Zone?
    /// The number of times that were read with the zone, and of those that clocks skip or show twice.
    private(set) var localCount = 0
    private(set) var unclearCount = 0
    /// An hour of the clock without changes near it, and its offset.
    private var hour: (local: Range<Int64>, offset: Int64) = (0..<0, 0)
    /// The day of the zone that holds the last time.
    private var lastDay: Range<Int64> = 0..<0

    init(zone: Zone?) { self.zone = zone }

    /// Returns the time in `text` in milliseconds since 1970.
    mutating func read(_ text: Bytes, _ clock: FitbitClock) -> Result<Int64, TimeFailure> {
        guard let reading = Self.reading(text) else { return .failure(.unreadable) }
        let local = reading.civil.localMilliseconds
        switch clock {
        case .date: return day(local - Int64(reading.millisecondOfDay ?? 0))
        case .utc: return .success(local - Int64(reading.offsetSeconds ?? 0) * 1000)
        case .local:
            if let offset = reading.offsetSeconds { return .success(local - Int64(offset) * 1000) }
            return instant(ofLocal: local)
        }
    }

    /// The reason why a time can't be used.
    enum TimeFailure: Error { case unreadable, missingZone }

    /// Returns the first moment of the day that starts at a local time.
    private mutating func day(_ local: Int64) -> Result<Int64, TimeFailure> {
        guard let zone else { return .failure(.missingZone) }
        localCount += 1
        return .success(zone.firstInstant(atOrAfterLocalMilliseconds: local).milliseconds)
    }

    /// Returns the end of the day that starts at `start`.
    func endOfDay(from start: Int64) -> Int64 {
        zone?.endOfDay(from: start) ?? start + 86_400_000
    }

    /// Returns the moment at which the clocks show a local time, the first of two.
    mutating func instant(ofLocal local: Int64) -> Result<Int64, TimeFailure> {
        guard let zone else { return .failure(.missingZone) }
        localCount += 1
        if hour.local.contains(local) { return .success(local - hour.offset) }
        let instant = zone.instant(ofLocalMilliseconds: local).milliseconds
        let start = local - ((local % 3_600_000) + 3_600_000) % 3_600_000
        if !zone.hasChange(near: start..<start + 3_600_000) {
            hour = (start..<start + 3_600_000, local - instant)
        } else if zone.instants(ofLocalMilliseconds: local).count != 1 {
            unclearCount += 1
        }
        return .success(instant)
    }

    /// Returns the number of the day that holds a moment, in the zone of the person.
    mutating func dayNumber(_ instant: Int64) -> Int64 {
        let zone = zone ?? .utc
        if !lastDay.contains(instant) { lastDay = zone.day(holding: instant) }
        return (zone.localMilliseconds(at: Instant(milliseconds: lastDay.lowerBound)) + 43_200_000) / 86_400_000
    }

    // MARK: - Texts

    /// Returns the time on the clock in `text`, in milliseconds since the start of 1970 on that clock. Nil if it has no time.
    static func local(_ text: Bytes) -> Int64? { reading(text)?.civil.localMilliseconds }

    private static func reading(_ text: Bytes) -> ISO8601.Reading? {
        let text = text.extracting(text.trimmedRange)
        guard text.count >= 8, text[2] == UInt8(ascii: "/"), text[5] == UInt8(ascii: "/") else { return ISO8601.read(utf8: text) }
        func number(_ start: Int) -> Int? {
            guard start + 1 < text.count, text[start].isDigit, text[start + 1].isDigit else { return nil }
            return Int(text[start] - 0x30) * 10 + Int(text[start + 1] - 0x30)
        }
        // The first Fitbit is of 2009, so all years are of this century.
        guard let month = number(0), let day = number(3), let year = number(6),
            let date = CivilDate(year: 2000 + year, month: month, day: day)
        else { return nil }
        if text.count == 8 { return ISO8601.Reading(date: date) }
        guard text.count == 17, text[8] == UInt8(ascii: " "), text[11] == UInt8(ascii: ":"), text[14] == UInt8(ascii: ":"),
            let hour = number(9), let minute = number(12), let second = number(15), hour < 24, minute < 60, second < 60
        else { return nil }
        return ISO8601.Reading(date: date, millisecondOfDay: ((hour * 60 + minute) * 60 + second) * 1000)
    }
}
