extension CellMark {
    /// Returns the cells with those of a row that begin in the same of `columns` equal parts of `domain` made one, which has the greatest of
    /// their values; it is partial if one of them is.
    ///
    /// Where there are no more places along x than columns, cells come back as they are.
    public func reduced(to columns: Int, over domain: ClosedRange<Double>) -> CellMark {
        guard cells.count > columns, Set(cells.lazy.map(\.start)).count > columns else { return self }
        struct Place: Hashable {
            var row: Int
            var column: Int
        }
        let reduction = ColumnReduction(columns: columns, over: domain)
        var indices: [Place: Int] = [:]
        var result = self
        result.cells = []
        for cell in cells {
            let place = Place(row: cell.row, column: reduction.column(of: cell.start))
            guard let index = indices[place] else {
                indices[place] = result.cells.count
                result.cells.append(cell)
                continue
            }
            let known = result.cells[index]
            result.cells[index] = Cell(
                from: min(known.start, cell.start), to: max(known.end, cell.end), row: cell.row,
                value: [known.value, cell.value].compactMap { $0 }.max(),
                completeness: known.completeness.rawValue > cell.completeness.rawValue ? known.completeness : cell.completeness)
        }
        return result
    }
}
