package import QueryDiagnostics

/// The parts of a text that are statements of Tally.
package enum TextForm: Sendable {
    /// The whole text is a script.
    case script
    /// Fenced blocks of Markdown whose first word is `tally` are the parts of one script.
    case markdown

    /// Returns the ranges of the script in a text, in order.
    package func blocks(in source: SourceText) -> [SourceRange] {
        switch self {
        case .script: [source.fullRange]
        case .markdown: Self.fencedBlocks(in: source)
        }
    }

    /// A fence that is indented belongs to a list, whose indentation would continue statements. So only other fences count.
    private static func fencedBlocks(in source: SourceText) -> [SourceRange] {
        var blocks: [SourceRange] = []
        var open: (mark: UInt8, length: Int, isTally: Bool, start: Int)?
        for index in source.lineStarts.indices {
            let line = source.lineRange(index)
            let bytes = source.bytes[line.start..<line.end]
            guard let mark = bytes.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { continue }
            let length = bytes.prefix { $0 == mark }.count
            let rest = String(decoding: bytes.dropFirst(length), as: UTF8.self).split { !$0.isLetter && !$0.isNumber && $0 != "-" }
            guard length >= 3 else { continue }
            if let block = open {
                guard mark == block.mark, length >= block.length, rest.isEmpty else { continue }
                if block.isTally { blocks.append(SourceRange(block.start, line.start)) }
                open = nil
            } else {
                let next = index + 1 < source.lineStarts.count ? source.lineStarts[index + 1] : source.bytes.count
                open = (mark, length, rest.first?.lowercased() == "tally", next)
            }
        }
        // A block without an end is still being written.
        if let block = open, block.isTally { blocks.append(SourceRange(block.start, source.bytes.count)) }
        return blocks
    }
}
