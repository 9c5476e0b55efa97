import Foundation
import Scripts
import StoreCommands
import SystemBridges
import TallyShell
import TerminalText
import Workbench

/// Writes results to standard output and everything else to standard error.
final class ConsoleOutput: SessionOutput {
    private let fixedScreen: Screen
    private var redrawn = RedrawnText()
    private let diagnosticsFormat: DiagnosticsFormat
    private let usesColorOnError: Bool
    let isQuiet: Bool
    /// The width of the terminal on standard error; nil if there is none.
    private let errorWidth: Int?
    /// True if the progress line can be redrawn.
    private let drawsProgress: Bool

    init(_ options: CommonOptions) {
        let environment = CommonOptions.environment
        var screen = Screen(environment: environment)
        screen.isTerminal = isatty(STDOUT_FILENO) == 1
        screen.usesColor = options.usesColor(on: STDOUT_FILENO)
        if screen.isTerminal { screen.ask = TerminalQuestion.answer }
        fixedScreen = screen
        diagnosticsFormat = options.diagnostics
        usesColorOnError = options.usesColor(on: STDERR_FILENO)
        isQuiet = options.quiet
        drawsProgress = !options.quiet && isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        errorWidth = Terminal.size(of: .error)?.columns
    }

    /// The screen at its current size.
    var screen: Screen {
        var screen = fixedScreen
        if screen.isTerminal, let size = Terminal.size(of: .output) {
            screen.width = size.columns
            // Leaves one line for the next prompt.
            screen.height = size.rows > 1 ? size.rows - 1 : nil
        }
        return screen
    }

    func write(_ text: String) {
        redrawn.leave()
        Self.write(text, to: STDOUT_FILENO)
    }

    /// Rows are not copied, which took a tenth of the time of printing.
    func write(utf8 bytes: ArraySlice<UInt8>) {
        redrawn.leave()
        do { try Descriptor.output.writeAll(bytes) } catch { Self.stop(STDOUT_FILENO, error) }
    }

    func redraw(_ text: String) {
        guard let size = Terminal.size(of: .output) else { return write(text) }
        Self.write(redrawn.replacing(with: text, columns: size.columns, rows: size.rows), to: STDOUT_FILENO)
    }

    var mostErrors: Int { diagnosticsFormat == .json ? ShownErrors.forPrograms : ShownErrors.forPeople }

    func report(_ finding: Finding) {
        if isQuiet, !finding.isError { return }
        redrawn.leave()
        switch diagnosticsFormat {
        case .text: Self.write(finding.text(usesColor: usesColorOnError, width: errorWidth), to: STDERR_FILENO)
        case .json: Self.write(finding.jsonLine, to: STDERR_FILENO)
        }
    }

    func note(_ text: String) {
        guard !isQuiet else { return }
        redrawn.leave()
        // Paths and names in the data may contain control characters.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { ScreenText.wrapped(ScreenText.visible($0), to: errorWidth ?? .max) }
        Self.write(lines.joined(separator: "\n") + "\n", to: STDERR_FILENO)
    }

    func progress(_ line: String) {
        if drawsProgress { Self.write("\r" + line + "\u{1B}[K", to: STDERR_FILENO) }
    }

    func confirm(_ question: String) -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        Self.write(ScreenText.visibleLines(question) + " [y/N] ", to: STDERR_FILENO)
        return YesOrNo.answer(isCancelled: { InterruptSignal.isRequested })
    }

    var isCancelled: Bool { InterruptSignal.isRequested }

    /// Writes all of `text`. If the reader has closed the pipe, exits silently, as other command-line tools do.
    static func write(_ text: String, to descriptor: Int32) {
        do { try Descriptor(descriptor).writeAll(Array(text.utf8)[...]) } catch { stop(descriptor, error) }
    }

    /// Exits because `descriptor` cannot be written to.
    private static func stop(_ descriptor: Int32, _ failure: SystemFailure) -> Never {
        // Without standard error, notes are lost on purpose. On a full disk, an error would be.
        let isClosed = [EPIPE, EBADF].contains(failure.number)
        guard descriptor == STDOUT_FILENO else { Foundation.exit(isClosed ? 0 : Outcome.unavailable.rawValue) }
        if failure.number != EPIPE { write("tally: can't write the results: \(failure.reason)\n", to: STDERR_FILENO) }
        Foundation.exit(Outcome.unavailable.rawValue)
    }
}
