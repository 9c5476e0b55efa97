import Charts

/// Charts that show every mark and axis, with values that look like those of people but come from a small generator.
enum TerminalSamples {
    static let all: [(name: String, chart: Chart)] = [
        ("week", week), ("year", year), ("stacked", stacked), ("grouped", grouped), ("negative", negative), ("earlier", earlier),
        ("names", names), ("namesStacked", namesStacked), ("line", line), ("band", band), ("lines", lines), ("day", day), ("steps", steps),
        ("clockChange", clockChange), ("heatmap", heatmap), ("heatmapDays", heatmapDays),
    ]

    static let hour = 3_600_000.0
    static let day1 = 24 * hour
    /// Monday, 3 March 2025, at midnight UTC.
    static let monday = 1_740_960_000_000.0
    private static let berlin = ChartZone("Europe/Berlin") ?? .utc

    /// A number from 0 to 1 that depends on `index` alone.
    static func noise(_ index: Int) -> Double {
        var bits = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 29)) &* 0xBF58_476D_1CE4_E5B9
        return Double((bits ^ (bits >> 32)) >> 11) / Double(1 << 53)
    }

    private static func days(_ count: Int, from start: Double = monday) -> [(start: Double, end: Double)] {
        (0..<count).map { (start + Double($0) * day1, start + Double($0 + 1) * day1) }
    }

    private static func stepCount(_ index: Int) -> Double { (3_000 + noise(index) * 11_000).rounded() }

    static let week = Chart(
        title: "Steps", subtitle: ["3–9 March 2025, UTC, by day"],
        series: [Series("steps", role: .series(0)), Series("goal", role: .reference), Series("average", role: .muted)],
        x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis(unit: "count")),
        marks: [
            .bar(
                BarMark(
                    series: 0,
                    bars: days(7).enumerated().map { index, day in
                        BarMark.Bar(
                            from: day.start, to: day.end, high: index == 2 ? nil : stepCount(index),
                            completeness: index == 0 ? .partial : index == 6 ? .running : .whole)
                    })),
            .rule(RuleMark(series: 1, at: .y(10_000), label: "goal 10,000")),
            .rule(RuleMark(series: 2, at: .y(7_200), label: "average 7,200", isDashed: false)),
        ], notes: ["Hatched: a part of the day is missing."])

    static let year = Chart(
        title: "Steps", subtitle: ["2025, UTC, by day"], series: [Series("steps", role: .series(0))], x: .time(TimeAxis(zone: .utc)),
        y: .value(ValueAxis(unit: "count")),
        marks: [
            .bar(
                BarMark(
                    series: 0,
                    bars: days(365, from: 1_735_689_600_000).enumerated().map { index, day in
                        BarMark.Bar(from: day.start, to: day.end, high: (120..<150).contains(index) ? nil : stepCount(index))
                    }))
        ])

    private static let sources = [Series("Watch", role: .series(0)), Series("Phone", role: .series(1)), Series("Bike", role: .series(2))]

    static let stacked: Chart = {
        var tops = Array(repeating: 0.0, count: 14)
        let marks = sources.indices.map { series in
            Mark.bar(
                BarMark(
                    series: series,
                    bars: days(14).enumerated().map { index, day in
                        let low = tops[index]
                        if index != 5 { tops[index] += (noise(index * 3 + series) * 300).rounded() }
                        return BarMark.Bar(
                            from: day.start, to: day.end, low: low, high: index == 5 ? nil : tops[index],
                            completeness: index == 13 ? .running : .whole)
                    }))
        }
        return Chart(
            title: "Active energy by source", series: sources, x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis(unit: "kcal")),
            marks: marks)
    }()

    static let grouped = Chart(
        title: "Active energy by source", series: sources, x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis(unit: "kcal")),
        marks: sources.indices.map { series in
            .bar(
                BarMark(
                    series: series,
                    bars: days(7).enumerated().map { index, day in
                        BarMark.Bar(
                            from: day.start, to: day.end,
                            high: index == 3 && series == 1 ? nil : 50 + (noise(index * 3 + series) * 400).rounded())
                    }, slot: series, slotCount: 3))
        })

    static let negative = Chart(
        title: "Body mass, change by week", series: [Series("change", role: .series(1))], x: .time(TimeAxis(zone: .utc)),
        y: .value(ValueAxis(unit: "kg")),
        marks: [
            .bar(
                BarMark(
                    series: 0,
                    bars: (0..<12).map { week in
                        let start = monday + Double(week) * 7 * day1
                        return BarMark.Bar(
                            from: start, to: start + 7 * day1, high: week == 4 ? 0 : week == 7 ? nil : noise(week) * 2.4 - 1.1)
                    }))
        ])

    static let earlier = Chart(
        title: "Steps, compared", series: [Series("week before", role: .muted), Series("this week", role: .series(0))],
        x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis(unit: "count")),
        marks: [
            .bar(BarMark(series: 0, bars: days(7).enumerated().map { .init(from: $1.start, to: $1.end, high: stepCount($0 + 50)) })),
            .bar(
                BarMark(
                    series: 1, bars: days(7).enumerated().map { .init(from: $1.start, to: $1.end, high: $0 > 4 ? nil : stepCount($0)) })),
        ])

    static let names = Chart(
        title: "Steps by source", series: [Series("steps", role: .series(0)), Series("goal", role: .reference)],
        x: .slots(
            SlotAxis(labels: [
                "Ida’s Apple Watch Ultra", "iPhone 15 Pro", "体重計と歩数計 Pedometer", "A very old pedometer from a cereal box", "Nothing",
            ])),
        y: .value(ValueAxis(unit: "count")),
        marks: [
            .bar(
                BarMark(
                    series: 0,
                    bars: [
                        .init(from: 0, to: 1, high: 81_234), .init(from: 1, to: 2, high: 40_021, completeness: .partial),
                        .init(from: 2, to: 3, high: 9_870.5, completeness: .running), .init(from: 3, to: 4, high: 120),
                        .init(from: 4, to: 5, high: nil),
                    ])), .rule(RuleMark(series: 1, at: .y(70_000), label: "goal 70,000")),
        ])

    static let namesStacked = Chart(
        title: "Balance by place",
        series: [Series("taken", role: .series(0)), Series("burnt", role: .series(1)), Series("at rest", role: .series(2))],
        x: .slots(SlotAxis(labels: ["In the office and at lunch", "On the way home by bicycle", "At home with the children"])),
        y: .value(ValueAxis(unit: "kcal")),
        marks: [
            .bar(
                BarMark(
                    series: 0, bars: [.init(from: 0, to: 1, high: 700), .init(from: 1, to: 2, high: 0), .init(from: 2, to: 3, high: 950)])),
            .bar(
                BarMark(
                    series: 1,
                    bars: [.init(from: 0, to: 1, high: -130), .init(from: 1, to: 2, high: -480), .init(from: 2, to: 3, high: -45)])),
            .bar(
                BarMark(
                    series: 2,
                    bars: [
                        .init(from: 0, to: 1, low: -130, high: -400), .init(from: 1, to: 2, low: -480, high: -530),
                        .init(from: 2, to: 3, low: -45, high: -800),
                    ])),
        ])

    private static func pulse(_ index: Int, _ base: Double) -> Double { base + 14 * wave(Double(index) / 24) + noise(index) * 9 }

    /// Rises and falls between -1 and 1 with period 1, as a parabola does.
    private static func wave(_ turns: Double) -> Double {
        let part = turns - turns.rounded(.down)
        return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
    }

    static let line = Chart(
        title: "Heart rate", subtitle: ["5 days, UTC, hourly average"], series: [Series("heart rate", role: .series(0))],
        x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis(unit: "count/min", includesZero: false)),
        marks: [
            .line(
                LineMark(
                    series: 0,
                    points: (0..<120).map {
                        LineMark.Point(
                            monday + (Double($0) + 0.5) * hour, (40..<52).contains($0) || $0 == 80 || $0 == 82 ? nil : pulse($0, 68),
                            completeness: $0 > 112 ? .running : .whole)
                    }))
        ])

    static let band = Chart(
        title: "Heart rate", series: [Series("lowest to highest", role: .series(0)), Series("average", role: .series(0))],
        x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis(unit: "count/min", includesZero: false)),
        marks: [
            .area(
                AreaMark(
                    series: 0,
                    points: (0..<72).map {
                        let isGap = (30..<40).contains($0)
                        return AreaMark.Point(
                            monday + Double($0) * hour, low: isGap ? nil : pulse($0, 60) - noise($0 + 7) * 12,
                            high: isGap ? nil : pulse($0, 80) + noise($0 + 9) * 20)
                    })),
            .line(
                LineMark(
                    series: 1,
                    points: (0..<72).map { .init(monday + Double($0) * hour, (30..<40).contains($0) ? nil : pulse($0, 68)) })),
        ])

    static let lines = Chart(
        title: "Heart rate by source", series: sources, x: .time(TimeAxis(zone: .utc)),
        y: .value(ValueAxis(unit: "count/min", includesZero: false)),
        marks: sources.indices.map { series in
            .line(
                LineMark(
                    series: series,
                    points: (0..<36).map { .init(monday + Double($0) * hour, pulse($0 + series * 100, 60 + 25 * Double(series))) },
                    isDashed: series == 2))
        })

    /// Today against the typical day, at 15:00.
    static let day: Chart = {
        func total(_ hours: Int, _ scale: Double) -> Double {
            (0..<hours).reduce(0.0) { $0 + ($1 < 6 ? 2 : 20 + 25 * noise($1)) * scale }
        }
        func points(_ range: ClosedRange<Int>, _ scale: Double) -> [LineMark.Point] {
            range.map { .init(monday + Double($0) * hour, total($0, scale)) }
        }
        let now = monday + 15 * hour
        return Chart(
            title: "Active energy today", subtitle: ["Monday, 3 March 2025, 15:00, UTC"],
            series: [
                Series("typical day", role: .muted), Series("today", role: .series(0)), Series("goal", role: .reference),
                Series("now", role: .now, isInLegend: false),
            ], x: .time(TimeAxis(zone: .utc, domain: monday...monday + day1)), y: .value(ValueAxis(unit: "kcal")),
            marks: [
                .line(LineMark(series: 0, points: points(0...15, 1))),
                .line(LineMark(series: 0, points: points(15...24, 1), isFaint: true)),
                .rule(RuleMark(series: 2, at: .y(600), label: "goal 600")),
                .rule(RuleMark(series: 3, at: .x(now), label: "15:00", isDashed: false)),
                .line(LineMark(series: 1, points: points(0...15, 1.2))),
                .point(PointMark(series: 0, points: [.init(now, total(15, 1), label: "308")], hasHalo: true)),
                .point(PointMark(series: 1, points: [.init(now, total(15, 1.2), label: "370")], hasHalo: true)),
            ], notes: ["62 kcal ahead of a typical Monday at this time."])
    }()

    static let steps = Chart(
        title: "Body mass", series: [Series("body mass", role: .series(2))], x: .time(TimeAxis(zone: berlin)),
        y: .value(ValueAxis(unit: "kg", includesZero: false)),
        marks: [
            .line(
                LineMark(
                    series: 0, points: (0..<30).map { .init(monday + Double($0) * 7 * day1, 78 + noise($0) * 4) }, interpolation: .step)),
            .point(PointMark(series: 0, points: [.init(monday + 70 * day1, 79.5, label: "79.5")], hasHalo: true)),
        ])

    /// The night in which clocks in Berlin go forward, and the days around it.
    static let clockChange: Chart = {
        // Midnights in Berlin: the day of 30 March 2025 has 23 hours.
        let midnights = [0.0, 24, 48, 71, 95].map { 1_743_116_400_000.0 + $0 * hour }
        return Chart(
            title: "Steps", series: [Series("steps", role: .series(0))], x: .time(TimeAxis(zone: berlin)),
            y: .value(ValueAxis(unit: "count")),
            marks: [
                .bar(
                    BarMark(
                        series: 0,
                        bars: zip(midnights, midnights.dropFirst()).enumerated().map { .init(from: $1.0, to: $1.1, high: stepCount($0)) }))
            ])
    }()

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    static let heatmap = Chart(
        title: "Steps by weekday and hour", x: .slots(SlotAxis(labels: (0..<24).map { "\($0)" })),
        y: .slots(SlotAxis(labels: weekdays, shortLabels: weekdays.map { String($0.prefix(3)) })),
        marks: [
            .cell(
                CellMark(
                    cells: (0..<168).map { index in
                        let (row, hour) = (index / 24, index % 24)
                        let value: Double? =
                            hour < 5 ? (row == 3 ? nil : 0) : (noise(index) * 900 * (1 - abs(Double(hour) - 14) / 12)).rounded()
                        return .init(
                            from: Double(hour), to: Double(hour + 1), row: row, value: row == 5 && hour == 20 ? nil : value,
                            completeness: row == 6 && hour == 17 ? .running : row == 6 && hour == 16 ? .partial : .whole)
                    }, unit: "count"))
        ])

    static let heatmapDays = Chart(
        title: "Heart rate by hour and day", x: .time(TimeAxis(zone: .utc)),
        y: .slots(SlotAxis(labels: (0..<24).map { $0 < 10 ? "0\($0):00" : "\($0):00" })),
        marks: [
            .cell(
                CellMark(
                    cells: (0..<(24 * 30)).map { index in
                        let (day, row) = (index / 24, index % 24)
                        return .init(
                            from: monday + Double(day) * day1, to: monday + Double(day + 1) * day1, row: row,
                            value: day == 11 ? nil : pulse(index, 70))
                    }, unit: "count/min"))
        ])
}
