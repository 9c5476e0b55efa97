/// A part of a Markdown document, such as a paragraph or a list, with its place in the lines of the text.
///
/// A block is a class, because the reader adds lines to blocks that are still open.
package final class MarkdownBlock {
    package enum Kind {
        case document, quote, item, paragraph, rule
        case list(ListStyle)
        case heading(level: Int)
        case code(CodeStyle)
        case table(alignments: [CellAlignment])
        /// A comment of HTML. Other HTML is text.
        case comment
    }

    package internal(set) var kind: Kind
    /// The blocks in a document, a quote, a list or an item.
    package internal(set) var children: [MarkdownBlock] = []
    /// The index of the first line.
    package let firstLine: Int
    /// The index of the last line.
    package internal(set) var lastLine: Int
    /// The text of a paragraph, a heading, a comment, or code; the rows of a table.
    package internal(set) var text = ""
    /// The lines of code, and where their code starts.
    var codeLines: [MarkdownFence.Line] = []
    /// The text that starts a new line in the block that contains this one, such as `> ` in a quote.
    package let linePrefix: String
    let depth: Int

    // While the document is read:
    var isOpen = true
    var lastLineIsBlank = false
    /// For items, the number of columns of the marker and the spaces around it.
    var markerWidth = 0

    init(_ kind: Kind, line: Int, linePrefix: String, depth: Int) {
        self.kind = kind
        (firstLine, lastLine) = (line, line)
        self.linePrefix = linePrefix
        self.depth = depth
    }

    var isParagraph: Bool { if case .paragraph = kind { true } else { false } }
    var isItem: Bool { if case .item = kind { true } else { false } }
    var codeStyle: CodeStyle? { if case .code(let style) = kind { style } else { nil } }
    var listStyle: ListStyle? { if case .list(let style) = kind { style } else { nil } }

    /// The cells of a table as Markdown, the header first.
    package var tableRows: [[String]] { text.split(separator: "\n").map { TableRow.cells(in: String($0)) } }

    /// The fenced code of this block; nil for other blocks.
    package var fence: MarkdownFence? {
        guard case .code(let style) = kind, let fence = style.fence else { return nil }
        return MarkdownFence(
            info: fence.info, firstLine: firstLine, lines: codeLines, lastLine: fence.isClosed ? lastLine : nil, linePrefix: linePrefix)
    }
}

/// How a list numbers its items.
package struct ListStyle {
    /// The number of the first item; nil for bullets.
    package var start: Int?
    /// The character of a bullet, or after a number.
    let mark: UInt8
    /// True if no empty lines separate the items.
    package internal(set) var isTight = true
}

/// How code is marked.
package struct CodeStyle {
    /// A row of backquotes or tildes around code.
    struct Fence {
        let mark: UInt8
        let length: Int
        /// The number of spaces before the fence.
        let indent: Int
        let info: String
        var isClosed = false
    }

    /// Nil for indented code.
    var fence: Fence?
}

package enum CellAlignment { case none, left, center, right }

/// Code between two rows of backquotes or tildes.
package struct MarkdownFence {
    package struct Line {
        package let index: Int
        /// The byte of the text at which the code of the line starts.
        package let start: Int
    }

    /// The text after the opening fence.
    package let info: String
    /// The index of the line with the opening fence.
    package let firstLine: Int
    /// The lines of code.
    package let lines: [Line]
    /// The index of the line with the closing fence; nil if there is none.
    package let lastLine: Int?
    /// The text that starts a new line of the block that contains the fence, such as `> ` in a quote.
    package let linePrefix: String
}
