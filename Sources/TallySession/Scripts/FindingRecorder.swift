import Diagnostics
import Rendering
import Results

/// What a statement gave: its rows, where it has some, and what was said about it.
struct GivenAnswer {
    var table: ResultTable?
    var findings: [Diagnostic] = []
}

/// Passes everything on and keeps the findings; a silent one passes nothing on.
final class FindingRecorder: SessionOutput {
    private(set) var findings: [Diagnostic] = []
    private let output: any SessionOutput
    private let isSilent: Bool

    init(_ output: any SessionOutput, isSilent: Bool) {
        self.output = output
        self.isSilent = isSilent
    }

    var renderOptions: RenderOptions { output.renderOptions }
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
        if !isSilent { output.report(diagnostic, in: source) }
    }
}
