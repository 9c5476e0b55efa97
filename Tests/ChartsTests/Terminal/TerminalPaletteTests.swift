import Charts
import Foundation
import Testing

@Suite("Colours of a terminal")
struct TerminalPaletteTests {
    /// The colours of marks and text that charts of this depth select.
    private static func foregrounds(_ depth: ColorDepth) -> Set<[Int]> {
        let roles: [Series.Role] = (0..<6).map { .series($0) } + [.muted, .reference, .now]
        let series = roles.enumerated().map { Series("\($0)", role: $1) }
        let chart = Chart(
            title: "t", series: series, x: .time(TimeAxis(zone: .utc, domain: 0...100)), y: .value(ValueAxis(unit: "count")),
            marks: roles.indices.flatMap { index -> [Mark] in
                let points: [LineMark.Point] = [.init(Double(index) * 10, 1), .init(Double(index) * 10 + 9, 9)]
                return [.line(LineMark(series: index, points: points)), .line(LineMark(series: index, points: points, isFaint: true))]
            })
        let text = TerminalChart.text(of: chart, options: TerminalOptions(columns: 100, color: depth))
        let sequences = text.components(separatedBy: "\u{1B}[").dropFirst().map { $0.prefix { $0 != "m" } }
        return Set(
            sequences.compactMap { sequence in
                let numbers = sequence.split(separator: ";").compactMap { Int($0) }
                guard let start = numbers.firstIndex(of: 38) else { return nil }
                return numbers[(start + 1)...].map { $0 }
            })
    }

    /// The relative luminance of sRGB as WCAG 2 defines it.
    private static func luminance(_ color: [Int]) -> Double {
        let linear = color.map { Double($0) / 255 }.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// The colour of an index above 15, as xterm defines it.
    private static func xterm(_ index: Int) -> [Int] {
        if index >= 232 { return Array(repeating: 8 + 10 * (index - 232), count: 3) }
        let levels = [0, 95, 135, 175, 215, 255]
        return [levels[(index - 16) / 36], levels[(index - 16) / 6 % 6], levels[(index - 16) % 6]]
    }

    @Test("Every colour of a mark stands out from black and from white by 3 : 1", arguments: [ColorDepth.palette256, .trueColor])
    func contrast(depth: ColorDepth) {
        let found = Self.foregrounds(depth)
        #expect(found.count >= 7)
        for color in found {
            let luminance = Self.luminance(color[0] == 5 ? Self.xterm(color[1]) : Array(color[1...]))
            #expect((luminance + 0.05) / 0.05 >= 3, "\(color) on black")
            #expect(1.05 / (luminance + 0.05) >= 3, "\(color) on white")
        }
    }

    @Test("Sixteen colours are selected without the palettes of terminals that have more")
    func sixteen() {
        #expect(Self.foregrounds(.sixteen).isEmpty)
    }
}
