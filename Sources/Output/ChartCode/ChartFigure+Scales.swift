import CalendarIntervals
import Explanations
import SwiftCode
@_spi(Guests) import TallyCharts

/// The scales, axes and the legend of a chart.
extension ChartFigure {
    /// The series in the legend, by their index. Fewer than two need none.
    var legend: [Int] {
        let used = Set(groups.flatMap(\.series))
        let named = chart.series.indices.filter { used.contains($0) && chart.series[$0].isInLegend && !chart.series[$0].name.isEmpty }
        return named
    }

    func writeScales(_ code: inout SwiftWriter) {
        writeHorizontalScale(&code)
        writeVerticalScale(&code)
        writeColors(&code)
        if hidesAxes {
            code.add(".chartXAxis(.hidden)\n.chartYAxis(.hidden)")
        } else {
            writeHorizontalAxis(&code)
            writeVerticalAxis(&code)
            if case .value = chart.y, let unit, !unit.isEmpty { code.add(".chartYAxisLabel(\(SwiftText.literal(unit)))") }
        }
    }

    private func writeColors(_ code: inout SwiftWriter) {
        if let ramp = layout.ramp?.domain {
            let (low, high) = (SwiftText.number(ramp.lowerBound), SwiftText.number(ramp.upperBound))
            code.add(
                ".chartForegroundStyleScale(domain: \(low)...\(high), range: Gradient(colors: [.yellow, .green, .teal, .blue, .indigo]))")
            return
        }
        let all = Set(groups.filter { $0.series.count > 1 }.flatMap(\.series)).union(legend).sorted()
        if hasSeries, !all.isEmpty {
            code.add(".chartForegroundStyleScale(")
            code.add("    domain: \(SwiftText.literal(all.map { seriesNames[$0] })),")
            code.add("    range: [\(all.map(color).joined(separator: ", "))])")
        }
        if legend.count < 2 || hidesAxes { code.add(".chartLegend(.hidden)") }
    }

    // MARK: The horizontal axis

    private func writeHorizontalScale(_ code: inout SwiftWriter) {
        switch axis {
        case .time: code.add(".chartXScale(domain: data.times)")
        case .names: code.add(".chartXScale(domain: \(Self.list(slotNames)))")
        case .numbers:
            let domain = layout.x.domain
            code.add(".chartXScale(domain: \(SwiftText.number(domain.lowerBound))...\(SwiftText.number(domain.upperBound)))")
        }
    }

    /// Returns names as a list that has a type if it is empty.
    private static func list(_ names: [String]) -> String { names.isEmpty ? "[String]()" : SwiftText.literal(names) }

    private func writeHorizontalAxis(_ code: inout SwiftWriter) {
        let ticks = layout.xTicks
        guard !ticks.isEmpty else { return code.add(".chartXAxis(.hidden)") }
        switch axis {
        case .time: writeTimeAxis(ticks.map(\.value), &code)
        case .names:
            let names = ticks.map { slotNames[min(max(0, Int($0.value)), slotNames.count - 1)] }
            code.block(".chartXAxis {") { $0.add(names == slotNames ? "AxisMarks()" : "AxisMarks(values: \(Self.list(names)))") }
        case .numbers:
            code.block(".chartXAxis {") { writeLabelled(ticks, position: "", &$0) }
        }
    }

    /// Writes ticks with the labels of the drawing, by their places in the list.
    private func writeLabelled(_ ticks: [PlacedTick], position: String, _ code: inout SwiftWriter) {
        let values = ticks.map { SwiftText.number($0.value) }.joined(separator: ", ")
        code.block("AxisMarks(\(position)values: [\(values)] as [Double]) { value in") { code in
            code.add("AxisGridLine()\nAxisTick()")
            code.block("AxisValueLabel {") { code in
                let labels = ticks.map { $0.label?.text ?? "" }
                code.add("Text(verbatim: \(SwiftText.literal(labels))[value.index])")
            }
        }
    }

    private func writeTimeAxis(_ values: [Double], _ code: inout SwiftWriter) {
        let stride = self.stride(of: values)
        let unit = stride?.unit ?? Self.unit(of: values)
        let format = format(of: unit)
        let isLong = ![.second, .minute, .hour].contains(unit)
        let hasSpans = groups.contains { [.bars, .cells].contains($0.kind) }
        code.block(".chartXAxis {") { code in
            let places: String =
                if let stride {
                    ".stride(by: .\(Self.component(of: stride.unit))\(stride.count > 1 ? ", count: \(stride.count)" : ""))"
                } else {
                    "[" + values.map(place).joined(separator: ", ") + "]"
                }
            code.block("AxisMarks(values: \(places)) { _ in") { code in
                code.add("AxisGridLine()\nAxisTick()")
                code.add("AxisValueLabel(format: \(format)\(isLong && hasSpans ? ", centered: true" : ""))")
            }
        }
    }

