import TerminalText
import Testing

/// Expected values follow from the Unicode standard: EastAsianWidth.txt, emoji-data.txt, the general categories, and UTS 51 for sequences.
@Suite("Text on a screen")
struct ScreenTextTests {
    // MARK: Width

    @Test(
        "East Asian wide and full-width characters take two cells, all other letters take one",
        arguments: [
            // Narrow, ambiguous, neutral and half-width.
            ("", 0), ("abc", 3), ("é", 1), ("±·…─", 4), ("Ωж", 2), ("ｱ", 1), ("\u{303F}", 1),
            // A half-width kana and its half-width sound mark are two characters.
            ("ｶ\u{FF9E}", 2),
            ("歩数", 4), ("Ａ", 2), ("〈", 2), ("\u{3000}", 2), ("𠮷", 2), ("\u{4DC0}", 2),
        ])
    func letters(text: String, expected: Int) { #expect(ScreenText.width(text) == expected) }

    @Test(
        "Combining marks and format characters take no cells",
        arguments: [
            ("e\u{301}", 1), ("\u{301}", 0), ("a\u{20DD}", 1), ("か\u{3099}", 2), ("\u{5E9}\u{5C1}", 1), ("ก็", 1), ("क्", 1), ("का", 2),
            ("กำ", 2),
            ("a\u{200B}b", 2), ("a\u{2060}b", 2), ("\u{FEFF}a", 1),
        ])
    func marks(text: String, expected: Int) { #expect(ScreenText.width(text) == expected) }

    @Test(
        "A Hangul syllable takes two cells, as a single scalar or as separate letters",
        arguments: [("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{1100}\u{1161}", 2), ("\u{A960}\u{1161}", 2)])
    func hangul(text: String, expected: Int) { #expect(ScreenText.width(text) == expected) }

    @Test(
        "A displayed emoji takes two cells; a character displayed as text by default takes one",
        arguments: [
            ("🏃", 2), ("⌚", 2), ("🫀", 2), ("🟢", 2), ("❤", 1), ("❤️", 2), ("☂\u{FE0E}", 1), ("☂\u{FE0F}", 2), ("1️⃣", 2), ("#️⃣", 2), ("👍🏽", 2),
            ("🏃🏽‍♀️", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("🇩🇪🇯🇵", 4), ("🇩", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
        ])
    func emoji(text: String, expected: Int) { #expect(ScreenText.width(text) == expected) }

    @Test(
        "In an editor, the cells of each scalar count separately",
        arguments: [("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👨‍👩‍👧", 6), ("👍🏽", 4), ("🇩🇪", 2), ("❤️", 1), ("1️⃣", 1)])
    func scalars(text: String, expected: Int) { #expect(ScreenText.width(text, in: .editor) == expected) }

    // MARK: Invisible characters

    struct Sign: CustomTestStringConvertible {
        var scalar: Unicode.Scalar
        var output: String
        var source: String
        var editor: String
        var testDescription: String { "U+" + String(scalar.value, radix: 16) }

        init(_ scalar: Unicode.Scalar, _ output: String, _ source: String, _ editor: String) {
            (self.scalar, self.output, self.source, self.editor) = (scalar, output, source, editor)
        }

        /// A character that is displayed as itself.
        init(_ scalar: Unicode.Scalar, source: String? = nil, editor: String? = nil) {
            self.init(scalar, String(scalar), source ?? String(scalar), editor ?? String(scalar))
        }
    }

    @Test(
        "Each place has its replacements for invisible characters",
        arguments: [
            Sign("\u{0}", "␀", "␀", "^@"), Sign("\u{7}", "␇", "␇", "^G"), Sign("\t", "␉", "    ", "    "), Sign("\n", "␊", "␊", "^J"),
            Sign("\r", "␍", "␍", "^M"), Sign("\u{1B}", "␛", "␛", "^["), Sign("\u{1F}", "␟", "␟", "^_"), Sign("\u{7F}", "␡", "␡", "^?"),
            // C1: a new line, and the one-byte form of ESC [.
            Sign("\u{85}", "�", "<U+85>", "�"), Sign("\u{9B}", "�", "<U+9B>", "�"),
            Sign("\u{61C}", "�", "<U+61C>", "�"), Sign("\u{200E}", "�", "<U+200E>", "�"), Sign("\u{202E}", "�", "<U+202E>", "�"),
            Sign("\u{2066}", "�", "<U+2066>", "�"), Sign("\u{2028}", "�", "<U+2028>", "�"), Sign("\u{2029}", "�", "<U+2029>", "�"),
            // Hidden: two names would look alike.
            Sign("\u{AD}", "�", "<U+AD>", "\u{AD}"), Sign("\u{200B}", "�", "<U+200B>", "\u{200B}"),
            Sign("\u{FEFF}", "�", "<U+FEFF>", "\u{FEFF}"), Sign("\u{3164}", "�", "<U+3164>", "\u{3164}"),
            Sign("\u{E0041}", "�", "<U+E0041>", "\u{E0041}"), Sign("\u{200D}", "�", "<U+200D>", "\u{200D}"),
            Sign("\u{FE0F}", "�", "<U+FE0F>", "\u{FE0F}"),
            // Private use and unassigned.
            Sign("\u{F8FF}"), Sign("\u{378}", editor: "�"),
            Sign(" "), Sign("~"), Sign("\u{A0}"), Sign("é"), Sign("日"), Sign("␛"), Sign("�"),
        ])
    func signs(sign: Sign) {
        let text = "a" + String(String.UnicodeScalarView([sign.scalar])) + "b"
        #expect(ScreenText.visible(text) == "a\(sign.output)b")
        #expect(ScreenText.visible(text, in: .source) == "a\(sign.source)b")
        #expect(ScreenText.visible(text, in: .editor) == "a\(sign.editor)b")
    }

    @Test(
        "Characters that control a terminal, break a line, change the writing direction or hide are replaced; in answers, all others are kept"
    )
    func everyScalar() {
        for scalar in (UInt32(0)...0x10FFFF).lazy.compactMap({ Unicode.Scalar($0) }) {
            let properties = scalar.properties
            let isActive = properties.isBidiControl || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
            // The three marks of interlinear annotations are not in Unicode's list.
            let isHidden = properties.isDefaultIgnorableCodePoint || 0xFFF9...0xFFFB ~= scalar.value
            let text = String(scalar)
            if (ScreenText.visible(text) != text) != (isActive || isHidden) { Issue.record("U+\(String(scalar.value, radix: 16))") }
            guard isActive else { continue }
            let others = ScreenText.visible(text, in: .source) + ScreenText.visible(text, in: .editor)
            if others.unicodeScalars.contains(scalar) { Issue.record("U+\(String(scalar.value, radix: 16))") }
        }
    }

    @Test(
        "Hidden characters that change how their neighbors look are kept",
        arguments: [
            "👩‍⚕️", "👨‍👩‍👧", "🏃🏽‍♀️", "❤️", "☂\u{FE0E}", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می\u{200C}خواهم", "क्\u{200D}ष", "ന്\u{200D}", "葛\u{E0100}", "\u{1820}\u{180B}",
        ])
    func needed(text: String) {
        #expect(ScreenText.visible(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(
        "The same characters are replaced where they hide",
        arguments: [
            ("Watch\u{FE0F}", "Watch�"), ("1\u{FE0F}", "1�"), ("a\u{200C}b", "a�b"), ("می\u{200C}", "می�"), ("👩\u{200D}", "👩�"),
            ("👩\u{200D}a", "👩�a"),
            ("\u{1F3F4}\u{E0061}", "\u{1F3F4}�"), ("❤️\u{FE0F}", "❤️�"), ("a\u{E0100}", "a�"),
            // A hidden text after a flag is longer than a region.
            ("\u{1F3F4}" + String(repeating: "\u{E0061}", count: 8) + "\u{E007F}", "\u{1F3F4}" + String(repeating: "�", count: 9)),
        ])
    func hiding(text: String, expected: String) {
        #expect(ScreenText.visible(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test("A thousand tags are replaced in linear time")
    func manyTags() {
        let text = "\u{1F3F4}" + String(repeating: "\u{E0061}", count: 100_000)
        let start = ContinuousClock.now
        #expect(ScreenText.visible(text).unicodeScalars.count == 100_001)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test("Visible text does not change", arguments: ["a\u{1B}[31mb\u{7}", "a\u{202E}b\u{9B}", "日本 👩‍⚕️ é", "\tx\u{200B}"])
    func visibleTwice(text: String) {
        for place in [ScreenText.Place.output, .source, .editor] {
            let once = ScreenText.visible(text, in: place)
            #expect(ScreenText.visible(once, in: place) == once)
        }
        #expect(ScreenText.visible("日本 👩‍⚕️ é") == "日本 👩‍⚕️ é")
    }

    @Test("Letters, marks, symbols and spaces are visible; control, format, private and unassigned characters may not be")
    func seen() {
        for scalar in "aé日\u{301}+€ 🏃".unicodeScalars { #expect(ScreenText.isSeen(scalar), "\(scalar.value)") }
        for scalar in "\n\u{1B}\u{85}\u{AD}\u{200B}\u{2028}\u{202E}\u{F8FF}\u{378}".unicodeScalars {
            #expect(!ScreenText.isSeen(scalar), "\(scalar.value)")
        }
    }

    // MARK: Style

    @Test("A style starts before a text and ends after it, but on the same line; without colors there is no style")
    func style() {
        #expect(ScreenText.styled("a", .bold, usesColor: true) == "\u{1B}[1ma\u{1B}[0m")
        #expect(ScreenText.styled("a\n", TextStyle("1;31"), usesColor: true) == "\u{1B}[1;31ma\u{1B}[0m\n")
        #expect(ScreenText.styled("", .dim, usesColor: true) == "")
        #expect(ScreenText.styled("a", .dim, usesColor: false) == "a")
    }
}
