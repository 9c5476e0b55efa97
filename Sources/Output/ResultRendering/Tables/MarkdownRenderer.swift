import QueryPlan

/// A Markdown pipe table, rounded for people.
struct MarkdownRenderer {
    func render(_ table: ResultTable, _ write: (String) throws -> Void) rethrows {
        let grid = TextGrid(table)
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        var text = ProgressText(table).map { escaped($0.paragraph) + "\n\n" } ?? ""
        text += line(grid.titles.map(escaped))
        text += line(grid.isRight.map { $0 ? "---:" : "---" })
        for row in 0..<table.rowCount {
            text += line(grid.cells(of: row).map(escaped))
            if text.utf8.count > RenderOptions.chunkBytes {
                try write(text)
                text = ""
            }
        }
        if let totals = grid.totals() { text += line(totals.map { $0.isEmpty ? "" : "**\(escaped($0))**" }) }
        try write(text)
    }

    private func escaped(_ cell: String) -> String {
        var result = ""
        for character in cell {
            switch character {
            case "|", "\\", "`", "*", "_", "<", "[": result += "\\" + String(character)
            default: result.append(character)
            }
        }
        return result
    }
}
