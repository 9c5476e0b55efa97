import Foundation
import Synchronization
import SystemBridges

/// Queries the terminal for its capabilities and caches the replies.
enum TerminalQuestion {
    /// The replies, by query.
    private static let answers = Mutex<[String: [UInt8]]>([:])

    /// The longest wait for a reply. Local terminals reply at once; this leaves time for slow connections.
    private static let waitMilliseconds = 300

    /// Returns the terminal's reply to `question`: all bytes until the reply is complete or the time is up. Sends each question only once.
    /// Returns an empty array if input or output is not a terminal.
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
