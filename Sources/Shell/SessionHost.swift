import Diagnostics
import DisplayText
import Foundation
import QueryCompiler
import QuerySyntax
import HealthModel
import Rendering
package import TallySession

/// The shell's host for a session: what is typed is run, completed and coloured as the language has it.
package final class SessionHost: ShellHost {
    private let session: Session
    private let console: any SessionOutput

    /// - Parameter console: takes findings and notes; results go to the shell's terminal.
    package init(_ session: Session, console: any SessionOutput) {
        self.session = session
        self.console = console
    }

    package var greeting: String {
        guard let counts = try? session.store.read({ try $0.metricSummaries().map(\.count) }), !counts.isEmpty else {
            return """
                The store is empty: \(VisibleText.of(session.storeName))
                import "export.zip" fills it from an export of Apple Health.
                `tally demo` shows made-up data; help tells what can be asked.
                """
        }
        let samples = NumberText.rounded(Double(counts.reduce(0, +)), decimals: 0)
        return "\(samples) samples of \(counts.count) metrics\nhelp explains, Tab completes, Ctrl-D leaves"
    }

    package func isIncomplete(_ text: String) -> Bool {
        Parser.parse(text).isIncomplete
    }

    package func execute(_ text: String, output: TerminalOutput, interruption: Interruption) -> ShellOutcome {
        let source = SourceText(text)
        let output = StatementOutput(terminal: output, console: console, interruption: interruption)
        for statement in Parser.parse(source).statements {
            let outcome = session.run(statement, in: source, output: output)
            if session.isEnded { return .quit }
            if outcome != .fine || interruption.isRequested { break }
        }
        return .proceed
    }

    package func completions(for text: String, at offset: Int) -> CompletionSet {
        let completion = Completion.at(offset, in: text)
        let typed = String(decoding: text.utf8.dropFirst(completion.replaced.start).prefix(completion.replaced.length), as: UTF8.self)
        // Without the store there are still the words of the language.
        let contents = (try? session.store.read { try StoreContents(reading: $0) }) ?? StoreContents()
        let candidates = CandidateList(typed: typed, contents: contents, names: session.names)
        return CompletionSet(start: completion.replaced.start, candidates: candidates.candidates(for: completion))
    }

    package func highlight(_ text: String) -> [HighlightSpan] {
        SyntaxHighlighter.spans(of: Parser.parse(text))
    }
}

/// A statement's output in the shell: results as wide as the terminal is now, and Ctrl-C as the wish to end.
private final class StatementOutput: SessionOutput {
    private let terminal: TerminalOutput
    private let console: any SessionOutput
    private let interruption: Interruption

    init(terminal: TerminalOutput, console: any SessionOutput, interruption: Interruption) {
        self.terminal = terminal
        self.console = console
        self.interruption = interruption
    }

    var renderOptions: RenderOptions {
        var options = console.renderOptions
        options.width = terminal.size.columns
        return options
    }

    var isCancelled: Bool { interruption.isRequested }

    func write(_ text: String) { terminal.write(text) }
    func report(_ diagnostic: Diagnostic, in source: SourceText) { console.report(diagnostic, in: source) }
    func note(_ text: String) { console.note(text) }
    func progress(_ line: String) { console.progress(line) }
    func confirm(_ question: String) -> Bool? { console.confirm(question) }
}
