import Foundation
import SystemBridges

/// The program that shows long results page by page.
struct PagerCommand {
    /// As the system's shell reads it.
    let line: String
    private let environment: [String: String]

    /// Returns the user's choice, `TALLY_PAGER` before `PAGER`, else `less`; nil where they want none, or have none.
    ///
    /// An empty name and `cat` stand for none.
    static func chosen(in environment: [String: String]) -> PagerCommand? {
        guard !["", "dumb"].contains(environment["TERM"] ?? "") else { return nil }
        let line = (environment["TALLY_PAGER"] ?? environment["PAGER"] ?? "less").trimmingCharacters(in: .whitespaces)
        guard let program = line.split(separator: " ").first.map(String.init), line != "cat",
            // What the shell works out is the shell's to find.
            program.contains(where: { "=$'\"\\".contains($0) }) || isExecutable(program, in: environment["PATH"] ?? "")
        else { return nil }
        return PagerCommand(line: line, environment: environment)
    }

    private static func isExecutable(_ program: String, in path: String) -> Bool {
        if program.contains("/") { return FilePath.allows(X_OK, program) }
        return path.split(separator: ":").contains { FilePath.allows(X_OK, "\($0)/\(program)") }
    }

    /// The environment of the program: `less` is told to leave short texts on the screen, to show colours and not to wrap tables, and to say
    /// below each page how to leave.
    fileprivate var variables: [String] {
        var variables = environment
        variables["LESS"] = variables["LESS"] ?? "FRSX -Ps?e(end) .q leaves, Space goes on$"
        variables["LESSCHARSET"] = variables["LESSCHARSET"] ?? "utf-8"
        return variables.map { "\($0.key)=\($0.value)" }
    }
}

/// A pager at work, fed through a pipe.
final class Pager {
    private let process: ChildProcess
    private let pipeEnd: Descriptor
    private let terminal: TerminalSettings?
    /// Whether it still reads: until the user leaves it.
    private(set) var isReading = true

    /// Starts the program with the terminal as its screen; nil where that fails.
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

    /// Hands over `text`; waits for the reader, but no longer than nobody has asked for the end.
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

    /// Says that no more comes, waits until the user leaves the pager, and puts the terminal in order as it was before.
    func finish() {
        pipeEnd.close()
        process.waitForEnd()
        terminal?.apply(to: .input, drains: true)
    }
}
