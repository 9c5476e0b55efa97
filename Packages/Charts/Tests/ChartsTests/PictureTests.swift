import Charts
import SwiftUI
import Testing

@MainActor @Suite("Pictures, proxies and long series")
struct PictureTests {
    private var chart: some View {
        Chart([Item(name: "Mon", value: 3), Item(name: "Tue", value: 8)]) {
            BarMark(x: .value("Day", $0.name), y: .value("Steps", $0.value))
        }
    }

    @Test("A chart is SVG, with a description in words")
    func svg() {
        let renderer = ImageRenderer(content: chart.frame(width: 200, height: 120))
        #expect(renderer.size == CGSize(width: 200, height: 120) && renderer.svg.hasPrefix("<svg"))
        #expect(
            renderer.svg.contains("<desc") && renderer.svg.contains("Bar chart of Steps by Day, Mon, Tue. 2 values: 3 for Mon, 8 for Tue."))
    }

    @Test("A chart is a page with a title")
    func html() {
        let page = ImageRenderer(content: chart).html(title: "My steps")
        #expect(page.contains("<title>My steps</title>") && page.contains("<svg"))
    }

    @Test("A chart is text of at most a width and a height")
    func terminal() {
        let text = ImageRenderer(content: chart.frame(width: 300, height: 150)).terminal(width: 40, height: 12)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(text.contains("Mon") && lines.allSatisfy { $0.count <= 40 } && lines.count <= 13)
    }

    @Test("A description names the kind, the series, their extremes and lines of reference")
    func words() throws {
        let chart = Chart {
            LineMark(x: .value("Day", moment(3, 2), unit: .day), y: .value("Rate", 60)).foregroundStyle(by: .value("Person", "me"))
            LineMark(x: .value("Day", moment(3, 3), unit: .day), y: .value("Rate", 72)).foregroundStyle(by: .value("Person", "me"))
            RuleMark(y: .value("Goal", 65))
        }
        #expect(
            try drawn(chart).accessibilityDescription
                == "Line chart of Rate by Day, 2 Mar to 3 Mar 2026, UTC. me: 2 values: 60 on 2 Mar, 72 on 3 Mar. Line: Goal 65.")
    }

    @Test("Labels of the code are in the description, and hidden marks are not")
    func accessibility() throws {
        let chart = Chart {
            BarMark(x: .value("x", "a"), y: .value("y", 1)).accessibilityHidden(true)
            RuleMark(y: .value("y", 5)).accessibilityLabel("Goal").accessibilityValue("five")
        }
        #expect(try drawn(chart).accessibilityDescription == "Chart of lines of y. Line: Goal: five.")
    }

    @Test("A proxy converts between values and positions of the plot")
    func proxy() throws {
        var found: [String] = []
        let chart = Chart { PointMark(x: .value("x", 5), y: .value("y", 5)) }
            .chartXScale(domain: 0...10).chartYScale(domain: 0...10)
            .chartOverlay { proxy in
                GeometryReader { geometry in
                    let frame = proxy.plotFrame.map { geometry[$0] } ?? .zero
                    let _ =
                        found = [
                            "\(proxy.position(forX: 5.0) ?? -1)", "\(proxy.position(forY: 10) ?? -1)",
                            "\(proxy.value(atX: 25, as: Double.self) ?? -1)",
                            "\(proxy.value(atY: 50, as: Int.self) ?? -1)", "\(proxy.plotSize.width)", "\(frame.minX)",
                            "\(proxy.position(forX: "a") == nil)",
                        ]
                    Rectangle().fill(.clear)
                }
            }
        _ = try bare(chart)
        #expect(found == ["50.0", "0.0", "2.5", "5", "100.0", "0.0", "true"])
    }

    @Test("An overlay is drawn after the marks, and a background before them")
    func layers() throws {
        let chart = Chart { PointMark(x: .value("x", 5), y: .value("y", 5)).foregroundStyle(Color(red: 0, green: 1, blue: 0)) }
            .chartOverlay { _ in Color(red: 0, green: 0, blue: 1) }.chartBackground { _ in Color(red: 1, green: 0, blue: 0) }
        let svg = chart.rendered(width: 100, height: 100)
        let places = try ["#f00", "#0f0", "#00f"].map { try #require(svg.range(of: $0)).lowerBound }
        #expect(places == places.sorted())
    }

    @Test("The code can give the plot a size, a background and space")
    func plotStyle() throws {
        let chart = self.chart.chartXAxis(.hidden).chartYAxis(.hidden)
        #expect(try bare(chart.chartPlotStyle { $0.padding(10) }).plotFrame == CGRect(x: 10, y: 10, width: 80, height: 80))
        #expect(try #require(ChartInspection(of: chart.chartPlotStyle { $0.frame(height: 70) }, width: 100)).plotFrame.height == 70)
    }

    @Test("Scrolling and selection are kept for tests")
    func kept() {
        let view = chart.chartScrollableAxes(.horizontal).chartXVisibleDomain(length: 3).chartXSelection(value: .constant("Mon" as String?))
        let names = ViewInspection(of: view, width: 100, height: 100).kept.map(\.description)
        #expect(names == ["chartXSelection(Mon)", "chartXVisibleDomain(3)", "chartScrollableAxes(1)"])
    }

    @Test("A line of a hundred thousand points is drawn with those that the plot can show, and keeps extremes")
    func longLine() throws {
        let values = (0..<100_000).map { $0 == 54_321 ? 500.0 : Double($0 % 100) }
        let chart = Chart(values.indices, id: \.self) { LineMark(x: .value("x", $0), y: .value("y", values[$0])) }
            .chartXAxis(.hidden).chartYAxis(.hidden).chartYScale(domain: 0...500)
        let svg = chart.rendered(width: 300, height: 100)
        #expect(svg.utf8.count < 20_000)
        // The highest point is at the top of the plot.
        #expect(svg.contains("V0") || svg.contains(",0") || svg.contains(" 0"))
    }

    @Test("Many points and bars share a shape")
    func manyMarks() {
        let points = Chart(0..<20_000, id: \.self) { PointMark(x: .value("x", $0 % 199), y: .value("y", $0 % 97)) }
        let bars = Chart(0..<20_000, id: \.self) { BarMark(x: .value("x", $0), y: .value("y", $0 % 97)) }
        #expect(points.rendered(width: 300, height: 100).utf8.count < 500_000 && bars.rendered(width: 300, height: 100).utf8.count < 60_000)
    }

    @Test(
        "Curves go through their points: a monotone one has no other extremes",
        arguments: [
            InterpolationMethod.linear, .monotone, .catmullRom, .cardinal, .stepStart, .stepCenter, .stepEnd,
        ])
    func curves(method: InterpolationMethod) throws {
        let chart = Chart([0.0, 1, 2, 3], id: \.self) { x in
            LineMark(x: .value("x", x), y: .value("y", x < 2 ? 0 : 1)).interpolationMethod(method)
            AreaMark(x: .value("x", x), y: .value("y", x < 2 ? 0 : 1)).interpolationMethod(method)
        }
        #expect(chart.rendered(width: 100, height: 100).contains("<path"))
    }

    @Test("Clips and masks show marks only in a part of the plot")
    func clips() {
        let clipped = Chart {
            AreaMark(x: .value("x", 1), y: .value("y", 1))
            LineMark(x: .value("x", 0), y: .value("y", 1)).clipShape(Circle())
        }
        let masked = Chart {
            BarMark(x: .value("x", 1), y: .value("y", 1)).mask { RectangleMark(xStart: .value("a", 0), xEnd: .value("b", 1)) }
        }
        #expect(
            clipped.rendered(width: 90, height: 90).contains("clip-path") && masked.rendered(width: 90, height: 90).contains("clip-path"))
    }

    @Test("Areas, lines and points mask marks, too")
    func masks() throws {
        func mask(_ content: some ChartContent) throws -> [String] {
            let chart = Chart { RectangleMark(xStart: .value("a", 0), xEnd: .value("b", 10)).mask { content } }
            let svg = chart.chartXScale(domain: 0...10).chartYScale(domain: 0...10).chartXAxis(.hidden).chartYAxis(.hidden)
                .rendered(width: 100, height: 100)
            return svg.matches(of: /<clipPath[^>]*>(.*?)<\/clipPath>/).map { String($0.output.1) }
        }
        let area = ForEach([0, 10], id: \.self) { AreaMark(x: .value("x", $0), y: .value("y", 5)) }
        let line = ForEach([0, 10], id: \.self) { LineMark(x: .value("x", $0), y: .value("y", 5)) }
        let point = PointMark(x: .value("x", 5), y: .value("y", 5))
        #expect(try mask(area).joined().contains("50") && mask(line).joined().contains("49") && mask(point).joined().count > 40)
    }

    @Test("The shape that clips a bar is in the frame of the bar")
    func clippedBar() {
        let bar = BarMark(x: .value("x", 10), yStart: .value("low", 4), yEnd: .value("high", 6), width: .fixed(10))
        let chart = Chart { bar.clipShape(Rectangle()) }
            .chartXScale(domain: 0...20).chartYScale(domain: 0...10).chartXAxis(.hidden).chartYAxis(.hidden)
        let svg = chart.rendered(width: 100, height: 100)
        // From 45 to 55 and from 40 to 60.
        #expect(svg.contains("<clipPath") && svg.contains("M45 40"), "\(svg)")
    }

    @Test("A card that is nearly as bright as the background is not drawn in cells")
    func card() {
        let card = Text("steps").padding(20).background(Color(.secondarySystemBackground))
        let text = ImageRenderer(content: card).terminal(width: 20)
        #expect(text.contains("steps") && text.allSatisfy { "steps \n".contains($0) }, "\(text)")
    }

    @Test("Text for a terminal is laid out for its width, and for its height if the view would be higher")
    func terminalSize() {
        let card = HStack {
            Text("left")
            Spacer()
            Text("right")
        }
        let lines = ImageRenderer(content: card).terminal(width: 60).split(separator: "\n")
        #expect(lines.count == 1 && (58...60).contains(lines[0].count) && lines[0].hasPrefix("left") && lines[0].hasSuffix("right"))
        let chart = ImageRenderer(content: self.chart)
        #expect(chart.terminal(width: 40, height: 12).split(separator: "\n", omittingEmptySubsequences: false).count <= 13)
        #expect(chart.terminal(width: 40).contains("Mon"))
        // The code can propose another width.
        let narrow = ImageRenderer(content: card)
        narrow.proposedSize = ProposedViewSize(width: 140, height: nil)
        #expect((18...20).contains(narrow.terminal(width: 60).split(separator: "\n")[0].count))
    }

    @Test("Each entry of a legend has its sign in cells", arguments: [true, false])
    func legendSigns(isColored: Bool) throws {
        let names = ["one", "two", "three", "four", "five"]
        for width in stride(from: 40, through: 60, by: 3) {
            let chart = Chart(names, id: \.self) {
                BarMark(x: .value("x", $0), y: .value("y", 1)).foregroundStyle(by: .value("k", $0))
            }
            .chartXAxis(.hidden)
            let text = ImageRenderer(content: chart.frame(height: 150)).terminal(width: width, isColored: isColored)
                .replacing(/\u{1b}\[[0-9;]*m/, with: "")
            let legend = try #require(text.split(separator: "\n").last { $0.contains("one") })
            for name in names {
                #expect(legend.contains(try Regex("[^ ] \(name)")), "no sign of \(name) at \(width): \(legend)")
            }
        }
    }

    @Test("Small symbols are dots in cells")
    func cellSymbols() {
        let chart = Chart(1..<4, id: \.self) { PointMark(x: .value("x", $0), y: .value("y", $0 * $0)) }.frame(height: 150)
        #expect(ImageRenderer(content: chart).terminal(width: 40).filter { $0 == "●" }.count == 3)
    }

    @Test("Symbols have the area that the code gives")
    func symbolSize() {
        let svg = Chart { PointMark(x: .value("x", 1), y: .value("y", 1)).symbol(.square).symbolSize(400) }
            .chartXAxis(.hidden).chartYAxis(.hidden).rendered(width: 100, height: 100)
        // Squares are 88 % of the side of their box, which is 20.
        #expect(svg.contains("17.6"))
    }

    @Test("A view can be a symbol")
    func viewSymbol() {
        let chart = Chart { PointMark(x: .value("x", 1), y: .value("y", 1)).symbol { Text("★") } }
        #expect(ViewInspection(of: chart.chartXAxis(.hidden).chartYAxis(.hidden), width: 90, height: 90).texts.map(\.string) == ["★"])
    }
}
