import Foundation
import SystemBridges

/// Reads complete statements from the user.
protocol StatementReader: AnyObject {
    /// Returns the next statement without its final newline. Skips cancelled lines.
    func next() -> ReadEvent

    /// Adds a statement to the history.
    func remember(_ statement: String)
}

enum ReadEvent: Sendable, Hashable {
    case statement(String)
    case endOfInput
    /// A signal that ends the shell
    case signal(Int32)
}

enum ShellPrompt {
    static let prompts = LineLayout.Prompts(first: "tally> ", continuation: "  ...> ")
    static let lesson = LineLayout.Prompts(first: "learn> ", continuation: "  ...> ")
}

/// Reads lines without a line editor, for builds without a library of keys and for terminals that cannot move the cursor.
final class PlainLineReader: StatementReader {
    private let host: SessionHost
    private let output: TerminalOutput
    private let signals: ShellSignals
    private let descriptor: Int32
    private var pending: [UInt8] = []

    init(host: SessionHost, output: TerminalOutput, signals: ShellSignals, descriptor: Int32 = STDIN_FILENO) {
        self.host = host
        self.output = output
        self.signals = signals
        self.descriptor = descriptor
    }

    func next() -> ReadEvent {
        var statement = ""
        output.write(host.prompts.first)
        while true {
            if let line = takeLine() {
                statement += line
                guard host.needsAnotherLine(statement) else { return .statement(statement) }
                statement += "\n"
                output.write(host.prompts.continuation)
                continue
            }
            switch signals.next(descriptor: descriptor) {
            case .signal(SIGTERM): return .signal(SIGTERM)
            case .signal(SIGHUP): return .signal(SIGHUP)
            case .signal(SIGINT):
                // The terminal has discarded the unfinished line.
                statement = ""
                output.write("\n" + host.prompts.first)
            case .signal, .idle: break
            case .input:
                if readMore() { continue }
                output.write("\n")
                if statement.isEmpty { return .endOfInput }
                statement = ""
                output.write(host.prompts.first)
            }
        }
    }

    func remember(_ statement: String) {}

    private func takeLine() -> String? {
        guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { pending.removeSubrange(...end) }
        return String(decoding: pending[..<end], as: UTF8.self)
    }

    /// Returns false at the end of input.
    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        do throws(SystemFailure) {
            let count = try Descriptor(descriptor).read(into: &buffer, buffer.indices)
            pending += buffer[..<count]
            return count > 0
        } catch {
            return error.number == EINTR
        }
    }
}
