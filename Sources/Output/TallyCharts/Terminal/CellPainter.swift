import TerminalText

/// Paints a drawing in the cells of a terminal: areas in blocks, lines in braille dots, and texts in characters.
///
/// Areas are sampled at 2 by 8 places in each cell. Texts are in front of all shapes, because a cell has one character. A text without room
/// is left out. Gridlines and tips are left out.
struct CellPainter {
    /// The ink of a sample, and how densely it covers.
    struct Cover: Hashable {
        /// How an area is filled.
        enum Shade: Hashable { case solid, light, hatch }

        var ink: Ink
        var shade: Shade
    }

    /// The size of a cell in points that suits texts of the default font.
    static let cell = (width: 7.0, height: 15.0)

    let options: TerminalOptions
    var canvas: CellCanvas
    /// The covers of the samples, row by row.
    var covers: [Cover?]
    /// The samples where shapes count. Nil if all of them.
    var clip: [Bool]?
    /// The map from the drawing to samples.
    private(set) var transform: Transform
    private(set) var opacity = 1.0
    /// The number of samples in a point of the drawing.
    let perPoint: (x: Double, y: Double)
    /// The number of shapes with lines. Dots of one shape join in a cell.
    var layer = 0
    private var texts: [(text: Drawing.Text, transform: Transform)] = []

    var isASCII: Bool { options.isASCII }
    var hasColors: Bool { options.color != .none && !options.isASCII }

    /// Returns the drawing as lines, each with a line feed. Empty if its size cannot be drawn.
    static func text(of drawing: Drawing, options: TerminalOptions) -> String {
        guard var painter = CellPainter(drawing, options) else { return "" }
        painter.paint(drawing.items)
        painter.paintTexts()
        let text = painter.canvas.text(TerminalPalette(depth: options.color))
        guard let graphics = options.graphics else { return text }
        let (columns, rows) = (painter.canvas.columns, painter.canvas.rows)
        let raster = RasterPainter.picture(
            of: drawing, width: columns * graphics.cellWidth, height: rows * graphics.cellHeight, isOpaque: graphics.encoding == .sixel)
        return text
            + PictureEncoding.text(of: raster, graphics, over: Frame(x: 0, y: 0, width: Double(columns), height: Double(rows)), of: rows)
    }

    private init?(_ drawing: Drawing, _ options: TerminalOptions) {
        let frame = drawing.frame
        guard frame.x.isDrawable, frame.y.isDrawable, frame.width.isDrawable, frame.height.isDrawable, frame.width > 0, frame.height > 0
        else { return nil }
        self.options = options
        let columns = (frame.width / Self.cell.width).rounded(.up).clamped(to: 1...Double(options.columns.clamped(to: 1...1000)))
        let limit = (options.rows ?? 1000).clamped(to: 1...1000)
        let wanted = (frame.height / (frame.width / columns * Self.cell.height / Self.cell.width)).rounded(.up)
        let rows = options.fillsRows && options.rows != nil ? Double(limit) : wanted.clamped(to: 1...Double(limit))
        canvas = CellCanvas(columns: Int(columns), rows: Int(rows), isASCII: options.isASCII)
        covers = Array(repeating: nil, count: canvas.columns * 2 * canvas.rows * 8)
        perPoint = (2 * columns / frame.width, 8 * rows / frame.height)
        transform = Transform.offset(x: -frame.x, y: -frame.y).followed(by: .scale(x: perPoint.x, y: perPoint.y))
    }

    // MARK: - Items

    private mutating func paint(_ items: [Drawing.Item]) {
        for item in items {
            switch item {
            case .shape(let outline, let fill, let stroke):
                // A picture shows the shapes.
                guard options.graphics == nil else { continue }
                let shape = Polylines(outline.transformed(by: transform))
                if let fill { self.fill(shape, with: fill) }
                // An edge in the color of its area cannot be seen next to it.
                let inks = [fill, stroke?.paint].compactMap { paint in paint.flatMap { cover(of: $0, at: shape.middle)?.ink } }
                if let stroke, inks.count < 2 || inks[0] != inks[1] { self.stroke(shape, with: stroke) }
            case .text(let text):
                if opacity >= 0.05 { texts.append((text, transform)) }
            case .group(let group): paint(group)
            case .tip: break
            }
        }
    }

