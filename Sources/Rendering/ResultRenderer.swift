package import Results

/// The formats of results.
package enum RenderFormat: String, CaseIterable, Sendable {
    case table, wide, csv, tsv, json, jsonl, markdown
}

/// What a renderer may assume of where its text goes.
package struct RenderOptions: Sendable {
    /// Columns of text; nil where lines may be of any length.
    package var width: Int?
    package var usesColor = false
    /// Whether a terminal shows the text, so that control characters of the data must not pass.
    package var isTerminal = false
    /// The most rows of a table; the middle is left out, with its count. Nil shows all.
    package var maximumRows: Int?

    package init() {}
}

/// Renders a result in any format.
package enum ResultRenderer {
    /// Writes `table` to `write` in pieces of whole lines.
    package static func render(_ table: ResultTable, as format: RenderFormat, options: RenderOptions, write: (String) throws -> Void)
        rethrows
    {
        switch format {
        case .table: try TableRenderer(options: options).render(table, write)
        case .wide: try TableRenderer(options: options).render(PivotedTable.pivoted(table), write)
        case .csv: try DelimitedRenderer(style: .csv, isTerminal: options.isTerminal).render(table, write)
        case .tsv: try DelimitedRenderer(style: .tsv, isTerminal: options.isTerminal).render(table, write)
        case .json: try JSONRenderer().render(table, write)
        case .jsonl: try JSONRenderer().renderRows(table, write)
        case .markdown: try MarkdownRenderer().render(table, write)
        }
    }

    /// Returns the whole text of `table` in a format.
    package static func text(of table: ResultTable, as format: RenderFormat, options: RenderOptions = RenderOptions()) -> String {
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
