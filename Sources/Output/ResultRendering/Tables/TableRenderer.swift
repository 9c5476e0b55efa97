import QueryPlan
import TerminalText

/// A table for people: the resolved header, the rows, and a total if the rows add up.
struct TableRenderer {
    let options: RenderOptions

    func render(_ table: ResultTable, _ write: (ArraySlice<UInt8>) throws -> Void) rethrows {
        let grid = TextGrid(table)
        if table.kind != .list { try write(headerText(of: table).piece) }
        if let progress = ProgressText(table) {
            let sentences = progress.sentences.map {
                lines(of: $0.split(separator: " ").map(String.init), separator: " ", widthOfFiles: 80)
            }
            try write((styled(sentences[0], .bold) + sentences.dropFirst().joined() + "\n").piece)
        }
        guard table.rowCount > 0 else {
            try write("no rows\n".piece)
            return
        }
        let rows = shownRows(table.rowCount)
        let totals = grid.totals()
        // A large table takes a while, so let the caller check for cancellation.
        var cellWidths = try grid.cellWidths(of: [rows.first, rows.last]) { try write([]) }
        for (column, cell) in (totals ?? []).enumerated() { cellWidths[column] = max(cellWidths[column], ScreenText.width(cell)) }
        let all = grid.titles.indices.map {
            TableColumns.Column(title: grid.titles[$0], kind: grid.kinds[$0], need: grid.needs[$0], cellWidth: cellWidths[$0])
        }
        let columns = TableColumns(all, limit: options.width)
        let isTooWide = columns.shown.count < all.count || columns.width > options.width ?? Self.widestRow
        if table.kind == .statistics, table.rowCount == 1, isTooWide {
            return try write(record(grid).piece)
        }

        let layout = TableLines(columns: columns, isRight: grid.isRight, wrapsTexts: table.kind == .list)
        var writer = TableRowWriter(grid: grid, layout: layout)
        writer.text.append(columns.titles.map { styled(layout.line($0), .bold) }.joined() + layout.rule)
        for row in rows.first {
            writer.append(row)
            try writer.text.pass(to: write)
        }
        if !rows.last.isEmpty {
            let count = NumberText.rounded(Double(table.rowCount - rows.first.count - rows.last.count), decimals: 0)
            writer.text.append(styled("  … \(count) more rows …\n", .dim))
            for row in rows.last { writer.append(row) }
        }
        var text = ""
        if var totals, columns.shown.contains(where: { $0 > 0 && !totals[$0].isEmpty }) {
            if let first = columns.shown.first, totals[first].isEmpty { totals[first] = totals[0] }
            text += layout.rule + styled(layout.lines(totals), .bold)
        }
        for note in grid.notes {
            text += styled(ScreenText.wrapped(note, to: options.width ?? .max).joined(separator: "\n") + "\n", .dim)
        }
        let left = all.indices.filter { !columns.shown.contains($0) }
        if !left.isEmpty {
            let names = left.map { grid.titles[$0].split(separator: " (", maxSplits: 1)[0] }.joined(separator: ", ")
            let way = table.canEndInFormat && table.kind != .list ? "as csv" : "set format = csv"
            let told = "not shown: \(names); to see all, use `\(way)` or a wider window"
            text += styled(ScreenText.wrapped(told, to: options.width ?? .max).joined(separator: "\n") + "\n", .dim)
        }
        writer.text.append(text)
        try writer.text.pass(to: write, ifAtLeast: 0)
    }

    /// A single row that is wider is printed as a list, even if lines have no limit.
    private static let widestRow = 120

    /// Returns one row with a line for each column, for a row that is wider than the screen.
    private func record(_ grid: TextGrid) -> String {
        let width = grid.titles.map { ScreenText.width($0) }.max() ?? 0
        var text = ""
        for (title, cell) in zip(grid.titles, grid.cells(of: 0)) {
            text += styled(ScreenText.padded(title, to: width), .bold) + TableColumns.gap + cell + "\n"
        }
        return text
    }

    /// Returns the resolved settings: metric, range, zone, interval, anchor, the number of rows and partial rows, merged sources, and
    /// parts of the day.
    func headerText(of table: ResultTable) -> String {
        let header = HeaderText(table)
        var text = ""
        if !header.metrics.isEmpty { text += styled(lines(of: header.metrics, separator: ", "), .bold) }
        if let row = table.header.explainedRow { text += lines(of: [row], separator: " ") }
        text += lines(of: header.resolved, separator: " · ")
        if !header.compared.isEmpty { text += lines(of: header.compared, separator: " ") }
        if let merged = header.merged { text += lines(of: [merged], separator: " ") }
        if !header.dayParts.isEmpty { text += lines(of: header.dayParts, separator: " · ") }
        if !header.rules.isEmpty { text += lines(of: header.rules, separator: " · ") }
        return text + "\n"
    }

    /// Returns the parts in as many lines as they need.
    ///
    /// - Parameter widthOfFiles: the width if lines have no limit.
    private func lines(of parts: [String], separator: String, widthOfFiles: Int? = nil) -> String {
        ScreenText.wrapped(parts, separator: separator, to: options.width ?? widthOfFiles ?? .max).joined(separator: "\n") + "\n"
    }

    private func shownRows(_ count: Int) -> (first: Range<Int>, last: Range<Int>) {
        guard let maximum = options.maximumRows, count > maximum, maximum >= 4 else { return (0..<count, 0..<0) }
        let last = maximum / 2
        return (0..<(maximum - last), (count - last)..<count)
    }

    private func styled(_ text: String, _ style: TextStyle) -> String { ScreenText.styled(text, style, usesColor: options.usesColor) }
}
