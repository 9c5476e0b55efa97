/// The numbers of a chart as text.
public struct PageTable: Sendable {
    /// The names of the columns.
    public var titles: [String]
    /// For each column, true if it is right-aligned, as numbers are.
    public var alignsRight: [Bool]
    /// The cells from left to right. The first column names the rows.
    public var rows: [[String]]
    /// A last row that is separated from the others.
    public var totals: [String]?

    /// Creates a table. Each row has as many cells as there are titles.
    public init(titles: [String], alignsRight: [Bool], rows: [[String]], totals: [String]? = nil) {
        self.titles = titles
        self.alignsRight = alignsRight
        self.rows = rows
        self.totals = totals
    }
}

extension PageTable {
    /// The `table` element. The first column has row headers.
    var markup: String {
        var out = "<div class=\"scroll\">\n<table>\n"
        out += "<caption>Values, \(rows.count) \(rows.count == 1 ? "row" : "rows")</caption>\n<thead>\n<tr>"
        for title in titles { out += "<th scope=\"col\">\(MarkupText.escaped(title))</th>" }
        out += "</tr>\n</thead>\n<tbody>\n"
        for row in rows { out += Self.markup(of: row) }
        out += "</tbody>\n"
        if let totals { out += "<tfoot>\n\(Self.markup(of: totals))</tfoot>\n" }
        return out + "</table>\n</div>\n"
    }

    private static func markup(of row: [String]) -> String {
        var out = "<tr>"
        for (index, cell) in row.enumerated() {
            let text = MarkupText.escaped(cell)
            out += index == 0 ? "<th scope=\"row\">\(text)</th>" : "<td>\(text)</td>"
        }
        return out + "</tr>\n"
    }
}
