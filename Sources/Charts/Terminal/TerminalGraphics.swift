/// A way of showing pictures that a terminal understands, and the size of its cells.
public struct TerminalGraphics: Hashable, Sendable {
    public enum Encoding: Hashable, Sendable {
        /// The graphics protocol of kitty, which others have too.
        case kitty
        case sixel
    }

    public var encoding: Encoding
    /// Of one character cell, in pixels.
    public var cellWidth: Int
    public var cellHeight: Int

    public init(_ encoding: Encoding, cellWidth: Int = 10, cellHeight: Int = 20) {
        self.encoding = encoding
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
    }

    /// What to write to a terminal to learn whether it shows pictures: kitty's query, the size of a cell and, last because every terminal
    /// answers it, the primary device attributes.
    public static let query = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c"

    /// Whether `answer` holds the end of what a terminal says to `query`, so that reading can stop.
    public static func isComplete(_ answer: [UInt8]) -> Bool { false }

    /// Returns the best way that a terminal's answer to `query` tells of; nil where it shows no pictures.
    public init?(answer: [UInt8]) { return nil }
}
