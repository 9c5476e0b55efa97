package import LineHelp
import TerminalText

/// Lists completion candidates in lines below the statement.
package struct CompletionListing {
    private let candidates: [CompletionSet.Candidate]
    private let width: Int
    private let rows: Int
    private let usesColor: Bool

    /// The minimum width of a detail, in cells.
    private static let leastDetail = 20
    private static let gap = 2

    /// Returns at most `rows` lines of fewer than `columns` cells. If candidates are omitted, the last line has their number.
    ///
    /// Candidates are in columns, read downwards, with details if all of them fit. Otherwise, details are dropped. If details are more
    /// important than names, they are kept, and the least likely candidates are omitted instead.
    package static func lines(_ set: CompletionSet, columns: Int, rows: Int, usesColor: Bool = false) -> [String] {
        guard rows > 0 else { return [] }
        let width = max(columns - 1, 1)
        guard !set.candidates.isEmpty else { return set.notes.prefix(rows).map { cell($0, width) } }
        let listing = CompletionListing(candidates: set.candidates, width: width, rows: rows, usesColor: usesColor)
        return listing.detailed ?? listing.names
    }

    /// The lines with details; nil if only names should be shown.
    private var detailed: [String]? {
        guard candidates.contains(where: { !$0.detail.isEmpty }) else { return nil }
        let isVital = 2 * candidates.count(where: \.isDetailVital) >= candidates.count
        let name = candidates.map { ScreenText.width($0.display, in: .editor) }.max() ?? 0
        let detail = candidates.map { ScreenText.width($0.detail, in: .editor) }.max() ?? 0
        let least = name + Self.gap + min(detail, isVital ? detail : Self.leastDetail)
        let most = max(1, (width + Self.gap) / (least + Self.gap))
        if let columns = (1...most).first(where: { $0 * rows >= candidates.count }) {
            return lines(candidates, columns: columns, name: name)
        }
        return isVital ? cut(to: most * (rows - 1)) { lines($0, columns: most, name: name) } : nil
    }

    private func lines(_ candidates: [CompletionSet.Candidate], columns: Int, name: Int) -> [String] {
        let rows = (candidates.count + columns - 1) / columns
        let cell = (width + Self.gap) / columns - Self.gap
        let detail = cell - name - Self.gap
        return (0..<rows).map { row in
            let cells = stride(from: row, to: candidates.count, by: rows).map { candidates[$0] }
            return cells.enumerated().map { index, candidate in
                guard detail > 0 else { return Self.cell(candidate.display, width) }
                let shown = Self.cell(candidate.detail, detail)
                let rest = index == cells.count - 1 ? 0 : detail + Self.gap - ScreenText.width(shown, in: .editor)
                return ScreenText.padded(candidate.display, to: name + Self.gap, in: .editor)
                    + ScreenText.styled(shown, .dim, usesColor: usesColor) + ScreenText.padded("", to: rest)
            }.joined()
        }
    }

    private func cut(to count: Int, _ lines: ([CompletionSet.Candidate]) -> [String]) -> [String] {
        lines(Array(candidates.prefix(count))) + ["… and \(candidates.count - count) more"]
    }

    /// The lines with only names.
    private var names: [String] {
        let names = candidates.map { Self.cell($0.display, width) }.map { (text: $0, width: ScreenText.width($0, in: .editor)) }
        for rows in 1...rows {
            if let lines = columns(names[...], rows: rows) { return lines }
        }
        let most = min(names.count - 1, (rows - 1) * (width + Self.gap))
        for count in stride(from: most, to: 0, by: -1) {
            guard let lines = columns(names.prefix(count), rows: rows - 1) else { continue }
            return lines + ["… and \(names.count - count) more"]
        }
        return []
    }

    /// Returns names in the narrowest possible columns; nil if the columns do not fit next to each other.
    private func columns(_ names: ArraySlice<(text: String, width: Int)>, rows: Int) -> [String]? {
        let columns = stride(from: 0, to: names.count, by: rows).map { names[$0..<min($0 + rows, names.count)] }
        let widths = columns.map { Self.gap + ($0.map(\.width).max() ?? 0) }
        guard widths.reduce(-Self.gap, +) <= width else { return nil }
        return (0..<min(rows, names.count)).map { row in
            let cells = zip(columns, widths).filter { row < $0.0.count }
            return cells.dropLast().map { ScreenText.padded($0.0[$0.0.startIndex + row].text, to: $0.1, in: .editor) }.joined()
                + (cells.last.map { $0.0[$0.0.startIndex + row].text } ?? "")
        }
    }

    /// Returns `text` for display below the edited statement, in at most `width` cells.
    private static func cell(_ text: String, _ width: Int) -> String {
        ScreenText.truncated(ScreenText.visible(text, in: .editor), to: width, in: .editor)
    }
}

extension CompletionSet {
    /// The common prefix of all candidates.
    package var commonPrefix: String {
        guard let first = candidates.first?.text else { return "" }
        return candidates.dropFirst().reduce(first) { prefix, candidate in
            String(zip(prefix, candidate.text).prefix { $0 == $1 }.map(\.0))
        }
    }
}
