import CalendarIntervals
import HealthModel
import RandomTesting
import TallyCharts

/// A chart of every kind with its name, for the drawings in `Golden`.
enum ChartGallery {
    static let charts: [(name: String, chart: Chart)] = [
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

    static let bars: Chart = {
        let edges = days("2025-03-01", 31)
        let noise = Self.noise(31)
        let bars = (0..<31).map { day in
            BarMark.Bar(
                from: edges[day], to: edges[day + 1],
                high: [9, 10].contains(day) ? nil : day == 17 ? 0 : (3000 + noise[day] * 9000).rounded(),
                completeness: day == 0 ? .partial : day == 30 ? .running : .whole)
        }
        return Chart(
            title: "steps by day", subtitle: ["2025-03-01 12:00 – 2025-03-31 14:20, Europe/Berlin"],
            description: "Steps of each day in March 2025, between 3,000 and 12,000.",
            series: [Series("steps", role: .series(0), isInLegend: false), Series("goal", role: .reference, isInLegend: false)],
            x: timeAxis(), y: .value(ValueAxis(unit: "count")),
            marks: [.bar(BarMark(series: 0, bars: bars)), .rule(RuleMark(series: 1, at: .y(10_000), label: "goal 10,000"))],
            notes: ["Hatched bars are of days that are not whole."])
    }()

    static let groupedBars: Chart = {
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let marks = ["Watch", "iPhone"].indices.map { series in
            Mark.bar(
                BarMark(
                    series: series,
                    bars: zip(names.indices, noise(7, seed: UInt64(series + 2))).map { day, share in
                        BarMark.Bar(
                            from: Double(day), to: Double(day + 1), high: series == 1 && day == 3 ? nil : 20 + share * 80,
                            completeness: day == 6 ? .partial : .whole)
                    }, slot: series, slotCount: 2))
        }
        return Chart(
            title: "activeEnergy by weekday, by source", series: [Series("Watch", role: .series(0)), Series("iPhone", role: .series(1))],
            x: .slots(SlotAxis(labels: names)), y: .value(ValueAxis(unit: "kcal")), marks: marks)
    }()

    static let stackedBars: Chart = {
        var lows = [Double](repeating: 0, count: 24)
        let marks = (0..<3).map { series in
            let noise = Self.noise(24, seed: UInt64(series + 9))
            return Mark.bar(
                BarMark(
                    series: series,
                    bars: (0..<24).map { hour in
                        let low = lows[hour]
                        lows[hour] += noise[hour] * 300
                        return BarMark.Bar(
                            from: time("2025-06-01", Double(hour)), to: time("2025-06-01", Double(hour + 1)), low: low, high: lows[hour],
                            completeness: hour == 23 ? .running : .whole)
                    }))
        }
        return Chart(
            title: "distance by hour, by source",
            series: [Series("Watch", role: .series(0)), Series("iPhone", role: .series(1)), Series("Treadmill", role: .series(2))],
            x: timeAxis(), y: .value(ValueAxis(unit: "m")), marks: marks)
    }()

    static let negativeBars: Chart = {
        let values: [Double?] = [120, -80, 0, nil, -240.5, 310, 45]
        let bars = values.enumerated().map { slot, value in
            BarMark.Bar(
                from: Double(slot), to: Double(slot + 1), high: value, completeness: slot == 1 ? .partial : slot == 4 ? .running : .whole)
        }
        return Chart(
            title: "change to the week before", series: [Series("change", role: .series(0))],
            x: .slots(SlotAxis(labels: (21...27).map { "week \($0)" }, shortLabels: (21...27).map { "\($0)" })),
            y: .value(ValueAxis(unit: "kcal")), marks: [.bar(BarMark(series: 0, bars: bars))])
    }()

    static let comparedBars: Chart = {
        let edges = days("2025-05-05", 7)
        func bars(_ seed: UInt64) -> [BarMark.Bar] {
            zip(edges.indices.dropLast(), noise(7, seed: seed)).map {
                BarMark.Bar(from: edges[$0], to: edges[$0 + 1], high: 200 + $1 * 500)
            }
        }
        return Chart(
            title: "activeEnergy by day, compared to the week before",
            series: [Series("week before", role: .muted), Series("this week", role: .series(0))], x: timeAxis(),
            y: .value(ValueAxis(unit: "kcal")),
            marks: [
                .bar(BarMark(series: 0, bars: bars(4), slot: 0, slotCount: 2)),
                .bar(BarMark(series: 1, bars: bars(5), slot: 1, slotCount: 2)),
            ])
    }()

    static let lineBand: Chart = {
        let noise = Self.noise(48)
        let average = (0..<48).map { index -> LineMark.Point in
            let value = (14..<18).contains(index) || index == 20 ? nil : 58 + noise[index] * 30
            return LineMark.Point(time("2025-06-01", Double(index)), value, completeness: index > 44 ? .partial : .whole)
        }
        let band = average.map { AreaMark.Point($0.x, low: $0.y.map { $0 - 8 }, high: $0.y.map { $0 + 25 }) }
        return Chart(
            title: "average heartRate by hour", subtitle: ["2025-06-01 – 2025-06-02, Europe/Berlin"],
            series: [Series("minimum to maximum", role: .series(0)), Series("average", role: .series(0))], x: timeAxis(),
            y: .value(ValueAxis(unit: "count/min", includesZero: false)),
            marks: [.area(AreaMark(series: 0, points: band)), .line(LineMark(series: 1, points: average))],
            notes: ["Gaps have no samples. Dashed: the last hours are not whole."])
    }()

    static let lineKinds: Chart = {
        func points(_ seed: UInt64, _ base: Double) -> [LineMark.Point] {
            zip(0..<12, noise(12, seed: seed)).map { LineMark.Point(time("2025-0\(1 + $0 / 4)-\(11 + $0 % 4 * 5)"), base + $1 * 2) }
        }
        return Chart(
            title: "latest bodyMass",
            series: [
                Series("step", role: .series(0)), Series("dashed", role: .series(1)), Series("faint", role: .series(2)),
                Series("average", role: .reference),
            ], x: timeAxis(), y: .value(ValueAxis(unit: "kg", includesZero: false)),
            marks: [
                .line(LineMark(series: 2, points: points(7, 70), isFaint: true)),
                .line(LineMark(series: 1, points: points(8, 72), isDashed: true)),
                .line(LineMark(series: 0, points: points(9, 74), interpolation: .step)),
                .rule(RuleMark(series: 3, at: .y(73.4), label: "average 73.4 kg")),
            ])
    }()

    static let years: Chart = {
        let points = zip(0..<2200, noise(2200)).map {
            LineMark.Point(time("2019-01-01", Double($0) * 24), 60 + $1 * 6 + Double($0 % 365) / 60)
        }
        return Chart(
            title: "average restingHeartRate by day", series: [Series("resting", role: .series(0))], x: timeAxis(),
            y: .value(ValueAxis(unit: "count/min", includesZero: false)), marks: [.line(LineMark(series: 0, points: points))])
    }()

    static let points: Chart = {
        let (x, y) = (noise(40, seed: 3), noise(40, seed: 4))
        let points = (0..<40).map {
            PointMark.Point(time("2025-06-01", (x[$0] * 700).rounded()), 95 + y[$0] * 45, label: $0 == 7 ? "highest" : nil)
        }
        return Chart(
            title: "bloodPressureSystolic", series: [Series("samples", role: .series(0)), Series("of note", role: .series(1))],
            x: timeAxis(),
            y: .value(ValueAxis(unit: "mmHg", includesZero: false)),
            marks: [
                .point(PointMark(series: 0, points: Array(points.sorted { $0.x < $1.x }))),
                .point(PointMark(series: 1, points: [PointMark.Point(time("2025-06-12", 7), 138, label: "138 mmHg")], hasHalo: true)),
            ])
    }()

    static let fractions: Chart = {
        let points = zip(days("2025-06-01", 13), noise(14)).map { LineMark.Point($0, 0.94 + $1 * 0.06) }
        return Chart(
            title: "average oxygenSaturation by day", series: [Series("SpO₂", role: .series(0))], x: timeAxis(),
            y: .value(ValueAxis(unit: "%", includesZero: false, isFraction: true)), marks: [.line(LineMark(series: 0, points: points))])
    }()

    static let sixSeries: Chart = {
        let names = ["Watch", "iPhone", "Scale", "Strap", "Ring", "Bike"]
        let marks = names.indices.map { series in
            Mark.line(
                LineMark(
                    series: series,
                    points: zip(0..<10, noise(10, seed: UInt64(20 + series))).map {
                        LineMark.Point(time("2025-06-01", Double($0) * 24), Double(series) * 8 + $1 * 10)
                    }))
        }
        return Chart(
            title: "average heartRate by day, by source", series: names.enumerated().map { Series($0.element, role: .series($0.offset)) },
            x: timeAxis(), y: .value(ValueAxis(unit: "count/min")), marks: marks)
    }()

    static let day: Chart = {
        let start = time("2025-06-12")
        let now = start + 14.4 * hour
        var (total, typical) = (0.0, 0.0)
        let noise = Self.noise(25, seed: 6)
        var today = [LineMark.Point(start, 0)]
        var usual = [LineMark.Point(start, 0)]
        for hour in 1...24 {
            let isAwake = (7...22).contains(hour)
            typical += isAwake ? 36 : 4
            usual.append(LineMark.Point(start + Double(hour) * Self.hour, typical))
            guard hour <= 14 else { continue }
            total += (isAwake ? 42 : 3) * (0.5 + noise[hour])
            today.append(LineMark.Point(start + Double(hour) * Self.hour, total))
        }
        today.append(LineMark.Point(now, total + 12))
        let typicalNow = usual[14].y.map { $0 + 0.4 * 36 } ?? 0
        let past = usual.prefix(15) + [LineMark.Point(now, typicalNow)]
        let future = [LineMark.Point(now, typicalNow)] + usual.suffix(10)
        return Chart(
            title: "activeEnergy today", subtitle: ["12 June 2025, 14:24, Europe/Berlin"],
            description: "Today's running total is above the typical day.",
            series: [
                Series("today", role: .series(0)), Series("typical day", role: .muted), Series("goal", role: .reference, isInLegend: false),
                Series("now", role: .now, isInLegend: false),
            ], x: timeAxis(start...start + 24 * hour), y: .value(ValueAxis(unit: "kcal")),
            marks: [
                .rule(RuleMark(series: 3, at: .x(now), label: "14:24", isDashed: false)),
                .rule(RuleMark(series: 2, at: .y(600), label: "goal 600 kcal")),
                .line(LineMark(series: 1, points: Array(past))), .line(LineMark(series: 1, points: future, isFaint: true)),
                .line(LineMark(series: 0, points: today)),
                .point(PointMark(series: 1, points: [PointMark.Point(now, typicalNow, label: "\(Int(typicalNow))")], hasHalo: true)),
                .point(PointMark(series: 0, points: [PointMark.Point(now, total + 12, label: "\(Int(total + 12))")], hasHalo: true)),
            ], notes: ["Ahead of a typical day by \(Int(total + 12 - typicalNow)) kcal."])
    }()

    static let clocksForward = clockChange("2025-03-30", hours: 23)
    static let clocksBack = clockChange("2025-10-26", hours: 25)

    private static func clockChange(_ date: String, hours: Int) -> Chart {
        let bars = zip(-24..<hours + 24, noise(hours + 48)).map {
            BarMark.Bar(from: time(date, Double($0)), to: time(date, Double($0 + 1)), high: $1 * 900)
        }
        return Chart(
            title: "steps by hour around a change of the clocks", series: [Series("steps", role: .series(0))],
            x: timeAxis(time(date, -24)...time(date, Double(hours + 24))), y: .value(ValueAxis(unit: "count")),
            marks: [.bar(BarMark(series: 0, bars: bars))])
    }

    static let heatmap: Chart = {
        let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let noise = Self.noise(168)
        let cells = (0..<168).map { index in
            let (row, hour) = (index / 24, index % 24)
            return CellMark.Cell(
                from: Double(hour), to: Double(hour + 1), row: row, value: hour < 6 && row > 4 ? nil : noise[index] * Double(hour) * 60,
                completeness: row == 6 && hour == 22 ? .partial : row == 6 && hour == 23 ? .running : .whole)
        }
        return Chart(
            title: "steps by hour of day, by weekday",
            x: .slots(SlotAxis(labels: (0..<24).map { $0 < 10 ? "0\($0):00" : "\($0):00" }, shortLabels: (0..<24).map { "\($0)" })),
            y: .slots(SlotAxis(labels: weekdays, shortLabels: weekdays.map { String($0.prefix(2)) })),
            marks: [.cell(CellMark(cells: cells, unit: "count"))])
    }()

    static let heatmapOverTime: Chart = {
        let edges = days("2025-03-01", 61)
        let noise = Self.noise(24 * 61)
        let cells = (0..<61).flatMap { day in
            (0..<24).map {
                CellMark.Cell(from: edges[day], to: edges[day + 1], row: $0, value: (30..<33).contains(day) ? nil : noise[day * 24 + $0])
            }
        }
        return Chart(
            title: "steps by day, by hour of day", x: timeAxis(), y: .slots(SlotAxis(labels: (0..<24).map { "\($0):00" })),
            marks: [.cell(CellMark(cells: cells, domain: 0...1, unit: "count"))])
    }()

    /// Names with markup, quotes, control characters, direction overrides and wide characters.
    static let hostile: Chart = {
        let names = [
            "<script>alert('1')</script>", "\"/><image href=x onerror=a>&amp;", "a\u{0}b\u{1B}[31m\u{202E}evil\u{FFFE}\u{FFFF}",
            "]]>-->*/}</style>",
            "心拍数モニター 健康", "ساعة رياضية 12", "👩‍👩‍👧‍👦 Zoë’s wa\u{301}\u{302}\u{303}tch",
        ]
        let marks = names.indices.map { series in
            Mark.bar(BarMark(series: series, bars: [BarMark.Bar(from: Double(series), to: Double(series + 1), high: Double(series + 1))]))
        }
        return Chart(
            title: names[0] + " & \"steps\"", subtitle: [names[1], names[4]], description: names[3],
            series: names.enumerated().map { Series($0.element, role: .series($0.offset)) }, x: .slots(SlotAxis(labels: names)),
            y: .value(ValueAxis(unit: names[2])), marks: marks + [.rule(RuleMark(series: 0, at: .y(5), label: names[3]))], notes: names)
    }()

    static let empty = Chart(
        title: "steps by day", series: [Series("steps", role: .series(0))], x: timeAxis(time("2025-06-01")...time("2025-06-08")),
        y: .value(ValueAxis(unit: "count")), marks: [.bar(BarMark(series: 0, bars: []))], notes: ["No samples in this range."])

    static let emptyHeatmap = Chart(
        title: "steps by hour of day", x: .slots(SlotAxis(labels: ["00:00", "12:00"])), y: .slots(SlotAxis(labels: ["Mon", "Tue"])),
        marks: [.cell(CellMark(cells: [CellMark.Cell(from: 0, to: 1, row: 0, value: nil)]))])

    static let onePoint = Chart(
        title: "latest height", series: [Series("height", role: .series(0))], x: timeAxis(),
        y: .value(ValueAxis(unit: "cm", includesZero: false)),
        marks: [.line(LineMark(series: 0, points: [LineMark.Point(time("2025-06-01", 9), 178)]))])

    static let oneBar = Chart(
        title: "sum steps", series: [Series("steps", role: .series(0))], x: .slots(SlotAxis(labels: ["all"])),
        y: .value(ValueAxis(unit: "count")), marks: [.bar(BarMark(series: 0, bars: [BarMark.Bar(from: 0, to: 1, high: 8421)]))])
}
