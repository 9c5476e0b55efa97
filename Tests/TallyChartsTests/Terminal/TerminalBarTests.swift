import TallyCharts
import Testing

@Suite("Bars and their axis in a terminal")
struct TerminalBarTests {
    private static let day = 24 * TerminalSamples.hour
    private static let berlin = ChartZone("Europe/Berlin") ?? .utc

    private func lines(_ chart: LayeredChart, _ options: TerminalOptions) -> [String] {
        TerminalChart.text(of: chart, options: options).split(separator: "\n").map(String.init)
    }

    @Test("Widths of months differ by less than two cells, and months have a gap if they have two cells each")
    func months() throws {
        // From May 2024 on.
        let lengths = [31, 30, 31, 31, 30, 31, 30, 31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 28, 31, 30, 31, 30]
        var start = 1_714_521_600_000.0
        let bars = lengths.map { days in
            defer { start += Double(days) * Self.day }
            return BarLayer.Bar(from: start, to: start + Double(days) * Self.day, high: 10)
        }
        let chart = LayeredChart(
            title: "", x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis()), layers: [.bar(BarLayer(series: 0, bars: bars))])
        for columns in 24...160 {
            let plot = lines(chart, TerminalOptions(columns: columns, rows: 9)).compactMap { line in
                line.split(separator: "│", omittingEmptySubsequences: false).last.flatMap { line.contains("│") ? $0 : nil }
            }
            let foot = try #require(plot.last)
            let width = columns - 4
            guard width >= 2 * bars.count else { continue }
            let groups = foot.split(separator: " ").map(\.count)
            #expect(groups.count == bars.count, "\(columns): \(foot)")
            for (first, width) in zip(lengths, groups) {
                for (second, other) in zip(lengths, groups) where first < second { #expect(width < other + 2, "\(columns): \(foot)") }
            }
        }
    }

    @Test("The labels of a clock change and of now are side by side", arguments: [40, 60, 80, 120], [0, 30, 59, 90])
    func clockChange(columns: Int, minutes: Int) throws {
        // 26 October 2025 in Berlin: the clocks go back at 01:00 UTC.
        let start = 1_761_429_600_000.0
        let now = start + (2.5 + Double(minutes) / 60) * TerminalSamples.hour
        let chart = LayeredChart(
            title: "", series: [ChartSeries("a", role: .series(0)), ChartSeries("now", role: .now)],
            x: .time(TimeAxis(zone: Self.berlin, domain: start...start + 25 * TerminalSamples.hour)), y: .value(ValueAxis()),
            layers: [
                .line(LineLayer(series: 0, points: [.init(start, 0), .init(now, 5)])),
                .rule(RuleLayer(series: 1, at: .x(now), label: "now")),
            ])
        let axis = try #require(lines(chart, TerminalOptions(columns: columns)).first { $0.contains("┼") })
        #expect(axis.contains("−1h") && axis.contains("┴"), "\(axis)")
    }

    @Test("Eight series have eight textures and eight line markers", arguments: [false, true])
    func eightSeries(isASCII: Bool) {
        let series = (0..<8).map { ChartSeries("s\($0)", role: .series($0)) }
        let layers: [(Int) -> Layer] = [
            { .bar(BarLayer(series: $0, bars: [.init(from: 0, to: Self.day, high: 5)], slot: $0, slotCount: 8)) },
            { .line(LineLayer(series: $0, points: [.init(0, 1), .init(Self.day, 5)])) },
        ]
        for mark in layers {
            let chart = LayeredChart(
                title: "", series: series, x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis()), layers: series.indices.map(mark))
            let legend = lines(chart, TerminalOptions(columns: 120, isASCII: isASCII)).first { $0.contains("s7") } ?? ""
            let keys = legend.split(separator: " ").filter { !$0.hasPrefix("s") }
            #expect(keys.count == 8 && Set(keys).count == 8, "\(legend)")
        }
    }

    @Test("The label of zero is in the row of zero", arguments: 10...40)
    func zeroLabel(rows: Int) throws {
        let bars = [5.0, -7, 3, 0, 9].enumerated().map {
            BarLayer.Bar(from: Double($0) * Self.day, to: Double($0 + 1) * Self.day, high: $1)
        }
        let chart = LayeredChart(
            title: "", series: [ChartSeries("a", role: .series(0)), ChartSeries("zero", role: .reference)], x: .time(TimeAxis(zone: .utc)),
            y: .value(ValueAxis()), layers: [.bar(BarLayer(series: 0, bars: bars)), .rule(RuleLayer(series: 1, at: .y(0)))])
        let rule = try #require(lines(chart, TerminalOptions(columns: 78, rows: rows)).first { $0.contains("┤") && $0.contains("╌╌") })
        #expect(rule.drop { $0 == " " }.hasPrefix("0┤"), "\(rule)")
    }

    @Test("Without colors, a projection and the rest of a typical day have different dots")
    func projection() throws {
        func dots(_ role: ChartSeries.Role) throws -> Substring {
            let line = LineLayer(series: 0, points: [.init(0, 5), .init(Self.day, 5)], isDashed: role == .series(0), isFaint: true)
            let chart = LayeredChart(
                title: "", series: [ChartSeries("a", role: role)], x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis(domain: 0...10)),
                layers: [.line(line)])
            let drawn = lines(chart, TerminalOptions(columns: 60)).first { line in
                line.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
            }
            return try #require(drawn?.split(separator: "│").last?.split(separator: "┤").last)
        }
        #expect(try dots(.series(0)) != dots(.muted))
    }

    @Test("A single value among many is drawn smaller than one among few")
    func loneValues() {
        func text(_ count: Int) -> String {
            let points = (0..<count).map { day -> LineLayer.Point in .init(Double(day) * Self.day, [4, 6].contains(day % 10) ? nil : 5) }
            return lines(
                LayeredChart(
                    title: "", x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis(domain: 0...10)),
                    layers: [.line(LineLayer(series: 0, points: points))]), TerminalOptions(columns: 60)
            ).joined()
        }
        #expect(text(20).contains("•"))
        #expect(!text(100).contains("•"))
    }
}
