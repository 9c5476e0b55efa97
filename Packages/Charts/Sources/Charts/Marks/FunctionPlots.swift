import Foundation
import SwiftUI

/// The graph of a function, which has a point for each column of pixels.
public struct FunctionPlotContent: PrimitiveContent {
    private var spec: MarkSpec

    package init(_ kind: MarkKind, _ rule: PlotFunction.Rule, _ domain: ClosedRange<Double>?, _ labels: [String]) {
        spec = MarkSpec(kind)
        spec.function = PlotFunction(rule: rule, domain: domain, labels: labels)
    }

    /// Adds the function.
    public func collectMarks(into collector: MarkCollector, attributes: MarkAttributes) { collector.add(spec, attributes: attributes) }
}

// Functions are clipped to the plot, and interrupted where they have no finite value.

extension LinePlot where Content == FunctionPlotContent {
    /// Creates the graph of a function of the horizontal values. Without a domain, it covers the horizontal scale.
    public init(
        x: LocalizedStringKey, y: LocalizedStringKey, domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> Double
    ) { content = FunctionPlotContent(.line, .value(function), domain, [x.text, y.text]) }

    /// Creates the graph of a function of the horizontal values. Without a domain, it covers the horizontal scale.
    public init(
        x: Text, y: Text, domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> Double
    ) { content = FunctionPlotContent(.line, .value(function), domain, [x.string, y.string]) }

    /// Creates the graph of a function of the horizontal values. Without a domain, it covers the horizontal scale.
    @_disfavoredOverload
    public init(
        x: some StringProtocol, y: some StringProtocol, domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> Double
    ) { content = FunctionPlotContent(.line, .value(function), domain, [String(x), String(y)]) }

    /// Creates the line of the points of a parameter.
    public init(
        x: LocalizedStringKey, y: LocalizedStringKey, t: LocalizedStringKey,
        domain: ClosedRange<Double>, function: @escaping @Sendable (Double) -> (x: Double, y: Double)
    ) { content = FunctionPlotContent(.line, .point(function), domain, [x.text, y.text, t.text]) }

    /// Creates the line of the points of a parameter.
    public init(
        x: Text, y: Text, t: Text, domain: ClosedRange<Double>, function: @escaping @Sendable (Double) -> (x: Double, y: Double)
    ) { content = FunctionPlotContent(.line, .point(function), domain, [x.string, y.string, t.string]) }

    /// Creates the line of the points of a parameter.
    @_disfavoredOverload
    public init(
        x: some StringProtocol, y: some StringProtocol, t: some StringProtocol,
        domain: ClosedRange<Double>, function: @escaping @Sendable (Double) -> (x: Double, y: Double)
    ) { content = FunctionPlotContent(.line, .point(function), domain, [String(x), String(y), String(t)]) }
}

extension AreaPlot where Content == FunctionPlotContent {
    /// Creates the area between zero and a function. Without a domain, it covers the horizontal scale.
    public init(
        x: LocalizedStringKey, y: LocalizedStringKey, domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> Double
    ) { content = FunctionPlotContent(.area, .value(function), domain, [x.text, y.text]) }

    /// Creates the area between zero and a function. Without a domain, it covers the horizontal scale.
    public init(
        x: Text, y: Text, domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> Double
    ) { content = FunctionPlotContent(.area, .value(function), domain, [x.string, y.string]) }

    /// Creates the area between zero and a function. Without a domain, it covers the horizontal scale.
    @_disfavoredOverload
    public init(
        x: some StringProtocol, y: some StringProtocol, domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> Double
    ) { content = FunctionPlotContent(.area, .value(function), domain, [String(x), String(y)]) }

    /// Creates the area between two values of a function. Without a domain, it covers the horizontal scale.
    public init(
        x: LocalizedStringKey, yStart: LocalizedStringKey, yEnd: LocalizedStringKey,
        domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> (yStart: Double, yEnd: Double)
    ) { content = FunctionPlotContent(.area, .area(function), domain, [x.text, yStart.text, yEnd.text]) }

    /// Creates the area between two values of a function. Without a domain, it covers the horizontal scale.
    public init(
        x: Text, yStart: Text, yEnd: Text,
        domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> (yStart: Double, yEnd: Double)
    ) { content = FunctionPlotContent(.area, .area(function), domain, [x.string, yStart.string, yEnd.string]) }

    /// Creates the area between two values of a function. Without a domain, it covers the horizontal scale.
    @_disfavoredOverload
    public init(
        x: some StringProtocol, yStart: some StringProtocol, yEnd: some StringProtocol,
        domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> (yStart: Double, yEnd: Double)
    ) { content = FunctionPlotContent(.area, .area(function), domain, [String(x), String(yStart), String(yEnd)]) }
}
