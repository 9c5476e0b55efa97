/// Areas and lines in cells.
extension CellPainter {
    private var width: Int { canvas.columns * 2 }
    private var height: Int { canvas.rows * 8 }

    // MARK: - Areas

    /// Calls `body` with the index of each sample inside a shape. A rectangle has at least one sample in each direction.
    func forEachSample(of shape: Polylines, _ body: (Int) -> Void) {
        func visit(_ x: Range<Int>, _ y: Int) {
            for column in x { body(y * width + column) }
        }
        if let rectangles = shape.rectangles {
            for (from, to) in rectangles {
                let columns = TerminalPainter.places(from: from.x, to: to.x, of: width)
                for line in TerminalPainter.places(from: from.y, to: to.y, of: height) { visit(columns, line) }
            }
            return
        }
        for (line, spans) in shape.spans(lines: height, step: 1).enumerated() {
            for span in spans {
                let ends = [span.from, span.to].map { Int(($0 - 0.5).rounded(.up).clamped(to: 0...Double(width))) }
                visit(ends[0]..<ends[1], line)
            }
        }
    }

    mutating func fill(_ shape: Polylines, with paint: Paint) {
        var touched: Set<Int> = []
        var known: [Int: Cover?] = [:]
        var changed = covers
        forEachSample(of: shape) { index in
            if let clip, !clip[index] { return }
            let cell = index / width / 8 * canvas.columns + index % width / 2
            // A cell has one color of a gradient.
            let cover: Cover?
            if let found = known[cell] {
                cover = found
            } else {
                cover = self.cover(of: paint, at: .init(Double(cell % canvas.columns) * 2 + 1, Double(cell / canvas.columns) * 8 + 4))
                known[cell] = cover
            }
            guard let cover else { return }
            changed[index] = cover.ink == .ground ? nil : cover
            touched.insert(cell)
        }
        covers = changed
        for cell in touched { compose(cell % canvas.columns, cell / canvas.columns) }
    }

    /// Returns the covers of a cell, line by line from the top.
    private func samples(_ column: Int, _ row: Int) -> [[Cover?]] {
        (0..<8).map { line in
            let index = (row * 8 + line) * width + column * 2
            return [covers[index], covers[index + 1]]
        }
    }

    /// Chooses the character that is most similar to the areas in a cell.
    private mutating func compose(_ column: Int, _ row: Int) {
        let lines = samples(column, row)
        let filled = lines.joined().compactMap(\.self)
        // Lines and dots remain under areas that cover less than half of their cell.
        if filled.count < 8, canvas[column, row].dots != 0 { return }
        var counts: [Cover: Int] = [:]
        for cover in filled { counts[cover, default: 0] += 1 }
        guard let most = filled.max(by: { (counts[$0] ?? 0) < (counts[$1] ?? 0) }) else {
            canvas[column, row] = CellCanvas.Cell()
            return
        }
        canvas[column, row] = CellCanvas.Cell()
        let texture = texture(of: most)
        let bottom = lines.reversed().prefix { $0[0] != nil || $0[1] != nil }.count
        if texture != "█" {
            if filled.count >= 8 {
                canvas.set(texture, most.ink, at: column, row)
            } else if most.shade == .solid, bottom > 0 {
                canvas.set(isASCII ? "_" : TerminalStyle.lowerBlocks[bottom], most.ink, at: column, row)
            }
            return
        }
        let sides = (0...1).map { side in lines.count { $0[side] != nil } }
        if sides.contains(0) { return canvas.set(quadrant(sides, isLow: bottom > 0), most.ink, at: column, row) }
        // Without colors, a cell shows only what reaches its lower edge or covers most of it.
        if !hasColors {
            return canvas.set(bottom > 0 ? TerminalStyle.lowerBlocks[bottom] : filled.count >= 8 ? "█" : " ", most.ink, at: column, row)
        }
        canvas[column, row] = blocks(lines.map { $0.map { $0?.ink } }, most.ink)
    }

