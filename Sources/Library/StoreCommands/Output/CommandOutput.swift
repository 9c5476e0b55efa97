package import HealthModel
import TerminalText

/// The output of a command. Keeps results separate from notes and questions.
package protocol CommandOutput: AnyObject {
    /// The screen that shows results.
    var screen: Screen { get }
    /// Writes text of a result.
    func write(_ text: String)
    /// Prints a note that is not part of a result, such as the number of added samples.
    func note(_ text: String)
    /// Replaces the progress line; an empty text removes it.
    func progress(_ line: String)
    /// Asks a yes-or-no question on the terminal. Returns nil without a terminal.
    func confirm(_ question: String) -> Bool?
    /// True if only results and errors are printed.
    var isQuiet: Bool { get }
    /// True if the running statement should stop.
    var isCancelled: Bool { get }
}

extension CommandOutput {
    /// Shows the metric whose sums of quarter hours are computed; nil at the end.
    package func progress(ofSummingUp metric: MetricID?) {
        progress(metric.map { "computing quarter-hour sums of \(ScreenText.visible($0.shortName))" } ?? "")
    }

    package var screen: Screen { Screen() }
    package func note(_ text: String) {}
    package func progress(_ line: String) {}
    package func confirm(_ question: String) -> Bool? { nil }
    package var isCancelled: Bool { false }
    package var isQuiet: Bool { false }
}

/// The outcome of a statement or a script, with its exit code.
package enum Outcome: Int32, Sendable {
    case fine = 0
    /// An assertion or a test failed.
    case failed = 1
    /// The query is wrong.
    case wrong = 2
    /// Reading or writing data failed.
    case unavailable = 3
    case wrongUsage = 64
    case interrupted = 130
}

/// An error that prevents a statement from running, but is not a mistake in its text.
package struct CommandError: Error, Sendable {
    package var outcome: Outcome
    /// The message for the user: what went wrong and what to do.
    package var message: String

    package init(_ outcome: Outcome, _ message: String) {
        self.outcome = outcome
        self.message = message
    }
}
