import Foundation
import SwiftUI

/// A function whose graph a plot shows.
package struct PlotFunction {
    /// How values follow from a number.
    package enum Rule {
        /// The vertical value of a horizontal one.
        case value(@Sendable (Double) -> Double)
        /// The ends of an area at a horizontal value.
        case area(@Sendable (Double) -> (yStart: Double, yEnd: Double))
        /// The point of a parameter.
        case point(@Sendable (Double) -> (x: Double, y: Double))
    }

    package var rule: Rule
    /// The numbers for which the graph is drawn. Nil are those of the horizontal scale.
    package var domain: ClosedRange<Double>?
    /// The label of the horizontal values, then those of the vertical ones.
    package var labels: [String]

    /// Returns a mark for each of several numbers at equal distances on the scale.
    package func marks(of spec: MarkSpec, number: Int, scale: PositionScale, count: Int) -> [MarkSpec] {
        var type = scale.type
        if case .point = rule { type = .linear }
        let domain = domain ?? scale.domain
        let (low, high) = (type.transformed(domain.lowerBound), type.transformed(domain.upperBound))
        return (0...count).map { step in
            let value: Double =
                switch step {
                case 0: domain.lowerBound
                case count: domain.upperBound
                default: type.restored(low + (high - low) * Double(step) / Double(count))
                }
            return mark(of: spec, number: number, at: value)
        }
    }

    private func mark(of spec: MarkSpec, number: Int, at value: Double) -> MarkSpec {
        func channel(_ place: Int, _ value: Double) -> Channel {
            PlottableValue.value(labels[min(place, labels.count - 1)], value).channel
        }
        var mark = spec
        (mark.function, mark.curve, mark.x) = (nil, number, MarkPlace(channel(0, value)))
        switch rule {
        case .value(let function): mark.y = MarkPlace(channel(1, function(value)))
        case .area(let function):
            let ends = function(value)
            mark.y = MarkPlace(from: .value(channel(1, ends.yStart)), to: .value(channel(2, ends.yEnd)))
        case .point(let function):
            let point = function(value)
            (mark.x, mark.y) = (MarkPlace(channel(0, point.x)), MarkPlace(channel(1, point.y)))
        }
        return mark
    }
}
