import QueryPlan
import ResultRendering
import TerminalText

/// A line-by-line comparison of expected and actual rows, in the notation of `expect row`.
///
///     - 2025-01-01  6
///     + 2025-01-01  5
///       2025-01-02  7
struct RowDifference {
    enum Mark: String {
        case same = " "
        case expected = "-"
        case found = "+"
    }

    /// The mark for rows without an expectation.
    var unmentioned = Mark.same
    var isWanted = false

    /// The number of unmarked rows to show around marked rows.
    private static let context = 2
    private static let maximumLines = 60

    func lines(expected: [ExpectedRow], of rows: TableRows) -> [String] {
        var lines: [(mark: Mark, cells: [String])] = []
        let absent = expected.filter { $0.nearest == nil }
        var nextAbsent = 0
        func appendAbsent(before start: Int64?) {
            while nextAbsent < absent.count, let own = absent[nextAbsent].start, let start, own < start {
                lines.append((.expected, absent[nextAbsent].cells))
                nextAbsent += 1
            }
        }
        let byRow = Dictionary(grouping: expected.filter { $0.nearest != nil }) { $0.nearest ?? 0 }
        for row in 0..<rows.count {
            appendAbsent(before: rows.table.starts.isEmpty ? nil : rows.table.starts[row])
            let about = byRow[row] ?? []
            for wrong in about where !wrong.isFound { lines.append((.expected, wrong.cells)) }
            let isWrong = about.contains { !$0.isFound }
            lines.append((isWrong ? .found : about.isEmpty ? unmentioned : .same, rows.notation(row)))
        }
        lines += absent[nextAbsent...].map { (.expected, $0.cells) }
        return Self.shown(lines)
    }

    private static func shown(_ lines: [(mark: Mark, cells: [String])]) -> [String] {
        var isShown = [Bool](repeating: false, count: lines.count)
        for index in lines.indices where lines[index].mark != .same {
            for near in max(0, index - context)...min(lines.count - 1, index + context) { isShown[near] = true }
        }
        // If nothing is marked, for example because only the number of rows is wrong, shows the first rows.
        if !isShown.contains(true) { for index in lines.indices.prefix(maximumLines / 2) { isShown[index] = true } }
        let shown = lines.indices.filter { isShown[$0] }.prefix(maximumLines)
        let columns = shown.map { lines[$0].cells.count }.max() ?? 0
        let widths = (0..<columns).map { column in
            shown.map { lines[$0].cells.indices.contains(column) ? ScreenText.width(lines[$0].cells[column]) : 0 }.max() ?? 0
        }
        var text: [String] = []
        var next = 0
        func skip(to index: Int) {
            if index > next { text.append("  … \(index - next) more") }
            next = index
        }
        for index in shown {
            skip(to: index)
            let cells = lines[index].cells.enumerated().map { ScreenText.padded($1, to: widths[$0], on: $0 > 0 ? .end : .start) }
            text.append("\(lines[index].mark.rawValue) \(cells.joined(separator: "  "))")
            next = index + 1
        }
        skip(to: lines.count)
        return text
    }
}
