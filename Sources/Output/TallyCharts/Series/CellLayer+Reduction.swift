extension CellLayer {
    /// Returns the cells with one cell per row for each of `columns` equal parts of `domain`. Cells that start in the same part become one
    /// cell with the greatest value. It is partial if one of them is.
    ///
    /// If x has no more positions than columns, the cells are returned unchanged.
    public func reduced(to columns: Int, over domain: ClosedRange<Double>) -> CellLayer {
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

    /// The values at the ends of the color ramp, whether or not the chart shows the ramp.
    var shownDomain: ClosedRange<Double> {
        if let domain = domain?.usable { return domain }
        var span = Span()
        for cell in cells { if let value = cell.value { span.include(value) } }
        return span.range ?? 0...1
    }
}
