import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import ResultRendering
import TallyCharts
import Testing

@Suite("A result with keys as a chart")
struct GroupedChartTests {
    /// Two days of each source.
    private func sources(_ names: [String], of metric: String = "stepCount", _ aggregate: String, isAdditive: Bool) -> ChartedResult {
        let count = 2 * names.count
        var result = ChartedResult((0..<count).map { Double($0 + 1) }, of: metric, aggregate, isAdditive: isAdditive)
        result.table.starts = (0..<count).map { Int64(ChartedResult.time($0 < names.count ? 0 : 24)) }
        result.table.ends = result.table.starts.map { $0 + 86_400_000 }
        result.table.keys = [KeyColumn(name: "source", values: (names + names).map { .text($0) })]
        return result
    }

    @Test("Additive parts are stacked")
    func stacked() throws {
        let chart = try sources(["a", "b"], "count", isAdditive: true).chart()
        #expect(chart.series.map(\.name) == ["a", "b"])
        #expect(chart.bars.map { $0.bars.map(\.low) } == [[0, 0], [1, 3]])
        #expect(chart.bars.map { $0.bars.map(\.high) } == [[1, 3], [3, 7]])
    }

    @Test("Sources that recorded the same are side by side, because a stack would count samples twice")
    func grouped() throws {
        let chart = try sources(["a", "b"], "sum", isAdditive: false).chart()
        #expect(chart.bars.map(\.slot) == [0, 1])
        #expect(chart.bars.map(\.slotCount) == [2, 2])
        #expect(chart.bars[1].bars.map(\.low) == [0, 0])
    }

    @Test("Readings of several sources have one line each")
    func lines() throws {
        let chart = try sources(["a", "b"], of: "heartRate", "average", isAdditive: false).chart()
        #expect(chart.lines.map { $0.points.map(\.y) } == [[1, 3], [2, 4]])
    }

    @Test("If there are more series than colors, the largest are drawn and the others are reported or added up")
    func many() throws {
        let names = (0..<20).map { "s\($0 < 10 ? "0" : "")\($0)" }
        let chart = try sources(names, "sum", isAdditive: false).chart()
        #expect(chart.bars.count == 8)
        #expect(chart.series.first?.name == "s12")
        #expect(chart.notes == ["the largest 8 of 20; use `where` to select others"])
        let stacked = try sources(names, "count", isAdditive: true).chart()
        #expect(stacked.series.map(\.name).suffix(2) == ["s19", "13 others"])
        // 1 + 2 + … + 20 on the first day, 21 + … + 40 on the second.
        #expect(stacked.bars.last?.bars.map(\.high) == [210, 610])
    }

    @Test("Sources over the whole range are side by side on an axis of their names")
    func names() throws {
        var result = sources(["a", "b"], "sum", isAdditive: false)
        result.table.header.intervalText = nil
        result.table.starts = result.table.starts.map { _ in 0 }
        result.table.keys[0].values = [.text("a"), nil, .text("c"), .text("=2+3")]
        let chart = try result.chart()
        #expect(chart.columnLabels == ["a", "·", "c", "=2+3"])
        #expect(chart.bars.first?.bars.map(\.high) == [1, 2, 3, 4])
        #expect(chart.bars.first?.bars.map(\.start) == [0, 1, 2, 3])
        #expect { try result.chart(.line) } throws: { ($0 as? ChartRefusal)?.reason == .noOrder }
        #expect { try result.chart(.heatmap) } throws: { ($0 as? ChartRefusal)?.reason == .oneDimension }
    }

    @Test("A chart of sources side by side reports the partial ones")
    func partialNames() throws {
        var result = sources(["a"], "sum", isAdditive: false)
        result.table.header.intervalText = nil
        result.table.starts = [0, 0]
        result.table.keys[0].values = [.text("a"), .text("b")]
        result.table.partial = [true, false]
        let chart = try result.chart()
        #expect(chart.bars.first?.bars.map(\.completeness) == [.partial, .whole])
        #expect(chart.notes == ["hatched: partial"])
        result.options.now = Instant(milliseconds: 1)
        #expect(try result.chart().bars.first?.bars.map(\.completeness) == [.running, .whole])
    }

    @Test("A single profile gives slots in calendar order, with the first day of the week first")
    func profile() throws {
        // Sorted by value, as by `| sort sum`.
        var result = ChartedResult(
            slots: [("weekday", ["sunday", "monday", "saturday"].map { .text($0) })], [1, 2, 3])
        var chart = try result.chart()
        #expect(chart.columnLabels == ["mon", "sat", "sun"])
        #expect(chart.bars.first?.bars.map(\.high) == [2, 3, 1])
        result.options.weekStart = .sunday
        chart = try result.chart()
        #expect(chart.columnLabels == ["sun", "mon", "sat"])
    }

