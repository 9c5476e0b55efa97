import QueryDiagnostics
import QuerySyntax
import Testing

@Suite("Hostile input")
struct HostileInputTests {
    // A debug build is about ten times slower, and other tests run at the same time.
    #if DEBUG
    private static func many(_ count: Int) -> Int { count / 10 }
    private let limit = Duration.seconds(10)
    #else
    private static func many(_ count: Int) -> Int { count }
    private let limit = Duration.seconds(1)
    #endif

    /// Long texts that are hard for parsers: deep nesting, long lines, many repetitions.
    static let texts: [(name: String, text: String)] = [
        ("parentheses", "sum steps where " + String(repeating: "(", count: 100_000) + "value > 5" + String(repeating: ")", count: 100_000)),
        ("unclosed parentheses", "sum steps where " + String(repeating: "(", count: 100_000)),
        ("negations", "sum steps where " + String(repeating: "not ", count: many(100_000)) + "x"),
        ("minus signs", "a | derive x = " + String(repeating: "-", count: many(100_000)) + "1"),
        ("operators", "a | derive x = 1" + String(repeating: " + 1", count: many(100_000))),
        ("calls", "sum " + String(repeating: "f(", count: many(100_000))),
        ("expectations", String(repeating: "expect error E001: ", count: many(20_000)) + "x"),
        ("conditions", "sum steps where a = 1" + String(repeating: " or a = 1", count: many(50_000))),
        ("asserted conditions", "assert sum steps where a" + String(repeating: " and a", count: many(100_000)) + " = 1"),
        ("one word", String(repeating: "a", count: 1_000_000)),
        ("many words", String(repeating: "a ", count: many(300_000))),
        ("commas", "sum steps" + String(repeating: ", sum steps", count: many(50_000))),
        ("aggregates", "sum" + String(repeating: ", sum", count: many(100_000))),
        ("aggregates without commas", "sum" + String(repeating: " sum", count: many(100_000))),
        ("pipes", "sum steps" + String(repeating: " | top 3", count: many(50_000))),
        ("bare pipes", "sum steps" + String(repeating: "|", count: many(200_000))),
        ("clauses", "sum steps" + String(repeating: " by day", count: many(50_000))),
        ("quotes", String(repeating: "\"", count: 500_001)),
        ("backquotes", String(repeating: "`", count: many(300_000))),
        ("zeros", String(repeating: "\u{0}", count: 1_000_000)),
        ("stray characters", String(repeating: "$ ", count: many(300_000))),
        ("digits", String(repeating: "9", count: many(500_000))),
        ("dates", String(repeating: "03/04/2024 ", count: many(50_000))),
        ("dashes", String(repeating: "–", count: many(200_000))),
        (
            "newlines",
            "sum steps" + String(repeating: "\n", count: many(300_000)) + "| top 3" + String(repeating: "\n", count: many(300_000))
        ),
        ("empty lines with spaces", "sum steps" + String(repeating: "\n  ", count: many(200_000)) + "by day"),
        ("semicolons", String(repeating: ";", count: many(500_000))),
        ("comments", String(repeating: "# x\n", count: many(200_000))),
        ("wrong statements", String(repeating: "sum by by (\n", count: many(30_000))),
        ("question marks", String(repeating: "? ", count: many(200_000))),
        ("select", "select " + String(repeating: "a, ", count: many(100_000))),
        ("brackets", "rate(" + String(repeating: "[", count: many(200_000))),
        ("units", "sum steps in " + String(repeating: "m/", count: many(200_000))),
        ("zone", "sum steps zone " + String(repeating: "a/", count: many(200_000))),
        ("combining characters", "sum " + String(repeating: "\u{301}", count: many(200_000))),
    ]

    @Test("A hostile text takes under a second in a release build", arguments: HostileInputTests.texts.map(\.name))
    func quick(name: String) throws {
        let text = try #require(Self.texts.first { $0.name == name }).text
        let source = SourceText(text)
        let clock = ContinuousClock()
        let duration = clock.measure {
            let result = Parser.parse(source)
            for diagnostic in result.diagnostics.prefix(3) {
                let rendered = TextRenderer().render(diagnostic, in: source)
                #expect(rendered.count < 2_000)
            }
            #expect(result.diagnostics.count <= ParseResult.maximumDiagnostics)
            _ = QueryFormatter.format(result)
        }
        #expect(duration < limit, "\(name): \(duration)")
    }

    @Test("Invalid UTF-8 is reported once")
    func invalidBytes() {
        let source = SourceText(bytes: Array("sum steps ".utf8) + Array(repeating: 0xFF, count: 100_000))
        let diagnostics = Parser.parse(source).diagnostics
        #expect(diagnostics.map(\.code) == [.invalidUTF8])
    }

    @Test("Nesting that is too deep is reported once, and the next statement is parsed")
    func nesting() {
        let result = Parser.parse("sum steps where " + String(repeating: "(", count: 100_000) + "\nsum heartRate by")
        #expect(result.statements.map { $0.diagnostics.map(\.code) } == [[.nestedTooDeep], [.periodExpected]])
    }
}
