import TallyCharts
import Testing

@Suite("Bars of several series")
struct CompositionTests {
    private func bars(_ values: [Double?]) -> [BarLayer.Bar] {
        values.enumerated().map { .init(from: Double($0), to: Double($0 + 1), high: $1) }
    }

    @Test("are stacked with positive and negative ones separately")
    func stacked() {
        let layers = BarLayer.stacked([
            BarLayer(series: 0, bars: bars([3, -1, nil, 5])), BarLayer(series: 1, bars: bars([2, 4, 1, nil])),
            BarLayer(series: 2, bars: bars([-6, -2, 1, .nan])),
        ])
        #expect(layers[0].bars.map(\.low) == [0, 0, nil, 0])
        #expect(layers[0].bars.map(\.high) == [3, -1, nil, 5])
        #expect(layers[1].bars.map(\.low) == [3, 0, 0, nil])
        #expect(layers[1].bars.map(\.high) == [5, 4, 1, nil])
        #expect(layers[2].bars.prefix(3).map(\.low) == [0, -1, 1])
        #expect(layers[2].bars.prefix(3).map(\.high) == [-6, -3, 2])
    }

    @Test("are stacked by their starts and not by their index")
    func stackedByStart() {
        let layers = BarLayer.stacked([
            BarLayer(series: 0, bars: [.init(from: 0, to: 1, high: 1), .init(from: 2, to: 3, high: 2)]),
            BarLayer(series: 1, bars: [.init(from: 2, to: 3, high: 5)]),
        ])
        #expect(layers[1].bars == [.init(from: 2, to: 3, low: 2, high: 7)])
    }

    @Test("share each span if they are grouped")
    func grouped() {
        let layers = BarLayer.grouped([BarLayer(series: 0, bars: bars([1])), BarLayer(series: 3, bars: bars([2]))])
        #expect(layers.map(\.slot) == [0, 1] && layers.map(\.slotCount) == [2, 2] && layers.map(\.series) == [0, 3])
    }
}
