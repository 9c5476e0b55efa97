import TallyCharts
import Testing

@Suite("Charts in a terminal")
struct TerminalChartTests {
    static let charts = ChartGallery.charts + TerminalSamples.charts

    /// Without colors in three widths, the narrow ones also in ASCII.
    @Test("A chart of every kind matches its recording", arguments: charts.map(\.name))
    func monochrome(name: String) throws {
        let chart = try #require(Self.charts.first { $0.name == name }).chart
        var text = ""
        for (columns, isASCII) in [(40, false), (80, false), (160, false), (40, true), (80, true)] {
            text += "# \(columns) columns\(isASCII ? ", ASCII" : "")\n"
            text += TerminalChart.text(of: chart, options: TerminalOptions(columns: columns, isASCII: isASCII)) + "\n"
        }
        try GoldenFile("Terminal/\(name).txt").expect(text)
    }

    /// With escape characters shown as pictures, so that the file is readable.
    @Test("A chart of every kind has the recorded colors", arguments: charts.map(\.name))
    func colors(name: String) throws {
        let chart = try #require(Self.charts.first { $0.name == name }).chart
        var text = ""
        for color in [ColorDepth.sixteen, .palette256, .trueColor] {
            text += "# \(color)\n" + TerminalChart.text(of: chart, options: TerminalOptions(columns: 60, rows: 16, color: color)) + "\n"
        }
        try GoldenFile("Terminal/\(name).ansi").expect(String(text.map { $0 == "\u{1B}" ? "␛" : $0 }))
    }

    @Test("Without room for axes, the title and a sparkline remain", arguments: 1...4)
    func small(rows: Int) throws {
        let chart = try #require(Self.charts.first { $0.name == "one-bar" }).chart
        let lines = TerminalChart.text(of: chart, options: TerminalOptions(columns: 40, rows: rows)).split(separator: "\n")
        #expect(lines == (rows == 1 ? ["sum steps █ last 8,421"] : ["sum steps", "█ min 8,421 max 8,421 last 8,421"]))
    }

    @Test("A chart uses the rows that suit it, or all available rows")
    func heights() {
        let chart = TerminalSamples.year
        func rows(_ rows: Int?, fills: Bool = false) -> Int {
            TerminalChart.text(of: chart, options: TerminalOptions(columns: 80, rows: rows, fillsRows: fills)).count { $0 == "\n" }
        }
        #expect(rows(nil) == 21)
        #expect(rows(60) == 21)
        #expect(rows(12) == 12)
        #expect(rows(60, fills: true) == 60)
        #expect(rows(12, fills: true) == 12)
    }

    @Test("A bar of height zero is a line at its foot, and a missing bar is blank")
    func zeroIsNotNothing() throws {
        let bars: [BarLayer.Bar] = [.init(from: 0, to: 1, high: 8), .init(from: 1, to: 2, high: 0), .init(from: 2, to: 3, high: nil)]
        let chart = LayeredChart(
            title: "", x: .slots(SlotAxis(labels: ["a", "b", "c"])), y: .value(ValueAxis()), layers: [.bar(BarLayer(series: 0, bars: bars))]
        )
        let lines = TerminalChart.text(of: chart, options: TerminalOptions(columns: 32)).split(separator: "\n")
        let foot = try #require(lines.last { $0.contains("│") })
        #expect(foot == " │ ████████  ________")
    }
}
