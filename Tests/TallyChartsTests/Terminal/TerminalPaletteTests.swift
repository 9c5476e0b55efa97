import Foundation
import TallyCharts
import Testing

@Suite("Colors of a terminal")
struct TerminalPaletteTests {
    /// Returns the text colors that `chart` selects, in order: palette colors as 5 and an index, others as 2 and three channels.
    private static func foregrounds(of chart: LayeredChart, _ depth: ColorDepth) -> [[Int]] {
        let text = TerminalChart.text(of: chart, options: TerminalOptions(columns: 100, color: depth))
        return text.components(separatedBy: "\u{1B}[").dropFirst().compactMap { piece in
            let numbers = piece.prefix { $0 != "m" }.split(separator: ";").compactMap { Int($0) }
            return numbers.firstIndex(of: 38).map { numbers[($0 + 1)...].prefix(numbers[$0 + 1] == 5 ? 2 : 4).map(\.self) }
        }
    }

    private static func marks(_ depth: ColorDepth) -> Set<[Int]> {
        let roles: [ChartSeries.Role] = (0..<6).map { .series($0) } + [.muted, .reference, .now]
        let series = roles.enumerated().map { ChartSeries("\($0)", role: $1) }
        let chart = LayeredChart(
            title: "t", series: series, x: .time(TimeAxis(zone: .utc, domain: 0...100)), y: .value(ValueAxis(unit: "count")),
            layers: roles.indices.flatMap { index -> [Layer] in
                let points: [LineLayer.Point] = [.init(Double(index) * 10, 1), .init(Double(index) * 10 + 9, 9)]
                return [.line(LineLayer(series: index, points: points)), .line(LineLayer(series: index, points: points, isFaint: true))]
            })
        return Set(foregrounds(of: chart, depth))
    }

    /// Returns the relative luminance of sRGB by WCAG 2.
    private static func luminance(_ color: [Int]) -> Double {
        let linear = color.map { Double($0) / 255 }.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Returns the color of an index above 15 by xterm's definition.
    private static func xterm(_ index: Int) -> [Int] {
        if index >= 232 { return Array(repeating: 8 + 10 * (index - 232), count: 3) }
        let levels = [0, 95, 135, 175, 215, 255]
        return [levels[(index - 16) / 36], levels[(index - 16) / 6 % 6], levels[(index - 16) % 6]]
    }

    private static func luminance(of color: [Int]) -> Double { luminance(color[0] == 5 ? xterm(color[1]) : Array(color[1...])) }

    @Test("Greater values of a heatmap are lighter", arguments: [ColorDepth.palette256, .trueColor])
    func ramp(depth: ColorDepth) {
        let chart = LayeredChart(
            title: "", x: .slots(SlotAxis(labels: (0..<48).map { "\($0)" })), y: .slots(SlotAxis(labels: [""])),
            layers: [.cell(CellLayer(cells: (0..<48).map { .init(from: Double($0), to: Double($0 + 1), row: 0, value: Double($0)) }))])
        let colors = Self.foregrounds(of: chart, depth)
        // The axis has the first and the last color.
        let cells = colors.filter { $0 != colors.last }.suffix(depth == .trueColor ? 48 : 7)
        let luminances = cells.map { Self.luminance(of: $0) }
        #expect(Set(luminances).count == cells.count)
        #expect(luminances == luminances.sorted())
    }

    @Test("Every color of a mark has a contrast of 3:1 with black and white", arguments: [ColorDepth.palette256, .trueColor])
    func contrast(depth: ColorDepth) {
        let found = Self.marks(depth)
        #expect(found.count >= 7)
        for color in found {
            let luminance = Self.luminance(of: color)
            #expect((luminance + 0.05) / 0.05 >= 3, "\(color) on black")
            #expect(1.05 / (luminance + 0.05) >= 3, "\(color) on white")
        }
    }

    @Test("Sixteen colors are selected without the palettes of terminals with more colors")
    func sixteen() {
        #expect(Self.marks(.sixteen).isEmpty)
    }
}
