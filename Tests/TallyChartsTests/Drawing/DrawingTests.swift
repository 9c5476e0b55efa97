import Foundation
@_spi(Guests) import TallyCharts
import Testing

@Suite("Drawings")
struct DrawingTests {
    private static func square(_ x: Double, _ y: Double, _ side: Double = 20) -> Outline {
        .rectangle(Frame(x: x, y: y, width: side, height: side))
    }

    /// Returns the picture of a drawing of 70 by 30 points, which has 10 by 2 cells of 7 by 15 pixels.
    private static func picture(_ items: Drawing.Item..., encoding: TerminalGraphics.Encoding = .kitty) throws -> TerminalPicture {
        let graphics = TerminalGraphics(encoding, cellWidth: 7, cellHeight: 15)
        let options = TerminalOptions(columns: 10, color: .trueColor, graphics: graphics)
        return try #require(TerminalPicture(Drawing(width: 70, height: 30, items: items).terminal(options)))
    }

    private static func color(_ red: Int, _ green: Int, _ blue: Int, opacity: Int = 255) -> TerminalPicture.Pixel {
        TerminalPicture.Pixel(red: red, green: green, blue: blue, opacity: opacity)
    }

    private static let red = Paint.solid(.color(0xff0000))
    private static let blue = Paint.solid(.color(0x0000ff))

    // MARK: - Recordings

    @Test("Every kind of item as SVG and as a page matches its recording")
    func recordedDrawings() throws {
        try GoldenFile("SVG/everything.svg").expect(DrawingSamples.everything.svg())
        try GoldenFile("HTML/everything.html").expect(DrawingSamples.everything.html(title: "Everything & more"))
    }

    @Test("Every kind of item in cells matches its recording, with colors, without, and in ASCII")
    func recordedCells() throws {
        let drawing = DrawingSamples.everything
        try GoldenFile("Terminal/everything.ansi").expect(drawing.terminal(TerminalOptions(columns: 80, color: .trueColor)))
        try GoldenFile("Terminal/everything.txt").expect(drawing.terminal(TerminalOptions(columns: 80)))
        try GoldenFile("Terminal/everything-ascii.txt").expect(drawing.terminal(TerminalOptions(columns: 80, isASCII: true)))
    }

    // MARK: - Robustness

    @Test("Data is escaped, and control characters are visible, in every form")
    func escapes() throws {
        for text in [DrawingSamples.hostile.svg(id: "a b<"), DrawingSamples.hostile.html(title: "<b>")] {
            #expect(!text.contains("<script") && !text.contains("<b>") && !text.contains("</desc> "))
            #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x202E })
        }
        let cells = DrawingSamples.hostile.terminal(TerminalOptions(columns: 30))
        #expect(!cells.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        _ = try Markup(xml: DrawingSamples.hostile.svg())
    }

    @Test("Parts with numbers that are not finite are left out")
    func notFinite() {
        let svg = DrawingSamples.hostile.svg()
        let lower = svg.lowercased()
        #expect(!lower.contains("\"nan") && !lower.contains(" nan") && !lower.contains("inf\"") && !lower.contains("infinity"))
        #expect(!svg.contains("nowhere"))
        let line = Outline.polyline([.init(0, 0), .init(9, 0), .init(.nan, 5), .init(20, 5), .init(30, 5)])
        let drawn = Drawing(
            width: 40, height: 10, items: [.shape(line, stroke: Stroke(.solid(.text), width: 2, cap: .round, join: .round))])
        #expect(drawn.svg().contains(#"d="M0 0h9M20 5h10""#))
        for graphics in [nil, TerminalGraphics(.kitty), TerminalGraphics(.sixel)] {
            let options = TerminalOptions(columns: 30, color: .palette256, graphics: graphics)
            #expect(!DrawingSamples.hostile.terminal(options).isEmpty)
        }
    }

    @Test("Sizes are limited: to a million points, and to the cells of the terminal")
    func hugeSizes() {
        let huge = Drawing(width: 1e300 / 2, height: 1e12, items: [.shape(Self.square(0, 0, 1e200), fill: Self.red)])
        #expect(huge.svg().contains(#"width="1000000" height="1000000""#))
        let lines = huge.terminal(TerminalOptions(columns: 12, rows: 5, color: .sixteen)).split(separator: "\n")
        #expect(lines.count <= 5)
        for size in [0, -5, .nan, .infinity] {
            #expect(Drawing(width: size, height: 10).terminal().isEmpty)
            #expect(!Drawing(width: 10, height: size).svg().lowercased().contains("nan"))
        }
    }

