/// A line as read by a terminal: text, and sequences that select colors.
struct TerminalText {
    /// The text without color sequences. Other control characters remain.
    private(set) var text = ""
    private(set) var hasColors = false
    /// True if the text after the line has the terminal's default colors.
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
