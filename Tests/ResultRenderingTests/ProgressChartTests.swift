import CalendarIntervals
import HealthModel
import QueryPlan
import ResultRendering
import TallyCharts
import Testing

/// The marks of the chart that compares a day with a typical one.
@Suite("The chart of progress")
struct ProgressChartTests {
    private static let hour: Int64 = 3_600_000
    private static let start = Instant(seconds: 1_743_289_200).milliseconds  // 2025-03-30T00:00+01:00, a day of 23 hours in Berlin

    /// 10 per hour on a typical day, 20 today, and a goal of 300.
    private func table(nowHours: Double, hasData: Bool = true, goal: Double? = 300) throws -> ResultTable {
        let zone = try #require(Zone.named("Europe/Berlin"))
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "progress steps", zone: zone), rowCount: 23)
        table.starts = (0..<23).map { Self.start + $0 * Self.hour }
        table.ends = table.starts.map { $0 + Self.hour }
        let now = Self.start + Int64(nowHours * Double(Self.hour))
        table.partial = table.ends.map { $0 > now }
        let totals = table.starts.enumerated().map { row, start -> Double? in
            hasData && start <= now ? min(Double(row + 1), nowHours) * 20 : nil
        }
        table.columns = [
            ValueColumn(
                ColumnInfo(name: "sum", metric: "stepCount", aggregate: "sum", unit: "count", isAdditive: false),
                values: totals),
            ValueColumn(
                ColumnInfo(name: "typical", metric: "stepCount", aggregate: "typical", unit: "count", isAdditive: false),
                values: (1...23).map { Double($0) * 10 }),
        ]
        let day = Instant(milliseconds: Self.start)..<Instant(milliseconds: Self.start + 23 * Self.hour)
        var progress = DayProgress(
            date: "2025-03-30", day: day, now: min(Instant(milliseconds: now), day.upperBound), typicalDayCount: 30, askedDayCount: 30)
        progress.soFar = hasData ? min(nowHours, 23) * 20 : nil
        progress.typicalSoFar = min(nowHours, 23) * 10
        progress.typicalTotal = 230
        progress.goal = goal
        if hasData, nowHours < 23 { progress.projected = nowHours * 20 + 230 - nowHours * 10 }
        table.dayProgress = progress
        return table
    }

    private func chart(_ table: ResultTable) throws -> LayeredChart { try #require(ProgressChart(table)).chart(subtitle: []) }

    private func lines(of chart: LayeredChart) -> [LineLayer] {
        chart.layers.compactMap { if case .line(let mark) = $0 { mark } else { nil } }
    }
    private func rules(of chart: LayeredChart) -> [RuleLayer] {
        chart.layers.compactMap { if case .rule(let mark) = $0 { mark } else { nil } }
    }
    private func points(of chart: LayeredChart) -> [PointLayer] {
        chart.layers.compactMap { if case .point(let mark) = $0 { mark } else { nil } }
    }

    @Test("The typical line is dark up to now and faint after it, with a point at now where the day's line ends")
    func parts() throws {
        let chart = try chart(table(nowHours: 10.5))
        let now = Double(Self.start) + 10.5 * Double(Self.hour)
        let lines = lines(of: chart)
        #expect(lines.map(\.isFaint) == [false, true, false, true])
        let (reached, ahead, day, projection) = (lines[0], lines[1], lines[2], lines[3])
        #expect(reached.points.last == LineLayer.Point(now, 105))
        #expect(ahead.points.first == LineLayer.Point(now, 105))
        #expect(ahead.points.last == LineLayer.Point(Double(Self.start + 23 * Self.hour), 230))
        #expect(day.points.first == LineLayer.Point(Double(Self.start), 0))
        #expect(day.points.last == LineLayer.Point(now, 210))
        #expect(day.points.count == 12)
        #expect(projection.points.prefix(2) == [LineLayer.Point(now, 210), LineLayer.Point(Double(Self.start + 11 * Self.hour), 215)])
        #expect(projection.points.last == LineLayer.Point(Double(Self.start + 23 * Self.hour), 335))
        #expect(projection.isDashed && projection.series == day.series)
        #expect(points(of: chart).filter(\.hasHalo).map { $0.points[0].x } == [now, now])
        #expect(points(of: chart).flatMap(\.points).map(\.label) == ["230", "335", "105", "210"])
        #expect(chart.description.contains("210 by 11:30, 105 (100%) ahead of a typical day."))
    }

    @Test("The axis has the length of the day, and now and the goal are rules")
    func frame() throws {
        let chart = try chart(table(nowHours: 10.5))
        guard case .time(let axis) = chart.x else { throw Unexpected() }
        #expect(axis.domain == Double(Self.start)...Double(Self.start + 23 * Self.hour))
        #expect(rules(of: chart).map(\.label) == ["goal 300", "now 11:30"])
        #expect(rules(of: chart).map(\.isDashed) == [true, false])
        #expect(chart.series[rules(of: chart)[1].series].role == .now)
    }

    @Test("A day that is over has no rule for now and no projection")
    func over() throws {
        let chart = try chart(table(nowHours: 30))
        #expect(lines(of: chart).map(\.isFaint) == [false, false])
        #expect(lines(of: chart).allSatisfy { $0.points.last?.x == Double(Self.start + 23 * Self.hour) })
        #expect(rules(of: chart).map(\.label) == ["goal 300"])
        #expect(points(of: chart).flatMap(\.points).map(\.label) == ["230", "460"])
    }

    @Test("Without data today only the typical day is drawn, without a line at zero, and without a goal there is no rule")
    func nothing() throws {
        let chart = try chart(table(nowHours: 10.5, hasData: false, goal: nil))
        #expect(lines(of: chart).allSatisfy { chart.series[$0.series].name == "typical day" })
        #expect(rules(of: chart).map(\.label) == ["now 11:30"])
        #expect(chart.notes.first == "Nothing recorded yet today.")
        #expect(chart.series.filter(\.isInLegend).map(\.name) == ["typical day"])
    }

    @Test(
        "A single line has no legend: without data today only a point names the typical day",
        arguments: [(10.5, ["typical day 230", "105"]), (22.5, ["typical day 225"]), (0.5, ["typical day 230", "5"])])
    func name(nowHours: Double, labels: [String]) throws {
        #expect(points(of: try chart(table(nowHours: nowHours, hasData: false))).flatMap(\.points).map(\.label) == labels)
    }

    @Test(
        "The percentage of the goal is rounded to the nearest number, but is 100% only for a goal that is reached",
        arguments: [(251, "84% of the goal of 251."), (211, "99% of the goal of 211."), (210, "The goal of 210 is reached.")]
            as [(Double, String)])
    func goal(goal: Double, note: String) throws {
        #expect(try chart(table(nowHours: 10.5, goal: goal)).notes.last == note)
    }

    @Test("Notes are short and start with the most important one, so a small screen can omit the last ones")
    func notes() throws {
        var table = try table(nowHours: 10.5)
        table.dayProgress?.typicalTime = Instant(milliseconds: Self.start + 21 * Self.hour)
        #expect(
            try chart(table).notes == [
                "105 (100%) ahead of a typical day.", "On course for 335.",
                "On a typical day you reach 210 at 22:00 and end at 230.",
                "70% of the goal of 300.",
            ])
        #expect(
            try chart(self.table(nowHours: 30)).notes == [
                "230 (100%) ahead of a typical day.", "The goal of 300 was reached.",
            ])
    }

    @Test("At midnight there are points at zero, and the whole typical day is still to come")
    func midnight() throws {
        var table = try table(nowHours: 0, hasData: false)
        table.dayProgress?.soFar = 0
        table.dayProgress?.projected = 230
        let chart = try chart(table)
        let start = Double(Self.start)
        #expect(lines(of: chart).map(\.isFaint) == [true, true])
        #expect(points(of: chart).filter(\.hasHalo).map { $0.points[0] } == [PointLayer.Point(start, 0), PointLayer.Point(start, 0)])
    }

    @Test("Rows of other queries are not progress")
    func others() throws {
        var table = try table(nowHours: 10.5)
        table.dayProgress = nil
        #expect(ProgressChart(table) == nil)
    }

    private struct Unexpected: Error {}
}
