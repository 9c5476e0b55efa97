import TerminalText

/// How wide the columns of a table are, which of them are shown, and how their headings are broken: as much as fits into the width there is.
///
/// Numbers and times are never cut. First headings take more lines, then columns go that tell nothing, then texts are cut, then columns are
/// left out by need and from the right; never what tells rows apart.
struct TableColumns {
    /// What may be done to a column where there is little room.
    enum Kind {
        case time, number, text
    }

    /// How soon a column is left out.
    enum Need: Comparable {
        /// It says nothing that the others do not say.
        case detail
        case some
        /// The end of a row, whose start tells it from others.
        case end
        /// What rows are told apart by, and what was asked for.
        case always
    }

    struct Column {
        var title: String
        var kind: Kind
        var need: Need
        /// The widest of its cells.
        var cellWidth: Int
    }

    static let gap = "  "
    private static let mostTitleLines = 3
    /// Texts are not cut to less while a column can go.
    private static let narrowText = 8
    private static let narrowestText = 3

    /// The indexes of the columns that are shown.
    private(set) var shown: [Int]
    /// The width of each column that is shown.
    private(set) var widths: [Int] = []
    /// Lines of headings, each with a text for every column that is shown.
    private(set) var titles: [[String]] = []

    /// - Parameter limit: the columns of text that there are, nil for any number.
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
            // Headings stand on the rule below them.
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

    /// Returns a heading in at most `count` lines, as narrow as it can be; names of fields are broken behind their `_`.
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
