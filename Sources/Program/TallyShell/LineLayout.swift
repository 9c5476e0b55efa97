import TerminalText
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
    private var style: TextStyle?

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
        put(prompts.first, style: .bold)
        var spans = spans[...]
        var offset = 0
        for scalar in text.unicodeScalars {
            if offset == cursorOffset { cursor = (rows.count - 1, column) }
            while let span = spans.first, span.range.upperBound <= offset { spans.removeFirst() }
            if scalar == "\n" {
                endRow(wrapped: false)
                put(prompts.continuation, style: .bold)
            } else {
                put(scalar, style: spans.first.flatMap { $0.range.contains(offset) ? $0.style.textStyle : nil })
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
        let shown = ScreenText.visible(isWhole ? hint : line + " …", in: .editor)
        for scalar in ScreenText.truncated(shown, to: room, in: .editor).unicodeScalars { put(scalar, style: .dim) }
    }

    /// Puts a prompt; what stands between `^A` and `^B` goes to the terminal as it is, and takes no cells.
    private mutating func put(_ text: String, style: TextStyle) {
        var isRaw = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{1}", "\u{2}": isRaw = scalar == "\u{1}"
            case _ where isRaw: rows[rows.count - 1].text.unicodeScalars.append(scalar)
            default: put(scalar, style: style)
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar, style: TextStyle?) {
        let shown = ScreenText.visible(String(scalar), in: .editor)
        let width = ScreenText.width(shown, in: .editor)
        if column + width > columns { endRow(wrapped: true) }
        setStyle(style)
        rows[rows.count - 1].text += shown
        column += width
        // A cursor cannot rest behind the last column, so a full row begins the next one at once.
        if column == columns { endRow(wrapped: true) }
    }

    private mutating func endRow(wrapped: Bool) {
        setStyle(nil)
        if wrapped && column < columns { rows[rows.count - 1].text += ScreenText.padded("", to: columns - column) }
        rows[rows.count - 1].isWrapped = wrapped
        rows.append(Row())
        column = 0
    }

    private mutating func setStyle(_ new: TextStyle?) {
        guard usesColor, new != style else { return }
        if style != nil { rows[rows.count - 1].text += TextStyle.end }
        if let new { rows[rows.count - 1].text += new.beginning }
        style = new
    }
}

extension HighlightSpan.Style {
    /// Colours that are legible on dark and on light ground.
    fileprivate var textStyle: TextStyle {
        switch self {
        case .keyword: .bold
        case .metric: TextStyle("36")
        case .number: TextStyle("35")
        case .string: TextStyle("32")
        case .comment: .dim
        case .error: TextStyle("4;31")
        }
    }
}
