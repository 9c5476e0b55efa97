@_spi(Guests) import TallyCharts
import Testing

@Suite("Text and numbers in markup")
struct MarkupTests {
    @Test("Text in the data remains text")
    func escapes() {
        #expect(MarkupText.escaped("a < b & c > \"d\" 'e'") == "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;")
        #expect(MarkupText.escaped("Zoë’s Watch 健康") == "Zoë’s Watch 健康")
        #expect(MarkupText.escaped("&amp;") == "&amp;amp;")
    }

    @Test("Every character becomes text that XML 1.0 allows, without control characters and tags")
    func everyCharacter() {
        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for result in MarkupText.escaped(String(scalar)).unicodeScalars {
                let isAllowed = (0x20...0xD7FF).contains(result.value) || (0xE000...0xFFFD).contains(result.value) || result.value > 0xFFFF
                let isDirectional = (0x202A...0x202E).contains(result.value) || (0x2066...0x2069).contains(result.value)
                let isControl = (0x7F...0x9F).contains(result.value)
                if !isAllowed || isDirectional || isControl || ["<", ">", "\"", "'"].contains(result) {
                    Issue.record("U+\(String(value, radix: 16)) leaves U+\(String(result.value, radix: 16))")
                }
            }
        }
    }

    @Test(
        "Positions are tenths of a pixel, short, without exponents and without -0",
        arguments: [
            (0, "0"), (-0.0, "0"), (-0.04, "0"), (12, "12"), (12.34, "12.3"), (12.35, "12.4"), (0.5, ".5"), (-0.5, "-.5"), (-3.25, "-3.3"),
            (1e300, "1000000"), (-Double.infinity, "-1000000"), (Double.nan, "0"), (1e-9, "0"),
        ])
    func positions(value: Double, text: String) {
        #expect(Pixels.text(value) == text)
    }

    @Test("A path has short steps whose rounding errors do not add up")
    func pathSteps() {
        var path = PathData()
        path.move(to: 10, 20)
        path.line(to: 15, 20)
        path.line(to: 15, 12.5)
        path.line(to: 14.5, 13)
        path.line(to: 14.52, 13.01)
        #expect(path.text == "M10 20h5v-7.5l-.5 .5")

        var long = PathData()
        long.move(to: 0, 0)
        for step in 1...1000 { long.line(to: Double(step) / 3, 0) }
        let steps = long.text.dropFirst(4).split(separator: "h").compactMap { Double($0) }
        let length = steps.reduce(0, +)
        #expect(abs(length - 1000.0 / 3) < 0.06)
    }

    @Test("A closed path continues at its start, as in SVG")
    func closedPath() {
        var outline = Outline.rectangle(Frame(x: 1, y: 2, width: 3, height: 4))
        outline.line(to: 5, 2)
        #expect(PathData(outline).text == "M1 2h3v4h-3zh4")
    }
}

@Suite("Widths of text in drawings")
struct SVGTextMetricsTests {
    /// Widths of Helvetica in thousandths of its size, from its font metrics file, starting with the space.
    private static let helvetica = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556,
        278,
        278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611,
        722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556,
        556,
        556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
    ]

    @Test("No character is narrower than in Helvetica", arguments: [PlacedLabel.Role.tick, .title, .now, .note])
    func coversHelvetica(role: PlacedLabel.Role) {
        let metrics = SVGTextMetrics()
        for (index, advance) in Self.helvetica.enumerated() {
            guard let scalar = Unicode.Scalar(0x20 + index) else { continue }
            let width = metrics.width(of: String(Character(scalar)), role: role)
            #expect(width >= Double(advance) / 1000 * SVGTextMetrics.font(of: role).size, "\(scalar)")
        }
    }

    @Test("East Asian characters are as wide as high, and combining marks have no width")
    func otherScripts() {
        let metrics = SVGTextMetrics()
        #expect(metrics.width(of: "健康", role: .tick) == 2 * SVGTextMetrics.font(of: .tick).size)
        #expect(metrics.width(of: "a\u{301}\u{302}", role: .tick) == metrics.width(of: "a", role: .tick))
        #expect(metrics.width(of: "", role: .title) == 0)
    }
}
