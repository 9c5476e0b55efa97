import TerminalText

/// The layout of a table's columns for a limited width: which are shown, how wide they are, and how their headings are broken into lines.
///
/// Numbers and times are never truncated. The steps are: break headings into more lines, leave out columns without new information,
/// truncate texts, then leave out columns by need and from the right. Columns that distinguish rows are never left out.
struct TableColumns {
    /// How a column may be narrowed.
    enum Kind {
        case time, number, text
    }

    /// How early a column is left out.
    enum Need: Comparable {
        /// The other columns contain the same information.
        case detail
        case some
        /// The end of a row. Its start is enough to distinguish it from other rows.
        case end
        /// The column distinguishes rows or is explicitly part of the query.
        case always
    }

    struct Column {
        var title: String
        var kind: Kind
        var need: Need
        /// The width of the widest cell.
        var cellWidth: Int
    }

    static let gap = "  "
    private static let mostTitleLines = 3
    /// Texts are not truncated below this width while a column can be left out.
    private static let narrowText = 8
    private static let narrowestText = 3

    /// The indexes of the columns that are shown.
    private(set) var shown: [Int]
    /// The width of each column that is shown.
    private(set) var widths: [Int] = []
    /// The lines of the headings. Each has a text for every column that is shown.
    private(set) var titles: [[String]] = []

    /// - Parameter limit: the available width in columns of text. Nil for no limit.
    init(_ columns: [Column], limit: Int?) {
        shown = Array(columns.indices)
        guard let limit else {
            lay(columns, titleLines: 1)
            return
        }
        while true {
            for lines in 1...Self.mostTitleLines {
                lay(columns, titleLines: lines)
                if width <= limit { return }
            }
            let least = shown.map { columns[$0].need }.min() ?? .always
            if least > .detail { cutTexts(columns, to: limit, narrowest: least == .always ? Self.narrowestText : Self.narrowText) }
            guard width > limit, least < .always else { return }
            let left = shown.last { columns[$0].need == least }
            shown.removeAll { $0 == left }
        }
    }

    var width: Int { widths.reduce(0, +) + Self.gap.count * max(widths.count - 1, 0) }

    private mutating func lay(_ columns: [Column], titleLines: Int) {
        let parts = shown.map { Self.lines(of: columns[$0].title, atMost: titleLines) }
        widths = zip(shown, parts).map { index, lines in max(columns[index].cellWidth, lines.map { ScreenText.width($0) }.max() ?? 0) }
        let count = parts.map(\.count).max() ?? 0
        titles = (0..<count).map { line in
            // Headings are aligned at the bottom.
            parts.map { lines in line < count - lines.count ? "" : lines[line - (count - lines.count)] }
        }
    }

    /// Narrows the widest columns of text until the table fits.
    private mutating func cutTexts(_ columns: [Column], to limit: Int, narrowest: Int) {
        while width > limit {
            let texts = widths.indices.filter { columns[shown[$0]].kind == .text && widths[$0] > narrowest }
            guard let widest = texts.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
        }
    }

    /// Returns a heading in at most `count` lines, as narrow as possible. Field names are broken after `_`.
    private static func lines(of title: String, atMost count: Int) -> [String] {
        guard count > 1 else { return [title] }
        let words = title.replacing("_", with: "_ ").split(separator: " ").map(String.init)
        guard let longest = words.map({ ScreenText.width($0) }).max() else { return [title] }
        for limit in longest..<max(ScreenText.width(title), longest + 1) {
            let lines = ScreenText.wrapped(words, to: limit)
            if lines.count <= count { return lines.map { $0.replacing("_ ", with: "_") } }
        }
        return [title]
    }
}
