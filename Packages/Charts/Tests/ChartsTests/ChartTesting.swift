import Charts
import SwiftUI
import Testing

/// A calendar of Berlin, where the clocks went forward on 29 March and back on 25 October 2026.
let berlin = calendar("Europe/Berlin")
/// A calendar without clock changes.
let utc = calendar("UTC")

func calendar(_ zone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    calendar.firstWeekday = 2
    return calendar
}

/// Returns a moment of 2026.
func moment(_ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, in calendar: Calendar = utc) -> Date {
    calendar.date(from: DateComponents(year: 2026, month: month, day: day, hour: hour, minute: minute)) ?? .distantPast
}

/// Draws a chart without its axes and its legend, so the plot is 100 points wide and high.
@MainActor func bare(_ chart: some View) throws -> ChartInspection {
    let view = chart.chartXAxis(.hidden).chartYAxis(.hidden).chartLegend(.hidden).environment(\.calendar, utc)
    return try #require(ChartInspection(of: view, width: 100, height: 100))
}

/// Draws a chart of 300 by 200 points.
@MainActor func drawn(_ chart: some View, in calendar: Calendar = utc, width: CGFloat = 300) throws -> ChartInspection {
    try #require(ChartInspection(of: chart.environment(\.calendar, calendar), width: width, height: 200))
}

extension CGRect {
    /// True if both frames are equal but for rounding.
    func isClose(to other: CGRect, within slack: CGFloat = 0.01) -> Bool {
        abs(minX - other.minX) < slack && abs(minY - other.minY) < slack && abs(width - other.width) < slack
            && abs(height - other.height) < slack
    }

    /// The middle as two numbers.
    var middle: [CGFloat] { [midX, midY] }
}

extension ChartInspection {
    /// The labels of the horizontal axis that are shown.
    var xLabels: [String] { xTicks.filter(\.isLabelShown).compactMap(\.label) }
    /// The labels of the vertical axis that are shown.
    var yLabels: [String] { yTicks.filter(\.isLabelShown).compactMap(\.label) }
    /// True if no two labels of axes touch, and all are in the chart.
    var labelsAreApart: Bool {
        let frames = (xTicks + yTicks).filter(\.isLabelShown).compactMap(\.labelFrame).map { $0.insetBy(dx: 0, dy: $0.height * 0.15) }
        let isInside = frames.allSatisfy { frame.insetBy(dx: -0.5, dy: -0.5).contains($0) }
        let pairs = frames.indices.flatMap { first in frames.indices.filter { $0 > first }.map { (frames[first], frames[$0]) } }
        return isInside && !pairs.contains { $0.insetBy(dx: 0.01, dy: 0.01).intersects($1) }
    }
}

/// A number with a name.
struct Item: Identifiable {
    var id: String { name + kind }
    var name: String
    var kind = ""
    var value: Double
}

/// Draws a view, and returns its first chart as it was laid out.
@MainActor func record(of view: some View, width: CGFloat = 100, height: CGFloat = 100) throws -> ChartRecord {
    let renderer = ImageRenderer(content: view.environment(\.calendar, utc))
    renderer.proposedSize = ProposedViewSize(width: width, height: height)
    return try #require(renderer.draw().context.records.compactMap { $0 as? ChartRecord }.first)
}
