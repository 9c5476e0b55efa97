import Foundation
import SwiftUI

/// A line, a tick or a label of a marked value.
public protocol AxisMark {
    /// Adds the parts of the value.
    @MainActor func collectItems(into collector: AxisItemCollector, style: AxisItemStyle)
}

/// Statements of modifiers about a part of an axis.
public struct AxisItemStyle {
    package var style: (any ShapeStyle)?
    package var font: Font?
    package var offset = CGSize.zero

    package init() {}
}

/// A part of a marked value.
package struct AxisItem {
    package enum Kind {
        case gridLine(centered: Bool?, stroke: StrokeStyle?)
        case tick(centered: Bool?, length: AxisTick.Length, stroke: StrokeStyle?)
        case label(AxisLabelSpec)
    }

    package var kind: Kind
    package var style: AxisItemStyle
}

/// A label of a marked value.
package struct AxisLabelSpec {
    package enum Content {
        /// The value in the usual form of the axis.
        case standard
        case formatted((PlotValue, Calendar) -> String?)
        case view(@MainActor () -> AnyView)
    }

    package var content: Content
    package var centered: Bool?
    package var anchor: UnitPoint?
    package var collision = AxisValueLabelCollisionResolution.automatic
    package var orientation = AxisValueLabelOrientation.automatic
    package var offsetsMarks: Bool?
    package var horizontalSpacing: CGFloat?
    package var verticalSpacing: CGFloat?

    package init(content: Content) { self.content = content }
}

/// The parts of a marked value.
public final class AxisItemCollector {
    package private(set) var items: [AxisItem] = []

    package init() {}

    package func add(_ kind: AxisItem.Kind, style: AxisItemStyle) { items.append(AxisItem(kind: kind, style: style)) }
}

/// Makes the parts of a marked value.
@resultBuilder public enum AxisMarkBuilder {
    /// Makes no parts.
    public static func buildBlock() -> EmptyAxisMark { EmptyAxisMark() }

    /// Starts with a part.
    public static func buildPartialBlock<Mark: AxisMark>(first mark: Mark) -> Mark { mark }

    /// Adds a part.
    public static func buildPartialBlock<First: AxisMark, Second: AxisMark>(
        accumulated: First, next: Second
    ) -> PairAxisMark<First, Second> { PairAxisMark(first: accumulated, second: next) }

    /// Takes a part.
    public static func buildExpression<Mark: AxisMark>(_ mark: Mark) -> Mark { mark }

    /// Takes a part that may be missing.
    public static func buildIf<Mark: AxisMark>(_ mark: Mark?) -> Mark? { mark }

    /// Takes the first branch.
    public static func buildEither<First: AxisMark, Second: AxisMark>(first: First) -> BuilderConditional<First, Second> { .first(first) }

    /// Takes the second branch.
    public static func buildEither<First: AxisMark, Second: AxisMark>(second: Second) -> BuilderConditional<First, Second> {
        .second(second)
    }

    /// Hides the type of a part of a newer system.
    public static func buildLimitedAvailability<Mark: AxisMark>(_ mark: Mark) -> AnyAxisMark { AnyAxisMark(mark) }
}

/// No parts.
public struct EmptyAxisMark: AxisMark {
    /// Creates no parts.
    public init() {}

    /// Adds nothing.
    public func collectItems(into collector: AxisItemCollector, style: AxisItemStyle) {}
}

/// Two parts.
public struct PairAxisMark<First: AxisMark, Second: AxisMark>: AxisMark {
    let first: First
    let second: Second

    /// Adds both parts.
    public func collectItems(into collector: AxisItemCollector, style: AxisItemStyle) {
        first.collectItems(into: collector, style: style)
        second.collectItems(into: collector, style: style)
    }
}

/// Any part.
public struct AnyAxisMark: AxisMark {
    private let mark: any AxisMark

    /// Wraps a part.
    public init(_ mark: some AxisMark) { self.mark = mark }

    /// Adds the wrapped part.
    public func collectItems(into collector: AxisItemCollector, style: AxisItemStyle) { mark.collectItems(into: collector, style: style) }
}

extension Optional: AxisMark where Wrapped: AxisMark {
    /// Adds the part, if there is one.
    public func collectItems(into collector: AxisItemCollector, style: AxisItemStyle) {
        self?.collectItems(into: collector, style: style)
    }
}

extension BuilderConditional: AxisMark where First: AxisMark, Second: AxisMark {
    /// Adds the parts of the branch.
    public func collectItems(into collector: AxisItemCollector, style: AxisItemStyle) {
        switch self {
        case .first(let mark): mark.collectItems(into: collector, style: style)
        case .second(let mark): mark.collectItems(into: collector, style: style)
        }
    }
}

/// A part with a style.
private struct StyledAxisMark<Mark: AxisMark>: AxisMark {
    let mark: Mark
    let change: (inout AxisItemStyle) -> Void

    func collectItems(into collector: AxisItemCollector, style: AxisItemStyle) {
        var style = style
        change(&style)
        mark.collectItems(into: collector, style: style)
    }
}

extension AxisMark {
    /// Paints the part in a style.
    public func foregroundStyle(_ style: some ShapeStyle) -> some AxisMark { StyledAxisMark(mark: self) { $0.style = style } }

