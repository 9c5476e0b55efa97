/// The candidates of a completion as lines below the statement.
package enum CompletionListing {
    /// Returns at most `rows` lines of fewer than `columns` cells; the last one tells how many candidates are left out.
    ///
    /// With details, a few candidates take a line each; many stand in columns without them, read downwards.
    package static func lines(_ candidates: [CompletionSet.Candidate], columns: Int, rows: Int) -> [String] {
        let width = max(columns - 1, 1)
        guard rows > 0 else { return [] }
        let showsDetails = candidates.count <= rows && candidates.contains { !$0.detail.isEmpty }
        return showsDetails ? list(candidates, width: width) : grid(candidates, width: width, rows: rows)
    }

    private static func list(_ candidates: [CompletionSet.Candidate], width: Int) -> [String] {
        let name = candidates.map { TerminalText.width($0.display) }.max() ?? 0
        return candidates.map { TerminalText.fitted(padded($0.display, to: name + 2) + $0.detail, width: width) }
    }

    private static func grid(_ candidates: [CompletionSet.Candidate], width: Int, rows: Int) -> [String] {
        let names = candidates.map { TerminalText.fitted($0.display, width: width) }.map { (text: $0, width: TerminalText.width($0)) }
        for rows in 1...rows {
            if let lines = columns(names[...], rows: rows, width: width) { return lines }
        }
        let most = min(names.count - 1, (rows - 1) * (width + 2))
        for count in stride(from: most, to: 0, by: -1) {
            guard let lines = columns(names.prefix(count), rows: rows - 1, width: width) else { continue }
            return lines + ["… and \(names.count - count) more"]
        }
        return []
    }

    /// Returns names in columns as narrow as they allow, or `nil` where these do not fit beside each other.
    private static func columns(_ names: ArraySlice<(text: String, width: Int)>, rows: Int, width: Int) -> [String]? {
        let columns = stride(from: 0, to: names.count, by: rows).map { names[$0..<min($0 + rows, names.count)] }
        let widths = columns.map { 2 + ($0.map(\.width).max() ?? 0) }
        guard widths.reduce(-2, +) <= width else { return nil }
        return (0..<min(rows, names.count)).map { row in
            let cells = zip(columns, widths).filter { row < $0.0.count }
            return cells.dropLast().map { padded($0.0[$0.0.startIndex + row].text, to: $0.1) }.joined()
                + (cells.last.map { $0.0[$0.0.startIndex + row].text } ?? "")
        }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - TerminalText.width(text)))
    }
}

extension CompletionSet {
    /// What all candidates begin with.
    package var commonPrefix: String {
        guard let first = candidates.first?.text else { return "" }
        return candidates.dropFirst().reduce(first) { prefix, candidate in
            String(zip(prefix, candidate.text).prefix { $0 == $1 }.map(\.0))
        }
    }
}
