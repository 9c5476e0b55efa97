import Charts
import SwiftUI
import Testing

@MainActor @Suite("Annotations and legends")
struct AnnotationTests {
    /// A bar from 20 to 80 across and 50 to 100 down, with a box of 10 by 6 points next to it.
    private func annotated(
        _ position: AnnotationPosition, alignment: Alignment = .center, spacing: CGFloat? = 2,
        overflow: AnnotationOverflowResolution = .automatic
    ) throws -> CGRect {
        let chart = Chart {
            BarMark(x: .value("x", "a"), y: .value("y", 5), width: .fixed(60))
                .annotation(position: position, alignment: alignment, spacing: spacing, overflowResolution: overflow) {
                    Color.red.frame(width: 10, height: 6)
                }
        }
        return try #require(bare(chart.chartYScale(domain: 0...10)).annotations.first).frame
    }

    @Test(
        "An annotation is at the side of its mark",
        arguments: [
            (AnnotationPosition.top, 45.0, 42.0), (.overlay, 45, 72), (.leading, 8, 72), (.trailing, 82, 72), (.topLeading, 10, 42),
            (.topTrailing, 80, 42), (.automatic, 45, 42),
        ])
    func sides(position: AnnotationPosition, x: Double, y: Double) throws {
        #expect(try annotated(position) == CGRect(x: x, y: y, width: 10, height: 6))
    }

    @Test("The alignment places it along the side")
    func alignment() throws {
        #expect(try annotated(.top, alignment: .leading).minX == 20 && (try annotated(.top, alignment: .trailing).maxX == 80))
        #expect(try annotated(.overlay, alignment: .topLeading) == CGRect(x: 20, y: 50, width: 10, height: 6))
    }

    @Test("The usual distance is four points")
    func spacing() throws { #expect(try annotated(.top, spacing: nil).maxY == 46) }

    @Test("An annotation that would leave the chart is moved inside, unless the code says otherwise")
    func overflow() throws {
        #expect(try annotated(.bottom).maxY == 100)
        #expect(try annotated(.bottom, overflow: .init(x: .disabled, y: .disabled)).minY == 102)
    }

    @Test("An annotation can stay in the plot")
    func plot() throws {
        let chart = Chart {
            RuleMark(y: .value("y", 10)).annotation(overflowResolution: .init(x: .fit, y: .fit(to: .plot))) {
                Color.red.frame(width: 4, height: 4)
            }
        }
        .chartYScale(domain: 0...10).chartXAxisLabel("x").chartLegend(.hidden)
        let drawn = try drawn(chart)
        #expect(drawn.annotations[0].frame.minY == drawn.plotFrame.minY)
    }

    @Test("The annotation of a negative bar is below it, and that of a level bar at its end")
    func ends() throws {
        let chart = Chart {
            BarMark(x: .value("x", "a"), y: .value("y", -5)).annotation { Color.red.frame(width: 4, height: 4) }
        }
        #expect(try bare(chart.chartYScale(domain: -10...10)).annotations[0].frame.minY == 79)
        let level = Chart { BarMark(x: .value("v", 5), y: .value("n", "a")).annotation { Color.red.frame(width: 4, height: 4) } }
        #expect(try bare(level.chartXScale(domain: 0...10)).annotations[0].frame.minX == 54)
    }

    @Test("The annotation of a rule is above its middle, or at an end")
    func rule() throws {
        let chart = Chart {
            RuleMark(y: .value("y", 5)).annotation(alignment: .leading) { Text("Goal") }
        }
        let annotation = try bare(chart.chartYScale(domain: 0...10)).annotations[0]
        #expect(annotation.frame.minX == 0 && annotation.frame.maxY == 46 && annotation.text == "Goal")
    }

    @Test("The content of an annotation can depend on the size of its mark")
    func context() throws {
        let chart = Chart {
            BarMark(x: .value("x", "a"), y: .value("y", 5), width: .fixed(60)).annotation { context in
                Color.red.frame(width: context.targetSize.width / 2, height: 3)
            }
        }
        #expect(try bare(chart).annotations[0].frame.width == 30)
    }

    @Test("Each mark of a loop has its annotation")
    func loop() throws {
        let chart = Chart(0..<3, id: \.self) { number in
            PointMark(x: .value("x", number), y: .value("y", 1)).annotation { Text("\(number)") }
        }
        #expect(try bare(chart).annotations.map(\.text) == ["0", "1", "2"])
    }

    private let items = ["b", "a", "b"]

    @Test("A legend has the values of styles, in the order of first appearance")
    func legend() throws {
        let chart = Chart(items, id: \.self) { BarMark(x: .value("x", $0), y: .value("y", 1)).foregroundStyle(by: .value("k", $0)) }
        #expect(try drawn(chart).legend == ["b", "a"] && (try drawn(chart.chartLegend(.hidden)).legend == []))
        #expect(try drawn(chart).plotFrame.height < drawn(chart.chartLegend(.hidden)).plotFrame.height)
    }

    @Test("A chart without values of styles has no legend")
    func noLegend() throws {
        #expect(try drawn(Chart(items, id: \.self) { BarMark(x: .value("x", $0), y: .value("y", 1)).foregroundStyle(.red) }).legend == [])
    }

    @Test("The scale of styles sets the order of the legend and the colors")
    func styleScale() throws {
        let chart = Chart(items, id: \.self) { BarMark(x: .value("x", $0), y: .value("y", 1)).foregroundStyle(by: .value("k", $0)) }
            .chartForegroundStyleScale(["a": Color.black, "b": Color.white])
        #expect(try drawn(chart).legend == ["a", "b"] && (try drawn(chart).marks.map(\.color) == ["#ffffff", "#000000", "#ffffff"]))
    }

    @Test("Values without their own color have the colors of a range in turn")
    func range() throws {
        let chart = Chart(items, id: \.self) { BarMark(x: .value("x", $0), y: .value("y", 1)).foregroundStyle(by: .value("k", $0)) }
        #expect(
            try drawn(chart.chartForegroundStyleScale(range: [Color.black, .white])).marks.map(\.color) == [
                "#000000", "#ffffff", "#000000",
            ])
        let mapped = chart.chartForegroundStyleScale { (name: String) in name == "a" ? Color.black : .white }
        #expect(try drawn(mapped).marks.map(\.color) == ["#ffffff", "#000000", "#ffffff"])
    }

    @Test("Numbers have the colors of a ramp, and the legend its ends")
    func ramp() throws {
        let chart = Chart([0.0, 5, 10], id: \.self) {
            PointMark(x: .value("x", $0), y: .value("y", 1)).foregroundStyle(by: .value("v", $0))
        }
        .chartForegroundStyleScale(range: Gradient(colors: [.black, .white]))
        #expect(try drawn(chart).marks.map(\.color) == ["#000000", "#808080", "#ffffff"])
        #expect(
            ViewInspection(of: chart.chartXAxis(.hidden).chartYAxis(.hidden), width: 300, height: 200).texts.map(\.string) == ["0", "10"])
    }

    @Test("A legend of the code takes the place of the usual one")
    func ownLegend() throws {
        let chart = Chart { PointMark(x: .value("x", 1), y: .value("y", 1)) }.chartLegend(position: .top) { Text("My legend") }
        let texts = ViewInspection(of: chart, width: 300, height: 200).texts
        #expect(texts.contains { $0.string == "My legend" && $0.frame.minY < 5 })
    }
}
