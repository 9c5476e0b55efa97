import TallyCharts

/// Charts that only terminals draw differently, in addition to those of `ChartGallery`.
enum TerminalSamples {
    static let charts: [(name: String, chart: LayeredChart)] = [
        ("names", names), ("names-stacked", namesStacked), ("days-narrow", year), ("overlaid", earlier), ("steps-and-point", steps),
    ]

    static let hour = 3_600_000.0
    static let day1 = 24 * hour
    /// Monday, 3 March 2025, at midnight UTC.
    static let monday = 1_740_960_000_000.0
    private static let berlin = ChartZone("Europe/Berlin") ?? .utc

    /// Returns a number from 0 to 1 that depends only on `index`.
    static func noise(_ index: Int) -> Double {
        var bits = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 29)) &* 0xBF58_476D_1CE4_E5B9
        return Double((bits ^ (bits >> 32)) >> 11) / Double(1 << 53)
    }

    private static func days(_ count: Int, from start: Double = monday) -> [(start: Double, end: Double)] {
        (0..<count).map { (start + Double($0) * day1, start + Double($0 + 1) * day1) }
    }

    private static func stepCount(_ index: Int) -> Double { (3_000 + noise(index) * 11_000).rounded() }

    static let year = LayeredChart(
        title: "Steps", subtitle: ["2025, UTC, by day"], series: [ChartSeries("steps", role: .series(0))], x: .time(TimeAxis(zone: .utc)),
        y: .value(ValueAxis(unit: "count")),
        layers: [
            .bar(
                BarLayer(
                    series: 0,
                    bars: days(365, from: 1_735_689_600_000).enumerated().map { index, day in
                        BarLayer.Bar(from: day.start, to: day.end, high: (120..<150).contains(index) ? nil : stepCount(index))
                    }))
        ])

    static let earlier = LayeredChart(
        title: "Steps, compared", series: [ChartSeries("week before", role: .muted), ChartSeries("this week", role: .series(0))],
        x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis(unit: "count")),
        layers: [
            .bar(BarLayer(series: 0, bars: days(7).enumerated().map { .init(from: $1.start, to: $1.end, high: stepCount($0 + 50)) })),
            .bar(
                BarLayer(
                    series: 1, bars: days(7).enumerated().map { .init(from: $1.start, to: $1.end, high: $0 > 4 ? nil : stepCount($0)) })),
        ])

    static let names = LayeredChart(
        title: "Steps by source", series: [ChartSeries("steps", role: .series(0)), ChartSeries("goal", role: .reference)],
        x: .slots(
            SlotAxis(labels: [
                "Ida’s Apple Watch Ultra", "iPhone 15 Pro", "体重計と歩数計 Pedometer", "A very old pedometer from a cereal box", "Nothing",
            ])),
        y: .value(ValueAxis(unit: "count")),
        layers: [
            .bar(
                BarLayer(
                    series: 0,
                    bars: [
                        .init(from: 0, to: 1, high: 81_234), .init(from: 1, to: 2, high: 40_021, completeness: .partial),
                        .init(from: 2, to: 3, high: 9_870.5, completeness: .running), .init(from: 3, to: 4, high: 120),
                        .init(from: 4, to: 5, high: nil),
                    ])), .rule(RuleLayer(series: 1, at: .y(70_000), label: "goal 70,000")),
        ])

    static let namesStacked = LayeredChart(
        title: "Balance by place",
        series: [ChartSeries("taken", role: .series(0)), ChartSeries("burnt", role: .series(1)), ChartSeries("at rest", role: .series(2))],
        x: .slots(SlotAxis(labels: ["In the office and at lunch", "On the way home by bicycle", "At home with the children"])),
        y: .value(ValueAxis(unit: "kcal")),
        layers: [
            .bar(
                BarLayer(
                    series: 0, bars: [.init(from: 0, to: 1, high: 700), .init(from: 1, to: 2, high: 0), .init(from: 2, to: 3, high: 950)])),
            .bar(
                BarLayer(
                    series: 1,
                    bars: [.init(from: 0, to: 1, high: -130), .init(from: 1, to: 2, high: -480), .init(from: 2, to: 3, high: -45)])),
            .bar(
                BarLayer(
                    series: 2,
                    bars: [
                        .init(from: 0, to: 1, low: -130, high: -400), .init(from: 1, to: 2, low: -480, high: -530),
                        .init(from: 2, to: 3, low: -45, high: -800),
                    ])),
        ])

    static let steps = LayeredChart(
        title: "Body mass", series: [ChartSeries("body mass", role: .series(2))], x: .time(TimeAxis(zone: berlin)),
        y: .value(ValueAxis(unit: "kg", includesZero: false)),
        layers: [
            .line(
                LineLayer(
                    series: 0, points: (0..<30).map { .init(monday + Double($0) * 7 * day1, 78 + noise($0) * 4) }, interpolation: .step)),
            .point(PointLayer(series: 0, points: [.init(monday + 70 * day1, 79.5, label: "79.5")], hasHalo: true)),
        ])
}
