import QueryVocabulary

/// Codes of the lexer, and codes for the structure of statements.
extension DiagnosticCatalog {
    static let characters: [CatalogEntry] = [
        CatalogEntry(
            .unterminatedString, "unclosed quote",
            "Text starts and ends with the same quote, \" or ', on one line. Double a quote to use it inside the text. A backslash has no "
                + "special meaning.",
            example: "sum steps where source = \"Watch"),
        CatalogEntry(
            .strayCharacter, "unexpected character",
            "This character is not part of the query language. It may be an invisible control character. Remove it, or put the text in "
                + "quotes.",
            example: "sum steps by day $"),
        CatalogEntry(
            .invalidUTF8, "invalid UTF-8",
            "A script must be UTF-8 text. The file may use an older encoding: save it again as UTF-8. The example contains an "
                + "invalid byte.",
            example: "sum steps \u{FFFD}"),
        CatalogEntry(
            .typographicCharacter, "typographic quotes or dashes",
            "Word processors replace \" and - with similar characters. The fix changes them back.",
            example: "sum steps where source = “Watch”"),
        CatalogEntry(
            .malformedNumber, "malformed number",
            "Write numbers as 500, 1_000, 0.5 or 1e6. A number must fit a 64-bit floating-point value.",
            example: "sum steps where value > 1.2.3"),
        CatalogEntry(
            .unterminatedName, "unclosed backquote",
            "A name in backquotes can contain spaces and reserved words. It must end on the same line and can't be empty.",
            example: "sum `time in daylight by day"),
    ]

    static let statements: [CatalogEntry] = [
        CatalogEntry(
            .unexpectedText, "unexpected word",
            "A query has this order: aggregate, metric, clauses in any order, stages after pipes, output format after `as`. This word "
                + "doesn't fit. If a metric name contains a reserved word, write it as one word (appleStandHour) or in backquotes.",
            example: "sum steps by day 5"),
        CatalogEntry(
            .missingPart, "incomplete phrase",
            "The next word of a phrase is missing, such as `and` with the second time after `between`.",
            example: "sum steps between 2024-01"),
        CatalogEntry(
            .missingParenthesis, "unmatched parenthesis",
            "Every ( needs a ), and every ) needs a (.",
            example: "sum steps where value > 5)"),
        CatalogEntry(
            .nestedTooDeep, "too many nested levels",
            "Parentheses, negations and operators can be nested up to 100 levels. Use `let` to name parts of the condition.",
            example: "sum steps where " + String(repeating: "(", count: 101) + "value > 5"),
        CatalogEntry(
            .missingComma, "missing comma",
            "Put commas between aggregates and between measures: `sum steps, average heartRate`.",
            example: "sum steps average heartRate by day"),
        CatalogEntry(
            .moreErrors, "more errors than are shown",
            "Tally shows the first 20 errors of a text, or 200 as JSON, and counts the other statements with errors. Correct the first "
                + "errors and check again. Many errors often mean that the file is not a script.",
            example: Array(repeating: "5", count: 21).joined(separator: "; ")),
        CatalogEntry(
            .unknownTopic, "unknown list",
            "`show` lists metrics, sources, zones, units, settings, priority, overlap, saved, variables, functions and codes.",
            example: "show metric"),
        CatalogEntry(
            .misplacedEdition, "edition after the first statement",
            "A script can name its edition of the language in its first statement: `tally 2`. Only `#!` and comments can be before it.",
            example: "sum steps today\ntally 2"),
        CatalogEntry(
            .unknownEdition, "unknown edition",
            "The editions of the language are 1 and 2. A script in a newer edition needs a newer version of Tally.",
            example: "tally 3"),
        CatalogEntry(
            .olderEdition, "script in edition 1",
            "Tally applies the rules of edition 2 to all scripts. In edition 1, `sleep` meant all values of sleepAnalysis, `fill none` showed "
                + "rows without a value, and `while` and `holding` could be names. Check the script and change its first line to `tally 2`.",
            example: "tally 1"),
        CatalogEntry(
            .missingMetric, "missing metric",
            "An aggregate needs a metric after it: `sum steps`. `show metrics` lists all metrics.",
            example: "sum by day"),
        CatalogEntry(
            .aggregateAfterMetric, "aggregate after the metric",
            "Write the aggregate before the metric: `average heartRate`, not `heartRate average`.",
            example: "heartRate average by day"),
        CatalogEntry(
            .aggregateSynonym, "synonym of an aggregate",
            "Each aggregate has exactly one name: \(Aggregate.all.map(\.name).joined(separator: ", ")). For the most recent value, write "
                + "`latest`, because `last` starts a range.",
            example: "avg heartRate by day"),
        CatalogEntry(
            .percentileOutOfRange, "percentile outside 0 to 100",
            "Percentiles go from p0, the smallest value, to p100, the largest.",
            example: "p101 heartRate by day"),
    ]

