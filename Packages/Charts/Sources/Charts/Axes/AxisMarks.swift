import Foundation
import SwiftUI

/// The marks of an axis, as the code names them.
package struct AxisMarksSpec {
    package var preset = AxisMarkPreset.automatic
    package var position = AxisMarkPosition.automatic
    package var values = AxisMarkValues.automatic
    /// Makes the parts of a value. Nil makes a line, a tick and a label.
    package var items: (any AxisItemSource)?

    package init() {}
}

/// Makes the parts of each value.
package protocol AxisItemSource {
    /// Returns the parts of a value.
    @MainActor func items(of value: AxisValue) -> [AxisItem]
}

/// The marks of an axis.
public protocol AxisContent {
    /// The type of the body.
    associatedtype Body: AxisContent

    /// The parts.
    @AxisContentBuilder @MainActor @preconcurrency var body: Body { get }

    /// Adds the marks to those of the axis.
    @MainActor func collectAxes(into collector: AxisCollector)
}

extension AxisContent {
    /// Adds the marks of the body.
    @MainActor public func collectAxes(into collector: AxisCollector) { body.collectAxes(into: collector) }
}

extension Never: AxisContent {}

/// Marks of an axis without a body.
package protocol PrimitiveAxisContent: AxisContent where Body == Never {}

extension PrimitiveAxisContent {
    /// Is never read.
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// The marks of an axis in the order in which the code names them.
public final class AxisCollector {
    package private(set) var marks: [AxisMarksSpec] = []

    package init() {}

    package func add(_ marks: AxisMarksSpec) { self.marks.append(marks) }
}

/// Makes the marks of an axis.
@resultBuilder public enum AxisContentBuilder {
    /// Makes no marks.
    public static func buildBlock() -> EmptyAxisContent { EmptyAxisContent() }

    /// Starts with marks.
    public static func buildPartialBlock<Content: AxisContent>(first content: Content) -> Content { content }

    /// Adds marks.
    public static func buildPartialBlock<First: AxisContent, Second: AxisContent>(
        accumulated: First, next: Second
    ) -> PairAxisContent<First, Second> { PairAxisContent(first: accumulated, second: next) }

    /// Takes marks.
    public static func buildExpression<Content: AxisContent>(_ content: Content) -> Content { content }

    /// Takes marks that may be missing.
    public static func buildIf<Content: AxisContent>(_ content: Content?) -> Content? { content }

    /// Takes the first branch.
    public static func buildEither<First: AxisContent, Second: AxisContent>(first: First) -> BuilderConditional<First, Second> {
        .first(first)
    }

    /// Takes the second branch.
    public static func buildEither<First: AxisContent, Second: AxisContent>(second: Second) -> BuilderConditional<First, Second> {
        .second(second)
    }

    /// Hides the type of marks of a newer system.
    public static func buildLimitedAvailability<Content: AxisContent>(_ content: Content) -> AnyAxisContent { AnyAxisContent(content) }
}

/// No marks.
public struct EmptyAxisContent: PrimitiveAxisContent {
    /// Creates no marks.
    public init() {}

    /// Adds nothing.
    public func collectAxes(into collector: AxisCollector) {}
}

/// Marks and other marks.
public struct PairAxisContent<First: AxisContent, Second: AxisContent>: PrimitiveAxisContent {
    let first: First
    let second: Second

    /// Adds both.
    public func collectAxes(into collector: AxisCollector) {
        first.collectAxes(into: collector)
        second.collectAxes(into: collector)
    }
}

/// Any marks.
public struct AnyAxisContent: PrimitiveAxisContent {
    private let content: any AxisContent

    /// Wraps marks.
    public init(_ content: some AxisContent) { self.content = content }

    /// Adds the wrapped marks.
    public func collectAxes(into collector: AxisCollector) { content.collectAxes(into: collector) }
}

extension Optional: AxisContent, PrimitiveAxisContent where Wrapped: AxisContent {
    /// Adds the marks, if there are any.
    public func collectAxes(into collector: AxisCollector) { self?.collectAxes(into: collector) }
}

extension BuilderConditional: AxisContent, PrimitiveAxisContent where First: AxisContent, Second: AxisContent {
    /// Adds the marks of the branch.
    public func collectAxes(into collector: AxisCollector) {
        switch self {
        case .first(let content): content.collectAxes(into: collector)
        case .second(let content): content.collectAxes(into: collector)
        }
    }
}

extension AxisContent {
    /// Accepts a way to draw layers.
    public func compositingLayer() -> some AxisContent { self }
}

/// Lines, ticks and labels at values of an axis.
public struct AxisMarks<Content>: PrimitiveAxisContent {
    private let spec: AxisMarksSpec

