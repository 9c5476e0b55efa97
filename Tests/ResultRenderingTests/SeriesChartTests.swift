import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import ResultRendering
import TallyCharts
import Testing

@Suite("A result over time as a chart")
struct SeriesChartTests {
    @Test("Totals are bars from zero over the real length of each bucket")
    func totals() throws {
        var result = ChartedResult([5000, 0, nil, 7000])
        // The second day has 23 hours.
        result.table.ends[1] -= 3_600_000
        result.table.starts[2] -= 3_600_000
        let chart = try result.chart()
        let bars = try #require(chart.bars.first?.bars)
        #expect(bars.map(\.high) == [5000, 0, nil, 7000])
        #expect(bars.map(\.low) == [0, 0, nil, 0])
        #expect(bars[1].end - bars[1].start == 23 * ChartedResult.hour)
        #expect(chart.valueAxis?.includesZero == true)
        #expect(chart.valueAxis?.unit == "count")
        #expect(chart.timeAxis?.domain == ChartedResult.time(0)...ChartedResult.time(96))
        #expect(chart.title == "sum stepCount")
    }

    @Test("Readings are a line through the middles of the buckets, on an axis that covers the data")
    func readings() throws {
        let chart = try ChartedResult([60, 62, 61], of: "heartRate", "average", unit: "count/min").chart()
        let line = try #require(chart.lines.first)
        #expect(line.points.map(\.x) == [12, 36, 60].map(ChartedResult.time))
        #expect(line.points.map(\.y) == [60, 62, 61])
        #expect(chart.valueAxis?.includesZero == false)
        #expect(chart.bars.isEmpty)
    }

    @Test("Bars of readings start at zero on request")
    func readingsAsBars() throws {
        let chart = try ChartedResult([60, 62], of: "heartRate", "average", unit: "count/min").chart(.bars)
        #expect(chart.bars.first?.bars.map(\.low) == [0, 0])
        #expect(chart.valueAxis?.includesZero == true)
    }

    @Test("A line has gaps at nulls and missing rows, and a single value between gaps is a point")
    func gaps() throws {
        var result = ChartedResult([60, nil, 62, 63, 64], of: "heartRate", "average")
        var line = try #require(try result.chart().lines.first)
        #expect(line.points.map(\.y) == [60, nil, 62, 63, 64])
        #expect(try result.chart().points.flatMap(\.points).map(\.y) == [60])
        // Without the fourth day there is no line from the third to the fifth.
        result.table = result.table.keeping([0, 1, 2, 4])
        line = try #require(try result.chart().lines.first)
        #expect(line.points.map(\.y) == [60, nil, 62, nil, 64])
    }

    @Test("Sorted rows are drawn in the order of time")
    func sorted() throws {
        var result = ChartedResult([1, 2, 3])
        result.table.starts.reverse()
        result.table.ends.reverse()
        #expect(try result.chart().bars.first?.bars.map(\.high) == [3, 2, 1])
    }

    @Test("A running total is a line from zero at the start of each period to the end of each row, and to now in the running one")
    func runningTotal() throws {
        var result = ChartedResult([1, 3, 2, 5], hours: 12)
        let days = BucketSchedule(interval: IntervalComponents(1, .day), anchor: CivilDateTime(localMilliseconds: 0), zone: .utc)
        result.table.columns[0].runningTotal = RunningTotal(reset: days)
        result.table.partial[3] = true
        result.options.now = Instant(milliseconds: Int64(ChartedResult.time(40)))
        let chart = try result.chart()
        let points = try #require(chart.lines.first?.points)
        #expect(points.map(\.x) == [0, 12, 24, 24, 24, 36, 40].map(ChartedResult.time))
        #expect(points.map(\.y) == [0, 1, 3, nil, 0, 2, 5])
        #expect(points.last?.completeness == .running)
        #expect(chart.valueAxis?.includesZero == true)
        #expect(chart.title == "running sum stepCount")
    }

    @Test("The chart reports partial rows, and the row that contains now is running")
    func partial() throws {
        var result = ChartedResult([1, 2, 3])
        result.table.partial = [true, false, true]
        result.options.now = Instant(milliseconds: Int64(ChartedResult.time(60)))
        let chart = try result.chart()
        #expect(chart.bars.first?.bars.map(\.completeness) == [.partial, .whole, .running])
        #expect(chart.notes == ["hatched: partial · ▲ still in progress"])
        result.options.now = nil
        #expect(try result.chart(.line).notes == ["dashed: partial"])
    }

