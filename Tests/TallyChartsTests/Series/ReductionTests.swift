import RandomTesting
@_spi(Guests) import TallyCharts
import Testing

@Suite("A long series reduced to columns")
struct ReductionTests {
    /// Returns a random walk with this many steps, one unit of x apart, with gaps.
    private func walk(_ count: Int, gaps percent: Int, seed: UInt64) -> [LineLayer.Point] {
        var random = SplitMix64(seed: seed)
        var value = 60.0
        return (0..<count).map { index in
            value += Double.random(in: -2...2, using: &random)
            return LineLayer.Point(Double(index), random.chance(percent) ? nil : value)
        }
    }

    /// Returns the minimum and maximum of each column.
    private func extremes(_ points: [LineLayer.Point], columns: Int, of count: Int) -> [[Double]] {
        var found = Array(repeating: [Double](), count: columns)
        for point in points {
            guard let value = point.y else { continue }
            found[min(columns - 1, Int(point.x / Double(count) * Double(columns)))].append(value)
        }
        return found.map { values in values.isEmpty ? [] : [values.min() ?? 0, values.max() ?? 0] }
    }

    @Test("keeps the extremes, the first and the last value of each column, and adds no points", arguments: [0, 1, 30])
    func keepsExtremes(gaps: Int) {
        let points = walk(20_000, gaps: gaps, seed: 1)
        let reduced = LineLayer(series: 0, points: points).reduced(to: 100, over: 0...20_000).points
        #expect(reduced.count <= 100 * (4 * 4 + 4))
        #expect(extremes(reduced, columns: 100, of: 20_000) == extremes(points, columns: 100, of: 20_000))
        #expect(reduced.first { $0.y != nil } == points.first { $0.y != nil })
        #expect(reduced.last { $0.y != nil } == points.last { $0.y != nil })
        let known = Set(points)
        #expect(reduced.allSatisfy { $0.y == nil || known.contains($0) })
        #expect(zip(reduced, reduced.dropFirst()).allSatisfy { $0.x <= $1.x })
    }

    @Test("keeps gaps, also at the edges of columns")
    func keepsGaps() {
        var points = (0..<1000).map { LineLayer.Point(Double($0), Double($0 % 7)) }
        for index in [15, 100, 101, 399, 500] + Array(600..<700) { points[index].y = nil }
        let reduced = LineLayer(series: 0, points: points).reduced(to: 10, over: 0...1000).points
        // The ends of the line: the last value before each gap.
        let stops = zip(reduced, reduced.dropFirst()).filter { $0.y != nil && $1.y == nil }.map(\.0.x)
        #expect(stops == [14, 99, 398, 499, 599])
        let starts = zip(reduced, reduced.dropFirst()).filter { $0.y == nil && $1.y != nil }.map(\.1.x)
        #expect(starts == [16, 102, 400, 501, 700])
    }

    @Test("with every second value missing remains small and still touches every column")
    func everyOtherMissing() {
        let points = (0..<100_000).map { LineLayer.Point(Double($0), $0 % 2 == 0 ? Double($0) : nil) }
        let reduced = LineLayer(series: 0, points: points).reduced(to: 100, over: 0...100_000).points
        #expect(reduced.count <= 100 * 20)
        #expect(extremes(reduced, columns: 100, of: 100_000) == extremes(points, columns: 100, of: 100_000))
    }

    @Test("is unchanged if it is short")
    func shortSeries() {
        let points = walk(400, gaps: 10, seed: 2)
        #expect(LineLayer(series: 0, points: points).reduced(to: 100, over: 0...400).points == points)
    }

    @Test("keeps the points before and after the domain, so that lines extend to its edges")
    func outside() {
        let points = (0..<1000).map { LineLayer.Point(Double($0), 1) }
        let reduced = LineLayer(series: 0, points: points).reduced(to: 10, over: 400...600).points
        #expect(reduced.contains { $0.x == 399 } && reduced.contains { $0.x == 601 })
    }

    @Test("has gaps at values that are not numbers")
    func notANumber() {
        let points: [LineLayer.Point] = [.init(0, 1), .init(1, .nan), .init(2, .infinity), .init(.nan, 3), .init(4, 5)]
        let reduced = LineLayer(series: 0, points: points).reduced(to: 10, over: 0...4).points
        #expect(reduced == [.init(0, 1), .init(1, nil), .init(2, nil), .init(4, 5)])
    }

    @Test("is a band with its extremes if it is a band")
    func bands() {
        let points = (0..<1000).map { AreaLayer.Point(Double($0), low: -Double($0 % 10), high: $0 == 555 ? 99 : 1) }
        let reduced = AreaLayer(series: 0, points: points).reduced(to: 10, over: 0...1000).points
        #expect(reduced.count == 20)
        #expect(reduced.allSatisfy { $0.low == -9 })
        #expect(reduced.filter { $0.high == 99 }.map(\.x) == [500, 599])
    }

    @Test("has one bar for each column, which is partial if one of its bars is")
    func bars() {
        var bars = (0..<1000).map { BarLayer.Bar(from: Double($0), to: Double($0 + 1), high: Double($0 % 8)) }
        bars[5].high = nil
        bars[250].high = -3
        bars[999].completeness = .running
        let reduced = BarLayer(series: 0, bars: bars).reduced(to: 10, over: 0...1000).bars
        #expect(reduced.map(\.start) == stride(from: 0, to: 1000, by: 100).map(Double.init))
        #expect(reduced.map(\.end) == stride(from: 100, through: 1000, by: 100).map(Double.init))
        #expect(reduced.allSatisfy { $0.high == 7 })
        #expect(reduced.map(\.low) == [0, 0, -3, 0, 0, 0, 0, 0, 0, 0])
        #expect(reduced.dropLast().allSatisfy { $0.completeness == .whole } && reduced.last?.completeness == .running)
    }

    @Test("keeps a separate column for each of grouped bars")
    func groupedBars() {
        let bars = (0..<100).map { BarLayer.Bar(from: Double($0), to: Double($0 + 1), high: 1) }
        #expect(BarLayer(series: 0, bars: bars, slot: 1, slotCount: 2).reduced(to: 100, over: 0...100).bars.count == 50)
        #expect(BarLayer(series: 0, bars: bars, slot: 1, slotCount: 2).reduced(to: 200, over: 0...100).bars.count == 100)
    }

    @Test("is used by layouts")
    func layout() {
        let chart = LayeredChart(
            title: "", x: .time(TimeAxis(zone: .utc)), y: .value(ValueAxis()),
            layers: [.line(LineLayer(series: 0, points: walk(20_000, gaps: 0, seed: 3)))])
        let layout = ChartLayout(chart, width: 100, height: 100, metrics: PixelMetrics())
        guard case .line(let line) = layout.layers.first else { return #expect(Bool(false), "no line") }
        #expect(line.points.count > 100 && line.points.count <= 400)
    }
}
