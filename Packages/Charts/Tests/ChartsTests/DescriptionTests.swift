import Charts
import SwiftUI
import Testing

/// The expected sentences are written from the data of each chart.
@MainActor @Suite("Descriptions of charts")
struct DescriptionTests {
    private let steps = [
        Item(name: "Mon", value: 3), Item(name: "Tue", value: 8), Item(name: "Wed", value: 5), Item(name: "Thu", value: 4),
    ]

    private func words(_ chart: some View) throws -> String { try drawn(chart).accessibilityDescription }

    @Test("Bars along names have no first and last value")
    func names() throws {
        let chart = Chart(steps) { BarMark(x: .value("Day", $0.name), y: .value("Steps", $0.value)) }
        #expect(try words(chart) == "Bar chart of Steps by Day, Mon to Thu. 4 values: lowest 3 for Mon, highest 8 for Tue.")
    }

    @Test("Bars to the right have their values along the horizontal axis")
    func level() throws {
        let chart = Chart(steps) { BarMark(x: .value("Steps", $0.value), y: .value("Day", $0.name)) }
        #expect(try words(chart) == "Bar chart of Steps by Day, Mon to Thu. 4 values: lowest 3 for Mon, highest 8 for Tue.")
    }

    @Test("A color for each bar is not a series")
    func colors() throws {
        let chart = Chart(steps) {
            BarMark(x: .value("Day", $0.name), y: .value("Steps", $0.value)).foregroundStyle(by: .value("Day", $0.name))
        }
        #expect(try words(chart) == "Bar chart of Steps by Day, Mon to Thu. 4 values: lowest 3 for Mon, highest 8 for Tue.")
    }

    @Test("Stacked bars have totals")
    func stacked() throws {
        let kinds = steps.map { ($0, "walk") } + steps.map { (Item(name: $0.name, value: 10 - $0.value), "run") }
        let chart = Chart {
            ForEach(Array(kinds.enumerated()), id: \.offset) { _, item in
                BarMark(x: .value("Day", item.0.name), y: .value("Steps", item.0.value)).foregroundStyle(by: .value("Kind", item.1))
            }
        }
        #expect(
            try words(chart)
                == "Stacked bar chart of Steps by Day, Mon to Thu. total: 4 values, all 10. "
                + "walk: 4 values: lowest 3 for Mon, highest 8 for Tue. run: 4 values: lowest 2 for Tue, highest 7 for Mon.")
    }

    @Test("Days have no time, and a line with points is described once")
    func days() throws {
        let chart = Chart {
            ForEach(0..<4) { index in
                LineMark(x: .value("Day", moment(3, 2 + index), unit: .day), y: .value("Rate", 60 - index))
                PointMark(x: .value("Day", moment(3, 2 + index), unit: .day), y: .value("Rate", 60 - index))
            }
        }
        #expect(
            try words(chart)
                == "Line chart of Rate by Day, 2 Mar to 5 Mar 2026, UTC. 4 values: lowest 57 on 5 Mar, highest 60 on 2 Mar, first 60, "
                + "last 57, falling throughout.")
    }

    @Test("Spans of time in rows are a timeline")
    func timeline() throws {
        let spans = [("core", 1, 3), ("core", 5, 6), ("awake", 3, 5)]
        let chart = Chart {
            ForEach(Array(spans.enumerated()), id: \.offset) { _, span in
                BarMark(
                    xStart: .value("Start", moment(3, 2, span.1)), xEnd: .value("End", moment(3, 2, span.2)), y: .value("Stage", span.0))
            }
        }
        #expect(
            try words(chart)
                == "Timeline of Start by Stage, core, awake. core: 2 periods, 3 h in total, 01:00 to 06:00. "
                + "awake: 1 period, 2 h, 03:00 to 05:00.")
    }

    @Test("Ranges have two ends")
    func ranges() throws {
        let ends = [(50, 120), (48, 131), (55, 99), (51, 110)]
        let chart = Chart {
            ForEach(Array(ends.enumerated()), id: \.offset) { index, ends in
                BarMark(
                    x: .value("Day", moment(3, 2 + index), unit: .day), yStart: .value("Rate", ends.0), yEnd: .value("Rate", ends.1))
            }
        }
        #expect(
            try words(chart)
                == "Bar chart of Rate by Day, 2 Mar to 5 Mar 2026, UTC. 4 ranges: lowest end 48 on 3 Mar, highest end 131 on 3 Mar, "
                + "first 50 to 120, last 51 to 110.")
    }

    @Test("Rectangles with values are a heatmap")
    func heatmap() throws {
        let chart = Chart {
            ForEach(0..<4) { index in
                RectangleMark(x: .value("Hour", "\(index % 2)"), y: .value("Weekday", index < 2 ? "Mon" : "Tue"))
                    .foregroundStyle(by: .value("Rate", 60 + index))
            }
        }
        #expect(
            try words(chart)
                == "Heatmap of Rate by Hour by Weekday, 0, 1. 4 values: lowest 60 for 0, Mon, highest 63 for 1, Tue.")
    }

    @Test("Sectors are named by their color")
    func pie() throws {
        let chart = Chart(steps) {
            SectorMark(angle: .value("Steps", $0.value)).foregroundStyle(by: .value("Day", $0.name))
        }
        #expect(try words(chart) == "Pie chart of Steps by Day. 4 values: lowest 3 for Mon, highest 8 for Tue.")
    }

    @Test("Points of two numbers are a scatter plot, and a value that is not a number is missing")
    func scatter() throws {
        let pairs: [(Double, Double)] = [(1, 10), (2, .nan), (4, 30), (5, 25), (6, 20)]
        let chart = Chart {
            ForEach(Array(pairs.enumerated()), id: \.offset) { _, pair in PointMark(x: .value("x", pair.0), y: .value("y", pair.1)) }
        }
        #expect(try words(chart) == "Scatter plot of y by x, 1 to 6. 4 values (1 missing): lowest 10 at 1, highest 30 at 4.")
    }
}
