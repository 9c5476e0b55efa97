import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import ResultRendering
import TallyCharts
import Testing

@Suite("Lines across charts")
struct LinesOfChartTests {
    private func rules(_ chart: LayeredChart) -> [String] {
        chart.rules.map { rule in
            guard case .y(let value) = rule.place else { return "| \(rule.label ?? "")" }
            return "\(value) \(rule.label ?? "")"
        }
    }

    @Test("A line is at its number, with its name and the number as label, and the axis is wide enough")
    func numbers() throws {
        var result = ChartedResult([5000, 7000])
        result.options.lines = [ReferenceLine(.number(10_000), label: "goal"), ReferenceLine(.number(2500), label: nil)]
        let chart = try result.chart()
        #expect(rules(chart) == ["10000.0 goal 10,000", "2500.0 2,500"])
        #expect(chart.rules.allSatisfy { chart.series[$0.series].role == .reference && !chart.series[$0.series].isInLegend })
        #expect(TerminalChart.text(of: [chart], options: TerminalOptions(columns: 60, isASCII: true)).contains("goal 10,000"))
    }

    @Test("An amount is converted to the unit of the axis, and fractions are in percent")
    func units() throws {
        var weight = ChartedResult([80, 81], of: "bodyMass", "average", unit: "kg")
        weight.options.lines = [ReferenceLine(.amount(100, .constantForTests("lb")), label: nil)]
        #expect(rules(try weight.chart()) == ["45.359237 45.4"])
        var oxygen = ChartedResult([0.97, 0.98], of: "oxygenSaturation", "average", unit: "%")
        oxygen.options.lines = [ReferenceLine(.amount(0.95, .constantForTests("%")), label: "low"), ReferenceLine(.number(96), label: nil)]
        #expect(rules(try oxygen.chart()) == ["95.0 low 95", "96.0 96"])
    }

    @Test("A line at a number is in the first chart whose unit fits, and averages are in each")
    func panels() throws {
        var result = ChartedResult([5000, 7000])
        result.add([80, 82], of: "bodyMass", "average", unit: "kg")
        result.options.lines = [
            ReferenceLine(.amount(75, .constantForTests("kg")), label: "goal"), ReferenceLine(.number(1), label: nil),
            ReferenceLine(.average, label: nil),
        ]
        let charts = try result.charts()
        #expect(charts.map(rules) == [["1.0 1", "6000.0 average 6,000"], ["75.0 goal 75", "81.0 average 81"]])
    }

    @Test("The average leaves out partial totals and keeps partial readings; stacked bars have the average of their heights")
    func averages() throws {
        var steps = ChartedResult([100, 200, 50])
        steps.table.partial[2] = true
        steps.options.lines = [ReferenceLine(.average, label: "mean")]
        #expect(rules(try steps.chart()) == ["150.0 mean 150"])
        var rate = ChartedResult([60, 66, 63], of: "heartRate", "average", unit: "count/min")
        rate.table.partial[2] = true
        rate.options.lines = steps.options.lines
        #expect(rules(try rate.chart()) == ["63.0 mean 63"])
        var stacked = ChartedResult([1, 2, 3, 4], isAdditive: true)
        stacked.table.starts = [0, 0, 24, 24].map { Int64(ChartedResult.time($0)) }
        stacked.table.ends = [24, 24, 48, 48].map { Int64(ChartedResult.time($0)) }
        stacked.table.keys = [KeyColumn(name: "device", values: [.text("a"), .text("b"), .text("a"), .text("b")])]
        stacked.options.lines = [ReferenceLine(.average, label: nil)]
        // The heights are 3 and 7.
        #expect(rules(try stacked.chart()) == ["5.0 average 5"])
        // As lines, each series has an average.
        #expect(rules(try stacked.chart(.line)) == ["2.0 average a 2", "3.0 average b 3"])
    }

