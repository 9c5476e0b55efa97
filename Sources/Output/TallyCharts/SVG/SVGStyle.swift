/// The style rules and patterns of one drawing: classes for the inks, pens and fonts that repeat.
///
/// The rules use neither variables nor `:root`, because librsvg and others only support simple rules. Rules set `color`, and marks use
/// it as `currentColor`, so that one rule applies to fills, strokes and patterns. Dark colors are for screens, not for print.
struct SVGStyle {
    private let id: String
    /// The inks with a separate rule and their classes, in the order of the rules.
    private var inks: [(ink: Ink, name: String)] = []

    init(id: String, inks: [Ink]) {
        self.id = id
        for ink in inks { _ = className(of: ink) }
    }

    // MARK: - Classes

    /// Returns the name of the class for a color. Empty for the color of text.
    mutating func className(of ink: Ink) -> String {
        if let name = Self.className(of: ink) {
            // These four are in every drawing.
            let isFixed = ["", "g", "e", "k"].contains(name)
            if !isFixed, !inks.contains(where: { $0.name == name }) { inks.append((ink, name)) }
            return name
        }
        if let known = inks.first(where: { $0.ink == ink }) { return known.name }
        let name = "a\(inks.count { Self.className(of: $0.ink) == nil })"
        inks.append((ink, name))
        return name
    }

    /// Returns the name of a color with a purpose. Nil for other colors, which are numbered.
    private static func className(of ink: Ink) -> String? {
        switch ink {
        case .text: ""
        case .ground: "g"
        case .soft: "e"
        case .grid: "k"
        case .tint: "y"
        case .role(let role), .faint(let role): className(of: role)
        case .ramp(let place): "h\(Palette.rampStep(of: place, in: 0...1))"
        case .color: nil
        }
    }

    private static func className(of role: ChartSeries.Role) -> String {
        switch role {
        case .series(let index): "s\(Palette.place(of: index, in: Palette.light.series.count))"
        case .muted: "m"
        case .reference: "r"
        case .now: "n"
        }
    }

