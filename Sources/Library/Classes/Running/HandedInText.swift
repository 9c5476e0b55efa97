import Foundation
import MarkdownPages
import QueryDiagnostics
import Scripts

/// The answers in a file that was handed in, by question: the texts of its blocks, in order. 0 is what is before the first question.
///
/// Students rename, copy, split and move cells, and their editors change line ends. So a block belongs to the question in the heading
/// before it, and to nothing else, except that a cell of a notebook keeps its id when it is moved.
package struct HandedInText {
    package private(set) var blocks: [Int: [String]] = [:]
    package private(set) var sheet: String?
    /// The questions with text outside of their blocks, in addition to the question.
    package private(set) var outside: Set<Int> = []

    /// The questions with an answer, right or wrong.
    package var answered: Set<Int> { Set(blocks.filter { $0.key > 0 && !$0.value.allSatisfy { $0.allSatisfy(\.isWhitespace) } }.keys) }

    /// The advice for an answer outside of its block.
    static func advice(for form: AnswerForm) -> String {
        form == .notebook
            ? "text outside of cells of code does not count; write your answer into the cell of code after the question"
            : "text outside of blocks does not count; write your answer between the lines ```tally and ``` after the question"
    }

    /// A file that cannot be read, with the reason and what to do.
    package struct Unreadable: Error {
        package let reason: String
    }

    package init(_ bytes: [UInt8], as form: AnswerForm) throws(Unreadable) {
        guard let text = Self.text(of: bytes) else {
            throw Unreadable(reason: "the file is not text; hand in the file that you wrote your answers in")
        }
        sheet = Self.sheet(in: text)
        switch form {
        case .markdown: readMarkdown(text)
        // Some students copy the sheet into a script.
        case .script: text.split(separator: "\n").contains { $0.hasPrefix("```") } ? readMarkdown(text) : readScript(text)
        case .notebook: try readNotebook(text)
        }
    }

    /// Returns the text without a mark of its encoding and with line feeds only; nil for other files.
    private static func text(of bytes: [UInt8]) -> String? {
        var text: String?
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            text = String(bytes: bytes, encoding: .utf16)
        } else {
            text =
                String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes, as: UTF8.self)
                ?? String(bytes: bytes, encoding: .windowsCP1252)
        }
        guard let text, !text.unicodeScalars.contains("\0") else { return nil }
        return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    private static func sheet(in text: String) -> String? {
        guard let start = text.range(of: QuestionSheet.mark) else { return nil }
        let name = text[start.upperBound...].prefix { ($0.isLetter || $0.isNumber) && $0.isASCII }
        return name.isEmpty || name.count > 40 ? nil : String(name)
    }

    /// Returns the number in a heading such as `Question 3`; nil for other lines.
    private static func question(in heading: some StringProtocol) -> Int? {
        let words = heading.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard let place = words.firstIndex(of: "question"), place < 2, words.count > place + 1 else { return nil }
        return Int(words[place + 1])
    }

    private mutating func add(_ text: String, to question: Int) { blocks[question, default: []].append(text) }

    // MARK: Forms

    private mutating func readMarkdown(_ text: String) {
        let source = SourceText(text)
        let document = MarkdownDocument(source.bytes)
        var headings: [(line: Int, question: Int)] = []
        var fences: [(fence: MarkdownFence, isTally: Bool)] = []
        let blocks = Dictionary(TallyBlock.all(in: document).map { ($0.fence.firstLine, $0) }) { first, _ in first }
        var (current, paragraphs) = (0, 0)
        document.visit { block in
            if case .heading = block.kind, let question = Self.question(in: block.text) {
                headings.append((block.firstLine, question))
                (current, paragraphs) = (question, 0)
            } else if case .paragraph = block.kind {
                paragraphs += 1
                if paragraphs > 1 { outside.insert(current) }
            } else if let fence = block.fence, blocks[fence.firstLine] == nil, !fence.info.isEmpty {
                outside.insert(current)
            }
            guard let fence = block.fence else { return }
            // A block whose word was deleted is an answer, too.
            if let known = blocks[fence.firstLine] {
                if known.isRun { fences.append((fence, true)) }
            } else if fence.info.isEmpty {
                fences.append((fence, false))
            }
        }
        for (fence, isTally) in fences.sorted(by: { $0.fence.firstLine < $1.fence.firstLine }) {
            let question = headings.last { $0.line < fence.firstLine }?.question ?? 0
            if !isTally, question == 0 { continue }
            let lines = fence.lines.map { source[SourceRange($0.start, max($0.start, source.lineRange($0.index).end))] }
            add(lines.joined(separator: "\n"), to: question)
        }
    }

    private mutating func readScript(_ text: String) {
        var (question, lines) = (0, [Substring]())
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isComment = line.drop(while: \.isWhitespace).first == "#"
            if isComment, let next = Self.question(in: line) {
                add(lines.joined(separator: "\n"), to: question)
                (question, lines) = (next, [])
            } else {
                lines.append(line)
            }
        }
        add(lines.joined(separator: "\n"), to: question)
    }

    private struct Notebook: Decodable {
        struct Cell: Decodable {
            let kind: String
            let id: String?
            let source: Lines

            private enum CodingKeys: String, CodingKey { case kind = "cell_type", id, source }
        }

        /// Jupyter writes a text as an array of lines, other programs as one text.
        struct Lines: Decodable {
            let text: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let whole = try? container.decode(String.self) {
                    text = whole
                } else {
                    text = try container.decode([String].self).joined()
                }
            }
        }

        let cells: [Cell]
    }

    private mutating func readNotebook(_ text: String) throws(Unreadable) {
        let notebook: Notebook
        do { notebook = try JSONDecoder().decode(Notebook.self, from: Data(text.utf8)) } catch {
            throw Unreadable(reason: "the file is not a notebook of Jupyter in format 4; open it in Jupyter, save it, and hand it in again")
        }
        var question = 0
        for cell in notebook.cells {
            let source = cell.source.text.replacing("\r\n", with: "\n")
            guard cell.kind == "code" else {
                let headings = source.split(separator: "\n").compactMap { $0.hasPrefix("#") ? Self.question(in: $0) : nil }
                if let last = headings.last {
                    question = last
                } else if source.contains(where: { !$0.isWhitespace }) {
                    outside.insert(question)
                }
                continue
            }
            let ofCell = cell.id.flatMap { $0.hasPrefix(QuestionSheet.cell) ? Int($0.dropFirst(QuestionSheet.cell.count)) : nil }
            add(source, to: ofCell ?? question)
        }
    }
}
