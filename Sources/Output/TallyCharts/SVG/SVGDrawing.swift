/// A drawing under construction. It converts a layout to SVG elements.
struct SVGDrawing {
    /// The context of a drawing. It determines which texts the drawing contains.
    enum Place {
        /// A single file with its own title. Values are the viewer's tooltips.
        case file
        /// Part of a page that contains title, subtitle and notes. Style rules show the values in boxes, also on touch screens.
        case page

        /// The distance between the layout and the edges of the drawing, in pixels.
        var margin: Double { self == .file ? 10 : 2 }
    }

    let chart: LayeredChart
    let layout: ChartLayout
    let id: String
    let place: Place
    private var out = ""
    private var openGroup = ""

    /// Returns the `svg` element.
    static func text(of chart: LayeredChart, options: SVGOptions, place: Place) -> String {
        let layout = layout(of: chart, options: options, place: place)
        var drawing = SVGDrawing(chart: chart, layout: layout, id: identifier(options.id), place: place)
        drawing.draw()
        return drawing.out
    }

    static func layout(of chart: LayeredChart, options: SVGOptions, place: Place) -> ChartLayout {
        var shown = chart
        shown.notes = chart.notesOfDrawing
        if place == .page { (shown.title, shown.subtitle, shown.notes) = ("", [], []) }
        return ChartLayout(
            shown, width: Double(options.width) - 2 * place.margin, height: Double(options.height) - 2 * place.margin,
            metrics: SVGTextMetrics())
    }

    private init(chart: LayeredChart, layout: ChartLayout, id: String, place: Place) {
        self.chart = chart
        self.layout = layout
        self.id = id
        self.place = place
    }

    /// Returns `text` with only characters that need no escapes in style rules.
    private static func identifier(_ text: String) -> String {
        let safe = text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" }
        guard let first = safe.first, first.isLetter else { return "chart" + String(safe) }
        return String(safe)
    }

    // MARK: - Document

    private mutating func draw() {
        open()
        drawGround()
        drawClockChanges()
        for mark in layout.layers { draw(mark) }
        drawRunningDots()
        drawAxes()
        drawRamp()
        drawLegend()
        drawLabels()
        drawHover()
        out += "</svg>\n"
    }

    private var ground: Frame { layout.frame.expanded(by: place.margin) }

