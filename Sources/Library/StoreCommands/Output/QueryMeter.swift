import QueryEngine
import ResultRendering
import TerminalText

/// The progress line of a query, while it reads samples or writes rows. It appears after 0.3 s and is updated ten times a second.
package final class QueryMeter {
    private let output: any CommandOutput
    private let started: ContinuousClock.Instant
    private var next: ContinuousClock.Instant
    private var isDrawn = false
    /// The total number of samples to read; nil until it is needed.
    private var expected: Int?
    /// The number of samples that earlier queries have read. The queries of stages count from 0 again.
    private var before = 0
    private var last = 0

    package init(_ output: some CommandOutput, since started: ContinuousClock.Instant) {
        self.output = output
        self.started = started
        next = started + .milliseconds(300)
    }

    /// Updates the number of samples read so far. Calls `total` at most once for the number of samples to read.
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

    /// Redraws the line if it is due, for work after the last sample was read.
    package func tick(of total: () throws -> Int) {
        if ContinuousClock.now >= next { tell(last, of: total) }
    }

    /// Removes the line. Call this before printing anything.
    package func remove() {
        if isDrawn { output.progress("") }
        isDrawn = false
    }

    private var width: Int { (output.screen.width ?? 80) - 1 }

    /// Returns the progress line. It has no share and no remaining time if more was read than expected.
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

/// Formats elapsed and remaining times for people.
package enum ElapsedText {
    /// Returns a time with about three significant digits: `0.42 ms`, `38.1 ms`, `2.41 s`, `3 min 5 s`.
    package static func of(_ seconds: Double) -> String {
        if seconds >= 100 { return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s" }
        let (amount, unit) = seconds < 1 ? (seconds * 1000, "ms") : (seconds, "s")
        return NumberText.rounded(amount, decimals: amount < 10 ? 2 : amount < 100 ? 1 : 0) + " " + unit
    }

    static func left(_ seconds: Int) -> String { seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min" }
}
