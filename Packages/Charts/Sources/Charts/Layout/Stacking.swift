import Foundation
import SwiftUI

/// Puts bars and areas on each other.
package enum Stacking {
    /// Marks that are at the same place.
    private struct Place: Hashable {
        var kind: MarkKind
        var growth: Axis
        var key: PlotValue
        var group: PlotValue?
    }

    /// Gives bars and areas their ends: from zero, or from the end of the one before.
    ///
    /// The order is that of the first appearance of series. Positive values go upwards and negative ones downwards.
    package static func stack(_ marks: inout [ExtendedMark]) {
        var places: [Place: [Int]] = [:]
        for (index, mark) in marks.enumerated() {
            guard let growth = mark.growth, !mark.isMissing else { continue }
            if (mark.spec.stacking ?? .unstacked) == .unstacked {
                set(&marks[index], 0, value(of: mark, along: growth))
                continue
            }
            let key = growth == .vertical ? mark.x.key : mark.y.key
            places[
                Place(kind: mark.spec.kind, growth: growth, key: key, group: mark.spec.attributes.positionBy?.channel.value), default: []
            ]
            .append(index)
        }
        for (place, indices) in places {
            let ordered = indices.sorted { (marks[$0].series, $0) < (marks[$1].series, $1) }
            let values = ordered.map { value(of: marks[$0], along: place.growth) }
            let sum = values.reduce(0) { $0 + abs($1) }
            let method = marks[ordered[0]].spec.stacking ?? .standard
            var (up, down) = method == .center ? (-sum / 2, -sum / 2) : (0, 0)
            for (index, value) in zip(ordered, values) {
                let length = method == .normalized ? (sum > 0 ? value / sum : 0) : method == .center ? abs(value) : value
                if length >= 0 {
                    set(&marks[index], up, up + length)
                    up += length
                } else {
                    set(&marks[index], down, down + length)
                    down += length
                }
            }
        }
    }

    private static func value(of mark: ExtendedMark, along axis: Axis) -> Double {
        (axis == .vertical ? mark.spec.y : mark.spec.x).center?.value.number ?? 0
    }

    private static func set(_ mark: inout ExtendedMark, _ low: Double, _ high: Double) {
        if mark.growth == .vertical { mark.y = .span(low, high) } else { mark.x = .span(low, high) }
    }

    /// Gives sectors their shares of the sum, in the order of the marks.
    package static func divide(_ marks: inout [ExtendedMark]) {
        let indices = marks.indices.filter { marks[$0].spec.kind == .sector && !marks[$0].isMissing }
        let sum = indices.reduce(0) { $0 + max(0, marks[$1].spec.angle?.value.number ?? 0) }
        guard sum > 0 else { return }
        var place = 0.0
        for index in indices {
            let share = max(0, marks[index].spec.angle?.value.number ?? 0) / sum
            marks[index].sector = (place, place + share)
            place += share
        }
    }
}
