import TerminalText
import Foundation
package import Workbench

/// What the shell does after a statement.
enum ShellOutcome: Sendable, Hashable {
    case proceed
    case quit
}

/// A session that the shell edits lines for: it runs what is typed, and knows what that means.
package final class SessionHost {
    private let session: Session
    private let console: any SessionOutput
    /// What keys ask
    let help: EditingHelp

    /// - Parameter console: takes findings and notes; results go to the shell's terminal.
    package init(_ session: Session, console: any SessionOutput) {
        self.session = session
        self.console = console
        help = EditingHelp(session)
    }

    /// Printed once at the start, without a final newline; empty for none.
    var greeting: String {
        if session.lessons.current != nil { return "" }
        guard let held = try? StoreReport.summary(of: session) else {
            return """
                The store is empty: \(ScreenText.visible(session.storage.name))
                import "export.zip" fills it from the Health app; tally demo has made-up data.
                learn anchors begins the first of twelve lessons; help tells what one can ask.
                """
        }
        return """
            \(held.text): try \(held.mostRecorded) by day last 7 days, or learn
            help explains, Tab completes, → takes a hint, Ctrl-D leaves
            """
    }

    /// What stands before lines.
    var prompts: LineLayout.Prompts { session.lessons.current == nil ? ShellPrompt.prompts : ShellPrompt.lesson }
    /// Whether blank lines, `quit` and the end of input are the session's too, as in a lesson.
    var takesEveryLine: Bool { session.lessons.current != nil }
    /// Whether grey hints are wanted.
    var showsHints: Bool { session.settings.hints && !help.isGuess }
    /// Whether accepted statements go to the history.
    var keepsHistory: Bool { session.settings.history && !help.isGuess }

    /// Whether Enter after `text` begins another line; a blank line ends every statement, so nobody is caught in one.
    func needsAnotherLine(_ text: String) -> Bool {
        let lastLine = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        return !lastLine.allSatisfy(\.isWhitespace) && help.isIncomplete(text)
    }

    /// Runs the statements of `text` one by one and prints results and diagnostics to `terminal`.
    ///
    /// Ends soon (aim: 100 ms) after `interruption` is requested; statements that follow are then left out.
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

    /// Runs what prints one result.
    private func show<Outcome>(
        on terminal: TerminalOutput, paged use: PagerUse, _ interruption: Interruption, _ run: (StatementOutput) -> Outcome
    ) -> Outcome {
        let pager = PagerCommand.chosen(in: ProcessInfo.processInfo.environment)
        let results = PagedOutput(terminal: terminal, use: use, command: pager, interruption: interruption)
        defer { results.finish() }
        return run(StatementOutput(results: results, terminal: terminal, console: console, interruption: interruption))
    }

    /// Tells that Tab puts what failed, and what stands behind it, into the line again, where edits are sure to set all of it right.
    private func offerFix(of statement: ScriptStatement, on terminal: TerminalOutput) {
        guard let fixed = session.fixed(statement) else { return }
        help.offeredFix = fixed
        terminal.endLine()
        terminal.write(ScreenText.styled("Tab puts the fix into the line", .dim, usesColor: terminal.usesColor) + "\n")
    }
}
