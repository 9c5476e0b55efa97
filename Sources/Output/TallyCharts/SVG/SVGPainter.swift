/// Writes a drawing as an SVG element.
///
/// Inks and pens that repeat are classes of the style rules, and texts of one look share a group, so that the file is small.
struct SVGPainter {
    /// The context of the element.
    enum Place {
        /// A single file. The title and the tips are the viewer's own.
        case file
        /// Part of a page, which has its own title. Style rules show tips in boxes, also on touch screens.
        case page
    }

    private let drawing: Drawing
    private let id: String
    private let scheme: Drawing.Scheme
    private let place: Place
    private var out = ""
    private var openGroup = ""
    private var style: SVGStyle
    /// Clips, patterns and gradients, by their markup without an id.
    private var definitions = ""
    private var clips: [Outline: String] = [:]
    private var patterns: Set<String> = []
    private var gradients: [Paint.Gradient: String] = [:]

    /// Returns the `svg` element.
    static func text(of drawing: Drawing, id: String, scheme: Drawing.Scheme = .automatic, place: Place) -> String {
        var painter = SVGPainter(drawing, id: identifier(id), scheme: scheme, place: place)
        painter.paint(drawing.items[...], clip: "")
        painter.closeGroup()
        return painter.head + painter.out + "</svg>\n"
    }

    private init(_ drawing: Drawing, id: String, scheme: Drawing.Scheme, place: Place) {
        self.drawing = drawing
        self.id = id
        self.scheme = scheme
        self.place = place
        style = SVGStyle(id: id, inks: drawing.inks)
    }

    /// Returns `text` with only characters that need no escapes in style rules.
    private static func identifier(_ text: String) -> String {
        let safe = text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" }
        guard let first = safe.first, first.isLetter else { return "chart" + String(safe) }
        return String(safe)
    }

