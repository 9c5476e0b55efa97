import LineHelp
import MarkdownPages
import QueryDiagnostics
import QuerySyntax
import TallyCharts

/// Code with colors: statements, and what is typed in transcripts.
enum CodeColors {
    /// Returns the markup of fenced code; nil for other blocks.
    static func markup(of block: MarkdownBlock) -> String? {
        guard let info = block.fence?.info else { return nil }
        if info == "tally" || info.hasPrefix("tally ") { return statements(block.text) }
        guard info.isEmpty, block.text.hasPrefix("$ ") || block.text.contains("\n$ ") else { return nil }
        let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
        return MarkdownMarkup.code(
            markup: lines.map { $0.hasPrefix("$ ") ? "<b>\(MarkupText.escaped(String($0)))</b>" : MarkupText.escaped(String($0)) }
                .joined(separator: "\n"))
    }

    /// Returns statements with a class for each kind of word.
    static func statements(_ text: String) -> String {
        let source = SourceText(text)
        var (markup, end) = ("", 0)
        for span in SyntaxHighlighter.spans(of: Parser.parse(source), marksErrors: false) {
            markup += escaped(source, end..<span.range.lowerBound)
            markup += "<span class=\"\(name(of: span.style))\">\(escaped(source, span.range))</span>"
            end = span.range.upperBound
        }
        return MarkdownMarkup.code(markup: markup + escaped(source, end..<source.bytes.count))
    }

    private static func escaped(_ source: SourceText, _ range: Range<Int>) -> String {
        let text = source[SourceRange(range.lowerBound, range.upperBound)]
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { MarkupText.escaped(String($0)) }.joined(separator: "\n")
    }

    private static func name(of style: HighlightSpan.Style) -> String {
        switch style {
        case .keyword: "word"
        case .metric: "metric"
        case .number: "number"
        case .string: "text"
        case .comment: "remark-text"
        case .error: "error"
        }
    }
}
