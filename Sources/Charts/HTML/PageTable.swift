/// The numbers behind a chart, as text.
public struct PageTable: Sendable {
    public var titles: [String]
    /// Per column; numbers are aligned right.
    public var alignsRight: [Bool]
    public var rows: [[String]]
    /// A last row that is set off from the rest.
    public var totals: [String]?

    public init(titles: [String], alignsRight: [Bool], rows: [[String]], totals: [String]? = nil) {
        self.titles = titles
        self.alignsRight = alignsRight
        self.rows = rows
        self.totals = totals
    }
}
