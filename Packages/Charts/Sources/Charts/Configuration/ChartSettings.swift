import Foundation
import SwiftUI

/// Statements of modifiers about a chart.
package struct ChartSettings {
    package var x = AxisSettings()
    package var y = AxisSettings()
    package var styles = EncodingChoice<any ShapeStyle>()
    package var symbols = EncodingChoice<any ChartSymbolShape>()
    package var lines = EncodingChoice<StrokeStyle>()
    package var sizes: ClosedRange<CGFloat>?
    package var legend = LegendSettings()
    /// Changes the plot.
    package var plotStyle: ((ChartPlotContent) -> AnyView)?
    package var overlays: [ChartLayer] = []
    package var backgrounds: [ChartLayer] = []
    package var kept: [KeptModifier] = []

    package init() {}
}

/// Statements of modifiers about the axis of a direction.
package struct AxisSettings {
    package var scale = ScaleChoice()
    package var visibility = Visibility.automatic
    /// The marks that the code names. Nil are the usual ones.
    package var marks: [AxisMarksSpec]?
    package var title: AxisTitle?
    /// Changes the axis.
    package var style: ((ChartAxisContent) -> AnyView)?

    package init() {}
}

/// The title of an axis.
package struct AxisTitle {
    package var position: AnnotationPosition
    package var alignment: Alignment?
    package var spacing: CGFloat?
    package var content: AnyView
}

/// Statements of modifiers about the legend.
package struct LegendSettings {
    package var visibility = Visibility.automatic
    package var position = AnnotationPosition.automatic
    package var alignment: Alignment?
    package var spacing: CGFloat?
    package var content: AnyView?

    package init() {}
}

/// A view over or under a chart.
package struct ChartLayer {
    package var alignment: Alignment
    package var content: (ChartProxy) -> AnyView
}

/// The key of the settings in the environment of a chart.
private struct ChartSettingsKey: EnvironmentKey {
    static var defaultValue: ChartSettings { ChartSettings() }
}

extension EnvironmentValues {
    /// Statements of modifiers about the charts inside.
    package var chart: ChartSettings {
        get { self[ChartSettingsKey.self] }
        set { self[ChartSettingsKey.self] = newValue }
    }
}

/// The plot of a chart, as a view that `chartPlotStyle` changes.
public struct ChartPlotContent {
    package let paint: @MainActor (CGRect, DrawingContext) -> Void
}

extension ChartPlotContent: View, PrimitiveView {
    /// Returns the plot, in all the space that is offered.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [GreedyNode(paint: paint)] }
}

/// An axis of a chart, as a view that `chartXAxisStyle` and `chartYAxisStyle` change. The change is kept.
public struct ChartAxisContent {}

extension ChartAxisContent: View, PrimitiveView {
    /// Returns nothing.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [] }
}