    private mutating func open() {
        let (width, height) = (Pixels.text(ground.width), Pixels.text(ground.height))
        let size = #"width="\#(width)" height="\#(height)""#
        let box = "\(Pixels.text(ground.x)) \(Pixels.text(ground.y)) \(width) \(height)"
        let title = MarkupText.escaped(chart.title.isEmpty ? "Chart" : chart.title)
        let note = chart.noteOfSharedDots.map { " \($0)." } ?? ""
        let description = MarkupText.escaped(chart.summary + note)
        // In a page, a title element would also be a tooltip and cover the boxes.
        let name =
            place == .file ? #"aria-labelledby="\#(id)-title \#(id)-desc""# : #"aria-label="\#(title)" aria-describedby="\#(id)-desc""#
        out += #"<svg xmlns="http://www.w3.org/2000/svg" id="\#(id)" \#(size) viewBox="\#(box)" role="img" \#(name)>\#n"#
        if place == .file { out += #"<title id="\#(id)-title">\#(title)</title>\#n"# }
        out += #"<desc id="\#(id)-desc">\#(description)</desc>\#n"#

        let style = SVGStyle(id: id, roles: Self.distinct(chart.series.map(\.role)), hasRamp: layout.ramp != nil)
        out += "<style>\n\(style.text)</style>\n<defs>\n"
        // The clip area is wider by half a stroke, so that lines along the edges keep their width.
        let clip = layout.plot.expanded(by: 1.5)
        out += #"<clipPath id="\#(id)-clip"><path d="\#(path { $0.rectangle(clip) })"/></clipPath>\#n"#
        for role in hatchedRoles { out += style.hatch(of: role) }
        if hasPartialCells { out += style.veil }
        out += "</defs>\n"
    }

    /// The roles that have partial bars.
    private var hatchedRoles: [ChartSeries.Role] {
        Self.distinct(
            layout.layers.compactMap { mark in
                guard case .bar(let bars) = mark, bars.bars.contains(where: { $0.completeness != .whole }) else { return nil }
                return role(bars.series)
            })
    }

    /// Returns the first of the roles that share a color.
    private static func distinct(_ roles: [ChartSeries.Role]) -> [ChartSeries.Role] {
        var names: Set<String> = []
        return roles.filter { names.insert(SVGStyle.className(of: $0)).inserted }
    }

    private var hasPartialCells: Bool {
        layout.layers.contains { mark in
            guard case .cell(let cells) = mark else { return false }
            return cells.cells.contains { $0.completeness != .whole }
        }
    }

    // MARK: - Around the marks

    private mutating func drawGround() {
        out += #"<path class="f g" d="\#(path { $0.rectangle(ground) })"/>\#n"#
        guard case .value = chart.y else { return }
        let lines = path { path in
            for tick in layout.yTicks {
                path.move(to: layout.plot.x, tick.position)
                path.line(to: layout.plot.maxX, tick.position)
            }
            for tick in layout.xTicks where tick.isMajor {
                path.move(to: tick.position, layout.plot.y)
                path.line(to: tick.position, layout.plot.maxY)
            }
        }
        element("l w k", lines)
    }

    private mutating func drawClockChanges() {
        let lines = path { path in
            for change in layout.clockChanges {
                path.move(to: change.position, layout.plot.y)
                path.line(to: change.position, layout.plot.maxY)
            }
        }
        element("l w e", lines, attributes: #" stroke-dasharray="1 3""#)
    }

    /// Draws the labels of clock changes next to their lines, at the highest position without another label.
    private mutating func drawClockLabels() {
        let metrics = SVGTextMetrics()
        let plot = layout.plot
        var board = LabelBoard(frame: plot, spacing: 4)
        for label in layout.labels { _ = board.take(label.frame) }
        for change in layout.clockChanges {
            let (hours, minutes) = abs(change.minutes).quotientAndRemainder(dividingBy: 60)
            let amount = [hours > 0 ? "\(hours) h" : nil, minutes > 0 ? "\(minutes) min" : nil].compactMap { $0 }.joined(separator: " ")
            let text = "clocks \(change.minutes < 0 ? "−" : "+")\(amount)"
            let (width, height) = (metrics.width(of: text, role: .rule), metrics.height(of: .rule))
            let places = stride(from: plot.y + 2, to: plot.maxY, by: height).flatMap { y in
                [change.position + 4, change.position - 4 - width].map { Frame(x: $0, y: y, width: width, height: height) }
            }
            guard let place = places.first(where: { board.take($0) }) else { continue }
            draw(PlacedLabel(text: text, role: .rule, frame: place, alignment: .leading, series: nil), soft: true)
        }
    }

    private mutating func drawAxes() {
        let axes = path { path in
            switch chart.y {
            case .value:
                let zero = layout.y.domain.contains(0) ? layout.y.position(of: 0) : layout.plot.maxY
                path.move(to: layout.plot.x, zero)
                path.line(to: layout.plot.maxX, zero)
            case .slots: break
            }
            for tick in layout.xTicks {
                path.move(to: tick.position, layout.plot.maxY)
                path.line(to: tick.position, layout.plot.maxY + (tick.label == nil ? 2 : 4))
            }
        }
        element("l w e", axes)
    }

    private mutating func drawRamp() {
        guard var ramp = layout.ramp?.frame else { return }
        let inset = max(0, (ramp.height - 11) / 2)
        ramp.y += inset
        ramp.height -= 2 * inset
        let count = Palette.light.ramp.count
        for step in 0..<count {
            var part = ramp
            part.width = ramp.width / Double(count)
            part.x += part.width * Double(step)
            element("f h\(step)", path { $0.rectangle(part) })
        }
    }

    private mutating func drawLegend() {
        for key in layout.legend { draw(key) }
    }

    private mutating func drawLabels() {
        for label in layout.labels + (layout.yTicks + layout.xTicks).compactMap(\.label) {
            draw(label, soft: [.subtitle, .unit, .tick, .ramp, .note].contains(label.role))
        }
        drawClockLabels()
        group("")
    }

    private mutating func draw(_ label: PlacedLabel, soft: Bool) {
        let (anchor, x): (String, Double) =
            switch label.alignment {
            case .leading: ("", label.frame.x)
            case .center: (#" text-anchor="middle""#, label.frame.x + label.frame.width / 2)
            case .trailing: (#" text-anchor="end""#, label.frame.maxX)
            }
        // Text on marks needs an outline in the background color.
        let rim = label.role == .rule || label.role == .point ? " q" : ""
        group(#"<g class="\#(SVGStyle.className(of: label.role))\#(soft ? " e" : "")\#(rim)"\#(anchor)>"#)
        // Capitals and digits have a height of about 0.72 of the font size. Their middle is the middle of the frame.
        let baseline = label.frame.y + label.frame.height / 2 + SVGTextMetrics.fontSize(of: label.role) * 0.36
        out += #"<text x="\#(Pixels.text(x))" y="\#(Pixels.text(baseline))">\#(MarkupText.escaped(label.text))</text>\#n"#
    }

    /// Opens a group for the following elements, unless it is already open. An empty tag only closes the current group.
    private mutating func group(_ tag: String) {
        guard tag != openGroup else { return }
        if !openGroup.isEmpty { out += "</g>\n" }
        if !tag.isEmpty { out += tag + "\n" }
        openGroup = tag
    }

    private mutating func drawHover() {
        let columns = SVGHover(chart, layout).columns()
        guard !columns.isEmpty else { return }
        out += "<g>\n"
        for column in columns {
            let target = #"<path class="c" d="\#(path { $0.rectangle(column.frame) })""#
            switch place {
            case .file:
                out += "\(target)><title>\(column.lines.map(MarkupText.escaped).joined(separator: "\n"))</title></path>\n"
            case .page:
                out += "<g>\(target)/>\(box(of: column))</g>\n"
            }
        }
        out += "</g>\n"
    }

    /// Returns the box with a column's values, next to the column and inside the frame.
    private func box(of column: SVGHover.Column) -> String {
        let metrics = SVGTextMetrics()
        let lineHeight = metrics.height(of: .tick)
        let widths = column.lines.enumerated().map { metrics.width(of: $0.element, role: $0.offset == 0 ? .now : .tick) }
        var box = Frame(
            x: column.frame.maxX + 6, y: layout.plot.y, width: (widths.max() ?? 0) + 12, height: lineHeight * Double(widths.count) + 8)
        if box.maxX > ground.maxX - 2 { box.x = max(ground.x + 2, column.frame.x - 6 - box.width) }
        if case .slots = chart.y { box.y = max(ground.y + 2, column.frame.y - 4 - box.height) }
        var text = #"<g class="v"><path class="x" d="\#(path { $0.rectangle(box) })"/>"#
        for (index, line) in column.lines.enumerated() {
            let baseline = box.y + 4 + lineHeight * (Double(index) + 0.5) + 4
            let place = #"x="\#(Pixels.text(box.x + 6))" y="\#(Pixels.text(baseline))""#
            text += #"<text class="t3\#(index == 0 ? " b" : "")" \#(place)>\#(MarkupText.escaped(line))</text>"#
        }
        return text + "</g>"
    }

    // MARK: - Elements

    func role(_ series: Int) -> ChartSeries.Role { chart.series.indices.contains(series) ? chart.series[series].role : .series(0) }

    /// Returns the class with the color of a series.
    func colorClass(_ series: Int) -> String { SVGStyle.className(of: role(series)) }

    /// Returns the data of a path.
    func path(_ build: (inout PathData) -> Void) -> String {
        var path = PathData()
        build(&path)
        return path.text
    }

    /// Appends a path unless it is empty.
    mutating func element(_ classes: String, _ data: String, attributes: String = "") {
        guard !data.isEmpty else { return }
        out += #"<path class="\#(classes)"\#(attributes) d="\#(data)"/>\#n"#
    }

    var clip: String { #" clip-path="url(#\#(id)-clip)""# }
}
