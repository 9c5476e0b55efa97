import QueryDiagnostics
import QuerySyntax
import Testing

/// A wrong script, the underlined text, and the script after the fix.
struct WrongScript: Sendable, CustomTestStringConvertible {
    var code: DiagnosticCode
    var script: String
    var underlined: String
    var fixed: String?

    init(_ code: DiagnosticCode, _ script: String, _ underlined: String, fixed: String? = nil) {
        self.code = code
        self.script = script
        self.underlined = underlined
        self.fixed = fixed
    }

    var testDescription: String { "\(code.rawValue) \(script.prefix(60))" }

    static let all: [WrongScript] = [
        .init(.unterminatedString, "sum steps where source = \"Watch", "\""),
        .init(.unterminatedString, "import 'a.zip\nsum steps", "'"),
        .init(.unterminatedString, "sum steps where source = \"Wat\nch\" by day", "\""),
        .init(.strayCharacter, "sum steps by day $", "$"),
        .init(.strayCharacter, "sum \u{0}\u{1}steps", "\u{0}\u{1}", fixed: "sum steps"),
        .init(.typographicCharacter, "sum steps where source = “Watch”", "“Watch”", fixed: "sum steps where source = \"Watch\""),
        .init(.typographicCharacter, "sum steps since –30d", "–", fixed: "sum steps since -30d"),
        .init(.malformedNumber, "sum steps where value > 1.2.3", "1.2.3"),
        .init(.malformedNumber, "sum steps where value > 1e999", "1e999"),
        .init(.malformedNumber, "load steps at 2025-01-01 08:00 every 10min: 5z", "5z"),
        .init(.unterminatedName, "sum `time in daylight by day", "`time in daylight by day"),
        .init(.unterminatedName, "sum `` by day", "``"),
        .init(.unexpectedText, "sum steps by day 5", "5"),
        .init(.unexpectedText, "sum steps sicne -30d", "sicne", fixed: "sum steps since -30d"),
        .init(.unexpectedText, "sum apple stand hour", "hour"),
        .init(.unexpectedText, "sum steps by day, average heartRate", "average"),
        .init(.unexpectedText, "sum steps per day", "per", fixed: "sum steps by day"),
        .init(.unexpectedText, "sum steps by day in the last 30 days", "in", fixed: "sum steps by day last 30 days"),
        .init(.unexpectedText, "sum steps in the last 30 days", "in", fixed: "sum steps last 30 days"),
        .init(.unexpectedText, "sum steps in last week", "in", fixed: "sum steps last week"),
        .init(.unexpectedText, "sum distance this year in mi", "in mi"),
        .init(.unexpectedText, "steps 2026-06-20", "2026-06-20", fixed: "steps on 2026-06-20"),
        .init(.unexpectedText, "steps 2026-06", "2026-06", fixed: "steps during 2026-06"),
        .init(.unexpectedText, "sum steps daily", "daily", fixed: "sum steps by day"),
        .init(.unexpectedText, "sum steps group by day", "group by", fixed: "sum steps by day"),
        .init(.unexpectedText, "sum steps for last week", "for", fixed: "sum steps last week"),
        .init(.unexpectedText, "progress active energy tomorrow", "tomorrow"),
        .init(.unexpectedText, "sum steps Next Week by day", "Next Week"),
        .init(.unexpectedText, "sum steps by day next 2 days", "next 2 days"),
        .init(.unexpectedText, "samples of steps next monday", "next monday"),
        .init(.unexpectedText, "summaries tomorrow", "tomorrow"),
        .init(.unexpectedText, "sum steps by day order by sum desc", "order by"),
        .init(.unexpectedText, "sum steps by day | sort sum desc", "desc", fixed: "sum steps by day | sort sum descending"),
        .init(.unexpectedText, "sum steps by day having sum > 5", "having", fixed: "sum steps by day | where sum > 5"),
        .init(.unexpectedText, "sum steps by day to \"a.csv\"", "to", fixed: "sum steps by day as csv to \"a.csv\""),
        .init(.unexpectedText, "sum steps by day to \"a.md\"", "to", fixed: "sum steps by day as markdown to \"a.md\""),
        .init(.unexpectedText, "max heartRate > 100 by day", ">", fixed: "max heartRate where value > 100 by day"),
        .init(
            .unexpectedText, "heartRate where value is greater than 100", "is greater than", fixed: "heartRate where value > 100"),
        .init(.periodExpected, "sum steps by by", "by"),
        .init(.periodExpected, "sum steps last wek", "wek", fixed: "sum steps last week"),
        .init(.missingPart, "set zone Europe", "Europe", fixed: "set zone = Europe"),
        .init(.textExpected, "run report.tally", "report.tally", fixed: "run \"report.tally\""),
        .init(.textExpected, "import ~/Downloads/export.zip", "~/Downloads/export.zip", fixed: "import \"~/Downloads/export.zip\""),
        .init(.textExpected, "case a walk", "a walk", fixed: "case \"a walk\""),
        .init(.missingPart, "sum steps between 2024-01", ""),
        .init(.missingPart, "sum steps where value", ""),
        .init(.missingPart, "sum steps where value in 3", "3"),
        .init(.missingPart, "let goal 500", "500"),
        .init(.missingPart, "delete steps", "steps", fixed: "delete samples of steps"),
        .init(.missingParenthesis, "sum steps where (value > 5", "", fixed: "sum steps where (value > 5)"),
        .init(.missingParenthesis, "sum steps where value > 5)", ")", fixed: "sum steps where value > 5"),
        .init(.missingComma, "sum steps average heartRate by day", "average", fixed: "sum steps, average heartRate by day"),
        .init(.missingComma, "sum steps and average heartRate", "and", fixed: "sum steps, average heartRate"),
        .init(.missingComma, "sum steps and heartRate", "and", fixed: "sum steps, heartRate"),
        .init(.missingComma, "min max heartRate", "max", fixed: "min, max heartRate"),
        .init(.unknownTopic, "show metric", "metric", fixed: "show metrics"),
        .init(.missingMetric, "sum by day", "by"),
        .init(.missingMetric, "sum", ""),
        .init(.missingMetric, "last night sleep", "last night", fixed: "sleep last night"),
        .init(.missingMetric, "yesterday sum steps by hour | top 3", "yesterday", fixed: "sum steps by hour yesterday | top 3"),
        .init(.missingMetric, "last 3 days sum steps as chart", "last 3 days", fixed: "sum steps last 3 days as chart"),
        .init(.aggregateAfterMetric, "heartRate average by day", "average", fixed: "average heartRate by day"),
        .init(.aggregateSynonym, "avg heartRate by day", "avg", fixed: "average heartRate by day"),
        .init(.aggregateSynonym, "last heartRate", "last", fixed: "latest heartRate"),
        .init(.aggregateSynonym, "sum steps by day | mean by month", "mean", fixed: "sum steps by day | average by month"),
        .init(.percentileOutOfRange, "p101 heartRate", "p101"),
        .init(.ambiguousM, "sum steps by 5m", "m"),
        .init(.ambiguousM, "sum steps last 5 m", "m"),
        .init(.ambiguousDate, "sum steps on 03/04/2024", "03/04/2024"),
        .init(.ambiguousDate, "sum steps on 3/25/2024", "3/25/2024", fixed: "sum steps on 2024-03-25"),
        .init(.ambiguousDate, "sum steps on 10.03.2024", "10.03.2024"),
        .init(.noSuchDate, "sum steps on 2023-02-29", "2023-02-29"),
        .init(.noSuchDate, "sum steps during 2024-Q5", "2024-Q5"),
        .init(.malformedDate, "sum steps on 2024-3-4", "2024-3-4", fixed: "sum steps on 2024-03-04"),
        .init(.malformedDate, "sum steps on 2024/03/04", "2024/03/04", fixed: "sum steps on 2024-03-04"),
        .init(.noSuchTime, "sum steps by day anchor 3:15pm", "3:15pm", fixed: "sum steps by day anchor 15:15"),
        .init(.noSuchTime, "sum steps since today 3pm", "3pm", fixed: "sum steps since today 15:00"),
        .init(.noSuchTime, "sum steps by day anchor 24:00", "24:00"),
        .init(.noSuchTime, "sum steps since 2024-03-10T14:30+19:00", "2024-03-10T14:30+19:00"),
        .init(.missingValue, "sum steps where value >", ""),
        .init(.fractionalDuration, "sum steps by 1.5h", "1.5h", fixed: "sum steps by 90min"),
        .init(.fractionalDuration, "sum steps since -1.1h", "1.1h", fixed: "sum steps since -66min"),
        .init(.fractionalDuration, "sum steps by 1.5d", "1.5d"),
        .init(.textExpected, "import 5", "5"),
        .init(.countExpected, "sum steps by day | limit 1.5", "1.5"),
        .init(.countExpected, "sum steps since -9999999999d", "9999999999d"),
        .init(.timeExpected, "sum steps since 30d", "30d", fixed: "sum steps since -30d"),
        .init(.timeExpected, "sum steps since 3 days", "3", fixed: "sum steps since 3 days ago"),
        .init(.timeExpected, "sum steps since last week", "last", fixed: "sum steps since start of last week"),
        .init(.timeExpected, "sum steps since 14:00", "14:00", fixed: "sum steps since today 14:00"),
        .init(.timeExpected, "sum steps since \"2024-03-10\"", "\"2024-03-10\"", fixed: "sum steps since 2024-03-10"),
        .init(.timeExpected, "sum steps on 2024-03-10T14:00", "2024-03-10T14:00", fixed: "sum steps on 2024-03-10"),
        .init(.periodExpected, "sum steps last 3 fortnights", "fortnights"),
        .init(.periodExpected, "sum steps by 15mins", "mins", fixed: "sum steps by 15minutes"),
        .init(.periodExpected, "sum steps by day of week", "day of week", fixed: "sum steps by weekday"),
        .init(.missingZone, "sum steps by day zone", ""),
        .init(.missingUnit, "sum activeEnergy in by day", "by"),
        .init(.duplicateClause, "sum steps by day by week", "by week"),
        .init(.conflictingRanges, "sum steps last week since yesterday", "since yesterday"),
        .init(.missingPipe, "sum steps by day running total", "running total", fixed: "sum steps by day | running total"),
        .init(.missingPipe, "sum steps by day average by month", "average", fixed: "sum steps by day | average by month"),
        .init(.missingPipe, "sum steps by day | average by month top 3", "top", fixed: "sum steps by day | average by month | top 3"),
        .init(.clauseAfterPipe, "sum steps by day | average last 30 days", "last", fixed: "sum steps by day last 30 days | average"),
        .init(.unknownStage, "sum steps by day | shuffle", "shuffle"),
        .init(.unknownDialect, "explain sql for dukdb sum steps", "dukdb", fixed: "explain sql for duckdb sum steps"),
        .init(.unknownDialect, "explain sql for", ""),
        .init(.unknownStage, "sum steps by day | srot sum", "srot", fixed: "sum steps by day | sort sum"),
        .init(.unknownStage, "sum steps by day | as csv", "as", fixed: "sum steps by day as csv"),
        .init(.unknownFormat, "sum steps by day as cvs", "cvs", fixed: "sum steps by day as csv"),
        .init(.missingStage, "sum steps by day | | top 3", "|", fixed: "sum steps by day | top 3"),
        .init(.textAfterOutput, "sum steps by day as csv last week", "last", fixed: "sum steps by day last week as csv"),
        .init(.unknownOption, "sum steps by day partial skip", "skip"),
        .init(.unknownOption, "sum steps by day partial dorp", "dorp", fixed: "sum steps by day partial drop"),
        .init(.functionCallAggregate, "sum(steps) by day", "sum(steps)", fixed: "sum steps by day"),
        .init(.nameExpected, "let = 5", "="),
        .init(.nameExpected, "set = 5", "="),
        .init(.reservedName, "let sum = 5", "sum", fixed: "let mySum = 5"),
        .init(.reservedName, "sum steps called last", "last", fixed: "sum steps called myLast"),
        .init(.reservedParameter, "param output: text = \"week.html\"", "output"),
        .init(.unknownTypeName, "param x: nubmer", "nubmer", fixed: "param x: number"),
        .init(.duplicateFormal, "def f(a, A) = sum a", "A"),
    ]
}

