/// The positions of all parts of a chart in a frame, in units of the renderer (cells or pixels). y increases downward from the top.
///
/// Renderers draw the parts and choose no positions. Labels do not overlap, and all of them are inside the frame.
package struct ChartLayout: Sendable {
    package var frame: Frame
    /// The area of the marks.
    package var plot: Frame
    package var x: LinearScale
    /// Maps values to positions, with the greatest value at the top. In a heatmap, slot `i` covers `i ..< i + 1`, with slot 0 at the top.
    package var y: LinearScale
    package var xTicks: [PlacedTick]
    package var yTicks: [PlacedTick]
    /// The clock changes of the time zone within the domain.
    package var clockChanges: [ClockChange]
    /// All texts of the chart except tick labels: title, subtitle, unit, legend, labels of rules and points, and notes.
    package var labels: [PlacedLabel]
    package var legend: [LegendKey]
    /// The marks of the chart in their order, reduced to what the plot can show. Renderers draw these.
    package var layers: [Layer]
    /// The color ramp of a heatmap: its frame and the values at its ends. Nil without cells.
    package var ramp: (frame: Frame, domain: ClosedRange<Double>)?
}

package struct PlacedTick: Hashable, Sendable {
    /// The position along the axis, in units of the renderer.
    package var position: Double
    /// The value at this position, in units of the axis.
    package var value: Double
    /// Nil if there is no room for the label.
    package var label: PlacedLabel?
    /// True if the tick is at the start of a longer period, such as midnight among hours.
    package var isMajor: Bool
}

package struct PlacedLabel: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
        case title, subtitle, unit, tick, now, rule, point, legend, ramp, note
    }

    package enum Alignment: Hashable, Sendable { case leading, center, trailing }

    package var text: String
    package var role: Role
    /// The measured area of the text.
    package var frame: Frame
    /// The edge of the frame that a renderer keeps if its own measure differs.
    package var alignment: Alignment
    /// The index in `LayeredChart.series` if the text has the color of a series.
    package var series: Int?
}

package struct LegendKey: Hashable, Sendable {
    package var series: Int
    /// The area of the color sample, next to the label of the same series.
    package var frame: Frame
}

package struct ClockChange: Hashable, Sendable {
    package var position: Double
    /// The change of the clocks in minutes. Negative if they go back.
    package var minutes: Int
}

/// Measures text for a renderer, in the renderer's units.
package protocol TextMetrics: Sendable {
    func width(of text: String, role: PlacedLabel.Role) -> Double
    func height(of role: PlacedLabel.Role) -> Double
    /// The minimum distance between two labels in a row.
    var spacing: Double { get }
    /// The smallest step of positions: 1 for cells, 0 if any position is possible.
    var grain: Double { get }
    /// The distance between the plot and the labels of its axes, for lines and ticks. The default is `spacing`.
    var axisGap: Double { get }
    /// The width of a color sample in the legend. By default it equals the height.
    var keyWidth: Double { get }
}

extension TextMetrics {
    package var axisGap: Double { spacing }
    package var keyWidth: Double { height(of: .legend) }
}

/// A linear map from a domain to positions.
@_spi(Guests)
public struct LinearScale: Hashable, Sendable {
    /// The values of the axis.
    public var domain: ClosedRange<Double>
    /// The position of the least value. It can be greater than `end`.
    public var start: Double
    /// The position of the greatest value.
    public var end: Double
    /// The origin and the unit of positions, for a plot in pixels whose ends are in cells.
    var origin = 0.0
    var unit = 1.0

    /// Creates a scale from the positions of the domain's ends.
    public init(domain: ClosedRange<Double>, from start: Double, to end: Double) {
        self.domain = domain
        self.start = start
        self.end = end
    }

    /// Returns the position of `value`. Values outside the domain have positions outside the range. A domain of one value gives the middle.
    public func position(of value: Double) -> Double {
        let length = domain.upperBound - domain.lowerBound
        let place = length > 0 ? start + (value - domain.lowerBound) / length * (end - start) : (start + end) / 2
        return (place - origin) * unit
    }
}
