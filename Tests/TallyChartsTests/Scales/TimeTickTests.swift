import CalendarIntervals
import HealthModel
@_spi(Guests) import TallyCharts
import Testing

@Suite("Ticks of a time axis")
struct TimeTickTests {
    /// Returns the labels of a chart of this span, with characters 7 pixels wide, and the hours from the start to their ticks.
    private func ticks(
        _ zone: String, _ start: CivilDateTime, _ end: CivilDateTime, width: Double, dayStartHour: Int = 0, weekStart: Int = 1
    ) throws -> (labels: [String], hours: [Double], layout: ChartLayout) {
        let chartZone = try #require(ChartZone(zone))
        let domain = Double(chartZone.zone.instant(of: start).milliseconds)...Double(chartZone.zone.instant(of: end).milliseconds)
        let axis = TimeAxis(zone: chartZone, domain: domain, dayStartHour: dayStartHour, weekStart: weekStart)
        let line = LineLayer(series: 0, points: [.init(domain.lowerBound, 0), .init(domain.upperBound, 1)])
        let chart = LayeredChart(title: "", x: .time(axis), y: .value(ValueAxis()), layers: [.line(line)])
        let layout = ChartLayout(chart, width: width, height: 200, metrics: PixelMetrics())
        let perHour = layout.plot.width / (domain.upperBound - domain.lowerBound) * 3_600_000
        let hours = layout.xTicks.map { ((($0.position - layout.plot.x) / perHour) * 1e6).rounded() / 1e6 }
        return (layout.xTicks.map { $0.label?.text ?? "" }, hours, layout)
    }

