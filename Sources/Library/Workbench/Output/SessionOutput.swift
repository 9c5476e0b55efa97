// Outcomes, errors and outputs of statements are those of commands.
package import Scripts
package import StoreCommands
package import TallyKit

/// The output of a session. Keeps results separate from findings, notes and questions.
package protocol SessionOutput: CommandOutput {
    /// Writes a large text of a result, such as rows. The default decodes it.
    func write(utf8 bytes: ArraySlice<UInt8>)
    /// Writes text that replaces the text of the call before on a terminal, unless something else was printed since.
    func redraw(_ text: String)
    /// Reports an error, a warning or an info.
    func report(_ finding: Finding)
    /// Records a finding that is not shown, but that tests can expect.
    func record(_ diagnostic: Diagnostic)
    /// The report that results are added to; nil prints them.
    var collector: ReportCollector? { get }
    /// The maximum number of errors of a text that are reported. The others are counted.
    var mostErrors: Int { get }
    /// False if nothing reads the rest of the result, for example after the user left the pager.
    var takesMore: Bool { get }
    /// True if the user can interrupt a statement. If false, statements that would wait forever do not wait.
    var isInterruptible: Bool { get }
}

extension SessionOutput {
    package var isInterruptible: Bool { true }
    package var collector: ReportCollector? { nil }
    package var takesMore: Bool { true }
    package func write(utf8 bytes: ArraySlice<UInt8>) { write(String(decoding: bytes, as: UTF8.self)) }
    package func redraw(_ text: String) { write(text) }
    package func record(_ diagnostic: Diagnostic) {}
    package var mostErrors: Int { ShownErrors.forPeople }

    /// Reports a finding about `source`.
    func report(_ diagnostic: Diagnostic, in source: SourceText) { report(Finding(diagnostic, in: source)) }
}

/// The user interrupted a statement.
struct UserInterruption: Error {}
