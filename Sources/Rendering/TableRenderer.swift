import DisplayText
import Results

/// A table for people: the resolved header, the rows, a total where the rows add up.
package struct TableRenderer {
    /// Stands where a value is missing; a zero is printed as 0.
    package static let nullMark = "·"
    /// Stands behind the time of a bucket that is not whole.
    package static let partialMark = "~"

    let options: RenderOptions

    func render(_ table: ResultTable, _ write: (String) throws -> Void) rethrows {
        let grid = TextGrid(table)
        if table.kind != .list { try write(headerText(of: table)) }
        if let progress = ProgressText(table) {
            let lines = progress.sentences.map { wrapped($0.split(separator: " ").map(String.init), separator: " ", widthOfFiles: 80) }
            try write(styled(lines[0], .bold) + lines.dropFirst().joined() + "\n")
        }
        guard table.rowCount > 0 else {
            try write("no rows\n")
            return
        }
        let rows = shownRows(table.rowCount)
        let totals = grid.totals()
        var widths = grid.titles.map(VisibleText.width)
        func measure(_ cells: [String]) {
            for (index, cell) in cells.enumerated() { widths[index] = max(widths[index], VisibleText.width(cell)) }
        }
        rows.first.forEach { measure(grid.cells(of: $0)) }
        rows.last.forEach { measure(grid.cells(of: $0)) }
        totals.map(measure)
        fit(&widths)

        func line(_ cells: [String]) -> String {
            var text = ""
            for (index, cell) in cells.enumerated() {
                if index > 0 { text += "  " }
                let shown = VisibleText.truncated(cell, to: widths[index])
                text += VisibleText.padded(shown, to: widths[index], right: grid.isRight[index])
            }
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }
        var text = styled(line(grid.titles), .bold)
        text += widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ") + "\n"
        for row in rows.first {
            text += line(grid.cells(of: row))
            if text.utf8.count > ResultRenderer.chunkBytes {
                try write(text)
                text = ""
            }
        }
        if !rows.last.isEmpty {
            text += styled(
                "  … \(NumberText.rounded(Double(table.rowCount - rows.first.count - rows.last.count), decimals: 0)) more rows …\n", .dim)
            for row in rows.last { text += line(grid.cells(of: row)) }
        }
        if let totals {
            text += widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ") + "\n"
            text += styled(line(totals), .bold)
        }
        if table.partial.contains(true) { text += styled("\(Self.partialMark) not a whole bucket\n", .dim) }
        try write(text)
    }

    /// Metric, zone, range, anchor, merged sources and number of rows and of partial ones: nothing of what was resolved stays silent.
    func headerText(of table: ResultTable) -> String {
        let header = HeaderText(table)
        var text = ""
        if !header.metrics.isEmpty { text += styled(header.metrics.joined(separator: ", ") + "\n", .bold) }
        text += wrapped(header.resolved, separator: " · ")
        if !header.compared.isEmpty { text += wrapped(header.compared, separator: " ") }
        if let merged = header.merged { text += wrapped([merged], separator: "") }
        return text + "\n"
    }

    /// - Parameter widthOfFiles: where lines may be of any length.
    private func wrapped(_ parts: [String], separator: String, widthOfFiles: Int? = nil) -> String {
        guard let width = options.width ?? widthOfFiles else { return parts.joined(separator: separator) + "\n" }
        var lines: [String] = []
        for part in parts {
            let part = VisibleText.truncated(part, to: width)
            if let last = lines.last, VisibleText.width(last) + VisibleText.width(separator + part) <= width {
                lines[lines.count - 1] = last + separator + part
            } else {
                lines.append(part)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func shownRows(_ count: Int) -> (first: Range<Int>, last: Range<Int>) {
        guard let maximum = options.maximumRows, count > maximum, maximum >= 4 else { return (0..<count, 0..<0) }
        let last = maximum / 2
        return (0..<(maximum - last), (count - last)..<count)
    }

    /// Narrows the widest text columns until the table fits; numbers and times are never cut.
    private func fit(_ widths: inout [Int]) {
        guard let limit = options.width else { return }
        let narrowest = 8
        while widths.reduce(0, +) + 2 * (widths.count - 1) > limit {
            guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > max(narrowest, 19) else { return }
            widths[widest] -= 1
        }
    }

    private enum Style: String { case bold = "1", dim = "2" }

    private func styled(_ text: String, _ style: Style) -> String {
        guard options.usesColor else { return text }
        let body = text.hasSuffix("\n") ? String(text.dropLast()) : text
        return "\u{1B}[\(style.rawValue)m\(body)\u{1B}[0m" + (text.hasSuffix("\n") ? "\n" : "")
    }
}
