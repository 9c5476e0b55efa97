import Foundation
import TallyCharts

/// Measures charts of a million points: reduction and layout, SVG, and terminal. Prints the shortest time of each.
@main
struct ChartBenchmark {
    private static let count = 1_000_000
    private static let runs = 10
    /// The limit for reduction and layout.
    private static let limit = Duration.milliseconds(100)

    static func main() {
        print("\(count) points, one a minute, with gaps; shortest of \(runs) runs")
        var isSlow = false
        for (name, mark) in layers() {
            let chart = LayeredChart(
                title: name, series: [ChartSeries(name, role: .series(0))], x: .time(TimeAxis(zone: ChartZone("Europe/Berlin") ?? .utc)),
                y: .value(ValueAxis(unit: "count/min", includesZero: false)),
                layers: [mark, .rule(RuleLayer(series: 0, at: .y(60), label: "average"))])
            let layout = least { _ = ChartLayout(chart, width: 720, height: 360, metrics: SVGTextMetrics()) }
            let drawing = least { _ = SVGChart.text(of: chart) }
            let terminal = least { _ = TerminalChart.text(of: chart, options: TerminalOptions(columns: 80, rows: 24)) }
            print("\(name): layout \(layout), SVG \(drawing), terminal \(terminal)")
            isSlow = isSlow || layout > limit
        }
        if isSlow { exit(1) }
    }

    /// Returns marks for a random walk that starts at 60 and stays between 40 and 180. It is the same in every run.
    private static func layers() -> [(name: String, mark: Layer)] {
        var state: UInt64 = 1
        var value = 60.0
        var line: [LineLayer.Point] = []
        var area: [AreaLayer.Point] = []
        var bars: [BarLayer.Bar] = []
        var dots: [PointLayer.Point] = []
        for index in 0..<count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            value = min(180, max(40, value + Double(state >> 40) / 8_388_608 - 1))
            let start = 1_700_000_000_000 + Double(index) * 60_000
            let known = index % 1000 < 5 ? nil : value
            line.append(LineLayer.Point(start, known))
            area.append(AreaLayer.Point(start, low: known.map { $0 - 5 }, high: known.map { $0 + 5 }))
            dots.append(PointLayer.Point(start, value))
            bars.append(BarLayer.Bar(from: start, to: start + 60_000, high: known))
        }
        return [
            ("line", .line(LineLayer(series: 0, points: line))), ("band", .area(AreaLayer(series: 0, points: area))),
            ("bars", .bar(BarLayer(series: 0, bars: bars))), ("dots", .point(PointLayer(series: 0, points: dots))),
        ]
    }

    private static func least(_ body: () -> Void) -> Duration {
        (0..<runs).map { _ in ContinuousClock().measure(body) }.min() ?? .zero
    }
}
