import CalendarIntervals
import Explanations
@_spi(Guests) import TallyCharts

/// One chart on its way to code: its marks in groups, and the kinds of its axes.
struct ChartFigure {
    /// The type of positions along the horizontal axis in the code.
    enum Axis: Hashable {
        /// Dates.
        case time
        /// Names of whole slots, such as weekdays.
        case names
        /// Numbers, if marks begin or end inside slots or if slots have edges.
        case numbers
    }

    let chart: LayeredChart
    /// The layout as a drawing, whose domains and ticks the code repeats.
    let layout: ChartLayout
    /// The start of the names of types.
    let name: String
    let axis: Axis
    /// From back to front.
    let groups: [MarkGroup]
    /// The names of all series, by their index in the chart. They differ.
    let seriesNames: [String]
    /// True if marks of several series are in the chart, so that values tell their series.
    let hasSeries: Bool
    /// True if the drawing has room for labels of points.
    let hasPointLabels: Bool
    /// True for charts without axes.
    let hidesAxes: Bool

    init(_ chart: LayeredChart, _ layout: ChartLayout, name: String, hidesAxes: Bool) {
        self.chart = chart
        self.name = name
        self.hidesAxes = hidesAxes
        self.layout = layout
        hasPointLabels = layout.labels.contains { $0.role == .point }
        axis = Self.axis(of: chart, layout.layers)
        groups = MarkGroup.groups(of: layout.layers, chart.series)
        var taken: Set<String> = []
        seriesNames = chart.series.map { series in
            let base = series.name.isEmpty ? "values" : series.name
            var (name, number) = (base, 1)
            while !taken.insert(name).inserted {
                number += 1
                name = "\(base) \(number)"
            }
            return name
        }
        hasSeries = Set(groups.flatMap(\.series)).count > 1
    }

    var viewName: String { name + "Chart" }
    var dataName: String { name + "Data" }

    /// The groups that have values, with the names of their properties.
    var stored: [(name: String, group: MarkGroup)] {
        var counts: [MarkGroup.Kind: Int] = [:]
        return groups.filter { $0.rule == nil }.map { group in
            counts[group.kind, default: 0] += 1
            let number = counts[group.kind] ?? 1
            return (group.kind.propertyName + (number > 1 ? String(number) : ""), group)
        }
    }

    /// Returns the start of names for a chart, from the words of its title.
    static func name(of chart: LayeredChart) -> String {
        let words = chart.title.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.prefix(6)
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        guard let first = name.first else { return "Tally" }
        return first.isNumber ? "Chart" + name : name
    }

    /// The labels of the slots, which differ.
    var slotNames: [String] { if case .slots(let axis) = chart.x { Self.different(axis.labels) } else { [] } }

    /// The labels of the rows of a heatmap, which differ.
    var rowNames: [String] { if case .slots(let axis) = chart.y { Self.different(axis.labels) } else { [] } }

    private static func different(_ labels: [String]) -> [String] {
        var taken: [String: Int] = [:]
        return labels.map { label in
            taken[label, default: 0] += 1
            let number = taken[label] ?? 1
            return number > 1 ? "\(label) (\(number))" : label
        }
    }

    private static func axis(of chart: LayeredChart, _ layers: [Layer]) -> Axis {
        guard case .slots(let slots) = chart.x else { return .time }
        let isNamed =
            slots.edges.isEmpty
            && layers.allSatisfy { layer in
                switch layer {
                case .bar(let layer): !layer.touches && layer.bars.allSatisfy { $0.start == $0.start.rounded() && $0.end == $0.start + 1 }
                case .line(let layer): layer.points.allSatisfy { $0.y == nil || $0.x - $0.x.rounded(.down) == 0.5 }
                case .area(let layer): layer.points.allSatisfy { $0.low == nil || $0.x - $0.x.rounded(.down) == 0.5 }
                case .point(let layer): layer.points.allSatisfy { $0.x - $0.x.rounded(.down) == 0.5 }
                case .cell(let layer): layer.cells.allSatisfy { $0.start == $0.start.rounded() && $0.end == $0.start + 1 }
                case .rule(let rule): if case .x = rule.place { false } else { true }
                }
            }
        return isNamed ? .names : .numbers
    }

    // MARK: Literals

    /// Returns a position along the horizontal axis as an expression.
    func place(_ position: Double) -> String {
        switch axis {
        case .time: "Date(timeIntervalSince1970: \(SwiftText.number(position / 1000)))"
        case .names: SwiftText.literal(slotNames[min(max(0, Int(position)), slotNames.count - 1)])
        case .numbers: SwiftText.number(position)
        }
    }

    /// Returns a position in a list of values, where dates have a short form.
    func shortPlace(_ position: Double) -> String {
        axis == .time ? "at(\(SwiftText.number(position / 1000)))" : place(position)
    }

    /// The label of values along the vertical axis.
    var valueLabel: String { SwiftText.literal(unit ?? "value") }

    var unit: String? {
        for case .cell(let layer) in chart.layers { return layer.unit }
        guard case .value(let axis) = chart.y else { return nil }
        return axis.unit ?? (axis.isFraction ? "%" : nil)
    }

    /// The label of the horizontal axis.
    var placeLabel: String { axis == .time ? "\"time\"" : "\"group\"" }

    /// Returns the color of a series.
    func color(of series: Int) -> String {
        guard chart.series.indices.contains(series) else { return "Color.blue" }
        return switch chart.series[series].role {
        case .series(let index): "Color." + Self.colors[index % Self.colors.count]
        case .muted: "Color.gray"
        case .reference: "Color.secondary"
        case .now: "Color.primary"
        }
    }

    /// Colors of the system, which adapt to light and dark appearance.
    private static let colors = ["blue", "orange", "green", "purple", "brown", "indigo", "pink", "teal"]
}
