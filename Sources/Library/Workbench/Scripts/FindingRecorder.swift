import QueryDiagnostics
import ResultRendering
import QueryPlan

/// Passes everything on and keeps the findings; a silent one passes nothing on.
///
/// Errors with a fix wait until the statement has ended: then the fix can be tried.
final class FindingRecorder: SessionOutput {
    private(set) var findings: [Diagnostic] = []
    private var waiting: [(finding: Diagnostic, source: SourceText)] = []
    private let output: any SessionOutput
    private let isSilent: Bool

    init(_ output: any SessionOutput, isSilent: Bool) {
        self.output = output
        self.isSilent = isSilent
    }

    var renderOptions: RenderOptions { output.renderOptions }
    var isQuiet: Bool { output.isQuiet }
    var takesMore: Bool { output.takesMore }
    var isCancelled: Bool { output.isCancelled }
    var isInterruptible: Bool { output.isInterruptible }

    func write(_ text: String) { if !isSilent { output.write(text) } }
    func note(_ text: String) { if !isSilent { output.note(text) } }
    func progress(_ line: String) { if !isSilent { output.progress(line) } }
    func confirm(_ question: String) -> Bool? { isSilent ? nil : output.confirm(question) }

    func record(_ diagnostic: Diagnostic) { findings.append(diagnostic) }

    func report(_ diagnostic: Diagnostic, in source: SourceText) {
        findings.append(diagnostic)
        guard !isSilent else { return }
        if diagnostic.severity == .error, diagnostic.fix != nil || !waiting.isEmpty {
            waiting.append((diagnostic, source))
        } else {
            output.report(diagnostic, in: source)
        }
    }

    /// Passes on what waits, as `proved` returns it.
    func finish(_ proved: ([Diagnostic]) -> [Diagnostic]) {
        guard !waiting.isEmpty else { return }
        for (finding, source) in zip(proved(waiting.map(\.finding)), waiting.map(\.source)) { output.report(finding, in: source) }
        waiting = []
    }
}
