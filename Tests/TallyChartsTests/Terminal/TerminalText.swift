/// A line as a terminal reads it: text, and sequences that select colours.
struct TerminalText {
    /// The text without those sequences; every other control character is left in it.
    private(set) var text = ""
    private(set) var hasColors = false
    /// Whether what follows the line has the terminal's own colours.
    private(set) var endsReset = true

    init(_ line: some StringProtocol) {
        var rest = Substring(line)
        while let character = rest.popFirst() {
            let end = rest.firstIndex { !"[0123456789;".contains($0) }
            guard character == "\u{1B}", rest.first == "[", let end, rest[end] == "m" else {
                text.append(character)
                continue
            }
            hasColors = true
            endsReset = rest[..<end] == "[0"
            rest = rest[rest.index(after: end)...]
        }
    }
}
