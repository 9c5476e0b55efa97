import TerminalText

/// Swift source text, line by line, indented by four spaces a level.
struct SwiftWriter {
    private(set) var text = ""
    private var depth = 0

    /// Adds the lines of `source`; an empty line stays empty.
    mutating func add(_ source: String) {
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            text += line.isEmpty ? "\n" : ScreenText.padded("", to: 4 * depth) + line + "\n"
        }
    }

    /// Adds what `body` writes, one level deeper, between two lines.
    mutating func block(_ opening: String, closing: String = "}", _ body: (inout SwiftWriter) -> Void) {
        add(opening)
        indented(body)
        add(closing)
    }

    /// Adds what `body` writes, one level deeper.
    mutating func indented(_ body: (inout SwiftWriter) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds a comment, wrapped; whatever it quotes, it cannot end before its last line.
    mutating func comment(_ sentence: String, marker: String = "//") {
        let lines = ScreenText.wrapped(SwiftText.oneLine(sentence), to: 96 - 4 * depth - marker.count, keepsWords: true)
        for line in lines { add("\(marker) \(line)") }
    }
}

extension String {
    /// With its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
