/// How a terminal shows a chart.
public struct TerminalOptions: Hashable, Sendable {
    /// The width of the screen in cells; no line is wider.
    public var columns: Int
    /// The greatest height in cells; nil takes a natural height.
    public var rows: Int?
    public var color: ColorDepth
    /// Whether only ASCII characters are drawn; names keep theirs.
    public var isASCII: Bool
    /// Draws the marks as a picture; nil draws with characters.
    public var graphics: TerminalGraphics?

    public init(
        columns: Int = 80, rows: Int? = nil, color: ColorDepth = .none, isASCII: Bool = false, graphics: TerminalGraphics? = nil
    ) {
        self.columns = columns
        self.rows = rows
        self.color = color
        self.isASCII = isASCII
        self.graphics = graphics
    }
}

/// How many colours a terminal shows.
public enum ColorDepth: Hashable, Sendable, CaseIterable {
    /// Text without any escape sequence.
    case none
    case sixteen
    case palette256
    case trueColor
}
