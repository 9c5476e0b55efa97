import TallyCharts
import Testing

@Suite("Several charts")
struct SeveralChartsTests {
    private let charts = [ChartGallery.bars, ChartGallery.lineBand]

    @Test("are one drawing with their total height, in which all ids differ")
    func drawing() throws {
        let text = SVGChart.text(of: charts, options: SVGOptions(width: 600, height: 200))
        let document = try Markup(xml: text)
        #expect(document.text(of: "svg").count == 3)
        #expect(document.root["height"] == "400")
        #expect(document.root["viewBox"] == "0 0 600 400")
        #expect(Set(document.identifiers).count == document.identifiers.count)
    }

    @Test("are one page with a heading for each chart and one table")
    func page() throws {
        let table = PageTable(titles: ["day"], alignsRight: [false], rows: [["1"]])
        let page = HTMLPage.text(of: charts, table: table, query: "")
        #expect(page.ranges(of: "<h2").count == 2)
        #expect(page.ranges(of: "<figure>").count == 2)
        #expect(page.ranges(of: "<table").count == 1)
    }

    @Test("are drawn like a single chart if there is only one")
    func one() {
        #expect(SVGChart.text(of: [charts[0]]) == SVGChart.text(of: charts[0]))
    }
}
