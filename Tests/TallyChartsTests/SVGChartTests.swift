import Foundation
@_spi(Guests) import TallyCharts
import Testing

@Suite("Charts as SVG")
struct SVGChartTests {
    static let names = ChartGallery.charts.map(\.name)

    /// The characters of positions and steps. An exponent or a `nan` has others.
    private static let pathCharacters = Set("MlhvzM0123456789 .-".utf8)

    static func chart(_ name: String) throws -> LayeredChart { try #require(ChartGallery.charts.first { $0.name == name }).chart }

    @Test("Drawings of every kind of mark and axis match their recordings", arguments: names)
    func golden(name: String) throws {
        try GoldenFile("SVG/\(name).svg").expect(SVGChart.text(of: try Self.chart(name)))
    }

    @Test("Small drawings match their recordings", arguments: ["bars", "day", "heatmap", "hostile", "line-band"])
    func goldenNarrow(name: String) throws {
        let options = SVGOptions(width: 320, height: 240)
        try GoldenFile("SVG/\(name)-narrow.svg").expect(SVGChart.text(of: try Self.chart(name), options: options))
    }

    @Test("A drawing is well-formed, has only known elements, and refers to nothing outside itself", arguments: names)
    func wellFormed(name: String) throws {
        for options in [SVGOptions(), SVGOptions(width: 200, height: 100), SVGOptions(width: 1200, height: 500, id: "a b\"<é")] {
            let text = SVGChart.text(of: try Self.chart(name), options: options)
            let document = try Markup(xml: text)
            let elements: Set = ["svg", "title", "desc", "style", "defs", "clipPath", "pattern", "rect", "path", "g", "text"]
            #expect(document.elements.subtracting(elements).isEmpty)
            let identifiers = Set(document.identifiers)
            #expect(identifiers.count == document.identifiers.count, "an id twice")
            for reference in document.references { #expect(identifiers.contains(reference), "\(reference) is nowhere") }
            #expect(document.attributes.allSatisfy { !$0.hasPrefix("on") && $0 != "href" && $0 != "src" && $0 != "xlink:href" })
            let outside = text.replacing("http://www.w3.org/2000/svg", with: "").contains("http")
            #expect(!outside)
        }
    }

    @Test("The root element has the name and the description of the picture")
    func accessible() throws {
        let chart = try Self.chart("hostile")
        let document = try Markup(xml: SVGChart.text(of: chart, options: SVGOptions(id: "one")))
        #expect(document.root["role"] == "img")
        #expect(document.root["aria-labelledby"] == "one-title one-desc")
        #expect(document.root["viewBox"] == "-10 -10 720 360")
        #expect(document.text(of: "title").first == chart.title)
        #expect(document.text(of: "desc") == [chart.description])
    }

    @Test("The same chart gives the same bytes", arguments: names)
    func deterministic(name: String) throws {
        let chart = try Self.chart(name)
        #expect(SVGChart.text(of: chart) == SVGChart.text(of: chart))
    }

    @Test("Ids and style rules use the drawing's id, so two drawings fit on one page")
    func prefixed() throws {
        let text = SVGChart.text(of: try Self.chart("bars"), options: SVGOptions(id: "first"))
        #expect(try Markup(xml: text).identifiers.allSatisfy { $0 == "first" || $0.hasPrefix("first-") })
        let style = try #require(try Markup(xml: text).text(of: "style").first)
        let selectors = style.split(separator: "}").compactMap { $0.split(separator: "{").dropLast().last }
        for selector in selectors where !selector.contains("@media") {
            #expect(selector.trimmingPrefix(while: \.isWhitespace).hasPrefix("#first"), "\(selector)")
        }
    }

    @Test("A gap is not drawn: a line has two parts, a missing bar is not drawn, and a bar of zero is")
    func gaps() throws {
        let points = [1, 2, nil, 4, 5].enumerated().map { LineLayer.Point(Double($0.offset), $0.element) }
        let line = LayeredChart(
            title: "", series: [ChartSeries("", role: .series(0))], x: .slots(SlotAxis(labels: ["a", "b", "c", "d", "e"])),
            y: .value(ValueAxis()), layers: [.line(LineLayer(series: 0, points: points))])
        let path = try #require(try Markup(xml: SVGChart.text(of: line)).paths(withClasses: "l s0").first)
        #expect(path.filter { $0 == "M" }.count == 2)

        let bars = [0.0, nil, 3].enumerated().map { BarLayer.Bar(from: Double($0.offset), to: Double($0.offset + 1), high: $0.element) }
        let chart = LayeredChart(
            title: "", series: [ChartSeries("", role: .series(0))], x: .slots(SlotAxis(labels: ["a", "b", "c"])), y: .value(ValueAxis()),
            layers: [.bar(BarLayer(series: 0, bars: bars))])
        let drawn = try #require(try Markup(xml: SVGChart.text(of: chart)).paths(withClasses: "f s0").first)
        #expect(drawn.filter { $0 == "M" }.count == 2)
    }

    @Test("Pointing at a bar shows its time and value, up to five hundred values")
    func hover() throws {
        let titles = try Markup(xml: SVGChart.text(of: try Self.chart("clocks-back"))).text(of: "title")
        #expect(titles.contains { $0.hasPrefix("Sun 26 Oct 2025, 02:00+02:00–02:00+01:00\n") })
        #expect(titles.contains { $0.hasPrefix("Sun 26 Oct 2025, 23:00–24:00\n") })
        #expect(titles.count == 1 + 73)
        let many = try Markup(xml: SVGChart.text(of: try Self.chart("line-years"))).text(of: "title")
        #expect(many.count == 1)
    }

    @Test("Any chart in any size is well-formed as a drawing and in a page, and its positions are numbers")
    func anyChart() throws {
        let first = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap(UInt64.init) ?? 20_261_121
        let count = ProcessInfo.processInfo.environment["TALLY_CASES"].flatMap(UInt64.init) ?? 100
        for seed in first..<first + count {
            let random = RandomChart(seed: seed)
            let options = SVGOptions(width: Int(random.width), height: Int(random.height))
            let table = PageTable(titles: [random.chart.title], alignsRight: [true], rows: random.chart.notes.map { [$0] })
            let page = HTMLPage.text(of: random.chart, table: table, query: random.chart.title, options: options)
            for text in [SVGChart.text(of: random.chart, options: options), page] {
                let document = try? HTMLPageTests.markup(text)
                #expect(document != nil, "TALLY_SEED=\(seed) TALLY_CASES=1")
                let numbers = document?.paths.filter { !$0.utf8.allSatisfy(Self.pathCharacters.contains) } ?? []
                #expect(numbers.isEmpty, "TALLY_SEED=\(seed) TALLY_CASES=1")
            }
        }
    }

    @Test("Dark colors are for screens, and paper is light")
    func darkOnScreens() throws {
        let style = try #require(try Markup(xml: SVGChart.text(of: try Self.chart("bars"))).text(of: "style").first)
        let parts = style.split(separator: "@media")
        #expect(parts.count == 2)
        #expect(parts[1].hasPrefix(" screen and (prefers-color-scheme:dark)"))
        #expect(parts[0].contains(".s0{color:\(Palette.light.series[0].hex)}"))
        #expect(parts[1].contains(".s0{color:\(Palette.dark.series[0].hex)}"))
    }

    @Test("The size of a drawing depends on its plot and not on its data")
    func small() throws {
        let noise = ChartGallery.noise(100_000)
        let layers: [Layer] = [
            .line(LineLayer(series: 0, points: noise.enumerated().map { LineLayer.Point(Double($0), $1) })),
            .bar(BarLayer(series: 0, bars: noise.enumerated().map { BarLayer.Bar(from: Double($0), to: Double($0 + 1), high: $1) })),
            .area(AreaLayer(series: 0, points: noise.enumerated().map { AreaLayer.Point(Double($0), low: 0, high: $1) })),
        ]
        for mark in layers {
            let chart = LayeredChart(
                title: "", series: [ChartSeries("", role: .series(0))], x: ChartGallery.timeAxis(), y: .value(ValueAxis()), layers: [mark])
            let size = SVGChart.text(of: chart).utf8.count
            #expect(size < 60_000)
        }
        let cells = noise.enumerated().map { CellLayer.Cell(from: Double($0 / 10), to: Double($0 / 10 + 1), row: $0 % 10, value: $1) }
        let heatmap = LayeredChart(
            title: "", x: ChartGallery.timeAxis(), y: .slots(SlotAxis(labels: (0..<10).map(String.init))),
            layers: [.cell(CellLayer(cells: cells))])
        let size = SVGChart.text(of: heatmap).utf8.count
        #expect(size < 250_000)
    }

    @Test("Cells that share a column of pixels become one cell with the greatest value")
    func reducedCells() {
        let values: [Double?] = [1, 5, nil, 3, nil, nil]
        let cells = values.indices.map { index in
            CellLayer.Cell(
                from: Double(index), to: Double(index + 1), row: 0, value: values[index], completeness: index == 1 ? .partial : .whole)
        }
        let reduced = CellLayer(cells: cells).reduced(to: 3, over: 0...6).cells
        #expect(
            reduced == [
                CellLayer.Cell(from: 0, to: 2, row: 0, value: 5, completeness: .partial), CellLayer.Cell(from: 2, to: 4, row: 0, value: 3),
                CellLayer.Cell(from: 4, to: 6, row: 0, value: nil),
            ])
        #expect(CellLayer(cells: cells).reduced(to: 6, over: 0...6).cells == cells)
    }
}
