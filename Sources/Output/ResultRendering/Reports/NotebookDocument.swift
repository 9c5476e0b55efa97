package import QueryPlan
package import QueryVocabulary
import TallyCharts

/// A part of what statements print, in the forms that a notebook can show.
package struct NotebookPart: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case heading, paragraph, remark, printed, table, chart
    }

    package var kind: Kind
    /// The part as on a screen of 80 columns without colors.
    package var text: String
    /// Elements of HTML without styles and scripts.
    package var html: String
    /// The drawings of a chart.
    package var drawings: [String] = []
}

/// Gives each part of an answer to a notebook as soon as it is there.
package final class NotebookDocument: ReportDocument {
    private let receive: (NotebookPart) -> Void
    private var drawingCount = 0
    /// A text that no other document has in the ids of its drawings. A notebook shows the drawings of many documents on one page.
    private let id: String

    package init(id: String, receive: @escaping (NotebookPart) -> Void) {
        self.id = id
        self.receive = receive
    }

    package func add(section: String) { add(.heading, section) { $0.addSection(section) } }
    package func add(paragraph: String) { add(.paragraph, paragraph) { $0.addParagraph(paragraph) } }
    package func add(printed: String) { add(.printed, printed) { $0.add(printed: printed) } }

    package func add(remark: [String], label: String) {
        let text = (label.isEmpty ? "" : label + ": ") + remark.joined(separator: "\n")
        add(.remark, text) { $0.addRemark(label, remark) }
    }

    package func add(_ table: ResultTable, as format: OutputFormat, drawing: ResultDrawing?, options: RenderOptions) {
        var screen = options
        screen.width = options.width ?? 80
        // Control characters in the data stay visible.
        screen.isTerminal = true
        if let drawing, !drawing.isSpark { return add(drawing, of: table, options: screen) }
        guard drawing == nil, format.isReportTable || format.isPicture else {
            return add(printed: drawing?.text(for: screen) ?? ResultRenderer.text(of: table, as: format, options: options))
        }
        let text = ResultRenderer.text(of: table, as: format.isReportTable ? format : .table, options: screen)
        add(.table, text) { $0.add(table, as: format, drawing: nil, options: options) }
    }

    package func text(title: String, lines: [String]) -> String { "" }
    package func takeParts() -> String { "" }

    private func add(_ drawing: ResultDrawing, of table: ResultTable, options: RenderOptions) {
        var part = NotebookPart(kind: .chart, text: drawing.plainText(for: options), html: "")
        part.drawings = drawing.drawn.map { chart in
            drawingCount += 1
            var size = drawing.size
            size.id = "\(id)-\(drawingCount)"
            return SVGChart.text(of: [chart], options: size)
        }
        receive(part)
        if drawing.showsTable { add(table, as: .table, drawing: nil, options: options) }
    }

    private func add(_ kind: NotebookPart.Kind, _ text: String, _ markup: (inout HTMLReport) -> Void) {
        var page = HTMLReport()
        markup(&page)
        receive(NotebookPart(kind: kind, text: text.last == "\n" ? text : text + "\n", html: page.takeParts()))
    }
}
