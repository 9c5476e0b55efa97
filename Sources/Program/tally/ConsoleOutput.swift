import QueryDiagnostics
import TerminalText
import Foundation
import ResultRendering
import TallyShell
import Workbench

/// Results to standard output, everything else to standard error.
final class ConsoleOutput: SessionOutput {
    let renderOptions: RenderOptions
    private let diagnosticsFormat: DiagnosticsFormat
    private let usesColorOnError: Bool
    let isQuiet: Bool
    /// Nil where no terminal shows what is reported.
    private let errorWidth: Int?
    /// Whether a line can be drawn over.
    private let drawsProgress: Bool

    init(_ options: CommonOptions) {
        var render = RenderOptions()
        render.isTerminal = isatty(STDOUT_FILENO) == 1
        render.usesColor = options.usesColor(on: STDOUT_FILENO)
        render.colors = options.colors
        if render.isTerminal, let size = Self.terminalSize(STDOUT_FILENO) {
            render.width = size.columns
            // The next prompt needs a line.
            render.height = size.rows > 1 ? size.rows - 1 : nil
            render.findGraphics = { TerminalQuestion.graphics }
        }
        render.isASCII = render.isTerminal && options.isASCII
        renderOptions = render
        diagnosticsFormat = options.diagnostics
        usesColorOnError = options.usesColor(on: STDERR_FILENO)
        isQuiet = options.quiet
        drawsProgress = !options.quiet && isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
        errorWidth = Self.terminalSize(STDERR_FILENO)?.columns
    }

    func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

    func report(_ diagnostic: Diagnostic, in source: SourceText) {
        if isQuiet, diagnostic.severity != .error { return }
        switch diagnosticsFormat {
        case .text:
            let renderer = TextRenderer(usesColor: usesColorOnError, width: errorWidth ?? 160, wrapWidth: errorWidth)
            Self.write(renderer.render(diagnostic, in: source), to: STDERR_FILENO)
        case .json: Self.write(JSONLinesRenderer.render(diagnostic, in: source), to: STDERR_FILENO)
        }
    }

    func note(_ text: String) {
        guard !isQuiet else { return }
        // Paths and names of data may hold anything.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { VisibleText.of(String($0)) }
            .flatMap { line in errorWidth.map { VisibleText.width(line) > $0 ? VisibleText.wrapped(line, to: $0) : [line] } ?? [line] }
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
        var text = text
        text.withUTF8 { bytes in
            var offset = 0
            while offset < bytes.count {
                let written = Foundation.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
                if written < 0, errno == EINTR { continue }
                if written <= 0 { stop(descriptor) }
                offset += written
            }
        }
    }

    /// Ends the process, as nothing more can be written to `descriptor`.
    private static func stop(_ descriptor: Int32) -> Never {
        let reason = errno
        guard descriptor == STDOUT_FILENO else { Foundation.exit(0) }
        if reason != EPIPE { write("tally: cannot write the results: \(String(cString: strerror(reason)))\n", to: STDERR_FILENO) }
        Foundation.exit(Outcome.unavailable.rawValue)
    }

    private static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
