import Foundation
import SwiftUI

extension View {
    /// Changes what is said about the charts inside.
    nonisolated fileprivate func chart(_ change: @escaping (inout ChartSettings) -> Void) -> some View {
        transformEnvironment(\.chart, transform: change)
    }

    /// Sets the domain of the horizontal scale. Ranges and lists are exact.
    nonisolated public func chartXScale(domain: some ScaleDomain, type: ScaleType? = nil) -> some View {
        chart { settings in
            settings.x.scale.domain = domain.domainChoice
            if let type { settings.x.scale.type = type }
        }
    }

    /// Sets the domain of the horizontal scale and the part of the plot that it covers.
    nonisolated public func chartXScale(domain: some ScaleDomain, range: some PositionScaleRange, type: ScaleType? = nil) -> some View {
        chart { settings in
            settings.x.scale.domain = domain.domainChoice
            settings.x.scale.range = range.rangeChoice
            if let type { settings.x.scale.type = type }
        }
    }

    /// Sets the part of the plot that the horizontal scale covers.
    nonisolated public func chartXScale(range: some PositionScaleRange, type: ScaleType? = nil) -> some View {
        chart { settings in
            settings.x.scale.range = range.rangeChoice
            if let type { settings.x.scale.type = type }
        }
    }

    /// Sets how values are spread over the horizontal scale.
    nonisolated public func chartXScale(type: ScaleType) -> some View { chart { $0.x.scale.type = type } }

    /// Shows or hides the horizontal axis.
    nonisolated public func chartXAxis(_ visibility: Visibility) -> some View { chart { $0.x.visibility = visibility } }

    /// Sets the marks of the horizontal axis.
    nonisolated public func chartXAxis(@AxisContentBuilder content: () -> some AxisContent) -> some View {
        let content = content()
        return AxisView(content: self, axis: content, keyPath: \.x.marks)
    }

    /// Keeps a style of the horizontal axis.
    nonisolated public func chartXAxisStyle(@ViewBuilder content: @escaping (ChartAxisContent) -> some View) -> some View {
        chart { $0.x.style = { AnyView(content($0)) } }
    }

    /// Sets the title of the horizontal axis.
    nonisolated public func chartXAxisLabel(
        _ label: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { chartXAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(label) } }

    /// Sets the title of the horizontal axis.
    nonisolated public func chartXAxisLabel(
        _ label: Text, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { chartXAxisLabel(position: position, alignment: alignment, spacing: spacing) { label } }

    /// Sets the title of the horizontal axis.
    @_disfavoredOverload nonisolated public func chartXAxisLabel(
        _ label: some StringProtocol, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { chartXAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(label) } }

    /// Sets the title of the horizontal axis.
    nonisolated public func chartXAxisLabel(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> some View
    ) -> some View {
        let title = AxisTitle(position: position, alignment: alignment, spacing: spacing, content: AnyView(content()))
        return chart { $0.x.title = title }
    }

    /// Sets the domain of the vertical scale. Ranges and lists are exact.
    nonisolated public func chartYScale(domain: some ScaleDomain, type: ScaleType? = nil) -> some View {
        chart { settings in
            settings.y.scale.domain = domain.domainChoice
            if let type { settings.y.scale.type = type }
        }
    }

    /// Sets the domain of the vertical scale and the part of the plot that it covers.
    nonisolated public func chartYScale(domain: some ScaleDomain, range: some PositionScaleRange, type: ScaleType? = nil) -> some View {
        chart { settings in
            settings.y.scale.domain = domain.domainChoice
            settings.y.scale.range = range.rangeChoice
            if let type { settings.y.scale.type = type }
        }
    }

    /// Sets the part of the plot that the vertical scale covers.
    nonisolated public func chartYScale(range: some PositionScaleRange, type: ScaleType? = nil) -> some View {
        chart { settings in
            settings.y.scale.range = range.rangeChoice
            if let type { settings.y.scale.type = type }
        }
    }

    /// Sets how values are spread over the vertical scale.
    nonisolated public func chartYScale(type: ScaleType) -> some View { chart { $0.y.scale.type = type } }

    /// Shows or hides the vertical axis.
    nonisolated public func chartYAxis(_ visibility: Visibility) -> some View { chart { $0.y.visibility = visibility } }

    /// Sets the marks of the vertical axis.
    nonisolated public func chartYAxis(@AxisContentBuilder content: () -> some AxisContent) -> some View {
        let content = content()
        return AxisView(content: self, axis: content, keyPath: \.y.marks)
    }

    /// Keeps a style of the vertical axis.
    nonisolated public func chartYAxisStyle(@ViewBuilder content: @escaping (ChartAxisContent) -> some View) -> some View {
        chart { $0.y.style = { AnyView(content($0)) } }
    }

    /// Sets the title of the vertical axis.
    nonisolated public func chartYAxisLabel(
        _ label: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { chartYAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(label) } }

    /// Sets the title of the vertical axis.
    nonisolated public func chartYAxisLabel(
        _ label: Text, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { chartYAxisLabel(position: position, alignment: alignment, spacing: spacing) { label } }

    /// Sets the title of the vertical axis.
    @_disfavoredOverload nonisolated public func chartYAxisLabel(
        _ label: some StringProtocol, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { chartYAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(label) } }

    /// Sets the title of the vertical axis.
    nonisolated public func chartYAxisLabel(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> some View
    ) -> some View {
        let title = AxisTitle(position: position, alignment: alignment, spacing: spacing, content: AnyView(content()))
        return chart { $0.y.title = title }
    }
}

/// A view with the marks of an axis of the charts inside.
private struct AxisView<Content: View, Axis: AxisContent> {
    let content: Content
    let axis: Axis
    let keyPath: WritableKeyPath<ChartSettings, [AxisMarksSpec]?>
}

extension AxisView: View, PrimitiveView {
    func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let collector = AxisCollector()
        environment.whileCurrent { axis.collectAxes(into: collector) }
        var environment = environment
        environment.chart[keyPath: keyPath] = collector.marks
        return content.layoutNodes(in: environment)
    }
}
