import CalendarIntervals
import QueryDiagnostics
import TerminalText
import Foundation
import QueryCompiler
import QueryHelp
import QuerySyntax
import HealthModel
import ResultRendering
package import Workbench

/// The shell's host for a session: what is typed is run, completed and coloured as the language has it.
package final class SessionHost: ShellHost {
    private let session: Session
    private let console: any SessionOutput
    /// Made anew after each statement
    private var knowledge: ShellKnowledge? {
        didSet { likely = knowledge.map(LikelyText.init) }
    }
    private var likely: LikelyText?
    /// The last text that failed, set right; what Tab puts into an empty line
    private var offeredFix = ""

    /// - Parameter console: takes findings and notes; results go to the shell's terminal.
    package init(_ session: Session, console: any SessionOutput) {
        self.session = session
        self.console = console
    }

    package var greeting: String {
        if session.lessons.current != nil { return "" }
        guard let metrics = try? session.read({ try $0.metricSummaries() }),
            let mostRecorded = metrics.max(by: { $0.count < $1.count })
        else {
            return """
                The store is empty: \(ScreenText.visible(session.storage.name))
                import "export.zip" fills it from the Health app; tally demo has made-up data.
                learn anchors begins the first of twelve lessons; help tells what one can ask.
                """
        }
        let samples = NumberText.rounded(Double(metrics.reduce(0) { $0 + $1.count }), decimals: 0)
        return """
            \(samples) samples of \(metrics.count) metrics: try \(mostRecorded.metric.shortName) by day last 7 days, or learn
            help explains, Tab completes, → takes a hint, Ctrl-D leaves
            """
    }

    package var prompts: LineLayout.Prompts { session.lessons.current == nil ? ShellPrompt.prompts : ShellPrompt.lesson }
    package var takesEveryLine: Bool { session.lessons.current != nil }
    /// A guess in a lesson is no statement: nothing to complete, and nothing to call back.
    private var isGuess: Bool { session.lessons.current.map { !$0.awaitsStatement } ?? false }
    package var showsHints: Bool { session.settings.hints && !isGuess }
    package var keepsHistory: Bool { session.settings.history && !isGuess }

    package func isIncomplete(_ text: String) -> Bool {
        !isGuess && Parser.parse(text).isIncomplete
    }

    package func execute(_ text: String, output terminal: TerminalOutput, interruption: Interruption) -> ShellOutcome {
        knowledge = nil
        offeredFix = ""
        let source = SourceText(text)
        if session.lessons.current != nil {
            show(on: terminal, paged: .off, interruption) { session.answerLesson(text, output: $0) }
            return .proceed
        }
        for statement in Parser.parse(source).statements {
            let outcome = show(on: terminal, paged: statement.isLive ? .off : session.settings.pager, interruption) {
                session.run(statement, in: source, output: $0)
            }
            if session.course.isEnded { return .quit }
            if outcome == .wrong { offerFix(of: SourceText(source[SourceRange(statement.range.start, source.bytes.count)]), on: terminal) }
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
    private func offerFix(of source: SourceText, on terminal: TerminalOutput) {
        let errors = { [session] in session.findings(in: $0).filter { $0.severity == .error } }
        let (fixed, count) = ScriptText.fixed(source, findings: errors)
        guard count > 0, errors(SourceText(fixed)).isEmpty else { return }
        offeredFix = fixed
        terminal.endLine()
        terminal.write(ScreenText.styled("Tab puts the fix into the line", .dim, usesColor: terminal.usesColor) + "\n")
    }

    // MARK: Typing

    package func prepare() {
        guard knowledge == nil else { return }
        let session = session.lessons.current?.session ?? session
        knowledge = try? session.read { reader in
            ShellKnowledge(
                context: try session.context(reading: reader), lastRows: session.last.knownRows, savedNames: session.savedNames)
        }
    }

    package func completions(for text: String, at offset: Int) -> CompletionSet {
        if text.isEmpty, !offeredFix.isEmpty {
            return CompletionSet(start: 0, candidates: [.init(offeredFix, appendsSpace: false)])
        }
        let lessonWords = lessonWords(from: String(decoding: text.utf8.prefix(offset), as: UTF8.self))
        if isGuess { return CompletionSet(start: 0, candidates: lessonWords) }
        var completions = CandidateList(for: text, at: offset, knowledge: known).completions
        completions.candidates = lessonWords + completions.candidates
        return completions
    }

    /// Returns the words of the lesson that `typed`, all of the line so far, may become.
    private func lessonWords(from typed: String) -> [CompletionSet.Candidate] {
        guard session.lessons.current != nil else { return [] }
        return LessonRun.words.filter { $0.hasPrefix(typed.lowercased()) }.map { .init($0, appendsSpace: false) }
    }

    package func highlight(_ text: String) -> [HighlightSpan] {
        isGuess ? [] : SyntaxHighlighter.spans(of: Parser.parse(text).helped())
    }

    package func hint(after text: String) -> String {
        if !text.isEmpty, let word = lessonWords(from: text).first { return String(word.text.dropFirst(text.count)) }
        return likely?.continuation(of: text) ?? ""
    }

    package func isRight(_ statement: String) -> Bool {
        known.errors(in: Parser.parse(statement), isQuick: true).isEmpty
    }

    package func firstError(in text: String) -> ErrorInText? {
        guard !isGuess else { return nil }
        let (parsed, known) = (Parser.parse(text), known)
        let errors = known.errors(in: parsed, isQuick: false)
        guard let first = SyntaxHighlighter.firstError(among: errors, in: parsed),
            let statement = parsed.statements.first(where: { first.range.start <= $0.range.end })
        else { return nil }
        let ofStatement = errors.filter { $0.range.start >= statement.range.start && $0.range.end <= statement.range.end }
        let proved = ScriptText.proved(ofStatement, of: statement, in: parsed.source, context: known.context, lastRows: known.lastRows)
        return SyntaxHighlighter.firstError(among: proved, in: parsed).map { error in
            ErrorInText(error.range.start..<error.range.end, ([error.message] + (error.help.map { [$0] } ?? [])).joined(separator: "; "))
        }
    }

    /// Without the store there are still the words of the language.
    private var known: ShellKnowledge {
        knowledge ?? ShellKnowledge(context: CompilationContext(now: session.now, zone: session.settings.zone ?? .utc))
    }
}
