import QueryDiagnostics
import Synchronization
import Workbench

/// Records the output of a session. All questions get the same answer.
final class RecordingOutput: SessionOutput, Sendable {
    struct Record: Sendable {
        var text = ""
        var notes: [String] = []
        var findings: [Diagnostic] = []
        var questions: [String] = []
        var isCancelled = false
    }

    private let record = Mutex(Record())
    private let answer: Bool?

    init(answer: Bool? = nil) { self.answer = answer }

    var text: String { record.withLock(\.text) }
    var notes: [String] { record.withLock(\.notes) }
    var findings: [Diagnostic] { record.withLock(\.findings) }
    var codes: [String] { findings.map(\.code.rawValue) }
    var questions: [String] { record.withLock(\.questions) }

    func cancel() { record.withLock { $0.isCancelled = true } }

    func write(_ text: String) { record.withLock { $0.text += text } }
    func report(_ finding: Finding) { record.withLock { $0.findings.append(finding.diagnostic) } }
    func note(_ text: String) { record.withLock { $0.notes.append(text) } }
    func confirm(_ question: String) -> Bool? {
        record.withLock { $0.questions.append(question) }
        return answer
    }
    var isCancelled: Bool { record.withLock(\.isCancelled) }
}
