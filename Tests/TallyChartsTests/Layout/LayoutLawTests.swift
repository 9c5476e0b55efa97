import CalendarIntervals
import Foundation
import HealthModel
import RandomTesting
@_spi(Guests) import TallyCharts
import Testing

@Suite("In any chart, in any size and any font")
struct LayoutLawTests {
    /// A case for each seed. `TALLY_SEED` is the first seed and `TALLY_CASES` the number of cases.
    private static let cases: [(random: RandomChart, layout: ChartLayout, seed: UInt64)] = {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 20_261_121
        let count = environment["TALLY_CASES"].flatMap(UInt64.init) ?? 1000
        print("TALLY_SEED=\(first) TALLY_CASES=\(count)")
        return (first..<first + count).map { seed in
            let random = RandomChart(seed: seed)
            return (random, ChartLayout(random.chart, width: random.width, height: random.height, metrics: random.metrics), seed)
        }
    }()

    /// The tolerance for sums of widths.
    private static let rounding = 1e-6

    /// Expects that `check` finds no problem in any case.
    private func expectNothing(_ check: (RandomChart, ChartLayout) -> [String]) {
        for (random, layout, seed) in Self.cases {
            let faults = check(random, layout)
            #expect(faults.isEmpty, "TALLY_SEED=\(seed) TALLY_CASES=1")
        }
    }

    @Test("labels do not overlap, and none is outside the frame")
    func labelsStandApart() {
        expectNothing { _, layout in
            let labels = layout.everyLabel.map { ("\($0.role) \($0.text.prefix(12))", $0.frame) }
            let places = labels + layout.legend.map { ("key \($0.series)", $0.frame) } + (layout.ramp.map { [("ramp", $0.frame)] } ?? [])
            var faults: [String] = []
            for (index, (name, place)) in places.enumerated() {
                if !isInside(place, layout.frame) { faults.append("\(name) leaves the frame") }
                for (other, second) in places[..<index] {
                    let width = min(place.maxX, second.maxX) - max(place.x, second.x)
                    let height = min(place.maxY, second.maxY) - max(place.y, second.y)
                    if width > 2 * Self.rounding, height > 2 * Self.rounding { faults.append("\(name) on \(other)") }
                }
            }
            return faults
        }
    }

    private func isInside(_ place: Frame, _ frame: Frame) -> Bool {
        place.x >= frame.x - Self.rounding && place.y >= frame.y - Self.rounding && place.maxX <= frame.maxX + Self.rounding
            && place.maxY <= frame.maxY + Self.rounding && place.width >= 0 && place.height >= 0
    }

    @Test("the plot is in the frame, and ticks inside the plot ascend")
    func ticksAreInsidePlot() {
        expectNothing { random, layout in
            let plot = layout.plot
            var faults = isInside(plot, layout.frame) ? [] : ["plot \(plot)"]
            let x = layout.xTicks.map(\.position)
            let y = layout.yTicks.map(\.position)
            faults += x.filter { $0 < plot.x - Self.rounding || $0 > plot.maxX + Self.rounding }.map { "x \($0)" }
            faults += y.filter { $0 < plot.y - Self.rounding || $0 > plot.maxY + Self.rounding }.map { "y \($0)" }
            return faults + zip(x, x.dropFirst()).filter { $0 > $1 }.map { "\($0) before \($1)" }
        }
    }

    @Test("two values on the axis have different labels")
    func valuesHaveLabelsOfTheirOwn() {
        expectNothing { random, layout in
            guard case .value(let axis) = random.chart.y, case .automatic = axis.ticks else { return [] }
            let labels = layout.yTicks.compactMap { $0.label?.text }
            return Set(labels).count == labels.count ? [] : labels
        }
    }

    @Test("the label of now is shown if any tick has a label, unless it is wider than the frame or touches another now")
    func nowWins() {
        expectNothing { random, layout in
            let chart = random.chart
            guard case .time = chart.x, layout.xTicks.contains(where: { $0.label != nil }) else { return [] }
            let isShown = chart.layers.contains { mark in
                guard case .rule(let rule) = mark, case .x(let place) = rule.place, rule.label == "13:20" else { return false }
                return chart.series.indices.contains(rule.series) && chart.series[rule.series].role == .now
                    && layout.x.domain.contains(place) && random.metrics.width(of: "13:20", role: .now) <= random.width
            }
            return !isShown || layout.labels.contains { $0.role == .now } ? [] : ["no label of now"]
        }
    }

    @Test("a tick labeled with a time of day is where the zone's clocks show it")
    func clocksAgree() {
        var checked = 0
        expectNothing { random, layout in
            guard case .time(let axis) = random.chart.x, case .automatic = axis.ticks else { return [] }
            return layout.xTicks.compactMap { tick in
                guard let text = tick.label?.text.split(separator: " ").last, text.contains(":"), !text.contains("…") else { return nil }
                let share = (tick.position - layout.x.start) / (layout.x.end - layout.x.start)
                let domain = layout.x.domain
                let moment = domain.lowerBound + share * (domain.upperBound - domain.lowerBound)
                let reading = axis.zone.zone.civil(at: Instant(milliseconds: Int64(moment.rounded())))
                let parts = text.split(separator: ":").compactMap { Int($0) }
                checked += 1
                let agree = parts == [reading.hour, reading.minute] + (reading.second == 0 ? [] : [reading.second])
                return agree && reading.millisecond == 0 ? nil : "\(text) at \(reading)"
            }
        }
        #expect(checked > 0)
    }

    @Test("with cells, labels are at whole cells")
    func cells() {
        expectNothing { random, layout in
            guard random.metrics.grain == 1 else { return [] }
            return layout.everyLabel.filter { $0.frame.x.rounded() != $0.frame.x || $0.frame.y.rounded() != $0.frame.y }.map { "\($0)" }
        }
    }

    @Test("marks to be drawn have only finite numbers, and texts have no control characters")
    func nothingOddIsDrawn() {
        expectNothing { _, layout in
            let numbers = layout.layers.flatMap { mark -> [Double?] in
                switch mark {
                case .bar(let mark): mark.bars.flatMap { [$0.start, $0.end, $0.low, $0.high] }
                case .line(let mark): mark.points.flatMap { [$0.x, $0.y] }
                case .area(let mark): mark.points.flatMap { [$0.x, $0.low, $0.high] }
                case .point(let mark): mark.points.flatMap { [$0.x, $0.y] }
                case .cell(let mark): mark.cells.flatMap { [$0.start, $0.end, $0.value] }
                case .rule: []
                }
            }
            let texts = layout.everyLabel.map(\.text).filter { $0.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E } }
            return numbers.compactMap { $0 }.filter { !$0.isFinite }.map { "\($0)" } + texts
        }
    }
}

extension ChartLayout {
    /// All texts that are drawn.
    var everyLabel: [PlacedLabel] { labels + xTicks.compactMap(\.label) + yTicks.compactMap(\.label) }
}
