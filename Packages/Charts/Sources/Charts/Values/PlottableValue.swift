import Foundation

/// A value for a place or a property of a mark, with a label for people.
public struct PlottableValue<Value: Plottable> {
    package var channel: Channel

    private init(_ label: String, _ value: PlotValue, upper: PlotValue? = nil, unit: DateUnit? = nil) {
        channel = Channel(label: label, value: value, upper: upper, unit: unit)
    }

    /// Returns a value with a label.
    public static func value(_ label: LocalizedStringKey, _ value: Value) -> PlottableValue { .init(label.text, value.placed) }

    /// Returns a value with a label.
    public static func value(_ label: Text, _ value: Value) -> PlottableValue { .init(label.string, value.placed) }

    /// Returns a value with a label.
    @_disfavoredOverload
    public static func value(_ label: some StringProtocol, _ value: Value) -> PlottableValue { .init(String(label), value.placed) }

    /// Returns the range of a bin with a label.
    public static func value(_ label: LocalizedStringKey, _ range: ChartBinRange<Value>) -> PlottableValue {
        .init(label.text, range.lowerBound.placed, upper: range.upperBound.placed)
    }

    /// Returns a range with a label.
    public static func value(_ label: LocalizedStringKey, _ range: Range<Value>) -> PlottableValue where Value: Comparable {
        .init(label.text, range.lowerBound.placed, upper: range.upperBound.placed)
    }

    /// Returns a range with a label.
    public static func value(_ label: LocalizedStringKey, _ range: ClosedRange<Value>) -> PlottableValue where Value: Comparable {
        .init(label.text, range.lowerBound.placed, upper: range.upperBound.placed)
    }
}

extension PlottableValue where Value == Date {
    /// Returns a date with a label. It stands for the whole unit of the calendar that contains it.
    public static func value(
        _ label: LocalizedStringKey, _ value: Date, unit: Calendar.Component, calendar: Calendar? = nil
    ) -> PlottableValue { .init(label.text, value.placed, unit: DateUnit(component: unit, calendar: calendar)) }

    /// Returns a date with a label. It stands for the whole unit of the calendar that contains it.
    public static func value(_ label: Text, _ value: Date, unit: Calendar.Component, calendar: Calendar? = nil) -> PlottableValue {
        .init(label.string, value.placed, unit: DateUnit(component: unit, calendar: calendar))
    }

    /// Returns a date with a label. It stands for the whole unit of the calendar that contains it.
    @_disfavoredOverload public static func value(
        _ label: some StringProtocol, _ value: Date, unit: Calendar.Component, calendar: Calendar? = nil
    ) -> PlottableValue { .init(String(label), value.placed, unit: DateUnit(component: unit, calendar: calendar)) }
}

/// A unit of a calendar. Nil is the calendar of the chart's environment.
package struct DateUnit: Hashable, Sendable {
    package var component: Calendar.Component
    package var calendar: Calendar?

    /// Returns the start and the end of the unit that contains a moment, in seconds since 2001.
    package func interval(of seconds: Double, in calendar: Calendar) -> Range<Double>? {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        guard let interval = (self.calendar ?? calendar).dateInterval(of: component, for: date) else { return nil }
        return interval.start.timeIntervalSinceReferenceDate..<interval.end.timeIntervalSinceReferenceDate
    }
}

/// A value of a mark: for a place, or for a property such as its color.
package struct Channel: Hashable, Sendable {
    package var label: String
    package var value: PlotValue
    /// The end of a range that starts at the value.
    package var upper: PlotValue?
    package var unit: DateUnit?

    /// Returns the range that the value stands for: a bin, or a unit of the calendar. Nil for a single place.
    package func span(in calendar: Calendar) -> Range<Double>? {
        if let low = value.number, let high = upper?.number, low <= high { return low..<high }
        guard let unit, case .date(let seconds) = value else { return nil }
        return unit.interval(of: seconds, in: calendar)
    }
}

/// The ends of a bin.
public struct ChartBinRange<Bound: Plottable> {
    /// The lower end.
    public var lowerBound: Bound
    /// The upper end.
    public var upperBound: Bound

    package init(lowerBound: Bound, upperBound: Bound) { (self.lowerBound, self.upperBound) = (lowerBound, upperBound) }
}

extension ChartBinRange: Equatable where Bound: Equatable {}
extension ChartBinRange: Hashable where Bound: Hashable {}
extension ChartBinRange: Sendable where Bound: Sendable {}
