import Charts
import SwiftUI
import Testing

@MainActor @Suite("Axes")
struct AxisTests {
    private func line(_ range: ClosedRange<Double>) -> some View {
        Chart([range.lowerBound, range.upperBound], id: \.self) { LineMark(x: .value("x", $0), y: .value("y", $0)) }
    }

    private func days(_ first: Date, _ last: Date) -> some View {
        Chart([first, last], id: \.self) { PointMark(x: .value("t", $0), y: .value("v", 1)) }
    }

    @Test("A centered tick is between two values, and that of a single value at the value")
    func centeredTicks() throws {
        func ticks(_ values: [Int]) throws -> [CGFloat] {
            let chart = Chart { PointMark(x: .value("x", 5), y: .value("y", 1)) }.chartXScale(domain: 0...10).chartYAxis(.hidden)
                .chartXAxis { AxisMarks(values: values) { _ in AxisTick(centered: true, length: 5) } }
            return try record(of: chart).layout.axes[0].ticks.compactMap { $0.tick?.from.x }
        }
        #expect(try ticks([2]) == [20] && ticks([2, 6]) == [40, 80])
    }

    @Test("Horizontal values are marked below, vertical ones on the right")
    func sides() throws {
        let chart = try drawn(line(0...10))
        let labels = (chart.xTicks[0].labelFrame ?? .zero, chart.yTicks[0].labelFrame ?? .zero)
        #expect(labels.0.minY > chart.plotFrame.maxY && labels.1.minX > chart.plotFrame.maxX && chart.plotFrame.minX == 0)
    }

    @Test("Axes can be on the other sides")
    func otherSides() throws {
        let chart = try drawn(line(0...10).chartXAxis { AxisMarks(position: .top) }.chartYAxis { AxisMarks(position: .leading) })
        #expect((chart.xTicks[0].labelFrame ?? .zero).maxY < chart.plotFrame.minY && chart.plotFrame.maxX == 300)
        #expect((chart.yTicks[0].labelFrame ?? .zero).maxX < chart.plotFrame.minX)
    }

    @Test("Hidden axes need no space")
    func hidden() throws {
        let chart = try drawn(line(0...10).chartXAxis(.hidden).chartYAxis(.hidden))
        #expect(chart.xTicks.isEmpty && chart.yTicks.isEmpty && chart.plotFrame == CGRect(x: 0, y: 0, width: 300, height: 200))
    }

    @Test("Automatic values are round, and labels have the same decimals")
    func round() throws {
        #expect(try drawn(line(0...9)).yLabels == ["0", "2.5", "5.0", "7.5", "10.0"])
        #expect(try drawn(line(0...700)).yLabels == ["0", "200", "400", "600", "800"])
    }

    @Test("A wanted count is the greatest number of steps")
    func count() throws {
        let chart = try drawn(line(0...100).chartYAxis { AxisMarks(values: .automatic(desiredCount: 2)) })
        #expect(chart.yLabels == ["0", "50", "100"])
    }

    @Test("The ends of an automatic domain are marked, also if a smaller step would fit inside")
    func ends() throws {
        // Three steps of 25,000 go up to 75,000. Three steps of 20,000 would end at 60,000.
        let chart = try #require(ChartInspection(of: line(0...70_000).chartXAxis(.hidden), width: 300, height: 120))
        #expect(chart.yDomain == .numbers(0, 75_000))
        #expect(chart.yTicks.map(\.value) == ["0", "25,000", "50,000", "75,000"])
    }

    @Test("The end of an axis has no centered label, because nothing follows")
    func centeredEnd() throws {
        let chart = try drawn(
            line(0...3).chartXAxis {
                AxisMarks(values: [0, 1, 2, 3]) {
                    AxisGridLine()
                    AxisValueLabel(centered: true)
                }
            }.chartXScale(domain: 0...3))
        #expect(chart.xLabels == ["0", "1", "2"] && chart.xTicks.map(\.hasGridLine) == [true, true, true, true])
        let middle = try #require(chart.xTicks[2].labelFrame).midX
        #expect(abs(middle - (chart.xTicks[2].position + chart.xTicks[3].position) / 2) < 0.01)
    }

