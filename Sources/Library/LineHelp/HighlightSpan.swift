/// A part of the text with its own style.
package struct HighlightSpan: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        case keyword, metric, number, string, comment
        /// An error; underlined
        case error
    }

    package var range: Range<Int>
    package var style: Style

    package init(_ range: Range<Int>, _ style: Style) {
        self.range = range
        self.style = style
    }
}

/// An error in a text that is being typed.
package struct ErrorInText: Sendable, Hashable {
    package var range: Range<Int>
    /// The message, on one line.
    package var message: String

    package init(_ range: Range<Int>, _ message: String) {
        self.range = range
        self.message = message
    }
}
