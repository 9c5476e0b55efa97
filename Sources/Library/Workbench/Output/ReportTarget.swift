import ResultRendering
package import TallyKit

/// The form and the place of a script's report.
package struct ReportTarget: Sendable {
    let form: ReportForm
    /// The file; nil for standard output.
    let path: String?

    /// Creates the target of a file. Returns nil if its extension names no form.
    package init?(path: String) {
        guard let form = ReportForm(path: path) else { return nil }
        self.form = form
        self.path = path
    }

    /// Creates the target of a report on standard output. Returns nil for formats without reports.
    package init?(printing format: OutputFormat) {
        guard let form = ReportForm(format: format) else { return nil }
        self.form = form
        path = nil
    }

    /// The extensions of report files.
    package static let extensions = ReportForm.allExtensions
}
