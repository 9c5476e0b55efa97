import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import ResultRendering
import TallyCharts
import Testing

@Suite("Samples and summaries as charts")
struct ListedChartTests {
    private func samples(_ values: [Double], of metric: String, hours: Double, texts: [String]? = nil) -> ChartedResult {
        var result = ChartedResult(values, hours: 1, of: metric, "value", isAdditive: false)
        result.table.kind = .samples
        result.table.header.intervalText = nil
        result.table.ends = result.table.starts.map { $0 + Int64(hours * ChartedResult.hour) }
        result.table.keys = [
            KeyColumn(name: "unit", values: values.map { _ in .text("count") }),
            KeyColumn(name: "source", values: values.indices.map { .text($0 % 2 == 0 ? "b" : "a") }),
        ]
        result.table.columns[0].name = "value"
        result.table.columns[0].texts = texts
        return result
    }

    @Test("Readings are points for each source, or a line on request")
    func readings() throws {
        let result = samples([60, 61, 62], of: "heartRate", hours: 0)
        let chart = try result.chart()
        #expect(chart.series.map(\.name) == ["a", "b"])
        #expect(chart.points.map { $0.points.map(\.y) } == [[61], [60, 62]])
        #expect(chart.points[1].points.map(\.x) == [0, 2].map(ChartedResult.time))
        #expect(try result.chart(.line).lines.map { $0.points.map(\.y) } == [[61], [60, 62]])
        #expect(throws: ChartRefusal.self) { try result.chart(.heatmap) }
    }

    @Test("The axis of samples is the requested range, extended by samples that cross its ends")
    func range() throws {
        var result = samples([60, 61, 62], of: "heartRate", hours: 0)
        result.table.header.range.start = Instant(milliseconds: Int64(ChartedResult.time(-12)))
        result.table.header.range.end = Instant(milliseconds: Int64(ChartedResult.time(12)))
        #expect(try result.chart().timeAxis?.domain == ChartedResult.time(-12)...ChartedResult.time(12))
        result.table.header.range.end = Instant(milliseconds: Int64(ChartedResult.time(1)))
        #expect(try result.chart().timeAxis?.domain == ChartedResult.time(-12)...ChartedResult.time(2))
    }

    @Test("Amounts are bars with the duration of the samples")
    func amounts() throws {
        let chart = try samples([10, 20], of: "stepCount", hours: 0.5).chart()
        let bars = chart.bars.flatMap(\.bars)
        #expect(bars.map(\.high) == [20, 10])
        #expect(bars.allSatisfy { $0.end - $0.start == ChartedResult.hour / 2 && $0.low == 0 })
    }

    @Test("Category values are bars in one row per name")
    func categories() throws {
        let names = ["rem", "core"]
        let result = samples([5, 3], of: "sleepAnalysis", hours: 1, texts: names)
        let chart = try result.chart()
        #expect(chart.series.map(\.name) == ["core", "rem"])
        #expect(chart.valueAxis?.domain == 0...2)
        #expect(chart.bars.map { $0.bars.map(\.start) } == [[ChartedResult.time(1)], [ChartedResult.time(0)]])
        #expect { try result.chart(.line) } throws: { ($0 as? ChartRefusal)?.reason == .noNumbers }
        #expect { try result.chart(.spark) } throws: { ($0 as? ChartRefusal)?.reason == .noNumbers }
    }

    @Test("Each ring has a chart, with its goal as a rule or, if it changes, as steps")
    func summaries() throws {
        var result = ChartedResult([500, 600], of: "activitySummary", "value", unit: "kcal", isAdditive: true)
        result.table.kind = .summaries
        result.table.columns[0].name = "move"
        result.add([550, 550], name: "moveGoal", of: "activitySummary", "value", unit: "kcal", isAdditive: false)
        result.add([0.9, 1.1], name: "moveProgress", of: "activitySummary", "value", unit: "%", isAdditive: false)
        result.add([10, 12], name: "stand", of: "activitySummary", "value", unit: "count", isAdditive: true)
        result.add([12, 10], name: "standGoal", of: "activitySummary", "value", unit: "count", isAdditive: false)
        let charts = try result.charts()
        #expect(charts.map(\.title) == ["move", "stand"])
        #expect(charts[0].rules.map(\.place) == [.y(550)])
        #expect(charts[0].rules.first?.label == "goal 550")
        let goal = try #require(charts[1].lines.first)
        #expect(goal.interpolation == .step)
        #expect(goal.points.map(\.y) == [12, 12, 10, 10])
    }

    @Test("A list cannot be a chart")
    func lists() throws {
        let list = ResultTable(kind: .list, header: ResultHeader(query: "", zone: .utc), rowCount: 0)
        #expect(throws: ChartRefusal.self) { try ResultDrawing(list, as: .bars, options: ChartOptions()) }
    }
}
