import Charts
import SwiftUI
import Testing

/// Questions and reports about charts of other programs, rebuilt with data of our own.
@MainActor @Suite("Cases from the field")
struct FieldTests {
    @Test("Two lines without a series are one line: the series separates them (openillumi.com, one line of two)")
    func oneLine() throws {
        let both = Chart(0..<3, id: \.self) { hour in
            LineMark(x: .value("Time", hour), y: .value("Fine", hour))
            LineMark(x: .value("Time", hour), y: .value("Coarse", hour + 5))
        }
        let separate = Chart(0..<3, id: \.self) { hour in
            LineMark(x: .value("Time", hour), y: .value("Fine", hour), series: .value("Size", "Fine"))
            LineMark(x: .value("Time", hour), y: .value("Coarse", hour + 5), series: .value("Size", "Coarse"))
        }
        let names = try [bare(both), bare(separate)].map { Set($0.marks.map(\.series)).count }
        #expect(names == [1, 2])
    }

    @Test("A line has the color of its first point (answer 75732998)")
    func firstColor() {
        let svg = Chart(0..<3, id: \.self) { hour in
            LineMark(x: .value("x", hour), y: .value("y", hour)).foregroundStyle(
                hour == 0 ? Color(red: 1, green: 0, blue: 0) : Color(red: 0, green: 0, blue: 1))
        }
        .rendered(width: 90, height: 90)
        #expect(svg.contains("#f00") && !svg.contains("#00f"))
    }

    @Test("A fixed range stays, also with little data (codegenes.net, fixed range)")
    func fixedRange() throws {
        let chart = Chart([12, 14], id: \.self) { BarMark(x: .value("x", "\($0)"), y: .value("y", $0)) }.chartYScale(domain: 0...60)
        #expect(
            try drawn(chart).yDomain == .numbers(0, 60) && (try drawn(chart).yLabels.first == "0")
                && (try drawn(chart).yLabels.last == "60"))
    }

    @Test("Labels of days are under their bars (steipete/CodexBar 2974)")
    func labelsUnderBars() throws {
        let chart = Chart(1...16, id: \.self) { BarMark(x: .value("Day", moment(8, $0), unit: .day), y: .value("Cost", $0)) }
        let drawn = try drawn(chart, width: 330)
        for tick in drawn.xTicks where tick.isLabelShown && tick.position > drawn.plotFrame.minX + 30 {
            let middle = (tick.labelFrame ?? .zero).midX
            #expect(drawn.marks.contains { abs($0.frame.midX - middle) < 1 }, "\(tick)")
        }
    }

    @Test("The first and the last label are not cut off (steipete/CodexBar 1652)")
    func notCutOff() throws {
        let chart = Chart([1, 30], id: \.self) { PointMark(x: .value("Day", moment(9, $0)), y: .value("Cost", 1)) }
            .chartYAxis(.hidden)
            .chartXAxis { AxisMarks(values: [moment(9, 1), moment(9, 30)]) { AxisValueLabel(format: .dateTime.month(.wide).day()) } }
        let labels = try drawn(chart, width: 310).xTicks
        #expect(labels.count == 2 && labels.allSatisfy { ($0.label ?? "").contains("September") } && labels.allSatisfy(\.isLabelShown))
        #expect(labels.allSatisfy { ($0.labelFrame ?? .infinite).minX >= 0 && ($0.labelFrame ?? .infinite).maxX <= 310.01 })
    }

    @Test("The first and the last bar are whole (ChartsOrg/Charts 1569, 3186)")
    func wholeBars() throws {
        let chart = Chart(0..<4, id: \.self) { BarMark(x: .value("Day", moment(3, 2 + $0), unit: .day), y: .value("v", 1)) }
        let drawn = try drawn(chart)
        #expect(drawn.marks.allSatisfy { $0.frame.minX >= drawn.plotFrame.minX && $0.frame.maxX <= drawn.plotFrame.maxX })
        #expect(Set(drawn.marks.map { ($0.frame.width * 100).rounded() }).count == 1)
    }

    @Test("The value above the highest bar is not clipped on a low chart (ChartsOrg/Charts 3118)")
    func valueAbove() throws {
        let chart = Chart([Item(name: "a", value: 1000)]) { item in
            BarMark(x: .value("x", item.name), y: .value("y", item.value)).annotation { Text("1000").font(.caption) }
        }
        .chartYScale(domain: 0...1000)
        let drawn = try #require(ChartInspection(of: chart, width: 200, height: 60))
        #expect(drawn.annotations[0].frame.minY >= 0 && drawn.annotations[0].frame.maxX <= 200)
    }

    @Test("The value at the end of a level bar is not cut off (ChartsOrg/Charts 1235)")
    func levelValue() throws {
        let chart = Chart([Item(name: "a", value: 100)]) { item in
            BarMark(x: .value("v", item.value), y: .value("n", item.name)).annotation(position: .trailing) { Text("100 units") }
        }
        .chartXScale(domain: 0...100).chartYAxis(.hidden)
        #expect(try drawn(chart).annotations[0].frame.maxX <= 300)
    }

    @Test("A clock change does not repeat the label of a day (syncfusion/flutter-widgets 2460)")
    func noRepeatedDay() throws {
        let chart = Chart([24, 27], id: \.self) { PointMark(x: .value("t", moment(10, $0, in: berlin)), y: .value("v", 1)) }
            .chartXAxis { AxisMarks(values: .stride(by: .day)) { AxisValueLabel(format: .dateTime.day()) } }
        #expect(try drawn(chart, in: berlin).xTicks.map(\.label) == ["24", "25", "26", "27"])
    }

    @Test("Times of an axis are round, wherever the data starts (emoncms/emoncms-ios 4)")
    func roundTimes() throws {
        let chart = Chart([7, 1203], id: \.self) { PointMark(x: .value("t", moment(3, 2, 0, $0)), y: .value("v", 1)) }
        let values = try drawn(chart).xTicks.map(\.value)
        #expect(values.count > 2 && values.allSatisfy { $0.hasSuffix(":00:00Z") })
        #expect(try drawn(chart).labelsAreApart)
    }

    @Test("Missing values do not become zero: the line goes on to the next point")
    func gaps() throws {
        let chart = Chart([0.0, .nan, 2], id: \.self) { LineMark(x: .value("x", $0.isNaN ? 1 : $0), y: .value("y", $0 + 1)) }
        #expect(try bare(chart).marks.count == 2)
    }
}