    private func date(_ year: Int, _ month: Int, _ day: Int, hour: Int = 0) throws -> CivilDateTime {
        CivilDateTime(date: try #require(CivilDate(year: year, month: month, day: day)), millisecondOfDay: hour * 3_600_000)
    }

    @Test("are at every hour of a day with a skipped hour, 29 March 2026 in Berlin")
    func hourSkipped() throws {
        let (labels, hours, layout) = try ticks("Europe/Berlin", date(2026, 3, 29), date(2026, 3, 30), width: 2400)
        #expect(labels == ["Sun 29 Mar", "01:00"] + (3...9).map { "0\($0):00" } + (10...23).map { "\($0):00" } + ["Mon 30"])
        // There is no gap: 03:00 is one hour after 01:00.
        #expect(hours == (0...23).map(Double.init))
        let change = try #require(layout.clockChanges.first)
        #expect(layout.clockChanges.count == 1 && change.minutes == 60)
        #expect(abs(change.position - layout.xTicks[2].position) < 1e-6)
    }

    @Test("show a repeated hour as twice as wide, 25 October 2026 in Berlin")
    func hourRepeated() throws {
        let (labels, hours, layout) = try ticks("Europe/Berlin", date(2026, 10, 25), date(2026, 10, 26), width: 2400)
        #expect(labels == ["Sun 25 Oct"] + (1...9).map { "0\($0):00" } + (10...23).map { "\($0):00" } + ["Mon 26"])
        #expect(hours == [0, 1, 2] + (4...25).map(Double.init))
        #expect(layout.clockChanges.map(\.minutes) == [-60])
        // 03:00 becomes 02:00 three hours after midnight.
        let expected = layout.plot.x + layout.plot.width * 3 / 25
        #expect(abs(layout.clockChanges[0].position - expected) < 1e-6)
    }

    @Test("leave out a time that the clocks skip")
    func placeSkipped() throws {
        let (labels, hours, _) = try ticks("Europe/Berlin", date(2026, 3, 29), date(2026, 3, 30), width: 900)
        #expect(labels == ["Sun 29 Mar"] + ["04:00", "06:00", "08:00"] + stride(from: 10, to: 24, by: 2).map { "\($0):00" } + ["Mon 30"])
        #expect(hours == [0] + stride(from: 3.0, through: 23, by: 2))
    }

    @Test("start a day after midnight if the clocks skip midnight, 4 November 2018 in São Paulo")
    func midnightSkipped() throws {
        let (labels, hours, _) = try ticks("America/Sao_Paulo", date(2018, 11, 3), date(2018, 11, 6), width: 300)
        #expect(labels == ["Sat 3 Nov", "Sun 4", "Mon 5", "Tue 6"])
        #expect(hours == [0, 24, 47, 71])
    }

    @Test("are at the hour at which days start")
    func dayStart() throws {
        let (labels, hours, _) = try ticks(
            "UTC", date(2026, 3, 2, hour: 3), date(2026, 3, 5, hour: 3), width: 300, dayStartHour: 3)
        #expect(labels == ["Mon 2 Mar", "Tue 3", "Wed 4", "Thu 5"])
        #expect(hours == [0, 24, 48, 72])
        // At 02:00 it is still Monday, and hours count from 03:00.
        let night = try ticks("UTC", date(2026, 3, 2, hour: 21), date(2026, 3, 3, hour: 9), width: 220, dayStartHour: 3)
        #expect(night.labels == ["2 Mar 21:00", "Tue 3", "09:00"])
        #expect(night.hours == [0, 6, 12])
    }

    @Test("of weeks are on the first day of the week")
    func weeks() throws {
        // 1 March 2026 is a Sunday.
        let monday = try ticks("UTC", date(2026, 3, 1), date(2026, 3, 31), width: 300)
        #expect(monday.labels == ["2 Mar", "9 Mar", "16 Mar", "23 Mar", "30 Mar"])
        let sunday = try ticks("UTC", date(2026, 3, 1), date(2026, 3, 31), width: 300, weekStart: 7)
        #expect(sunday.labels == ["1 Mar", "8 Mar", "15 Mar", "22 Mar", "29 Mar"])
    }

    @Test("of months have the year at its start, and at the first month if there is room")
    func months() throws {
        let wide = try ticks("Europe/Berlin", date(2025, 10, 15), date(2026, 4, 15), width: 400)
        #expect(wide.labels == ["Nov 2025", "Dec", "2026", "Feb", "Mar", "Apr"])
        let narrow = try ticks("Europe/Berlin", date(2025, 10, 15), date(2026, 4, 15), width: 320)
        #expect(narrow.labels == ["Nov", "Dec", "2026", "Feb", "Mar", "Apr"])
    }

    @Test("have larger distances if there is less room", arguments: [(2100, 1), (480, 5), (270, 10), (120, 20)])
    func years(width: Int, every: Int) throws {
        let (labels, _, _) = try ticks("UTC", date(1990, 1, 1), date(2030, 1, 1), width: Double(width))
        #expect(labels == stride(from: every == 20 ? 2000 : 1990, through: 2030, by: every).map { String($0) })
    }

    @Test("are minutes and seconds for short spans")
    func shortSpans() throws {
        var end = try date(2026, 3, 2, hour: 6)
        end.millisecondOfDay += 10 * 60_000
        #expect(try ticks("UTC", date(2026, 3, 2, hour: 6), end, width: 300).labels == ["2 Mar 06:00", "06:05", "06:10"])
        end.millisecondOfDay -= 9 * 60_000
        #expect(
            try ticks("UTC", date(2026, 3, 2, hour: 6), end, width: 450).labels == [
                "2 Mar 06:00", "06:00:15", "06:00:30", "06:00:45", "06:01",
            ])
    }

    @Test("have no labels near the label of now, which remains in the frame")
    func nowWins() throws {
        for (minutes, hidden) in [(5, "00:00"), (12 * 60 + 5, "12:00"), (24 * 60 - 1, "24:00")] {
            let domain = 0.0...86_400_000
            let now = RuleLayer(series: 0, at: .x(Double(minutes) * 60_000), label: "now it is so late")
            let ticks = [0, 6, 12, 18, 24].map { Ticks.Tick(Double($0) * 3_600_000, label: "\($0 < 10 ? "0" : "")\($0):00") }
            let chart = LayeredChart(
                title: "", series: [ChartSeries("now", role: .now)], x: .time(TimeAxis(zone: .utc, domain: domain, ticks: .at(ticks))),
                y: .value(ValueAxis()), layers: [.rule(now)])
            let layout = ChartLayout(chart, width: 60, height: 10, metrics: CellMetrics())
            let label = try #require(layout.labels.first { $0.role == .now })
            #expect(label.frame.x >= 0 && label.frame.maxX <= 60)
            #expect(label.alignment == (minutes == 5 ? .leading : minutes > 1400 ? .trailing : .center))
            let shown = layout.xTicks.compactMap { $0.label?.text }
            #expect(!shown.contains(hidden) && shown.contains(hidden == "12:00" ? "00:00" : "12:00"), "\(minutes): \(shown)")
        }
    }
}
