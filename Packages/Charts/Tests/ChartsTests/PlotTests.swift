import Charts
import SwiftUI
import Testing

@MainActor @Suite("Plots of functions and collections")
struct PlotTests {
    private struct Reading {
        var day: String
        var low: Double
        var high: Double
        var kind = "a"
        var tone = Color.red
        var size: CGFloat = 30
        var share: CGFloat = 0.5
    }

    private let readings = [
        Reading(day: "Mon", low: 1, high: 3), Reading(day: "Tue", low: 2, high: 5, kind: "b", tone: .blue, size: 60, share: 1),
    ]

    @Test("A function covers the horizontal scale that the code gives")
    func scale() throws {
        let chart = Chart { LinePlot(x: "x", y: "x²") { x in x * x } }.chartXScale(domain: -2...2)
        let marks = try bare(chart).marks
        #expect(marks.count == 101 && marks.allSatisfy { $0.kind == "line" })
        #expect(marks.first?.xValues == [-2] && marks.last?.xValues == [2] && marks[50].yValues == [0])
        #expect(try bare(chart).yDomain == .numbers(0, 4))
    }

    @Test("A function without a scale covers the domain of the other marks, with its round ends")
    func others() throws {
        let chart = Chart {
            PointMark(x: .value("x", 3), y: .value("y", 1))
            PointMark(x: .value("x", 97), y: .value("y", 2))
            LinePlot(x: "x", y: "y") { x in x / 50 }
        }
        let lines = try bare(chart).marks.filter { $0.kind == "line" }
        #expect(lines.first?.xValues == [0] && lines.last?.xValues == [100] && (try bare(chart).xDomain == .numbers(0, 100)))
    }

    @Test("A function can have its own domain")
    func domain() throws {
        let chart = Chart { AreaPlot(x: "x", y: "y", domain: 1...3) { x in x } }
        let marks = try bare(chart).marks
        #expect(marks.first?.xValues == [1] && marks.last?.xValues == [3] && marks.last?.yValues == [0, 3])
    }

    @Test("Functions are separate lines, and the points of a parameter are connected in its order")
    func lines() throws {
        let chart = Chart {
            LinePlot(x: "x", y: "sin") { x in sin(x) }
            LinePlot(x: "x", y: "cos") { x in cos(x) }
        }
        #expect(try record(of: chart).layout.model.seriesNames.count == 2)
        let circle = Chart { LinePlot(x: "x", y: "y", t: "t", domain: 0...(2 * .pi)) { t in (x: cos(t), y: sin(t)) } }
        let marks = try bare(circle).marks
        #expect(marks[25].yValues.allSatisfy { abs($0 - 1) < 1e-9 } && marks[50].xValues.allSatisfy { abs($0 + 1) < 1e-9 })
    }

    @Test("A function is interrupted where it has no finite value, and clipped to the plot")
    func gaps() {
        let chart = Chart { LinePlot(x: "x", y: "y") { x in x < 0 ? .nan : x < 5 ? x : x == 5 ? .infinity : 100 } }
            .chartXScale(domain: -5...10).chartYScale(domain: 0...10).chartXAxis(.hidden).chartYAxis(.hidden)
        let svg = chart.rendered(width: 150, height: 100)
        let path = svg.matches(of: /<path[^>]* d="([^"]*)"/).map { String($0.output.1) }.max { $0.count < $1.count } ?? ""
        #expect(path.filter { $0 == "M" }.count == 2 && svg.contains("clip-path"), "\(svg)")
    }

    @Test("The area between two functions")
    func area() throws {
        let chart = Chart { AreaPlot(x: "x", yStart: "low", yEnd: "high", domain: 0...1) { x in (yStart: x - 1, yEnd: x + 1) } }
        #expect(try bare(chart).marks.last?.yValues == [0, 2])
    }

    @Test("A plot of a collection is the same as a loop of marks")
    func collections() throws {
        let plot = Chart { BarPlot(readings, x: .value("Day", \.day), yStart: .value("Low", \.low), yEnd: .value("High", \.high)) }
        let loop = Chart(readings, id: \.day) {
            BarMark(x: .value("Day", $0.day), yStart: .value("Low", $0.low), yEnd: .value("High", $0.high))
        }
        #expect(try bare(plot).marks == bare(loop).marks)
        let kinds = Chart {
            RulePlot(readings, x: .value("Day", \.day), yStart: .value("Low", \.low), yEnd: .value("High", \.high))
            PointPlot(readings, x: .value("Day", \.day), y: .value("High", \.high))
            RectanglePlot(readings, x: .value("Day", \.day), y: .value("Low", \.low), height: 2)
            LinePlot(readings, x: .value("Day", \.day), y: .value("High", \.high))
            AreaPlot(readings, x: .value("Day", \.day), y: .value("High", \.high))
        }
        #expect(
            try bare(kinds).marks.map(\.kind) == [
                "rule", "rule", "point", "point", "rectangle", "rectangle", "line", "line", "area", "area",
            ])
        #expect(try bare(Chart { SectorPlot(readings, angle: .value("High", \.high)) }).marks.map(\.kind) == ["sector", "sector"])
    }

    private let items = [Item(name: "a", kind: "x", value: 2), Item(name: "b", kind: "y", value: 4)]

    @Test("A plot has the marks of a loop")
    func marks() throws {
        let chart = Chart {
            BarPlot(items, x: .value("Name", \.name), y: .value("Value", \.value))
            LinePlot(items, x: .value("Name", \.name), y: .value("Value", \.value), series: .value("Kind", \.kind)).foregroundStyle(.black)
            PointPlot(items, x: .value("Name", \.name), y: .value("Value", \.value))
            AreaPlot(items, x: .value("Name", \.name), yStart: .value("Value", \.value), yEnd: .value("Value", \.value))
            RectanglePlot(items, x: .value("Name", \.name), y: .value("Kind", \.kind))
        }
        let marks = try bare(chart).marks
        #expect(marks.map(\.kind) == ["bar", "bar", "line", "line", "point", "point", "area", "area", "rectangle", "rectangle"])
        #expect(marks[2...3].map(\.series) == ["x", "y"] && marks[2].color == "#000000")
    }

    @Test("Properties of marks follow from properties of the elements")
    func properties() throws {
        let chart = Chart {
            PointPlot(readings, x: .value("Day", \.day), y: .value("High", \.high)).foregroundStyle(\.tone).symbolSize(\.size).opacity(
                \.share)
            BarPlot(readings, x: .value("Day", \.day), y: .value("Low", \.low)).foregroundStyle(by: .value("Kind", \.kind)).cornerRadius(3)
        }
        let record = try record(of: chart)
        let attributes = record.layout.model.marks.map(\.spec.attributes)
        #expect(attributes.prefix(2).map(\.opacity) == [0.5, 1] && attributes[2].cornerRadius == 3)
        #expect(try drawn(chart).legend == ["a", "b"])
        #expect(Set(try drawn(chart).marks.prefix(2).map(\.color)).count == 2)
    }
}
