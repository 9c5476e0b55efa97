import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Writes the times of a plan as Swift code.
struct HealthKitBuckets {
    let plan: Plan

    /// Declares `start` and `end`, preceded by `timeZone` and `calendar` if the code needs them.
    func declareRange(needsCalendar: Bool, _ code: inout SwiftWriter) {
        if needsCalendar || plan.grid.schedule != nil || !plan.grid.profiles.isEmpty {
            let identifier = plan.usesSampleZones ? "UTC" : plan.zone.identifier
            code.block("guard let timeZone = TimeZone(\(SwiftZone.argument(identifier))) else {") {
                $0.add("preconditionFailure(\"this system does not have the time zone\")")
            }
            code.add("var zoned = Calendar(identifier: .gregorian)")
            code.add("zoned.timeZone = timeZone")
            code.add("let calendar = zoned")
            code.add("")
        }
        guard !plan.range.isUnknown else {
            code.add("// There were no samples when this code was generated, so it has no range. Choose one.")
            code.add("let start = \(HealthKitPredicate.date(plan.now))")
            code.add("let end = Date()")
            return
        }
        let last = plan.range.includesEnd ? "included" : "not included"
        code.add("let start = \(HealthKitPredicate.date(plan.range.start))  // \(time(plan.range.start))")
        let end = plan.range.includesEnd ? plan.range.end.advanced(byMilliseconds: 1) : plan.range.end
        code.add("let end = \(HealthKitPredicate.date(end))  // \(time(plan.range.end)), \(last)")
    }

    /// Declares `anchorDate` from its date components.
    func declareAnchor(of schedule: BucketSchedule, _ code: inout SwiftWriter) {
        let origin = schedule.edge(0)
        guard schedule.zone.instant(of: schedule.anchor) == origin || keepsClock(schedule) else {
            code.add("let anchorDate = \(HealthKitPredicate.date(origin))  // \(time(origin))")
            return
        }
        let civil = schedule.anchor
        var fields = ["year: \(civil.date.year)", "month: \(civil.date.month)", "day: \(civil.date.day)"]
        let clock = [
            ("hour", civil.hour), ("minute", civil.minute), ("second", civil.second), ("nanosecond", civil.millisecond * 1_000_000),
        ]
        fields += clock.filter { $0.1 != 0 || $0.0 == "hour" }.map { "\($0.0): \($0.1)" }
        code.add("let anchorComponents = DateComponents(\(fields.joined(separator: ", ")))")
        guard !keepsClock(schedule) else { return }
        code.block("guard let anchorDate = calendar.date(from: anchorComponents) else {") {
            $0.add("preconditionFailure(\"the calendar does not have this date\")")
        }
    }

    /// Returns true if the buckets follow the wall clock in steps of less than a day, which `DateComponents` cannot express.
    func keepsClock(_ schedule: BucketSchedule) -> Bool { schedule.grid == .clock && schedule.interval.period < .day }

    /// Returns the calendar component and count that equal an interval. A week is 7 days, a quarter is 3 months.
    static func step(_ interval: IntervalComponents) -> (component: String, count: Int) {
        switch interval.period {
        case .week: ("day", 7 * interval.count)
        case .quarter: ("month", 3 * interval.count)
        case .second, .minute, .hour, .day, .month, .year: (interval.period.name, interval.count)
        }
    }

    /// For `partial drop` with the range as the only row, adds code that returns no row while the range has not ended.
    func dropRunningRange(_ form: HealthKitForm, _ code: inout SwiftWriter) {
        guard plan.partial == .drop, plan.grid.schedule == nil, plan.grid.profiles.isEmpty else { return }
        code.add("guard end <= \(now) else { \(form.leave(with: "[]")) }")
    }

    /// An expression for the time by which intervals begin: the local time if samples have zones.
    var now: String { plan.usesSampleZones ? "now" : "Date()" }

    /// True if the range extends into the future, so that future samples may count.
    var mayBeLater: Bool { !plan.range.isUnknown && plan.range.end > plan.nowOfRows }

    /// Declares `buckets`: the intervals that overlap the range and have begun, and all later ones up to the last sample that counts.
    ///
    /// - Parameter counted: an expression for the samples that count.
    func declareBuckets(of schedule: BucketSchedule, counted: String, _ code: inout SwiftWriter) {
        let (component, count) = Self.step(schedule.interval)
        if keepsClock(schedule) {
            code.add("// `grid clock` counts wall-clock time. UTC serves as a calendar whose clocks never change.")
            code.add("var clock = Calendar(identifier: .gregorian)")
            code.add("clock.timeZone = .gmt")
            code.add("let fields: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]")
            code.block("func edge(_ index: Int) -> Date? {") {
                $0.add("guard let origin = clock.date(from: anchorComponents),")
                $0.add("    let reading = clock.date(byAdding: .\(component), value: \(Self.times(count)), to: origin),")
                $0.add("    let date = calendar.date(from: clock.dateComponents(fields, from: reading)),")
                $0.add("    let shown = clock.date(from: calendar.dateComponents(fields, from: date))")
                $0.add("else { return nil }")
                $0.add("let skipped = shown.timeIntervalSince(reading)")
                $0.add("guard skipped >= 1 else { return date }")
                $0.add("// The clocks skip this time, so the edge is the moment at which they do.")
                $0.add("return timeZone.nextDaylightSavingTimeTransition(after: date.addingTimeInterval(-skipped))")
            }
        } else {
            code.add("// Always count from the anchor, not from the previous edge: 31 January, 28 February, 31 March.")
            code.block("func edge(_ index: Int) -> Date? {") {
                $0.add("calendar.date(byAdding: .\(component), value: \(Self.times(count)), to: anchorDate)")
            }
        }
        let firstIndex = schedule.index(of: plan.range.isUnknown ? plan.now : plan.range.start)
        code.add("var buckets: [DateInterval] = []")
        code.add("var index = \(firstIndex)")
        if mayBeLater {
            code.add("// Future intervals are included up to the last sample.")
            let end = plan.usesSampleZones ? "wall($0.endDate, $0)" : "$0.endDate"
            code.add("let ends = \(counted).map { $0.startDate < $0.endDate ? \(end) : \(end).addingTimeInterval(0.001) }")
            code.add("let reached = max(\(now).addingTimeInterval(0.001), ends.max() ?? .distantPast)")
        }
        let reached = mayBeLater ? "reached" : now
        let first = mayBeLater ? "max(lower, start)" : "lower"
        code.block("while let lower = edge(index), let upper = edge(index + 1), \(first) < min(end, \(reached)) {") {
            $0.add("if lower < upper { buckets.append(DateInterval(start: lower, end: upper)) }")
            $0.add("index += 1")
        }
    }

