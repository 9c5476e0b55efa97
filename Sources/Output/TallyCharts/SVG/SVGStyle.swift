/// The style rules and patterns of one drawing.
///
/// The rules use neither variables nor `:root`, because librsvg and others only support simple rules. Rules set `color`, and marks use
/// it as `currentColor`, so that one rule applies to fills, strokes and patterns. Dark colors are for screens, not for print.
struct SVGStyle {
    let id: String
    /// The roles of the series, each once.
    let roles: [ChartSeries.Role]
    let hasRamp: Bool

    /// Returns the name of the class for a role's color.
    static func className(of role: ChartSeries.Role) -> String {
        switch role {
        case .series(let index): "s\(Palette.place(of: index, in: Palette.light.series.count))"
        case .muted: "m"
        case .reference: "r"
        case .now: "n"
        }
    }

    /// Returns the name of the class for a text role's size and weight.
    static func className(of role: PlacedLabel.Role) -> String {
        if role == .title { return "t1" }
        let size = SVGTextMetrics.fontSize(of: role) > 11 ? "t2" : "t3"
        return SVGTextMetrics.isBold(role) ? size + " b" : size
    }

    var text: String {
        let scope = "#\(id)"
        return """
            \(scope){font-family:\(SVGTextMetrics.families)}
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
            \(colors(of: .light))
            @media screen and (prefers-color-scheme:dark){
            \(colors(of: .dark))
            }

            """
    }

    private func colors(of palette: Palette) -> String {
        var rules = [("", palette.ink), (".g", palette.ground), (".e", palette.soft), (".k", palette.grid)]
        rules += roles.map { ("." + Self.className(of: $0), palette.color(of: $0)) }
        if hasRamp { rules += palette.ramp.enumerated().map { (".h\($0.offset)", $0.element) } }
        let colors = rules.map { name, color in "#\(id)\(name.isEmpty ? "" : " ")\(name){color:\(color.hex)}" }
        return colors.joined() + "#\(id) .q{stroke:\(palette.ground.hex)}#\(id) .x{fill:\(palette.ground.hex);stroke:\(palette.soft.hex)}"
    }

    /// Returns the pattern of partial bars of a role: stripes over a tint.
    func hatch(of role: ChartSeries.Role) -> String {
        let name = Self.className(of: role)
        return pattern(
            name, #"<rect class="f" width="6" height="6" fill-opacity=".22"/><path d="M0 3h6" stroke="currentColor" stroke-width="2"/>"#)
    }

    /// The pattern over partial cells: stripes in the background color.
    var veil: String { pattern("g", #"<path d="M0 3h6" stroke="currentColor" stroke-width="2"/>"#) }

    private func pattern(_ name: String, _ content: String) -> String {
        #"<pattern id="\#(id)-\#(name)" class="\#(name)" width="6" height="6" patternUnits="userSpaceOnUse""#
            + #" patternTransform="rotate(-45)">\#(content)</pattern>\#n"#
    }
}
