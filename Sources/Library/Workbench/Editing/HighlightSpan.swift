/// A part of the text that is shown in a style of its own.
package struct HighlightSpan: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        case keyword, metric, number, string, comment
        /// Something wrong; underlined
        case error
    }

    package var range: Range<Int>
    package var style: Style

    package init(_ range: Range<Int>, _ style: Style) {
        self.range = range
        self.style = style
    }
}

/// Something wrong in a text that is being typed.
package struct ErrorInText: Sendable, Hashable {
    package var range: Range<Int>
    /// One line for people.
    package var message: String

    package init(_ range: Range<Int>, _ message: String) {
        self.range = range
        self.message = message
    }
}
