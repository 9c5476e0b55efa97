/// The appearance of text on a terminal: a list of graphic renditions (ECMA-48, section 8.3.117).
package struct TextStyle: Hashable, Sendable {
    package static let bold = TextStyle("1")
    package static let dim = TextStyle("2")
    /// The sequence that ends every style.
    package static let end = "\u{1B}[0m"

    private let parameters: String

    /// - Parameter parameters: The parameters, such as `1;31`.
    package init(_ parameters: String) { self.parameters = parameters }

    /// The sequence that starts the style.
    package var beginning: String { "\u{1B}[\(parameters)m" }
}

extension ScreenText {
    /// Returns `text` in a style if colors are used. A line end at its end remains outside the style.
    package static func styled(_ text: String, _ style: TextStyle, usesColor: Bool) -> String {
        guard usesColor, !text.isEmpty else { return text }
        let hasEnd = text.hasSuffix("\n")
        return style.beginning + (hasEnd ? String(text.dropLast()) : text) + TextStyle.end + (hasEnd ? "\n" : "")
    }
}
