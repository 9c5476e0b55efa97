/// The part of the terminal with the edited statement. Turns layouts into the bytes that draw them.
///
/// Only uses relative cursor movements, so the text above stays unchanged and the terminal can scroll.
package struct LineScreen {
    /// The row of the cursor, counted from the first drawn row.
    private var cursorRow = 0
    private var drawnRows = 1

    package init() {}

    /// Returns the bytes that redraw the statement, with `footer` below it.
    ///
    /// If the statement is taller than the screen, only the part around the cursor is shown. The footer uses the remaining rows.
    package mutating func redraw(_ layout: LineLayout, footer: [String] = [], rows: Int) -> String {
        let shown = Self.window(of: layout, rows: rows)
        var text = up(cursorRow) + "\r"
        for row in layout.rows[shown].dropLast() {
            // A space and a carriage return make a soft wrap, which the terminal keeps when text is copied or reflowed.
            text += row.text + (row.isWrapped ? " \r" : "\u{1B}[K\r\n")
        }
        let last = layout.rows[shown.upperBound - 1]
        let footer = footer.prefix(max(0, rows - shown.count))
        text += last.text
        // After a full last row of the screen, the cursor is on its last cell, and erasing would delete that cell.
        if !last.isWrapped { text += footer.map { "\u{1B}[K\r\n" + $0 }.joined() + "\u{1B}[J" }

        drawnRows = shown.count + footer.count
        cursorRow = layout.cursor.row - shown.lowerBound
        text += up(drawnRows - 1 - cursorRow) + "\r"
        if layout.cursor.column > 0 { text += "\u{1B}[\(layout.cursor.column)C" }
        return text
    }

    /// Returns the bytes that move the cursor to the line below the statement, which must be drawn without a footer.
    package func leave() -> String {
        let below = drawnRows - 1 - cursorRow
        return (below > 0 ? "\u{1B}[\(below)B" : "") + "\r\n"
    }

    /// Returns the bytes that erase the statement and what is below it, and leave the cursor where the statement began.
    package func erase() -> String { up(cursorRow) + "\r\u{1B}[J" }

    /// Updates the cursor row after the terminal has rewrapped the rows for a new width, as in `layout`.
    package mutating func resize(to layout: LineLayout, rows: Int) {
        cursorRow = layout.cursor.row - Self.window(of: layout, rows: rows).lowerBound
    }

    private static func window(of layout: LineLayout, rows: Int) -> Range<Int> {
        let rows = max(rows, 1)
        let start = min(max(0, layout.cursor.row - (rows - 1)), max(0, layout.rows.count - rows))
        return start..<min(layout.rows.count, start + rows)
    }

    private func up(_ rows: Int) -> String {
        rows > 0 ? "\u{1B}[\(rows)A" : ""
    }
}
