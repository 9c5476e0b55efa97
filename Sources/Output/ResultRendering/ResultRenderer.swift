package import QueryPlan
package import QueryVocabulary
import TallyCharts

/// Renders a result in any format.
package enum ResultRenderer {
    /// Passes the text of `table` to `write` as UTF-8, in pieces of whole lines.
    package static func render(
        _ table: ResultTable, as format: OutputFormat, options: RenderOptions, write: (ArraySlice<UInt8>) throws -> Void
    ) rethrows {
        switch format {
        case .table: try TableRenderer(options: options).render(table, write)
        case .wide: try TableRenderer(options: options).render(PivotedTable.pivoted(table), write)
        case .csv: try DelimitedRenderer(style: .csv, isTerminal: options.isTerminal).render(table, write)
        case .tsv: try DelimitedRenderer(style: .tsv, isTerminal: options.isTerminal).render(table, write)
        case .json: try JSONRenderer().render(table, write)
        case .jsonl: try JSONRenderer(event: options.rowEvent).renderRows(table, write)
        case .markdown: try MarkdownRenderer().render(table, write)
        case .chart, .bars, .line, .spark, .heatmap, .svg, .html:
            // Lists, and rows that cannot be drawn in this form.
            guard let drawing = try? ResultDrawing(table, as: format, options: options.chart) else {
                guard format == .html else { return try TableRenderer(options: options).render(table, write) }
                // The file that it is written to is read as HTML, and names in the data can contain tags.
                return try write("<pre>\n\(MarkupText.escaped(text(of: table, as: .table)))</pre>\n".piece)
            }
            try write(drawing.text(for: options).piece)
        }
    }

    /// Returns the complete text of `table` in a format.
    package static func text(of table: ResultTable, as format: OutputFormat, options: RenderOptions = RenderOptions()) -> String {
        var bytes: [UInt8] = []
        render(table, as: format, options: options) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a row as one line, such as `row 1: 2026-06-16 · sum (count) 15,872`.
    package static func line(ofRow row: Int, in table: ResultTable) -> String { TextGrid(table).line(of: row) }
}

extension String {
    /// The text as a piece of output.
    var piece: ArraySlice<UInt8> { Array(utf8)[...] }
}

extension ResultTable {
    /// True if keys come before values: groups start with their names, samples with their values.
    private var keysComeFirst: Bool { kind == .statistics || kind == .list }

    /// The fields of a row in the order of files: those of `select`, or else all.
    var fields: [SelectedField] {
        if let selection { return selection }
        let time = hasTime ? [SelectedField(.start, name: "start"), SelectedField(.end, name: "end")] : []
        let keys = keys.enumerated().map { SelectedField(.key($0), name: $1.name) }
        let values = columns.enumerated().map { SelectedField(.value($0), name: $1.name) }
        let partial = kind == .statistics ? [SelectedField(.partial, name: "partial")] : []
        return time + (keysComeFirst ? keys + values : values + keys) + partial
    }
}

extension ValueColumn {
    /// Returns the answer in a column of yes and no; nil if there is none.
    func answer(_ row: Int) -> Bool? { info.isFlag ? values[row].map { $0 != 0 } : nil }
}
