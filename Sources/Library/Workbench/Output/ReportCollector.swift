import QueryPlan
package import ResultRendering
import Scripts
import StoreCommands
import TallyKit

/// Collects what a script prints, in that order, for one document.
package final class ReportCollector {
    private var document: any ReportDocument
    private var title: String?
    /// Text that statements have printed since the last part.
    private var printed = ""

    /// - Parameter title: the title, if it is known. Titles of the script then start sections.
    package init(_ document: any ReportDocument, title: String? = nil) { (self.document, self.title) = (document, title) }

    /// Adds a line. The first title names the document. Other titles start sections.
    func add(_ word: ReportWord, _ text: String) {
        endPrinted()
        switch word {
        case .title where title == nil: title = text
        case .title, .section: document.add(section: text)
        case .text: document.add(paragraph: text)
        }
    }

    func add(_ table: ResultTable, as format: OutputFormat, drawing: ResultDrawing?, options: RenderOptions) {
        endPrinted()
        document.add(table, as: format, drawing: drawing, options: options)
    }

    func add(_ finding: Diagnostic) {
        endPrinted()
        let sentences = [finding.message, finding.help.map { "help: \($0)" }, finding.note.map { "note: \($0)" }].compactMap { $0 }
        document.add(remark: sentences, label: "\(finding.severity.rawValue) \(finding.code.rawValue)")
    }

    package func add(note: String) {
        endPrinted()
        document.add(remark: note.split(separator: "\n").map(String.init), label: "")
    }

    package func add(printed text: String) { printed += text }

    /// Returns the document.
    ///
    /// - Parameters:
    ///   - name: the title of a report without `title`.
    ///   - lines: sentences about the whole report.
    func text(named name: String, lines: [String]) -> String {
        endPrinted()
        return document.text(title: title ?? name, lines: lines)
    }

    /// Returns the parts since the last call, and removes them.
    func takeParts() -> String {
        endPrinted()
        return document.takeParts()
    }

    /// Adds the text that was printed since the last part to the document.
    package func endPrinted() {
        if printed.contains(where: { !$0.isWhitespace }) { document.add(printed: printed) }
        printed = ""
    }
}

/// Sends results, findings and notes to a report. Errors, progress and questions stay on the console.
final class ReportOutput: SessionOutput {
    let collector: ReportCollector?
    private let report: ReportCollector
    private let console: any SessionOutput
    /// Takes the errors in place of the console.
    private let handle: ((Finding) -> Void)?

    /// - Parameter handle: takes the errors in place of the console.
    init(_ report: ReportCollector, console: any SessionOutput, handlingErrors handle: ((Finding) -> Void)? = nil) {
        self.report = report
        collector = report
        self.console = console
        self.handle = handle
    }

    var isQuiet: Bool { console.isQuiet }
    var isCancelled: Bool { console.isCancelled }
    /// A file with several answers doesn't wait for one of them.
    var isInterruptible: Bool { handle == nil && console.isInterruptible }

    func write(_ text: String) { report.add(printed: text) }
    func progress(_ line: String) { console.progress(line) }
    func confirm(_ question: String) -> Bool? { console.confirm(question) }
    func record(_ diagnostic: Diagnostic) { console.record(diagnostic) }

    func note(_ text: String) { if !isQuiet { report.add(note: text) } }

    func report(_ finding: Finding) {
        if finding.isError { return handle.map { $0(finding) } ?? console.report(finding) }
        if !isQuiet { report.add(finding.diagnostic) }
    }
}