@Suite("Codes of the parser")
struct SyntaxCodeTests {
    @Test("A wrong script has one finding, at the right position, with a working fix", arguments: WrongScript.all)
    func wrongScript(wrong: WrongScript) throws {
        let source = SourceText(wrong.script)
        let diagnostics = Parser.parse(source).statements.first?.diagnostics ?? []
        #expect(diagnostics.map(\.code) == [wrong.code], "\(diagnostics.map(\.message))")
        let diagnostic = try #require(diagnostics.first)
        let underlined = source[diagnostic.range]
        #expect(underlined == wrong.underlined)
        if let fixed = wrong.fixed {
            let text = diagnostic.edits.applied(to: source)
            #expect(text == fixed)
            #expect(Parser.parse(text).diagnostics.isEmpty)
        } else {
            #expect(diagnostic.fix == nil)
        }
        checkInvariants(wrong.script)
    }

    @Test("All mistakes in a script are found, separately for each statement")
    func allMistakes() {
        let script = """
            avg heartRate by day by week zone
            sum steps by 5m fill zero last 3 fortnights | shuffle | top x | as csv
            sum steps
            let sum = 03/04/2024
            """
        let codes = Parser.parse(script).statements.map { $0.diagnostics.map(\.code.rawValue) }
        #expect(codes == [["E112", "E150", "E146"], ["E131", "E142", "E154", "E154"], [], ["E171", "E132"]])
    }

