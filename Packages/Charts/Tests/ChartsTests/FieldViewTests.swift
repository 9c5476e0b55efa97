import Charts
import SwiftUI
import Testing

@MainActor @Suite("Fields, pages and durations")
struct FieldViewTests {
    private func texts(_ view: some View) -> [String] {
        ViewInspection(of: view.environment(\.calendar, utc), width: 300, height: 400).texts.map(\.string)
    }

    @Test("A field shows its text, or its title while it is empty")
    func fields() {
        #expect(texts(TextField("Name", text: .constant("Ada"))) == ["Ada"])
        #expect(texts(TextField("Name", text: .constant(""))) == ["Name"])
        #expect(texts(TextField("Rows", value: .constant(12), format: .number)) == ["12"])
        #expect(texts(TextField("Rows", value: .constant(12), formatter: NumberFormatter())) == ["12"])
        #expect(texts(SecureField("Code", text: .constant("123"))) == ["•••"])
    }

    @Test("Steppers, dates, colors and menus have their labels")
    func labels() {
        #expect(texts(Stepper("Rows", value: .constant(3), in: 1...9)).first == "Rows")
        #expect(texts(ColorPicker("Color", selection: .constant(.red))) == ["Color"])
        #expect(texts(Menu("More") { Text("hidden") }) == ["More"])
        #expect(texts(LabeledContent("Steps", value: "8")) == ["Steps", "8"])
        let day = DatePicker("Day", selection: .constant(moment(3, 2)), displayedComponents: .date)
        #expect(texts(day).first == "Day" && texts(day).last?.contains("2026") == true)
        #expect(texts(DisclosureGroup("More", isExpanded: .constant(true)) { Text("inside") }) == ["More", "inside"])
        #expect(texts(DisclosureGroup("More") { Text("inside") }) == ["More"])
    }

    @Test("A choice shows its values, or only the chosen one if they do not fit")
    func picker() {
        let names = ["first", "second", "third", "fourth", "fifth", "sixth"]
        let picker = Picker("Order", selection: .constant("third")) { ForEach(names, id: \.self) { Text($0).tag($0) } }
        #expect(texts(picker.frame(width: 400)) == names)
        #expect(texts(picker.frame(width: 150)) == ["Order", "third"])
    }

    @Test(
        "Marks of Markdown in a localized text set the style and are not shown",
        arguments: [
            ("**Hold** the chart", "Hold the chart", true), ("2 * 3 * 4", "2 * 3 * 4", false), ("*slanted* `code`", "slanted code", true),
            ("a ** b", "a ** b", false),
        ])
    func markdown(text: String, shown: String, isStyled: Bool) {
        #expect(texts(Text(LocalizedStringKey(text))) == [shown] && texts(Text(verbatim: text)) == [text])
        #expect((Text(LocalizedStringKey(text)).rendered(width: 300) != Text(verbatim: shown).rendered(width: 300)) == isStyled)
    }

    @Test("A literal is a localized text")
    func literal() { #expect(texts(Text("**Hold** it")) == ["Hold it"]) }

    @Test("The days of an interval are words")
    func interval() {
        let days = DateInterval(start: moment(3, 2), end: moment(3, 4))
        #expect(texts(Text("\(days)")).joined().contains(" – "))
    }

    @Test("The labels of a slider's ends are drawn")
    func slider() {
        let slider = Slider(value: .constant(2.0), in: 1...10) {
            Text("Width")
        } minimumValueLabel: {
            Text("1")
        } maximumValueLabel: {
            Text("10")
        }
        #expect(texts(slider) == ["1", "10"])
    }

    @Test("Pages of a split view are side by side, and bars are kept")
    func pages() {
        let view = NavigationSplitView {
            Text("list").toolbar { ToolbarItem(placement: .primaryAction) { Text("add") } }
        } detail: {
            Text("chart").navigationTitle("A title" as String)
        }
        let drawn = ViewInspection(of: view, width: 300, height: 100)
        #expect(
            drawn.texts.map(\.string) == ["list", "chart"] && drawn.kept.map(\.description) == ["toolbar", "navigationTitle(A title)"])
    }

    private struct Measured: View {
        @State private var width: CGFloat = 0

        var body: some View {
            Text("\(Int(width))").frame(maxWidth: .infinity)
                .onGeometryChange(for: CGFloat.self) {
                    $0.size.width
                } action: {
                    width = $0
                }
        }
    }

    @Test("A view can follow from its size, also in a terminal")
    func geometry() {
        #expect(texts(Measured()) == ["300"])
        #expect(ImageRenderer(content: Measured()).terminal(width: 40).contains("280"))
    }

