import TerminalText
import Foundation
import TallyShell
import SystemBridges
import Workbench

/// Results to standard output, everything else to standard error.
final class ConsoleOutput: SessionOutput {
    let screen: Screen
    private let diagnosticsFormat: DiagnosticsFormat
    private let usesColorOnError: Bool
    let isQuiet: Bool
    /// Nil where no terminal shows what is reported.
    private let errorWidth: Int?
    /// Whether a line can be drawn over.
    private let drawsProgress: Bool

    init(_ options: CommonOptions) {
        let environment = ProcessInfo.processInfo.environment
        var screen = Screen(environment: environment)
        screen.isTerminal = isatty(STDOUT_FILENO) == 1
        screen.usesColor = options.usesColor(on: STDOUT_FILENO)
        if screen.isTerminal, let size = Terminal.size(of: .output) {
            screen.width = size.columns
            // The next prompt needs a line.
            screen.height = size.rows > 1 ? size.rows - 1 : nil
            screen.ask = TerminalQuestion.answer
        }
        self.screen = screen
        diagnosticsFormat = options.diagnostics
        usesColorOnError = options.usesColor(on: STDERR_FILENO)
        isQuiet = options.quiet
        drawsProgress = !options.quiet && isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        errorWidth = Terminal.size(of: .error)?.columns
    }

    func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

    func report(_ finding: Finding) {
        if isQuiet, !finding.isError { return }
        switch diagnosticsFormat {
        case .text: Self.write(finding.text(usesColor: usesColorOnError, width: errorWidth), to: STDERR_FILENO)
        case .json: Self.write(finding.jsonLine, to: STDERR_FILENO)
        }
    }

    func note(_ text: String) {
        guard !isQuiet else { return }
        // Paths and names of data may hold anything.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { ScreenText.wrapped(ScreenText.visible($0), to: errorWidth ?? .max) }
        Self.write(lines.joined(separator: "\n") + "\n", to: STDERR_FILENO)
    }

    func progress(_ line: String) {
        if drawsProgress { Self.write("\r" + line + "\u{1B}[K", to: STDERR_FILENO) }
    }

    func confirm(_ question: String) -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        Self.write(question + " [y/N] ", to: STDERR_FILENO)
        return YesOrNo.answer(isCancelled: { Interruption.isRequested })
    }

    var isCancelled: Bool { Interruption.isRequested }

    /// Writes all of `text`; a reader that is gone ends the process quietly, as it does other tools in a pipe.
    static func write(_ text: String, to descriptor: Int32) {
        do { try Descriptor(descriptor).writeAll(Array(text.utf8)[...]) } catch { stop(descriptor, error) }
    }

    /// Ends the process, as nothing more can be written to `descriptor`.
    private static func stop(_ descriptor: Int32, _ failure: SystemFailure) -> Never {
        guard descriptor == STDOUT_FILENO else { Foundation.exit(0) }
        if failure.number != EPIPE { write("tally: cannot write the results: \(failure.reason)\n", to: STDERR_FILENO) }
        Foundation.exit(Outcome.unavailable.rawValue)
    }
}
