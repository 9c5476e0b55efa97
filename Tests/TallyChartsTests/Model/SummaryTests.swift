import TallyCharts
import Testing

@Suite("A chart without a description")
struct SummaryTests {
    private let march = 1_772_409_600_000.0  // 2 March 2026, midnight in UTC

    @Test("gives its extent and, for each series, the number of values, the extremes and the last value")
    func lines() {
        let chart = LayeredChart(
            title: "Heart rate", series: [ChartSeries("Watch", role: .series(0)), ChartSeries("Strap", role: .series(1))],
            x: .time(TimeAxis(zone: .utc, domain: march...march + 5_400_000)), y: .value(ValueAxis(unit: "count/min")),
            layers: [
                .line(
                    LineLayer(series: 0, points: [.init(march, 52), .init(march + 1, nil), .init(march + 2, 118), .init(march + 3, 71.5)])),
                .point(PointLayer(series: 0, points: [.init(march + 3, 71.5)])),
                .area(AreaLayer(series: 1, points: [.init(march, low: 50, high: 60)])),
                .rule(RuleLayer(series: 0, at: .y(60), label: "average 60")),
            ])
        #expect(
            chart.summary
                == "Heart rate. 2 Mar 2026 to 2 Mar 2026 01:30, UTC. Watch: 3 values from 52 to 118 count/min, last value 71.5. "
                + "Strap: 1 value from 50 to 60 count/min. Marked: average 60.")
    }

    @Test("uses the lengths of bars, and percent for fractions")
    func bars() {
        let bars = [
            BarLayer.Bar(from: 0, to: 1, low: 0.5, high: 0.75), .init(from: 1, to: 2, low: 0.1, high: 0.6),
            .init(from: 2, to: 3, high: nil),
        ]
        let chart = LayeredChart(
            title: "Oxygen", series: [ChartSeries("A", role: .series(0))], x: .slots(SlotAxis(labels: ["Mon", "Tue", "Wed"])),
            y: .value(ValueAxis(isFraction: true)), layers: [.bar(BarLayer(series: 0, bars: bars))])
        #expect(chart.summary == "Oxygen. Mon to Wed. A: 2 values from 25 to 50 %, last value 50.")
    }

    @Test("only has the title if there are no values")
    func nothing() {
        let chart = LayeredChart(title: "Steps", x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis()), layers: [])
        #expect(chart.summary == "Steps. No values.")
    }

    @Test("uses the description if there is one")
    func described() {
        let chart = LayeredChart(
            title: "Steps", description: "As told.", x: .slots(SlotAxis(labels: [])), y: .value(ValueAxis()), layers: [])
        #expect(chart.summary == "As told.")
    }
}