    @Test("A repeated clause has a label at the first one")
    func secondaryLabel() {
        let source = SourceText("sum steps by day by week")
        let rendered = Parser.parse(source).diagnostics.map { TextRenderer().render($0, in: source) }
        #expect(
            rendered == [
                """
                error E150: `by` appears twice
                 --> -:1:18
                  |
                1 | sum steps by day by week
                  |                  ^^^^^^^
                  |           ------ first used here
                help: keep one of them

                """
            ])
    }

    @Test("A finding in a script shows its file, line and column")
    func place() {
        let source = SourceText("# report\nsum steps\n  by day\n  average by month\n", file: "report.tally")
        let rendered = Parser.parse(source).diagnostics.map { TextRenderer().render($0, in: source) }
        #expect(
            rendered == [
                """
                error E152: missing pipe before `average`
                 --> report.tally:4:3
                  |
                4 |   average by month
                  |   ^^^^^^^
                help: write `| average`
                note: clauses select the data, and stages after a pipe work on the result
                fix:    | average by month

                """
            ])
    }

    @Test("The findings of a statement in `expect error` stay with that statement")
    func expectedErrors() {
        let result = Parser.parse("expect error E152: sum steps by day running total\nexpect error E001: sum steps where source = \"x")
        #expect(result.diagnostics.isEmpty)
        let inner = result.statements.map { statement -> [String] in
            guard case .expect(.error(_, let inner?)) = statement.kind else { return [] }
            return inner.diagnostics.map(\.code.rawValue)
        }
        #expect(inner == [["E152"], ["E001"]])
    }
}
