package import TallyCharts

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
    /// What pictures depend on beside the rows.
    package var chart = ChartOptions()
    /// What the rows are in a series of answers, which JSON Lines say; nil for an answer of its own.
    package var rowEvent: RowEvent?

    package init() {}

    /// Renderers hand over text when they have about this much.
    static let chunkBytes = 1 << 16
}

/// What the rows of one answer in a series are: all of the new answer, those that changed, or those that are not in it any more.
package enum RowEvent: String, Sendable { case all, changed, removed }
