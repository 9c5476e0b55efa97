import TerminalText
import QueryEngine
import ResultRendering

/// The line that is drawn while a query reads samples, and while its rows are written: after 0.3 s, and ten times a second from then on.
package final class QueryMeter {
    private let output: any SessionOutput
    private let started: ContinuousClock.Instant
    private var next: ContinuousClock.Instant
    private var isDrawn = false
    /// How many samples will be read in all; nil until somebody wants to know.
    private var expected: Int?
    /// What queries before the one at hand have read: those of stages begin at 0 again.
    private var before = 0
    private var last = 0

    package init(_ output: some SessionOutput, since started: ContinuousClock.Instant) {
        self.output = output
        self.started = started
        next = started + .milliseconds(300)
    }

    /// Takes how many samples were read; `total` tells how many there are to read, and is asked once.
    package func tell(_ count: Int, _ what: String = "samples read", of total: () throws -> Int) {
        if count < last { before += last }
        last = count
        let now = ContinuousClock.now
        guard now >= next else { return }
        next = now + .milliseconds(100)
        if expected == nil { expected = (try? total()) ?? 0 }
        let seconds = (now - started) / .seconds(1)
        output.progress(Self.line(read: before + count, of: expected ?? 0, what, seconds: seconds, width: width))
        isDrawn = true
    }

    /// Draws the line again where it is due: for work that reads nothing more.
    package func tick(of total: () throws -> Int) {
        if ContinuousClock.now >= next { tell(last, of: total) }
    }

    /// Removes the line; whoever prints anything does that first.
    package func remove() {
        if isDrawn { output.progress("") }
        isDrawn = false
    }

    private var width: Int { (output.screen.width ?? 80) - 1 }

    /// Returns how much was read, and the time left; without them where more was read than was foreseen.
    static func line(read: Int, of expected: Int, _ what: String = "samples read", seconds: Double, width: Int) -> String {
        func text(_ count: Int) -> String { NumberText.rounded(Double(count), decimals: 0) }
        guard read > 0, read <= expected else { return ScreenText.truncated("\(text(read)) \(what)", to: width) }
        if read == expected { return ScreenText.truncated("\(text(read)) \(what), computing", to: width) }
        let share = Double(read) / Double(expected)
        let left = Int((seconds / share - seconds).rounded(.up))
        let parts = [
            "\(Int(share * 100)) %", left > 0 ? "\(ElapsedText.left(left)) left" : "",
            "\(text(read)) of \(text(expected)) \(what)",
        ]
        return ScreenText.truncated(parts.filter { !$0.isEmpty }.joined(separator: "  "), to: width)
    }
}

/// Lengths of time as people read them while they wait.
enum ElapsedText {
    /// Three digits that say something: `0.42 ms`, `38.1 ms`, `2.41 s`, `3 min 5 s`.
    static func of(_ seconds: Double) -> String {
        if seconds >= 100 { return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s" }
        let (amount, unit) = seconds < 1 ? (seconds * 1000, "ms") : (seconds, "s")
        return NumberText.rounded(amount, decimals: amount < 10 ? 2 : amount < 100 ? 1 : 0) + " " + unit
    }

    static func left(_ seconds: Int) -> String { seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min" }
}
