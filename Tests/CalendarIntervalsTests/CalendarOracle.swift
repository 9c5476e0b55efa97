import CalendarIntervals
import Foundation
import HealthModel

/// Compares edges with `Foundation.Calendar`, one at a time. Calendar is known to break rule S3.7 in five ways.
struct CalendarOracle {
    let calendar: Calendar
    let rule: WallClockRule

    init(_ zoneName: String) {
        let timeZone = TimeZone(identifier: zoneName) ?? .gmt
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
        rule = WallClockRule(timeZone: timeZone)
    }

    enum Exception: String, CaseIterable {
        case secondOccurrence = "second occurrence, because the anchor is later"
        case skippedDay = "a skipped day is between anchor and edge"
        case standardOffset = "near a clock change, because the zone's standard offset differs from the anchor's"
        case negativeMonths = "negative months from a day after the 28th"
    }

    enum Verdict {
        case agreement
        case exception(Exception)
        /// We break the rule, or Calendar does in an unknown way.
        case failure(String)
    }

    /// Returns edge `k` in seconds since 1970: the anchor plus `k` intervals. A quarter counts as three months.
    func edge(_ k: Int, _ interval: IntervalComponents, anchor: Int64) -> Int64? {
        let (component, factor): (Calendar.Component, Int) =
            switch interval.period {
            case .second: (.second, 1)
            case .minute: (.minute, 1)
            case .hour: (.hour, 1)
            case .day: (.day, 1)
            case .week: (.weekOfYear, 1)
            case .month: (.month, 1)
            case .quarter: (.month, 3)
            case .year: (.year, 1)
            }
        let date = Date(timeIntervalSince1970: Double(anchor))
        return calendar.date(byAdding: component, value: k * interval.count * factor, to: date)
            .map { Int64($0.timeIntervalSince1970.rounded()) }
    }

    /// Judges edge `k` of a calendar schedule.
    func judge(_ k: Int, of schedule: BucketSchedule) -> Verdict {
        let reading = Self.reading(k, of: schedule)
        let meaning = rule.meaning(reading)
        let ours = schedule.edge(k).milliseconds / 1000
        let anchor = rule.meaning(schedule.anchor.localMilliseconds / 1000).edge
        let theirs = edge(k, schedule.interval, anchor: anchor)
        if ours == meaning.edge, ours == theirs { return .agreement }
        if ours == meaning.edge, let theirs, let exception = exception(k, schedule, meaning, theirs: theirs, anchor: anchor) {
            return .exception(exception)
        }
        func text(_ seconds: Int64) -> String { ISO8601.text(of: Instant(seconds: seconds), in: schedule.zone) }
        return .failure(
            "\(schedule.zone.identifier), \(schedule.interval) from \(ISO8601.text(of: schedule.anchor)), edge \(k): ours \(text(ours)), "
                + "rule \(text(meaning.edge)), Calendar \(theirs.map(text) ?? "none")")
    }

    private func exception(
        _ k: Int, _ schedule: BucketSchedule, _ meaning: WallClockRule.Meaning, theirs: Int64, anchor: Int64
    ) -> Exception? {
        let difference = abs(theirs - meaning.edge)
        if k < 0, case .twice(_, let second) = meaning, theirs == second { return .secondOccurrence }
        let day: Int64 = 86_400
        // Only the date line is more than half a day wide. The edge can also be that of the skipped day.
        let otherSides = [anchor, meaning.edge - day]
        let isAcrossDateLine = otherSides.contains { abs(rule.offset(meaning.edge) - rule.offset($0)) > day / 2 }
        if difference <= 90_000, isAcrossDateLine { return .skippedDay }
        if k < 0, schedule.interval.period >= .month, schedule.anchor.date.day > 28, difference <= 90_000 { return .negativeMonths }
        let isNearChange = rule.offset(meaning.edge - day) != rule.offset(meaning.edge + day)
        let standardOffsets = Set([-day, day].map { rule.standardOffset(meaning.edge + $0) })
        if difference <= 10_800, isNearChange, standardOffsets != [rule.standardOffset(anchor)] { return .standardOffset }
        return nil
    }

    /// Returns the local time of edge `k`, in seconds of the local time line.
    private static func reading(_ k: Int, of schedule: BucketSchedule) -> Int64 {
        let steps = k * schedule.interval.count
        let date =
            switch schedule.interval.period {
            case .week: schedule.anchor.date.adding(days: steps * 7)
            case .month: schedule.anchor.date.adding(months: steps)
            case .quarter: schedule.anchor.date.adding(months: steps * 3)
            case .year: schedule.anchor.date.adding(months: steps * 12)
            case .second, .minute, .hour, .day: schedule.anchor.date.adding(days: steps)
            }
        return CivilDateTime(date: date, millisecondOfDay: schedule.anchor.millisecondOfDay).localMilliseconds / 1000
    }
}
