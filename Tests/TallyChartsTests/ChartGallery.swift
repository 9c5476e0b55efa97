import CalendarIntervals
import HealthModel
import RandomTesting
import TallyCharts

/// A chart of every kind with its name, for the drawings in `Golden`.
enum ChartGallery {
    static let charts: [(name: String, chart: LayeredChart)] = [
        ("bars", bars), ("bars-grouped", groupedBars), ("bars-stacked", stackedBars), ("bars-negative", negativeBars),
        ("bars-compared", comparedBars), ("line-band", lineBand), ("line-kinds", lineKinds), ("line-years", years), ("points", points),
        ("fractions", fractions), ("six-series", sixSeries), ("day", day), ("clocks-forward", clocksForward), ("clocks-back", clocksBack),
        ("heatmap", heatmap), ("heatmap-time", heatmapOverTime), ("hostile", hostile), ("empty", empty), ("empty-heatmap", emptyHeatmap),
        ("one-point", onePoint), ("one-bar", oneBar),
    ]

    static let berlin = ChartZone("Europe/Berlin") ?? .utc
    private static let hour = 3_600_000.0

    /// Returns midnight of a day in Berlin plus elapsed hours.
    static func time(_ date: String, _ hours: Double = 0) -> Double {
        guard let reading = ISO8601.read(date) else { preconditionFailure("no date: \(date)") }
        return Double(reading.instant(in: berlin.zone).milliseconds) + hours * hour
    }

    static func days(_ first: String, _ count: Int) -> [Double] {
        (0...count).map {
            Double(berlin.zone.start(of: berlin.zone.date(at: Instant(milliseconds: Int64(time(first)))).adding(days: $0)).milliseconds)
        }
    }

