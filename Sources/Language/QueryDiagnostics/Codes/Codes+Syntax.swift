import QueryVocabulary

/// Findings of the lexer and about the shape of statements.
extension DiagnosticCatalog {
    static let characters: [CatalogEntry] = [
        CatalogEntry(
            .unterminatedString, "text without an end",
            "Text stands between two \" or two ' on one line. A quote inside is written twice; a backslash is an ordinary character.",
            example: "sum steps where source = \"Watch"),
        CatalogEntry(
            .strayCharacter, "a character without meaning",
            "The character is not part of the language, or is an invisible control character. Remove it, or put text between quotes.",
            example: "sum steps by day $"),
        CatalogEntry(
            .invalidUTF8, "bytes that are no text",
            "A script is UTF-8 text. These bytes are not; the file may have been saved in an older encoding. The example shows a stray byte.",
            example: "sum steps \u{FFFD}"),
        CatalogEntry(
            .typographicCharacter, "typographic quotes or dashes",
            "Word processors change \" and - to other characters that look alike. The fix changes them back.",
            example: "sum steps where source = “Watch”"),
        CatalogEntry(
            .malformedNumber, "not a number",
            "Numbers are written like 500, 1_000, 0.5 or 1e6, and must fit a double.",
            example: "sum steps where value > 1.2.3"),
        CatalogEntry(
            .unterminatedName, "a backquoted name without an end",
            "A name between backquotes may hold spaces and words of the language. It ends on the same line and is not empty.",
            example: "sum `time in daylight by day"),
    ]

    static let statements: [CatalogEntry] = [
        CatalogEntry(
            .unexpectedText, "a word that cannot stand there",
            "A query reads: what, of which metric, then clauses in any order, then stages after pipes, then `as`. This word fits none of them. "
                + "A metric whose name holds a word of the language is written as one word (appleStandHour) or between backquotes.",
            example: "sum steps by day 5"),
        CatalogEntry(
            .missingPart, "something is missing",
            "A phrase was begun and its next word is missing, such as the time after `between … and`.",
            example: "sum steps between 2024-01"),
        CatalogEntry(
            .missingParenthesis, "a parenthesis without its partner",
            "Every ( needs a ) and the other way round.",
            example: "sum steps where value > 5)"),
        CatalogEntry(
            .nestedTooDeep, "nested too deep",
            "Parentheses, negations and operators nest a hundred levels deep at most. Name parts of the condition with `let`.",
            example: "sum steps where " + String(repeating: "(", count: 101) + "value > 5"),
        CatalogEntry(
            .missingComma, "a comma is missing",
            "Several aggregates of one metric, and several measures, are separated by commas.",
            example: "sum steps average heartRate by day"),
        CatalogEntry(
            .unknownTopic, "nothing of that name to show",
            "`show` lists metrics, sources, zones, units, settings, priority, overlap, saved, variables, functions and codes.",
            example: "show metric"),
        CatalogEntry(
            .missingMetric, "a metric is missing",
            "An aggregate is followed by a metric: `sum steps`. `show metrics` lists what there is.",
            example: "sum by day"),
        CatalogEntry(
            .aggregateAfterMetric, "the aggregate comes first",
            "The aggregate is written before the metric: `average heartRate`, not `heartRate average`.",
            example: "heartRate average by day"),
        CatalogEntry(
            .aggregateSynonym, "another word for an aggregate",
            "Each aggregate has one word: \(Aggregate.all.map(\.name).joined(separator: ", ")). "
                + "The value that came last is `latest`, because `last` begins a span of time.",
            example: "avg heartRate by day"),
        CatalogEntry(
            .percentileOutOfRange, "no such percentile",
            "Percentiles go from p0, the least value, to p100, the greatest.",
            example: "p101 heartRate by day"),
    ]

    static let otherLanguages: [CatalogEntry] = [
        CatalogEntry(
            .sqlInput, "this looks like SQL",
            "Queries are not SQL. They say what, of which metric, per what and when: `sum steps by day last 30 days`. "
                + "`explain sql` prints the SQL that a query stands for.",
            example: "select sum(value) from steps group by day"),
        CatalogEntry(
            .promQLInput, "this looks like PromQL",
            "Ranges and grouping are clauses here: `sum steps by 5min since -1h`.",
            example: "rate(steps[5m])"),
        CatalogEntry(
            .programInput, "this looks like a program",
            "Flux and chains of method calls are not understood. Stages follow each other after `|`, without parentheses.",
            example: "steps.sum()"),
        CatalogEntry(
            .functionCallAggregate, "an aggregate with parentheses",
            "An aggregate is a word before the metric: `sum steps`, not `sum(steps)`.",
            example: "sum(steps)"),
        CatalogEntry(
            .typedQuestion, "a question in plain words",
            "A question is not run, since its words may mean several things. The help shows the queries that it may mean, and tells the words that it leaves out.",
            example: "how many steps last week"),
    ]

    static let names: [CatalogEntry] = [
        CatalogEntry(
            .nameExpected, "a name is missing",
            "`let`, `def`, `param`, `save` and `forget` speak of a name of letters, digits and `_`; `set` of a setting.",
            example: "let = 5"),
        CatalogEntry(
            .reservedName, "a word of the language as a name",
            "Aggregates, clause words, periods, weekdays and statement verbs cannot be names. Choose another one.",
            example: "let sum = 5"),
        CatalogEntry(
            .unknownTypeName, "no such type",
            "Parameters are of type metric, time, span, duration, unit, number, text or predicate.",
            example: "param x: integer"),
        CatalogEntry(
            .duplicateFormal, "two parameters of one name",
            "The parameters of a function need different names. Case and `_` make no difference.",
            example: "def f(a, A) = sum a"),
        CatalogEntry(
            .outputOfExplanation, "an explanation with an output format",
            "`explain` prints text. A format and a file belong to the query itself; the shell's `>` keeps the text in a file.",
            example: "explain sum steps by day as csv"),
    ]
}
