import QueryDiagnostics
import QuerySyntax
import Testing

@Suite("Tokens")
struct LexerTests {
    private func kinds(_ text: String) -> [Token.Kind] {
        Lexer.lex(SourceText(text)).tokens.filter { !$0.isTrivia }.dropLast().map(\.kind)
    }

    @Test(
        "A word, number or time is one token",
        arguments: [
            ("heartRate", Token.Kind.word), ("_x1", .word), ("größe", .word), ("`a b`", .quotedName), ("p95", .percentile),
            ("p99.9", .percentile),
            ("pulse", .word), ("5", .number), ("1_000", .number), ("0.5", .number), ("1e6", .number), ("1.5E-3", .number),
            ("15min", .compactDuration),
            ("90S", .compactDuration), ("1mo", .compactDuration), ("2q", .compactDuration), ("2024-03-10", .date), ("2024-03", .coarseDate),
            ("2024-q1", .coarseDate), ("2024-W5", .coarseDate), ("2024", .number), ("03:00", .timeOfDay), ("3:00", .timeOfDay),
            ("14:37:05.5", .timeOfDay), ("2024-03-10T14:30", .dateTime), ("2024-03-10t14:30:05.123Z", .dateTime),
            ("2024-03-10T14:30-0800", .dateTime),
            ("\"a \"\"b\"\" 'c'\"", .string), ("'it''s \\'", .string), ("<=", .lessOrEqual), ("≥", .greaterOrEqual), ("==", .equal),
            ("·", .symbol),
        ])
    func oneToken(text: String, kind: Token.Kind) {
        let found = kinds(text)
        #expect(found == [kind])
        #expect(Lexer.lex(SourceText(text)).diagnostics.isEmpty)
    }

    @Test("A number and an adjacent word are two tokens")
    func joined() {
        #expect(kinds("70kg") == [.number, .word])
        #expect(kinds("5km/h") == [.number, .word, .slash, .word])
        #expect(kinds("2024-03-10T") == [.date, .word])
        #expect(kinds("sum-5") == [.word, .minus, .number])
    }

    @Test("Comments, including `#!`, and pasted spaces are trivia")
    func trivia() {
        #expect(kinds("#!/usr/bin/env tally\nsum\u{A0}steps # by day\r\n") == [.word, .word])
    }

    @Test("Keywords are recognized in any case, including plurals of periods; names are not keywords")
    func keywords() {
        let tokens = Lexer.lex(SourceText("SINCE Days heartRate minutes")).tokens.filter { $0.kind == .word }
        #expect(tokens.map(\.keyword) == [.since, .day, nil, .minute])
    }
}

@Suite("Statement boundaries")
struct StatementBoundaryTests {
    private func statements(_ text: String) -> [String] {
        let result = Parser.parse(text)
        return result.statements.map { result.source[$0.range].split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    @Test(
        "A statement continues after `|`, `,` and inside parentheses, and on lines that are indented or start with `|`",
        arguments: [
            ("sum steps |\naverage", 1), ("sum steps,\nsum energy", 1), ("sum steps where value in (\n1\n)", 1), ("sum steps\n by day", 1),
            ("sum steps\n\tby day", 1), ("sum steps\n| average", 1), ("sum steps # x\n# y\n  by day", 1), ("sum steps\n\n\n| average", 1),
            ("sum steps\nby day", 2), ("sum steps\n\n  by day", 2), ("a; b;; c", 3), ("a\r\nb\rc", 3),
            ("sum steps where (value > 5\nsum energy", 2),
            ("case \"x\"\n  steps", 2), ("steps\n   \n", 1), ("", 0), ("# only\n", 0), (";\n;", 0),
        ])
    func count(text: String, count: Int) {
        #expect(statements(text).count == count)
    }

    @Test(
        "A text is incomplete only after `|` and `,` and inside parentheses",
        arguments: [
            ("sum steps |", true), ("sum steps,", true), ("sum steps where (value > 5", true), ("sum steps | # go on\n", true),
            ("sum steps", false),
            ("sum steps where value >", false), ("sum steps where source = \"x", false), ("sum steps where (value > 5)", false),
            ("", false),
            ("sum steps | ; steps", false),
        ])
    func incomplete(text: String, isIncomplete: Bool) {
        #expect(Parser.parse(text).isIncomplete == isIncomplete)
    }

    @Test("The range of a statement has no surrounding spaces and comments")
    func ranges() {
        let result = Parser.parse("  sum steps ; # x\n average heartRate\n   by day  # y\n")
        #expect(result.statements.map { result.source[$0.range] } == ["sum steps", "average heartRate\n   by day"])
    }
}
