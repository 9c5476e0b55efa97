import Foundation
import HealthModel
import TallyCharts
import Testing

@Suite("Charts of very many dots")
struct DotReductionTests {
    /// Returns a chart of `count` dots between 50 and 150, with one dot at `peak`.
    private static func chart(_ count: Int, peak: Double = 180) -> LayeredChart {
        var state: UInt64 = 7
        let points = (0..<count).map { index in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = index == count / 3 ? peak : 50 + Double(state >> 40) / Double(1 << 24) * 100
            return PointLayer.Point(1_700_000_000_000 + Double(index) * 60_000, value)
        }
        return LayeredChart(
            title: "heart rate", series: [ChartSeries("", role: .series(0))], x: .time(TimeAxis(zone: .utc)),
            y: .value(ValueAxis(unit: "count/min", domain: 40...190, includesZero: false)),
            layers: [.point(PointLayer(series: 0, points: points))])
    }

    /// Returns the data of the dots: the path of the class `p` with the color of the series.
    private static func dots(_ drawing: String) throws -> String {
        let line = try #require(drawing.split(separator: "\n").last { $0.hasPrefix("<path class=\"p") })
        let start = try #require(line.range(of: "d=\"")).upperBound
        return String(line[start...].prefix { $0 != "\"" })
    }

    @Test("A million dots take less than 500 kB, as a drawing and as a page with two drawings")
    func size() {
        let chart = Self.chart(1_000_000)
        #expect(SVGChart.text(of: chart).utf8.count < 100_000)
        let page = HTMLPage.text(of: chart, table: PageTable(titles: [], alignsRight: [], rows: []), query: "")
        #expect(page.utf8.count < 500_000)
    }

    @Test("The highest dot stays where it is")
    func extremes() throws {
        let few = try Self.dots(SVGChart.text(of: Self.chart(1500)))
        let many = try Self.dots(SVGChart.text(of: Self.chart(400_000)))
        /// The smallest y after a move. The y axis points downwards.
        func top(_ data: String) -> Double? {
            data.matches(of: /M-?[0-9.]+ ?(-?[0-9.]+)/).compactMap { Double($0.output.1) }.min()
        }
        // The note below the second chart takes a line of its height.
        #expect(try abs(#require(top(few)) - #require(top(many))) < 2)
    }

    @Test("The description and a note say how many values the dots show, and that they share dots")
    func honest() {
        let sentence = "400,000 values; values in the same 2 by 2 pixels share a dot"
        let drawing = SVGChart.text(of: Self.chart(400_000))
        #expect(drawing.contains("400,000 values in count/min: lowest "))
        #expect(drawing.components(separatedBy: sentence).count == 3, "once in the description, once below the chart")
    }

    @Test("Up to 2,000 dots are drawn in their places")
    func few() throws {
        let drawing = SVGChart.text(of: Self.chart(2000))
        #expect(try Self.dots(drawing).count { $0 == "M" } == 2000)
        #expect(!drawing.contains("share a dot"))
    }
}
