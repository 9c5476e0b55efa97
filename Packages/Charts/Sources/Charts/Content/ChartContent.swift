import Foundation
import SwiftUI

/// A part of a chart: a mark, or several.
public protocol ChartContent {
    /// The type of the body.
    associatedtype Body: ChartContent

    /// The parts.
    @ChartContentBuilder @MainActor @preconcurrency var body: Body { get }

    /// Adds the marks to those of the chart, with what the modifiers around them say.
    @MainActor func collectMarks(into collector: MarkCollector, attributes: MarkAttributes)
}

extension ChartContent {
    /// Adds the marks of the body.
    @MainActor public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        body.collectMarks(into: collector, attributes: attributes)
    }
}

extension Never: ChartContent {}

/// A mark, or a way to combine marks, without a body.
package protocol PrimitiveContent: ChartContent where Body == Never {}

extension PrimitiveContent {
    /// Is never read.
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// Makes one part of a chart of several.
@resultBuilder public enum ChartContentBuilder {
    /// Makes a part without marks.
    public static func buildBlock() -> EmptyChartContent { EmptyChartContent() }

    /// Starts with a part.
    public static func buildPartialBlock<Content: ChartContent>(first content: Content) -> Content { content }

    /// Adds a part.
    public static func buildPartialBlock<First: ChartContent, Second: ChartContent>(
        accumulated: First, next: Second
    ) -> PairContent<First, Second> { PairContent(first: accumulated, second: next) }

    /// Takes a part.
    public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content { content }

    /// Takes a part that may be missing.
    public static func buildIf<Content: ChartContent>(_ content: Content?) -> Content? { content }

    /// Takes the first branch.
    public static func buildEither<First: ChartContent, Second: ChartContent>(first: First) -> BuilderConditional<First, Second> {
        .first(first)
    }

    /// Takes the second branch.
    public static func buildEither<First: ChartContent, Second: ChartContent>(second: Second) -> BuilderConditional<First, Second> {
        .second(second)
    }

    /// Hides the type of a part of a newer system.
    public static func buildLimitedAvailability<Content: ChartContent>(_ content: Content) -> AnyChartContent { AnyChartContent(content) }
}

/// No marks.
public struct EmptyChartContent: PrimitiveContent {
    /// Creates a part without marks.
    public init() {}

    /// Adds nothing.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {}
}

/// Two parts, the second in front.
public struct PairContent<First: ChartContent, Second: ChartContent>: PrimitiveContent {
    package let first: First
    package let second: Second

    /// Adds the marks of both.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        first.collectMarks(into: collector, attributes: attributes)
        second.collectMarks(into: collector, attributes: attributes)
    }
}

/// One of two parts.
public enum BuilderConditional<First, Second> {
    case first(First)
    case second(Second)
}

extension BuilderConditional: ChartContent, PrimitiveContent where First: ChartContent, Second: ChartContent {
    /// Adds the marks of the branch.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        switch self {
        case .first(let content): content.collectMarks(into: collector, attributes: attributes)
        case .second(let content): content.collectMarks(into: collector, attributes: attributes)
        }
    }
}

extension Optional: ChartContent, PrimitiveContent where Wrapped: ChartContent {
    /// Adds the marks, if there are any.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        self?.collectMarks(into: collector, attributes: attributes)
    }
}

/// Any part of a chart.
public struct AnyChartContent: PrimitiveContent {
    private let content: any ChartContent

    /// Wraps a part.
    public init(_ content: some ChartContent) { self.content = content }

    /// Wraps a part.
    public init(erasing content: some ChartContent) { self.content = content }

    /// Adds the marks of the wrapped part.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        content.collectMarks(into: collector, attributes: attributes)
    }
}

/// Parts that modifiers change together.
public struct Plot<Content: ChartContent>: PrimitiveContent {
    private let content: Content

    /// Creates the parts.
    public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

    /// Adds the marks of the parts.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        content.collectMarks(into: collector, attributes: attributes)
    }
}

extension Group: ChartContent, PrimitiveContent where Content: ChartContent {
    /// Creates parts that modifiers change together.
    public init(@ChartContentBuilder content: () -> Content) { self.init(content()) }

    /// Adds the marks of the parts.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        content.collectMarks(into: collector, attributes: attributes)
    }
}

extension ForEach: ChartContent, PrimitiveContent where Content: ChartContent {
    /// Adds the marks of all elements.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) {
        for element in data { content(element).collectMarks(into: collector, attributes: attributes) }
    }
}

extension ForEach where Content: ChartContent {
    /// Creates marks of elements that have an identity.
    public init(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data: data, making: content)
    }

    /// Creates marks of elements, with a property as their identity.
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, making: content)
    }

    /// Creates marks of the numbers of a range.
    public init(_ data: Range<Int>, @ChartContentBuilder content: @escaping (Int) -> Content) where Data == Range<Int>, ID == Int {
        self.init(data: data, making: content)
    }
}
