import QueryDiagnostics
import Testing

@Suite("Passwords in diagnostics")
struct SecretTests {
    private static let line = "opne \"clickhouse://ann:s3cret-pw@h/d\" | sort"

    @Test("A source line and a fix have no password, and the carets and the column are right")
    func text() {
        let diagnostic = Diagnostic(
            .unexpectedText, "`|` in `\(Self.line)`", at: SourceRange(38, 39), fix: .init(SourceRange(0, 4), "open"))
        #expect(
            TextRenderer().render(diagnostic, in: SourceText(Self.line)) == """
                error E010: `|` in `opne "clickhouse://ann:***@h/d" | sort`
                 --> -:1:39
                  |
                1 | opne "clickhouse://ann:***@h/d" | sort
                  |                                 ^
                fix:  open "clickhouse://ann:***@h/d" | sort

                """)
    }

    @Test("A message about a part of a password does not quote it")
    func part() {
        let (start, end) = (23, 29)
        let diagnostic = Diagnostic(
            .unexpectedText, "unknown word `s3cret`", at: SourceRange(start, end), help: "did you mean s3cret?",
            fix: .init(SourceRange(start, end), "s3cret"))
        let source = SourceText(Self.line)
        let text = TextRenderer().render(diagnostic, in: source)
        #expect(!text.contains("s3cret"))
        #expect(text.contains("unknown word `***`"))
        let json = JSONLinesRenderer.render(diagnostic, in: source)
        #expect(!json.contains("s3cret"))
        #expect(json.contains("\"column\":24,\"endLine\":1,\"endColumn\":30"))
    }
}
