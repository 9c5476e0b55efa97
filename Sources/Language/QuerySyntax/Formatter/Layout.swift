/// A statement split at possible line breaks: a head of phrases, then segments that start with a pipe.
struct Layout {
    /// The phrases of the head, to be separated by one space.
    var head: [String]
    /// The stages: their start in the source, and their text with the pipe.
    var segments: [(pipe: Int, text: String)] = []
    /// Text on a separate line at the end, after all comments.
    var lastLine: String?

    init(_ head: String...) {
        self.head = head
    }

    init(_ head: [String], _ segments: [(pipe: Int, text: String)] = []) {
        self.head = head
        self.segments = segments
    }

    var oneLine: String { (head + segments.map(\.text)).joined(separator: " ") }

    /// Returns the layout with words added before it.
    func prefixed(_ words: String) -> Layout {
        Layout([words + " " + (head.first ?? "")] + head.dropFirst(), segments)
    }

    /// Returns the layout with words added at its end.
    func suffixed(_ words: String) -> Layout {
        guard let last = segments.last else { return Layout(head + [words]) }
        return Layout(head, segments.dropLast() + [(last.pipe, last.text + " " + words)])
    }

    /// Returns the number of the segment that contains a byte of the source; 0 is the head.
    func segment(at offset: Int) -> Int {
        segments.prefix { $0.pipe <= offset }.count
    }

    /// Returns the number of the segment whose pipe is at `offset`.
    func segment(openedBy offset: Int) -> Int? {
        segments.firstIndex { $0.pipe == offset }.map { $0 + 1 }
    }

    /// Returns the lines, with breaks if they are too long or have comments.
    func lines(_ comments: Comments, atMost width: Int = QueryFormatter.lineLength) -> [String] {
        let breaksForComments = comments.inside.contains { $0.key < segments.count || !$0.value.ownLines.isEmpty }
        if !breaksForComments, oneLine.count <= width || segments.isEmpty && head.count == 1 {
            return [oneLine + trailing(comments, segments.count)]
        }
        var lines = headLines(width)
        lines[lines.count - 1] += trailing(comments, 0)
        for (index, segment) in segments.enumerated() {
            lines += (comments.inside[index + 1]?.ownLines ?? []).map { QueryFormatter.indentation + $0 }
            lines.append(QueryFormatter.indentation + segment.text + trailing(comments, index + 1))
        }
        return lines
    }

    private func trailing(_ comments: Comments, _ segment: Int) -> String {
        comments.inside[segment]?.trailing.map { "  " + $0 } ?? ""
    }

    private func headLines(_ width: Int) -> [String] {
        var lines: [String] = []
        for phrase in head {
            if let last = lines.last, (last + " " + phrase).count <= width {
                lines[lines.count - 1] = last + " " + phrase
            } else {
                lines.append(lines.isEmpty ? phrase : QueryFormatter.indentation + phrase)
            }
        }
        return lines
    }
}
