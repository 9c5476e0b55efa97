import QueryPlan
import TerminalText

extension TextGrid {
    /// Returns the width of each column's widest cell in these rows.
    ///
    /// Texts of numbers and times are as wide as they are long, so that most columns need no texts here.
    ///
    /// - Parameter check: called between many rows, because a large table takes a while.
    func cellWidths(of rows: [Range<Int>], check: () throws -> Void) rethrows -> [Int] {
        try sources.indices.map { column in
            try check()
            if let width = widthOfNumbers(column, rows) ?? widthOfTimes(column, rows) { return width }
            var width = 0
            for (index, row) in rows.joined().enumerated() {
                if index % Self.rowsBetweenChecks == 0 { try check() }
                width = max(width, ScreenText.width(cell(column, row)))
            }
            return width
        }
    }

    private static let rowsBetweenChecks = 4096

    /// Returns the width of a column of rounded numbers: that of the greatest or of the least one. Nil for other columns.
    private func widthOfNumbers(_ column: Int, _ rows: [Range<Int>]) -> Int? {
        guard case .value(let index) = sources[column], hasOnlyNumbers[index], !hasUnitPerRow, column != markedColumn else { return nil }
        let values = table.columns[index].values
        var hasNull = false
        var (least, greatest) = (Double.infinity, -Double.infinity)
        for row in rows.joined() {
            guard let value = values[row] else {
                hasNull = true
                continue
            }
            // Numbers without an order, and those that are printed with a power of ten.
            guard abs(value * scales[index]) < 1e6 else { return nil }
            least = min(least, value)
            greatest = max(greatest, value)
        }
        let ends = least <= greatest ? [least, greatest] : []
        let texts = ends.map { NumberText.rounded($0 * scales[index], decimals: decimals[index]) } + (hasNull ? [CellSign.null] : [])
        return texts.map { ScreenText.width($0) }.max() ?? 0
    }

    /// Returns the width of a column of times. Nil for other columns.
    private func widthOfTimes(_ column: Int, _ rows: [Range<Int>]) -> Int? {
        let instants: [Int64]
        switch sources[column] {
        case .start: instants = table.starts
        case .end: instants = table.ends
        case .partial, .key, .value: return nil
        }
        var width = 0
        // A day in which all times have the same width.
        var day: Range<Int64> = 0..<0
        var dayWidth = 0
        for row in rows.joined() {
            let time = instants[row]
            let length: Int
            if day.contains(time) {
                length = dayWidth
            } else {
                length = ScreenText.width(times.local(time, detail))
                if let even = times.evenDay(holding: time) { (day, dayWidth) = (even, length) }
            }
            width = max(width, column == markedColumn && isPartial(row) ? length + ScreenText.width(Self.mark) : length)
        }
        return width
    }
}