    static let otherLanguages: [CatalogEntry] = [
        CatalogEntry(
            .sqlInput, "SQL statement",
            "Tally queries are not SQL. They name an aggregate, a metric and clauses: `sum steps by day last 30 days`. `explain sql` "
                + "prints the SQL for a query.",
            example: "select sum(value) from steps group by day"),
        CatalogEntry(
            .promQLInput, "PromQL expression",
            "Write ranges and grouping as clauses: `sum steps by 5min since -1h`.",
            example: "rate(steps[5m])"),
        CatalogEntry(
            .programInput, "program code",
            "Tally doesn't run Flux or chains of method calls. Write stages after `|`, without parentheses.",
            example: "steps.sum()"),
        CatalogEntry(
            .functionCallAggregate, "aggregate with parentheses",
            "Write an aggregate as a word before the metric: `sum steps`, not `sum(steps)`.",
            example: "sum(steps)"),
        CatalogEntry(
            .typedQuestion, "question in plain English",
            "Tally doesn't run plain-English questions, because they can have several meanings. The help shows the queries that you might mean and the "
                + "words that Tally left out.",
            example: "how many steps last week"),
    ]

    static let names: [CatalogEntry] = [
        CatalogEntry(
            .reservedParameter, "name of a parameter that is an option",
            "A script can't have a parameter named `output`, because `tally run SCRIPT --output FILE` writes the script's report to a file.",
            example: "param output: text = \"week.html\""),
        CatalogEntry(
            .nameExpected, "missing name",
            "`let`, `def`, `param`, `save` and `forget` need a name made of letters, digits and `_`. `set` needs a setting.",
            example: "let = 5"),
        CatalogEntry(
            .reservedName, "reserved word as a name",
            "Aggregates, clause words, periods, weekdays and verbs of statements are reserved words and can't be used as names. Choose "
                + "another name.",
            example: "let sum = 5"),
        CatalogEntry(
            .unknownTypeName, "unknown type",
            "The types of parameters are metric, time, span, duration, unit, number, text and predicate.",
            example: "param x: integer"),
        CatalogEntry(
            .duplicateFormal, "duplicate parameter",
            "The parameters of a function need different names. Case and `_` make no difference.",
            example: "def f(a, A) = sum a"),
        CatalogEntry(
            .outputOfExplanation, "explanation with an output format",
            "`explain` only prints text. Use `as` with the query itself, or use `>` in your terminal to write the text to a file. "
                + "`explain chart` takes the format of a chart, such as `as bars`, but no file.",
            example: "explain sum steps by day as csv"),
        CatalogEntry(
            .unknownDialect, "unknown database of `explain sql for`",
            "`explain sql for DATABASE` writes SQL for one database. `explain sql` without `for` writes one statement for all databases, or "
                + "the dialect of `set sql dialect`.",
            example: "explain sql for dukdb sum steps by day"),
    ]
}