    private var head: String {
        let frame = drawing.frame
        let (width, height) = (Pixels.text(frame.width), Pixels.text(frame.height))
        let size = #"width="\#(width)" height="\#(height)""#
        let box = "\(Pixels.text(frame.x)) \(Pixels.text(frame.y)) \(width) \(height)"
        let title = MarkupText.escaped(drawing.title.isEmpty ? "Drawing" : drawing.title)
        // In a page, a title element would also be a tooltip and cover the boxes.
        let name =
            place == .file ? #"aria-labelledby="\#(id)-title \#(id)-desc""# : #"aria-label="\#(title)" aria-describedby="\#(id)-desc""#
        var head = #"<svg xmlns="http://www.w3.org/2000/svg" id="\#(id)" \#(size) viewBox="\#(box)" role="img" \#(name)>\#n"#
        if place == .file { head += #"<title id="\#(id)-title">\#(title)</title>\#n"# }
        head += #"<desc id="\#(id)-desc">\#(MarkupText.escaped(drawing.description))</desc>\#n"#
        return head + "<style>\n\(style.text(scheme))</style>\n<defs>\n\(definitions)</defs>\n"
    }

    // MARK: - Items

    /// - Parameter clip: the attribute of the clip around shapes. Empty if there is none.
    private mutating func paint(_ items: ArraySlice<Drawing.Item>, clip: String) {
        var rest = items
        while let item = rest.popFirst() {
            switch item {
            case .shape(let outline, let fill, let stroke): paint(outline.finite, fill, stroke, clip)
            case .text(let text): paint(text)
            case .group(let group): paint(group)
            case .tip(let tip):
                closeGroup()
                out += "<g>\n"
                paint(tip)
                while case .tip(let next) = rest.first {
                    paint(next)
                    rest.removeFirst()
                }
                out += "</g>\n"
            }
        }
    }

    private mutating func paint(_ group: Drawing.Group) {
        guard group.opacity.isFinite, group.transform.isFinite else { return }
        let clip = group.clip.map { clipAttribute(of: $0.finite) } ?? ""
        var attributes = ""
        if group.opacity < 1 { attributes += #" opacity="\#(Pixels.text(max(0, group.opacity), places: 3))""# }
        if group.transform != .identity { attributes += #" transform="\#(Self.text(of: group.transform))""# }
        let isPlain = attributes.isEmpty && group.items.allSatisfy { if case .shape = $0 { true } else { clip.isEmpty } }
        if isPlain { return paint(group.items[...], clip: clip) }
        closeGroup()
        out += "<g\(clip)\(attributes)>\n"
        paint(group.items[...], clip: "")
        closeGroup()
        out += "</g>\n"
    }

    private mutating func paint(_ outline: Outline, _ fill: Paint?, _ stroke: Stroke?, _ clip: String) {
        closeGroup()
        let data = PathData(outline).text
        let fillLook = fill.map { look(of: $0) }
        let strokeLook = stroke.map { look(of: $0.paint) }
        if let fillLook, let strokeLook, let stroke, !fillLook.joins(strokeLook) {
            element(fillLook.fill, clip, data)
            return element(strokeLook.stroke(stroke), clip, data)
        }
        switch (fillLook, strokeLook) {
        case (let fill?, nil): element(fill.fill, clip, data)
        case (nil, let look?): if let stroke { element(look.stroke(stroke), clip, data) }
        case (let fill?, let look?): if let stroke { element(fill.both(look, stroke), clip, data) }
        case (nil, nil): break
        }
    }

    /// Appends a path unless it is empty.
    private mutating func element(_ look: (classes: String, attributes: String), _ clip: String, _ data: String) {
        guard !data.isEmpty else { return }
        out += #"<path class="\#(look.classes)"\#(clip)\#(look.attributes) d="\#(data)"/>\#n"#
    }

    private mutating func paint(_ text: Drawing.Text) {
        guard text.x.isFinite, text.y.isFinite, text.font.size.isFinite, !text.string.isEmpty else { return }
        let anchor =
            switch text.anchor {
            case .leading: ""
            case .center: #" text-anchor="middle""#
            case .trailing: #" text-anchor="end""#
            }
        let look = look(of: text.paint)
        let font = SVGStyle.look(of: text.font)
        let classes = [font.classes, look.ink, text.hasRim ? "q" : ""].filter { !$0.isEmpty }.joined(separator: " ")
        let name = classes.isEmpty ? "" : #" class="\#(classes)""#
        // A style, because the rule of the element `text` is stronger than an attribute.
        let style = look.reference.map { #" style="fill:\#($0)""# } ?? ""
        let alpha = look.alpha < 1 ? #" fill-opacity="\#(Pixels.text(look.alpha, places: 3))""# : ""
        open(#"<g\#(name)\#(font.attributes)\#(alpha)\#(anchor)>"#)
        // Capitals and digits have a height of about 0.72 of the font size.
        let baseline = text.y + text.font.size * 0.36
        let (x, y) = (Pixels.text(text.x), Pixels.text(baseline))
        let turn =
            text.rotation.isFinite && text.rotation != 0
            ? #" transform="rotate(\#(Pixels.text(text.rotation, places: 3)) \#(x) \#(Pixels.text(text.y)))""# : ""
        out += #"<text x="\#(x)" y="\#(y)"\#(turn)\#(style)>\#(MarkupText.escaped(text.string))</text>\#n"#
    }

    /// Opens a group for the following texts, unless it is already open.
    private mutating func open(_ tag: String) {
        guard tag != openGroup else { return }
        closeGroup()
        out += tag + "\n"
        openGroup = tag
    }

    private mutating func closeGroup() {
        if !openGroup.isEmpty { out += "</g>\n" }
        openGroup = ""
    }

    // MARK: - Tips

    private mutating func paint(_ tip: Drawing.Tip) {
        let frame = tip.frame
        guard frame.x.isDrawable, frame.y.isDrawable, frame.width.isDrawable, frame.height.isDrawable, !tip.lines.isEmpty else { return }
        let target = #"<path class="c" d="\#(PathData(.rectangle(tip.frame)).text)""#
        switch place {
        case .file: out += "\(target)><title>\(tip.lines.map(MarkupText.escaped).joined(separator: "\n"))</title></path>\n"
        case .page: out += "<g>\(target)/>\(box(of: tip))</g>\n"
        }
    }

    /// Returns the box with the words of a tip, next to its area and inside the frame.
    private func box(of tip: Drawing.Tip) -> String {
        let fonts = (heading: Drawing.Font(weight: 700), line: Drawing.Font())
        let lineHeight = fonts.line.lineHeight
        let widths = tip.lines.enumerated().map { ($0.offset == 0 ? fonts.heading : fonts.line).width(of: $0.element) }
        var box = Frame(
            x: tip.frame.maxX + 6, y: tip.frame.y, width: (widths.max() ?? 0) + 12, height: lineHeight * Double(widths.count) + 8)
        if box.maxX > drawing.frame.maxX - 2 { box.x = max(drawing.frame.x + 2, tip.frame.x - 6 - box.width) }
        if tip.isAbove { box.y = max(drawing.frame.y + 2, tip.frame.y - 4 - box.height) }
        var text = #"<g class="v"><path class="x" d="\#(PathData(.rectangle(box)).text)"/>"#
        for (index, line) in tip.lines.enumerated() {
            let baseline = box.y + 4 + lineHeight * (Double(index) + 0.5) + 4
            let place = #"x="\#(Pixels.text(box.x + 6))" y="\#(Pixels.text(baseline))""#
            text += #"<text class="t3\#(index == 0 ? " b" : "")" \#(place)>\#(MarkupText.escaped(line))</text>"#
        }
        return text + "</g>"
    }

    // MARK: - Definitions

    private mutating func clipAttribute(of outline: Outline) -> String {
        if let known = clips[outline] { return known }
        let name = clips.isEmpty ? "clip" : "clip\(clips.count + 1)"
        definitions += #"<clipPath id="\#(id)-\#(name)"><path d="\#(PathData(outline).text)"/></clipPath>\#n"#
        let attribute = #" clip-path="url(#\#(id)-\#(name))""#
        clips[outline] = attribute
        return attribute
    }

    /// Returns how a paint is written, and adds its definitions.
    private mutating func look(of paint: Paint) -> SVGLook {
        switch paint {
        case .solid(let ink, let alpha):
            return SVGLook(ink: style.className(of: ink), alpha: alpha.isFinite ? alpha.clamped(to: 0...1) : 0, isFaint: ink.isFaint)
        case .hatch(let ink, let tint):
            let name = style.className(of: ink)
            let suffix = tint == 0.22 || tint == 0 ? "" : Pixels.text(tint, places: 2)
            if patterns.insert(name + suffix).inserted { definitions += style.hatch(of: name, suffix: suffix, tint: tint) }
            return SVGLook(ink: name, reference: "url(#\(id)-\(name)\(suffix))")
        case .gradient(let gradient):
            if let known = gradients[gradient] { return SVGLook(ink: "", reference: known) }
            let name = "gradient\(gradients.count + 1)"
            let ends = [gradient.start, gradient.end].map { (Pixels.text($0.x), Pixels.text($0.y)) }
            definitions += #"<linearGradient id="\#(id)-\#(name)" gradientUnits="userSpaceOnUse" "#
            definitions += #"x1="\#(ends[0].0)" y1="\#(ends[0].1)" x2="\#(ends[1].0)" y2="\#(ends[1].1)">"#
            for stop in gradient.stops {
                let ink = style.className(of: stop.ink)
                let alpha = stop.alpha.clamped(to: 0...1) * (stop.ink.isFaint ? 0.5 : 1)
                let opacity = alpha < 1 ? #" stop-opacity="\#(Pixels.text(alpha, places: 3))""# : ""
                let place = Pixels.text(stop.place.clamped(to: 0...1), places: 4)
                definitions += #"<stop class="\#(ink)" offset="\#(place)" stop-color="currentColor"\#(opacity)/>"#
            }
            definitions += "</linearGradient>\n"
            gradients[gradient] = "url(#\(id)-\(name))"
            return SVGLook(ink: "", reference: "url(#\(id)-\(name))")
        }
    }

    private static func text(of transform: Transform) -> String {
        let move = "\(Pixels.text(transform.tx)) \(Pixels.text(transform.ty))"
        let (a, b, c, d) = (transform.a, transform.b, transform.c, transform.d)
        if (a, b, c, d) == (1, 0, 0, 1) { return "translate(\(move))" }
        return "matrix(\([a, b, c, d].map { Pixels.text($0, places: 5) }.joined(separator: " ")) \(move))"
    }
}

/// How a paint is written: the class of its color, and what its fill refers to.
struct SVGLook {
    var ink: String
    var alpha = 1.0
    var isFaint = false
    /// A pattern or a gradient.
    var reference: String?

    /// Returns true if one element can have both this fill and the color of an edge.
    func joins(_ edge: SVGLook) -> Bool { ink == edge.ink && isFaint == edge.isFaint && edge.reference == nil }

    private var opacity: String { isFaint ? #" opacity=".5""# : "" }

    private func alpha(_ name: String) -> String { alpha < 1 ? #" \#(name)-opacity="\#(Pixels.text(alpha, places: 3))""# : "" }

    /// The classes and attributes of a shape without an edge.
    var fill: (classes: String, attributes: String) {
        // The pattern has the color.
        if let reference { return ("", #" fill="\#(reference)""#) }
        return (ink.isEmpty ? "f" : "f \(ink)", alpha("fill") + opacity)
    }

    /// Returns the classes and attributes of a line.
    func stroke(_ stroke: Stroke) -> (classes: String, attributes: String) {
        let pen = SVGStyle.look(of: stroke, ink: ink)
        if let reference { return (pen.classes, #" style="stroke:\#(reference)""# + pen.attributes) }
        return (pen.classes, pen.attributes + alpha("stroke") + opacity)
    }

    /// Returns the classes and attributes of a shape with an edge in the same color.
    func both(_ edge: SVGLook, _ stroke: Stroke) -> (classes: String, attributes: String) {
        if let reference {
            let pen = SVGStyle.look(of: stroke, ink: ink, isPenFirst: true)
            return (pen.classes, #" style="fill:\#(reference)""# + pen.attributes + edge.alpha("stroke"))
        }
        return (
            fill.classes,
            alpha("fill") + #" stroke="currentColor""# + edge.alpha("stroke") + SVGStyle.attributes(of: stroke) + opacity
        )
    }
}

extension Ink {
    var isFaint: Bool { if case .faint = self { true } else { false } }
}
