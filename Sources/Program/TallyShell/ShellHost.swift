package import Workbench

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