    // MARK: - SVG

    @Test("A drawing for light or dark backgrounds has one palette, and an automatic one has both")
    func schemes() {
        let drawing = Drawing(
            width: 9, height: 9, items: [.shape(Self.square(0, 0), fill: .solid(.color(light: 0x123456, dark: 0x654321)))])
        #expect(drawing.svg().contains("#123456") && drawing.svg().contains("#654321") && drawing.svg().contains("prefers-color-scheme"))
        let (light, dark) = (drawing.html(title: "", scheme: .light), drawing.html(title: "", scheme: .dark))
        #expect(light.contains("#123456") && !light.contains("#654321") && !light.contains("prefers-color-scheme"))
        #expect(!dark.contains("#123456") && dark.contains("#654321") && dark.contains(#"content="dark""#))
    }

    @Test("Equal clips, gradients and inks are written once")
    func sharedDefinitions() {
        let clip = Self.square(0, 0)
        let gradient = Paint.gradient(.init([.init(0, .series(0))], from: .init(0, 0), to: .init(9, 0)))
        let shape = Drawing.Item.shape(Self.square(1, 1), fill: gradient, stroke: Stroke(Self.red))
        let svg = Drawing(
            width: 9, height: 9, items: [clip, clip, Self.square(2, 2)].map { .group(.init([shape], clip: $0)) }
        ).svg()
        #expect(svg.components(separatedBy: "<clipPath ").count == 3)
        #expect(svg.components(separatedBy: "<linearGradient ").count == 2)
        #expect(svg.components(separatedBy: ".a0{").count == 3 && !svg.contains(".a1{"))
    }

    @Test("Tips are the viewer's own in a file, and boxes in a page")
    func tips() {
        let drawing = Drawing(
            width: 99, height: 99, items: [.tip(.init(frame: Frame(x: 0, y: 0, width: 9, height: 9), lines: ["a", "b"]))])
        #expect(drawing.svg().contains("<title>a\nb</title></path>"))
        #expect(drawing.html(title: "").contains(#"<g class="v">"#) && !drawing.html(title: "").contains("<title>a"))
        #expect(!drawing.terminal().contains("a"))
    }

    @Test("Curves have relative steps that end at rounded positions")
    func curves() {
        var outline = Outline()
        outline.move(to: 10, 10)
        outline.quad(.init(15.04, 5), to: .init(20, 10))
        outline.cubic(.init(20, 20), .init(30, 20), to: .init(30, 10.55))
        outline.line(to: 40, 10.6)
        #expect(PathData(outline).text == "M10 10q5-5 10 0c0 10 10 10 10 .6h10")
    }

    // MARK: - Pictures

    @Test("Later items are in front")
    func order() throws {
        let picture = try Self.picture(.shape(Self.square(0, 0), fill: Self.red), .shape(Self.square(10, 0), fill: Self.blue))
        #expect(picture[5, 5] == Self.color(255, 0, 0) && picture[15, 5] == Self.color(0, 0, 255) && picture[35, 5] == .clear)
    }

    @Test("Nothing is drawn outside a clip, and a clip in a clip counts in both")
    func clips() throws {
        let inner = Drawing.Item.group(.init([.shape(Self.square(0, 0, 30), fill: Self.red)], clip: Self.square(0, 0, 10)))
        let picture = try Self.picture(.group(.init([inner, .shape(Self.square(40, 0), fill: Self.blue)], clip: Self.square(5, 5, 40))))
        #expect(picture[7, 7] == Self.color(255, 0, 0) && picture[3, 3] == .clear && picture[12, 7] == .clear)
        #expect(picture[42, 10] == Self.color(0, 0, 255) && picture[50, 10] == .clear)
    }

    @Test("The opacity of a group multiplies that of its paint")
    func opacity() throws {
        let half = Drawing.Item.shape(Self.square(0, 0), fill: .solid(.color(0xff0000), alpha: 0.5))
        let picture = try Self.picture(.group(.init([half], opacity: 0.5)))
        #expect(picture[5, 5].opacity == 64)
    }

