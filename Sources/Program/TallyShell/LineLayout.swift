package import LineHelp
import TerminalText

/// Lays out a statement in screen rows: prompts, wrapped lines, styles, and the position of the cursor.
package struct LineLayout {
    package struct Row {
        /// The text with style sequences, in the terminal's normal style at both ends
        package var text = ""
        /// True if the row is full and its line continues in the next row.
        package var isWrapped = false
    }

    /// The prompts of the first line and of the following lines.
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
    ///   - cursorOffset: the cursor position in `text`, in bytes.
    ///   - hint: text to show dimmed after the cursor, cut at the end of the row; only with color and if the cursor is at the end.
    ///   - spans: the highlighted parts in order, in bytes of `text`; ignored without color.
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

    /// Puts the first line of `hint` into the rest of the row. The last cell stays empty, so that the row does not wrap.
    private mutating func put(hint: String) {
        guard usesColor, let line = hint.split(separator: "\n", omittingEmptySubsequences: false).first else { return }
        let room = columns - column - 1
        guard room > 1 else { return }
        let isWhole = line.utf8.count == hint.utf8.count
        let shown = ScreenText.visible(isWhole ? hint : line + " …", in: .editor)
        for scalar in ScreenText.truncated(shown, to: room, in: .editor).unicodeScalars { put(scalar, style: .dim) }
    }

    /// Puts a prompt. Text between `^A` and `^B` goes to the terminal unchanged and has no width.
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
        // The cursor cannot be after the last column, so a full row starts the next one immediately.
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
    /// Colors that are readable on dark and light backgrounds.
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