    @Test("A style of a bar is kept")
    func progress() {
        let kept = ViewInspection(of: ProgressView().progressViewStyle(.circular), width: 90, height: 20).kept
        #expect(kept.map(\.description) == ["progressViewStyle(circular)"])
    }

    @Test("A path is moved, scaled and rotated")
    func transforms() {
        let path = Path(CGRect(x: 0, y: 0, width: 2, height: 1))
        let turned = path.applying(CGAffineTransform(rotationAngle: .pi / 2)).applying(CGAffineTransform(translationX: 5, y: 0))
            .boundingRect
        #expect(turned.isClose(to: CGRect(x: 4, y: 0, width: 1, height: 2)))
        #expect(path.applying(.identity.scaledBy(x: 3, y: 2)).boundingRect == CGRect(x: 0, y: 0, width: 6, height: 2))
    }

    @Test(
        "Durations are written in units",
        arguments: [
            (DateComponentsFormatter.UnitsStyle.positional, "1:30:05"), (.abbreviated, "1h 30m 5s"), (.short, "1 hr, 30 min, 5 sec"),
            (.full, "1 hour, 30 minutes, 5 seconds"), (.brief, "1hr 30min 5sec"),
        ])
    func durations(style: DateComponentsFormatter.UnitsStyle, text: String) {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = style
        #expect(formatter.string(from: 5405) == text)
    }

    @Test("Units of zero are left out, or kept")
    func zeros() {
        let formatter = DateComponentsFormatter()
        formatter.allowedUnits = [.hour, .minute]
        formatter.unitsStyle = .abbreviated
        #expect(formatter.string(from: 7200) == "2h" && formatter.string(from: 0) == "0m")
        formatter.zeroFormattingBehavior = .pad
        #expect(formatter.string(from: 7200) == "2h 0m" && formatter.string(from: -90) == "-0h 2m")
    }

    @Test("A description for people who hear a chart is kept")
    func descriptor() {
        struct Steps: View, AXChartDescriptorRepresentable {
            var body: some View { Text("chart").accessibilityChartDescriptor(self) }

            func makeChartDescriptor() -> AXChartDescriptor {
                AXChartDescriptor(
                    title: "Steps", summary: nil, xAxis: AXCategoricalDataAxisDescriptor(title: "Day", categoryOrder: ["Mon"]),
                    yAxis: AXNumericDataAxisDescriptor(title: "Steps", range: 0...9, gridlinePositions: []) { "\($0)" },
                    series: [AXDataSeriesDescriptor(name: "", isContinuous: false, dataPoints: [.init(x: "Mon", y: 3)])])
            }
        }
        let kept = ViewInspection(of: Steps(), width: 90, height: 90).kept.map(\.description)
        #expect(kept == ["accessibilityChartDescriptor(Steps)"])
        #expect(Steps().makeChartDescriptor().series[0].dataPoints[0].yValue?.number == 3)
    }

    @Test("Numbers have colors by the type of their scale, and a plot can have the same value for all elements")
    func colors() throws {
        let chart = Chart([0, 9, 99], id: \.self) { PointMark(x: .value("x", $0), y: .value("y", 1)).foregroundStyle(by: .value("n", $0)) }
            .chartForegroundStyleScale(domain: 0...99, range: Gradient(colors: [.black, .white]), type: .symmetricLog)
        // The logarithms of 1, 10 and 100 are at equal distances.
        #expect(try drawn(chart).marks.map(\.color) == ["#000000", "#808080", "#ffffff"])
        let plot = Chart { LinePlot([1.0, 2], x: .value("x", \.self), y: .value("y", \.self), series: .value("Layer", "Dimmed")) }
        #expect(try bare(plot).marks.map(\.series) == ["Dimmed", "Dimmed"])
    }

    @Test("Bins have the count or the edges that the code gives")
    func bins() {
        #expect(NumberBins(range: 0.0...1, count: 4).thresholds == [0, 0.25, 0.5, 0.75, 1])
        #expect(NumberBins(thresholds: [3.0, 1, 2]).index(for: 2.5) == 1)
    }

    @Test("The edge of a circle is a symbol and a view")
    func circle() throws {
        let chart = Chart { PointMark(x: .value("x", 1), y: .value("y", 1)).symbol(Circle().strokeBorder(lineWidth: 2)) }
        #expect(chart.rendered(width: 90, height: 90).contains("stroke-width"))
        #expect(Circle().strokeBorder(lineWidth: 2).rendered(width: 20, height: 20).contains("stroke-width"))
    }
}