    /// Returns a cell in at most two colors: blocks from the bottom, the left or the right.
    private func blocks(_ lines: [[Ink?]], _ most: Ink) -> CellCanvas.Cell {
        let (left, right) = (lines.count { $0[0] == most }, lines.count { $0[1] == most })
        if abs(left - right) >= 6 {
            let other = lines.compactMap { left > right ? $0[1] : $0[0] }.first
            return CellCanvas.Cell(glyph: left > right ? "▌" : "▐", ink: most, ground: other)
        }
        let inks = lines.map { $0[0] == most || $0[1] == most ? most : $0[0] ?? $0[1] }
        let lower = inks.reversed().prefix { $0 == inks[7] }.count
        guard lower < 8 else { return CellCanvas.Cell(glyph: "█", ink: most) }
        if let bottom = inks[7] { return CellCanvas.Cell(glyph: TerminalStyle.lowerBlocks[lower], ink: bottom, ground: inks[0]) }
        guard let top = inks[0] else {
            return CellCanvas.Cell(glyph: inks.count { $0 != nil } > 4 ? "█" : "━", ink: most)
        }
        // Reverse video gives the lower part the color of the background.
        return CellCanvas.Cell(glyph: TerminalStyle.lowerBlocks[lower], ink: top, isReversed: true)
    }

    /// Returns the character for an area in one half of a cell.
    private func quadrant(_ lines: [Int], isLow: Bool) -> Character {
        let (isLeft, count) = (lines[0] > 0, max(lines[0], lines[1]))
        if count >= 6 { return isLeft ? "▌" : "▐" }
        guard count >= 3 else { return " " }
        return isLow ? (isLeft ? "▖" : "▗") : isLeft ? "▘" : "▝"
    }

    private func texture(of cover: Cover) -> Character {
        let place = if case .role(.series(let index)) = cover.ink { Palette.place(of: index, in: 8) } else { 0 }
        switch cover.shade {
        case .solid: return hasColors ? "█" : TerminalStyle.texture(at: place, isASCII: isASCII)
        case .light: return isASCII ? ":" : "░"
        case .hatch: return isASCII ? "/" : hasColors ? "▒" : "╱"
        }
    }

    // MARK: - Lines

    mutating func stroke(_ shape: Polylines, with stroke: Stroke) {
        guard stroke.width.isFinite, stroke.width > 0, let cover = cover(of: stroke.paint, at: shape.middle), cover.ink != .grid,
            cover.ink != .ground
        else { return }
        layer += 1
        let dashes: CellCanvas.Dashes = !stroke.dash.isEmpty ? .dashed : cover.shade == .solid ? .solid : .dotted
        var phase = 0
        for part in shape.parts {
            let points = part.isClosed ? part.points + part.points.prefix(1) : part.points
            let isStraight = points.count == 2
            for (from, to) in zip(points, points.dropFirst()) {
                if stroke.width * perPoint.y >= 4 {
                    fill(thick(from, to, stroke.width), with: stroke.paint)
                } else if isStraight, from.x == to.x || from.y == to.y {
                    level(from, to, cover.ink, isDashed: dashes != .solid)
                } else {
                    line(from, to, cover.ink, dashes, &phase)
                }
            }
        }
        for dot in shape.dots { point(dot, cover.ink, isSmall: shape.dots.count > canvas.columns) }
    }

    /// Returns the area of a line that is wider than half a cell.
    private func thick(_ from: Outline.Point, _ to: Outline.Point, _ breadth: Double) -> Polylines {
        let (dx, dy) = ((to.x - from.x) / perPoint.x, (to.y - from.y) / perPoint.y)
        let length = max(1e-9, (dx * dx + dy * dy).squareRoot())
        let (x, y) = (-dy / length * breadth / 2 * perPoint.x, dx / length * breadth / 2 * perPoint.y)
        return Polylines(
            Outline { outline in
                outline.move(to: from.x + x, from.y + y)
                outline.line(to: to.x + x, to.y + y)
                outline.line(to: to.x - x, to.y - y)
                outline.line(to: from.x - x, from.y - y)
                outline.close()
            })
    }

    private func isVisible(_ column: Int, _ row: Int) -> Bool {
        guard column >= 0, column < canvas.columns, row >= 0, row < canvas.rows else { return false }
        guard let clip else { return true }
        return clip[(row * 8 + 4) * width + column * 2] || clip[(row * 8 + 4) * width + column * 2 + 1]
    }

