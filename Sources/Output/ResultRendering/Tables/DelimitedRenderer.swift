import QueryPlan
import TerminalText

/// CSV by RFC 4180, and TSV. The first line is a header. Numbers are exact and nulls are empty.
///
/// A text that a spreadsheet would read as a formula gets an apostrophe in front. Control characters, and the marks that change the
/// direction of a text, are replaced as on a screen.
struct DelimitedRenderer {
    enum Style { case csv, tsv }

    let style: Style
    let isTerminal: Bool

    func render(_ table: ResultTable, _ write: (ArraySlice<UInt8>) throws -> Void) rethrows {
        let separator = style == .csv ? "," : "\t"
        let fields = RowField.all(of: table, table.fields) { place, _ in place == 0 ? "" : separator }
        try write((fields.map { cell($0.name) }.joined(separator: separator) + "\n").piece)
        let syntax = FieldSyntax(quote: "", null: "", written: cell)
        try RowWriter(fields: fields, syntax: syntax, first: "", separator: "", end: "\n").render(table, write)
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

    @Sendable private func cell(_ text: String) -> String {
        let text = SpreadsheetText.guarded(isTerminal ? ScreenText.visible(text) : SpreadsheetText.withoutControls(text))
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
