import HealthModel
package import QueryDiagnostics
import TerminalText

/// The output of a session. Keeps results separate from findings, notes and questions.
package protocol SessionOutput: AnyObject {
    /// The screen that shows results.
    var screen: Screen { get }
    /// Writes text of a result.
    func write(_ text: String)
    /// Writes a large text of a result, such as rows. The default decodes it.
    func write(utf8 bytes: ArraySlice<UInt8>)
    /// Writes text that replaces the text of the call before on a terminal, unless something else was printed since.
    func redraw(_ text: String)
    /// Reports an error, a warning or an info.
    func report(_ finding: Finding)
    /// Records a finding that is not shown, but that tests can expect.
    func record(_ diagnostic: Diagnostic)
    /// Prints a note that is not part of a result, such as the number of added samples.
    func note(_ text: String)
    /// Replaces the progress line; an empty text removes it.
    func progress(_ line: String)
    /// Asks a yes-or-no question. Returns nil if there is no terminal to ask.
    func confirm(_ question: String) -> Bool?
    /// The report that results are added to; nil prints them.
    var collector: ReportCollector? { get }
    /// True if only results and errors are printed.
    var isQuiet: Bool { get }
    /// The maximum number of errors of a text that are reported. The others are counted.
    var mostErrors: Int { get }
    /// False if nothing reads the rest of the result, for example after the user left the pager.
    var takesMore: Bool { get }
    /// True if the running statement should stop.
    var isCancelled: Bool { get }
    /// True if the user can interrupt a statement. If false, statements that would wait forever do not wait.
    var isInterruptible: Bool { get }
}

extension SessionOutput {
    /// Shows the metric whose sums of quarter hours are computed; nil at the end.
    func progress(ofSummingUp metric: MetricID?) {
        progress(metric.map { "computing quarter-hour sums of \(ScreenText.visible($0.shortName))" } ?? "")
    }

    package var screen: Screen { Screen() }
    package var isInterruptible: Bool { true }
    package var collector: ReportCollector? { nil }
    package var takesMore: Bool { true }
    package func write(utf8 bytes: ArraySlice<UInt8>) { write(String(decoding: bytes, as: UTF8.self)) }
    package func redraw(_ text: String) { write(text) }
    package func record(_ diagnostic: Diagnostic) {}
    package func note(_ text: String) {}
    package func progress(_ line: String) {}
    package func confirm(_ question: String) -> Bool? { nil }
    package var isCancelled: Bool { false }
    package var isQuiet: Bool { false }
    package var mostErrors: Int { ShownErrors.forPeople }

    /// Reports a finding about `source`.
    func report(_ diagnostic: Diagnostic, in source: SourceText) { report(Finding(diagnostic, in: source)) }
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

/// The user interrupted a statement.
struct Interruption: Error {}

/// An error that prevents a statement from running, but is not a mistake in its text.
package struct SessionError: Error, Sendable {
    package var outcome: Outcome
    /// The message for the user: what went wrong and what to do.
    package var message: String

    package init(_ outcome: Outcome, _ message: String) {
        self.outcome = outcome
        self.message = message
    }
}
