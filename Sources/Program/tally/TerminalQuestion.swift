import Foundation
import Synchronization
import SystemBridges

/// What a terminal says of itself when it is asked.
enum TerminalQuestion {
    /// What it said, by question.
    private static let answers = Mutex<[String: [UInt8]]>([:])

    /// A terminal answers at once, one at the far end of a slow line within this.
    private static let waitMilliseconds = 300

    /// Returns what the terminal says to `question`, which it is asked once: all that comes until the answer is complete or the time is over;
    /// empty where input or output is no terminal.
    @Sendable static func answer(to question: String, until isComplete: ([UInt8]) -> Bool) -> [UInt8] {
        answers.withLock { answers in
            if let known = answers[question] { return known }
            let answer = ask(question, until: isComplete)
            answers[question] = answer
            return answer
        }
    }

    private static func ask(_ question: String, until isComplete: ([UInt8]) -> Bool) -> [UInt8] {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return [] }
        guard let before = TerminalSettings(of: .input), before.byKeys.apply(to: .input) else { return [] }
        defer { before.apply(to: .input) }
        ConsoleOutput.write(question, to: STDOUT_FILENO)
        var answer: [UInt8] = []
        let deadline = ContinuousClock.now + .milliseconds(waitMilliseconds)
        while !isComplete(answer), answer.count < 4096 {
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
