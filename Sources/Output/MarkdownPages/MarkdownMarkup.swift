import TallyCharts
import TerminalText

/// Writes Markdown as HTML.
package struct MarkdownMarkup {
    /// A heading and its anchor in the page.
    package struct Heading {
        package let level: Int
        package let title: String
        package let anchor: String
        /// The index of its line in the Markdown.
        package let line: Int
    }

    /// Where a link or a picture of the Markdown leads in the page.
    package enum Place {
        case address(String)
        /// Nowhere: the page has only the words of the link.
        case nowhere
        /// A picture of the site, which the page shows.
        case picture(String)
    }

    private let document: MarkdownDocument
    /// The place of an address.
    private let place: (String) -> Place
    /// The markup of blocks that the caller writes; nil for others. An empty text leaves the block out.
    private let replacement: (MarkdownBlock) -> String?
    /// The anchors of headings so far.
    private var anchors: Set<String> = []
    /// The last number of each anchor that was taken, because many headings can have the same words.
    private var lastNumbers: [String: Int] = [:]
    /// The headings so far, with the title.
    package private(set) var headings: [Heading] = []

    /// The headings of the second level and their anchors.
    package var sections: [(title: String, anchor: String)] { headings.filter { $0.level == 2 }.map { ($0.title, $0.anchor) } }

    package init(
        _ document: MarkdownDocument, replacing replacement: @escaping (MarkdownBlock) -> String? = { _ in nil },
        linking place: @escaping (String) -> Place = { .address($0) }
    ) {
        self.document = document
        self.place = place
        self.replacement = replacement
    }

    /// Returns the markup of a text without blocks.
    package static func inline(_ text: String) -> String { MarkdownMarkup(MarkdownDocument([])).inline(text) }

    /// Returns the markup of the document without the heading that is its title.
    package mutating func text() -> String {
        let title = document.titleHeading
        if let title { _ = take(title, level: 1) }
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
        return code(markup: lines.joined(separator: "\n"))
    }

    /// Returns code that is already markup.
    package static func code(markup: String) -> String {
        MarkupText.scrolling("pre", class: "code", label: "Code", "<code>\(markup)</code>")
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
        "<h\(level) id=\"\(MarkupText.escaped(take(block, level: level)))\">\(inline(block.text))</h\(level)>\n"
    }

    /// Adds a heading and returns its anchor.
    private mutating func take(_ block: MarkdownBlock, level: Int) -> String {
        let title = document.plainText(of: block)
        let anchor = anchor(of: title)
        headings.append(Heading(level: level, title: title, anchor: anchor, line: block.firstLine))
        return anchor
    }

    /// Returns the anchor of a heading as on GitHub: its words in lower case with hyphens, and a number if the anchor is taken.
    private mutating func anchor(of heading: String) -> String {
        let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        let plain = kept.replacing(" ", with: "-")
        var (anchor, count) = (plain, lastNumbers[plain] ?? 0)
        while !anchors.insert(anchor).inserted {
            count += 1
            anchor = "\(plain)-\(count)"
        }
        if count > 0 { lastNumbers[plain] = count }
        return anchor
    }

    // MARK: Tables

    private func table(_ block: MarkdownBlock, _ alignments: [CellAlignment]) -> String {
        var out = "<table>\n"
        for (index, row) in block.tableRows.enumerated() {
            if index == 0 { out += "<thead>\n" }
            if index == 1 { out += "<tbody>\n" }
            out += "<tr>"
            for (column, alignment) in alignments.enumerated() {
                let cell = column < row.count ? row[column] : ""
                // A header without words is not a header.
                let isHeader = index == 0 && !cell.isEmpty
                let tag = isHeader ? "th" : "td"
                let scope = isHeader ? " scope=\"col\"" : ""
                out += "<\(tag)\(scope)\(alignment.attribute)>\(inline(cell))</\(tag)>"
            }
            out += "</tr>\n"
            if index == 0 { out += "</thead>\n" }
        }
        if block.tableRows.count > 1 { out += "</tbody>\n" }
        return MarkupText.scrolling("div", class: "scroll", label: tableLabel, "\n" + out + "</table>\n")
    }

    /// Names a table by the last heading before it.
    private var tableLabel: String { headings.last.map { "Table: \($0.title)" } ?? "Table" }

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
        // The policy of pages forbids pictures from elsewhere, so other pictures are links.
        case .image(let target, let alternative):
            let words = MarkupText.escaped(alternative.isEmpty ? target.address : alternative)
            guard case .picture(let address) = place(target.address) else { return link(to: target, words) }
            return "<img src=\"\(MarkupText.escaped(address))\" alt=\"\(words)\">"
        }
    }

    private func link(to target: LinkTarget, _ content: String) -> String {
        guard target.isHarmless, case .address(let address) = place(target.address) else { return content }
        let title = target.title.isEmpty ? "" : " title=\"\(MarkupText.escaped(target.title))\""
        return "<a href=\"\(MarkupText.escaped(address))\"\(title)>\(content)</a>"
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
