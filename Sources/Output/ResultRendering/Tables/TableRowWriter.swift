import QueryPlan
import TerminalText

/// Writes the rows of a table for people into a buffer. Times and numbers become bytes, without a text for each cell.
struct TableRowWriter {
    /// The lines so far.
    var text = TextBuffer()
    private let grid: TextGrid
    private let layout: TableLines
    private let columns: [Column]
    /// Shared by all columns of times, because most rows start where another one ends.
    private var times: LocalTimeWriter

    private enum Content {
        case times([Int64])
        case numbers([Double?], scale: Double, decimals: Int)
        /// Cells that are texts first.
        case texts
    }

    private struct Column {
        var index: Int
        var content: Content
        var width: Int
        var isRight: Bool
        var isMarked: Bool
    }

    init(grid: TextGrid, layout: TableLines) {
        self.grid = grid
        self.layout = layout
        times = LocalTimeWriter(grid.times, grid.detail)
        columns = zip(layout.columns.shown, layout.columns.widths).map { index, width in
            Column(
                index: index, content: Self.content(of: index, in: grid), width: width, isRight: grid.isRight[index],
                isMarked: index == grid.markedColumn)
        }
    }

    private static func content(of column: Int, in grid: TextGrid) -> Content {
        switch grid.sources[column] {
        case .start: .times(grid.table.starts)
        case .end: .times(grid.table.ends)
        case .value(let index) where grid.hasOnlyNumbers[index] && !grid.hasUnitPerRow && column != grid.markedColumn:
            .numbers(grid.table.columns[index].values, scale: grid.scales[index], decimals: grid.decimals[index])
        case .value, .partial, .key: .texts
        }
    }

    /// Appends the line of a row, or its lines in a table that wraps texts.
    ///
    /// A row with characters other than ASCII, or with a text that must be truncated, is laid out as texts.
    mutating func append(_ row: Int) {
        let start = text.count
        guard !layout.wrapsTexts, appendCells(of: row) else {
            text.cut(to: start)
            return text.append(layout.lines(grid.cells(of: row)))
        }
        // Spaces at the end of a line are left out.
        text.dropBlanks(downTo: start)
        text.append("\n")
    }

    private mutating func appendCells(of row: Int) -> Bool {
        for place in columns.indices {
            if place > 0 { text.append(blanks: TableColumns.gap.utf8.count) }
            guard appendCell(place, row) else { return false }
        }
        return true
    }

    @inline(__always)
    private mutating func appendCell(_ place: Int, _ row: Int) -> Bool {
        let width = columns[place].width
        switch columns[place].content {
        case .times(let instants):
            guard let length = times.append(instants[row], to: &text) else { return appendText(place, row) }
            guard columns[place].isMarked, grid.isPartial(row) else {
                text.append(blanks: width - length)
                return length <= width
            }
            text.append(Self.mark)
            text.append(blanks: width - length - Self.mark.length)
            return length + Self.mark.length <= width
        case .numbers(let values, let scale, let decimals):
            guard let value = values[row] else { return appendNull(place) }
            guard let digits = RoundedDigits(value * scale, decimals: decimals), digits.count <= width else {
                return appendText(place, row)
            }
            text.append(blanks: width - digits.count)
            digits.append(to: &text)
            return true
        case .texts: return appendText(place, row)
        }
    }

    private mutating func appendNull(_ place: Int) -> Bool {
        appendCell(place, width: 1) { text in
            text.append(Self.null)
            return true
        }
    }

    private mutating func appendText(_ place: Int, _ row: Int) -> Bool {
        let cell = grid.cell(columns[place].index, row)
        // Texts that are equal for Swift can have other bytes.
        if cell.utf8.count == Self.null.length, cell.utf8.elementsEqual(CellSign.null.utf8) { return appendNull(place) }
        return appendCell(place, width: cell.utf8.count) { $0.append(plain: cell) }
    }

    /// Appends a cell of `width` with the blanks on its other side. Returns false if it is too wide.
    private mutating func appendCell(_ place: Int, width: Int, _ append: (inout TextBuffer) -> Bool) -> Bool {
        let blanks = columns[place].width - width
        guard blanks >= 0 else { return false }
        if columns[place].isRight { text.append(blanks: blanks) }
        guard append(&text) else { return false }
        if !columns[place].isRight { text.append(blanks: blanks) }
        return true
    }

    private static let mark = PackedText(TextGrid.mark)
    private static let null = PackedText(CellSign.null)
}
