import Foundation
import RandomTesting
import TallyCharts
import TerminalText
import Testing

@Suite("In any chart, on a terminal of any size")
struct TerminalLawTests {
    /// A seed for each case. `TALLY_SEED` is the first seed and `TALLY_CASES` the number of cases.
    private static let seeds: Range<UInt64> = {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 20_261_121
        let seeds = first..<first + (environment["TALLY_CASES"].flatMap(UInt64.init) ?? 300)
        print("TALLY_SEED=\(seeds.lowerBound) TALLY_CASES=\(seeds.count)")
        return seeds
    }()

    private static func options(_ random: inout SplitMix64) -> TerminalOptions {
        let columns = random.pick([random.pick(1...10), random.pick(11...60), random.pick(61...200)])
        let rows = random.chance(70) ? random.pick([random.pick(1...4), random.pick(5...60)]) : nil
        return TerminalOptions(
            columns: columns, rows: rows, fillsRows: random.chance(40), color: random.pick(ColorDepth.allCases), isASCII: random.chance(30))
    }

    /// Returns `chart` with marks that need textures, dashes and halos.
    private static func varied(_ chart: LayeredChart, _ random: inout SplitMix64) -> LayeredChart {
        var chart = chart
        for index in chart.layers.indices {
            switch chart.layers[index] {
            case .bar(var mark):
                (mark.slot, mark.slotCount) = (random.pick(0...3), random.pick(1...3))
                for bar in mark.bars.indices {
                    mark.bars[bar].completeness = random.pick([.whole, .partial, .running])
                    mark.bars[bar].end = mark.bars[bar].start + random.pick([0, 0.5, 1, 86_400_000, 1e9, 1e200])
                    if random.chance(30) { mark.bars[bar].low = mark.bars[bar].high.map { $0 / 2 } }
                }
                chart.layers[index] = .bar(mark)
            case .line(var mark):
                (mark.isDashed, mark.isFaint) = (random.chance(30), random.chance(30))
                if random.chance(30) { mark.interpolation = .step }
                for point in mark.points.indices { mark.points[point].completeness = random.pick([.whole, .whole, .partial]) }
                chart.layers[index] = .line(mark)
            case .point(var mark):
                mark.hasHalo = random.chance(50)
                chart.layers[index] = .point(mark)
            case .cell(var mark):
                for cell in mark.cells.indices { mark.cells[cell].completeness = random.pick([.whole, .partial, .running]) }
                chart.layers[index] = .cell(mark)
            case .area, .rule: break
            }
        }
        return chart
    }

    @Test("lines and charts stay within the limits, only color sequences occur, and every line ends with a reset")
    func linesFit() {
        for seed in Self.seeds {
            var random = SplitMix64(seed: seed &* 31)
            let options = Self.options(&random)
            let chart = Self.varied(RandomChart(seed: seed).chart, &random)
            let text = TerminalChart.text(of: chart, options: options)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(text.hasSuffix("\n") && lines.count > 1, "seed \(seed)")
            if let rows = options.rows { #expect(lines.count - 1 <= rows, "seed \(seed): \(lines.count - 1) of \(rows) rows") }
            for line in lines {
                let plain = TerminalText(line)
                #expect(ScreenText.width(plain.text) <= options.columns, "seed \(seed), \(options): \(plain.text)")
                #expect(ScreenText.visible(plain.text) == plain.text, "seed \(seed): a control character in \(plain.text.debugDescription)")
                #expect(plain.endsReset, "seed \(seed): \(line.debugDescription)")
                if options.color == .none { #expect(!plain.hasColors, "seed \(seed)") }
            }
            #expect(TerminalChart.text(of: chart, options: options) == text, "seed \(seed): not the same twice")
        }
    }

    @Test("a picture is not larger than the lines, and the cursor returns below them")
    func picturesFit() {
        for seed in Self.seeds.prefix(80) {
            var random = SplitMix64(seed: seed)
            var options = TerminalOptions(columns: random.pick(12...60), rows: random.pick(8...24), color: .trueColor)
            options.graphics = TerminalGraphics(
                random.pick([.kitty, .sixel]), cellWidth: random.pick(1...8), cellHeight: random.pick(1...16))
            let text = TerminalChart.text(of: Self.varied(RandomChart(seed: seed).chart, &random), options: options)
            guard let picture = TerminalPicture(text) else { continue }
            #expect(picture.width <= options.columns * (options.graphics?.cellWidth ?? 0), "seed \(seed)")
            #expect(picture.height <= 24 * (options.graphics?.cellHeight ?? 0), "seed \(seed)")
            #expect(text.hasSuffix("\u{1B}8"), "seed \(seed)")
        }
    }

    @Test("the plot is blank where values are missing", arguments: [40, 80, 160])
    func gapsAreBlank(columns: Int) {
        let days = 20
        let missing = 8..<13
        func value(_ day: Int) -> Double? { missing.contains(day) ? nil : 50 + Double(day) }
        func time(_ day: Int) -> Double { TerminalSamples.monday + Double(day) * 24 * TerminalSamples.hour }
        let layers: [Layer] = [
            .bar(BarLayer(series: 0, bars: (0..<days).map { .init(from: time($0), to: time($0 + 1), high: value($0)) })),
            .area(AreaLayer(series: 0, points: (0...days).map { .init(time($0), low: value($0).map { _ in 0 }, high: value($0)) })),
            .line(LineLayer(series: 0, points: (0...days).map { .init(time($0), value($0)) })),
            .line(LineLayer(series: 0, points: (0...days).map { .init(time($0), value($0)) }, interpolation: .step)),
        ]
        for mark in layers {
            let chart = LayeredChart(title: "", x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis()), layers: [mark])
            for isASCII in [false, true] {
                let lines = TerminalChart.text(of: chart, options: TerminalOptions(columns: columns, isASCII: isASCII)).split(
                    separator: "\n")
                let plot = lines.filter { $0.contains(isASCII ? "|" : "│") }
                let left = plot[0].prefix { $0 != (isASCII ? "|" : "│") }.count + 1
                // The line ends at day 7 and starts again at day 13. Between them are whole columns, without half a column on each side.
                let width = Double(columns - left)
                let blank = Int(width * 8 / Double(days) + 1)..<Int(width * 13 / Double(days) - 1)
                for line in plot {
                    let cells = Array(line.dropFirst(left))
                    let drawn = blank.filter { $0 < cells.count && cells[$0] != " " }
                    #expect(drawn.isEmpty, "\(mark) at \(columns): \(line)")
                }
                let isDrawnBefore = plot.contains { line in Array(line.dropFirst(left)).prefix(blank.lowerBound - 1).contains { $0 != " " }
                }
                #expect(isDrawnBefore)
            }
        }
    }
}