    /// Draws a straight line with line characters. Lines shorter than a cell, such as ticks, are left out.
    private mutating func level(_ from: Outline.Point, _ to: Outline.Point, _ ink: Ink, isDashed: Bool) {
        if from.y == to.y {
            let glyph: Character = isASCII ? (isDashed ? "-" : "=") : isDashed ? "╌" : "─"
            guard abs(to.x - from.x) >= 2 else { return }
            let row = Int((from.y / 8).clamped(to: -1...Double(canvas.rows)).rounded(.down))
            // The lower edge of the frame belongs to the last row.
            let shown = row == canvas.rows && from.y <= Double(height) ? row - 1 : row
            for column in TerminalPainter.places(from: min(from.x, to.x) / 2, to: max(from.x, to.x) / 2, of: canvas.columns)
            where isVisible(column, shown) {
                rule(glyph, ink, column, shown)
            }
        } else {
            let glyph: Character = isASCII ? (isDashed ? ":" : "|") : isDashed ? "┊" : "│"
            guard abs(to.y - from.y) >= 8 else { return }
            let column = Int((from.x / 2).clamped(to: -1...Double(canvas.columns)).rounded(.down))
            let shown = column == canvas.columns && from.x <= Double(width) ? column - 1 : column
            for row in TerminalPainter.places(from: min(from.y, to.y) / 8, to: max(from.y, to.y) / 8, of: canvas.rows)
            where isVisible(shown, row) {
                rule(glyph, ink, shown, row)
            }
        }
    }

    /// Draws a cell of a straight line. Other lines stay visible where they cross, and so do areas that have a texture instead of a color.
    private mutating func rule(_ glyph: Character, _ ink: Ink, _ column: Int, _ row: Int) {
        let crossing: Set<Character> = ["─", "│", "┼"]
        let behind = canvas[column, row]
        let isCrossing = crossing.contains(glyph) && crossing.contains(behind.glyph) && glyph != behind.glyph
        let ground = hasColors ? ground(column, row) : nil
        guard behind.dots == 0, ground != nil || isCrossing || hasColors || covers(in: column, row) < 8 else { return }
        canvas.set(isCrossing ? "┼" : glyph, ink, at: column, row)
        canvas[column, row].ground = ground
    }

    /// Returns the number of covered samples of a cell.
    private func covers(in column: Int, _ row: Int) -> Int { samples(column, row).joined().count { $0 != nil } }

    private mutating func line(
        _ from: Outline.Point, _ to: Outline.Point, _ ink: Ink, _ dashes: CellCanvas.Dashes, _ phase: inout Int
    ) {
        var painted: Set<Int> = []
        let (columns, isClipped) = (canvas.columns, clip != nil)
        var cells: [(Int, Int)] = []
        CellCanvas.dots(
            from: (from.x, from.y / 2), to: (to.x, to.y / 2), columns: columns, rows: canvas.rows, dashes: dashes, phase: &phase
        ) { x, y in cells.append((x, y)) }
        for (x, y) in cells where !isClipped || isVisible(x >> 1, y >> 2) {
            let ground = hasColors ? ground(x >> 1, y >> 2) : nil
            canvas.dot(x, y, ink, layer: layer, marker: nil, joins: true)
            if painted.insert((y >> 2) * columns + (x >> 1)).inserted { canvas[x >> 1, y >> 2].ground = ground }
        }
    }

    /// The color of the area behind a cell. Nil if it covers less than half of the cell.
    private func ground(_ column: Int, _ row: Int) -> Ink? {
        guard column < canvas.columns, row < canvas.rows else { return nil }
        let solid = samples(column, row).joined().compactMap { $0?.shade == .solid ? $0?.ink : nil }
        return solid.count >= 8 ? solid[solid.count / 2] : nil
    }

    private mutating func point(_ place: Outline.Point, _ ink: Ink, isSmall: Bool) {
        let (column, row) = (
            Int((place.x / 2).clamped(to: -1...1e6).rounded(.down)), Int((place.y / 8).clamped(to: -1...1e6).rounded(.down))
        )
        guard isVisible(column, row) else { return }
        let ground = hasColors ? ground(column, row) : nil
        canvas.set(isASCII ? (isSmall ? "*" : "O") : isSmall ? "•" : "●", ink, at: column, row)
        canvas[column, row].ground = ground
    }
}

extension Polylines {
    /// The middle between the first and the last position.
    var middle: Outline.Point {
        guard let first = parts.first?.points.first ?? dots.first, let last = parts.last?.points.last ?? dots.last else {
            return .init(0, 0)
        }
        return .init((first.x + last.x) / 2, (first.y + last.y) / 2)
    }
}
