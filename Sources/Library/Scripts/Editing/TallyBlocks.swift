package import MarkdownPages
package import QueryDiagnostics

/// The parts of a text that are statements of Tally.
package enum TextForm: Sendable {
    /// The whole text is a script.
    case script
    /// Fenced blocks of Markdown whose first word is `tally` are the parts of one script.
    case markdown

    /// Returns the ranges of the script in a text, in order.
    ///
    /// In lists and quotes, the lines of a block have marks or spaces before them, so such a block isn't a range of the text.
    package func blocks(in source: SourceText) -> [SourceRange] { parts(of: source).map(\.range) }

    /// Returns the same ranges, and whether each must have an error.
    func parts(of source: SourceText) -> [(range: SourceRange, mustFail: Bool)] {
        switch self {
        case .script: [(source.fullRange, false)]
        case .markdown:
            TallyBlock.all(in: MarkdownDocument(source.bytes)).compactMap { block in
                guard block.isRun, let range = block.range(in: source) else { return nil }
                return (range, block.option == .error)
            }
        }
    }
}

/// A fenced block of Markdown whose first word is `tally`.
package struct TallyBlock {
    /// The option of a block: the word after `tally`.
    package enum Option: String, CaseIterable {
        /// The statements run, and their answers aren't shown.
        case quiet
        /// A statement must fail, and its error is shown.
        case error
        /// The statements don't run.
        case skip
    }

    package let fence: MarkdownFence
    package let option: Option?
    /// The words after `tally` that mean nothing, with advice.
    package let mistake: Mistake?

    package struct Mistake {
        package let word: String
        package let message: String
        package let help: String
    }

    /// True unless the block is only text for readers.
    package var isRun: Bool { option != .skip }

    /// Creates a block from a fence; nil if its first word isn't `tally`.
    init?(_ fence: MarkdownFence) {
        let info = fence.info
        guard info.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" }).first?.lowercased() == "tally" else { return nil }
        self.fence = fence
        var (option, mistake) = (Option?.none, Mistake?.none)
        for word in Self.words(after: info) {
            if let named = Option(rawValue: word) {
                if let first = option, first != named { mistake = mistake ?? .second(named, after: first) }
                option = named
            } else if !Self.isOfOtherTools(word) {
                mistake = mistake ?? .unknown(word)
            }
        }
        (self.option, self.mistake) = (option, mistake)
    }

    /// Returns the blocks of a document, in order.
    package static func all(in document: MarkdownDocument) -> [TallyBlock] {
        var blocks: [TallyBlock] = []
        document.visit { if let fence = $0.fence, let block = TallyBlock(fence) { blocks.append(block) } }
        return blocks
    }

    /// The range of the statements; nil if their lines aren't whole lines of the text.
    fileprivate func range(in source: SourceText) -> SourceRange? {
        guard fence.linePrefix.isEmpty, fence.lines.allSatisfy({ $0.start == source.lineStarts[$0.index] }) else { return nil }
        let after = { (line: Int) in line < source.lineStarts.count ? source.lineStarts[line] : source.bytes.count }
        // A block without an end is still being written.
        return SourceRange(after(fence.firstLine + 1), fence.lastLine.map(after) ?? source.bytes.count)
    }

    // MARK: Words

    /// Returns the words after the first one, without texts in quotes.
    private static func words(after info: String) -> [String] {
        var words: [String] = [""]
        var quote: Character?
        for character in info {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
                words[words.count - 1].append("\"")
            } else if character.isWhitespace || ",{}".contains(character) {
                words.append("")
            } else {
                words[words.count - 1].append(character)
            }
        }
        return Array(words.filter { !$0.isEmpty }.dropFirst())
    }

    /// True for options of other tools, such as `title="Steps"`, `#name` or `1-3`, unless they say whether code runs.
    private static func isOfOtherTools(_ word: String) -> Bool {
        if let equals = word.firstIndex(of: "=") { return Mistake.advice[word[..<equals].lowercased()] == nil }
        guard let first = word.first else { return true }
        return !first.isLetter
    }
}

extension TallyBlock.Mistake {
    /// Advice for the options of knitr and Quarto.
    fileprivate static let advice: [String: String] = [
        "eval": "write `tally skip` for a block that must not run",
        "include": "write `tally quiet` for a block without an answer",
        "output": "write `tally quiet` for a block without an answer",
        "results": "write `tally quiet` for a block without an answer",
        "echo": "the statements of a block are always shown",
        "error": "write `tally error` for a block with an error",
    ]

    fileprivate static func unknown(_ word: String) -> Self {
        let name = String(word.prefix { $0 != "=" }).lowercased()
        let nearest = TallyBlock.Option.allCases.map(\.rawValue).first { Suggestion.slip(from: word, to: $0) != nil }
        let help = advice[name] ?? nearest.map { "did you mean `\($0)`?" } ?? "use `quiet`, `error` or `skip`, or remove it"
        return Self(word: word, message: "`\(word)` is not an option of a block", help: help)
    }

    fileprivate static func second(_ option: TallyBlock.Option, after first: TallyBlock.Option) -> Self {
        Self(
            word: option.rawValue, message: "a block can't be both `\(first.rawValue)` and `\(option.rawValue)`",
            help: "remove one of the two words")
    }
}
