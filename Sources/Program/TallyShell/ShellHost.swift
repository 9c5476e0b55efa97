/// What the shell needs of the language and of the store: it edits lines, the host knows what they mean.
///
/// All offsets count UTF-8 bytes of the text that was passed.
package protocol ShellHost {
    /// Printed once at the start, without a final newline; empty for none.
    var greeting: String { get }

    /// What stands before lines.
    var prompts: LineLayout.Prompts { get }

    /// Whether blank lines, `quit` and the end of input are the host's too, as in a lesson.
    var takesEveryLine: Bool { get }

    /// Whether accepted statements go to the history.
    var keepsHistory: Bool { get }

    /// Whether grey hints are wanted.
    var showsHints: Bool { get }

    /// Gathers what keys will need of the store, so that none has to wait for it; called when a prompt has been drawn.
    func prepare()

    /// Returns whether `text` needs another line before it can run.
    func isIncomplete(_ text: String) -> Bool

    /// Runs the statements of `text` one by one and prints results and diagnostics to `output`.
    ///
    /// Ends soon (aim: 100 ms) after `interruption` is requested; statements that follow are then left out.
    func execute(_ text: String, output: TerminalOutput, interruption: Interruption) -> ShellOutcome

    /// Returns what may stand at `offset` of `text`; called when the user asks for it.
    func completions(for text: String, at offset: Int) -> CompletionSet

    /// Returns the coloured parts of `text`, in order and without overlap; called at every key, so it must not read the store.
    func highlight(_ text: String) -> [HighlightSpan]

    /// Returns what is likely to follow `text`, empty for nothing; called at every key, so it must not read the store.
    func hint(after text: String) -> String

    /// Whether nothing is known to be wrong in `statement`, which ran before, so that it may be hinted at; must not read the store either.
    func isRight(_ statement: String) -> Bool

    /// Returns the first thing that is wrong in `text` and that more text cannot put right; called when typing pauses.
    func firstError(in text: String) -> ErrorInText?
}

extension ShellHost {
    package var greeting: String { "" }
    package var prompts: LineLayout.Prompts { ShellPrompt.prompts }
    package var takesEveryLine: Bool { false }
    package var keepsHistory: Bool { true }
    package var showsHints: Bool { true }
    package func prepare() {}
    package func completions(for text: String, at offset: Int) -> CompletionSet { CompletionSet(start: offset, candidates: []) }
    package func highlight(_ text: String) -> [HighlightSpan] { [] }
    package func hint(after text: String) -> String { "" }
    package func isRight(_ statement: String) -> Bool { true }
    package func firstError(in text: String) -> ErrorInText? { nil }
}

/// What the shell does after a statement.
package enum ShellOutcome: Sendable, Hashable {
    case proceed
    case quit
}

/// The candidates for one place in a text.
package struct CompletionSet: Sendable, Hashable {
    package struct Candidate: Sendable, Hashable {
        /// What replaces the text from `start` to the cursor, quotes included.
        package var text: String
        /// What the list shows for it.
        package var display: String
        /// A few words about it, such as the unit and the number of samples; empty for none.
        package var detail: String
        /// A space follows it when it is the only one.
        package var appendsSpace: Bool
        /// The detail says more than the name, so that a list is cut before it goes without.
        package var isDetailVital: Bool

        package init(
            _ text: String, display: String? = nil, detail: String = "", appendsSpace: Bool = true, isDetailVital: Bool = false
        ) {
            self.text = text
            self.display = display ?? text
            self.detail = detail
            self.appendsSpace = appendsSpace
            self.isDetailVital = isDetailVital
        }
    }

    /// The first byte that a candidate replaces; at most the cursor's offset.
    package var start: Int
    /// In the order in which they are shown, the likeliest first.
    package var candidates: [Candidate]
    /// What may stand there that cannot be listed, in words; where there are no candidates.
    package var notes: [String]

    package init(start: Int, candidates: [Candidate], notes: [String] = []) {
        self.start = start
        self.candidates = candidates
        self.notes = notes
    }
}

/// A part of the text that is shown in a style of its own.
package struct HighlightSpan: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        case keyword, metric, number, string, comment
        /// Something wrong; underlined
        case error
    }

    package var range: Range<Int>
    package var style: Style

    package init(_ range: Range<Int>, _ style: Style) {
        self.range = range
        self.style = style
    }
}

/// Something wrong in a text that is being typed.
package struct ErrorInText: Sendable, Hashable {
    package var range: Range<Int>
    /// One line for people.
    package var message: String

    package init(_ range: Range<Int>, _ message: String) {
        self.range = range
        self.message = message
    }
}