    @Test("A transform moves shapes and texts, and one in another is applied first")
    func transforms() throws {
        let small = Drawing.Group([.shape(Self.square(0, 0, 10), fill: Self.red)], transform: .scale(x: 0.5, y: 0.5))
        let picture = try Self.picture(.group(.init([.group(small)], transform: .offset(x: 30, y: 10))))
        #expect(picture[32, 12] == Self.color(255, 0, 0) && picture[36, 12] == .clear && picture[2, 2] == .clear)
        let turn = Transform.rotation(degrees: 90, x: 1, y: 1).apply(.init(2, 1))
        #expect(abs(turn.x - 1) < 1e-12 && abs(turn.y - 2) < 1e-12)
        let text = Drawing.Group([.text(.init("here", x: 0, y: 7))], transform: .offset(x: 35, y: 15))
        let lines = Drawing(width: 70, height: 30, items: [.group(text)]).terminal(TerminalOptions(columns: 10))
        #expect(lines == "\n     here\n")
    }

    @Test("The nonzero rule fills overlapping parts, and a part in the other direction is a hole")
    func nonzero() throws {
        func ring(_ isReversed: Bool) -> Outline {
            let corners = [(10.0, 10.0), (20, 10), (20, 20), (10, 20.5)]
            return Outline { outline in
                outline.rectangle(Frame(x: 0, y: 0, width: 30, height: 30))
                for (index, corner) in (isReversed ? corners.reversed() : corners).enumerated() {
                    if index == 0 { outline.move(to: corner.0, corner.1) } else { outline.line(to: corner.0, corner.1) }
                }
                outline.close()
            }
        }
        #expect(try Self.picture(.shape(ring(false), fill: Self.red))[15, 15] == Self.color(255, 0, 0))
        #expect(try Self.picture(.shape(ring(true), fill: Self.red))[15, 15] == .clear)
    }

    @Test("Curved edges are smooth, and covered in proportion")
    func smoothEdges() throws {
        let picture = try Self.picture(.shape(.ellipse(Frame(x: 5, y: 5, width: 20, height: 20)), fill: Self.red))
        var area = 0.0
        for y in 0..<30 { for x in 0..<40 { area += Double(picture[x, y].opacity) / 255 } }
        #expect(abs(area - 100 * Double.pi) < 2)
    }

    @Test("Paint of the ground clears what is behind it")
    func groundClears() throws {
        let picture = try Self.picture(.shape(Self.square(0, 0), fill: Self.red), .shape(Self.square(10, 0), fill: .solid(.ground)))
        #expect(picture[5, 5] == Self.color(255, 0, 0) && picture[15, 5] == .clear)
    }

    @Test("A gradient changes from its first to its last color, and sixels show less of what is translucent")
    func gradients() throws {
        let gradient = Paint.gradient(
            .init([.init(0, .color(0xff0000)), .init(1, .color(0x0000ff), alpha: 0)], from: .init(0, 0), to: .init(70, 0)))
        let kitty = try Self.picture(.shape(.rectangle(Frame(x: 0, y: 0, width: 70, height: 30)), fill: gradient))
        #expect(kitty[1, 5].red > 240 && kitty[1, 5].opacity > 240 && kitty[68, 5].opacity < 12)
        #expect(abs(kitty[35, 5].red - 126) < 8 && abs(kitty[35, 5].opacity - 126) < 8)
        let sixel = try Self.picture(.shape(.rectangle(Frame(x: 0, y: 0, width: 70, height: 30)), fill: gradient), encoding: .sixel)
        func share(_ columns: Range<Int>) -> Int { columns.reduce(0) { sum, x in sum + (0..<30).count { sixel[x, $0].opacity > 0 } } }
        #expect(share(0..<10) == 300 && share(0..<10) > share(30..<40) && share(30..<40) > share(50..<60))
    }

    @Test("Dashes and gaps follow the line, and a hatch has stripes")
    func dashesAndStripes() throws {
        let stroke = Stroke(Self.red, width: 4, dash: [10, 10])
        let line = try Self.picture(.shape(.polyline([.init(0, 5), .init(70, 5.5)]), stroke: stroke))
        #expect(line[5, 5].opacity > 200 && line[15, 5] == .clear && line[25, 5].opacity > 200)
        let hatch = try Self.picture(.shape(Self.square(0, 0), fill: .hatch(.color(0xff0000), tint: 0)))
        #expect(Set((0..<8).map { hatch[$0, 4].opacity }) == [0, 255])
    }

