/// A text in Markdown: its blocks with their places, and its markup as a page.
///
/// It has the parts of CommonMark and tables. Two things differ, so that a page is safe: HTML is text, and links have only harmless
/// schemes.
package struct MarkdownDocument {
    /// The document as one block.
    package let root: MarkdownBlock
    /// The lines of YAML between `---` at the start, which many tools read; empty if there are none.
    package let frontMatter: [String]
    let links: LinkDefinitions

    package init(_ bytes: [UInt8]) {
        var text = bytes
        frontMatter = Self.hideFrontMatter(in: &text)
        var reader = BlockReader(text)
        reader.read()
        root = reader.document
        links = LinkDefinitions(of: root)
    }

    /// Replaces the lines of YAML with spaces, so that all other lines keep their places.
    private static func hideFrontMatter(in bytes: inout [UInt8]) -> [String] {
        guard bytes.starts(with: Array("---".utf8)) else { return [] }
        var (lines, start) = ([String](), 0)
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            let line = String(decoding: bytes[start..<end], as: UTF8.self)
            if lines.isEmpty, line.trimmed != "---" { return [] }
            lines.append(line)
            start = end
            while start < bytes.count, start < end + 2, bytes[start] == 0x0D || bytes[start] == 0x0A {
                start += 1
                if bytes[start - 1] == 0x0A { break }
            }
            guard lines.count > 1, ["---", "..."].contains(line.trimmed) else { continue }
            for index in 0..<end where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
            return Array(lines[1..<(lines.count - 1)])
        }
        return []
    }

    /// Calls `body` with each block, outermost first, in the order of their places.
    package func visit(_ body: (MarkdownBlock) -> Void) { Self.visit(root, body) }

    private static func visit(_ block: MarkdownBlock, _ body: (MarkdownBlock) -> Void) {
        body(block)
        for child in block.children { visit(child, body) }
    }

    /// The title: that of the front matter, or the first heading of the first level; nil if there is neither.
    package var title: String? { titleOfFrontMatter ?? firstHeading.map { plainText(of: $0) } }

    private var titleOfFrontMatter: String? {
        guard let line = frontMatter.first(where: { $0.hasPrefix("title:") }) else { return nil }
        let title: String = line.dropFirst(6).trimmed
        let isQuoted = title.count > 1 && ["\"", "'"].contains(title.first) && title.first == title.last
        return isQuoted ? String(title.dropFirst().dropLast()) : title
    }

    /// The heading with the title, which a page has at its top.
    var titleHeading: MarkdownBlock? { firstHeading.flatMap { plainText(of: $0) == title ? $0 : nil } }

    /// The heading of the first level, if it is the first block that is seen.
    private var firstHeading: MarkdownBlock? {
        guard let first = root.children.first(where: { !$0.isComment }), case .heading(level: 1) = first.kind else { return nil }
        return first
    }

    /// Returns the words of a paragraph or a heading, without markup.
    package func plainText(of block: MarkdownBlock) -> String { plainText(of: block.text) }

    /// Returns the words of a text, such as a cell of a table, without markup.
    package func plainText(of text: String) -> String { InlineReader.plainText(of: text, links: links) }
}
