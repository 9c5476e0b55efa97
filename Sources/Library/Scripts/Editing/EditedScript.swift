import HealthModel
package import QueryDiagnostics
import QuerySyntax

/// A text that is being edited, with its script in pieces. A change parses only the statements near it.
package final class EditedScript {
    package private(set) var source: SourceText
    package let form: TextForm
    /// The pieces of the script, in order.
    package private(set) var pieces: [ScriptPiece] = []
    /// Where each piece starts in the text.
    package private(set) var starts: [Int] = []
    /// The blocks of Markdown that must have an error.
    package private(set) var failing: [SourceRange] = []
    private let numbers = WordNumbers()
    /// The number of changes.
    package private(set) var revision = 0

    package init(_ source: SourceText, as form: TextForm) {
        self.source = source
        self.form = form
        cutAll()
    }

    /// Replaces a range of bytes. The text must contain the range.
    package func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        let text = Array(source.bytes[..<range.lowerBound]) + bytes + source.bytes[range.upperBound...]
        source = SourceText(bytes: text, file: source.file)
        revision += 1
        switch form {
        case .script: cut(around: range, change: bytes.count - range.count)
        case .markdown: cutAll()
        }
    }

    /// Returns the index of the piece that contains a byte offset; nil if the offset is not in the script, as in the prose of Markdown.
    /// The end of a piece belongs to it if no other one starts there.
    package func index(at offset: Int) -> Int? {
        let next = starts.partitioningIndex { $0 > offset }
        guard next > 0 else { return nil }
        return offset <= starts[next - 1] + pieces[next - 1].length ? next - 1 : nil
    }

    /// True for an error in a block that must have one.
    package func expects(_ finding: Diagnostic) -> Bool {
        finding.severity == .error && failing.contains { $0.start <= finding.range.start && finding.range.start < $0.end }
    }

    /// The statements of the script, in order.
    package var statements: [PlacedStatement] {
        zip(pieces, starts).flatMap { piece, start in piece.statements.map { PlacedStatement($0, at: start) } }
    }

    /// Returns the numbers that the pieces use for words.
    package func numbers(of words: some Sequence<String>) -> Set<Int> { Set(words.compactMap(numbers.known)) }

    // MARK: Cutting

    /// Cuts the whole script into pieces. Pieces with a known text are kept.
    private func cutAll() {
        var known = Dictionary(grouping: pieces.reversed()) { $0.source.bytes }
        // The rules for the first statement are its own.
        if let first = pieces.first { known[first.source.bytes] = nil }
        let parts = form.parts(of: source)
        (pieces, starts, failing) = ([], [], parts.filter(\.mustFail).map(\.range))
        for part in parts {
            for range in ranges(in: part.range) {
                let bytes = Array(source.bytes[range.start..<range.end])
                starts.append(range.start)
                pieces.append(known[bytes]?.popLast() ?? piece(bytes, isStart: pieces.isEmpty))
            }
        }
    }

    private func piece(_ bytes: [UInt8], isStart: Bool) -> ScriptPiece {
        ScriptPiece(bytes, file: source.file, isStart: isStart, numbers: numbers)
    }

    /// Returns the ranges of the pieces in a part of the text that starts with a statement or with nothing.
    private func ranges(in block: SourceRange) -> [SourceRange] {
        guard !block.isEmpty else { return [] }
        let text = SourceText(bytes: Array(source.bytes[block.start..<block.end]))
        // Comments before the first statement belong to its piece.
        let starts = [0] + Parser.statementStarts(in: text).dropFirst()
        return zip(starts, starts.dropFirst() + [block.length]).map { SourceRange($0, $1).moved(by: block.start) }
    }

    /// Cuts the pieces near a change again.
    ///
    /// Where a piece ends depends on its text and on the first word after it. So the piece before the change is cut, too, and the cut ends
    /// when a piece starts where an old one did.
    ///
    /// - Parameters:
    ///   - range: the replaced range, in the old text.
    ///   - change: the number of bytes by which the text became longer.
    private func cut(around range: Range<Int>, change: Int) {
        let last = max(0, starts.partitioningIndex { $0 > range.upperBound } - 1)
        let first = max(0, starts.partitioningIndex { $0 >= range.lowerBound } - 2)
        var behind = 1
        while true {
            let end = last + behind
            guard end < pieces.count, first < end else { break }
            let window = SourceRange(starts[first], starts[end] + change + pieces[end].length)
            let cut = ranges(in: window)
            if let final = cut.last, final.start == starts[end] + change, cut.count > 1 {
                return put(cut.dropLast(), inPlaceOf: first..<end, change: change)
            }
            behind *= 4
        }
        let start = starts.isEmpty ? 0 : starts[first]
        put(ranges(in: SourceRange(start, source.bytes.count))[...], inPlaceOf: first..<pieces.count, change: change)
    }

    private func put(_ ranges: ArraySlice<SourceRange>, inPlaceOf old: Range<Int>, change: Int) {
        let new = ranges.enumerated().map { index, range in
            let bytes = Array(source.bytes[range.start..<range.end])
            let isStart = old.lowerBound + index == 0
            let known = pieces[old].firstIndex { $0.source.bytes == bytes && ($0 === pieces[0]) == isStart }
            return known.map { pieces[$0] } ?? piece(bytes, isStart: isStart)
        }
        // Two pieces with the same text need two memories.
        var seen: Set<ObjectIdentifier> = []
        let own = new.enumerated().map { index, piece in
            seen.insert(ObjectIdentifier(piece)).inserted
                ? piece : self.piece(piece.source.bytes, isStart: old.lowerBound + index == 0)
        }
        pieces.replaceSubrange(old, with: own)
        let rest = starts[old.upperBound...].map { $0 + change }
        starts = starts[..<old.lowerBound] + ranges.map(\.start) + rest
    }
}