    @Test("Minimum and maximum are a band around the average, or bars on request")
    func band() throws {
        var result = ChartedResult([60, 62], of: "heartRate", "average", unit: "count/min")
        result.add([50, 51], of: "heartRate", "min", unit: "count/min")
        result.add([90, nil], of: "heartRate", "max", unit: "count/min")
        let chart = try result.chart()
        let area = try #require(chart.areas.first?.points)
        #expect(area.map(\.low) == [50, 51])
        #expect(area.map(\.high) == [90, nil])
        #expect(chart.lines.map { $0.points.map(\.y) } == [[60, 62]])
        #expect(chart.series.count == 1)
        #expect(chart.notes == ["band: min to max"])
        guard case .area? = chart.layers.first else { return #expect(Bool(false), "the band is behind the line") }

        let bars = try result.chart(.bars)
        #expect(bars.bars.first?.bars.map(\.low) == [50, nil])
        #expect(bars.points.first?.points.map(\.y) == [60, 62])
        #expect(bars.valueAxis?.includesZero == false)
    }

    @Test("Percentiles with equal distance from both ends are a band, others are lines")
    func percentiles() throws {
        var result = ChartedResult([60, 62], of: "heartRate", "median")
        result.add([50, 51], of: "heartRate", "p10")
        result.add([70, 71], of: "heartRate", "p90")
        #expect(try result.chart().areas.first?.points.map(\.high) == [70, 71])
        result.table.columns[2].aggregate = "p80"
        #expect(try result.chart().areas.isEmpty)
        #expect(try result.chart().lines.count == 3)
    }

    @Test("The earlier period is muted behind the line or next to the bars")
    func comparison() throws {
        var result = ChartedResult([5, 6])
        result.add([3, 4], name: "previous", "sum")
        result.table.columns[1].comparison = .previous
        let bars = try result.chart()
        #expect(bars.series.map(\.role) == [.muted, .series(0)])
        #expect(bars.bars.map(\.series) == [0, 1])
        #expect(bars.bars.map(\.slotCount) == [2, 2])
        #expect(bars.bars[0].bars.map(\.high) == [3, 4])
        #expect(try result.chart(.line).lines.map(\.series) == [0, 1])
    }

    @Test("Values of an earlier period are as complete as their buckets, and none is running")
    func partialComparison() throws {
        var result = ChartedResult([5, 6, 7])
        result.add([3, 4, 5], name: "previous", "sum")
        result.table.columns[1].comparison = .previous
        // The first row next to a partial one, and the last one running.
        result.table.partial = [true, false, true]
        result.table.columns[0].partial = [false, false, true]
        result.table.columns[1].partial = [true, false, false]
        result.options.now = Instant(milliseconds: Int64(ChartedResult.time(60)))
        let bars = try result.chart().bars
        #expect(bars[0].bars.map(\.completeness) == [.partial, .whole, .whole])
        #expect(bars[1].bars.map(\.completeness) == [.whole, .whole, .running])
        let lines = try result.chart(.line).lines
        #expect(lines.map { $0.points.map(\.completeness) } == bars.map { $0.bars.map(\.completeness) })
    }

    @Test("A running total of an earlier period ends with its last row, and that of the running period ends at now")
    func runningTotalComparison() throws {
        var result = ChartedResult([1, 3])
        result.add([2, 4], name: "previous", "sum")
        result.table.columns[1].comparison = .previous
        for index in 0...1 { result.table.columns[index].runningTotal = RunningTotal(reset: nil) }
        result.table.partial = [false, true]
        result.table.columns[1].partial = [false, false]
        result.options.now = Instant(milliseconds: Int64(ChartedResult.time(40)))
        let lines = try result.chart().lines
        #expect(lines.map { $0.points.last?.x } == [48, 40].map(ChartedResult.time))
    }

    @Test("Changes are bars around zero, without the period of comparison")
    func change() throws {
        var result = ChartedResult([5, -6], of: "heartRate", "average", unit: "%")
        result.table.columns[0].comparison = .change
        result.table.columns[0].isInHundredths = true
        result.add([60, 61], name: "previous", of: "heartRate", "average", unit: "count/min")
        result.table.columns[1].comparison = .previous
        let chart = try result.chart()
        #expect(chart.bars.map { $0.bars.map(\.high) } == [[5, -6]])
        #expect(chart.bars[0].bars.map(\.low) == [0, 0])
        #expect(chart.rules.map(\.place) == [.y(0)])
        #expect(chart.title == "change of average heartRate")
    }

    @Test("Columns of one unit are series, and other units have charts below with the same times")
    func units() throws {
        var result = ChartedResult([5, 6])
        result.add([100, 110], name: "sum_activeEnergyBurned", of: "activeEnergyBurned", "sum", unit: "kcal")
        result.add([7, 8], name: "sum_flightsClimbed", of: "flightsClimbed", "sum")
        let charts = try result.charts()
        #expect(charts.map { $0.valueAxis?.unit } == ["count", "kcal"])
        #expect(charts.map(\.bars.count) == [2, 1])
        #expect(charts[0].timeAxis?.domain == charts[1].timeAxis?.domain)
        #expect(charts[0].subtitle.isEmpty == false)
        #expect(charts[1].subtitle.isEmpty)
    }

    @Test("Metrics of one unit share an axis only if both are readable, and names contain only what differs")
    func sizes() throws {
        var result = ChartedResult([5000, 6000])
        result.table.columns[0].name = "sum_stepCount"
        result.add([2000, nil], name: "sum_pushCount", of: "pushCount", "sum")
        result.add([7, 8], name: "sum_flightsClimbed", of: "flightsClimbed", "sum")
        result.add([6, 9], name: "previous_sum_flightsClimbed", of: "flightsClimbed", "sum")
        result.table.columns[3].comparison = .previous
        let charts = try result.charts()
        #expect(charts.map(\.title) == ["sum stepCount, sum pushCount", "sum flightsClimbed"])
        #expect(charts.map { $0.series.map(\.name) } == [["stepCount", "pushCount"], ["previous flightsClimbed", "flightsClimbed"]])
        #expect(charts[0].timeAxis?.domain == charts[1].timeAxis?.domain)
    }

    @Test("Charts in a column have the same ticks, and their plots start in the same column", arguments: [40, 60, 80])
    func belowEachOther(width: Int) throws {
        var result = ChartedResult((0..<14).map { 20_000 + Double($0) })
        result.add((0..<14).map { 60 + Double($0 % 5) }, name: "average_heartRate", of: "heartRate", "average", unit: "count/min")
        var options = RenderOptions()
        options.width = width
        let text = ResultRenderer.text(of: result.table, as: .chart, options: options)
        let lines = text.split(separator: "\n").map(Array.init)
        let axes = lines.indices.filter { lines[$0].count { $0 == "─" } > 20 }
        #expect(axes.count == 2)
        // The start of the plot, the ticks, and the dates below them. The corner can be a tick of the values.
        let begins = axes.map { axis in lines[axis].firstIndex { !$0.isWhitespace && !$0.isNumber } ?? 0 }
        #expect(Set(begins).count == 1, "\(text)")
        #expect(Set(zip(axes, begins).map { lines[$0].dropFirst($1 + 1) }).count == 1, "\(text)")
        #expect(Set(axes.map { lines[$0 + 1] }).count == 1, "\(text)")
    }

    @Test("Aggregates of one metric share an axis, even if their values differ greatly")
    func aggregates() throws {
        var result = ChartedResult([5000, 6000])
        result.add([7, 8], "average", isAdditive: false)
        #expect(try result.chart().series.map(\.name) == ["sum", "average"])
    }

    @Test("Fractions are displayed in percent")
    func fractions() throws {
        let chart = try ChartedResult([0.97, 0.98], of: "oxygenSaturation", "average", unit: "%").chart()
        #expect(chart.lines.first?.points.compactMap(\.y) == [97, 98])
    }

    @Test("An axis has the requested ends, and takes a missing end from the data")
    func axis() throws {
        var result = ChartedResult([60, 80], of: "heartRate", "average")
        result.options.lower = 40
        #expect(try result.chart().valueAxis?.domain == 40...80)
        result.options.upper = 120
        #expect(try result.chart().valueAxis?.domain == 40...120)
    }

    @Test("One row is one bar")
    func oneRow() throws {
        var result = ChartedResult([60])
        result.table.header.intervalText = nil
        #expect(try result.chart().bars.first?.bars.count == 1)
    }

    @Test("Without rows or without values there is no chart, and the output says so")
    func empty() throws {
        #expect(try ChartedResult([]).charts().isEmpty)
        #expect(try ChartedResult([nil, nil]).charts().isEmpty)
        var options = RenderOptions()
        options.width = 80
        #expect(ResultRenderer.text(of: ChartedResult([]).table, as: .bars, options: options).hasSuffix("no rows\n"))
        #expect(ResultRenderer.text(of: ChartedResult([nil]).table, as: .bars, options: options).hasSuffix("no values\n"))
    }

    @Test("The requested format determines the content of a file, and a different extension is reported")
    func fileNames() throws {
        let table = ChartedResult([5]).table
        func told(_ format: OutputFormat, _ path: String) throws -> String? {
            try ResultDrawing(table, as: format, options: ChartOptions()).formatOtherThan(nameOf: path)
        }
        #expect(try told(.html, "x.SVG") == "html")
        #expect(try told(.svg, "x.htm") == "svg")
        #expect(try told(.svg, "x.svg") == nil)
        #expect(try told(.svg, "x") == nil)
        #expect(try told(.bars, "x.svg") == nil)
    }

    @Test("With each sample's own time zone, times are wall-clock times, and an anchor starts the days")
    func zones() throws {
        var result = ChartedResult([5, 6])
        result.table.header.zone = try #require(Zone.named("Asia/Tokyo"))
        result.table.header.anchor = .time("monday 03:00")
        #expect(try result.chart().timeAxis?.zone == ChartZone("Asia/Tokyo"))
        #expect(try result.chart().timeAxis?.dayStartHour == 3)
        result.table.header.isFloating = true
        #expect(try result.chart().timeAxis?.zone == .utc)
    }
}
