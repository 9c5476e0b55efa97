import MarkdownPages

/// The words of a section of a page: its heading, what it defines, and its text.
struct SearchSection {
    var heading: String
    /// Empty for the start of a page.
    var anchor: String
    /// The code and the terms that rows of tables and items of lists start with, because the rest of the row explains them.
    var terms: [String] = []
    var text = ""

    /// Returns the sections of a document. The first one is before the first heading after the title.
    ///
    /// - Parameter headings: the headings with their anchors.
    static func all(in document: MarkdownDocument, headings: [MarkdownMarkup.Heading]) -> [SearchSection] {
        let anchors = Dictionary(uniqueKeysWithValues: headings.filter { $0.level > 1 }.map { ($0.line, $0) })
        var sections = [SearchSection(heading: "", anchor: "")]
        // A summary has rows with a link to a section and the words that the section explains.
        var explained: [String: [String]] = [:]
        document.visit { block in
            if let heading = anchors[block.firstLine], block.isHeading {
                sections.append(SearchSection(heading: heading.title, anchor: heading.anchor))
            } else {
                sections[sections.count - 1].add(block, of: document)
            }
            guard case .table = block.kind else { return }
            for row in block.tableRows {
                guard let link = row.first?.firstMatch(of: /\]\(#([^)]+)\)/) else { continue }
                explained[String(link.1), default: []] += row.dropFirst().flatMap(code)
            }
        }
        for index in sections.indices { sections[index].terms += explained[sections[index].anchor, default: []] }
        for index in sections.indices {
            sections[index].text = sections[index].text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        return sections
    }

    private mutating func add(_ block: MarkdownBlock, of document: MarkdownDocument) {
        switch block.kind {
        case .document, .quote, .list, .rule, .comment, .heading: break
        case .item: if let term = block.children.first.flatMap({ Self.term(in: $0.text, of: document) }) { terms.append(term) }
        case .paragraph: text += document.plainText(of: block) + "\n"
        case .code: text += Self.words(of: block) + "\n"
        case .table:
            for (index, row) in block.tableRows.enumerated() {
                text += row.map(document.plainText).joined(separator: " ") + "\n"
                guard index > 0, let first = row.first else { continue }
                terms += Self.terms(in: first, of: document)
            }
        }
    }

    /// Returns the code of a cell, or all of it, if it is short.
    private static func terms(in cell: String, of document: MarkdownDocument) -> [String] {
        let code = code(in: cell)
        if !code.isEmpty { return code }
        let plain = document.plainText(of: cell)
        return plain.count <= 30 ? [plain] : []
    }

    /// Returns the code in a cell, without the words in capitals that only stand for others, as in `anchor TIME`.
    private static func code(in cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.compactMap { _, code in
            let words = code.split(separator: " ").filter { $0.contains(where: \.isLowercase) || !$0.contains(where: \.isLetter) }
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
    }

    /// Returns the code or the bold words at the start of a text.
    private static func term(in text: String, of document: MarkdownDocument) -> String? {
        for mark in ["`", "**"] where text.hasPrefix(mark) {
            let rest = text.dropFirst(mark.count)
            guard let end = rest.firstRange(of: mark)?.lowerBound else { continue }
            return document.plainText(of: String(rest[..<end]))
        }
        return nil
    }

    /// Returns the code without the output of transcripts, and the first line of other output.
    private static func words(of block: MarkdownBlock) -> String {
        let lines = block.text.split(separator: "\n")
        if let info = block.fence?.info, !info.isEmpty { return block.text }
        let commands = lines.filter { $0.hasPrefix("$ ") }
        if !commands.isEmpty { return commands.joined(separator: "\n") }
        return block.fence == nil ? block.text : String(lines.first ?? "")
    }
}

extension MarkdownBlock {
    fileprivate var isHeading: Bool { if case .heading = kind { true } else { false } }
}
