import Foundation
import SwiftUI

extension View {
    nonisolated fileprivate func chart(_ change: @escaping (inout ChartSettings) -> Void) -> some View {
        transformEnvironment(\.chart, transform: change)
    }

    /// Sets the styles of values, in the order of the legend.
    nonisolated public func chartForegroundStyleScale<D: Plottable, S: ShapeStyle>(_ mapping: KeyValuePairs<D, S>) -> some View {
        chart { settings in
            settings.styles.domain = mapping.map { $0.key.placed }
            settings.styles.visuals = mapping.map { $0.value }
        }
    }

    /// Sets the values of styles, in the order of the legend.
    nonisolated public func chartForegroundStyleScale<D: Plottable>(domain: [D], type: ScaleType? = nil) -> some View {
        chart { $0.styles.domain = domain.map(\.placed) }
    }

    /// Sets the styles of values.
    nonisolated public func chartForegroundStyleScale<D: Plottable, S: ShapeStyle>(
        domain: [D], range: [S], type: ScaleType? = nil
    ) -> some View {
        chart { settings in
            settings.styles.domain = domain.map(\.placed)
            settings.styles.visuals = range
        }
    }

    /// Sets the colors of numbers from the least to the greatest.
    nonisolated public func chartForegroundStyleScale<D: Plottable & Comparable>(
        domain: ClosedRange<D>, range: Gradient, type: ScaleType? = nil
    ) -> some View {
        chart { settings in
            settings.styles.domain = [domain.lowerBound.placed, domain.upperBound.placed]
            settings.styles.visuals = range.stops.map(\.color)
            settings.styles.type = type
        }
    }

    /// Sets the colors of numbers from the least to the greatest.
    nonisolated public func chartForegroundStyleScale<D: Plottable & Comparable, S: ShapeStyle>(
        domain: ClosedRange<D>, range: [S], type: ScaleType? = nil
    ) -> some View {
        chart { settings in
            settings.styles.domain = [domain.lowerBound.placed, domain.upperBound.placed]
            settings.styles.visuals = range
            settings.styles.type = type
        }
    }

    /// Sets the styles of the values in the order in which they appear.
    nonisolated public func chartForegroundStyleScale<S: ShapeStyle>(range: [S], type: ScaleType? = nil) -> some View {
        chart { $0.styles.visuals = range }
    }

    /// Sets the colors of numbers from the least to the greatest.
    nonisolated public func chartForegroundStyleScale(range: Gradient, type: ScaleType? = nil) -> some View {
        chart { settings in
            settings.styles.visuals = range.stops.map(\.color)
            settings.styles.type = type
        }
    }

    /// Sets the style of each value.
    nonisolated public func chartForegroundStyleScale<D: Plottable, S: ShapeStyle>(mapping: @escaping (D) -> S) -> some View {
        chart { $0.styles.mapping = { value in D(placed: value).map { mapping($0) as any ShapeStyle } ?? Color.gray } }
    }

    /// Sets the style of each value, and the order of the legend.
    nonisolated public func chartForegroundStyleScale<D: Plottable, S: ShapeStyle>(
        domain: [D], mapping: @escaping (D) -> S
    ) -> some View {
        chartForegroundStyleScale(mapping: mapping).chartForegroundStyleScale(domain: domain)
    }

    /// Sets the symbols of values.
    nonisolated public func chartSymbolScale<D: Plottable, S: ChartSymbolShape>(_ mapping: KeyValuePairs<D, S>) -> some View {
        chart { settings in
            settings.symbols.domain = mapping.map { $0.key.placed }
            settings.symbols.visuals = mapping.map { $0.value }
        }
    }

    /// Sets the symbols of values.
    nonisolated public func chartSymbolScale<D: Plottable, S: ChartSymbolShape>(domain: [D], range: [S]) -> some View {
        chart { settings in
            settings.symbols.domain = domain.map(\.placed)
            settings.symbols.visuals = range
        }
    }

    /// Sets the values of symbols, in the order of the legend.
    nonisolated public func chartSymbolScale<D: Plottable>(domain: [D]) -> some View {
        chart { $0.symbols.domain = domain.map(\.placed) }
    }

    /// Sets the symbols of the values in the order in which they appear.
    nonisolated public func chartSymbolScale<S: ChartSymbolShape>(range: [S]) -> some View { chart { $0.symbols.visuals = range } }

    /// Sets the least and the greatest area of symbols.
    nonisolated public func chartSymbolSizeScale(range: ClosedRange<CGFloat>, type: ScaleType? = nil) -> some View {
        chart { $0.sizes = range }
    }

    /// Sets the lines of values.
    nonisolated public func chartLineStyleScale<D: Plottable>(_ mapping: KeyValuePairs<D, StrokeStyle>) -> some View {
        chart { settings in
            settings.lines.domain = mapping.map { $0.key.placed }
            settings.lines.visuals = mapping.map { $0.value }
        }
    }

    /// Sets the lines of the values in the order in which they appear.
    nonisolated public func chartLineStyleScale(range: [StrokeStyle]) -> some View { chart { $0.lines.visuals = range } }

    /// Shows or hides the legend.
    nonisolated public func chartLegend(_ visibility: Visibility) -> some View { chart { $0.legend.visibility = visibility } }

