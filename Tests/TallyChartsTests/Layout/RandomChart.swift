import CalendarIntervals
import HealthModel
import RandomTesting
import TallyCharts

/// Random charts of every kind, many of them unusual.
struct RandomChart {
    private var random: SplitMix64
    private(set) var chart = LayeredChart(title: "", x: .slots(SlotAxis(labels: [])), y: .value(ValueAxis()), layers: [])
    private(set) var width: Double
    private(set) var height: Double
    private(set) var metrics: RandomMetrics

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        let isCells = random.chance(40)
        metrics = RandomMetrics(
            character: isCells ? 1 : Double.random(in: 0.5...20, using: &random),
            title: isCells ? 1 : Double.random(in: 1...40, using: &random), line: isCells ? 1 : Double.random(in: 1...30, using: &random),
            spacing: isCells ? 1 : Double.random(in: 0...12, using: &random), grain: isCells ? 1 : 0, isErratic: random.chance(15))
        let sizes: [ClosedRange<Int>] = isCells ? [0...8, 8...40, 40...200] : [0...50, 50...400, 400...2000]
        width = Double(random.pick([random.pick(sizes[0]), random.pick(sizes[1]), random.pick(sizes[2])]))
        height = Double(random.pick([random.pick(sizes[0]), random.pick(sizes[1])]))
        chart = makeChart()
    }

    private mutating func makeChart() -> LayeredChart {
        let series = (0..<random.pick([0, 1, 2, 3, 12, 60])).map { _ in
            ChartSeries(text(), role: random.pick([.series(random.pick(0...9)), .muted, .reference, .now]), isInLegend: random.chance(80))
        }
        let isMap = random.chance(20)
        let x = random.chance(75) ? HorizontalAxis.time(timeAxis()) : .slots(slotAxis())
        let start = moment()
        let domain: ClosedRange<Double> =
            switch x {
            case .time(let axis): axis.domain ?? start...start + 1e9
            case .slots(let axis): 0...Double(axis.labels.count)
            }
        let y = isMap ? VerticalAxis.slots(slotAxis()) : .value(valueAxis())
        let count = random.pick([0, 1, 2, 3, 5])
        var layers = (0..<count).map { _ in mark(series.count, in: domain, isMap: isMap) }
        if random.chance(40) {
            let now = series.firstIndex { $0.role == .now } ?? 0
            layers.append(.rule(RuleLayer(series: now, at: .x(place(in: domain)), label: random.chance(80) ? "13:20" : text())))
        }
        return LayeredChart(
            title: text(), subtitle: texts(), series: series, x: x, y: y, layers: layers, notes: texts())
    }

    private mutating func timeAxis() -> TimeAxis {
        let names = [
            "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo", "Asia/Beirut",
        ]
        let zone = random.pick(names)
        let start = moment()
        // From seconds to centuries, evenly distributed by logarithm.
        var length = 1000.0
        for _ in 0..<random.pick(0...32) { length *= Double.random(in: 1...2.5, using: &random) }
        return TimeAxis(
            zone: ChartZone(zone) ?? .utc, domain: random.chance(80) ? start...start + length : nil, ticks: ticks(around: start, length),
            dayStartHour: random.chance(20) ? random.pick(0...23) : 0, weekStart: random.pick(1...7))
    }

    /// A moment, often on a day with a clock change.
    private mutating func moment() -> Double {
        let changes = [1_774_746_000_000.0, 1_792_890_000_000, 1_772_953_200_000, 1_793_512_800_000, 1_775_314_800_000, 1_541_300_400_000]
        return random.chance(60)
            ? random.pick(changes) + Double(random.pick(-86_400...86_400)) * 1000 : Double.random(in: -1e12...3e12, using: &random)
    }

    private mutating func slotAxis() -> SlotAxis {
        let count = random.pick([0, 1, 2, 7, 12, 24, 31, 53, 168])
        switch random.pick(0...2) {
        case 0: return SlotAxis(labels: (0..<count).map { String($0) })
        case 1: return SlotAxis(labels: (0..<count).map { "number \($0)" }, shortLabels: (0..<count).map { "\($0)" })
        default: return SlotAxis(labels: (0..<count).map { _ in text() })
        }
    }

    private mutating func valueAxis() -> ValueAxis {
        let low = value()
        return ValueAxis(
            unit: random.chance(70) ? text() : nil,
            domain: random.chance(20) && low.isFinite ? low...low + abs(Double.random(in: 0...1000, using: &random)) : nil,
            includesZero: random.chance(50), ticks: ticks(around: 0, 100), isFraction: random.chance(20))
    }

    private mutating func ticks(around start: Double, _ length: Double) -> Ticks {
        guard random.chance(10) else { return .automatic }
        return .at((0..<random.pick(0...9)).map { Ticks.Tick(start + length * Double($0) / 6, label: text()) })
    }

    private mutating func mark(_ series: Int, in domain: ClosedRange<Double>, isMap: Bool) -> Layer {
        let series = random.pick(0...max(0, series))
        if isMap {
            return .cell(
                CellLayer(
                    cells: (0..<random.pick(0...50)).map { .init(from: Double($0), to: Double($0 + 1), row: $0 % 7, value: value()) },
                    domain: random.chance(30) ? 0...10 : nil, unit: random.chance(50) ? text() : nil))
        }
        let places = (0..<random.pick([0, 1, 2, 30, 300])).map { _ in place(in: domain) }.sorted()
        let level = value()
        func near() -> Double { random.chance(95) ? level + Double.random(in: -100...100, using: &random) : value() }
        switch random.pick(0...5) {
        case 0:
            let length = random.pick([1, 3_600_000, 86_400_000, 2.6e9])
            return .bar(
                BarLayer(series: series, bars: places.map { .init(from: $0, to: $0 + length, high: random.chance(90) ? near() : nil) }))
        case 1: return .line(LineLayer(series: series, points: places.map { .init($0, random.chance(90) ? near() : nil) }))
        case 2: return .area(AreaLayer(series: series, points: places.map { .init($0, low: near(), high: near()) }))
        case 3:
            return .point(
                PointLayer(series: series, points: places.map { .init($0, near(), label: random.chance(70) ? text() : nil) }))
        case 4: return .rule(RuleLayer(series: series, at: .y(near()), label: text()))
        default: return .rule(RuleLayer(series: series, at: .x(place(in: domain)), label: text()))
        }
    }

    private mutating func place(in domain: ClosedRange<Double>) -> Double {
        let length = domain.upperBound - domain.lowerBound
        return random.pick([
            domain.lowerBound, domain.upperBound, Double.random(in: domain, using: &random), domain.lowerBound + length * 0.999,
            domain.lowerBound + length * 1.5,
        ])
    }

    private mutating func value() -> Double {
        random.pick([
            0, 1, -1, 60, 0.001, 12_345, 1e6, -3e8, 1e-12, 1e15, .nan, .infinity, -.infinity, 1.7e308, .leastNonzeroMagnitude,
            Double.random(in: -10...10, using: &random), Double.random(in: 0...20_000, using: &random),
        ])
    }

    private mutating func texts() -> [String] { (0..<random.pick([0, 0, 1, 2, 5])).map { _ in text() } }

    private mutating func text() -> String {
        random.pick([
            "", " ", "kcal", "count/min", "Watch", "goal 500", "Active energy", "体温", "👩‍👩‍👧‍👦 family", "e\u{301}\u{301}\u{301}", "a\nb\tc",
            "\u{202E}tuo", "\u{1B}[31mred", "<b>&amp;</b>", "ظافر", String(repeating: "long ", count: 40),
            String(repeating: "字", count: 700),
            "29 March 2026, Europe/Berlin · Watch before iPhone",
        ])
    }
}
