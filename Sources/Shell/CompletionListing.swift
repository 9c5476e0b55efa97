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
        let cell = 2 + (candidates.map { TerminalText.width($0.display) }.max() ?? 0)
        let across = max(1, (width + 2) / cell)
        let fits = candidates.count <= across * rows
        let shown = candidates.prefix(fits ? candidates.count : across * (rows - 1))
        let down = (shown.count + across - 1) / across
        let lines = (0..<down).map { row in
            let line = stride(from: row, to: shown.count, by: down).map { padded(shown[$0].display, to: cell) }.joined()
            return TerminalText.fitted(String(line.reversed().drop { $0 == " " }.reversed()), width: width)
        }
        return fits ? lines : lines + [TerminalText.fitted("… and \(candidates.count - shown.count) more", width: width)]
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
