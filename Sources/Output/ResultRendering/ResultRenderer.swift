package import QueryVocabulary
package import TallyCharts
package import QueryPlan

/// What a renderer may assume of where its text goes.
package struct RenderOptions: Sendable {
    /// Columns of text; nil where lines may be of any length.
    package var width: Int?
    package var usesColor = false
    /// Whether a terminal shows the text, so that control characters of the data must not pass.
    package var isTerminal = false
    /// The most rows of a table; the middle is left out, with its count. Nil shows all.
    package var maximumRows: Int?
    /// Lines that a picture may take; nil takes a natural height.
    package var height: Int?
    /// How many colours there are where `usesColor` allows any.
    package var colors = ColorDepth.sixteen
    /// Whether pictures are drawn with ASCII characters alone.
    package var isASCII = false
    /// Draws pictures as pixels, on a terminal that takes them; nil draws with characters.
    package var graphics: TerminalGraphics?
    /// Asks the terminal whether it takes them, and waits for its answer.
    package var findGraphics: @Sendable () -> TerminalGraphics? = { nil }
    /// What pictures depend on beside the rows.
    package var chart = ChartOptions()
    /// What the rows are in a series of answers, which JSON Lines say; nil for an answer of its own.
    package var rowEvent: RowEvent?

    package init() {}
}

/// What the rows of one answer in a series are: all of the new answer, those that changed, or those that are not in it any more.
package enum RowEvent: String, Sendable { case all, changed, removed }

/// Renders a result in any format.
package enum ResultRenderer {
    /// Writes `table` to `write` in pieces of whole lines.
    package static func render(_ table: ResultTable, as format: OutputFormat, options: RenderOptions, write: (String) throws -> Void)
        rethrows
    {
        switch format {
        case .table: try TableRenderer(options: options).render(table, write)
        case .wide: try TableRenderer(options: options).render(PivotedTable.pivoted(table), write)
        case .csv: try DelimitedRenderer(style: .csv, isTerminal: options.isTerminal).render(table, write)
        case .tsv: try DelimitedRenderer(style: .tsv, isTerminal: options.isTerminal).render(table, write)
        case .json: try JSONRenderer().render(table, write)
        case .jsonl: try JSONRenderer(event: options.rowEvent).renderRows(table, write)
        case .markdown: try MarkdownRenderer().render(table, write)
        case .chart, .bars, .line, .spark, .heatmap, .svg, .html:
            // Lists, and rows that make no such picture.
            guard let drawing = try? ResultDrawing(table, as: format, options: options.chart) else {
                return try TableRenderer(options: options).render(table, write)
            }
            try write(drawing.text(for: options))
        }
    }

    /// Returns the whole text of `table` in a format.
    package static func text(of table: ResultTable, as format: OutputFormat, options: RenderOptions = RenderOptions()) -> String {
        var text = ""
        render(table, as: format, options: options) { text += $0 }
        return text
    }

    /// Renderers hand over text when they have about this much.
    static let chunkBytes = 1 << 16
}

extension ResultTable {
    /// Whether keys stand before values: groups are named first, samples by what they are.
    var keysComeFirst: Bool { kind == .statistics || kind == .list }
}
