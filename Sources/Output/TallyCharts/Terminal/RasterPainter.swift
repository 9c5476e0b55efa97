/// Paints the shapes of a drawing in pixels, in the colors of a terminal. Texts are left to the terminal's characters.
///
/// The background of a terminal is unknown, so paint of the ground clears what is behind it. Shapes of one color in one group cover as one
/// shape, so that the joints of a line are not darker than the line.
struct RasterPainter {
    private var raster: Raster
    /// True if pixels are either opaque or clear, as in sixels.
    private let isOpaque: Bool
    /// The map from the drawing to pixels.
    private var transform: Transform
    private var opacity = 1.0
    /// The paint of the shapes that are not painted yet.
    private var pending: Paint?
    /// The period and the length of dashes that are whole pixels, of the shapes that are not painted yet.
    private var dashes: (period: Int, drawn: Int)?

    /// Returns the picture of the frame of `drawing` in `width` by `height` pixels.
    static func picture(of drawing: Drawing, width: Int, height: Int, isOpaque: Bool) -> Raster {
        let frame = drawing.frame
        let scale = Transform.scale(x: Double(width) / frame.width, y: Double(height) / frame.height)
        let isExact = Double(width) == frame.width && Double(height) == frame.height && frame.x == 0 && frame.y == 0
        var painter = RasterPainter(
            raster: Raster(width: width, height: height), isOpaque: isOpaque,
            transform: isExact ? .identity : Transform.offset(x: -frame.x, y: -frame.y).followed(by: scale))
        painter.paint(drawing.items)
        return painter.raster
    }

    private mutating func paint(_ items: [Drawing.Item]) {
        for item in items {
            switch item {
            case .shape(let outline, let fill, let stroke):
                let shape = Polylines(outline.transformed(by: transform))
                if let fill { self.fill(shape, with: fill) }
                if let stroke { self.stroke(shape, with: stroke) }
            case .group(let group): paint(group)
            case .text, .tip: break
            }
        }
        flush()
    }

    private mutating func paint(_ group: Drawing.Group) {
        flush()
        let outer = (transform: transform, opacity: opacity, mask: raster.mask)
        transform = group.transform == .identity ? transform : group.transform.followed(by: transform)
        opacity *= group.opacity.clamped(to: 0...1)
        if let clip = group.clip {
            let shape = Polylines(clip.transformed(by: transform))
            let covers = shape.rectangles?.contains { from, to in
                from.x <= 0 && from.y <= 0 && to.x >= Double(raster.width) && to.y >= Double(raster.height)
            }
            if covers != true {
                cover(shape)
                raster.clip()
            }
        }
        paint(group.items)
        (transform, opacity, raster.mask) = outer
    }

    // MARK: - Shapes

    private mutating func fill(_ shape: Polylines, with paint: Paint) {
        begin(paint)
        cover(shape)
    }

    private mutating func cover(_ shape: Polylines) {
        if let rectangles = shape.rectangles {
            for (from, to) in rectangles { raster.rectangle((from.x, from.y), (to.x, to.y)) }
        } else {
            // Four lines in a row of pixels give smooth edges.
            raster.area(shape.spans(lines: raster.height * 4, step: 0.25), linesPerRow: 4)
        }
    }

    private mutating func stroke(_ shape: Polylines, with stroke: Stroke) {
        guard stroke.width.isFinite, stroke.width > 0 else { return }
        begin(stroke.paint)
        let scale = (transform.a * transform.d - transform.b * transform.c).magnitude.squareRoot()
        let breadth = stroke.width * scale
        let lengths = stroke.dash.allSatisfy { $0.isFinite && $0 >= 0 } ? stroke.dash.map { $0 * scale } : []
        var pattern = DashPattern(lengths, phase: stroke.dashPhase * scale)
        for part in shape.parts {
            let points = part.isClosed ? part.points + part.points.prefix(1) : part.points
            for (from, to) in zip(points, points.dropFirst()) {
                if stroke.cap == .butt, from.x == to.x || from.y == to.y {
                    level(from, to, breadth / 2, lengths, stroke.paint)
                } else {
                    segment(from, to, breadth, &pattern)
                }
            }
        }
        for dot in shape.dots { raster.disc((dot.x, dot.y), radius: breadth / 2) }
    }

    /// Covers a level or upright line. Its dashes are whole pixels, so that they are equal.
    private mutating func level(_ from: Outline.Point, _ to: Outline.Point, _ half: Double, _ lengths: [Double], _ paint: Paint) {
        let half = max(0.5, half)
        if lengths.count == 2, let drawn = Int(exactly: lengths[0].rounded()), let gap = Int(exactly: lengths[1].rounded()), drawn + gap > 0
        {
            dashes = (drawn + gap, drawn)
        }
        if from.y == to.y {
            raster.rectangle((from.x, from.y - half), (to.x, from.y + half))
        } else {
            raster.rectangle((from.x - half, from.y), (from.x + half, to.y))
        }
    }

