import QueryPlan
import QueryVocabulary
import TerminalText

/// A report in Markdown. Tables are pipe tables. Charts are blocks of characters, because many viewers remove drawings from Markdown.
struct MarkdownReport: ReportDocument {
    private var body = ""
    /// Stores a picture and returns the address of its link; nil draws charts with characters.
    private let link: ((String) -> String)?

    init(link: ((String) -> String)? = nil) { self.link = link }

    mutating func add(section: String) { body += "\n## \(MarkdownText.line(section))\n" }
    mutating func add(paragraph: String) { body += "\n\(MarkdownText.line(paragraph))\n" }

    mutating func add(remark: [String], label: String) {
        let name = label.isEmpty ? "" : "**\(MarkdownText.escaped(label))** "
        let sentences = remark.map(MarkdownText.escaped)
        body += "\n> \(name)\(sentences.joined(separator: "  \n> "))\n"
    }

    mutating func add(printed: String) {
        let lines = printed.printedLines
        guard !lines.isEmpty else { return }
        // The fence is longer than each row of backquotes in the text.
        let longest = lines.map { line in line.split { $0 != "`" }.map(\.count).max() ?? 0 }.max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        body += "\n\(fence)text\n\(lines.map { ScreenText.visible($0) }.joined(separator: "\n"))\n\(fence)\n"
    }

    mutating func add(_ table: ResultTable, as format: OutputFormat, drawing: ResultDrawing?, options: RenderOptions) {
        if let drawing {
            if let link, !drawing.isSpark {
                body += "\n![\(MarkdownText.escaped(drawing.summary))](\(link(drawing.svg)))\n"
            } else {
                add(printed: drawing.plainText(for: options))
            }
            guard drawing.showsTable else { return }
        } else if !format.isReportTable, !format.isPicture {
            return add(printed: ResultRenderer.text(of: table, as: format, options: options))
        }
        let shown = format == .wide ? PivotedTable.pivoted(table) : table
        body += "\n"
        MarkdownRenderer().render(shown) { body += String(decoding: $0, as: UTF8.self) }
        for note in TextGrid(shown).notes { add(paragraph: note) }
    }

    mutating func takeParts() -> String {
        defer { body = "" }
        return body
    }

    func text(title: String, lines: [String]) -> String {
        "# \(MarkdownText.line(title))\n" + lines.map { "\n\(MarkdownText.line($0))\n" }.joined() + body
    }
}
