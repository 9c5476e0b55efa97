import QueryPlan

/// A Markdown pipe table with a title and rounded numbers.
struct MarkdownRenderer {
    func render(_ table: ResultTable, _ write: (ArraySlice<UInt8>) throws -> Void) rethrows {
        let grid = TextGrid(table)
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        var text = title(of: table)
        if let progress = ProgressText(table) { text += escaped(progress.paragraph) + "\n\n" }
        text += line(grid.titles.map(escaped))
        text += line(grid.isRight.map { $0 ? "---:" : "---" })
        for row in 0..<table.rowCount {
            text += line(grid.cells(of: row).map(escaped))
            if text.utf8.count > RenderOptions.chunkBytes {
                try write(text.piece)
                text = ""
            }
        }
        if let totals = grid.totals() { text += line(totals.map { $0.isEmpty ? "" : "**\(escaped($0))**" }) }
        try write(text.piece)
    }

    /// Returns the metrics in bold and the resolved settings as a paragraph. Empty for a list.
    private func title(of table: ResultTable) -> String {
        guard table.kind != .list else { return "" }
        let header = HeaderText(table)
        let metrics = header.metrics.isEmpty ? [] : ["**\(escaped(header.metrics.joined(separator: ", ")))**"]
        return (metrics + header.lines.map(escaped)).joined(separator: " · ") + "\n\n"
    }

    private func escaped(_ cell: String) -> String { MarkdownText.escaped(cell) }
}
