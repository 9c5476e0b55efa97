extension BlockReader {
    /// The kind of block that starts at a place of a line.
    enum Start {
        /// Text.
        case none
        /// A block that contains others. Another block can start after its marker.
        case container
        /// A block with lines of text.
        case leaf
        /// A block that has the whole line.
        case done
    }

    /// Opens the block that starts at the place of the line, if there is one.
    ///
    /// - Parameter matched: the number of open blocks that go on in this line.
    mutating func start(in container: MarkdownBlock, matched: inout Int) -> Start {
        if line.isBlank { return .none }
        if line.isIndented {
            // Indented text goes on with a paragraph.
            guard !tip.isParagraph else { return .none }
            closeUnmatched(&matched)
            line.skipColumns(4)
            push(.code(CodeStyle(fence: nil)))
            matched = open.count
            return .leaf
        }
        let isDeep = container.depth >= Self.greatestDepth
        if !isDeep, line.firstByte == UInt8(ascii: ">") {
            closeUnmatched(&matched)
            _ = skipQuoteMark()
            push(.quote)
            matched = open.count
            return .container
        }
        if let done = startLine(in: container, matched: &matched) { return done }
        return isDeep ? .none : startItem(in: container, matched: &matched)
    }

    private mutating func closeUnmatched(_ matched: inout Int) {
        close(above: matched - 1)
        matched = open.count
    }

    /// Opens a heading, a fence, a comment, a rule or a table.
    private mutating func startLine(in container: MarkdownBlock, matched: inout Int) -> Start? {
        let rest = bytes[line.indent.offset..<line.end]
        if let heading = Self.heading(rest) {
            closeUnmatched(&matched)
            push(.heading(level: heading.level)).text = heading.text
            close(above: open.count - 2)
            return .done
        }
        if let fence = Self.fence(rest, indent: line.indent.columns) {
            closeUnmatched(&matched)
            push(.code(CodeStyle(fence: fence)))
            return .done
        }
        if rest.starts(with: Array("<!--".utf8)) {
            closeUnmatched(&matched)
            push(.comment)
            matched = open.count
            return .leaf
        }
        if container.isParagraph, matched == open.count, turnsParagraph(container, with: rest) { return .done }
        if Self.isRule(rest) {
            closeUnmatched(&matched)
            push(.rule)
            close(above: open.count - 2)
            return .done
        }
        return nil
    }

    /// Turns a paragraph into a heading or a table, if the line below it says so.
    private mutating func turnsParagraph(_ paragraph: MarkdownBlock, with rest: ArraySlice<UInt8>) -> Bool {
        if let mark = rest.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-"),
            rest.trimmedOfSpaces.allSatisfy({ $0 == mark })
        {
            paragraph.kind = .heading(level: mark == UInt8(ascii: "=") ? 1 : 2)
            paragraph.text = paragraph.text.trimmed
            paragraph.lastLine = lineIndex
            close(above: open.count - 2)
            return true
        }
        let cells = TableRow.alignments(in: String(decoding: rest, as: UTF8.self))
        let lines = paragraph.text.utf8
        let header = lines.lastIndex(of: 0x0A).map { paragraph.text[lines.index(after: $0)...] } ?? paragraph.text[...]
        guard let cells, TableRow.cells(in: String(header)).count == cells.count else { return false }
        if header.utf8.count == paragraph.text.utf8.count {
            paragraph.kind = .table(alignments: cells)
        } else {
            // The lines before the header stay a paragraph.
            paragraph.text = String(paragraph.text.dropLast(header.count + 1))
            close(above: open.count - 2)
            push(.table(alignments: cells)).text = String(header)
        }
        return true
    }

    private mutating func startItem(in container: MarkdownBlock, matched: inout Int) -> Start {
        let indent = line.indent
        guard let marker = Self.marker(bytes[indent.offset..<line.end]) else { return .none }
        if container.isParagraph {
            // An item can start in the middle of a paragraph only if it isn't empty and has the number 1.
            guard !marker.isEmpty, marker.style.start ?? 1 == 1 else { return .none }
        }
        closeUnmatched(&matched)
        line.skipSpaces()
        line.skip(marker.length)
        var spaces = line.indent.columns
        if marker.isEmpty || spaces >= 5 { spaces = 1 }
        line.skipColumns(spaces)
        if tip.isParagraph { close(above: open.count - 2) }
        if tip.listStyle.map({ $0.mark != marker.style.mark || ($0.start == nil) != (marker.style.start == nil) }) ?? true {
            if tip.listStyle != nil { close(above: open.count - 2) }
            push(.list(marker.style))
        }
        push(.item, markerWidth: indent.columns + marker.length + spaces)
        matched = open.count
        return .container
    }

    // MARK: Marks

    private static func heading(_ rest: ArraySlice<UInt8>) -> (level: Int, text: String)? {
        let level = rest.prefix { $0 == UInt8(ascii: "#") }.count
        guard (1...6).contains(level) else { return nil }
        let after = rest.dropFirst(level)
        guard after.isEmpty || after.first == 0x20 || after.first == 0x09 else { return nil }
        var text = after.trimmedOfSpaces
        // A row of `#` at the end isn't text.
        let closing = text.reversed().prefix { $0 == UInt8(ascii: "#") }.count
        let before = text.dropLast(closing)
        if before.isEmpty || before.last == 0x20 || before.last == 0x09 { text = before.trimmedOfSpaces }
        return (level, String(decoding: text, as: UTF8.self))
    }

    private static func fence(_ rest: ArraySlice<UInt8>, indent: Int) -> CodeStyle.Fence? {
        guard let mark = rest.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let length = rest.prefix { $0 == mark }.count
        let info = rest.dropFirst(length)
        guard length >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return nil }
        return CodeStyle.Fence(
            mark: mark, length: length, indent: indent, info: String(decoding: info.trimmedOfSpaces, as: UTF8.self))
    }

    static func isRule(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let mark = rest.first, [UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(mark) else { return false }
        let marks = rest.filter { $0 != 0x20 && $0 != 0x09 }
        return marks.count >= 3 && marks.allSatisfy { $0 == mark }
    }

    private struct Marker {
        let style: ListStyle
        let length: Int
        /// True if nothing follows the marker.
        let isEmpty: Bool
    }

    private static func marker(_ rest: ArraySlice<UInt8>) -> Marker? {
        guard let first = rest.first else { return nil }
        var (length, start) = (1, Int?.none)
        var mark = first
        if first >= 0x30, first <= 0x39 {
            let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
            guard digits.count <= 9, let next = rest.dropFirst(digits.count).first, next == 0x2E || next == 0x29 else { return nil }
            start = Int(String(decoding: digits, as: UTF8.self))
            (length, mark) = (digits.count + 1, next)
        } else if ![UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "+")].contains(first) {
            return nil
        }
        let after = rest.dropFirst(length)
        guard after.isEmpty || after.first == 0x20 || after.first == 0x09 else { return nil }
        return Marker(style: ListStyle(start: start, mark: mark), length: length, isEmpty: after.trimmedOfSpaces.isEmpty)
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without spaces and tabs at both ends.
    var trimmedOfSpaces: ArraySlice<UInt8> {
        var slice = drop { $0 == 0x20 || $0 == 0x09 }
        while slice.last == 0x20 || slice.last == 0x09 { slice.removeLast() }
        return slice
    }
}
