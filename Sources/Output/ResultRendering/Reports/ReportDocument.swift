package import QueryPlan
package import QueryVocabulary
import TallyCharts

/// A document of everything that a script prints, in that order.
package protocol ReportDocument {
    mutating func add(section: String)
    mutating func add(paragraph: String)
    /// Adds a warning, an info or a note, after its label.
    mutating func add(remark: [String], label: String)
    /// Adds text of fixed width, as programs print it.
    mutating func add(printed: String)
    /// Adds the rows of a result in a format.
    ///
    /// - Parameter drawing: the picture of the rows; nil if the format is not a picture.
    mutating func add(_ table: ResultTable, as format: OutputFormat, drawing: ResultDrawing?, options: RenderOptions)
    /// Returns the document after its title and lines about the whole.
    func text(title: String, lines: [String]) -> String
    /// Returns the parts that were added since the last call, and removes them. The places of anchors stay taken.
    mutating func takeParts() -> String
}

/// The format of a report.
package enum ReportForm: Sendable, CaseIterable {
    case html, markdown

    /// The extensions of its files, the usual one first.
    private var extensions: [String] { self == .html ? ["html", "htm"] : ["md", "markdown"] }

    /// The extensions of all reports.
    package static let allExtensions = allCases.flatMap(\.extensions)

    /// Returns the form that the extension of `path` names; nil for other extensions.
    package init?(path: String) {
        let name = path.lowercased()
        guard let form = Self.allCases.first(where: { $0.extensions.contains { name.hasSuffix("." + $0) } }) else { return nil }
        self = form
    }

    /// Returns the form of reports in an output format; nil for other formats.
    package init?(format: OutputFormat) {
        switch format {
        case .html: self = .html
        case .markdown: self = .markdown
        default: return nil
        }
    }

    /// A document without parts.
    package var document: any ReportDocument {
        switch self {
        case .html: HTMLReport()
        case .markdown: MarkdownReport()
        }
    }

    /// Returns a document in Markdown whose charts are links to pictures.
    ///
    /// - Parameter link: stores a picture, an SVG, and returns the address of its link.
    package static func markdown(linkingTo link: @escaping (_ picture: String) -> String) -> any ReportDocument {
        MarkdownReport(link: link)
    }
}

extension OutputFormat {
    /// True if a report shows the rows as its own kind of table.
    var isReportTable: Bool { [.table, .wide, .markdown].contains(self) }
}

extension String {
    /// The lines without the empty ones at the end.
    var printedLines: [Substring] {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return Array(lines.drop(while: \.isEmpty))
    }
}
