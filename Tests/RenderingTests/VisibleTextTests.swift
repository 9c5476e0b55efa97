import DisplayText
import Testing

@Suite("Text for terminals")
struct VisibleTextTests {
    @Test("takes two cells for wide characters and emoji, none for combining marks")
    func width() {
        #expect(VisibleText.width("abc") == 3)
        #expect(VisibleText.width("歩数") == 4)
        #expect(VisibleText.width("e\u{301}") == 1)
        #expect(VisibleText.width("🏃") == 2)
    }

    @Test("shows controls and lets no escape sequence through")
    func controls() {
        let shown = VisibleText.of("a\u{1B}[31mb\u{7}")
        #expect(shown == "a␛[31mb␇")
    }
}
