import TallyCharts
import TerminalText

/// Writes Markdown as HTML.
package struct MarkdownMarkup {
    private let document: MarkdownDocument
    /// The markup of blocks that the caller writes; nil for others. An empty text leaves the block out.
    private let replacement: (MarkdownBlock) -> String?
    /// The anchors of headings so far.
    private var anchors: [String: Int] = [:]
    /// The headings of the second level and their anchors.
    package private(set) var sections: [(title: String, anchor: String)] = []

    package init(_ document: MarkdownDocument, replacing replacement: @escaping (MarkdownBlock) -> String? = { _ in nil }) {
        self.document = document
        self.replacement = replacement
    }

    /// Returns the markup of the document without the heading that is its title.
    package mutating func text() -> String {
        let title = document.titleHeading
        if let title { _ = anchor(of: plainText(of: title)) }
        return document.root.children.filter { $0 !== title }.map { text(of: $0) }.joined()
    }

    private mutating func text(of block: MarkdownBlock) -> String {
        if let replacement = replacement(block) { return replacement }
        switch block.kind {
        case .document: return text(of: block.children)
        case .comment: return ""
        case .rule: return "<hr>\n"
        case .paragraph: return block.text.isEmpty ? "" : "<p>\(inline(block.text))</p>\n"
        case .quote: return "<blockquote>\n\(text(of: block.children))</blockquote>\n"
        case .heading(let level): return heading(block, level)
        case .code: return Self.code(block.text)
        case .list(let style):
            let start = style.start.map { $0 == 1 ? "" : " start=\"\($0)\"" }
            let tag = style.start == nil ? "ul" : "ol"
            let items = block.children.map { "<li>\(item($0, isTight: style.isTight))</li>\n" }.joined()
            return "<\(tag)\(start ?? "")>\n\(items)</\(tag)>\n"
        case .item: return text(of: block.children)
        case .table(let alignments): return table(block, alignments)
        }
    }

    private mutating func text(of blocks: [MarkdownBlock]) -> String { blocks.map { text(of: $0) }.joined() }

    /// Returns code, or other text of fixed width.
    package static func code(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { MarkupText.escaped(withoutTabs($0)) }
        return "<pre class=\"code\"><code>\(lines.joined(separator: "\n"))</code></pre>\n"
    }

    /// Returns a line with spaces in place of tabs, because other control characters are shown as pictures.
    private static func withoutTabs(_ line: Substring) -> String {
        guard line.contains("\t") else { return String(line) }
        var text = ""
        for character in line { text += character == "\t" ? ScreenText.padded("", to: 4 - text.count % 4) : String(character) }
        return text
    }

    /// Returns the content of an item. Paragraphs of a tight list have no space around them.
    private mutating func item(_ block: MarkdownBlock, isTight: Bool) -> String {
        guard isTight else { return "\n" + text(of: block.children) }
        return block.children.enumerated().map { index, child in
            let start = index > 0 && child.isParagraph ? "\n" : ""
            return child.isParagraph && replacement(child) == nil ? start + inline(child.text) : (index == 0 ? "" : "\n") + text(of: child)
        }.joined()
    }

    private mutating func heading(_ block: MarkdownBlock, _ level: Int) -> String {
        let anchor = anchor(of: plainText(of: block))
        if level == 2 { sections.append((plainText(of: block), anchor)) }
        return "<h\(level) id=\"\(MarkupText.escaped(anchor))\">\(inline(block.text))</h\(level)>\n"
    }

    private func plainText(of block: MarkdownBlock) -> String { InlineReader.plainText(of: block.text, links: document.links) }

    /// Returns the anchor of a heading as on GitHub: its words in lower case with hyphens, and a number if the anchor is taken.
    private mutating func anchor(of heading: String) -> String {
        let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        let plain = kept.replacing(" ", with: "-")
        let count = anchors[plain] ?? 0
        anchors[plain] = count + 1
        return count == 0 ? plain : "\(plain)-\(count)"
    }

    // MARK: Tables

    private func table(_ block: MarkdownBlock, _ alignments: [CellAlignment]) -> String {
        let rows = block.text.split(separator: "\n").map { TableRow.cells(in: String($0)) }
        var out = "<div class=\"scroll\">\n<table>\n"
        for (index, row) in rows.enumerated() {
            if index == 0 { out += "<thead>\n" }
            if index == 1 { out += "<tbody>\n" }
            out += "<tr>"
            let tag = index == 0 ? "th" : "td"
            for (column, alignment) in alignments.enumerated() {
                let cell = column < row.count ? row[column] : ""
                let scope = index == 0 ? " scope=\"col\"" : ""
                out += "<\(tag)\(scope)\(alignment.attribute)>\(inline(cell))</\(tag)>"
            }
            out += "</tr>\n"
            if index == 0 { out += "</thead>\n" }
        }
        if rows.count > 1 { out += "</tbody>\n" }
        return out + "</table>\n</div>\n"
    }

    // MARK: Text

    private func inline(_ text: String) -> String { InlineReader.parts(of: text, links: document.links).map(markup).joined() }

    private func markup(_ part: MarkdownInline) -> String {
        switch part {
        case .text(let text):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.map { MarkupText.escaped(String($0).replacing("\t", with: " ")) }.joined(separator: "\n")
        case .code(let text): return "<code>\(MarkupText.escaped(text))</code>"
        case .emphasis(let parts): return "<em>\(parts.map(markup).joined())</em>"
        case .strong(let parts): return "<strong>\(parts.map(markup).joined())</strong>"
        case .struck(let parts): return "<del>\(parts.map(markup).joined())</del>"
        case .lineBreak: return "<br>\n"
        case .link(let target, let parts): return link(to: target, parts.map(\.withoutImages).map(markup).joined())
        // The policy of pages forbids pictures from elsewhere, so a picture is a link.
        case .image(let target, let alternative):
            return link(to: target, MarkupText.escaped(alternative.isEmpty ? target.address : alternative))
        }
    }

    private func link(to target: LinkTarget, _ content: String) -> String {
        guard target.isHarmless else { return content }
        let title = target.title.isEmpty ? "" : " title=\"\(MarkupText.escaped(target.title))\""
        return "<a href=\"\(MarkupText.escaped(target.address))\"\(title)>\(content)</a>"
    }
}

extension CellAlignment {
    fileprivate var attribute: String {
        switch self {
        case .none, .left: ""
        case .center: " class=\"middle\""
        case .right: " class=\"num\""
        }
    }
}