    /// Sets the place of the legend.
    nonisolated public func chartLegend(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View {
        chart { settings in
            (settings.legend.position, settings.legend.alignment, settings.legend.spacing) = (position, alignment, spacing)
        }
    }

    /// Sets the legend.
    nonisolated public func chartLegend(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> some View
    ) -> some View {
        let view = AnyView(content())
        return chartLegend(position: position, alignment: alignment, spacing: spacing).chart { $0.legend.content = view }
    }

    /// Changes the plot, such as its size and its background.
    nonisolated public func chartPlotStyle(@ViewBuilder content: @escaping (ChartPlotContent) -> some View) -> some View {
        chart { $0.plotStyle = { AnyView(content($0)) } }
    }

    /// Puts a view over the chart, which knows the scales. The modifier that is written first is behind.
    nonisolated public func chartOverlay(
        alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> some View
    ) -> some View {
        chart { $0.overlays.insert(ChartLayer(alignment: alignment) { AnyView(content($0)) }, at: 0) }
    }

    /// Puts a view under the chart, which knows the scales.
    nonisolated public func chartBackground(
        alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> some View
    ) -> some View {
        chart { $0.backgrounds.append(ChartLayer(alignment: alignment) { AnyView(content($0)) }) }
    }
}

// Scrolling and selection: accepted, kept for tests, without effect on a picture.

extension View {
    /// Keeps a selected value. Nothing is selected in a picture.
    nonisolated public func chartXSelection<P: Plottable>(value: Binding<P?>) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartXSelection", value: value.wrappedValue.map { "\($0)" } ?? "")) }
    }

    /// Keeps a selected range. Nothing is selected in a picture.
    nonisolated public func chartXSelection<P: Plottable & Comparable>(range: Binding<ClosedRange<P>?>) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartXSelection", value: range.wrappedValue.map { "\($0)" } ?? "")) }
    }

    /// Keeps a selected value. Nothing is selected in a picture.
    nonisolated public func chartYSelection<P: Plottable>(value: Binding<P?>) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartYSelection", value: value.wrappedValue.map { "\($0)" } ?? "")) }
    }

    /// Keeps a selected range. Nothing is selected in a picture.
    nonisolated public func chartYSelection<P: Plottable & Comparable>(range: Binding<ClosedRange<P>?>) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartYSelection", value: range.wrappedValue.map { "\($0)" } ?? "")) }
    }

    /// Keeps a selected value. Nothing is selected in a picture.
    nonisolated public func chartAngleSelection<P: Plottable>(value: Binding<P?>) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartAngleSelection", value: value.wrappedValue.map { "\($0)" } ?? "")) }
    }

    /// Keeps a gesture.
    nonisolated public func chartGesture(_ gesture: @escaping (ChartProxy) -> some Gesture) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartGesture", value: "")) }
    }

    /// Keeps the directions in which the plot scrolls. The whole domain is drawn.
    nonisolated public func chartScrollableAxes(_ axes: Axis.Set) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartScrollableAxes", value: "\(axes.rawValue)")) }
    }

    /// Keeps the length of the visible part. The whole domain is drawn.
    nonisolated public func chartXVisibleDomain<P: Plottable & Numeric>(length: P) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartXVisibleDomain", value: "\(length)")) }
    }

    /// Keeps the length of the visible part. The whole domain is drawn.
    nonisolated public func chartYVisibleDomain<P: Plottable & Numeric>(length: P) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartYVisibleDomain", value: "\(length)")) }
    }

    /// Keeps the start of the visible part. The whole domain is drawn.
    nonisolated public func chartScrollPosition(initialX: some Plottable) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartScrollPosition", value: "\(initialX)")) }
    }

    /// Keeps the start of the visible part. The whole domain is drawn.
    nonisolated public func chartScrollPosition(initialY: some Plottable) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartScrollPosition", value: "\(initialY)")) }
    }

    /// Keeps the start of the visible part. The whole domain is drawn.
    nonisolated public func chartScrollPosition<P: Plottable>(x: Binding<P>) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartScrollPosition", value: "\(x.wrappedValue)")) }
    }

    /// Keeps the start of the visible part. The whole domain is drawn.
    nonisolated public func chartScrollPosition<P: Plottable>(y: Binding<P>) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartScrollPosition", value: "\(y.wrappedValue)")) }
    }

    /// Keeps where scrolling ends. The whole domain is drawn.
    nonisolated public func chartScrollTargetBehavior(_ behavior: some ChartScrollTargetBehavior) -> some View {
        chart { $0.kept.append(KeptModifier(name: "chartScrollTargetBehavior", value: "")) }
    }
}

/// Where scrolling ends.
public protocol ChartScrollTargetBehavior: Sendable {}

/// Scrolling that ends at values.
public struct ValueAlignedChartScrollTargetBehavior: ChartScrollTargetBehavior {
    /// Values that scrolling may end at in addition.
    public enum MajorValueAlignment: Hashable, Sendable {
        case page
        case unit(Double)
        case matching(DateComponents)
    }
}

/// Scrolling that ends at whole pages.
public struct PagingChartScrollTargetBehavior: ChartScrollTargetBehavior {}

extension ChartScrollTargetBehavior where Self == PagingChartScrollTargetBehavior {
    /// Scrolling that ends at whole pages.
    public static var paging: PagingChartScrollTargetBehavior { PagingChartScrollTargetBehavior() }
}

extension ChartScrollTargetBehavior where Self == ValueAlignedChartScrollTargetBehavior {
    /// Returns scrolling that ends at multiples of a number.
    public static func valueAligned(
        unit: some BinaryFloatingPoint, majorAlignment: ValueAlignedChartScrollTargetBehavior.MajorValueAlignment? = nil
    ) -> ValueAlignedChartScrollTargetBehavior { ValueAlignedChartScrollTargetBehavior() }

    /// Returns scrolling that ends at moments that match components.
    public static func valueAligned(
        matching components: DateComponents, majorAlignment: ValueAlignedChartScrollTargetBehavior.MajorValueAlignment? = nil
    ) -> ValueAlignedChartScrollTargetBehavior { ValueAlignedChartScrollTargetBehavior() }
}
