/// What the shell needs of the language and of the store: it edits lines, the host knows what they mean.
///
/// All offsets count UTF-8 bytes of the text that was passed.
package protocol ShellHost {
    /// Printed once at the start, without a final newline; empty for none.
    var greeting: String { get }

    /// Whether accepted statements go to the history.
    var keepsHistory: Bool { get }

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
}

extension ShellHost {
    package var greeting: String { "" }
    package var keepsHistory: Bool { true }
    package func completions(for text: String, at offset: Int) -> CompletionSet { CompletionSet(start: offset, candidates: []) }
    package func highlight(_ text: String) -> [HighlightSpan] { [] }
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

        package init(_ text: String, display: String? = nil, detail: String = "", appendsSpace: Bool = true) {
            self.text = text
            self.display = display ?? text
            self.detail = detail
            self.appendsSpace = appendsSpace
        }
    }

    /// The first byte that a candidate replaces; at most the cursor's offset.
    package var start: Int
    /// In the order in which they are shown, the likeliest first.
    package var candidates: [Candidate]

    package init(start: Int, candidates: [Candidate]) {
        self.start = start
        self.candidates = candidates
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