    @Test("Hours of a week are labeled by their day at its start")
    func hoursOfWeek() throws {
        let result = ChartedResult(slots: [("hourOfWeek", [0, 1, 24, 26, 50].map { .integer($0) })], [1, 2, 3, 4, 5])
        guard case .slots(let axis) = try result.chart().x else { return #expect(Bool(false), "an axis of slots") }
        #expect(axis.labels == ["mon 00", "mon 01", "tue 00", "tue 02", "wed 02"])
        #expect(axis.shortLabels == ["mon", "mon", "tue", "tue", "wed"])
    }

    @Test("All hours of a week are an axis of seven days", arguments: [60, 80, 160])
    func wholeWeek(width: Int) throws {
        let result = ChartedResult(slots: [("hourOfWeek", (0..<168).map { .integer($0) })], (0..<168).map { Double($0) })
        var options = RenderOptions()
        options.width = width
        options.height = 20
        let text = ResultRenderer.text(of: result.table, as: .bars, options: options)
        let line = text.split(separator: "\n").last { $0.contains("tue") }
        #expect(line?.split(separator: " ").filter { $0 != "00" } == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
    }

    @Test("An axis of slots without values remains in a document")
    func emptySlots() throws {
        let result = ChartedResult(slots: [("hourOfDay", (0..<24).map { .integer($0) })], (0..<24).map { _ in nil })
        let text = ResultRenderer.text(of: result.table, as: .svg)
        #expect(text.contains(">06</text>"))
        #expect(text.contains("no values"))
    }

    @Test("A line over slots has a gap where slots are left out")
    func slotGaps() throws {
        let result = ChartedResult(
            slots: [("hourOfDay", [8, 9, 17].map { .integer($0) })], [60, 61, 70], of: "heartRate", "average")
        let points = try #require(try result.chart().lines.first?.points)
        #expect(points.map(\.y) == [60, 61, nil, 70])
        #expect(points.map(\.x) == [0.5, 1.5, 2, 2.5])
    }

    @Test("A typical day is a line from zero over the ends of its hours")
    func typicalDay() throws {
        var result = ChartedResult(slots: [("hourOfDay", [0, 1, 2].map { .integer($0) })], [10, nil, 30], "average")
        let days = BucketSchedule(interval: IntervalComponents(1, .day), anchor: CivilDateTime(localMilliseconds: 0), zone: .utc)
        result.table.columns[0].runningTotal = RunningTotal(reset: days)
        let chart = try result.chart()
        let points = try #require(chart.lines.first?.points)
        #expect(points.map(\.x) == [0, 1, 2, 3])
        #expect(points.map(\.y) == [0, 10, nil, 30])
        #expect(chart.bars.isEmpty && chart.title == "average stepCount")
    }

    @Test("Two profiles give a heatmap with the first as rows and the second as columns")
    func twoProfiles() throws {
        let days: [KeyValue?] = ["monday", "monday", "tuesday", "tuesday"].map { .text($0) }
        let hours: [KeyValue?] = [0, 1, 0, 1].map { .integer($0) }
        let result = ChartedResult(
            slots: [("weekday", days), ("hourOfDay", hours)], [1, 2, nil, 4], of: "heartRate", "average")
        let chart = try result.chart()
        #expect(chart.rowLabels == ["mon", "tue"])
        #expect(chart.columnLabels == ["00", "01"])
        #expect(chart.cells.map(\.row) == [0, 0, 1, 1])
        #expect(chart.cells.map(\.value) == [1, 2, nil, 4])
        // As lines: one for each weekday.
        #expect(try result.chart(.line).series.map(\.name) == ["mon", "tue"])
    }

    @Test("Days and hours of the day are a heatmap over time")
    func timeAndProfile() throws {
        var result = ChartedResult([1, 2, 3, 4])
        result.table.starts = [0, 0, 24, 24].map { Int64(ChartedResult.time($0)) }
        result.table.ends = result.table.starts.map { $0 + 86_400_000 }
        result.table.keys = [KeyColumn(name: "hourOfDay", values: [7, 8, 7, 8].map { .integer($0) })]
        let chart = try result.chart()
        #expect(chart.rowLabels == ["07", "08"])
        #expect(chart.cells.map(\.start) == [0, 24, 0, 24].map(ChartedResult.time))
        #expect(chart.cells.map(\.value) == [1, 3, 2, 4])
    }

    @Test("Hours fold into days, and a repeated hour has two cells")
    func foldedHours() throws {
        // 2025-10-26 in Berlin has 25 hours from 22:00 UTC, and 02:00 occurs twice.
        var result = ChartedResult((0..<25).map { Double($0) }, hours: 1)
        let midnight: Int64 = 1_761_429_600_000
        result.table.header.zone = try #require(Zone.named("Europe/Berlin"))
        result.table.starts = (0..<25).map { midnight + $0 * 3_600_000 }
        result.table.ends = result.table.starts.map { $0 + 3_600_000 }
        let chart = try result.chart(.heatmap)
        #expect(chart.rowLabels.count == 24)
        #expect(chart.rowLabels.prefix(3) == ["00:00", "01:00", "02:00"])
        let day = Double(midnight)...Double(midnight + 25 * 3_600_000)
        #expect(chart.timeAxis?.domain == day)
        let twice = chart.cells.filter { $0.row == 2 }
        #expect(twice.map(\.value) == [2, 3])
        #expect(twice.map(\.start) == [day.lowerBound, day.lowerBound + 12.5 * ChartedResult.hour])
        #expect(twice.map(\.end) == [day.lowerBound + 12.5 * ChartedResult.hour, day.upperBound])
    }

    @Test("Days fold into weeks that start on the first day of the week")
    func foldedDays() throws {
        var result = ChartedResult((0..<6).map { Double($0) })
        var cells = try result.chart(.heatmap).cells
        // From Wednesday, the third row. The next column starts on Monday.
        #expect(cells.map(\.row) == [2, 3, 4, 5, 6, 0])
        #expect(cells[5].start == ChartedResult.time(5 * 24))
        result.options.weekStart = .sunday
        cells = try result.chart(.heatmap).cells
        #expect(cells.map(\.row) == [3, 4, 5, 6, 0, 1])
    }

    @Test("Anchored hours fold into days that start at the anchor")
    func foldedAnchor() throws {
        var result = ChartedResult((0..<24).map { Double($0) }, hours: 1)
        result.table.header.anchor = .time("03:00")
        let chart = try result.chart(.heatmap)
        #expect(chart.rowLabels.first == "03:00")
        #expect(chart.rowLabels.last == "02:00")
        #expect(chart.cells[3].row == 0)
        #expect(chart.cells[3].start == ChartedResult.time(3))
    }

    @Test("A night is a bar from bedtime to waking up, as wide as the date on which it ends")
    func nights() throws {
        var result = ChartedResult([nil, nil])
        // From 23:00 to 06:00, and from 01:00 to 07:30. Times count from midnight before the night.
        result.table.starts = [-1, 25].map { Int64(ChartedResult.time($0)) }
        result.table.ends = [6, 31.5].map { Int64(ChartedResult.time($0)) }
        result.table.header.rowsAreEvents = true
        result.table.header.clockDay = ClockDay(zone: .utc, rows: .night)
        result.table.columns = []
        for (aggregate, times) in [("first start", [-1.0, 25]), ("last end", [6, 31.5])] {
            result.add(times.map { ChartedResult.time($0) }, of: "sleepAnalysis", aggregate, unit: nil)
            result.table.columns[result.table.columns.count - 1].clock = .instant
        }
        let chart = try result.chart()
        let bars = try #require(chart.bars.first?.bars)
        #expect(bars.map(\.low) == [23 * ChartedResult.hour, 25 * ChartedResult.hour])
        #expect(bars.map(\.high) == [30 * ChartedResult.hour, 31.5 * ChartedResult.hour])
        #expect(bars.map(\.start) == [0, 24].map(ChartedResult.time))
        #expect(bars.map(\.end) == [24, 48].map(ChartedResult.time))
        #expect(chart.valueAxis?.isClock == true)
    }

    @Test("Other intervals have bars of one width, labeled with their starts")
    func intervals() throws {
        var result = ChartedResult([5, 7])
        result.table.starts = [8, 32.5].map { Int64(ChartedResult.time($0)) }
        result.table.ends = [9, 33].map { Int64(ChartedResult.time($0)) }
        result.table.header.rowsAreEvents = true
        let chart = try result.chart()
        #expect(chart.columnLabels == ["2025-01-01 08:00", "2025-01-02 08:30"])
        #expect(chart.bars.first?.bars.map(\.high) == [5, 7])
    }
}
