import TerminalText

/// Text on a terminal that later text replaces in place.
package struct RedrawnText {
    /// The widths of the drawn lines, in character cells.
    private var widths: [Int] = []

    package init() {}

    /// Returns the bytes that replace the text drawn before by `text`, whose lines all end in a newline.
    ///
    /// Uses relative cursor movements only. A text that is taller than the screen loses lines above its last one, because a terminal
    /// can't go back to lines that have left the screen.
    package mutating func replacing(with text: String, columns: Int, rows: Int) -> String {
        // A narrower terminal has wrapped the lines that it shows.
        let drawn = widths.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(columns, 1)) }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        let room = max(rows - 1, 2)
        if lines.count > room { lines = lines.prefix(room - 1) + lines.suffix(1) }
        widths = lines.map { ScreenText.width(Self.withoutStyles($0)) }
        // The screen may have become so low that the top of the drawn text has left it.
        let up = min(drawn, max(rows - 1, 0))
        return (up > 0 ? "\r\u{1B}[\(up)A\u{1B}[J" : "") + lines.map { $0 + "\n" }.joined()
    }

    /// Leaves the drawn text where it is, because something else was printed below it.
    package mutating func leave() { widths = [] }

    /// Returns a line without sequences such as `ESC [ 2 m`.
    private static func withoutStyles(_ line: String) -> String {
        var (plain, isSequence) = ("", false)
        for character in line {
            if character == "\u{1B}" {
                isSequence = true
            } else if isSequence {
                if character.isLetter { isSequence = false }
            } else {
                plain.append(character)
            }
        }
        return plain
    }
}
