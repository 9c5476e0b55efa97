import QueryDiagnostics
import Testing

@Suite("Diagnostics as text")
struct TextRendererTests {
    private func render(_ diagnostic: Diagnostic, _ text: String, file: String = "-") -> String {
        TextRenderer().render(diagnostic, in: SourceText(text, file: file))
    }

    @Test("The order is code, message, location, line, carets, help, note, fix")
    func shape() {
        let diagnostic = Diagnostic(
            .missingPipe, "missing pipe", at: SourceRange(17, 30), help: "write `| running total`", note: "stages follow a pipe",
            fix: [.init(SourceRange(at: 17), "| ")])
        let text = render(diagnostic, "sum steps by day running total", file: "report.tally")
        #expect(
            text == """
                error E152: missing pipe
                 --> report.tally:1:18
                  |
                1 | sum steps by day running total
                  |                  ^^^^^^^^^^^^^
                help: write `| running total`
                note: stages follow a pipe
                fix:  sum steps by day | running total

                """)
    }

    @Test("Each of at most two labels on the same line has its own row")
    func labels() {
        let labels = [
            Diagnostic.Label(SourceRange(10, 16), "given here first"), .init(SourceRange(0, 3), "second"),
            .init(SourceRange(4, 9), "third"),
        ]
        let text = render(
            Diagnostic(.duplicateClause, "`by` is given twice", at: SourceRange(17, 24), labels: labels), "sum steps by day by week")
        #expect(
            text == """
                error E150: `by` is given twice
                 --> -:1:18
                  |
                1 | sum steps by day by week
                  |                  ^^^^^^^
                  |           ------ given here first
                  | --- second

                """)
    }

    @Test("A label on another line shows that line, in source order")
    func otherLine() {
        let diagnostic = Diagnostic(
            .duplicateFormal, "named twice", at: SourceRange(10, 11), labels: [.init(SourceRange(0, 1), "named here first")])
        #expect(
            render(diagnostic, "a\nb\nc\nd\ne\nf") == """
                error E174: named twice
                 --> -:6:1
                  |
                1 | a
                  | - named here first
                6 | f
                  | ^

                """)
    }

    @Test("Carets follow the display width of wide and combining characters")
    func width() {
        let before = "日本 e\u{301} "
        let text = render(Diagnostic(.strayCharacter, "x", at: SourceRange(before.utf8.count, before.utf8.count + 1)), before + "$")
        #expect(text.contains("1 | 日本 e\u{301} $\n  |        ^\n"))
    }

    @Test("Control characters appear as symbols and cannot move the cursor")
    func controlCharacters() {
        let text = render(
            Diagnostic(.strayCharacter, "a \u{1B}[31m b", at: SourceRange(2, 3), help: "\u{202E}x"), "\tx\u{1B}[2J\u{0}\u{7F}\u{202E}")
        #expect(text.contains("error E002: a ␛[31m b"))
        #expect(text.contains("1 |     x␛[2J␀␡<U+202E>\n  |      ^\n"))
        #expect(text.contains("help: <U+202E>x"))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
    }

    @Test("A long line shows only the part around the location")
    func longLine() {
        let filler = String(repeating: "a", count: 500_000)
        let diagnostic = Diagnostic(
            .strayCharacter, "here", at: SourceRange(500_000, 500_001), labels: [.init(SourceRange(3, 5), "there")],
            fix: [.init(SourceRange(500_000, 500_001), "")])
        let text = render(diagnostic, filler + "$" + filler)
        #expect(text.count < 600)
        #expect(text.contains("-:1:500001"))
        #expect(text.contains("fix:  remove `$` at 1:500001"))
        let lines = text.split(separator: "\n").map(String.init)
        let line = lines.firstIndex { $0.contains("$") && $0.contains("|") } ?? 0
        let caret = lines[line + 1].firstIndex(of: "^").map { lines[line + 1].distance(from: lines[line + 1].startIndex, to: $0) }
        let dollar = lines[line].firstIndex(of: "$").map { lines[line].distance(from: lines[line].startIndex, to: $0) }
        #expect(caret == dollar)
    }

    @Test("An empty range at the end draws one caret after the line")
    func endOfLine() {
        #expect(render(Diagnostic(.missingPart, "x", at: SourceRange(at: 3)), "sum\n").contains("1 | sum\n  |    ^\n"))
    }

    @Test("Color is off by default")
    func color() {
        let diagnostic = Diagnostic(.driftingGrid, "x", at: SourceRange(0, 1))
        #expect(!render(diagnostic, "x").contains("\u{1B}"))
        #expect(TextRenderer(usesColor: true).render(diagnostic, in: SourceText("x")).hasPrefix("\u{1B}[1;33mwarning W301:\u{1B}[0m x\n"))
    }

    @Test("Text wraps between words; only a word longer than the line is split", arguments: [20, 40, 60, 80])
    func wrapping(width: Int) {
        let help = "sleepAnalysis is asleep at night, so ask for its total between two hours of day: try it with an anchor at six"
        let diagnostic = Diagnostic(
            .missingPipe, help, at: SourceRange(0, 3), help: help, note: help, fix: [.init(SourceRange(at: 3), " steps by day last 7 days")]
        )
        let text = TextRenderer(width: width, wrapWidth: width).render(diagnostic, in: SourceText("sum"))
        let lines = text.split(separator: "\n").map(String.init)
        for line in lines { #expect(line.count <= width, "\(line)") }
        let words = Set(help.split(separator: " ") + "error E152: help: note: fix: sum steps by day last 7 days".split(separator: " "))
        let place = Set("--> -:1:1 | 1 ^^^".split(separator: " "))
        for word in lines.flatMap({ $0.split(separator: " ") }) { #expect(words.union(place).contains(word)) }
        let told = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(told.contains("error E152: \(help)") && told.contains("help: \(help)") && told.contains("note: \(help)"))
        let long = Diagnostic(.missingPipe, String(repeating: "x", count: 100), at: SourceRange(0, 3))
        let cut = TextRenderer(width: width, wrapWidth: width).render(long, in: SourceText("sum"))
        #expect(cut.split(separator: "\n").allSatisfy { $0.count <= width })
        #expect(cut.count { $0 == "x" } == 100)
    }
}
