import TerminalText
import Testing

@Suite("Lines of cells")
struct LineTests {
    // MARK: Padding

    @Test("Padding counts cells, not characters; wider text does not change")
    func padding() {
        #expect(ScreenText.padded("ab", to: 4) == "ab  ")
        #expect(ScreenText.padded("ab", to: 4, on: .end) == "  ab")
        #expect(ScreenText.padded("日", to: 4) == "日  ")
        #expect(ScreenText.padded("e\u{301}", to: 3, on: .end) == "  e\u{301}")
        #expect(ScreenText.padded("", to: 3) == "   ")
        #expect(ScreenText.padded("abc", to: 2) == "abc")
        #expect(ScreenText.padded("abc", to: -1) == "abc")
        // Two emoji in an editor, one in an answer.
        #expect(ScreenText.padded("👍🏽", to: 5, in: .editor) == "👍🏽 ")
        #expect(ScreenText.padded("👍🏽", to: 5) == "👍🏽   ")
    }

    // MARK: Truncation

    @Test(
        "Text is truncated between characters, so that it fits the limit including the mark",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""), ("", 0, ""),
            ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 3, "日…"), ("日本語", 2, "…"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("🇩🇪🇯🇵", 3, "🇩🇪…"),
        ])
    func cutting(text: String, limit: Int, expected: String) {
        let cut = ScreenText.truncated(text, to: limit)
        #expect(cut == expected)
        #expect(ScreenText.width(cut) <= limit)
    }

    @Test("In an editor, a truncated joined emoji is as wide as its parts")
    func cuttingInAnEditor() {
        #expect(ScreenText.truncated("👨‍👩‍👧!", to: 7, in: .editor) == "👨‍👩‍👧!")
        #expect(ScreenText.truncated("👨‍👩‍👧!", to: 6, in: .editor) == "…")
    }

    // MARK: Wrapping

    @Test("Text that fits on a line does not change")
    func fits() {
        #expect(ScreenText.wrapped("a   b ", to: 6) == ["a   b "])
        #expect(ScreenText.wrapped("", to: 6) == [""])
        #expect(ScreenText.wrapped("a  b", to: 6, first: "- ", indent: 2) == ["- a  b"])
        #expect(ScreenText.wrapped("a  b", to: .max, indent: 4) == ["a  b"])
    }

    @Test("Text is broken at spaces, and words that are wider than a line are broken inside")
    func words() {
        #expect(ScreenText.wrapped("the time zone of daysandclocks", to: 8) == ["the time", "zone of", "daysandc", "locks"])
        #expect(ScreenText.wrapped("ab abcdefgh ij", to: 5) == ["ab", "abcde", "fgh", "ij"])
        #expect(ScreenText.wrapped("ab abcdefgh i", to: 5) == ["ab", "abcde", "fgh i"])
        #expect(ScreenText.wrapped("ab abcdefgh ij", to: 5, keepsWords: true) == ["ab", "abcdefgh", "ij"])
    }

    @Test("Continuation lines are indented, and their indent counts")
    func indents() {
        #expect(ScreenText.wrapped("one two three four", to: 9, first: "- ", indent: 2) == ["- one two", "  three", "  four"])
        #expect(ScreenText.wrapped("one two three", to: 7, indent: 2) == ["one two", "  three"])
        #expect(ScreenText.wrapped("abcdefgh", to: 5, indent: 2) == ["abc", "  def", "  gh"])
    }

    @Test("A word that does not fit after the start of a line moves to the next line if there is more room")
    func beginnings() {
        #expect(ScreenText.wrapped("abcdefgh ij", to: 10, first: "label: ", indent: 2) == ["label:", "  abcdefgh", "  ij"])
        #expect(ScreenText.wrapped("abcdefgh ij", to: 6, first: "- ", indent: 2, keepsWords: true) == ["- abcdefgh", "  ij"])
        #expect(ScreenText.wrapped("ab cd", to: 4, first: "long ", indent: 0) == ["long", "ab", "cd"])
    }

    @Test("A wide character that would cross the edge moves to the next line, and no character is divided")
    func wideCharacters() {
        #expect(ScreenText.wrapped("日本語", to: 5) == ["日本", "語"])
        #expect(ScreenText.wrapped("a 日本", to: 5) == ["a", "日本"])
        #expect(ScreenText.wrapped("ab 日", to: 5) == ["ab 日"])
        #expect(ScreenText.wrapped("日本", to: 1) == ["日", "本"])
        #expect(ScreenText.wrapped("👩‍⚕️👩‍⚕️", to: 3) == ["👩‍⚕️", "👩‍⚕️"])
        #expect(ScreenText.wrapped("e\u{301}e\u{301}e\u{301}", to: 2) == ["e\u{301}e\u{301}", "e\u{301}"])
    }

    @Test("Parts are kept whole, with separators within a line; a part wider than a line is broken at its spaces")
    func parts() {
        #expect(ScreenText.wrapped(["a b", "c"], separator: " · ", to: 7) == ["a b · c"])
        #expect(ScreenText.wrapped(["a b", "c"], separator: " · ", to: 6) == ["a b", "c"])
        #expect(ScreenText.wrapped(["x", "one two"], separator: ", ", to: 7) == ["x", "one two"])
        #expect(ScreenText.wrapped(["one two", "x"], separator: ", ", to: 6) == ["one", "two, x"])
        #expect(ScreenText.wrapped(["one two", "x"], to: 6, keepsWords: true) == ["one two", "x"])
        #expect(ScreenText.wrapped([], to: 6) == [""])
    }

    @Test("No line exceeds the limit, and no word is lost", arguments: 2...24)
    func limits(limit: Int) {
        let text = "sum 日本語の時計 of 👨‍👩‍👧 since 2026-06-30T18:00:00+02:00 e\u{301}"
        for indent in [0, min(4, limit - 2)] {
            let lines = ScreenText.wrapped(text, to: limit, indent: indent)
            #expect(lines.allSatisfy { ScreenText.width($0) <= limit }, "\(lines)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        }
    }
}
