import CalendarIntervals
import HealthModel

/// Natural positions on a time axis: full hours, days, months and so on in the axis's time zone.
@_spi(Guests)
public struct TimeTicks {
    /// A position on a time axis.
    public struct Tick {
        /// Milliseconds since 1970.
        public var position: Double
        /// True if the tick starts a longer period, such as a day among hours.
        public var isMajor: Bool
        /// The wall-clock time.
        fileprivate var clock: CivilDateTime
        /// The day. It can start at another hour than midnight.
        fileprivate var day: CivilDate
        fileprivate var beginsDay: Bool
    }

    /// A unit of the distance between ticks, for guests that do not import the calendar. A quarter is three months.
    public enum Unit: Hashable, Sendable, CaseIterable {
        case second, minute, hour, day, week, month, year

        /// About how long the unit is.
        public var milliseconds: Double { Double(period.approximateMilliseconds) }

        fileprivate var period: CalendarPeriod {
            switch self {
            case .second: .second
            case .minute: .minute
            case .hour: .hour
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
        }
    }

    /// The possible distances between ticks, in ascending order.
    static let steps: [IntervalComponents] =
        [1, 2, 5, 10, 15, 30].map { IntervalComponents($0, .second) } + [1, 2, 5, 10, 15, 30].map { IntervalComponents($0, .minute) }
        + [1, 2, 3, 6, 12].map { IntervalComponents($0, .hour) } + [1, 2].map { IntervalComponents($0, .day) }
        + [1, 2].map { IntervalComponents($0, .week) } + [1, 3, 6].map { IntervalComponents($0, .month) }
        + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map { IntervalComponents($0, .year) }

    let step: IntervalComponents
    /// In ascending order.
    public let ticks: [Tick]

    /// The natural distances between ticks, in ascending order.
    public static var naturalSteps: [(count: Int, unit: Unit)] {
        steps.compactMap { step in Unit.allCases.first { $0.period == step.period }.map { (step.count, $0) } }
    }

    /// Creates the ticks within `domain`, including both ends, every `count` units by the clock and the calendar of the axis.
    public init(every count: Int, _ unit: Unit, in domain: ClosedRange<Double>, of axis: TimeAxis) {
        self.init(every: IntervalComponents(max(1, count), unit.period), in: domain, of: axis)
    }

    /// Creates the ticks within `domain`, including both ends. Ticks are limited to the years 1 to 9999.
    init(every step: IntervalComponents, in domain: ClosedRange<Double>, of axis: TimeAxis) {
        self.step = step
        let zone = axis.zone.zone
        let dayStart = Int64(axis.dayStartHour.clamped(to: 0...23)) * millisecondsPerHour
        let first = Instant(at: domain.lowerBound)
        let end = Instant(at: domain.upperBound.nextUp)
        let schedule = BucketSchedule(
            interval: step, anchor: Self.anchor(of: step, from: first, axis: axis), zone: zone, grid: .clock)
        func day(at milliseconds: Int64) -> (local: Int64, day: CivilDate) {
            let local = zone.localMilliseconds(at: Instant(milliseconds: milliseconds))
            return (local, CivilDateTime(localMilliseconds: local - dayStart).date)
        }
        var ticks: [Tick] = []
        for edge in schedule.edges(covering: first..<max(first, end)) where edge >= first.milliseconds && edge < end.milliseconds {
            let (local, date) = day(at: edge)
            let beginsDay = day(at: edge - 1).day != date
            // A time that a clock change skips moves to the end of the gap, which is not on the grid.
            let isOnGrid = step.period >= .day || (local - dayStart) % step.approximateMilliseconds == 0
            guard isOnGrid || beginsDay else { continue }
            let clock = CivilDateTime(localMilliseconds: local)
            let isMajor =
                switch step.period {
                case .second: clock.second == 0
                case .minute: clock.minute == 0
                case .hour: beginsDay
                case .day, .week: date.month != (ticks.last?.day ?? date.adding(days: -1)).month
                case .month, .quarter: date.year != (ticks.last?.day ?? date.adding(days: -1)).year
                case .year: false
                }
            ticks.append(Tick(position: Double(edge), isMajor: isMajor, clock: clock, day: date, beginsDay: beginsDay))
        }
        self.ticks = ticks
    }

    /// Returns the start of the grid. Days and shorter steps use the start of days, weeks the first week shown, years the year 2000.
    private static func anchor(of step: IntervalComponents, from first: Instant, axis: TimeAxis) -> CivilDateTime {
        let millisecondOfDay = axis.dayStartHour.clamped(to: 0...23) * Int(millisecondsPerHour)
        if step.period >= .month {
            return CivilDateTime(date: CivilDate(monthNumber: 24_000, clampingDay: 1), millisecondOfDay: millisecondOfDay)
        }
        let rule = AnchorRule(weekStart: Weekday(rawValue: axis.weekStart) ?? .monday, millisecondOfDay: millisecondOfDay)
        let anchor = rule.anchor(of: step, holding: first, zone: axis.zone.zone)
        guard step.count > 1, step.period >= .day, axis.zone.zone.instant(of: anchor) < first else { return anchor }
        return CivilDateTime(date: anchor.date.adding(days: step.period == .week ? 7 : 1), millisecondOfDay: millisecondOfDay)
    }

    /// The labels of all ticks in each wording, the most detailed first. The longer period is named where it starts, and at the first tick
    /// if there is room.
    public var wordings: [[String]] {
        guard let first = ticks.first else { return [] }
        func withFirst(_ label: String, _ labels: [String]) -> [String] { [label] + labels.dropFirst() }
        switch step.period {
        case .second, .minute, .hour:
            let labels = ticks.map { tick in
                guard tick.beginsDay else { return TimeText.clock(tick.clock) }
                return tick.day.day == 1 ? TimeText.date(tick.day) : TimeText.weekday(tick.day)
            }
            let date =
                first.beginsDay ? TimeText.weekday(first.day) + " " + TimeText.month(first.day) : TimeText.date(first.day) + " " + labels[0]
            return [withFirst(date, labels), labels]
        case .day:
            let numbers = ticks.map { $0.isMajor ? TimeText.date($0.day) : String($0.day.day) }
            let weekdays = ticks.map { TimeText.weekday($0.day) + ($0.isMajor ? " " + TimeText.month($0.day) : "") }
            let date = TimeText.date(first.day)
            let wordings = [
                withFirst(TimeText.weekday(first.day) + " " + TimeText.month(first.day), weekdays),
                withFirst(date, zip(weekdays, numbers).map { $0.count > 6 ? $1 : $0 }),
                withFirst(date, numbers),
            ]
            // Two weeks contain only two Mondays, so label every second day, with the month in place of the second number.
            guard step.count == 2, (3...8).contains(ticks.count), !ticks[1].isMajor else { return wordings }
            return wordings + [[date, ""] + numbers.dropFirst(2)]
        case .week:
            return [ticks.map { TimeText.date($0.day) }]
        case .month, .quarter:
            let labels = ticks.map { $0.isMajor ? String($0.day.year) : TimeText.month($0.day) }
            return [withFirst(first.isMajor ? labels[0] : TimeText.month(first.day) + " " + String(first.day.year), labels), labels]
        case .year:
            return [ticks.map { String($0.day.year) }]
        }
    }
}

extension Instant {
    /// Creates the millisecond at or after a position of a time axis, within the years 1 to 9999 of every time zone.
    init(at place: Double) {
        self.init(milliseconds: Int64(place.clamped(to: -62_135_510_400_000...253_402_214_400_000).rounded(.up)))
    }
}

extension Comparable {
    /// Returns this value, limited to `range`.
    func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
