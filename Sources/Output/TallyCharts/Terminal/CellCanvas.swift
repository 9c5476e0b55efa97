import TerminalText

/// A grid of terminal cells that marks are drawn into, and its lines as text.
struct CellCanvas {
    struct Cell: Hashable {
        var glyph: Character = " "
        /// Dots of a braille character, two wide and four high; none where the glyph stands.
        var dots: UInt8 = 0
        var ink = Ink.text
        var ground: Ink?
        var isReversed = false
        var isBold = false
        /// The right half of the wide character before it.
        var isContinuation = false
        /// The mark whose dots these are.
        var layer = 0
        /// What stands for dots in ASCII; nil draws their course.
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

    /// A cell inside; outside of the grid it reads as blank, and writes are lost.
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

    /// Writes `text` from a cell on, controls made visible, as far as `limit` cells reach.
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

    /// Signs of our own texts that have a likeness in ASCII.
    private static let ascii: [Character: Character] = [
        "…": "~", "–": "-", "—": "-", "−": "-", "·": ".", "×": "x", "“": "\"", "”": "\"", "’": "'", "‘": "'", "\u{A0}": " ",
        "\u{202F}": " ",
        "╱": "/", "█": "#", "▒": "%", "░": ".", "▲": "^", "▶": ">", "●": "O", "→": ">", "≥": ">", "≤": "<", "Ø": "O",
    ]

    /// Sets a dot, `x` and `y` counted in dots. Dots of lines share a cell, which takes the later ink; dots of another layer that is no line
    /// give way, as does a glyph.
    mutating func dot(_ x: Int, _ y: Int, _ ink: Ink, layer: Int, marker: Character?, joins: Bool) {
        let (column, row) = (x >> 1, y >> 2)
        guard contains(column, row) else { return }
        let bit: UInt8 = Self.bits[(y & 3) * 2 + (x & 1)]
        let index = row * columns + column
        let isSame = cells[index].layer == layer || (joins && cells[index].layer > 0)
        if cells[index].dots == 0 || !isSame { cells[index] = Cell() }
        cells[index].dots |= bit
        cells[index].ink = ink
        // Layers of lines are positive, those of areas negative: only lines join.
        cells[index].layer = layer
        cells[index].marker = marker
    }

    /// Dots of a braille character in rows: Unicode numbers the upper six by columns and the lowest two last.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// Returns the rows as lines, each ended by a line feed, without blanks at their ends.
    func text(_ palette: TerminalPalette) -> String {
        var text = ""
        for row in 0..<rows {
            let line = cells[row * columns..<(row + 1) * columns]
            let end = line.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? line.startIndex
            var style = ""
            var hasGround = false
            for cell in line[line.startIndex..<end] where !cell.isContinuation {
                // A blank shows no ink, so it keeps the style before it unless that colours the ground.
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

    /// The ASCII character that looks most like a line through `dots`.
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
