import Foundation
@_spi(Guests) import TallyCharts

/// A place of an axis that is marked, with its usual label.
package struct AxisTickPlace: Hashable, Sendable {
    package var value: PlotValue
    package var label: String

    package init(value: PlotValue, label: String) { (self.value, self.label) = (value, label) }
}

/// Places of an axis for automatic ticks, from the rules of all charts.
package enum AxisTicks {
    /// Returns the ends of round ticks around numbers.
    package static func rounded(_ range: ClosedRange<Double>, count: Int) -> ClosedRange<Double> {
        NumberTicks(around: range, intervals: max(1, count)).range
    }

    /// Returns round numbers in a range. If its ends are round for one of the steps, they are marked, too.
    package static func numbers(in range: ClosedRange<Double>, count: Int, isShare: Bool = false) -> [AxisTickPlace] {
        guard range.lowerBound < range.upperBound, let inside = NumberTicks(inside: range, intervals: max(1, count)) else {
            return [AxisTickPlace(value: .number(range.lowerBound), label: ValueText.number(range.lowerBound))]
        }
        let around = NumberTicks(around: range, intervals: max(1, count))
        let ticks = around.range == range ? around : inside
        return zip(ticks.multiples, ticks.labels(isFraction: isShare)).map {
            AxisTickPlace(value: .number(ticks.value(at: $0)), label: isShare ? $1 + " %" : $1)
        }
    }

    /// Returns powers of ten in a positive range, or round numbers if there are fewer than two.
    package static func powers(in range: ClosedRange<Double>, count: Int) -> [AxisTickPlace] {
        guard range.lowerBound > 0 else { return numbers(in: range, count: count) }
        let (low, high) = (Int(log10(range.lowerBound).rounded(.up)), Int((log10(range.upperBound) + 1e-9).rounded(.down)))
        guard low < high else { return numbers(in: range, count: count) }
        let every = max(1, (high - low) / max(1, count))
        return stride(from: low, through: high, by: every).map { exponent in
            let value = exponent < 0 ? 1 / pow(10, Double(-exponent)) : pow(10, Double(exponent))
            return AxisTickPlace(value: .number(value), label: ValueText.number(value))
        }
    }

    /// Returns round times in a range, at most as many as are wanted, with wordings from the most detailed to the shortest.
    package static func dates(in range: ClosedRange<Double>, count: Int, calendar: Calendar) -> (seconds: [Double], wordings: [[String]]) {
        let axis = axis(of: calendar)
        let domain = milliseconds(range.lowerBound)...milliseconds(range.upperBound)
        var last: TimeTicks?
        for step in TimeTicks.naturalSteps {
            // Long ranges have millions of short steps. They are not counted.
            guard (domain.upperBound - domain.lowerBound) / step.unit.milliseconds / Double(step.count) < 400 else { continue }
            let ticks = TimeTicks(every: step.count, step.unit, in: domain, of: axis)
            if ticks.ticks.count <= max(1, count), !ticks.ticks.isEmpty || last != nil {
                return (ticks.ticks.map { seconds($0.position) }, ticks.wordings)
            }
            last = ticks
        }
        return (last?.ticks.map { seconds($0.position) } ?? [], last?.wordings ?? [])
    }

    /// Returns the labels of the starts of units in a range, by their seconds.
    package static func labels(
        every count: Int, _ component: Calendar.Component, in range: ClosedRange<Double>, calendar: Calendar
    ) -> [Double: String] {
        guard let unit = unit(of: component) else { return [:] }
        let domain = milliseconds(range.lowerBound)...milliseconds(range.upperBound)
        guard (domain.upperBound - domain.lowerBound) / unit.milliseconds / Double(count) < 1000 else { return [:] }
        let ticks = TimeTicks(every: component == .quarter ? 3 * count : count, unit, in: domain, of: axis(of: calendar))
        guard let wording = ticks.wordings.last(where: { !$0.contains("") }) ?? ticks.wordings.last else { return [:] }
        return Dictionary(zip(ticks.ticks.map { seconds($0.position) }, wording)) { first, _ in first }
    }

    /// Returns the label of a moment: its time, or its day at midnight.
    package static func moment(_ moment: Double, component: Calendar.Component? = nil, calendar: Calendar) -> String {
        let date = Date(timeIntervalSinceReferenceDate: moment)
        let isMidnight = calendar.startOfDay(for: date) == date
        let position = milliseconds(moment)
        let unit = component.flatMap(unit) ?? (isMidnight ? .day : .minute)
        let ticks = TimeTicks(every: 1, unit, in: position...position, of: axis(of: calendar))
        return ticks.wordings.last?.first ?? date.ISO8601Format()
    }

    /// Returns a moment in words, such as `2 Mar 2026 06:00`. Times are left out at midnight and for units of a day and longer.
    package static func words(_ moment: Double, component: Calendar.Component?, calendar: Calendar) -> String {
        let date = Date(timeIntervalSinceReferenceDate: moment)
        let start = calendar.startOfDay(for: date).timeIntervalSinceReferenceDate
        func label(_ seconds: Double, _ unit: TimeTicks.Unit) -> String {
            let position = milliseconds(seconds)
            return TimeTicks(every: 1, unit, in: position...position, of: axis(of: calendar)).wordings.last?.first ?? ""
        }
        let day = label(start, .day) + " " + String(calendar.component(.year, from: date))
        let isLong = component.flatMap(unit).map { ![.hour, .minute, .second].contains($0) } ?? (start == moment)
        if isLong { return day }
        let (hour, minute) = (calendar.component(.hour, from: date), calendar.component(.minute, from: date))
        return day + " " + (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }

    private static func unit(of component: Calendar.Component) -> TimeTicks.Unit? {
        switch component {
        case .second: .second
        case .minute: .minute
        case .hour: .hour
        case .day, .weekday, .dayOfYear: .day
        case .weekOfYear, .weekOfMonth: .week
        case .month: .month
        case .quarter: .month
        case .year: .year
        default: nil
        }
    }

    private static func axis(of calendar: Calendar) -> TimeAxis {
        TimeAxis(zone: ChartZone(calendar.timeZone.identifier) ?? .utc, weekStart: (calendar.firstWeekday + 5) % 7 + 1)
    }

    private static func milliseconds(_ seconds: Double) -> Double {
        (seconds + Date.timeIntervalBetween1970AndReferenceDate) * 1000
    }

    private static func seconds(_ milliseconds: Double) -> Double {
        milliseconds / 1000 - Date.timeIntervalBetween1970AndReferenceDate
    }
}
