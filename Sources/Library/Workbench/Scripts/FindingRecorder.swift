import Scripts
import StoreCommands
import TallyKit

/// Forwards all output and records the findings. A silent recorder forwards nothing.
///
/// Errors with a fix are held back until the statement ends, because only then can the fix be tried.
final class FindingRecorder: SessionOutput {
    private(set) var findings: [Diagnostic] = []
    private var waiting: [Finding] = []
    private let output: any SessionOutput
    private let isSilent: Bool

    init(_ output: any SessionOutput, isSilent: Bool) {
        self.output = output
        self.isSilent = isSilent
    }

    var screen: Screen { output.screen }
    var isQuiet: Bool { output.isQuiet }
    var takesMore: Bool { output.takesMore }
    var isCancelled: Bool { output.isCancelled }
    var isInterruptible: Bool { output.isInterruptible }
    var collector: ReportCollector? { isSilent ? nil : output.collector }

    func write(_ text: String) { if !isSilent { output.write(text) } }
    func write(utf8 bytes: ArraySlice<UInt8>) { if !isSilent { output.write(utf8: bytes) } }
    func redraw(_ text: String) { if !isSilent { output.redraw(text) } }
    func note(_ text: String) { if !isSilent { output.note(text) } }
    func progress(_ line: String) { if !isSilent { output.progress(line) } }
    func confirm(_ question: String) -> Bool? { isSilent ? nil : output.confirm(question) }

    func record(_ diagnostic: Diagnostic) { findings.append(diagnostic) }

    func report(_ finding: Finding) {
        findings.append(finding.diagnostic)
        guard !isSilent else { return }
        if finding.isError, finding.diagnostic.fix != nil || !waiting.isEmpty {
            waiting.append(finding)
        } else {
            output.report(finding)
        }
    }

    /// Forwards the errors that were held back, after `proved` has removed the fixes that do not work.
    func finish(_ proved: ([Diagnostic]) -> [Diagnostic]) {
        guard !waiting.isEmpty else { return }
        for (finding, source) in zip(proved(waiting.map(\.diagnostic)), waiting.map(\.source)) { output.report(finding, in: source) }
        waiting = []
    }
}