    private mutating func segment(_ from: Outline.Point, _ to: Outline.Point, _ breadth: Double, _ pattern: inout DashPattern) {
        let margin = breadth * 2
        // Clipped with a margin, so that a line does not end before the edge of the plot.
        guard
            let clipped = Clip.segment(
                (from.x + margin, from.y + margin), (to.x + margin, to.y + margin), width: Double(raster.width) + 2 * margin,
                height: Double(raster.height) + 2 * margin)
        else { return }
        let start = (x: clipped.from.x - margin, y: clipped.from.y - margin)
        let end = (x: clipped.to.x - margin, y: clipped.to.y - margin)
        guard !pattern.isSolid else { return raster.segment(start, end, breadth: breadth) }
        let length = ((end.x - start.x) * (end.x - start.x) + (end.y - start.y) * (end.y - start.y)).squareRoot()
        for dash in pattern.advance(by: length) {
            func at(_ place: Double) -> (x: Double, y: Double) {
                (start.x + (end.x - start.x) * place / length, start.y + (end.y - start.y) * place / length)
            }
            raster.segment(at(dash.from), at(dash.to), breadth: breadth)
        }
    }

    // MARK: - Paint

    /// Paints the shapes before, unless they have the same opaque color.
    private mutating func begin(_ paint: Paint) {
        if case .solid(_, let alpha) = paint, alpha >= 1, pending == paint, dashes == nil { return }
        flush()
        pending = paint
    }

    private mutating func flush() {
        defer { (pending, dashes) = (nil, nil) }
        guard let pending else { return }
        switch pending {
        case .solid(.ground, let alpha): if alpha >= 0.5 { raster.erase() } else { raster.paint { _, _ in nil } }
        case .hatch(.ground, _): raster.erase { x, y in (x + y) % 8 >= 5 }
        case .solid(let ink, let alpha): paint(ink, alpha: alpha)
        case .hatch(let ink, let tint):
            let color = TerminalPalette.color(of: ink) ?? TerminalPalette.gray
            let under = isOpaque || tint <= 0 ? nil : (color, Float(tint * opacity))
            let strength = Float(opacity)
            raster.paint { x, y in (x + y) % 8 < 4 ? (color, strength) : under }
        case .gradient(var gradient):
            (gradient.start, gradient.end) = (transform.apply(gradient.start), transform.apply(gradient.end))
            let (strength, isOpaque) = (opacity, isOpaque)
            raster.paint { x, y in
                let look = gradient.color(at: Outline.Point(Double(x) + 0.5, Double(y) + 0.5))
                guard isOpaque else { return (look.color, Float(look.alpha * strength)) }
                return Self.shows(x, y, alpha: look.alpha * strength) ? (look.color, 1) : nil
            }
        }
    }

    private mutating func paint(_ ink: Ink, alpha: Double) {
        let color = TerminalPalette.color(of: ink) ?? TerminalPalette.gray
        let alpha = alpha.clamped(to: 0...1) * opacity
        let dashes = dashes
        raster.paint { [isOpaque] x, y in
            if let dashes, (x + y) % dashes.period >= dashes.drawn { return nil }
            if isOpaque { return Self.shows(x, y, alpha: alpha) ? (color, 1) : nil }
            return (color, Float(alpha))
        }
    }

    /// Returns true for as many pixels as an opacity needs where pixels cannot be translucent.
    private static func shows(_ x: Int, _ y: Int, alpha: Double) -> Bool {
        switch alpha {
        case 0.75...: true
        case 0.45...: (x + y) % 2 == 0
        case 0.05...: (x + y) % 2 == 0 && y % 2 == 0
        default: false
        }
    }
}

/// Dashes along a line of several segments.
struct DashPattern {
    private let lengths: [Double]
    private let period: Double
    /// The position in the pattern.
    private var phase: Double

    init(_ lengths: [Double], phase: Double = 0) {
        // An odd number of lengths is repeated, as in SVG.
        self.lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
        period = self.lengths.reduce(0, +)
        self.phase = phase.isFinite ? phase : 0
    }

    var isSolid: Bool { period <= 0 }

    /// Returns the dashes on the next `length` of the line.
    mutating func advance(by length: Double) -> [(from: Double, to: Double)] {
        guard !isSolid, length.isFinite, length / period < 100_000 else { return [(0, length)] }
        var dashes: [(from: Double, to: Double)] = []
        var place = -phase.truncatingRemainder(dividingBy: period)
        if place > 0 { place -= period }
        while place < length {
            for index in stride(from: 0, to: lengths.count, by: 2) {
                let (first, last) = (max(0, place), min(length, place + lengths[index]))
                if first < last { dashes.append((first, last)) }
                place += lengths[index] + lengths[index + 1]
            }
        }
        phase += length
        return dashes
    }
}
