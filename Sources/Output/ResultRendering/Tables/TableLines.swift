import TerminalText

/// Formats cells as lines of text.
struct TableLines {
    let columns: TableColumns
    let isRight: [Bool]
    /// True if long texts continue on the next line. False if they are truncated.
    let wrapsTexts: Bool

    var rule: String { columns.widths.map { String(repeating: "─", count: $0) }.joined(separator: TableColumns.gap) + "\n" }

    /// Returns one line with the cells that are shown.
    func line(_ shown: [String]) -> String {
        var text = ""
        for (place, cell) in shown.enumerated() {
            if place > 0 { text += TableColumns.gap }
            let limit = columns.widths[place]
            let width = ScreenText.width(cell)
            guard width <= limit else {
                text += ScreenText.padded(
                    ScreenText.truncated(cell, to: limit), to: limit, on: isRight[columns.shown[place]] ? .end : .start)
                continue
            }
            let blanks = limit - width
            if isRight[columns.shown[place]] { append(blanks, to: &text) }
            text += cell
            // Spaces at the end of a line are left out.
            if !isRight[columns.shown[place]], place < shown.count - 1 { append(blanks, to: &text) }
        }
        while text.utf8.last == UInt8(ascii: " "), text.last == " " { text.removeLast() }
        return text + "\n"
    }

    private func append(_ blanks: Int, to text: inout String) {
        for _ in 0..<blanks { text += " " }
    }

    /// Returns the lines of a row. `cells` has a text for every column.
    func lines(_ cells: [String]) -> String {
        let shown = columns.shown.map { cells[$0] }
        guard wrapsTexts else { return line(shown) }
        let parts = zip(shown, columns.widths).map { ScreenText.wrapped($0, to: $1) }
        return (0..<(parts.map(\.count).max() ?? 0)).map { index in line(parts.map { $0.indices.contains(index) ? $0[index] : "" }) }
            .joined()
    }
}
