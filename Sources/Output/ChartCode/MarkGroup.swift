import TallyCharts

/// Layers of a chart that one loop of the code draws, or one rule.
struct MarkGroup {
    enum Kind: Hashable {
        case bars, lines, bands, points, cells, rule

        /// The name of the property with the values.
        var propertyName: String {
            switch self {
            case .bars: "bars"
            case .lines: "lines"
            case .bands: "bands"
            case .points: "points"
            case .cells: "cells"
            case .rule: "rule"
            }
        }

        /// The name of the type of a value.
        var typeName: String {
            switch self {
            case .bars: "Bar"
            case .lines: "LinePoint"
            case .bands: "BandPoint"
            case .points: "Dot"
            case .cells: "Cell"
            case .rule: "Rule"
            }
        }
    }

    /// How bars that share an interval are arranged.
    enum Arrangement: Hashable {
        /// Each bar has a separate interval, or two ends.
        case single
        /// On top of each other. The code gives their heights.
        case stacked
        /// Side by side.
        case grouped
    }

    let kind: Kind
    var layers: [Layer]

    /// The groups of layers, from back to front.
    static func groups(of layers: [Layer], _ series: [ChartSeries]) -> [MarkGroup] {
        var groups: [MarkGroup] = []
        for layer in layers {
            let next = MarkGroup(kind: kind(of: layer), layers: [layer])
            if next.kind != .rule, let last = groups.last, last.look == next.look, last.isInLegend(series) == next.isInLegend(series) {
                groups[groups.count - 1].layers.append(layer)
            } else {
                groups.append(next)
            }
        }
        return groups
    }

    private static func kind(of layer: Layer) -> Kind {
        switch layer {
        case .bar: .bars
        case .line: .lines
        case .area: .bands
        case .point: .points
        case .rule: .rule
        case .cell: .cells
        }
    }

    /// The properties that all marks of one loop share.
    private struct Look: Hashable {
        var kind: Kind
        var isDashed = false
        var isFaint = false
        var isStepped = false
        var hasHalo = false
        var touches = false
    }

    private var look: Look {
        switch layers[0] {
        case .line(let line):
            Look(kind: kind, isDashed: line.isDashed, isFaint: line.isFaint, isStepped: line.interpolation == .step)
        case .point(let point): Look(kind: kind, hasHalo: point.hasHalo)
        case .bar(let bar): Look(kind: kind, touches: bar.touches)
        case .area, .rule, .cell: Look(kind: kind)
        }
    }

    var isDashed: Bool { look.isDashed }
    var isFaint: Bool { look.isFaint }
    var isStepped: Bool { look.isStepped }
    var hasHalo: Bool { look.hasHalo }
    var touches: Bool { look.touches }

    /// The series of the marks, by their index in the chart, in the order of the layers.
    var series: [Int] {
        var series: [Int] = []
        for layer in layers {
            let own: Int? =
                switch layer {
                case .bar(let bar): bar.series
                case .line(let line): line.series
                case .area(let area): area.series
                case .point(let point): point.series
                case .rule, .cell: nil
                }
            if let own, !series.contains(own) { series.append(own) }
        }
        return series
    }

    /// True if the legend of the chart has the series.
    func isInLegend(_ all: [ChartSeries]) -> Bool { series.allSatisfy { all.indices.contains($0) && all[$0].isInLegend } }

    var rule: RuleLayer? { if case .rule(let rule) = layers[0] { rule } else { nil } }

    var bars: [BarLayer] { layers.compactMap { if case .bar(let bar) = $0 { bar } else { nil } } }

    var arrangement: Arrangement {
        let bars = bars
        if bars.contains(where: { $0.slotCount > 1 }) { return .grouped }
        guard bars.count > 1 else { return .single }
        // Bars that begin where others end.
        let isStacked = bars.dropFirst().contains { layer in layer.bars.contains { $0.low != nil && $0.low != 0 } }
        let starts = bars.map { Set($0.bars.filter { $0.high != nil }.map(\.start)) }
        return isStacked && zip(starts, starts.dropFirst()).contains { !$0.isDisjoint(with: $1) } ? .stacked : .single
    }

    /// True if the intervals of bars have about the same length, as buckets of the calendar have. Bars of samples have any length, and no
    /// gaps.
    var areBuckets: Bool {
        let lengths = bars.flatMap { $0.bars.map { $0.end - $0.start } }
        guard let least = lengths.min(), let greatest = lengths.max() else { return false }
        return greatest <= 2 * least
    }

    /// True if bars begin at zero or on top of others, so that one number gives their height.
    var bareHeights: Bool {
        arrangement == .stacked || bars.allSatisfy { layer in layer.bars.allSatisfy { $0.high == nil || $0.low == 0 } }
    }
}