    private mutating func paint(_ group: Drawing.Group) {
        let outer = (transform, opacity, clip)
        transform = group.transform.followed(by: transform)
        opacity *= group.opacity.clamped(to: 0...1)
        if let clip = group.clip {
            var inside = [Bool](repeating: false, count: covers.count)
            forEachSample(of: Polylines(clip.transformed(by: transform))) { inside[$0] = true }
            self.clip = inside
        }
        paint(group.items)
        (transform, opacity, clip) = outer
    }

    /// Returns how paint covers. Nil if it is not visible, and a cover of the ground if it clears.
    func cover(of paint: Paint, at sample: Outline.Point) -> Cover? {
        var (ink, alpha): (Ink, Double)
        switch paint {
        case .solid(let solid, let share): (ink, alpha) = (solid, share)
        case .hatch(let color, _): return Cover(ink: color, shade: color == .ground ? .solid : .hatch)
        case .gradient(var gradient):
            (gradient.start, gradient.end) = (transform.apply(gradient.start), transform.apply(gradient.end))
            let look = gradient.color(at: sample)
            (ink, alpha) = (.color(look.color), look.alpha)
        }
        let strength = alpha.clamped(to: 0...1) * opacity
        guard strength >= 0.05, ink != .tint else { return nil }
        // A card has a color that is close to the background. As cells, it would be a solid block.
        if ink.isAlmostGround { ink = .ground }
        let isLight = strength < 0.5 || ink.isFaint
        return ink == .ground ? (isLight ? nil : Cover(ink: .ground, shade: .solid)) : Cover(ink: ink, shade: isLight ? .light : .solid)
    }

    // MARK: - Texts

    private mutating func paintTexts() {
        var board = LabelBoard(frame: Frame(x: 0, y: 0, width: Double(canvas.columns), height: Double(canvas.rows)), spacing: 1)
        for (text, transform) in texts {
            let place = transform.apply(Outline.Point(text.x, text.y))
            guard place.isDrawable, let cover = cover(of: text.paint, at: place), cover.ink != .ground else { continue }
            // The row that contains the middle. A row has 8 samples, and a column has 2.
            let (x, row) = (place.x / 2, (place.y / 8).rounded(.down))
            if (text.rotation.magnitude.truncatingRemainder(dividingBy: 180) - 90).magnitude < 45 {
                paintUpright(text, cover.ink, at: Int(x.clamped(to: 0...Double(canvas.columns - 1))), middle: row, &board)
                continue
            }
            guard let fitted = CellMetrics().fitted(text.string, .tick, to: Double(canvas.columns)) else { continue }
            let wanted =
                switch text.anchor {
                case .leading: x
                case .center: x - fitted.width / 2
                case .trailing: x - fitted.width
                }
            let left = wanted.rounded().clamped(to: 0...Double(canvas.columns) - fitted.width)
            guard board.take(Frame(x: left, y: row, width: fitted.width, height: 1)) else { continue }
            canvas.write(fitted.text, cover.ink, isBold: text.font.weight >= 600, at: Int(left), Int(row))
        }
    }

    /// Writes a turned text with one character in each row.
    private mutating func paintUpright(_ text: Drawing.Text, _ ink: Ink, at column: Int, middle: Double, _ board: inout LabelBoard) {
        let characters = Array(ScreenText.visible(text.string).prefix(canvas.rows)).filter { ScreenText.width(String($0)) == 1 }
        let room = Double(canvas.rows - characters.count)
        let top = (middle - (Double(characters.count) / 2).rounded(.down)).clamped(to: 0...max(0, room))
        guard !characters.isEmpty, room >= 0,
            board.take(Frame(x: Double(column), y: top, width: 1, height: Double(characters.count)))
        else { return }
        for (offset, character) in characters.enumerated() { canvas.write(String(character), ink, at: column, Int(top) + offset) }
    }
}
