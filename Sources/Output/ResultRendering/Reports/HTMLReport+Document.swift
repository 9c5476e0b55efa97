package import QueryPlan
package import QueryVocabulary
package import TallyCharts

extension HTMLReport: ReportDocument {
    package mutating func add(section: String) { addSection(section) }
    package mutating func add(paragraph: String) { addParagraph(paragraph) }
    package mutating func add(remark: [String], label: String) { addRemark(label, remark) }
    package mutating func add(printed: String) { addLines(printed.printedLines.map(String.init)) }

    package mutating func add(_ table: ResultTable, as format: OutputFormat, drawing: ResultDrawing?, options: RenderOptions) {
        if let drawing, drawing.isSpark { return add(printed: drawing.text(for: options)) }
        if let drawing { return drawing.add(to: &self) }
        guard format.isReportTable || format.isPicture else {
            return add(printed: ResultRenderer.text(of: table, as: format, options: options))
        }
        let header = HeaderText(table)
        let isList = table.kind == .list
        let shown = format == .wide ? PivotedTable.pivoted(table) : table
        let sentences = ProgressText(table).map { [$0.paragraph] } ?? []
        addTable(
            PageTable(shown), heading: isList ? "" : header.metrics.joined(separator: ", "),
            lines: (isList ? [] : header.lines) + sentences, notes: table.rowCount == 0 ? ["no rows"] : TextGrid(shown).notes)
    }
}
