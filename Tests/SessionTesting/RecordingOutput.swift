package import QueryDiagnostics
package import Scripts
import StoreCommands
import Synchronization
import Workbench

/// Records the output of a session. All questions get the same answer.
package final class RecordingOutput: SessionOutput, Sendable {
    private struct Record: Sendable {
        var text = ""
        var notes: [String] = []
        var findings: [Diagnostic] = []
        var questions: [String] = []
        var isCancelled = false
    }

    private let record = Mutex(Record())
    private let answer: Bool?
    /// False for statements that would wait forever.
    package let isInterruptible: Bool

    package init(answer: Bool? = nil, isInterruptible: Bool = true) { (self.answer, self.isInterruptible) = (answer, isInterruptible) }

    package var text: String { record.withLock(\.text) }
    package var notes: [String] { record.withLock(\.notes) }
    package var findings: [Diagnostic] { record.withLock(\.findings) }
    package var codes: [String] { findings.map(\.code.rawValue) }
    package var questions: [String] { record.withLock(\.questions) }

    package func cancel() { record.withLock { $0.isCancelled = true } }

    package func write(_ text: String) { record.withLock { $0.text += text } }
    package func report(_ finding: Finding) { record.withLock { $0.findings.append(finding.diagnostic) } }
    package func note(_ text: String) { record.withLock { $0.notes.append(text) } }
    package func confirm(_ question: String) -> Bool? {
        record.withLock { $0.questions.append(question) }
        return answer
    }
    package var isCancelled: Bool { record.withLock(\.isCancelled) }
}
