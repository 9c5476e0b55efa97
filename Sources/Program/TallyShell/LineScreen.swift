/// The part of a terminal that the statement being edited occupies: turns layouts into the bytes that draw them.
///
/// Only relative movements are used, so what was printed above stays untouched and the terminal may scroll.
package struct LineScreen {
    /// The row of the cursor, counted from the first row drawn.
    private var cursorRow = 0
    private var drawnRows = 1

    package init() {}

    /// Returns what redraws the statement, with `footer` below it.
    ///
    /// A statement taller than the screen is shown around its cursor; the footer gets what space is left.
    package mutating func redraw(_ layout: LineLayout, footer: [String] = [], rows: Int) -> String {
        let shown = Self.window(of: layout, rows: rows)
        var text = up(cursorRow) + "\r"
        for row in layout.rows[shown].dropLast() {
            // A space and a return take the cursor over a soft wrap, which the terminal keeps when text is copied or reflowed.
            text += row.text + (row.isWrapped ? " \r" : "\u{1B}[K\r\n")
        }
        let last = layout.rows[shown.upperBound - 1]
        let footer = footer.prefix(max(0, rows - shown.count))
        text += last.text
        // Behind a full row, the last one of the screen, the cursor stands on its last cell, which erasing would take away.
        if !last.isWrapped { text += footer.map { "\u{1B}[K\r\n" + $0 }.joined() + "\u{1B}[J" }

        drawnRows = shown.count + footer.count
        cursorRow = layout.cursor.row - shown.lowerBound
        text += up(drawnRows - 1 - cursorRow) + "\r"
        if layout.cursor.column > 0 { text += "\u{1B}[\(layout.cursor.column)C" }
        return text
    }

    /// Returns what moves the cursor to the start of the line below the statement, drawn last without a footer.
    package func leave() -> String {
        let below = drawnRows - 1 - cursorRow
        return (below > 0 ? "\u{1B}[\(below)B" : "") + "\r\n"
    }

    /// Takes note that the terminal has laid out the rows anew, for its new width, as `layout` has them.
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
