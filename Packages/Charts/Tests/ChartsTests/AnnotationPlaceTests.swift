import Charts
import SwiftUI
import Testing

@MainActor @Suite("Annotations that give way")
struct AnnotationPlaceTests {
    private func isApart(_ frames: [CGRect]) -> Bool {
        let texts = frames.map { $0.insetBy(dx: 0.1, dy: $0.height * 0.15) }
        return !texts.indices.contains { first in texts.indices.contains { $0 > first && texts[first].intersects(texts[$0]) } }
    }

    private func points(_ places: [(Double, Double)]) -> some View {
        Chart(places.indices, id: \.self) { index in
            PointMark(x: .value("x", places[index].0), y: .value("y", places[index].1)).annotation {
                Text("Label \(index)").font(.caption2)
            }
        }
        .chartXScale(domain: 0...10).chartYScale(domain: 0...10)
    }

    @Test("A later annotation moves to another side, and no label covers another")
    func moves() throws {
        let annotations = try bare(points([(5, 5), (5, 5), (5.5, 5)])).annotations
        #expect(annotations.map(\.isShown) == [true, true, true] && isApart(annotations.map(\.frame)))
        // The first is where it would be alone.
        #expect(annotations[0].frame == (try bare(points([(5, 5)])).annotations[0].frame))
    }

    @Test("An annotation without a free place is hidden")
    func hides() throws {
        let chart = try bare(points(Array(repeating: (5, 5), count: 12)))
        let shown = chart.annotations.filter(\.isShown)
        #expect(shown.count > 1 && shown.count < 12 && isApart(shown.map(\.frame)))
        let view = points(Array(repeating: (5, 5), count: 12)).chartXAxis(.hidden).chartYAxis(.hidden)
        #expect(ViewInspection(of: view, width: 100, height: 100).texts.count == shown.count)
    }

    @Test("An annotation gives way to a rule: along its own rule, or away from its bar")
    func rules() throws {
        let chart = Chart {
            RuleMark(x: .value("Now", 1))
            RuleMark(y: .value("Goal", 5)).annotation(alignment: .leading) { Text("Goal").font(.caption2) }
        }
        let goal = try bare(chart.chartXScale(domain: 0...10).chartYScale(domain: 0...10)).annotations[0].frame
        #expect(goal.minX > 11 && goal.maxY == 46)
        let bars = Chart {
            BarMark(x: .value("x", "a"), y: .value("y", 5)).annotation(spacing: 2) { Text("5").font(.caption2) }
            RuleMark(y: .value("Goal", 5.5))
        }
        let label = try bare(bars.chartYScale(domain: 0...10)).annotations[0].frame
        #expect(label.maxY < 45 && label.maxY > 30)
    }

    @Test("An annotation of which every place crosses a rule stays where the code puts it")
    func crossed() throws {
        let chart = Chart {
            BarMark(x: .value("x", 5), y: .value("y", 5), width: 10).annotation(spacing: 2) { Text("five").font(.caption2) }
            RuleMark(x: .value("x", 5))
        }
        let label = try bare(chart.chartXScale(domain: 0...10).chartYScale(domain: 0...10)).annotations[0]
        #expect(label.isShown && label.frame.maxY == 48)
    }

    @Test("Dots and other signs without text stay at their marks")
    func signs() throws {
        let chart = Chart(0..<3, id: \.self) { _ in
            PointMark(x: .value("x", 5), y: .value("y", 5)).annotation(position: .overlay) { Color.red.frame(width: 9, height: 9) }
        }
        #expect(Set(try bare(chart).annotations.map(\.frame.midX)).count == 1)
    }

    @Test("Labels of axes are hidden below an annotation, unless they are always shown")
    func axes() throws {
        let rule = RuleMark(x: .value("x", 5)).annotation(position: .bottom, spacing: 2) { Text("now").font(.caption2) }
        let chart = Chart { rule }.chartXScale(domain: 0...10)
        #expect(try drawn(chart.chartXAxis { AxisMarks(values: [0, 5, 10]) }).xLabels == ["0", "10"])
        let kept = chart.chartXAxis { AxisMarks(values: [0, 5, 10]) { _ in AxisValueLabel(collisionResolution: .disabled) } }
        #expect(try drawn(kept).xLabels == ["0", "5", "10"])
    }

    @Test("An annotation that a loop repeats at the same place is shown once, where the code puts it")
    func repeated() throws {
        let chart = Chart(0..<4, id: \.self) { number in
            BarMark(x: .value("x", "\(number)"), y: .value("y", number))
            RuleMark(y: .value("Goal", 2)).annotation(alignment: .leading) { Text("Goal").font(.caption2) }
        }
        .chartYScale(domain: 0...4)
        let annotations = try bare(chart).annotations
        #expect(annotations.map(\.isShown) == [true, false, false, false] && annotations[0].frame.maxY == 46)
    }

    @Test("Labels of axes are hidden below a legend that the code moves onto them")
    func legendOnLabels() throws {
        let names = ["ant", "bee", "cat", "dog", "elk"]
        let chart = Chart(names, id: \.self) { BarMark(x: .value("x", $0), y: .value("y", 1)).foregroundStyle(by: .value("k", $0)) }
        #expect(try drawn(chart).xLabels == names)
        let moved = try drawn(chart.chartLegend(alignment: .leading, spacing: -14))
        #expect(moved.xLabels.count < names.count && moved.legend == names)
    }

    @Test("Dates have their words in a legend")
    func legendDates() throws {
        let chart = Chart([moment(3, 2), moment(3, 9)], id: \.self) {
            BarMark(x: .value("x", $0), y: .value("y", 1)).foregroundStyle(by: .value("Day", $0))
        }
        #expect(try drawn(chart.chartLegend(.visible)).legend.first?.contains("2 Mar 2026") == true)
    }

    @Test("An annotation does not cover the legend or a title")
    func legend() throws {
        let chart = Chart {
            RuleMark(x: .value("x", 1)).foregroundStyle(by: .value("k", "Now")).annotation(position: .bottom, spacing: 0) {
                Text("twenty").font(.caption2)
            }
        }
        .chartXAxis(.hidden).chartXScale(domain: 0...10)
        let inspected = try drawn(chart)
        #expect(inspected.annotations.allSatisfy { !$0.isShown || $0.frame.maxY <= inspected.plotFrame.maxY + 9 })
    }
}
