/// How a terminal shows a chart.
public struct TerminalOptions: Hashable, Sendable {
    /// The width of the screen in cells; no line is wider.
    public var columns: Int
    /// The greatest height in cells, such as the screen's; nil is none.
    public var rows: Int?
    /// Whether a chart takes all of `rows`; otherwise its height is what suits its width, if that is less.
    public var fillsRows: Bool
    /// How many colours there are.
    public var color: ColorDepth
    /// Whether only ASCII characters are drawn; names keep theirs.
    public var isASCII: Bool
    /// Draws the marks as a picture; nil draws with characters.
    public var graphics: TerminalGraphics?

    /// Options of a terminal without colours unless told.
    public init(
        columns: Int = 80, rows: Int? = nil, fillsRows: Bool = false, color: ColorDepth = .none, isASCII: Bool = false,
        graphics: TerminalGraphics? = nil
    ) {
        self.columns = columns
        self.rows = rows
        self.fillsRows = fillsRows
        self.color = color
        self.isASCII = isASCII
        self.graphics = graphics
    }
}

/// How many colours a terminal shows.
public enum ColorDepth: Hashable, Sendable, CaseIterable {
    /// Text without any escape sequence: series differ by texture and marker.
    case none
    /// The sixteen of the terminal's own theme.
    case sixteen
    case palette256
    case trueColor
}
