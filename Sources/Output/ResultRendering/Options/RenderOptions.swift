package import TallyCharts

/// The properties of the output that a renderer writes to.
package struct RenderOptions: Sendable {
    /// The maximum number of columns of text. Nil for no limit.
    package var width: Int?
    package var usesColor = false
    /// True if a terminal displays the text. It must not receive control characters from the data.
    package var isTerminal = false
    /// The maximum number of rows of a table. Rows in the middle are left out and counted. Nil for all rows.
    package var maximumRows: Int?
    /// The maximum number of lines of a picture. Nil for the natural height.
    package var height: Int?
    /// The number of colors if `usesColor` is true.
    package var colors = ColorDepth.sixteen
    /// True if pictures use only ASCII characters.
    package var isASCII = false
    /// The protocol for pictures in pixels, if the terminal supports one. Nil draws with characters.
    package var graphics: TerminalGraphics?
    /// The settings of charts that are not part of the rows.
    package var chart = ChartOptions()
    /// The event of the rows in a series of answers, for JSON Lines. Nil for a single answer.
    package var rowEvent: RowEvent?

    package init() {}

    /// The approximate size of the pieces of text that a renderer writes.
    static let chunkBytes = 1 << 16
}

/// The event of an answer's rows in a series: all rows of the new answer, the changed rows, or the removed rows.
package struct RowEvent: Sendable {
    package enum Kind: String, Sendable { case all, changed, removed }

    package var kind: Kind
    /// The name of the watch that tells the rows; nil if it has none.
    package var watch: String?

    package init(_ kind: Kind, of watch: String? = nil) {
        self.kind = kind
        self.watch = watch
    }
}
