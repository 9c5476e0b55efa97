// Reads the blocks of Markdown line by line, as the specification of CommonMark describes.
//
//     line ─ which open blocks go on ─ which blocks start ─ the rest is text of the innermost block
//
// The open blocks are a path from the document to its last block. Each line is read once, so the time is proportional to the text and the
// depth, which has a limit. HTML is text, except comments. In addition to CommonMark, there are tables.

import TerminalText

/// Reads the blocks of a document.
struct BlockReader {
    let bytes: [UInt8]
    let document = MarkdownBlock(.document, line: 0, linePrefix: "", depth: 0)
    /// The open blocks, outermost first.
    var open: [MarkdownBlock]
    var line: LineCursor
    var lineIndex = 0

    /// Markers of blocks in deeper blocks are text.
    static let greatestDepth = 64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        open = [document]
        line = LineCursor(bytes, from: 0, to: 0)
    }

    var tip: MarkdownBlock { open[open.count - 1] }

    /// Reads all lines.
    mutating func read() {
        var start = 0
        // A byte order mark isn't text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
            line = LineCursor(bytes, from: start, to: end)
            readLine()
            if end < bytes.count { end += bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? 2 : 1 }
            start = end
            lineIndex += 1
        }
        close(above: 0)
        finish(document)
    }

    private mutating func readLine() {
        var matched = 1
        while matched < open.count {
            switch goesOn(open[matched]) {
            case .yes: matched += 1
            case .ends: return
            case .no:
                readRest(matched: matched)
                return
            }
        }
        readRest(matched: matched)
    }

    /// Reads what follows the markers of the blocks that go on.
    private mutating func readRest(matched: Int) {
        var matched = matched
        // Blocks that don't go on are closed when the line turns out not to be text of the open paragraph.
        var container = open[matched - 1]
        var isLeaf = container.codeStyle != nil || container.isComment
        while !isLeaf {
            switch start(in: container, matched: &matched) {
            case .none:
                if !line.isIndented || tip.isParagraph { line.skipSpaces() }
                addText(matched: matched)
                return
            case .container: container = tip
            case .leaf: isLeaf = true
            case .done:
                noteBlank(false, in: tip)
                return
            }
        }
        addText(matched: matched)
    }

    /// Adds the rest of the line to the innermost block, or to a new paragraph.
    private mutating func addText(matched: Int) {
        let isBlank = line.isBlank
        // A paragraph goes on without the markers of the blocks around it.
        if matched < open.count, !isBlank, tip.isParagraph {
            add(to: tip)
            return
        }
        close(above: matched - 1)
        let container = tip
        noteBlank(isBlank, in: container)
        switch container.kind {
        case .code, .comment, .paragraph, .table:
            if !isBlank || !(container.isParagraph || container.isTable) { add(to: container) }
            if container.isComment, line.contains("-->") { close(above: open.count - 2) }
        case .heading, .rule: close(above: open.count - 2)
        default:
            guard !isBlank else { return }
            line.skipSpaces()
            add(to: push(.paragraph))
        }
    }

    private func add(to block: MarkdownBlock) {
        if block.codeStyle != nil {
            block.codeLines.append(MarkdownFence.Line(index: lineIndex, start: line.offset))
            block.text += line.text + "\n"
        } else {
            block.text += (block.text.isEmpty ? "" : "\n") + line.text
        }
        block.lastLine = lineIndex
    }

    /// Remembers blank lines, which make lists loose.
    private func noteBlank(_ isBlank: Bool, in container: MarkdownBlock) {
        if isBlank { container.children.last?.lastLineIsBlank = true }
        var counts = isBlank
        switch container.kind {
        case .quote: counts = false
        case .code(let style): counts = counts && style.fence == nil
        case .item: counts = counts && !(container.children.isEmpty && container.firstLine == lineIndex)
        default: break
        }
        for block in open { block.lastLineIsBlank = counts }
    }

    // MARK: Open blocks

    /// Opens a block in the innermost block that can have it.
    @discardableResult
    mutating func push(_ kind: MarkdownBlock.Kind, markerWidth: Int = 0) -> MarkdownBlock {
        while !tip.canContain(kind) { close(above: open.count - 2) }
        let parent = tip
        var prefix = parent.linePrefix
        switch parent.kind {
        case .quote: prefix += "> "
        case .item: prefix += ScreenText.padded("", to: parent.markerWidth)
        default: break
        }
        let block = MarkdownBlock(kind, line: lineIndex, linePrefix: prefix, depth: parent.depth + 1)
        block.markerWidth = markerWidth
        parent.children.append(block)
        open.append(block)
        return block
    }

    /// Closes all blocks after the one at `index`.
    mutating func close(above index: Int) {
        while open.count - 1 > index, let block = open.popLast() {
            block.isOpen = false
            finish(block)
            if let parent = open.last { parent.lastLine = max(parent.lastLine, block.lastLine) }
        }
    }

    private func finish(_ block: MarkdownBlock) {
        switch block.kind {
        case .paragraph:
            while block.text.last?.isWhitespace ?? false { block.text.removeLast() }
        case .code(let style) where style.fence == nil:
            // Blank lines at the end aren't code.
            var lines = block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            while lines.last?.allSatisfy(\.isWhitespace) ?? false { lines.removeLast() }
            block.text = lines.map { $0 + "\n" }.joined()
        case .list(var style):
            style.isTight = block.isTightList
            block.kind = .list(style)
        default: break
        }
    }

    private enum Continuation { case yes, no, ends }

    /// Returns whether an open block goes on, and moves over its marker.
    private mutating func goesOn(_ block: MarkdownBlock) -> Continuation {
        switch block.kind {
        case .document, .list: return .yes
        case .quote: return skipQuoteMark() ? .yes : .no
        case .item:
            if line.isBlank {
                guard !block.children.isEmpty else { return .no }
                line.skipSpaces()
                return .yes
            }
            guard line.indent.columns >= block.markerWidth else { return .no }
            line.skipColumns(block.markerWidth)
            return .yes
        case .heading, .rule: return .no
        case .paragraph, .table: return line.isBlank ? .no : .yes
        case .comment: return .yes
        case .code(let style): return goesOn(block, style)
        }
    }

    private mutating func goesOn(_ block: MarkdownBlock, _ style: CodeStyle) -> Continuation {
        guard var fence = style.fence else {
            if line.isIndented {
                line.skipColumns(4)
                return .yes
            }
            guard line.isBlank else { return .no }
            line.skipSpaces()
            return .yes
        }
        if !line.isIndented, line.firstByte == fence.mark {
            let rest = bytes[line.indent.offset..<line.end]
            let length = rest.prefix { $0 == fence.mark }.count
            if length >= fence.length, rest.dropFirst(length).allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                fence.isClosed = true
                block.kind = .code(CodeStyle(fence: fence))
                block.lastLine = lineIndex
                close(above: open.count - 2)
                return .ends
            }
        }
        line.skipColumns(fence.indent)
        return .yes
    }

    mutating func skipQuoteMark() -> Bool {
        guard !line.isIndented, line.firstByte == UInt8(ascii: ">") else { return false }
        line.skipSpaces()
        line.skip(1)
        line.skipColumns(1)
        return true
    }
}

extension MarkdownBlock {
    var isComment: Bool { if case .comment = kind { true } else { false } }
    var isTable: Bool { if case .table = kind { true } else { false } }

    fileprivate func canContain(_ kind: Kind) -> Bool {
        switch self.kind {
        case .document, .quote, .item: if case .item = kind { false } else { true }
        case .list: if case .item = kind { true } else { false }
        default: false
        }
    }

    fileprivate var isTightList: Bool {
        for (index, item) in children.enumerated() {
            let hasNext = index + 1 < children.count
            if item.endsWithBlankLine, hasNext { return false }
            for (place, block) in item.children.enumerated()
            where block.endsWithBlankLine && (hasNext || place + 1 < item.children.count) { return false }
        }
        return true
    }

    private var endsWithBlankLine: Bool {
        var block = self
        while true {
            if block.lastLineIsBlank { return true }
            switch block.kind {
            case .list, .item:
                guard let last = block.children.last else { return false }
                block = last
            default: return false
            }
        }
    }
}

extension LineCursor {
    fileprivate func contains(_ text: StaticString) -> Bool {
        let wanted = Array("\(text)".utf8)
        return rest.indices.contains { bytes[$0..<end].starts(with: wanted) }
    }
}
