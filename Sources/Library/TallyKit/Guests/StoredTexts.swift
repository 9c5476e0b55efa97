import CalendarIntervals
public import Foundation
public import HealthModel

/// The texts that stores keep, in the form of an export.
@_spi(Guests)
extension Instant {
    /// The text of the time in UTC.
    public var textInUTC: String { ISO8601.text(of: self, in: .utc) }

    /// Reads `textInUTC`. Returns nil for any other text.
    public init?(textInUTC text: String) {
        guard let read = ISO8601.read(text), read.millisecondOfDay != nil, read.offsetSeconds == 0 else { return nil }
        self = read.instant(in: .utc)
        if textInUTC != text { return nil }
    }
}

@_spi(Guests)
extension ActivitySummary {
    /// The year, the month and the day of ``day``; nil if the calendar does not have the day.
    public var date: DateComponents? {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, Self.isDay(parts[0], parts[1], parts[2]) else { return nil }
        return DateComponents(year: parts[0], month: parts[1], day: parts[2])
    }

    /// Returns true if the calendar has a day.
    public static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool { CivilDate(year: year, month: month, day: day) != nil }
}

@_spi(Guests)
extension Workout {
    /// The number of an activity in HealthKit's header; nil if it is not in the catalog.
    public static func number(ofActivity exportName: String) -> Int? { WorkoutActivityType(exportName: exportName).rawValue }

    /// The name of the activity with a number in exports; nil if the catalog does not have it.
    public static func activity(numbered number: Int) -> String? { WorkoutActivityType.numbered(number)?.exportName }

    /// The time in seconds without pauses.
    public var secondsWithoutPauses: Double { duration }
}