    @Test("A line at a time of day is on an axis of clock times, after the start of the row's day")
    func clocks() throws {
        var result = ChartedResult([0, 0], of: "sleepAnalysis", "first start", unit: nil)
        result.table.columns[0].clock = .instant
        result.table.columns[0].values = [23, 47.5].map { ChartedResult.time($0) }
        result.options.lines = [ReferenceLine(.timeOfDay(8 * 3_600_000), label: "work"), ReferenceLine(.number(5), label: nil)]
        let chart = try result.chart()
        #expect(rules(chart) == ["28800000.0 work 08:00"])
        #expect(chart.valueAxis?.isClock == true)
    }

    @Test("If the query sets both ends of the axis, a line outside is named below the chart")
    func outside() throws {
        var result = ChartedResult([5000, 7000])
        result.options.lines = [ReferenceLine(.number(10_000), label: "goal")]
        (result.options.lower, result.options.upper) = (0, 8000)
        let chart = try result.chart()
        #expect(chart.valueAxis?.domain == 0...8000)
        #expect(chart.notes == ["goal 10,000 is outside the axis"])
        // A missing end is taken from the values and lines.
        result.options.upper = nil
        #expect(try result.chart().valueAxis?.domain == 0...10_000)
    }

    @Test("Lines at a moment are vertical, in each chart; those outside are named")
    func moments() throws {
        func moment(_ hours: Double, isNow: Bool = false) -> ReferenceLine.Place {
            .moment(Instant(milliseconds: Int64(ChartedResult.time(hours))), isNow: isNow)
        }
        var result = ChartedResult([5000, 7000])
        result.options.lines = [
            ReferenceLine(moment(24), label: "diet"), ReferenceLine(moment(30, isNow: true), label: nil),
            ReferenceLine(moment(240), label: nil),
        ]
        let chart = try result.chart()
        let places = chart.rules.map { if case .x(let place) = $0.place { place } else { 0.0 } }
        #expect(places == [ChartedResult.time(24), ChartedResult.time(30)])
        #expect(chart.rules.map { $0.label?.prefix(4) } == ["diet", "now "])
        #expect(chart.rules.map { chart.series[$0.series].role } == [.reference, .now])
        #expect(chart.notes.contains { $0.hasSuffix("is outside the axis") })
        result.add([80, 82], of: "bodyMass", "average", unit: "kg")
        #expect(try result.charts().map(\.rules.count) == [2, 2])
    }

    @Test("A line at a time of day is vertical on the time axis of a day, and refused on that of several days")
    func timesOfDay() throws {
        var result = ChartedResult(Array(repeating: 10, count: 24), hours: 1)
        result.options.lines = [ReferenceLine(.timeOfDay(8 * 3_600_000), label: nil)]
        #expect(rules(try result.chart()) == ["| 08:00"])
        var days = ChartedResult([5000, 7000, 8000, 9000])
        days.options.lines = result.options.lines
        #expect(throws: ChartRefusal.self) { try days.chart() }
    }

    @Test("A note says if the axis cuts bars, and only drawn bars are hatched")
    func notes() throws {
        var result = ChartedResult([5000, 7000])
        result.options.lower = 4000
        #expect(try result.chart().notes == ["bars are cut: the axis starts at 4,000"])
        var partial = ChartedResult([5000, 7000, 10])
        partial.table.partial[2] = true
        #expect(try partial.chart().notes.contains { $0.hasPrefix("hatched") })
        partial.table.columns[0].values[2] = nil
        #expect(try partial.chart().notes.isEmpty)
    }

    @Test("Charts without an axis of numbers refuse lines")
    func refusals() throws {
        var result = ChartedResult([5000, 7000], hours: 1)
        result.options.lines = [ReferenceLine(.number(10_000), label: "goal")]
        #expect(throws: ChartRefusal.self) { try result.charts(.heatmap) }
    }
}

extension HealthUnit {
    fileprivate static func constantForTests(_ symbol: String) -> HealthUnit { HealthUnit(symbol) ?? .count }
}
