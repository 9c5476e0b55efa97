import Foundation
import SwiftUI

/// The kinds of marks.
package enum MarkKind: String, Hashable, Sendable, CaseIterable {
    case line
    case area
    case bar
    case point
    case rule
    case rectangle
    case sector
}

/// A property with its own value, or one that a scale finds for data.
package enum Encoded<Value> {
    case value(Value)
    case data(Channel)

    package var channel: Channel? {
        if case .data(let channel) = self { return channel }
        return nil
    }
}

/// A symbol: a shape or a view.
package enum SymbolChoice {
    case shape(any ChartSymbolShape)
    case view(@MainActor () -> AnyView)
}

/// A view next to a mark.
package struct AnnotationSpec {
    package var position: AnnotationPosition
    package var alignment: Alignment
    package var spacing: CGFloat?
    package var overflow: AnnotationOverflowResolution
    package var content: @MainActor (AnnotationContext) -> AnyView
}

/// Statements of modifiers about a mark.
public struct MarkAttributes {
    package var style: Encoded<any ShapeStyle>?
    package var symbol: Encoded<SymbolChoice>?
    package var symbolSize: Encoded<CGFloat>?
    package var lineStyle: Encoded<StrokeStyle>?
    package var interpolation: InterpolationMethod?
    package var opacity = 1.0
    /// True if gradients cover the plot instead of the mark.
    package var fillsPlot = false
    package var cornerRadius: CGFloat?
    package var positionBy: PositionGroup?
    package var offset = MarkOffset()
    package var annotations: [AnnotationSpec] = []
    package var zIndex = 0.0
    package var clip: (any Shape)?
    package var mask: [MarkSpec]?
    package var label: String?
    package var value: String?
    package var identifier: String?
    package var isHidden = false
    package var kept: [KeptModifier] = []

    package init() {}
}

/// Marks side by side, by a value.
package struct PositionGroup {
    package var channel: Channel
    package var axis: Axis?
    package var span: MarkDimension
}

/// Distances by which a mark is moved.
package struct MarkOffset {
    package var xStart: CGFloat = 0
    package var xEnd: CGFloat = 0
    package var yStart: CGFloat = 0
    package var yEnd: CGFloat = 0
}

/// An end of a mark: at a value, or at a distance in points from the start of the plot.
package enum MarkEnd {
    case value(Channel)
    case points(CGFloat?)

    package var channel: Channel? {
        if case .value(let channel) = self { return channel }
        return nil
    }
}

/// A place along one direction: one value, or two ends.
package struct MarkPlace {
    package var center: Channel?
    package var start: MarkEnd?
    package var end: MarkEnd?

    package init(_ center: Channel) { self.center = center }

    package init(from start: MarkEnd, to end: MarkEnd) { (self.start, self.end) = (start, end) }

    /// The whole plot.
    package static let whole = MarkPlace(from: .points(nil), to: .points(nil))

    /// All values of the place.
    package var channels: [Channel] { [center, start?.channel, end?.channel].compactMap { $0 } }
}

/// A mark with its values, before it has a place.
package struct MarkSpec {
    package var kind: MarkKind
    package var x: MarkPlace
    package var y: MarkPlace
    package var width = MarkDimension.automatic
    package var height = MarkDimension.automatic
    package var stacking: MarkStackingMethod?
    package var series: Channel?
    package var angle: Channel?
    package var innerRadius = MarkDimension.automatic
    package var outerRadius = MarkDimension.automatic
    package var angularInset: CGFloat = 0
    /// The function whose graph the mark is, before the chart has a size.
    package var function: PlotFunction?
    /// The number of the function to which the mark belongs.
    package var curve: Int?
    package var attributes = MarkAttributes()

    package init(_ kind: MarkKind, x: MarkPlace = .whole, y: MarkPlace = .whole) { (self.kind, self.x, self.y) = (kind, x, y) }
}

/// The marks of a chart in the order in which the code names them.
public final class MarkCollector {
    package private(set) var marks: [MarkSpec] = []

    package init() {}

    /// Adds a mark with what the modifiers around it say.
    package func add(_ mark: MarkSpec, attributes: MarkAttributes) {
        var mark = mark
        mark.attributes = attributes
        marks.append(mark)
    }
}