    /// Writes the label in a font.
    public func font(_ font: Font?) -> some AxisMark { StyledAxisMark(mark: self) { $0.font = font } }

    /// Moves the part.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some AxisMark { offset(CGSize(width: x, height: y)) }

    /// Moves the part.
    public func offset(_ offset: CGSize) -> some AxisMark {
        StyledAxisMark(mark: self) { style in
            style.offset.width += offset.width
            style.offset.height += offset.height
        }
    }
}

/// A line through the plot at a marked value.
public struct AxisGridLine: AxisMark {
    private let centered: Bool?
    private let stroke: StrokeStyle?

    /// Creates a line at the value, or in the middle between it and the next one.
    public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) { (self.centered, self.stroke) = (centered, stroke) }

    /// Adds the line.
    public func collectItems(into collector: AxisItemCollector, style: AxisItemStyle) {
        collector.add(.gridLine(centered: centered, stroke: stroke), style: style)
    }
}

/// A short line next to the plot at a marked value.
public struct AxisTick: AxisMark {
    /// The length of the line.
    public struct Length: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case points(CGFloat)
            /// As long as the label of the value, or the longest one.
            case label(isLongest: Bool, beyond: CGFloat)
        }

        package var kind: Kind

        /// Five points.
        public static let automatic = Length(kind: .points(5))
        /// As long as the label.
        public static let label = Length(kind: .label(isLongest: false, beyond: 0))
        /// As long as the longest label.
        public static let longestLabel = Length(kind: .label(isLongest: true, beyond: 0))

        /// Returns a length beyond the label.
        public static func label(extendPastBy length: CGFloat) -> Length { Length(kind: .label(isLongest: false, beyond: length)) }

        /// Returns a length beyond the longest label.
        public static func longestLabel(extendPastBy length: CGFloat) -> Length { Length(kind: .label(isLongest: true, beyond: length)) }
    }

    private let centered: Bool?
    private let length: Length
    private let stroke: StrokeStyle?

    /// Creates a line at the value, or in the middle between it and the next one.
    public init(centered: Bool? = nil, length: Length = .automatic, stroke: StrokeStyle? = nil) {
        (self.centered, self.length, self.stroke) = (centered, length, stroke)
    }

    /// Creates a line of a length in points.
    public init(centered: Bool? = nil, length: CGFloat, stroke: StrokeStyle? = nil) {
        (self.centered, self.length, self.stroke) = (centered, Length(kind: .points(length)), stroke)
    }

    /// Adds the line.
    public func collectItems(into collector: AxisItemCollector, style: AxisItemStyle) {
        collector.add(.tick(centered: centered, length: length, stroke: stroke), style: style)
    }
}

/// The label of a marked value.
public struct AxisValueLabel<Content>: AxisMark {
    private let spec: AxisLabelSpec

    private init(
        _ content: AxisLabelSpec.Content, _ centered: Bool?, _ anchor: UnitPoint?, _ collision: AxisValueLabelCollisionResolution,
        _ offsetsMarks: Bool?, _ orientation: AxisValueLabelOrientation, _ spacing: (CGFloat?, CGFloat?)
    ) {
        var spec = AxisLabelSpec(content: content)
        (spec.centered, spec.anchor, spec.collision, spec.offsetsMarks) = (centered, anchor, collision, offsetsMarks)
        (spec.orientation, spec.horizontalSpacing, spec.verticalSpacing) = (orientation, spacing.0, spacing.1)
        self.spec = spec
    }

    /// Adds the label.
    public func collectItems(into collector: AxisItemCollector, style: AxisItemStyle) { collector.add(.label(spec), style: style) }
}

extension AxisValueLabel where Content == Never {
    /// Creates a label in the usual form of the axis.
    public init(
        centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) {
        self.init(
            .standard, centered, anchor, collisionResolution, offsetsMarks, orientation, (horizontalSpacing, verticalSpacing))
    }

    /// Creates a label in a format of Foundation.
    public init<Format: FormatStyle>(
        format: Format, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) where Format.FormatInput: Plottable, Format.FormatOutput == String {
        self.init(
            .formatted { ValueText.text(of: $0, format: format, calendar: $1) }, centered, anchor, collisionResolution,
            offsetsMarks, orientation, (horizontalSpacing, verticalSpacing))
    }
}

extension AxisValueLabel where Content == Text {
    /// Creates a label of a text.
    public init(
        _ title: LocalizedStringKey, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) {
        self.init(
            .formatted { _, _ in title.text }, centered, anchor, collisionResolution, offsetsMarks, orientation,
            (horizontalSpacing, verticalSpacing))
    }

    /// Creates a label of a text.
    @_disfavoredOverload public init(
        _ title: some StringProtocol, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) {
        let title = String(title)
        self.init(
            .formatted { _, _ in title }, centered, anchor, collisionResolution, offsetsMarks, orientation,
            (horizontalSpacing, verticalSpacing))
    }
}

extension AxisValueLabel where Content: View {
    /// Creates a label of a view.
    public init(
        centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        let view = AnyView(content())
        self.init(
            .view { view }, centered, anchor, collisionResolution, offsetsMarks, orientation, (horizontalSpacing, verticalSpacing))
    }
}
