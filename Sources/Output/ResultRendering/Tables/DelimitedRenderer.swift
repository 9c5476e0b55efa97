import TerminalText
import QueryPlan

/// CSV by RFC 4180, and TSV. The first line is a header. Numbers are exact and nulls are empty.
///
/// A text that a spreadsheet would read as a formula gets an apostrophe in front. So does a formula that already has apostrophes in front.
struct DelimitedRenderer {
    enum Style { case csv, tsv }

    let style: Style
    let isTerminal: Bool

    func render(_ table: ResultTable, _ write: (String) throws -> Void) rethrows {
        let times = TimeText(table.header)
        let clocks = ClockText(table)
        let separator = style == .csv ? "," : "\t"
        let fields = table.fields
        try write(Self.fields(of: table).map(cell).joined(separator: separator) + "\n")
        let appleValues = table.selection == nil ? table.appleValues : nil
        var text = ""
        // Most rows start where the row before ends.
        var end: (time: Int64, text: String)?
        for row in 0..<table.rowCount {
            var cells = fields.map { field -> String in
                switch field.source {
                case .start:
                    let start = table.starts[row]
                    return end?.time == start ? end?.text ?? "" : times.exact(start) ?? ""
                case .end:
                    let next = (time: table.ends[row], text: times.exact(table.ends[row]) ?? "")
                    end = next
                    return next.text
                case .partial: return table.partial[row] ? "true" : "false"
                case .key(let index): return Self.text(table.keys[index].values[row]).map(cell) ?? ""
                case .value(let index):
                    let column = table.columns[index]
                    if let answer = column.answer(row) { return String(answer) }
                    if let texts = column.texts, let text = texts[row] { return cell(text) }
                    return clocks.exact(column, row: row) ?? column.values[row].map(NumberText.exact) ?? ""
                case .part: preconditionFailure("the stage `select` makes a key of a part of the time")
                }
            }
            if let appleValues { cells.append(appleValues[row].map(cell) ?? "") }
            text += cells.joined(separator: separator) + "\n"
            if text.utf8.count > RenderOptions.chunkBytes {
                try write(text)
                text = ""
            }
        }
        try write(text)
    }

    /// Returns the names of a row's fields, in order.
    static func fields(of table: ResultTable) -> [String] {
        table.fields.map(\.name) + (table.selection == nil && table.appleValues != nil ? [ResultTable.appleValue] : [])
    }

    static func text(_ value: KeyValue?) -> String? {
        switch value {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): NumberText.exact(number)
        case .flag(let answer): answer ? "true" : "false"
        case nil: nil
        }
    }

    /// Returns the value of a key. Numbers are never formulas, even negative ones.
    private func key(_ value: KeyValue?) -> String {
        guard let text = Self.text(value) else { return "" }
        return switch value {
        case .integer, .number: text
        default: cell(text)
        }
    }

    private func cell(_ text: String) -> String {
        var text = isTerminal ? ScreenText.visible(text) : text
        if let first = text.unicodeScalars.first(where: { $0 != "'" }), "=+-@\t\r".unicodeScalars.contains(first) { text = "'" + text }
        switch style {
        case .csv:
            let isPlain = !text.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
            if isPlain { return text }
            return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        case .tsv:
            return String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
        }
    }
}
