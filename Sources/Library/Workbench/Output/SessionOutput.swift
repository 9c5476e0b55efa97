package import QueryDiagnostics

/// Where a session's words go: results to one side, everything else to the other.
package protocol SessionOutput: AnyObject {
    /// What results are shown on.
    var screen: Screen { get }
    /// Takes text of a result.
    func write(_ text: String)
    /// Takes what is wrong or worth knowing.
    func report(_ finding: Finding)
    /// Takes a finding that is not shown, but that tests may expect.
    func record(_ diagnostic: Diagnostic)
    /// Takes a sentence that is no result, such as how many samples were added.
    func note(_ text: String)
    /// Draws a line in the place of the one drawn before; an empty one removes it.
    func progress(_ line: String)
    /// Asks a yes-or-no question; nil where nobody can answer.
    func confirm(_ question: String) -> Bool?
    /// Whether only results and errors are wanted.
    var isQuiet: Bool { get }
    /// Whether anybody still reads the result: a pager that was left does not.
    var takesMore: Bool { get }
    /// Whether the running statement is to be given up.
    var isCancelled: Bool { get }
    /// Whether anybody can give it up: what waits without end does not wait otherwise.
    var isInterruptible: Bool { get }
}

extension SessionOutput {
    package var screen: Screen { Screen() }
    package var isInterruptible: Bool { true }
    package var takesMore: Bool { true }
    package func record(_ diagnostic: Diagnostic) {}
    package var isQuiet: Bool { false }

    /// Reports a finding about `source`.
    func report(_ diagnostic: Diagnostic, in source: SourceText) { report(Finding(diagnostic, in: source)) }
}

/// How a statement or a script ended.
package enum Outcome: Int32, Sendable {
    case fine = 0
    /// An assertion or a test failed.
    case failed = 1
    /// The query is wrong.
    case wrong = 2
    /// Input or storage failed.
    case unavailable = 3
    case wrongUsage = 64
    case interrupted = 130
}

/// A statement could not be carried out, for a reason outside its text.
package struct SessionError: Error, Sendable {
    package var outcome: Outcome
    /// What went wrong, in the user's terms, and what to do.
    package var message: String

    package init(_ outcome: Outcome, _ message: String) {
        self.outcome = outcome
        self.message = message
    }
}