    @Test("A step marks its multiples in the domain")
    func step() throws {
        let chart = try drawn(line(0...10).chartYScale(domain: -1...7).chartYAxis { AxisMarks(values: .stride(by: 2.5)) })
        #expect(chart.yTicks.map(\.value) == ["0", "2.5", "5"])
    }

    @Test("Given values are marked in their order, and those of other kinds are left out")
    func given() throws {
        let chart = try drawn(line(0...10).chartYAxis { AxisMarks(values: [7, 1]) }.chartXAxis { AxisMarks(values: ["a"]) })
        #expect(chart.yTicks.map(\.value) == ["7", "1"] && chart.xTicks.isEmpty)
    }

    @Test("The parts of a value depend on it")
    func parts() throws {
        let chart = try drawn(
            line(0...10).chartYAxis {
                AxisMarks(values: [0, 5, 10]) { value in
                    if value.index == 1 { AxisGridLine() }
                    AxisTick()
                    if let number = value.as(Int.self) { AxisValueLabel { Text("\(number) of \(value.count)") } }
                }
            })
        #expect(chart.yTicks.map(\.label) == ["0 of 3", "5 of 3", "10 of 3"] && chart.yTicks.map(\.hasGridLine) == [false, true, false])
    }

    @Test("A value is nil as another type")
    func types() throws {
        var found: [String] = []
        let chart = line(0...10).chartXAxis {
            AxisMarks(values: [2.0]) { value in
                let _ = found.append("\(value.as(Double.self) ?? -1) \(value.as(Date.self) == nil) \(value.as(String.self) == nil)")
                AxisValueLabel()
            }
        }
        _ = try drawn(chart)
        #expect(found.first == "2.0 true true")
    }

    @Test("Labels have a format of Foundation")
    func formats() throws {
        let chart = try drawn(
            line(0...1).chartYAxis { AxisMarks(format: .percent, values: [0.0, 0.5]) })
        #expect(chart.yLabels.map { $0.filter { $0 != " " && $0 != "\u{a0}" } } == ["0%", "50%"])
    }

    @Test("Axes of shares are in percent")
    func shares() throws {
        let chart = Chart(["a", "b"], id: \.self) { name in
            BarMark(x: .value("x", "n"), y: .value("y", 1), stacking: .normalized).foregroundStyle(by: .value("k", name))
        }
        #expect(try drawn(chart).yLabels.last == "100 %" && (try drawn(chart).yDomain == .numbers(0, 1)))
    }

    @Test("All names have labels if there is room, and lines only if the code asks")
    func names() throws {
        let chart = Chart(["a", "b", "c"], id: \.self) { BarMark(x: .value("x", $0), y: .value("y", 1)) }
        #expect(try drawn(chart).xLabels == ["a", "b", "c"] && (try drawn(chart).xTicks.allSatisfy { !$0.hasGridLine }))
        #expect(try drawn(chart.chartXAxis { AxisMarks { AxisGridLine() } }).xTicks.allSatisfy(\.hasGridLine))
    }

    @Test("Labels that would touch are hidden, those after the first ones")
    func collisions() throws {
        let names = (0..<20).map { "Category \($0)" }
        let chart = try drawn(Chart(names, id: \.self) { BarMark(x: .value("x", $0), y: .value("y", 1)) })
        #expect(chart.labelsAreApart && chart.xLabels.count < 20 && chart.xLabels.count > 2 && chart.xTicks.count == 20)
    }

    @Test("Of labels that would touch, the one of higher priority is shown")
    func priority() throws {
        let chart = try drawn(
            line(0...10).chartXScale(domain: 0...10).chartXAxis {
                AxisMarks(values: [5.0]) { AxisValueLabel { Text("ordinary") } }
                AxisMarks(values: [5.1]) { AxisValueLabel(collisionResolution: .greedy(priority: 1)) { Text("special") } }
            })
        #expect(chart.xLabels == ["special"])
    }

