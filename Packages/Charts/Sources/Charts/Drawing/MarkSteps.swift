import Foundation
import SwiftUI

/// The marks in the order in which they are drawn, in groups that are drawn at once.
package struct MarkSteps {
    /// A line or an area.
    private struct Strand: Hashable {
        var kind: MarkKind
        var series: Int
    }

    /// Indices of marks: all points of a line or an area, many equal points or bars, or one mark.
    package private(set) var steps: [[Int]] = []

    /// Creates the order. Marks with a higher index of depth are in front; of equal ones, those that are written later.
    package init(marks: [ExtendedMark]) {
        var order = Array(marks.indices)
        if marks.contains(where: { $0.spec.attributes.zIndex != 0 }) {
            order.sort { (marks[$0].spec.attributes.zIndex, $0) < (marks[$1].spec.attributes.zIndex, $1) }
        }
        let isLarge = marks.count > 500
        var strands: [Strand: Int] = [:]
        for index in order {
            let mark = marks[index]
            if mark.spec.kind == .line || mark.spec.kind == .area {
                let strand = Strand(kind: mark.spec.kind, series: mark.series)
                if let step = strands[strand] {
                    steps[step].append(index)
                } else {
                    strands[strand] = steps.count
                    steps.append([index])
                }
            } else if isLarge, let last = steps.last?.last, Self.isAlike(marks[last], mark) {
                steps[steps.count - 1].append(index)
            } else {
                steps.append([index])
            }
        }
    }

    /// Returns true if two marks are equal but for their place, so they can be one shape.
    private static func isAlike(_ first: ExtendedMark, _ second: ExtendedMark) -> Bool {
        let (one, two) = (first.spec.attributes, second.spec.attributes)
        guard first.spec.kind == second.spec.kind, [.bar, .point].contains(first.spec.kind), one.symbol == nil, two.symbol == nil,
            size(one) == size(two), one.opacity == two.opacity, one.cornerRadius == two.cornerRadius, one.mask == nil, two.mask == nil,
            one.clip == nil, two.clip == nil, (one.style == nil) == (two.style == nil)
        else { return false }
        if case .value = one.style { return color(one) != nil && color(one) == color(two) }
        return one.style?.channel?.value == two.style?.channel?.value
    }

    /// Returns the color that a mark is given. Other styles cannot be compared.
    private static func color(_ attributes: MarkAttributes) -> Color? {
        if case .value(let style) = attributes.style { return style as? Color }
        return nil
    }

    /// Returns the area of a symbol, in a form that can be compared.
    private static func size(_ attributes: MarkAttributes) -> PlotValue? {
        switch attributes.symbolSize {
        case .value(let area): .number(Double(area))
        case .data(let channel): channel.value
        case nil: nil
        }
    }
}
