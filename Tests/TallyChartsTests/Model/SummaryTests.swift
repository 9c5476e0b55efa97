import TallyCharts
import Testing

/// The expected sentences are written from the data, with the rules of the description in `ChartAccount`.
@Suite("A chart without a description is described")
struct SummaryTests {
    private static let march = 1_772_409_600_000.0  // 2 March 2026, midnight in UTC
    private static let hour = 3_600_000.0
    private static let day = 24 * hour

    private static func bars(_ values: [Double?], signs: [Int: Completeness] = [:]) -> [BarLayer.Bar] {
        values.enumerated().map { index, value in
            let start = march + Double(index) * day
            return BarLayer.Bar(from: start, to: start + day, high: value, completeness: signs[index] ?? .whole)
        }
    }

    private static func chart(
        _ title: String, names: [String] = ["a"], x: HorizontalAxis = .time(TimeAxis(zone: .utc)), axis: ValueAxis = ValueAxis(),
        _ layers: [Layer]
    ) -> LayeredChart {
        LayeredChart(
            title: title, series: names.enumerated().map { ChartSeries($1, role: .series($0)) }, x: x, y: .value(axis), layers: layers)
    }

    @Test("by its extent, its extremes with their days, and the ends")
    func days() {
        let mark = BarLayer(series: 0, bars: Self.bars([4000, 9000, nil, 1500.5, 6000], signs: [4: .running]))
        let rule = RuleLayer(series: 0, at: .y(8000), label: "goal 8,000")
        #expect(
            Self.chart("sum steps", axis: ValueAxis(unit: "count"), [.bar(mark), .rule(rule)]).summary
                == "Bar chart of sum steps, 2 Mar to 6 Mar 2026, UTC. 4 values (1 missing): lowest 1,501 on 5 Mar, highest 9,000 on 3 Mar, "
                + "first 4,000, last 6,000. The last value is still in progress. Line: goal 8,000.")
    }

    @Test("with a sign at an extreme that is not whole, and a count of extremes that are equal")
    func extremes() {
        let mark = BarLayer(series: 0, bars: Self.bars([700, 700, 650, 20], signs: [0: .partial, 3: .running]))
        #expect(
            Self.chart("", axis: ValueAxis(unit: "kcal"), [.bar(mark)]).summary
                == "Bar chart, 2 Mar to 5 Mar 2026, UTC. 4 values in kcal: lowest 20 on 5 Mar (so far), highest 700 (2 times, first on 2 Mar), "
                + "first 700, last 20. The first value is partial, the last value is still in progress.")
    }

    @Test(
        "with a trend only if all whole values follow it",
        arguments: [
            ([1, 2, 3, 4], ", rising throughout"), ([4, 3, 2, 1], ", falling throughout"), ([1, 2, 2, 3], ", never falling"),
            ([3, 3, 2, 1], ", never rising"), ([1, 3, 2, 4], ""),
        ])
    func trend(_ values: [Double], _ words: String) {
        let line = LineLayer(series: 0, points: values.enumerated().map { .init(Self.march + Double($0) * Self.day, $1) })
        let text = Self.chart("weight", [.line(line)]).summary
        #expect(text.hasPrefix("Line chart of weight, 2 Mar to 5 Mar 2026, UTC. 4 values: lowest 1 "))
        #expect(text.hasSuffix(", first \(Int(values[0])), last \(Int(values[3]))\(words)."), "\(text)")
    }

    @Test("without a range if all values are equal")
    func equal() {
        let mark = BarLayer(series: 0, bars: Self.bars([5, 5, 5, 5]))
        #expect(Self.chart("cups", [.bar(mark)]).summary == "Bar chart of cups, 2 Mar to 5 Mar 2026, UTC. 4 values, all 5.")
    }

    @Test("with a band apart from its line, and points of a line not twice")
    func bandAndLine() {
        func at(_ minutes: Double) -> Double { Self.march + minutes * 60_000 }
        let values: [Double?] = [52, nil, 118, 71.5, 60]
        let points = values.enumerated().map { LineLayer.Point(at(Double($0) * 30), $1) }
        let band = points.compactMap { point in point.y.map { AreaLayer.Point(point.x, low: $0 - 2, high: $0 + 10) } }
        let chart = Self.chart(
            "heart rate", names: ["Watch"], x: .time(TimeAxis(zone: .utc, domain: at(0)...at(150))),
            axis: ValueAxis(unit: "count/min", includesZero: false),
            [
                .area(AreaLayer(series: 0, points: band)), .line(LineLayer(series: 0, points: points)),
                .point(PointLayer(series: 0, points: [.init(at(90), 71.5)])),
            ])
        #expect(
            chart.summary
                == "Line chart of heart rate, 2 Mar 2026, 00:00 to 02:30, UTC. Watch band: 4 ranges in count/min: lowest end 50 at 00:00, "
                + "highest end 128 at 01:00, first 50 to 62, last 58 to 70. Watch: 4 values (1 missing) in count/min: lowest 52 at 00:00, "
                + "highest 118 at 01:00, first 52, last 60.")
    }

    @Test("with the ends of floating bars, which are not lengths")
    func ranges() {
        let ends = [(50.0, 120.0), (48, 131), (55, 99), (51, 110)]
        let bars = ends.enumerated().map { index, ends in
            BarLayer.Bar(
                from: Self.march + Double(index) * Self.day, to: Self.march + Double(index + 1) * Self.day, low: ends.0, high: ends.1)
        }
        #expect(
            Self.chart("min, max heartRate", axis: ValueAxis(unit: "count/min"), [.bar(BarLayer(series: 0, bars: bars))]).summary
                == "Bar chart of min, max heartRate, 2 Mar to 5 Mar 2026, UTC. 4 ranges in count/min: lowest end 48 on 3 Mar, "
                + "highest end 131 on 3 Mar, first 50 to 120, last 51 to 110.")
    }

    @Test("with the totals of stacks before their parts")
    func stacks() {
        func layer(_ series: Int, _ values: [Double]) -> BarLayer { BarLayer(series: series, bars: Self.bars(values)) }
        let layers = BarLayer.stacked([layer(0, [1, 2, 3, 4]), layer(1, [10, 20, 30, 5])]).map { Layer.bar($0) }
        #expect(
            Self.chart("distance", names: ["walk", "bike"], axis: ValueAxis(unit: "km"), layers).summary
                == "Stacked bar chart of distance, 2 Mar to 5 Mar 2026, UTC. "
                + "total: 4 values in km: lowest 9 on 5 Mar, highest 33 on 4 Mar, first 11, last 9. "
                + "walk: 4 values in km: lowest 1 on 2 Mar, highest 4 on 5 Mar, first 1, last 4, rising throughout. "
                + "bike: 4 values in km: lowest 5 on 5 Mar, highest 30 on 4 Mar, first 10, last 5.")
    }

    @Test("with one sentence for many series")
    func manySeries() {
        let names = ["a", "b", "c", "d"]
        let layers = names.indices.map { index in
            Layer.line(
                LineLayer(
                    series: index, points: [.init(Self.march, Double(index)), .init(Self.march + Self.day, Double(index * index + 1))]))
        }
        #expect(
            Self.chart("x", names: names, axis: ValueAxis(unit: "kg"), layers).summary
                == "Line chart of x, 2 Mar to 3 Mar 2026, UTC. 4 series of up to 2 values in kg, lowest to highest: "
                + "a 0 to 1, b 1 to 2, c 2 to 5, d 3 to 10.")
    }

    @Test("with names of slots, and percent for fractions")
    func slots() {
        let bars = [BarLayer.Bar(from: 0, to: 1, high: 0.25), .init(from: 1, to: 2, high: 0.5), .init(from: 2, to: 3, high: nil)]
        let chart = Self.chart(
            "oxygen", x: .slots(SlotAxis(labels: ["Mon", "Tue", "Wed"])), axis: ValueAxis(isFraction: true),
            [.bar(BarLayer(series: 0, bars: bars))])
        #expect(chart.summary == "Bar chart of oxygen, Mon, Tue, Wed. 2 values (1 missing) in percent: 25 for Mon, 50 for Tue.")
    }

    @Test("with the column and the row of cells")
    func heatmap() {
        var cells: [CellLayer.Cell] = []
        for row in 0..<2 {
            for column in 0..<4 {
                let value = row == 1 && column == 3 ? nil : Double(row * 10 + column)
                cells.append(.init(from: Double(column), to: Double(column + 1), row: row, value: value))
            }
        }
        let chart = LayeredChart(
            title: "average heartRate", x: .slots(SlotAxis(labels: ["00", "06", "12", "18"])), y: .slots(SlotAxis(labels: ["Mon", "Tue"])),
            layers: [.cell(CellLayer(cells: cells, unit: "count/min"))])
        #expect(
            chart.summary
                == "Heatmap of average heartRate, 00 to 18; rows Mon, Tue. 7 values (1 missing) in count/min: lowest 0 for 00, Mon, "
                + "highest 12 for 12, Tue.")
    }

    @Test("with the durations of rows of a timeline, where periods that overlap count once")
    func timeline() {
        func bar(_ from: Double, _ to: Double, _ row: Double) -> BarLayer.Bar {
            .init(from: Self.march + from * Self.hour, to: Self.march + to * Self.hour, low: row + 0.1, high: row + 0.9)
        }
        let chart = Self.chart(
            "samples of sleepAnalysis", names: ["core", "awake"],
            axis: ValueAxis(domain: 0...2, ticks: .at([.init(0.5, label: "core"), .init(1.5, label: "awake")])),
            [
                .bar(BarLayer(series: 0, bars: [bar(1, 3, 0), bar(2, 3.5, 0), bar(5, 7, 0)])),
                .bar(BarLayer(series: 1, bars: [bar(3.5, 3.75, 1)])),
            ])
        #expect(
            chart.summary
                == "Timeline of samples of sleepAnalysis, 2 Mar 2026, 01:00 to 07:00, UTC. core: 3 periods, 4 h 30 min in total, "
                + "01:00 to 07:00. awake: 1 period, 15 min, 03:30 to 03:45.")
    }

    @Test("with numbers across if points have them")
    func scatter() {
        let slots = NumberSlots(around: 0...40, count: 4)
        let pairs = [(0.0, 60.0), (10, 64), (30, 58), (40, 71)]
        let points = pairs.map { PointLayer.Point(slots.position(of: $0.0), $0.1) }
        #expect(
            Self.chart(
                "rate by steps", x: .slots(slots.axis), axis: ValueAxis(unit: "count/min"), [.point(.init(series: 0, points: points))]
            )
            .summary
                == "Scatter plot of rate by steps, 0 to 40. 4 values in count/min: lowest 58 at 30, highest 71 at 40.")
    }

    @Test("with months and years for spans that are such")
    func months() {
        // The first days of January, February, March and April 2025, and of 2026.
        let starts = [1_735_689_600_000.0, 1_738_368_000_000, 1_740_787_200_000, 1_743_465_600_000]
        let bars = zip(starts, starts.dropFirst()).enumerated().map { BarLayer.Bar(from: $1.0, to: $1.1, high: Double($0 + 1)) }
        #expect(
            Self.chart("x", [.bar(BarLayer(series: 0, bars: bars))]).summary
                == "Bar chart of x, 1 Jan to 31 Mar 2025, UTC. 3 values: 1 in Jan, 2 in Feb, 3 in Mar.")
        let year = BarLayer.Bar(from: starts[0], to: 1_767_225_600_000, high: 9)
        #expect(
            Self.chart("x", [.bar(BarLayer(series: 0, bars: [year]))]).summary
                == "Bar chart of x, 1 Jan to 31 Dec 2025, UTC. 1 value: 9 in 2025.")
    }

    @Test("with the ends of an axis that the query sets")
    func domain() {
        let mark = BarLayer(series: 0, bars: Self.bars([6]))
        #expect(
            Self.chart("x", axis: ValueAxis(unit: "kg", domain: 5...10), [.bar(mark)]).summary
                == "Bar chart of x, 2 Mar 2026, UTC. 1 value in kg: 6 on 2 Mar. The vertical axis goes from 5 to 10 kg.")
    }

    @Test("without control characters of names")
    func hostile() {
        let mark = BarLayer(series: 0, bars: Self.bars([1]))
        let text = Self.chart("a\u{1B}[31m\nb\u{202E}c", [.bar(mark)]).summary
        #expect(text.hasPrefix("Bar chart of a") && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" }, "\(text)")
    }

    @Test("as empty if it has no values")
    func nothing() {
        #expect(
            LayeredChart(title: "Steps", x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis()), layers: []).summary
                == "An empty chart of Steps.")
    }

    @Test("by its description if it has one")
    func described() {
        let chart = LayeredChart(
            title: "Steps", description: "As told.", x: .slots(SlotAxis(labels: [])), y: .value(ValueAxis()), layers: [])
        #expect(chart.summary == "As told.")
    }
}