    private static func times(_ count: Int) -> String { count == 1 ? "index" : "\(count) * index" }

    /// Declares `pieces`: the range divided into minutes, hours or days, the largest unit that its profiles need.
    func declarePieces(_ code: inout SwiftWriter) {
        let isHourly = plan.grid.profiles.contains { $0 == .hourOfDay || $0 == .hourOfWeek || $0 == .partOfDay }
        let hasMinutes = plan.grid.profiles.contains(.partOfDay) && plan.dayParts.slotsByStart.contains { $0.start % 3_600_000 != 0 }
        let component = hasMinutes ? "minute" : isHourly ? "hour" : "day"
        code.add("var pieces: [DateInterval] = []")
        code.add("var cut = start")
        code.block("while cut < end, let whole = calendar.dateInterval(of: .\(component), for: cut) {") {
            $0.add("let upper = min(max(whole.end, cut.addingTimeInterval(1)), end)")
            $0.add("pieces.append(DateInterval(start: cut, end: upper))")
            $0.add("cut = upper")
        }
    }

    func time(_ instant: Instant) -> String {
        plan.usesSampleZones
            ? ISO8601.text(of: CivilDateTime(localMilliseconds: instant.milliseconds)) : ISO8601.text(of: instant, in: plan.zone)
    }
}

/// Expresses a profile with Swift's `Calendar`. Slots count from 0.
struct ProfileCode {
    let profile: Profile
    var dayParts = DayParts.usual

    /// Returns an expression for the slot of `date`, an expression of type `Date`. Weekdays start on Monday here, on Sunday in `Calendar`.
    func slot(of date: String) -> String {
        let weekday = "(calendar.component(.weekday, from: \(date)) + 5) % 7"
        return switch profile {
        case .hourOfDay: "calendar.component(.hour, from: \(date))"
        case .weekday: weekday
        case .hourOfWeek: "\(weekday) * 24 + calendar.component(.hour, from: \(date))"
        case .dayOfMonth: "calendar.component(.day, from: \(date)) - 1"
        case .weekOfYear: "weeks.component(.weekOfYear, from: \(date)) - 1"
        case .monthOfYear: "calendar.component(.month, from: \(date)) - 1"
        case .partOfDay: partOfDay(of: date)
        case .weekdayOrWeekend: "(\(weekday) < 5 ? 0 : 1)"
        }
    }

    /// The slot after the last start that is not later than the time of day, in minutes.
    private func partOfDay(of date: String) -> String {
        let starts = dayParts.slotsByStart
        let minute = "calendar.component(.hour, from: \(date)) * 60 + calendar.component(.minute, from: \(date))"
        return "[\(starts.map { "\($0.slot)" }.joined(separator: ", "))]"
            + "[[\(starts.map { "\($0.start / 60_000)" }.joined(separator: ", "))].filter { $0 <= \(minute) }.count - 1]"
    }

    /// Declares a calendar with Tally's week numbers if the plan needs them.
    static func declareWeeks(_ plan: Plan, filters: [String], _ code: inout SwiftWriter) {
        guard plan.grid.profiles.contains(.weekOfYear) || filters.contains(where: { $0.contains("weeks.component") }) else { return }
        code.add("var weeks = calendar")
        code.add("weeks.firstWeekday = \(plan.weekStart.rawValue % 7 + 1)")
        code.add("weeks.minimumDaysInFirstWeek = 4")
    }
}

/// Expresses times of day with Swift's `Calendar`.
enum ClockCode {
    /// Returns the condition that the time of day of `date`, an expression of type `Date`, is one of `times`, which are whole seconds.
    static func isIn(_ times: DayTimes, at date: String) -> String {
        let parts = [("hour", " * 3600"), ("minute", " * 60"), ("second", "")]
        let second = "(\(parts.map { "calendar.component(.\($0), from: \(date))\($1)" }.joined(separator: " + ")))"
        let (from, to) = (times.from / 1000, times.to / 1000)
        if from < to { return "(\(from)..<\(to)).contains\(second)" }
        return "!(\(to)..<\(from)).contains\(second)"
    }
}
