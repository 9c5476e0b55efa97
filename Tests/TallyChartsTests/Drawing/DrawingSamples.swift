@_spi(Guests) import TallyCharts

/// Drawings that are independent of charts.
enum DrawingSamples {
    /// Every kind of item, paint, stroke and text.
    static let everything: Drawing = {
        var drawing = Drawing(width: 420, height: 300, title: "Everything", description: "Shapes, lines and texts of every kind.")
        drawing.items = [.shape(.rectangle(drawing.frame), fill: .solid(.ground))]
        drawing.items += areas + lines + groups + texts
        return drawing
    }()

    private static let areas: [Drawing.Item] = [
        .shape(
            .roundedRectangle(Frame(x: 10, y: 30, width: 120, height: 90), radius: 14), fill: .solid(.tint), stroke: Stroke(.solid(.grid))),
        .shape(.ellipse(Frame(x: 20, y: 45, width: 60, height: 60)), fill: .solid(.series(0)), stroke: Stroke(.solid(.text), width: 3)),
        .shape(
            Outline { outline in
                outline.arc(x: 100, y: 75, radius: 28, from: -90, to: 150)
                outline.line(to: 100, 75)
                outline.close()
            }, fill: .solid(.color(light: 0xb0224d, dark: 0xff7a9c))),
        .shape(
            .rectangle(Frame(x: 150, y: 30, width: 60, height: 90)), fill: .hatch(.series(1)),
            stroke: Stroke(.solid(.series(1)), join: .round)),
        .shape(
            Outline { outline in
                outline.move(to: 220, 120)
                outline.cubic(.init(250, 20), .init(280, 130), to: .init(310, 50))
                outline.quad(.init(330, 10), to: .init(350, 60))
                outline.line(to: 350, 120)
                outline.close()
            },
            fill: .gradient(
                .init(
                    [.init(0, .series(2), alpha: 0.9), .init(1, .series(2), alpha: 0.1)], from: .init(220, 30), to: .init(220, 120)))),
        .shape(.rectangle(Frame(x: 365, y: 30, width: 20, height: 90)), fill: .solid(.series(3), alpha: 0.3)),
        .shape(.rectangle(Frame(x: 390, y: 30, width: 20, height: 90)), fill: .solid(.ramp(0.9))),
    ]

    private static let lines: [Drawing.Item] = [
        .shape(
            .polyline([.init(10, 200), .init(60, 140), .init(110, 190), .init(160, 150)]),
            stroke: Stroke(.solid(.series(0)), width: 2.5, cap: .round, join: .round)),
        .shape(
            .polyline([.init(10, 215), .init(160, 165)]), stroke: Stroke(.solid(.faint(.series(0))), width: 2, dash: [5, 4], join: .round)),
        .shape(.polyline([.init(180, 140), .init(180, 215)]), stroke: Stroke(.solid(.role(.now)), width: 1.5, cap: .round, join: .round)),
        .shape(.polyline([.init(10, 220), .init(410, 220)]), stroke: Stroke(.solid(.soft), width: 1, join: .round)),
        .shape(.polyline([.init(200, 200), .init(300, 200)]), stroke: Stroke(.solid(.series(4)), width: 14, cap: .round)),
        .shape(.polyline([.init(200, 180), .init(300, 180)]), stroke: Stroke(.solid(.muted), width: 4, dash: [12, 3, 2], dashPhase: 4)),
        .shape(
            Outline { dots in for step in 0..<6 { dots.dot(at: 205 + Double(step) * 18, 150 + Double(step % 3) * 8) } },
            stroke: Stroke(.solid(.series(5)), width: 8, cap: .round)),
    ]