    @Test("A label that is always shown stays, and others give way to it")
    func disabled() throws {
        let chart = try drawn(
            line(0...10).chartXScale(domain: 0...10).chartXAxis {
                AxisMarks(values: [0, 5, 10])
                AxisMarks(values: [5.2]) { AxisValueLabel(collisionResolution: .disabled) { Text("now") } }
            })
        #expect(chart.xLabels == ["0", "10", "now"])
    }

    @Test("A label that would leave the chart is moved inside")
    func inside() throws {
        let chart = try drawn(
            line(0...10).chartYAxis(.hidden).chartXScale(domain: 0...10).chartXAxis {
                AxisMarks(values: [10]) { AxisValueLabel(collisionResolution: .disabled) { Text("a long label") } }
            })
        #expect((chart.xTicks[0].labelFrame ?? .zero).maxX <= 300.01 && chart.xTicks[0].position == 300)
    }

    @Test("Labels of lines in the plot need no space next to it")
    func inset() throws {
        let chart = try drawn(line(0...10).chartXAxis(.hidden).chartYAxis { AxisMarks(preset: .inset) })
        #expect(chart.plotFrame.maxX == 300 && chart.yTicks.allSatisfy { ($0.labelFrame ?? .infinite).maxX <= 300 })
    }

    @Test("A label that is centered is in the middle between two marks")
    func centered() throws {
        let chart = try drawn(
            line(0...10).chartXScale(domain: 0...10).chartXAxis { AxisMarks(values: [0, 4, 10]) { AxisValueLabel(centered: true) } })
        let middles = chart.xTicks.prefix(2).map { ($0.labelFrame ?? .zero).midX / chart.plotFrame.width }
        #expect(abs(middles[0] - 0.2) < 0.001 && abs(middles[1] - 0.7) < 0.001)
    }

    @Test("The label of a day is in the middle of its bar")
    func dayLabels() throws {
        let chart = Chart(2...4, id: \.self) { BarMark(x: .value("d", moment(3, $0), unit: .day), y: .value("v", 1)) }
        let drawn = try drawn(chart)
        #expect(drawn.xLabels.count == 3)
        for (tick, mark) in zip(drawn.xTicks, drawn.marks) { #expect(abs((tick.labelFrame ?? .zero).midX - mark.frame.midX) < 0.5) }
    }

    @Test("Anchors put another point of the label at the value")
    func anchors() throws {
        let chart = try drawn(
            line(0...10).chartXScale(domain: 0...10).chartXAxis { AxisMarks(values: [5]) { AxisValueLabel(anchor: .topLeading) } })
        #expect(abs((chart.xTicks[0].labelFrame ?? .zero).minX - chart.xTicks[0].position) < 0.01)
    }

    @Test("Long labels can be shortened to the room of their mark")
    func truncated() throws {
        let chart = Chart(["A very long name", "Another long name"], id: \.self) { BarMark(x: .value("x", $0), y: .value("y", 1)) }
            .chartXAxis { AxisMarks { AxisValueLabel(collisionResolution: .truncate) } }
        #expect(try drawn(chart, width: 160).labelsAreApart && (try drawn(chart, width: 160).xLabels.count == 2))
    }

    @Test("Titles of axes need their own space")
    func titles() throws {
        let plain = try drawn(line(0...10))
        let titled = try drawn(line(0...10).chartXAxisLabel("Time").chartYAxisLabel("Steps"))
        #expect(titled.plotFrame.height < plain.plotFrame.height - 20)
        let side = try drawn(line(0...10).chartYAxisLabel("Steps", position: .leading))
        #expect(side.plotFrame.minX > 10 && side.plotFrame.height == plain.plotFrame.height)
    }

    @Test("No two labels touch, at any width", arguments: Array(stride(from: 80.0, through: 800, by: 90)))
    func widths(width: Double) throws {
        let year = days(moment(1, 5, 7, 30), moment(12, 24, 22, 10))
        for chart in [year] { #expect(try drawn(chart, width: width).labelsAreApart) }
        #expect(try drawn(line(0...123_456), width: width).labelsAreApart)
        #expect(try drawn(days(moment(3, 28), moment(3, 30)), in: berlin, width: width).labelsAreApart)
    }
}
