import QueryPlan
import TallyCharts

extension PageTable {
    /// A browser becomes slow with more rows.
    static let greatestRowCount = 1000

    /// Creates the table of a result. If it has very many rows, only the first and the last are included.
    init(_ table: ResultTable) {
        let grid = TextGrid(table)
        let count = table.rowCount
        let half = Self.greatestRowCount / 2
        let isCut = count > Self.greatestRowCount
        let rows = isCut ? Array(0..<half) + Array((count - half)..<count) : Array(0..<count)
        let advice = "Use the query `as csv to \"rows.csv\"` to get all rows."
        self.init(
            titles: grid.titles, alignsRight: grid.isRight, rows: rows.map(grid.cells), totals: grid.totals(),
            omission: isCut ? Omission(after: half, count: count - rows.count, advice: advice) : nil)
    }
}
