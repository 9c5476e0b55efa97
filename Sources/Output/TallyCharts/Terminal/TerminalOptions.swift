/// The options for a chart on a terminal.
public struct TerminalOptions: Hashable, Sendable {
    /// The width of the screen in cells. Lines are not wider.
    public var columns: Int
    /// The maximum height in cells, such as the height of the screen. Nil means no limit.
    public var rows: Int?
    /// True if a chart uses all of `rows`. Otherwise its height suits its width and is at most `rows`.
    public var fillsRows: Bool
    /// The number of colors.
    public var color: ColorDepth
    /// True if only ASCII characters are drawn. Names are not changed.
    public var isASCII: Bool
    /// The method for drawing marks as a picture. Nil draws with characters.
    public var graphics: TerminalGraphics?

    /// Creates options. By default the terminal has no colors.
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

/// The number of colors of a terminal.
public enum ColorDepth: Hashable, Sendable, CaseIterable {
    /// Text without escape sequences. Series differ by texture and marker.
    case none
    /// The 16 colors of the terminal's theme.
    case sixteen
    case palette256
    case trueColor
}
