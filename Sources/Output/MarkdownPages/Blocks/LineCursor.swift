import TerminalText

/// A place in a line of Markdown. A tab moves to the next column that is a multiple of four.
struct LineCursor {
    let bytes: [UInt8]
    /// The end of the line, without the characters that end it.
    let end: Int
    private(set) var offset: Int
    private(set) var column = 0
    /// The columns of a tab at `offset` that are still to be read; 0 if nothing of it was read.
    private(set) var restOfTab = 0

    init(_ bytes: [UInt8], from start: Int, to end: Int) {
        self.bytes = bytes
        offset = start
        self.end = end
    }

    /// The byte at the place; nil at the end of the line.
    var byte: UInt8? { offset < end ? bytes[offset] : nil }
    var rest: ArraySlice<UInt8> { bytes[offset..<max(offset, end)] }
    var isAtSpace: Bool { byte == 0x20 || byte == 0x09 }

    /// The place of the next character that is not a space or a tab, and the columns before it.
    var indent: (columns: Int, offset: Int) {
        var (at, columns) = (offset, 0)
        if restOfTab > 0 { (at, columns) = (offset + 1, restOfTab) }
        while at < end {
            switch bytes[at] {
            case 0x20: columns += 1
            case 0x09: columns += 4 - (column + columns) % 4
            default: return (columns, at)
            }
            at += 1
        }
        return (columns, at)
    }

    var isBlank: Bool { indent.offset >= end }
    var isIndented: Bool { indent.columns >= 4 }

    /// The first character after spaces; nil on a blank line.
    var firstByte: UInt8? {
        let at = indent.offset
        return at < end ? bytes[at] : nil
    }

    mutating func skipSpaces() {
        let indent = indent
        column += indent.columns
        (offset, restOfTab) = (indent.offset, 0)
    }

    /// Moves over characters that are not tabs.
    mutating func skip(_ count: Int) { (offset, column) = (offset + count, column + count) }

    /// Moves over at most `columns` columns of spaces and tabs.
    mutating func skipColumns(_ columns: Int) {
        var left = columns
        while left > 0, isAtSpace {
            if byte == 0x20 {
                skip(1)
                left -= 1
                continue
            }
            let width = restOfTab > 0 ? restOfTab : 4 - column % 4
            let taken = min(width, left)
            column += taken
            left -= taken
            restOfTab = width - taken
            if restOfTab == 0 { offset += 1 }
        }
    }

    /// The text from the place to the end of the line. The rest of a tab is spaces.
    var text: String {
        guard restOfTab > 0 else { return String(decoding: rest, as: UTF8.self) }
        return ScreenText.padded("", to: restOfTab) + String(decoding: rest.dropFirst(), as: UTF8.self)
    }
}
