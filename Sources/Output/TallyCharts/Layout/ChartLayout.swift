/// A chart laid out in a frame: where everything stands, in units of the renderer (cells, or pixels), y downwards from the top.
///
/// Renderers draw what is here and decide nothing about places. No two labels overlap, and none leaves the frame.
package struct ChartLayout: Sendable {
    package var frame: Frame
    /// Where marks are drawn.
    package var plot: Frame
    package var x: LinearScale
    /// Values to positions: the greatest value is on top. Rows of a heatmap: slot `i` covers `i ..< i + 1`, the first one on top.
    package var y: LinearScale
    package var xTicks: [PlacedTick]
    package var yTicks: [PlacedTick]
    /// Where the zone's clocks change within the domain.
    package var clockChanges: [ClockChange]
    /// Every text of the chart but the labels of ticks: title, subtitle, unit, legend, labels of rules and points, notes.
    package var labels: [PlacedLabel]
    package var legend: [LegendKey]
    /// The marks of the chart, reduced to what the plot can show, in their order; renderers draw these.
    package var marks: [Mark]
    /// The ramp of a heatmap: its frame and the values at its ends; nil without cells.
    package var ramp: (frame: Frame, domain: ClosedRange<Double>)?
}

/// A rectangle.
package struct Frame: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var maxX: Double { x + width }
    package var maxY: Double { y + height }
}

package struct PlacedTick: Hashable, Sendable {
    /// Along the axis, in units of the renderer.
    package var position: Double
    /// Nil where the label had to give way.
    package var label: PlacedLabel?
    /// Whether it stands at the start of a greater period than its neighbours, such as midnight among hours.
    package var isMajor: Bool
}

package struct PlacedLabel: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
        case title, subtitle, unit, tick, now, rule, point, legend, ramp, note
    }

    package enum Alignment: Hashable, Sendable { case leading, center, trailing }

    package var text: String
    package var role: Role
    /// The space that the text takes, as it was measured.
    package var frame: Frame
    /// The edge of the frame that renderers hold on to where their own measure differs.
    package var alignment: Alignment
    /// Index into `Chart.series`, where the text has a series' colour.
    package var series: Int?
}

package struct LegendKey: Hashable, Sendable {
    package var series: Int
    /// Where the sample of colour stands, beside the label of the same series.
    package var frame: Frame
}

package struct ClockChange: Hashable, Sendable {
    package var position: Double
    /// By how much the clocks go forward, in minutes; negative where they go back.
    package var minutes: Int
}

/// How a renderer measures text; widths and heights are in its own units.
package protocol TextMetrics: Sendable {
    func width(of text: String, role: PlacedLabel.Role) -> Double
    func height(of role: PlacedLabel.Role) -> Double
    /// The least distance between two labels in a row.
    var spacing: Double { get }
    /// The smallest step of positions: 1 for cells, so that labels stand on whole ones; 0 for any.
    var grain: Double { get }
    /// The distance between the plot and the labels of its axes, where renderers draw lines and ticks; `spacing` unless given.
    var axisGap: Double { get }
    /// The width of a sample of colour in the legend; as wide as it is high unless given.
    var keyWidth: Double { get }
}

extension TextMetrics {
    package var axisGap: Double { spacing }
    package var keyWidth: Double { height(of: .legend) }
}

/// A linear map of a domain to positions.
package struct LinearScale: Hashable, Sendable {
    package var domain: ClosedRange<Double>
    /// The positions of the domain's ends; the first may be the greater one.
    package var start: Double
    package var end: Double

    package init(domain: ClosedRange<Double>, from start: Double, to end: Double) {
        self.domain = domain
        self.start = start
        self.end = end
    }

    /// Returns the position of `value`; values outside of the domain lie outside of the positions. A domain of one value is its middle.
    package func position(of value: Double) -> Double {
        let length = domain.upperBound - domain.lowerBound
        guard length > 0 else { return (start + end) / 2 }
        return start + (value - domain.lowerBound) / length * (end - start)
    }
}
