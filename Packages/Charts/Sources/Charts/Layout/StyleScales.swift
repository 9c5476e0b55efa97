import Foundation
import SwiftUI

/// The colors, symbols and lines of values.
package struct StyleScales {
    private let settings: ChartSettings
    /// The values that have a color, in the order of the legend.
    package let styleDomain: [PlotValue]
    package let symbolDomain: [PlotValue]
    package let lineDomain: [PlotValue]
    /// The least and the greatest number that has a color.
    package let numbers: ClosedRange<Double>?
    private let sizes: ClosedRange<Double>?
    private let sizeDomain: [PlotValue]
    /// The title of the values that have a color.
    package let title: String

    package init(model: ChartModel) {
        settings = model.settings
        let attributes = model.marks.lazy.map(\.spec.attributes)
        styleDomain = Self.domain(model.settings.styles.domain, attributes.compactMap { $0.style?.channel?.value })
        symbolDomain = Self.domain(model.settings.symbols.domain, attributes.compactMap { $0.symbol?.channel?.value })
        lineDomain = Self.domain(model.settings.lines.domain, attributes.compactMap { $0.lineStyle?.channel?.value })
        sizeDomain = Self.domain(nil, attributes.compactMap { $0.symbolSize?.channel?.value })
        let isNumber = attributes.contains { if case .number? = $0.style?.channel?.value { true } else { false } }
        numbers = isNumber ? Self.range(styleDomain) : nil
        sizes = Self.range(sizeDomain)
        title = attributes.lazy.compactMap { $0.style?.channel?.label }.first ?? ""
    }

    /// Returns the given values, or those of the marks in the order of their first appearance.
    private static func domain(_ given: [PlotValue]?, _ values: some Sequence<PlotValue>) -> [PlotValue] {
        if let given { return given }
        var seen: Set<PlotValue> = []
        return values.filter { seen.insert($0).inserted }
    }

    private static func range(_ values: [PlotValue]) -> ClosedRange<Double>? {
        let numbers = values.compactMap(\.number)
        guard let low = numbers.min(), let high = numbers.max() else { return nil }
        return low...high
    }

    /// Returns how a mark is painted.
    package func fill(of mark: ExtendedMark, in context: StyleContext) -> Fill {
        switch mark.spec.attributes.style {
        case .value(let style): style.fill(in: context)
        case .data(let channel): fill(of: channel.value, in: context)
        case nil: context.foreground ?? .solid(ChartColors.series(0).fixed(to: context.scheme))
        }
    }

    /// Returns the color of a value.
    package func fill(of value: PlotValue, in context: StyleContext) -> Fill {
        if settings.styles.mapping != nil {
            return settings.styles.visual(of: value, at: 0)?.fill(in: context) ?? .solid(ChartColors.series(0))
        }
        if let numbers, let number = value.number {
            let type = settings.styles.type ?? .linear
            let (low, high) = (type.transformed(numbers.lowerBound), type.transformed(numbers.upperBound))
            return ramp(high > low ? (type.transformed(number) - low) / (high - low) : 0.5, in: context)
        }
        let place = styleDomain.firstIndex(of: value) ?? styleDomain.count
        return settings.styles.visual(of: value, at: place)?.fill(in: context)
            ?? .solid(ChartColors.series(place).fixed(to: context.scheme))
    }

    /// Returns the color of a share of the greatest number.
    package func ramp(_ share: Double, in context: StyleContext) -> Fill {
        let colors = settings.styles.visuals.map { $0.fill(in: context).tone }
        guard colors.count > 1 else { return .solid(ChartColors.ramp(share).fixed(to: context.scheme)) }
        let place = min(1, max(0, share)) * Double(colors.count - 1)
        let index = min(colors.count - 2, Int(place))
        return .solid(colors[index].mixed(with: colors[index + 1], by: place - Double(index)))
    }

    /// Returns the symbol of a value.
    package func symbol(of value: PlotValue) -> any ChartSymbolShape {
        let place = symbolDomain.firstIndex(of: value) ?? 0
        let usual = BasicChartSymbolShape.Kind.allCases
        return settings.symbols.visual(of: value, at: place) ?? BasicChartSymbolShape(usual[place % usual.count])
    }

    /// Returns the line of a value.
    package func line(of value: PlotValue) -> StrokeStyle {
        let place = lineDomain.firstIndex(of: value) ?? 0
        let usual: [[CGFloat]] = [[], [6, 4], [2, 3], [8, 3, 2, 3]]
        return settings.lines.visual(of: value, at: place) ?? StrokeStyle(lineWidth: 2, lineJoin: .round, dash: usual[place % usual.count])
    }

    /// Returns the area of the symbol of a value.
    package func area(of value: PlotValue) -> CGFloat {
        let range = settings.sizes ?? 20...200
        if let sizes, let number = value.number, sizes.upperBound > sizes.lowerBound {
            let share = (number - sizes.lowerBound) / (sizes.upperBound - sizes.lowerBound)
            return range.lowerBound + (range.upperBound - range.lowerBound) * CGFloat(share)
        }
        let place = sizeDomain.firstIndex(of: value) ?? 0
        guard sizeDomain.count > 1 else { return (range.lowerBound + range.upperBound) / 2 }
        return range.lowerBound + (range.upperBound - range.lowerBound) * CGFloat(place) / CGFloat(sizeDomain.count - 1)
    }
}