    // MARK: - Cells

    @Test("A text is at its anchor, one without room is left out, and one that is too long is truncated")
    func textsInCells() {
        let texts: [Drawing.Item] = [
            .text(.init("left", x: 0, y: 7)), .text(.init("right", x: 140, y: 7, anchor: .trailing)),
            .text(.init("covered", x: 14, y: 7)), .text(.init("middle", x: 70, y: 22, anchor: .center)),
            .text(.init("a text that is longer than the drawing", x: 20, y: 37)),
        ]
        let lines = Drawing(width: 140, height: 45, items: texts).terminal(TerminalOptions(columns: 20))
        #expect(lines == "left           right\n       middle\na text that is long…\n")
    }

    @Test("A turned text has one character in each row")
    func turnedText() {
        let text = Drawing.Item.text(.init("kcal", x: 3, y: 30, anchor: .center, rotation: -90))
        #expect(Drawing(width: 70, height: 60, items: [text]).terminal() == "k\nc\na\nl\n")
    }

    @Test("Areas have eighths of a cell, and gridlines, tints and ticks are left out")
    func areasInCells() {
        let bar = Drawing.Item.shape(.rectangle(Frame(x: 0, y: 15 * 1.25, width: 14, height: 15 * 1.75)), fill: .solid(.series(0)))
        let grid = Drawing.Item.shape(.polyline([.init(0, 5), .init(70, 5)]), stroke: Stroke(.solid(.grid)))
        let tick = Drawing.Item.shape(.polyline([.init(30, 40), .init(30, 44)]), stroke: Stroke(.solid(.soft)))
        let tint = Drawing.Item.shape(.rectangle(Frame(x: 30, y: 0, width: 40, height: 45)), fill: .solid(.tint))
        #expect(Drawing(width: 70, height: 45, items: [tint, grid, tick, bar]).terminal() == "\n▆▆\n██\n")
    }

    @Test("An area narrower than a cell fills its half, and an edge in the color of an area is left out")
    func halvesInCells() {
        let frame = Frame(x: 10.5, y: 0, width: 7, height: 22.5)
        let edge = Stroke(.solid(.series(0), alpha: 0.35))
        let bar = Drawing.Item.shape(.rectangle(frame), fill: .solid(.series(0)), stroke: edge)
        #expect(Drawing(width: 70, height: 30, items: [bar]).terminal() == " ▐▌\n ▝▘\n")
    }

    @Test("Straight lines are line characters, and others are braille dots")
    func linesInCells() {
        let cross = [[(0.0, 20.0), (70.0, 20.0)], [(31, 0), (31, 45)]].map { ends in
            Drawing.Item.shape(.polyline(ends.map { Outline.Point($0.0, $0.1) }), stroke: Stroke(.solid(.soft)))
        }
        #expect(Drawing(width: 70, height: 45, items: cross).terminal() == "    │\n────┼─────\n    │\n")
        let slope = Drawing.Item.shape(.polyline([.init(0, 0), .init(70, 30)]), stroke: Stroke(.solid(.series(0)), width: 2))
        let text = Drawing(width: 70, height: 30, items: [slope]).terminal()
        #expect(text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    }

    @Test("Without colors there are no escape sequences, and in ASCII only ASCII characters")
    func plainCells() {
        let plain = DrawingSamples.everything.terminal(TerminalOptions(columns: 60))
        #expect(!plain.contains("\u{1B}"))
        #expect(DrawingSamples.everything.terminal(TerminalOptions(columns: 60, isASCII: true)).utf8.allSatisfy { $0 < 128 })
    }

    @Test("A drawing never has more columns and rows than the terminal", arguments: [1, 2, 7, 20, 61])
    func fitsTerminal(columns: Int) {
        for rows in [nil, 1, 4, 30] {
            for isASCII in [false, true] {
                let options = TerminalOptions(columns: columns, rows: rows, isASCII: isASCII)
                let lines = DrawingSamples.everything.terminal(options).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                #expect(lines.count <= rows ?? 1000)
                #expect(lines.allSatisfy { $0.count <= columns })
            }
        }
    }
}