    /// Returns numbers from 0 to below 1, the same on every machine.
    static func noise(_ count: Int, seed: UInt64 = 1) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in Double(generator.next() >> 40) / Double(1 << 24) }
    }

    static func timeAxis(_ domain: ClosedRange<Double>? = nil) -> HorizontalAxis { .time(TimeAxis(zone: berlin, domain: domain)) }

    static let bars: LayeredChart = {
        let edges = days("2025-03-01", 31)
        let noise = Self.noise(31)
        let bars = (0..<31).map { day in
            BarLayer.Bar(
                from: edges[day], to: edges[day + 1],
                high: [9, 10].contains(day) ? nil : day == 17 ? 0 : (3000 + noise[day] * 9000).rounded(),
                completeness: day == 0 ? .partial : day == 30 ? .running : .whole)
        }
        return LayeredChart(
            title: "steps by day", subtitle: ["2025-03-01 12:00 – 2025-03-31 14:20, Europe/Berlin"],
            description: "Steps of each day in March 2025, between 3,000 and 12,000.",
            series: [ChartSeries("steps", role: .series(0), isInLegend: false), ChartSeries("goal", role: .reference, isInLegend: false)],
            x: timeAxis(), y: .value(ValueAxis(unit: "count")),
            layers: [.bar(BarLayer(series: 0, bars: bars)), .rule(RuleLayer(series: 1, at: .y(10_000), label: "goal 10,000"))],
            notes: ["Hatched bars are of days that are not whole."])
    }()

    static let groupedBars: LayeredChart = {
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let layers = ["Watch", "iPhone"].indices.map { series in
            Layer.bar(
                BarLayer(
                    series: series,
                    bars: zip(names.indices, noise(7, seed: UInt64(series + 2))).map { day, share in
                        BarLayer.Bar(
                            from: Double(day), to: Double(day + 1), high: series == 1 && day == 3 ? nil : 20 + share * 80,
                            completeness: day == 6 ? .partial : .whole)
                    }, slot: series, slotCount: 2))
        }
        return LayeredChart(
            title: "activeEnergy by weekday, by source",
            series: [ChartSeries("Watch", role: .series(0)), ChartSeries("iPhone", role: .series(1))],
            x: .slots(SlotAxis(labels: names)), y: .value(ValueAxis(unit: "kcal")), layers: layers)
    }()

    static let stackedBars: LayeredChart = {
        var lows = [Double](repeating: 0, count: 24)
        let layers = (0..<3).map { series in
            let noise = Self.noise(24, seed: UInt64(series + 9))
            return Layer.bar(
                BarLayer(
                    series: series,
                    bars: (0..<24).map { hour in
                        let low = lows[hour]
                        lows[hour] += noise[hour] * 300
                        return BarLayer.Bar(
                            from: time("2025-06-01", Double(hour)), to: time("2025-06-01", Double(hour + 1)), low: low, high: lows[hour],
                            completeness: hour == 23 ? .running : .whole)
                    }))
        }
        return LayeredChart(
            title: "distance by hour, by source",
            series: [
                ChartSeries("Watch", role: .series(0)), ChartSeries("iPhone", role: .series(1)), ChartSeries("Treadmill", role: .series(2)),
            ],
            x: timeAxis(), y: .value(ValueAxis(unit: "m")), layers: layers)
    }()

    static let negativeBars: LayeredChart = {
        let values: [Double?] = [120, -80, 0, nil, -240.5, 310, 45]
        let bars = values.enumerated().map { slot, value in
            BarLayer.Bar(
                from: Double(slot), to: Double(slot + 1), high: value, completeness: slot == 1 ? .partial : slot == 4 ? .running : .whole)
        }
        return LayeredChart(
            title: "change to the week before", series: [ChartSeries("change", role: .series(0))],
            x: .slots(SlotAxis(labels: (21...27).map { "week \($0)" }, shortLabels: (21...27).map { "\($0)" })),
            y: .value(ValueAxis(unit: "kcal")), layers: [.bar(BarLayer(series: 0, bars: bars))])
    }()

    static let comparedBars: LayeredChart = {
        let edges = days("2025-05-05", 7)
        func bars(_ seed: UInt64) -> [BarLayer.Bar] {
            zip(edges.indices.dropLast(), noise(7, seed: seed)).map {
                BarLayer.Bar(from: edges[$0], to: edges[$0 + 1], high: 200 + $1 * 500)
            }
        }
        return LayeredChart(
            title: "activeEnergy by day, compared to the week before",
            series: [ChartSeries("week before", role: .muted), ChartSeries("this week", role: .series(0))], x: timeAxis(),
            y: .value(ValueAxis(unit: "kcal")),
            layers: [
                .bar(BarLayer(series: 0, bars: bars(4), slot: 0, slotCount: 2)),
                .bar(BarLayer(series: 1, bars: bars(5), slot: 1, slotCount: 2)),
            ])
    }()

    static let lineBand: LayeredChart = {
        let noise = Self.noise(48)
        let average = (0..<48).map { index -> LineLayer.Point in
            let value = (14..<18).contains(index) || index == 20 ? nil : 58 + noise[index] * 30
            return LineLayer.Point(time("2025-06-01", Double(index)), value, completeness: index > 44 ? .partial : .whole)
        }
        let band = average.map { AreaLayer.Point($0.x, low: $0.y.map { $0 - 8 }, high: $0.y.map { $0 + 25 }) }
        return LayeredChart(
            title: "average heartRate by hour", subtitle: ["2025-06-01 – 2025-06-02, Europe/Berlin"],
            series: [ChartSeries("minimum to maximum", role: .series(0)), ChartSeries("average", role: .series(0))], x: timeAxis(),
            y: .value(ValueAxis(unit: "count/min", includesZero: false)),
            layers: [.area(AreaLayer(series: 0, points: band)), .line(LineLayer(series: 1, points: average))],
            notes: ["Gaps have no samples. Dashed: the last hours are not whole."])
    }()

    static let lineKinds: LayeredChart = {
        func points(_ seed: UInt64, _ base: Double) -> [LineLayer.Point] {
            zip(0..<12, noise(12, seed: seed)).map { LineLayer.Point(time("2025-0\(1 + $0 / 4)-\(11 + $0 % 4 * 5)"), base + $1 * 2) }
        }
        return LayeredChart(
            title: "latest bodyMass",
            series: [
                ChartSeries("step", role: .series(0)), ChartSeries("dashed", role: .series(1)), ChartSeries("faint", role: .series(2)),
                ChartSeries("average", role: .reference),
            ], x: timeAxis(), y: .value(ValueAxis(unit: "kg", includesZero: false)),
            layers: [
                .line(LineLayer(series: 2, points: points(7, 70), isFaint: true)),
                .line(LineLayer(series: 1, points: points(8, 72), isDashed: true)),
                .line(LineLayer(series: 0, points: points(9, 74), interpolation: .step)),
                .rule(RuleLayer(series: 3, at: .y(73.4), label: "average 73.4 kg")),
            ])
    }()

    static let years: LayeredChart = {
        let points = zip(0..<2200, noise(2200)).map {
            LineLayer.Point(time("2019-01-01", Double($0) * 24), 60 + $1 * 6 + Double($0 % 365) / 60)
        }
        return LayeredChart(
            title: "average restingHeartRate by day", series: [ChartSeries("resting", role: .series(0))], x: timeAxis(),
            y: .value(ValueAxis(unit: "count/min", includesZero: false)), layers: [.line(LineLayer(series: 0, points: points))])
    }()

    static let points: LayeredChart = {
        let (x, y) = (noise(40, seed: 3), noise(40, seed: 4))
        let points = (0..<40).map {
            PointLayer.Point(time("2025-06-01", (x[$0] * 700).rounded()), 95 + y[$0] * 45, label: $0 == 7 ? "highest" : nil)
        }
        return LayeredChart(
            title: "bloodPressureSystolic", series: [ChartSeries("samples", role: .series(0)), ChartSeries("of note", role: .series(1))],
            x: timeAxis(),
            y: .value(ValueAxis(unit: "mmHg", includesZero: false)),
            layers: [
                .point(PointLayer(series: 0, points: Array(points.sorted { $0.x < $1.x }))),
                .point(PointLayer(series: 1, points: [PointLayer.Point(time("2025-06-12", 7), 138, label: "138 mmHg")], hasHalo: true)),
            ])
    }()

    static let fractions: LayeredChart = {
        let points = zip(days("2025-06-01", 13), noise(14)).map { LineLayer.Point($0, 0.94 + $1 * 0.06) }
        return LayeredChart(
            title: "average oxygenSaturation by day", series: [ChartSeries("SpO₂", role: .series(0))], x: timeAxis(),
            y: .value(ValueAxis(unit: "%", includesZero: false, isFraction: true)), layers: [.line(LineLayer(series: 0, points: points))])
    }()

    static let sixSeries: LayeredChart = {
        let names = ["Watch", "iPhone", "Scale", "Strap", "Ring", "Bike"]
        let layers = names.indices.map { series in
            Layer.line(
                LineLayer(
                    series: series,
                    points: zip(0..<10, noise(10, seed: UInt64(20 + series))).map {
                        LineLayer.Point(time("2025-06-01", Double($0) * 24), Double(series) * 8 + $1 * 10)
                    }))
        }
        return LayeredChart(
            title: "average heartRate by day, by source",
            series: names.enumerated().map { ChartSeries($0.element, role: .series($0.offset)) },
            x: timeAxis(), y: .value(ValueAxis(unit: "count/min")), layers: layers)
    }()

    static let day: LayeredChart = {
        let start = time("2025-06-12")
        let now = start + 14.4 * hour
        var (total, typical) = (0.0, 0.0)
        let noise = Self.noise(25, seed: 6)
        var today = [LineLayer.Point(start, 0)]
        var usual = [LineLayer.Point(start, 0)]
        for hour in 1...24 {
            let isAwake = (7...22).contains(hour)
            typical += isAwake ? 36 : 4
            usual.append(LineLayer.Point(start + Double(hour) * Self.hour, typical))
            guard hour <= 14 else { continue }
            total += (isAwake ? 42 : 3) * (0.5 + noise[hour])
            today.append(LineLayer.Point(start + Double(hour) * Self.hour, total))
        }
        today.append(LineLayer.Point(now, total + 12))
        let typicalNow = usual[14].y.map { $0 + 0.4 * 36 } ?? 0
        let past = usual.prefix(15) + [LineLayer.Point(now, typicalNow)]
        let future = [LineLayer.Point(now, typicalNow)] + usual.suffix(10)
        return LayeredChart(
            title: "activeEnergy today", subtitle: ["12 June 2025, 14:24, Europe/Berlin"],
            description: "Today's running total is above the typical day.",
            series: [
                ChartSeries("today", role: .series(0)), ChartSeries("typical day", role: .muted),
                ChartSeries("goal", role: .reference, isInLegend: false),
                ChartSeries("now", role: .now, isInLegend: false),
            ], x: timeAxis(start...start + 24 * hour), y: .value(ValueAxis(unit: "kcal")),
            layers: [
                .rule(RuleLayer(series: 3, at: .x(now), label: "14:24", isDashed: false)),
                .rule(RuleLayer(series: 2, at: .y(600), label: "goal 600 kcal")),
                .line(LineLayer(series: 1, points: Array(past))), .line(LineLayer(series: 1, points: future, isFaint: true)),
                .line(LineLayer(series: 0, points: today)),
                .point(PointLayer(series: 1, points: [PointLayer.Point(now, typicalNow, label: "\(Int(typicalNow))")], hasHalo: true)),
                .point(PointLayer(series: 0, points: [PointLayer.Point(now, total + 12, label: "\(Int(total + 12))")], hasHalo: true)),
            ], notes: ["Ahead of a typical day by \(Int(total + 12 - typicalNow)) kcal."])
    }()

    static let clocksForward = clockChange("2025-03-30", hours: 23)
    static let clocksBack = clockChange("2025-10-26", hours: 25)

    private static func clockChange(_ date: String, hours: Int) -> LayeredChart {
        let bars = zip(-24..<hours + 24, noise(hours + 48)).map {
            BarLayer.Bar(from: time(date, Double($0)), to: time(date, Double($0 + 1)), high: $1 * 900)
        }
        return LayeredChart(
            title: "steps by hour around a change of the clocks", series: [ChartSeries("steps", role: .series(0))],
            x: timeAxis(time(date, -24)...time(date, Double(hours + 24))), y: .value(ValueAxis(unit: "count")),
            layers: [.bar(BarLayer(series: 0, bars: bars))])
    }

    static let heatmap: LayeredChart = {
        let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let noise = Self.noise(168)
        let cells = (0..<168).map { index in
            let (row, hour) = (index / 24, index % 24)
            return CellLayer.Cell(
                from: Double(hour), to: Double(hour + 1), row: row, value: hour < 6 && row > 4 ? nil : noise[index] * Double(hour) * 60,
                completeness: row == 6 && hour == 22 ? .partial : row == 6 && hour == 23 ? .running : .whole)
        }
        return LayeredChart(
            title: "steps by hour of day, by weekday",
            x: .slots(SlotAxis(labels: (0..<24).map { $0 < 10 ? "0\($0):00" : "\($0):00" }, shortLabels: (0..<24).map { "\($0)" })),
            y: .slots(SlotAxis(labels: weekdays, shortLabels: weekdays.map { String($0.prefix(2)) })),
            layers: [.cell(CellLayer(cells: cells, unit: "count"))])
    }()

    static let heatmapOverTime: LayeredChart = {
        let edges = days("2025-03-01", 61)
        let noise = Self.noise(24 * 61)
        let cells = (0..<61).flatMap { day in
            (0..<24).map {
                CellLayer.Cell(from: edges[day], to: edges[day + 1], row: $0, value: (30..<33).contains(day) ? nil : noise[day * 24 + $0])
            }
        }
        return LayeredChart(
            title: "steps by day, by hour of day", x: timeAxis(), y: .slots(SlotAxis(labels: (0..<24).map { "\($0):00" })),
            layers: [.cell(CellLayer(cells: cells, domain: 0...1, unit: "count"))])
    }()

    /// Names with markup, quotes, control characters, direction overrides and wide characters.
    static let hostile: LayeredChart = {
        let names = [
            "<script>alert('1')</script>", "\"/><image href=x onerror=a>&amp;", "a\u{0}b\u{1B}[31m\u{202E}evil\u{FFFE}\u{FFFF}",
            "]]>-->*/}</style>",
            "心拍数モニター 健康", "ساعة رياضية 12", "👩‍👩‍👧‍👦 Zoë’s wa\u{301}\u{302}\u{303}tch",
        ]
        let layers = names.indices.map { series in
            Layer.bar(
                BarLayer(series: series, bars: [BarLayer.Bar(from: Double(series), to: Double(series + 1), high: Double(series + 1))]))
        }
        return LayeredChart(
            title: names[0] + " & \"steps\"", subtitle: [names[1], names[4]], description: names[3],
            series: names.enumerated().map { ChartSeries($0.element, role: .series($0.offset)) }, x: .slots(SlotAxis(labels: names)),
            y: .value(ValueAxis(unit: names[2])), layers: layers + [.rule(RuleLayer(series: 0, at: .y(5), label: names[3]))], notes: names)
    }()

    static let empty = LayeredChart(
        title: "steps by day", series: [ChartSeries("steps", role: .series(0))], x: timeAxis(time("2025-06-01")...time("2025-06-08")),
        y: .value(ValueAxis(unit: "count")), layers: [.bar(BarLayer(series: 0, bars: []))], notes: ["No samples in this range."])

    static let emptyHeatmap = LayeredChart(
        title: "steps by hour of day", x: .slots(SlotAxis(labels: ["00:00", "12:00"])), y: .slots(SlotAxis(labels: ["Mon", "Tue"])),
        layers: [.cell(CellLayer(cells: [CellLayer.Cell(from: 0, to: 1, row: 0, value: nil)]))])

    static let onePoint = LayeredChart(
        title: "latest height", series: [ChartSeries("height", role: .series(0))], x: timeAxis(),
        y: .value(ValueAxis(unit: "cm", includesZero: false)),
        layers: [.line(LineLayer(series: 0, points: [LineLayer.Point(time("2025-06-01", 9), 178)]))])

    static let oneBar = LayeredChart(
        title: "sum steps", series: [ChartSeries("steps", role: .series(0))], x: .slots(SlotAxis(labels: ["all"])),
        y: .value(ValueAxis(unit: "count")), layers: [.bar(BarLayer(series: 0, bars: [BarLayer.Bar(from: 0, to: 1, high: 8421)]))])
}
