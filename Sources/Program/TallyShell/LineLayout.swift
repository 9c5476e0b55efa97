package import Workbench

/// A statement as rows of a screen: prompts, wrapped lines, styles, and the cell of the cursor.
package struct LineLayout {
    package struct Row {
        /// Text and style sequences; the terminal's normal style at both ends
        package var text = ""
        /// The row is full and its line goes on in the next one.
        package var isWrapped = false
    }

    /// What stands before the first line and before every further one.
    package struct Prompts {
        package var first: String
        package var continuation: String

        package init(first: String, continuation: String) {
            self.first = first
            self.continuation = continuation
        }
    }

    package private(set) var rows = [Row()]
    package private(set) var cursor = (row: 0, column: 0)

    private let columns: Int
    private let usesColor: Bool
    private var column = 0
    private var style: String?

    /// - Parameters:
    ///   - cursorOffset: in bytes of `text`.
    ///   - hint: what is shown behind the cursor, dim, as far as its row has room; only with colour and a cursor at the end.
    ///   - spans: in order, in bytes of `text`; ignored without colour.
    package init(
        text: String, cursorOffset: Int, prompts: Prompts, hint: String = "", spans: [HighlightSpan] = [], columns: Int,
        usesColor: Bool = false
    ) {
        self.columns = max(columns, 2)
        self.usesColor = usesColor
        put(prompts.first, style: "1")
        var spans = spans[...]
        var offset = 0
        for scalar in text.unicodeScalars {
            if offset == cursorOffset { cursor = (rows.count - 1, column) }
            while let span = spans.first, span.range.upperBound <= offset { spans.removeFirst() }
            if scalar == "\n" {
                endRow(wrapped: false)
                put(prompts.continuation, style: "1")
            } else {
                put(scalar, style: spans.first.flatMap { $0.range.contains(offset) ? $0.style.sequence : nil })
            }
            offset += UTF8.width(scalar)
        }
        if offset <= cursorOffset {
            cursor = (rows.count - 1, column)
            put(hint: hint)
        }
        setStyle(nil)
    }

    /// Puts the first line of `hint` into what is left of the row; the last cell stays free, so that nothing wraps.
    private mutating func put(hint: String) {
        guard usesColor, let line = hint.split(separator: "\n", omittingEmptySubsequences: false).first else { return }
        let room = columns - column - 1
        guard room > 1 else { return }
        let isWhole = line.utf8.count == hint.utf8.count
        for scalar in TerminalText.fitted(isWhole ? hint : line + " …", width: room).unicodeScalars { put(scalar, style: "2") }
    }

    /// Puts a prompt; what stands between `^A` and `^B` goes to the terminal as it is, and takes no cells.
    private mutating func put(_ text: String, style: String) {
        var isRaw = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{1}", "\u{2}": isRaw = scalar == "\u{1}"
            case _ where isRaw: rows[rows.count - 1].text.unicodeScalars.append(scalar)
            default: put(scalar, style: style)
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar, style: String?) {
        let (shown, width) = TerminalText.cells(of: scalar)
        if column + width > columns { endRow(wrapped: true) }
        setStyle(style)
        rows[rows.count - 1].text += shown
        column += width
        // A cursor cannot rest behind the last column, so a full row begins the next one at once.
        if column == columns { endRow(wrapped: true) }
    }

    private mutating func endRow(wrapped: Bool) {
        setStyle(nil)
        if wrapped && column < columns { rows[rows.count - 1].text += String(repeating: " ", count: columns - column) }
        rows[rows.count - 1].isWrapped = wrapped
        rows.append(Row())
        column = 0
    }

    private mutating func setStyle(_ new: String?) {
        guard usesColor, new != style else { return }
        if style != nil { rows[rows.count - 1].text += "\u{1B}[0m" }
        if let new { rows[rows.count - 1].text += "\u{1B}[\(new)m" }
        style = new
    }
}

extension HighlightSpan.Style {
    /// The parameters of the escape sequence; colours that are legible on dark and on light ground.
    fileprivate var sequence: String {
        switch self {
        case .keyword: "1"
        case .metric: "36"
        case .number: "35"
        case .string: "32"
        case .comment: "2"
        case .error: "4;31"
        }
    }
}
