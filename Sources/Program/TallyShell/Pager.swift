import Foundation
import SystemBridges

/// The command of the program that shows long results page by page.
struct PagerCommand {
    /// The command line for the system's shell.
    let line: String
    private let environment: [String: String]

    /// Returns the pager from `TALLY_PAGER` or `PAGER`, or `less`; nil if the user turned it off or the program does not exist.
    ///
    /// An empty name or `cat` turns the pager off.
    static func chosen(in environment: [String: String]) -> PagerCommand? {
        guard !["", "dumb"].contains(environment["TERM"] ?? "") else { return nil }
        let line = (environment["TALLY_PAGER"] ?? environment["PAGER"] ?? "less").trimmingCharacters(in: .whitespaces)
        guard let program = line.split(separator: " ").first.map(String.init), line != "cat",
            // If the name needs shell expansion, only the shell can find the program.
            program.contains(where: { "=$'\"\\".contains($0) }) || isExecutable(program, in: environment["PATH"] ?? "")
        else { return nil }
        return PagerCommand(line: line, environment: environment)
    }

    private static func isExecutable(_ program: String, in path: String) -> Bool {
        if program.contains("/") { return FilePath.allows(X_OK, program) }
        return path.split(separator: ":").contains { FilePath.allows(X_OK, "\($0)/\(program)") }
    }

    /// The environment of the program. Sets options of `less`: print short texts directly, show colors, do not wrap tables, and show below
    /// each page how to quit.
    fileprivate var variables: [String] {
        var variables = environment
        variables["LESS"] = variables["LESS"] ?? "FRSX -Ps?e(end) .q to quit, Space for the next page$"
        variables["LESSCHARSET"] = variables["LESSCHARSET"] ?? "utf-8"
        return variables.map { "\($0.key)=\($0.value)" }
    }
}

/// A running pager, which reads text from a pipe.
final class Pager {
    private let process: ChildProcess
    private let pipeEnd: Descriptor
    private let terminal: TerminalSettings?
    /// True until the user leaves the pager.
    private(set) var isReading = true

    /// Starts the program on the terminal; returns nil if that fails.
    init?(_ command: PagerCommand) {
        guard let ends = Descriptor.pipe() else { return nil }
        defer { ends.reading.close() }
        ends.writing.stopWaiting()
        terminal = TerminalSettings(of: .input)
        guard let started = ChildProcess(shell: command.line, environment: command.variables, input: ends.reading) else {
            ends.writing.close()
            return nil
        }
        process = started
        pipeEnd = ends.writing
    }

    /// Sends `text` to the pager. Waits for the pager to read it, until `isCancelled` returns true.
    func write(_ text: String, isCancelled: () -> Bool) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, isReading, !isCancelled() {
            do throws(SystemFailure) {
                rest = rest.dropFirst(try pipeEnd.write(rest))
            } catch {
                switch error.number {
                case EAGAIN: _ = Descriptor.wait(for: [pipeEnd], toWrite: true, within: Self.pollMilliseconds)
                case EINTR: break
                default: isReading = false
                }
            }
        }
    }

    private static let pollMilliseconds: Int32 = 50

    /// Closes the pipe, waits until the user leaves the pager, and restores the terminal settings.
    func finish() {
        pipeEnd.close()
        process.waitForEnd()
        terminal?.apply(to: .input, drains: true)
    }
}
