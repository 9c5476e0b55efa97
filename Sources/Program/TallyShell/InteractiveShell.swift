import Foundation
import SystemBridges

package struct ShellOptions: Sendable {
    /// The path of the history file, which is created with its folder if it does not exist; nil for no file.
    package var historyPath: String?
    package var usesColor: Bool
    /// The value of `TERM`. A `dumb` terminal has no line editor.
    package var terminalName: String

    package init(historyPath: String?, usesColor: Bool, terminalName: String) {
        self.historyPath = historyPath
        self.usesColor = usesColor
        self.terminalName = terminalName
    }
}

/// The loop of the shell: reads a statement and runs it, until the user quits.
package enum InteractiveShell {
    /// Runs the shell on standard input and output, which must both be terminals.
    ///
    /// - Returns: The exit code: 0 after `quit` or Ctrl-D, 128 plus the signal number after SIGTERM or SIGHUP.
    package static func run(host: SessionHost, options: ShellOptions) -> Int32 {
        guard let signals = ShellSignals() else { return EXIT_FAILURE }
        defer { signals.restore() }
        CharacterLocale.adoptUTF8()
        TerminalRescue.arm()
        defer { TerminalRescue.disarm() }
        let output = TerminalOutput(usesColor: options.usesColor)
        if !host.greeting.isEmpty { output.write(host.greeting + "\n") }
        return run(
            host: host, reader: reader(host: host, options: options, output: output, signals: signals), output: output, signals: signals)
    }

    static func run(host: SessionHost, reader: some StatementReader, output: TerminalOutput, signals: ShellSignals) -> Int32 {
        while true {
            switch reader.next() {
            case .endOfInput:
                guard host.takesEveryLine else { return EXIT_SUCCESS }
                _ = host.execute("quit", output: output, interruption: Interruption())
            case .signal(let number): return 128 + number
            case .statement(let typed):
                let last = typed.lastIndex { !$0.isWhitespace }
                guard last != nil || host.takesEveryLine || host.textOfEmptyLine != nil else { continue }
                let text = last.map { String(typed[...$0]) } ?? host.textOfEmptyLine ?? ""
                if last == nil, !text.isEmpty { output.write(text + "\n") }
                if host.keepsHistory && !host.isSecret(text) && !text.isEmpty && !text.hasPrefix(" ") { reader.remember(text) }
                if !host.takesEveryLine, ["exit", "quit"].contains(text.trimmingCharacters(in: .whitespaces)) { return EXIT_SUCCESS }
                var outcome = ShellOutcome.proceed
                let signal = signals.whileInterruptible { outcome = host.execute(text, output: output, interruption: $0) }
                output.endLine()
                if let signal { return 128 + signal }
                if outcome == .quit { return EXIT_SUCCESS }
            }
        }
    }

    private static func reader(
        host: SessionHost, options: ShellOptions, output: TerminalOutput, signals: ShellSignals
    ) -> any StatementReader {
        #if Readline || Editline
        if !["", "dumb"].contains(options.terminalName),
            let editor = LineEditor(host: host, output: output, signals: signals, historyPath: options.historyPath)
        {
            return editor
        }
        #endif
        return PlainLineReader(host: host, output: output, signals: signals)
    }
}
