import TerminalText
import Testing

@Suite("Text for terminals")
struct VisibleTextTests {
    // Widths are those of Unicode's EastAsianWidth.txt and emoji-data.txt; of sequences, those of UTS 51: one image is one emoji.
    @Test(
        "takes two cells for wide characters and emoji, none for combining marks",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("Ω·…─", 4), ("歩数", 4), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｱ", 1),
            ("Ａ", 2), ("〈", 2), ("🏃", 2), ("🏃🏽‍♀️", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("1️⃣", 2), ("❤", 1), ("❤️", 2), ("🫀", 2), ("🚴", 2),
            ("🟢", 2), ("𠮷", 2), ("a\u{200B}b", 2), ("का", 2),
        ])
    func width(text: String, expected: Int) {
        let width = VisibleText.width(text)
        #expect(width == expected)
    }

    @Test("shows controls and lets no escape sequence through")
    func controls() {
        let shown = VisibleText.of("a\u{1B}[31mb\u{7}")
        #expect(shown == "a␛[31mb␇")
        let turned = VisibleText.of("a\u{202E}b\u{9B}c\u{200F}")
        #expect(turned == "a\u{FFFD}b\u{FFFD}c\u{FFFD}")
        let kept = VisibleText.of("日本 👩‍⚕️ é")
        #expect(kept == "日本 👩‍⚕️ é")
    }

    @Test("is cut between characters, never inside of one")
    func cut() {
        let cut = VisibleText.truncated("日本語の時計", to: 6)
        #expect(cut == "日本…")
        let whole = VisibleText.truncated("日本語", to: 6)
        #expect(whole == "日本語")
    }

    @Test("is broken at spaces, and words that are longer than a line inside")
    func wrap() {
        let lines = VisibleText.wrapped("the time zone of daysandclocks", to: 8)
        #expect(lines == ["the time", "zone of", "daysandc", "locks"])
        let none = VisibleText.wrapped("", to: 8)
        #expect(none == [""])
    }
}
