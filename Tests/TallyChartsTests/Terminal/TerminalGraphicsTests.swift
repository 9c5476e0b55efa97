import Foundation
import TallyCharts
import Testing

@Suite("Pictures in a terminal")
struct TerminalGraphicsTests {
    /// Four bars of 10 cells each with values from 0 to 4, the second one missing and the last one partial.
    private static let chart = LayeredChart(
        title: "", x: .time(TimeAxis(zone: .utc, domain: 0...4)), y: .value(ValueAxis(domain: 0...4)),
        layers: [
            .bar(
                BarLayer(
                    series: 0,
                    bars: [
                        .init(from: 0, to: 1, high: 4), .init(from: 1, to: 2, high: nil), .init(from: 2, to: 3, high: 2),
                        .init(from: 3, to: 4, high: 4, completeness: .partial),
                    ]))
        ])

    private static func picture(_ encoding: TerminalGraphics.Encoding) -> TerminalPicture? {
        let options = TerminalOptions(
            columns: 42, rows: 12, fillsRows: true, color: .trueColor, graphics: TerminalGraphics(encoding, cellWidth: 8, cellHeight: 16))
        return TerminalPicture(TerminalChart.text(of: chart, options: options))
    }

    @Test("A picture has bars at values, nothing at missing values, and stripes at partial values")
    func picturesShowBars() throws {
        for encoding in [TerminalGraphics.Encoding.kitty, .sixel] {
            let picture = try #require(Self.picture(encoding))
            #expect(picture.width == 40 * 8 && picture.height == 10 * 16)
            let colors = [0, 1, 2, 3].map { quarter in
                // The middle third of a bar, without its edges, in the upper and the lower half.
                [5..<75, 85..<150].map { rows in
                    Set(rows.flatMap { y in (quarter * 80 + 27..<quarter * 80 + 53).map { picture[$0, y] } })
                }
            }
            let bar = try #require(colors[0][0].first)
            #expect(bar.opacity == 255)
            #expect(colors[0] == [[bar], [bar]])
            #expect(colors[1] == [[.clear], [.clear]])
            #expect(colors[2] == [[.clear], [bar]])
            #expect(colors[3][0].contains(.clear) && colors[3][0].contains(bar))
        }
    }

    @Test("Pictures of the sample charts have the recorded bytes")
    func recordedPictures() throws {
        var text = ""
        for (name, chart) in ChartGallery.charts + TerminalSamples.charts {
            for (encoding, format) in [(TerminalGraphics.Encoding.kitty, "kitty"), (.sixel, "sixel")] {
                let options = TerminalOptions(columns: 80, color: .trueColor, graphics: TerminalGraphics(encoding))
                // A hash, because pictures are long.
                var hash: UInt64 = 0xcbf2_9ce4_8422_2325
                for byte in TerminalChart.text(of: chart, options: options).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
                text += "\(name) \(format) \(String(hash, radix: 16))\n"
            }
        }
        try GoldenFile("Terminal/pictures.hashes").expect(text)
    }

    @Test("Kitty and sixel graphics show the same bars")
    func encodingsAgree() throws {
        let (kitty, sixel) = (try #require(Self.picture(.kitty)), try #require(Self.picture(.sixel)))
        var differing = 0
        for y in 0..<kitty.height {
            for x in 0..<kitty.width {
                let (one, other) = (kitty[x, y], sixel[x, y])
                guard one.opacity == 255 || one.opacity == 0 else { continue }
                // Sixels have color values in percent.
                let distance = max(abs(one.red - other.red), abs(one.green - other.green), abs(one.blue - other.blue))
                if one.opacity != other.opacity || distance > 3 { differing += 1 }
            }
        }
        #expect(differing == 0)
    }

    @Test("The cursor moves up to the plot and returns below the chart")
    func cursorReturns() {
        let options = TerminalOptions(columns: 42, rows: 12, fillsRows: true, graphics: TerminalGraphics(.kitty))
        let text = TerminalChart.text(of: Self.chart, options: options)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 13)
        #expect(lines.last?.hasPrefix("\u{1B}7\u{1B}[12A\u{1B}[3G\u{1B}_G") == true)
        #expect(lines.last?.hasSuffix("\u{1B}8") == true)
    }

    @Test(
        "A terminal's answer determines its pictures",
        arguments: [
            ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;9t\u{1B}[?62;c", TerminalGraphics(.kitty, cellWidth: 9, cellHeight: 20)),
            ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4;22c", TerminalGraphics(.kitty)),
            ("\u{1B}[6;16;8t\u{1B}[?64;1;2;4;6c", TerminalGraphics(.sixel, cellWidth: 8, cellHeight: 16)),
            // The answer of xterm as a VT340.
            ("\u{1B}[6;17;8t\u{1B}[?63;1;2;4;6;9;15;16;22;28c", TerminalGraphics(.sixel, cellWidth: 8, cellHeight: 17)),
            ("\u{1B}[?62;4c", TerminalGraphics(.sixel)), ("\u{1B}[?1;2c", nil), ("\u{1B}_Gi=31;EINVAL:no\u{1B}\\\u{1B}[?62c", nil),
            ("\u{1B}[6;0;0t\u{1B}[?4c", TerminalGraphics(.sixel)), ("\u{1B}[?64;14;24c", nil), ("", nil), ("\u{1B}", nil), ("\u{1B}[", nil),
            ("keys typed ahead\u{1B}[?62;4c", TerminalGraphics(.sixel)),
        ])
    func answersAreRead(answer: String, expected: TerminalGraphics?) {
        #expect(TerminalGraphics(answer: Array(answer.utf8)) == expected)
    }

    @Test("An answer is complete after the device attributes")
    func answersEnd() {
        let answer = Array("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;9t\u{1B}[?62;4c".utf8)
        for count in 0..<answer.count { #expect(!TerminalGraphics.isComplete(Array(answer.prefix(count)))) }
        #expect(TerminalGraphics.isComplete(answer))
    }
}