    private static let groups: [Drawing.Item] = [
        .group(
            .init(
                [
                    .shape(.rectangle(Frame(x: 320, y: 140, width: 80, height: 70)), fill: .solid(.series(6))),
                    .shape(.polyline([.init(320, 140), .init(400, 210)]), stroke: Stroke(.solid(.ground), width: 6)),
                ], clip: .ellipse(Frame(x: 320, y: 140, width: 80, height: 70)))),
        .group(
            .init(
                [.shape(.rectangle(Frame(x: -12, y: -12, width: 24, height: 24)), fill: .solid(.text))], opacity: 0.4,
                transform: Transform.rotation(degrees: 30).followed(by: .offset(x: 360, y: 175)))),
        .tip(.init(frame: Frame(x: 10, y: 140, width: 75, height: 75), lines: ["Mon 2", "72 <kg>"])),
        .tip(.init(frame: Frame(x: 85, y: 140, width: 75, height: 75), lines: ["Tue 3", "71.5 kg"], isAbove: true)),
    ]

    private static let texts: [Drawing.Item] = [
        .text(.init("Everything at once", x: 10, y: 14, font: .init(size: 15, weight: 700))),
        .text(.init("0", x: 10, y: 232, paint: .solid(.soft))),
        .text(.init("middle", x: 210, y: 232, anchor: .center, paint: .solid(.soft))),
        .text(.init("100 %", x: 410, y: 232, anchor: .trailing, paint: .solid(.soft))),
        .text(.init("upright", x: 194, y: 178, anchor: .center, rotation: -90)),
        .text(.init("rim", x: 60, y: 75, anchor: .center, font: .init(weight: 700), hasRim: true)),
        .text(.init("large & light", x: 10, y: 268, font: .init(size: 24, weight: 300), paint: .solid(.series(0)))),
        .text(
            .init(
                "gradient", x: 180, y: 268, font: .init(size: 24, weight: 600, isItalic: true),
                paint: .gradient(.init([.init(0, .series(1)), .init(1, .series(2))], from: .init(180, 0), to: .init(290, 0))))),
        .text(.init("faded", x: 320, y: 268, font: .init(size: 17), paint: .solid(.text, alpha: 0.5))),
    ]

    /// Numbers that cannot be drawn, and characters that may not be written as they are.
    static let hostile: Drawing = {
        var drawing = Drawing(width: 210, height: 90, title: "<&\"'>\u{1B}[31m", description: "\u{202E}desc\u{0} </desc>")
        drawing.items = [
            .shape(
                .polyline([.init(0, 0), .init(.nan, 5), .init(20, 5), .init(40, .infinity), .init(60, 10), .init(80, 10)]),
                stroke: Stroke(.solid(.text))),
            .shape(.rectangle(Frame(x: .nan, y: 0, width: 10, height: 10)), fill: .solid(.text)),
            .shape(.rectangle(Frame(x: 0, y: 40, width: 1e299, height: 10)), fill: .solid(.series(0), alpha: .nan)),
            .shape(.ellipse(Frame(x: 0, y: 0, width: .infinity, height: 1)), fill: .solid(.ramp(.nan))),
            .shape(
                .polyline([.init(0, 0), .init(9, 9)]),
                stroke: Stroke(.solid(.series(-1)), width: .nan, dash: [.nan, -1], dashPhase: .infinity)),
            .shape(
                .rectangle(Frame(x: 0, y: 60, width: 20, height: 20)),
                fill: .gradient(.init([], from: .init(.nan, 0), to: .init(0, .infinity)))),
            .group(.init([.text(.init("moved", x: 0, y: 0))], opacity: .nan, transform: .offset(x: .nan, y: 0))),
            .text(.init("nowhere", x: .nan, y: 10)),
            .text(.init("</text><script>\u{1B}]0;x\u{7}", x: 5, y: 20, font: .init(size: -3, weight: -9), rotation: .infinity)),
            .tip(.init(frame: Frame(x: .nan, y: 0, width: 5, height: 5), lines: ["\u{1B}", "</title>"])),
            .tip(.init(frame: Frame(x: 0, y: 0, width: 5, height: 5), lines: [])),
        ]
        return drawing
    }()
}