    /// Returns the classes of a font, or the attributes of one that has no class.
    static func look(of font: Drawing.Font) -> (classes: String, attributes: String) {
        let slant = font.isItalic ? #" font-style="italic""# : ""
        switch (font.size, font.weight) {
        case (15, 700): return ("t1", slant)
        case (12, 400): return ("t2", slant)
        case (12, 700): return ("t2 b", slant)
        case (11, 400): return ("t3", slant)
        case (11, 700): return ("t3 b", slant)
        default:
            let weight = font.weight == 400 ? "" : #" font-weight="\#(min(1000, max(1, font.weight)))""#
            return ("", #" font-size="\#(Pixels.text(max(0, font.size), places: 2))"\#(weight)\#(slant)"#)
        }
    }

    /// Returns the classes and attributes of a line in a color, for the pens of charts, or the attributes of any other.
    ///
    /// - Parameter isPenFirst: true if all classes of the pen are before that of the color.
    static func look(of stroke: Stroke, ink: String, isPenFirst: Bool = false) -> (classes: String, attributes: String) {
        func joined(_ names: String...) -> String { names.filter { !$0.isEmpty }.joined(separator: " ") }
        if stroke.dash.isEmpty, stroke.cap == .round, stroke.join == .miter, let dot = dots[stroke.width] { return (joined(dot, ink), "") }
        // A sample of a rule, whose line has no corners.
        if stroke == Stroke(stroke.paint, width: 1.5, dash: [5, 4]) { return (joined("l", "u", ink, "d"), "") }
        if stroke == Stroke(stroke.paint, width: 1.5, cap: .round) { return (joined("l", "u", ink), "") }
        guard stroke.join == .round, stroke.dashPhase == 0, let width = lines[stroke.width] else {
            return (ink, #" fill="none" stroke="currentColor""# + attributes(of: stroke))
        }
        if stroke.dash == [5, 4], stroke.cap == .butt {
            return (isPenFirst || width == "u" ? joined("l", width, "d", ink) : joined("l", width, ink, "d"), "")
        }
        let cap = stroke.cap == (width == "w" ? .butt : .round) ? "" : #" style="stroke-linecap:\#(stroke.cap)""#
        return (joined("l", width, ink), dashes(of: stroke) + cap)
    }

    /// The classes of dots and lines by their width.
    private static let dots: [Double: String] = [8: "p", 5: "p i", 12: "p o"]
    private static let lines: [Double: String] = [2: "", 1: "w", 1.5: "u"]

    /// Returns the attributes of a pen that differ from those of a path without attributes.
    static func attributes(of stroke: Stroke) -> String {
        var text = ""
        if stroke.width != 1 { text += #" stroke-width="\#(Pixels.text(max(0, stroke.width), places: 2))""# }
        if stroke.cap != .butt { text += #" stroke-linecap="\#(stroke.cap)""# }
        if stroke.join != .miter { text += #" stroke-linejoin="\#(stroke.join)""# }
        text += dashes(of: stroke)
        if stroke.dashPhase != 0 { text += #" stroke-dashoffset="\#(Pixels.text(stroke.dashPhase, places: 2))""# }
        return text
    }

    private static func dashes(of stroke: Stroke) -> String {
        guard !stroke.dash.isEmpty, stroke.dash.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return "" }
        return #" stroke-dasharray="\#(stroke.dash.map { Pixels.text($0, places: 2) }.joined(separator: " "))""#
    }

    // MARK: - Rules

    func text(_ scheme: Drawing.Scheme) -> String {
        let scope = "#\(id)"
        let rules = """
            \(scope){font-family:\(Drawing.Font.families)}
            \(scope) text{fill:currentColor}
            \(scope) .t1{font-size:15px;font-weight:700}\(scope) .t2{font-size:12px}\(scope) .t3{font-size:11px}\(scope) .b{font-weight:700}
            \(scope) .f{fill:currentColor}
            \(scope) .l{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
            \(scope) .w{stroke-width:1;stroke-linecap:butt}
            \(scope) .d{stroke-dasharray:5 4;stroke-linecap:butt}
            \(scope) .p{fill:none;stroke:currentColor;stroke-width:8;stroke-linecap:round}
            \(scope) .o{stroke-width:12}\(scope) .i{stroke-width:5}\(scope) .u{stroke-width:1.5}
            \(scope) .q{paint-order:stroke;stroke-width:4px;stroke-linejoin:round}
            \(scope) .c{fill:transparent}\(scope) .c:hover{fill:currentColor;fill-opacity:.08}
            \(scope) .v{visibility:hidden;pointer-events:none}\(scope) :hover>.v{visibility:visible}

            """
        switch scheme {
        case .light: return rules + colors(of: .light) + "\n"
        case .dark: return rules + colors(of: .dark) + "\n"
        case .automatic:
            return rules + "\(colors(of: .light))\n@media screen and (prefers-color-scheme:dark){\n\(colors(of: .dark))\n}\n"
        }
    }

    private func colors(of palette: Palette) -> String {
        let fixed: [(String, Ink)] = [("", .text), (".g", .ground), (".e", .soft), (".k", .grid)]
        let colors = (fixed + inks.map { (".\($0.name)", $0.ink) }).map { name, ink in
            "#\(id)\(name.isEmpty ? "" : " ")\(name){color:\(palette.color(of: ink).hex)}"
        }
        return colors.joined() + "#\(id) .q{stroke:\(palette.ground.hex)}#\(id) .x{fill:\(palette.ground.hex);stroke:\(palette.soft.hex)}"
    }

    /// Returns a pattern of stripes in a color over a tint of it.
    func hatch(of name: String, suffix: String, tint: Double) -> String {
        let ground = tint > 0 ? #"<rect class="f" width="6" height="6" fill-opacity="\#(Pixels.text(tint, places: 2))"/>"# : ""
        let classes = name.isEmpty ? "" : #" class="\#(name)""#
        return #"<pattern id="\#(id)-\#(name)\#(suffix)"\#(classes) width="6" height="6" patternUnits="userSpaceOnUse""#
            + #" patternTransform="rotate(-45)">\#(ground)<path d="M0 3h6" stroke="currentColor" stroke-width="2"/></pattern>\#n"#
    }
}