    private init(
        _ preset: AxisMarkPreset, _ position: AxisMarkPosition, _ values: AxisMarkValues,
        _ items: (any AxisItemSource)?
    ) {
        var spec = AxisMarksSpec()
        (spec.preset, spec.position, spec.values, spec.items) = (preset, position, values, items)
        self.spec = spec
    }

    /// Adds the marks.
    public func collectAxes(into collector: AxisCollector) { collector.add(spec) }
}

extension AxisMarks where Content: AxisMark {
    /// Creates marks whose parts depend on their value.
    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        @AxisMarkBuilder content: @escaping (AxisValue) -> Content
    ) {
        self.init(preset, position, values, ContentItems(make: content))
    }

    /// Creates marks with the same parts.
    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        @AxisMarkBuilder content: @escaping () -> Content
    ) {
        self.init(preset, position, values, ContentItems(make: { _ in content() }))
    }

    /// Creates marks of given values, whose parts depend on their value.
    public init<Value: Plottable>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
        @AxisMarkBuilder content: @escaping (AxisValue) -> Content
    ) {
        self.init(preset, position, AxisMarkValues(.values(values.map(\.placed))), ContentItems(make: content))
    }

    /// Creates marks of given values, with the same parts.
    public init<Value: Plottable>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
        @AxisMarkBuilder content: @escaping () -> Content
    ) {
        self.init(preset, position, AxisMarkValues(.values(values.map(\.placed))), ContentItems(make: { _ in content() }))
    }
}

/// The parts of a value, from the closure of the code.
private struct ContentItems<Content: AxisMark>: AxisItemSource {
    let make: (AxisValue) -> Content

    @MainActor func items(of value: AxisValue) -> [AxisItem] {
        let collector = AxisItemCollector()
        make(value).collectItems(into: collector, style: AxisItemStyle())
        return collector.items
    }
}

/// The parts of marks for which the code names none.
public struct DefaultAxisMarks: AxisMark {
    private let stroke: StrokeStyle?
    private let format: ((PlotValue, Calendar) -> String?)?

    fileprivate init(stroke: StrokeStyle?, format: ((PlotValue, Calendar) -> String?)? = nil) {
        (self.stroke, self.format) = (stroke, format)
    }

    /// Adds a line, a tick and a label.
    public func collectItems(into collector: AxisItemCollector, style: AxisItemStyle) {
        collector.add(.gridLine(centered: nil, stroke: stroke), style: style)
        collector.add(.tick(centered: nil, length: .automatic, stroke: stroke), style: style)
        collector.add(.label(AxisLabelSpec(content: format.map { .formatted($0) } ?? .standard)), style: style)
    }
}

extension AxisMarks where Content == DefaultAxisMarks {
    private init(
        _ preset: AxisMarkPreset, _ position: AxisMarkPosition, _ values: AxisMarkValues, _ stroke: StrokeStyle?,
        format: ((PlotValue, Calendar) -> String?)?
    ) {
        let mark = DefaultAxisMarks(stroke: stroke, format: format)
        self.init(preset, position, values, stroke == nil && format == nil ? nil : ContentItems(make: { _ in mark }))
    }

    /// Creates lines, ticks and labels.
    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        stroke: StrokeStyle? = nil
    ) { self.init(preset, position, values, stroke, format: nil) }

    /// Creates lines, ticks and labels of given values.
    public init<Value: Plottable>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value], stroke: StrokeStyle? = nil
    ) { self.init(preset, position, AxisMarkValues(.values(values.map(\.placed))), stroke, format: nil) }

    /// Creates lines, ticks and labels in a format of Foundation.
    public init<Format: FormatStyle>(
        format: Format, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
        values: AxisMarkValues = .automatic, stroke: StrokeStyle? = nil
    ) where Format.FormatInput: Plottable, Format.FormatOutput == String {
        self.init(preset, position, values, stroke) { ValueText.text(of: $0, format: format, calendar: $1) }
    }

    /// Creates lines, ticks and labels of given values in a format of Foundation.
    public init<Format: FormatStyle>(
        format: Format, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Format.FormatInput],
        stroke: StrokeStyle? = nil
    ) where Format.FormatInput: Plottable, Format.FormatOutput == String {
        self.init(preset, position, AxisMarkValues(.values(values.map(\.placed))), stroke) {
            ValueText.text(of: $0, format: format, calendar: $1)
        }
    }
}
