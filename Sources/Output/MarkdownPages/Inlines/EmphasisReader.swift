/// A part of a text, or a row of `*`, `_` or `~` that may start or end emphasis.
enum InlinePiece {
    case part(MarkdownInline)
    case marks(EmphasisMarks)
}

struct EmphasisMarks {
    let mark: Unicode.Scalar
    var count: Int
    let canOpen: Bool
    let canClose: Bool
    /// The length of the row as written.
    let length: Int

    init(mark: Unicode.Scalar, count: Int, canOpen: Bool, canClose: Bool) {
        (self.mark, self.count, self.canOpen, self.canClose, length) = (mark, count, canOpen, canClose, count)
    }

    var text: MarkdownInline { .text(String(repeating: String(Character(mark)), count: count)) }

    /// The rule of CommonMark about rows that can be both a start and an end.
    func matches(_ closer: EmphasisMarks) -> Bool {
        guard mark == closer.mark, canOpen else { return false }
        guard canClose || closer.canOpen else { return true }
        return !(length + closer.length).isMultiple(of: 3) || (length.isMultiple(of: 3) && closer.length.isMultiple(of: 3))
    }
}

/// Finds the starts and ends of emphasis.
enum EmphasisReader {
    /// Returns the parts of a text, with marks as emphasis or as text.
    static func parts(of pieces: ArraySlice<InlinePiece>) -> [MarkdownInline] {
        var stack: [InlinePiece] = []
        // The places in the stack of rows that can still start emphasis, by their marks.
        var openers: [Unicode.Scalar: [Int]] = [:]
        for piece in pieces {
            guard case .marks(var closer) = piece else {
                stack.append(piece)
                continue
            }
            while closer.canClose, closer.count > 0, let place = openers[closer.mark]?.last(where: { stack[$0].matches(closer) }) {
                close(&closer, at: place, in: &stack, &openers)
            }
            guard closer.count > 0 else { continue }
            if closer.canOpen, openers[closer.mark]?.count ?? 0 < InlineReader.greatestDepth {
                openers[closer.mark, default: []].append(stack.count)
                stack.append(.marks(closer))
            } else {
                stack.append(.part(closer.text))
            }
        }
        return stack.map(\.part).joinedTexts
    }

    /// Makes emphasis of everything after the opener at `place`.
    private static func close(
        _ closer: inout EmphasisMarks, at place: Int, in stack: inout [InlinePiece], _ openers: inout [Unicode.Scalar: [Int]]
    ) {
        guard case .marks(var opener) = stack[place] else { return }
        let inner = stack[(place + 1)...].map(\.part).joinedTexts
        for mark in openers.keys { openers[mark]?.removeAll { $0 >= place } }
        stack.removeSubrange(place...)
        let count = opener.count >= 2 && closer.count >= 2 ? 2 : 1
        opener.count -= count
        closer.count -= count
        if opener.count > 0 {
            openers[opener.mark, default: []].append(stack.count)
            stack.append(.marks(opener))
        }
        stack.append(.part(opener.mark == "~" ? .struck(inner) : count == 2 ? .strong(inner) : .emphasis(inner)))
    }
}

extension InlinePiece {
    fileprivate var part: MarkdownInline {
        switch self {
        case .part(let part): part
        case .marks(let marks): marks.text
        }
    }

    fileprivate func matches(_ closer: EmphasisMarks) -> Bool { if case .marks(let marks) = self { marks.matches(closer) } else { false } }
}

extension [MarkdownInline] {
    /// The parts with neighboring texts as one.
    fileprivate var joinedTexts: [MarkdownInline] {
        var joined: [MarkdownInline] = []
        var text: String?
        for part in self {
            if case .text(let more) = part {
                // A long paragraph can have a part for each character.
                text = (text.take() ?? "") + more
            } else {
                if let text = text.take() { joined.append(.text(text)) }
                joined.append(part)
            }
        }
        if let text { joined.append(.text(text)) }
        return joined
    }
}
