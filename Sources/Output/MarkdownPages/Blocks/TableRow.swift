/// The rows of tables, whose cells are separated by `|`.
enum TableRow {
    /// Returns the cells of a row, without the spaces around them. A bar after a backslash belongs to a cell.
    static func cells(in line: String) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in line.trimmed {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                if character == "|" { cells[cells.count - 1].removeLast() }
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        // Bars at both ends are optional.
        if cells.count > 1, cells.first?.trimmed.isEmpty ?? false { cells.removeFirst() }
        if cells.count > 1, cells.last?.trimmed.isEmpty ?? false { cells.removeLast() }
        return cells.map(\.trimmed)
    }

    /// Returns the alignments of the columns in the line below a header; nil if it is another line.
    static func alignments(in line: String) -> [CellAlignment]? {
        guard line.contains("|"), line.contains("-"), line.utf8.allSatisfy({ "|-: \t".utf8.contains($0) }) else { return nil }
        var alignments: [CellAlignment] = []
        for cell in cells(in: line) {
            let dashes = cell.filter { $0 == "-" }.count
            let (isLeft, isRight) = (cell.hasPrefix(":"), cell.hasSuffix(":"))
            guard dashes > 0, cell.count == dashes + (isLeft ? 1 : 0) + (isRight ? 1 : 0) else { return nil }
            alignments.append(isLeft ? (isRight ? .center : .left) : isRight ? .right : .none)
        }
        return alignments
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }
}
