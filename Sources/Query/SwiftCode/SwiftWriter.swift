import Explanations
import TerminalText

/// Writes Swift source text line by line, with four spaces per level.
package struct SwiftWriter {
    package private(set) var text = ""
    private var depth = 0

    package init() {}

    /// Adds the lines of `source`. Empty lines are not indented.
    package mutating func add(_ source: String) {
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            text += line.isEmpty ? "\n" : ScreenText.padded("", to: 4 * depth) + line + "\n"
        }
    }

    /// Adds the output of `body`, one level deeper, between two lines.
    package mutating func block(_ opening: String, closing: String = "}", _ body: (inout SwiftWriter) -> Void) {
        add(opening)
        indented(body)
        add(closing)
    }

    /// Adds the output of `body`, one level deeper.
    package mutating func indented(_ body: (inout SwiftWriter) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds a wrapped comment. Quoted text cannot end it early.
    package mutating func comment(_ sentence: String, marker: String = "//") {
        let lines = ScreenText.wrapped(SwiftText.oneLine(sentence), to: 96 - 4 * depth - marker.count, keepsWords: true)
        for line in lines { add("\(marker) \(line)") }
    }
}
