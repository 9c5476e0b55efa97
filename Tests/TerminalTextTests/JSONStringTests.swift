import Foundation
import TerminalText
import Testing

@Suite("Text as JSON")
struct JSONStringTests {
    @Test(
        "Quotes, backslashes and active characters are escaped",
        arguments: [
            ("", "\"\""), ("é 日本 🏃", #""é 日本 🏃""#), (#"a"b\c/"#, #""a\"b\\c/""#), ("\n\r\t", #""\n\r\t""#),
            ("\u{0}\u{1B}\u{7F}", #""\u0000\u001b\u007f""#),
            ("\u{85}\u{9B}", #""\u0085\u009b""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
            ("\u{61C}\u{200E}\u{202E}\u{2066}", #""\u061c\u200e\u202e\u2066""#), ("\u{200D}\u{AD}", #""\u200d\u00ad""#),
            // Beyond the first plane, JSON has pairs. A joiner between emoji is needed.
            ("a\u{E0041}b", #""a\udb40\udc41b""#), ("👩\u{200D}💻", "\"👩\u{200D}💻\""),
        ])
    func escapes(text: String, expected: String) { #expect(JSONString.quoted(text) == expected) }

    @Test("Another JSON reader reads every character correctly")
    func roundTrip() throws {
        let scalars = (UInt32(0)...0x2FFF).compactMap { Unicode.Scalar($0) } + ["🏃", "\u{10FFFF}"]
        let text = String(String.UnicodeScalarView(scalars))
        let read = try JSONDecoder().decode([String].self, from: Data("[\(JSONString.quoted(text))]".utf8))
        #expect(read.count == 1 && read[0].unicodeScalars.elementsEqual(text.unicodeScalars))
    }
}