    /// Returns the format of labels. It names the day if times of several days are marked, and the year if months of several years are.
    private func format(of unit: TimeTicks.Unit) -> String {
        let length = layout.x.domain.upperBound - layout.x.domain.lowerBound
        switch unit {
        case .second: return ".dateTime.hour().minute().second()"
        case .minute, .hour:
            return length > 1.3 * TimeTicks.Unit.day.milliseconds ? ".dateTime.weekday().hour()" : ".dateTime.hour().minute()"
        case .day, .week: return ".dateTime.day().month(.abbreviated)"
        case .month: return ".dateTime.month(.abbreviated)" + (length > 1.01 * TimeTicks.Unit.year.milliseconds ? ".year()" : "")
        case .year: return ".dateTime.year()"
        }
    }

    private static func component(of unit: TimeTicks.Unit) -> String {
        switch unit {
        case .second: "second"
        case .minute: "minute"
        case .hour: "hour"
        case .day: "day"
        case .week: "weekOfYear"
        case .month: "month"
        case .year: "year"
        }
    }

    /// Returns the step of the calendar whose multiples are the ticks; nil if days start at another hour than midnight, and for other lists.
    ///
    /// It is not documented from which day Swift Charts counts every second day, so such a step needs an axis that starts at its first tick.
    private func stride(of values: [Double]) -> (count: Int, unit: TimeTicks.Unit)? {
        guard case .time(let axis) = chart.x else { return nil }
        let plain = TimeAxis(zone: axis.zone, weekStart: axis.weekStart)
        let domain = layout.x.domain
        return TimeTicks.naturalSteps.first { step in
            let isCertain = step.count == 1 || [.second, .minute, .hour, .month].contains(step.unit) || values.first == domain.lowerBound
            return isCertain && (domain.upperBound - domain.lowerBound) / step.unit.milliseconds / Double(step.count) < 400
                && TimeTicks(every: step.count, step.unit, in: domain, of: plain).ticks.map(\.position) == values
        }
    }

    /// Returns the longest unit that is not longer than the distance of ticks.
    private static func unit(of values: [Double]) -> TimeTicks.Unit {
        guard values.count > 1 else { return .hour }
        let distance = values[1] - values[0]
        return TimeTicks.Unit.allCases.last { $0.milliseconds <= distance * 1.05 } ?? .second
    }

    func writeCalendar(_ code: inout SwiftWriter) {
        guard case .time(let axis) = chart.x else { return }
        code.add("/// The calendar of the rows, with their time zone.")
        code.block("private static let calendar: Calendar = {", closing: "}()") { code in
            code.add("var calendar = Calendar(identifier: .gregorian)")
            code.add("calendar.timeZone = TimeZone(\(SwiftZone.argument(axis.zone.identifier))) ?? .gmt")
            code.add("calendar.firstWeekday = \(axis.weekStart % 7 + 1)")
            code.add("return calendar")
        }
    }

    // MARK: The vertical axis

    /// The number of steps with which an automatic axis has the domain and the ticks of the drawing; nil if no number does, and without
    /// an axis.
    private var automaticSteps: Int? {
        guard !hidesAxes, case .value(let axis) = chart.y, axis.domain == nil, !axis.isClock, !axis.isFraction,
            case .automatic = axis.ticks,
            var range = chart.valueRange
        else { return nil }
        if axis.includesZero { range = min(0, range.lowerBound)...max(0, range.upperBound) }
        guard range.lowerBound < range.upperBound else { return nil }
        return (1...8).first { count in
            let ticks = NumberTicks(around: range, intervals: count)
            return ticks.range == layout.y.domain && ticks.multiples.map(ticks.value) == layout.yTicks.map(\.value)
        }
    }

    private func writeVerticalScale(_ code: inout SwiftWriter) {
        switch chart.y {
        case .slots: code.add(".chartYScale(domain: \(Self.list(rowNames)))")
        case .value(let axis):
            if automaticSteps != nil {
                if !axis.includesZero { code.add(".chartYScale(domain: .automatic(includesZero: false))") }
            } else {
                let domain = layout.y.domain
                code.add(".chartYScale(domain: \(SwiftText.number(domain.lowerBound))...\(SwiftText.number(domain.upperBound)))")
            }
        }
    }

    private func writeVerticalAxis(_ code: inout SwiftWriter) {
        let ticks = layout.yTicks
        guard !ticks.isEmpty else { return code.add(".chartYAxis(.hidden)") }
        code.block(".chartYAxis {") { code in
            switch chart.y {
            case .slots:
                let names = ticks.map { rowNames[min(max(0, Int($0.value)), rowNames.count - 1)] }
                code.add("AxisMarks(position: .leading, values: \(Self.list(names)))")
            case .value(let axis):
                if let steps = automaticSteps {
                    code.add("AxisMarks(position: .leading, values: .automatic(desiredCount: \(steps)))")
                } else if case .automatic = axis.ticks, !axis.isClock, !axis.isFraction {
                    let values = ticks.map { SwiftText.number($0.value) }.joined(separator: ", ")
                    code.add("AxisMarks(position: .leading, values: [\(values)] as [Double])")
                } else {
                    writeLabelled(ticks, position: "position: .leading, ", &code)
                }
            }
        }
    }
}
