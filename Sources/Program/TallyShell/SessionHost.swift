import Foundation
import Lessons
import LineHelp
import Scripts
import StoreCommands
import TerminalText
package import Workbench

/// The shell's next step after a statement.
enum ShellOutcome: Sendable, Hashable {
    case proceed
    case quit
}

/// Connects the shell to a session: runs statements and supports editing.
package final class SessionHost {
    private let session: Session
    private let console: any SessionOutput
    /// Completions, hints and errors for the line editor
    let help: EditingHelp

    /// - Parameter console: receives findings and notes. Results go to the shell's terminal.
    package init(_ session: Session, console: any SessionOutput) {
        self.session = session
        self.console = console
        help = EditingHelp(session)
    }

    /// The text at the start of the shell, without a final newline; empty for none.
    var greeting: String {
        if session.lessons.current != nil { return "" }
        guard let held = try? StoreReport.summary(of: session.commandStore) else {
            return """
                The store is empty: \(ScreenText.visible(session.storage.name))
                To add data from the Health app, type import "export.zip".
                To try Tally on generated data, quit and run tally demo.
                Type learn anchors for the first of \(LessonCatalog.count) lessons, or help for an overview.
                """
        }
        return """
            \(held.text): try \(held.mostRecorded) by day last 7 days, or learn
            help shows what you can do, Tab completes, → accepts a hint, Ctrl-D quits
            """
    }

    /// The prompts before lines.
    var prompts: LineLayout.Prompts {
        if session.lessons.current != nil { return ShellPrompt.lesson }
        guard let name = session.actor ?? session.person.flatMap({ $0.isEmpty ? nil : $0 }) else { return ShellPrompt.prompts }
        return LineLayout.Prompts(first: "\(ScreenText.truncated(ScreenText.visible(name), to: 30))> ", continuation: "  ...> ")
    }
    /// True if blank lines, `quit` and the end of input also go to the session, as in a lesson.
    var takesEveryLine: Bool { session.lessons.current != nil }
    /// True if hints are shown.
    var showsHints: Bool { session.settings.hints && !help.isGuess }
    /// True if statements are added to the history.
    var keepsHistory: Bool { session.settings.history && !help.isGuess }

    /// Returns true for statements that no history keeps: who was forgotten must not remain there.
    func isSecret(_ text: String) -> Bool { session.lessons.current == nil && ParsedScript(text).isSecret }

    /// Returns true if Enter after `text` starts another line. A blank line always ends the statement, so the user cannot get stuck.
    func needsAnotherLine(_ text: String) -> Bool {
        let lastLine = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        return !lastLine.allSatisfy(\.isWhitespace) && help.isIncomplete(text)
    }

    /// Runs the statements of `text` one after another and prints results and diagnostics to `terminal`.
    ///
    /// Stops within about 100 ms after `interruption` is requested, and skips the remaining statements.
    func execute(_ text: String, output terminal: TerminalOutput, interruption: Interruption) -> ShellOutcome {
        help.forget()
        if session.lessons.current != nil {
            show(on: terminal, paged: .off, interruption) { session.answerLesson(text, output: $0) }
            return .proceed
        }
        for statement in ParsedScript(text).statements {
            let outcome = show(on: terminal, paged: statement.isLive ? .off : session.settings.pager, interruption) {
                session.run(statement, output: $0)
            }
            if session.course.isEnded { return .quit }
            if outcome == .wrong { offerFix(of: statement, on: terminal) }
            if outcome != .fine || interruption.isRequested || session.lessons.current != nil { break }
        }
        return .proceed
    }

    // MARK: Named watches

    /// The longest time in seconds until named watches must be looked at; nil if none runs.
    var watchSeconds: Double? { session.lessons.current == nil ? session.watchSeconds : nil }

    /// Becomes readable when another process writes to the store; nil if no watch needs it.
    var watchDescriptor: Int32? { session.lessons.current == nil ? session.watchDescriptor : nil }

    /// True if data or time may have changed the answer of a named watch.
    var mayTellChanges: Bool { session.mayTellChanges() }

    /// Prints what changed in the answers of named watches. Calls `begin` before it prints anything.
    func tellChanges(on terminal: TerminalOutput, interruption: Interruption, begin: @escaping () -> Void) {
        let results = PagedOutput(terminal: terminal, use: .off, command: nil, interruption: interruption)
        defer { results.finish() }
        let output = StatementOutput(results: results, terminal: terminal, console: console, interruption: interruption)
        output.begin = begin
        session.tellChanges(output: output)
    }

    /// Calls `run` with an output for one result.
    private func show<Outcome>(
        on terminal: TerminalOutput, paged use: PagerUse, _ interruption: Interruption, _ run: (StatementOutput) -> Outcome
    ) -> Outcome {
        let pager = PagerCommand.chosen(in: ProcessInfo.processInfo.environment)
        let results = PagedOutput(terminal: terminal, use: use, command: pager, interruption: interruption)
        defer { results.finish() }
        return run(StatementOutput(results: results, terminal: terminal, console: console, interruption: interruption))
    }

    /// The text that Enter on an empty line runs; nil if there is none.
    var textOfEmptyLine: String? { session.lessons.current == nil ? help.meantQuery : nil }

    /// If fixes correct the failed statement and the text after it, offers to insert the corrected text with Tab. If the statement is a
    /// question with one meaning, also offers to run the query with Enter.
    private func offerFix(of statement: ScriptStatement, on terminal: TerminalOutput) {
        guard let fixed = session.fixed(statement) else { return }
        help.offeredFix = fixed
        terminal.endLine()
        if session.isQuestion(statement, meaning: fixed) { help.meantQuery = fixed }
        let offer = help.meantQuery == nil ? "press Tab to insert the fix" : "press Enter to run this query, or Tab to edit it"
        terminal.write(ScreenText.styled(offer, .dim, usesColor: terminal.usesColor) + "\n")
    }
}
