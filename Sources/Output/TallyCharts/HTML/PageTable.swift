import TerminalText

/// The numbers of a chart as text.
public struct PageTable: Sendable {
    /// Rows in the middle that the table leaves out.
    public struct Omission: Sendable {
        /// The number of rows before the gap.
        public var place: Int
        /// The number of rows that are left out.
        public var count: Int
        /// A sentence about how to get all rows.
        public var advice: String

        /// Creates the gap after the first `place` rows.
        public init(after place: Int, count: Int, advice: String) {
            self.place = place
            self.count = count
            self.advice = advice
        }
    }

    /// The names of the columns.
    public var titles: [String]
    /// For each column, true if it is right-aligned, as numbers are.
    public var alignsRight: [Bool]
    /// The cells from left to right. The first column names the rows.
    public var rows: [[String]]
    /// A last row that is separated from the others.
    public var totals: [String]?
    /// The rows that are left out. Nil if the table has all rows.
    public var omission: Omission?

    /// Creates a table. Each row has as many cells as there are titles.
    public init(titles: [String], alignsRight: [Bool], rows: [[String]], totals: [String]? = nil, omission: Omission? = nil) {
        self.titles = titles
        self.alignsRight = alignsRight
        self.rows = rows
        self.totals = totals
        self.omission = omission
    }
}

extension PageTable {
    /// Returns the `table` element. The first column has row headers.
    ///
    /// - Parameters:
    ///   - marksNumbers: gives right-aligned cells the class `num`, for pages with several tables.
    ///   - label: the name of the table for people who cannot see it.
    func markup(marksNumbers: Bool = false, label: String = "Values") -> String {
        var out = "<table>\n"
        if let caption = caption(always: !marksNumbers) { out += "<caption>\(MarkupText.escaped(caption))</caption>\n" }
        let classes = alignsRight.map { marksNumbers && $0 ? " class=\"num\"" : "" }
        out += "<thead>\n<tr>"
        for (title, name) in zip(titles, classes) { out += "<th scope=\"col\"\(name)>\(MarkupText.escaped(title))</th>" }
        out += "</tr>\n</thead>\n<tbody>\n"
        for (index, row) in rows.enumerated() {
            if let omission, omission.place == index { out += markup(of: omission) }
            out += Self.markup(of: row, classes)
        }
        out += "</tbody>\n"
        if let totals { out += "<tfoot>\n\(Self.markup(of: totals, classes))</tfoot>\n" }
        return MarkupText.scrolling("div", class: "scroll", label: label, "\n" + out + "</table>\n")
    }

    /// The number of rows; nil if no row is left out, unless `isNeeded`.
    private func caption(always isNeeded: Bool) -> String? {
        guard let omission else { return isNeeded ? "Values, \(rows.count) \(rows.count == 1 ? "row" : "rows")" : nil }
        let (shown, all) = (Wording.number(rows.count), Wording.number(rows.count + omission.count))
        return "Values, \(shown) of \(all) rows: the first and the last. \(omission.advice)"
    }

    private func markup(of omission: Omission) -> String {
        let text = "… \(Wording.number(omission.count)) rows left out …"
        return "<tr><td class=\"gap\" colspan=\"\(titles.count)\">\(text)</td></tr>\n"
    }

    private static func markup(of row: [String], _ classes: [String]) -> String {
        var out = "<tr>"
        for (index, cell) in row.enumerated() {
            let text = MarkupText.escaped(cell)
            let name = classes.indices.contains(index) ? classes[index] : ""
            out += index == 0 ? "<th scope=\"row\"\(name)>\(text)</th>" : "<td\(name)>\(text)</td>"
        }
        return out + "</tr>\n"
    }
}
