package import MarkdownPages
package import QueryDiagnostics
package import Scripts
import TerminalText

/// A Markdown file with blocks of statements: where its blocks and their answers are, and the file with other answers.
///
/// The blocks are one script with the lines of the file, so that findings have the places of the file. Each answer is after its block,
/// between two comments. Weaving replaces the old answers and keeps all other bytes.
package struct WovenText {
    package let source: SourceText
    package let document: MarkdownDocument
    /// The blocks, in order.
    package let blocks: [TallyBlock]
    /// The statements of all blocks that run. Each line is the line of the file without the marks of lists and quotes before it.
    package let script: SourceText
    /// The mistakes that keep the file from being woven.
    package let mistakes: [Finding]
    /// The lines of the old answers.
    private let answers: [Range<Int>]
    private let answerLines: Set<Int>
    /// Where the statements of each line start, for lines in blocks.
    private let starts: [Int: Int]

    package static let opening = "<!-- tally: answer -->"
    package static let closing = "<!-- /tally -->"

    package init(_ source: SourceText) {
        self.source = source
        document = MarkdownDocument(source.bytes)
        var (answers, mistakes) = Self.answers(in: document, source)
        let answerLines = Set(answers.joined())
        document.visit { block in
            guard let fence = block.fence, fence.lastLine == nil, !answerLines.contains(fence.firstLine) else { return }
            let help = "end it with a line of as many backquotes or tildes as at its start"
            mistakes.append(Self.mistake("this block has no end", help: help, line: fence.firstLine, in: source))
        }
        blocks = TallyBlock.all(in: document).filter { !answerLines.contains($0.fence.firstLine) }
        for block in blocks {
            guard let mistake = block.mistake else { continue }
            mistakes.append(Self.mistake(mistake.message, help: mistake.help, line: block.fence.firstLine, word: mistake.word, in: source))
        }
        answers.sort { $0.lowerBound < $1.lowerBound }
        self.answerLines = answerLines
        (self.answers, self.mistakes) = (answers, mistakes.sorted { $0.diagnostic.range.start < $1.diagnostic.range.start })
        (script, starts) = Self.script(of: blocks, in: source)
    }

    /// The text of the old answers.
    package var oldAnswers: String { answers.map { source[range(ofLines: $0)] }.joined() }

    /// True for a line in an old answer.
    package func isAnswer(line: Int) -> Bool { answerLines.contains(line) }

    private func range(ofLines lines: Range<Int>) -> SourceRange {
        SourceRange(source.lineStarts[lines.lowerBound], source.start(ofLine: lines.upperBound))
    }

    // MARK: The script

    /// Returns the script, and where the statements start in its lines.
    ///
    /// A semicolon in the line of the closing fence ends the last statement of a block, also one with an open parenthesis.
    private static func script(of blocks: [TallyBlock], in source: SourceText) -> (SourceText, [Int: Int]) {
        var (starts, ends) = ([Int: Int](), Set<Int>())
        for block in blocks where block.isRun {
            for line in block.fence.lines { starts[line.index] = line.start }
            if let last = block.fence.lastLine { ends.insert(last) }
        }
        var bytes: [UInt8] = []
        for index in source.lineStarts.indices {
            if let start = starts[index] { bytes += source.bytes[start..<max(start, source.lineRange(index).end)] }
            if ends.contains(index) { bytes.append(UInt8(ascii: ";")) }
            bytes.append(0x0A)
        }
        return (SourceText(bytes: bytes, file: source.file), starts)
    }

    /// The range of a block in the script.
    package func range(of block: TallyBlock) -> SourceRange {
        SourceRange(script.start(ofLine: block.fence.firstLine + 1), script.start(ofLine: block.fence.lastLine ?? .max))
    }

    /// Returns a finding about the script at its place in the file. Findings about other texts stay the same.
    package func placed(_ finding: Finding) -> Finding {
        guard finding.source.file == script.file, finding.source.bytes.count == script.bytes.count else { return finding }
        return Finding(finding.diagnostic.placed { SourceRange(place($0.start), max(place($0.start), place($0.end))) }, in: source)
    }

    private func place(_ offset: Int) -> Int {
        let line = script.lineIndex(at: offset)
        guard line < source.lineStarts.count else { return source.bytes.count }
        let start = starts[line] ?? source.lineStarts[line]
        return min(start + offset - script.lineStarts[line], max(start, source.lineRange(line).end))
    }

    /// Returns a finding about the script as part of its block, without the places of the file, which change when answers are added.
    package func placed(_ finding: Finding, in block: TallyBlock) -> Finding {
        let range = range(of: block)
        let isInside = { (other: SourceRange) in range.start <= other.start && other.end <= range.end }
        var diagnostic = finding.diagnostic
        guard finding.source.file == script.file, isInside(diagnostic.range) else { return finding }
        diagnostic.labels.removeAll { !isInside($0.range) }
        if !diagnostic.edits.allSatisfy({ isInside($0.range) }) { diagnostic = diagnostic.withoutFix }
        let text = SourceText(bytes: Array(script.bytes[range.start..<range.end]), file: "block")
        return Finding(diagnostic.placed { SourceRange($0.start - range.start, $0.end - range.start) }, in: text)
    }

    // MARK: Answers

    /// Returns the lines of old answers, each with the blank line before it, and comments of answers without the other one.
    private static func answers(in document: MarkdownDocument, _ source: SourceText) -> ([Range<Int>], [Finding]) {
        var (answers, mistakes) = ([Range<Int>](), [Finding]())
        let help = "add the missing comment, or delete this one and the answer"
        document.visit { parent in
            var start: MarkdownBlock?
            for block in parent.children {
                guard case .comment = block.kind else { continue }
                let isOpening = block.text == opening
                guard isOpening || block.text == closing else { continue }
                if isOpening, start == nil {
                    start = block
                } else if !isOpening, let first = start {
                    let hasBlank = first.firstLine > 0 && isBlank(first.firstLine - 1, after: first.linePrefix, in: source)
                    answers.append((hasBlank ? first.firstLine - 1 : first.firstLine)..<(block.lastLine + 1))
                    start = nil
                } else {
                    let message = isOpening ? "this answer starts in another one" : "this answer has no start, `\(opening)`"
                    mistakes.append(mistake(message, help: help, line: block.firstLine, in: source))
                }
            }
            if let start {
                mistakes.append(mistake("this answer has no end, `\(closing)`", help: help, line: start.firstLine, in: source))
            }
        }
        return (answers, mistakes)
    }

    private static func isBlank(_ line: Int, after prefix: String, in source: SourceText) -> Bool {
        source[source.lineRange(line)].filter { !$0.isWhitespace } == prefix.filter { !$0.isWhitespace }
    }

    /// Returns a finding about a line, or about a word in it.
    package static func mistake(_ message: String, help: String, line: Int, word: String? = nil, in source: SourceText) -> Finding {
        var range = source.lineRange(line)
        let text = source[range]
        if let word, let found = text.ranges(of: word).last {
            let start = range.start + text[..<found.lowerBound].utf8.count
            range = SourceRange(start, start + word.utf8.count)
        } else {
            range.start += text.prefix(while: \.isWhitespace).utf8.count
        }
        return Finding(Diagnostic(.statementFailed, message, at: range, help: help), in: source)
    }

    /// Returns the file with an answer after each block: one text in Markdown for each block, empty for none.
    package func text(with new: [String]) -> [UInt8] {
        var answersByLine: [Int: (TallyBlock, String)] = [:]
        for (block, answer) in zip(blocks, new) { answersByLine[block.fence.lastLine ?? 0] = (block, answer) }
        let lineEnd = source.lineEnd
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.bytes.count)
        for index in source.lineStarts.indices where !isAnswer(line: index) {
            let (start, end) = (source.lineStarts[index], source.start(ofLine: index + 1))
            bytes += source.bytes[start..<end]
            guard let (block, answer) = answersByLine[index], !answer.isEmpty else { continue }
            if end == source.lineRange(index).end { bytes += lineEnd }
            for line in Self.lines(of: answer) {
                let whole = line.isEmpty ? block.fence.linePrefix.withoutSpacesAtEnd : block.fence.linePrefix + line
                bytes += Array(whole.utf8) + lineEnd
            }
        }
        return bytes
    }

    private static func lines(of answer: String) -> [Substring] {
        var lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return ["", opening[...], ""] + lines.drop(while: \.isEmpty) + ["", closing[...]]
    }
}

extension SourceText {
    /// Returns the start of a line; the end of the text for a line after the last one.
    fileprivate func start(ofLine index: Int) -> Int { index < lineStarts.count ? lineStarts[index] : bytes.count }

    /// The end of the first line, or a line feed if there is only one line.
    fileprivate var lineEnd: [UInt8] {
        let first = lineRange(0).end
        guard lineStarts.count > 1 else { return [0x0A] }
        // Empty lines follow without a gap.
        let end = bytes[first] == 0x0D && first + 1 < bytes.count && bytes[first + 1] == 0x0A ? first + 2 : first + 1
        return Array(bytes[first..<end])
    }
}

extension String {
    fileprivate var withoutSpacesAtEnd: String {
        var text = self[...]
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }
}
