import TerminalText
import Foundation
package import Workbench

/// The shell's host for a session: what is typed is run, completed and coloured as the language has it.
package final class SessionHost: ShellHost {
    private let session: Session
    private let console: any SessionOutput
    private let help: EditingHelp

    /// - Parameter console: takes findings and notes; results go to the shell's terminal.
    package init(_ session: Session, console: any SessionOutput) {
        self.session = session
        self.console = console
        help = EditingHelp(session)
    }

    package var greeting: String {
        if session.lessons.current != nil { return "" }
        guard let held = try? StoreReport.summary(of: session) else {
            return """
                The store is empty: \(VisibleText.of(session.storage.name))
                import "export.zip" fills it from the Health app; tally demo has made-up data.
                learn anchors begins the first of twelve lessons; help tells what one can ask.
                """
        }
        return """
            \(held.text): try \(held.mostRecorded) by day last 7 days, or learn
            help explains, Tab completes, → takes a hint, Ctrl-D leaves
            """
    }

    package var prompts: LineLayout.Prompts { session.lessons.current == nil ? ShellPrompt.prompts : ShellPrompt.lesson }
    package var takesEveryLine: Bool { session.lessons.current != nil }
    package var showsHints: Bool { session.settings.hints && !help.isGuess }
    package var keepsHistory: Bool { session.settings.history && !help.isGuess }

    package func execute(_ text: String, output terminal: TerminalOutput, interruption: Interruption) -> ShellOutcome {
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
        terminal.write(TerminalText.styled("Tab puts the fix into the line", "2", terminal) + "\n")
    }

    // MARK: Typing

    package func prepare() { help.prepare() }
    package func isIncomplete(_ text: String) -> Bool { help.isIncomplete(text) }
    package func completions(for text: String, at offset: Int) -> CompletionSet { help.completions(for: text, at: offset) }
    package func highlight(_ text: String) -> [HighlightSpan] { help.highlight(text) }
    package func hint(after text: String) -> String { help.hint(after: text) }
    package func isRight(_ statement: String) -> Bool { help.isRight(statement) }
    package func firstError(in text: String) -> ErrorInText? { help.firstError(in: text) }
}
