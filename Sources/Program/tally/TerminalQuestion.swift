import TallyCharts
import Foundation
import SystemBridges

/// What a terminal says of itself when it is asked.
enum TerminalQuestion {
    /// How the terminal shows pictures; nil where it does not, or does not answer. It is asked once.
    static let graphics: TerminalGraphics? = TerminalGraphics(answer: answer(to: TerminalGraphics.query))

    /// A terminal answers at once, one at the far end of a slow line within this.
    private static let waitMilliseconds = 300

    /// Returns what the terminal says to `question`: all that comes until the answer is complete or the time is over; empty where input or
    /// output is no terminal.
    private static func answer(to question: String) -> [UInt8] {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return [] }
        guard let before = TerminalSettings(of: .input), before.byKeys.apply(to: .input) else { return [] }
        defer { before.apply(to: .input) }
        ConsoleOutput.write(question, to: STDOUT_FILENO)
        var answer: [UInt8] = []
        let deadline = ContinuousClock.now + .milliseconds(waitMilliseconds)
        while !TerminalGraphics.isComplete(answer), answer.count < 4096 {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { break }
            let milliseconds = Int32(left.components.attoseconds / 1_000_000_000_000_000) + 1
            var bytes = [UInt8](repeating: 0, count: 256)
            guard Descriptor.wait(for: [.input], within: milliseconds) == [true],
                let count = try? Descriptor.input.read(into: &bytes, bytes.indices), count > 0
            else { break }
            answer += bytes.prefix(count)
        }
        return answer
    }
}
