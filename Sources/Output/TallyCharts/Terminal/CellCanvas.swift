import TerminalText

/// A grid of terminal cells for drawing. It converts the cells to lines of text.
struct CellCanvas {
    struct Cell: Hashable {
        var glyph: Character = " "
        /// The dots of a braille character, two wide and four high. Zero if the cell has a glyph.
        var dots: UInt8 = 0
        var ink = Ink.text
        var ground: Ink?
        var isReversed = false
        var isBold = false
        /// True for the right half of a wide character.
        var isContinuation = false
        /// The mark that drew the dots.
        var layer = 0
        /// The ASCII character that replaces the dots. Nil chooses one by their shape.
        var marker: Character?

        var isBlank: Bool { glyph == " " && dots == 0 && ground == nil && !isContinuation }
    }

    let columns: Int
    let rows: Int
    let isASCII: Bool
    private var cells: [Cell]

    init(columns: Int, rows: Int, isASCII: Bool) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        self.isASCII = isASCII
        cells = Array(repeating: Cell(), count: self.columns * self.rows)
    }

    /// The cell at a position. Positions outside the grid read as blank and ignore writes.
    subscript(column: Int, row: Int) -> Cell {
        get { contains(column, row) ? cells[row * columns + column] : Cell() }
        set {
            guard contains(column, row) else { return }
            cells[row * columns + column] = newValue
        }
    }

    private func contains(_ column: Int, _ row: Int) -> Bool { column >= 0 && column < columns && row >= 0 && row < rows }

    mutating func set(_ glyph: Character, _ ink: Ink, at column: Int, _ row: Int) {
        self[column, row] = Cell(glyph: glyph, ink: ink)
    }

    /// Writes `text` from a cell on, in at most `limit` cells. Control characters are made visible.
    mutating func write(_ text: String, _ ink: Ink, isBold: Bool = false, at column: Int, _ row: Int, limit: Int = .max) {
        var next = column
        for character in ScreenText.visible(text) {
            let width = ScreenText.width(String(character))
            guard width > 0 else { continue }
            guard next + width <= columns, next + width - column <= limit else { return }
            self[next, row] = Cell(glyph: isASCII ? Self.ascii[character] ?? character : character, ink: ink, isBold: isBold)
            for offset in 1..<max(2, width) where offset < width { self[next + offset, row] = Cell(isContinuation: true) }
            next += width
        }
    }

    /// ASCII replacements for the signs in Tally's own texts.
    private static let ascii: [Character: Character] = [
        "…": "~", "–": "-", "—": "-", "−": "-", "·": ".", "×": "x", "“": "\"", "”": "\"", "’": "'", "‘": "'", "\u{A0}": " ",
        "\u{202F}": " ",
        "╱": "/", "█": "#", "▒": "%", "░": ".", "▲": "^", "▶": ">", "●": "O", "→": ">", "≥": ">", "≤": "<", "Ø": "O",
    ]

    /// Sets a dot at `x` and `y`, counted in dots. Dots of lines share a cell, which takes the color of the last one. Dots of other layers
    /// and glyphs are replaced.
    mutating func dot(_ x: Int, _ y: Int, _ ink: Ink, layer: Int, marker: Character?, joins: Bool) {
        let (column, row) = (x >> 1, y >> 2)
        guard contains(column, row) else { return }
        let bit: UInt8 = Self.bits[(y & 3) * 2 + (x & 1)]
        let index = row * columns + column
        let isSame = cells[index].layer == layer || (joins && cells[index].layer > 0)
        if cells[index].dots == 0 || !isSame { cells[index] = Cell() }
        cells[index].dots |= bit
        cells[index].ink = ink
        // Layers of lines are positive and layers of areas are negative. Only lines share cells.
        cells[index].layer = layer
        cells[index].marker = marker
    }

    /// The pattern of a line's dots. It repeats after `period` dots, and the first `drawn` are visible.
    struct Dashes: Equatable {
        var drawn: Int
        var period: Int

        static let solid = Dashes(drawn: 1, period: 1)
        static let dashed = Dashes(drawn: 4, period: 7)
        static let dotted = Dashes(drawn: 1, period: 2)
        static let sparse = Dashes(drawn: 1, period: 4)
    }

    /// Calls `body` with the dots of a line between two positions, inside an area of `columns` by `rows` cells.
    ///
    /// - Parameter phase: the number of dots of the line before.
    static func dots(
        from: (x: Double, y: Double), to: (x: Double, y: Double), columns: Int, rows: Int, dashes: Dashes, phase: inout Int,
        _ body: (_ x: Int, _ y: Int) -> Void
    ) {
        guard let (start, end) = Clip.segment(from, to, width: Double(columns * 2 - 1), height: Double(rows * 4 - 1)) else { return }
        let steps = max(abs(end.x - start.x), abs(end.y - start.y)).rounded()
        for step in 0...Int(steps) {
            // The first dot of a segment is the last dot of the previous one.
            if step > 0 || phase == 0 { phase += 1 }
            guard (phase - 1) % dashes.period < dashes.drawn else { continue }
            let share = steps == 0 ? 0 : Double(step) / steps
            body(Int((start.x + (end.x - start.x) * share).rounded()), Int((start.y + (end.y - start.y) * share).rounded()))
        }
    }

    /// The bits of a braille character by rows. Unicode numbers the upper six dots by columns and the lowest two last.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// Returns the rows as lines without trailing blanks, each with a line feed.
    func text(_ palette: TerminalPalette) -> String {
        var text = ""
        for row in 0..<rows {
            let line = cells[row * columns..<(row + 1) * columns]
            let end = line.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? line.startIndex
            var style = ""
            var hasGround = false
            for cell in line[line.startIndex..<end] where !cell.isContinuation {
                // A blank cell has no visible color, so it keeps the previous style unless that has a background color.
                if !cell.isBlank || hasGround, case let wanted = codes(of: cell, palette), wanted != style {
                    text += wanted.isEmpty ? TextStyle.end : TextStyle(style.isEmpty ? wanted : "0;\(wanted)").beginning
                    style = wanted
                    hasGround = cell.ground != nil || cell.isReversed
                }
                text.append(character(of: cell))
            }
            if !style.isEmpty { text += TextStyle.end }
            text += "\n"
        }
        return text
    }

    private func codes(of cell: Cell, _ palette: TerminalPalette) -> String {
        guard palette.depth != .none, !cell.isBlank else { return "" }
        var codes: [String] = []
        if cell.isBold { codes.append("1") }
        if cell.isReversed { codes.append("7") }
        codes.append(palette.parameters(of: cell.ink, isGround: false))
        if let ground = cell.ground { codes.append(palette.parameters(of: ground, isGround: true)) }
        return codes.filter { !$0.isEmpty }.joined(separator: ";")
    }

    private func character(of cell: Cell) -> Character {
        guard cell.dots != 0 else { return cell.glyph }
        if isASCII { return cell.marker ?? Self.course(of: cell.dots) }
        return Unicode.Scalar(0x2800 + UInt32(cell.dots)).map(Character.init) ?? "?"
    }

    /// Returns the ASCII character that is most similar to a line through `dots`.
    private static func course(of dots: UInt8) -> Character {
        func rows(_ side: Int) -> [Int] { (0..<4).filter { dots & bits[$0 * 2 + side] != 0 } }
        let (left, right) = (rows(0), rows(1))
        let all = left + right
        let middle = { (rows: [Int]) in Double(rows.reduce(0, +)) / Double(max(1, rows.count)) }
        if !left.isEmpty, !right.isEmpty, abs(middle(left) - middle(right)) >= 1.5 { return middle(left) < middle(right) ? "\\" : "/" }
        if (all.max() ?? 0) - (all.min() ?? 0) >= 3 { return "|" }
        return middle(all) < 1 ? "'" : middle(all) <= 2 ? "-" : "_"
    }
}
