import Foundation
import SwiftUI

/// The place of a mark along one direction, in values.
package enum MarkExtent: Hashable {
    /// A value, or the place of a name.
    case at(PlotValue)
    /// A unit of the calendar that the value stands for, in seconds.
    case unit(Double, Double)
    /// From one number to another.
    case span(Double, Double)
    /// From the place of one value to that of another.
    case between(PlotValue, PlotValue)
    /// Between two positions in points. Nil is the end of the plot.
    case points(CGFloat?, CGFloat?)

    /// Creates the extent of a place, without stacking.
    package init(_ place: MarkPlace, calendar: Calendar) {
        if let center = place.center {
            guard let span = center.span(in: calendar) else {
                self = .at(center.value)
                return
            }
            self = center.upper == nil ? .unit(span.lowerBound, span.upperBound) : .span(span.lowerBound, span.upperBound)
            return
        }
        switch (place.start, place.end) {
        case (.value(let start), .value(let end)):
            if let low = start.value.number, let high = end.value.number {
                // The end of a unit includes the unit.
                self = .span(start.span(in: calendar)?.lowerBound ?? low, end.span(in: calendar)?.upperBound ?? high)
            } else {
                self = .between(start.value, end.value)
            }
        case (.points(let start), .points(let end)): self = .points(start, end)
        case (.points(let start), _): self = .points(start, nil)
        case (_, .points(let end)): self = .points(nil, end)
        case (nil, _), (_, nil): self = .points(nil, nil)
        }
    }

    /// The numbers that the scale has to contain.
    package var numbers: [Double] {
        switch self {
        case .at(let value): value.number.map { [$0] } ?? []
        case .unit(let low, let high), .span(let low, let high): [low, high].filter(\.isFinite)
        case .between, .points: []
        }
    }

    /// The least and the greatest number that the scale has to contain.
    package var ends: (low: Double, high: Double)? {
        switch self {
        case .at(let value): return value.number.map { ($0, $0) }
        case .unit(let low, let high), .span(let low, let high):
            return low.isFinite && high.isFinite ? (min(low, high), max(low, high)) : nil
        case .between, .points: return nil
        }
    }

    /// A key that is equal for marks at the same place.
    package var key: PlotValue {
        switch self {
        case .at(let value), .between(let value, _): value
        case .unit(let low, _), .span(let low, _): .number(low)
        case .points: .number(0)
        }
    }
}

/// A mark with its extents, after stacking.
package struct ExtendedMark {
    /// A specification is large, and layout moves marks often, so they refer to it.
    private final class Specification {
        let value: MarkSpec

        init(_ value: MarkSpec) { self.value = value }
    }

    private let specification: Specification
    package var spec: MarkSpec { _read { yield specification.value } }
    package var x: MarkExtent
    package var y: MarkExtent
    /// The series to which the mark belongs, by first appearance.
    package var series: Int
    /// The direction along which a bar or an area grows from zero.
    package var growth: Axis?
    /// True if a value is not a number, so the mark has no place.
    package var isMissing: Bool
    /// The share of the whole of a sector, and where it starts.
    package var sector: (start: Double, end: Double)?

    package init(spec: MarkSpec, x: MarkExtent, y: MarkExtent, series: Int, growth: Axis?, isMissing: Bool) {
        specification = Specification(spec)
        (self.x, self.y, self.series, self.growth, self.isMissing) = (x, y, series, growth, isMissing)
    }
}
