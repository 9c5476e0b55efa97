import QueryVocabulary

/// Findings about literals, times, clauses, stages and outputs.
extension DiagnosticCatalog {
    static let literals: [CatalogEntry] = [
        CatalogEntry(
            .ambiguousM, "m alone",
            "`m` may be minutes, months or metres. Write min, mo, or `m` after a space where a unit is meant.",
            example: "sum steps by 5m"),
        CatalogEntry(
            .ambiguousDate, "a date that may be read in two ways",
            "03/04/2024 is 4 March for some and 3 April for others, so it is never guessed. Dates are written with the year first: 2024-03-04.",
            example: "sum steps on 03/04/2024"),
        CatalogEntry(
            .noSuchDate, "no such date",
            "The calendar has no such month, day, quarter or week.",
            example: "sum steps on 2024-02-30"),
        CatalogEntry(
            .malformedDate, "a date in another form",
            "Dates have four digits for the year, two for the month and two for the day, with hyphens: 2024-03-04.",
            example: "sum steps on 2024-3-4"),
        CatalogEntry(
            .noSuchTime, "no such time of day",
            "Times go from 00:00 to 23:59, with seconds where needed. Afternoons are written with 24 hours: 15:00.",
            example: "sum steps by day anchor 3:00pm"),
        CatalogEntry(
            .missingValue, "a value is missing",
            "A comparison needs a value: a number, text between quotes, a time or a name.",
            example: "sum steps where value >"),
        CatalogEntry(
            .fractionalDuration, "a duration with a fraction",
            "Durations are whole numbers of their unit: 90min rather than 1.5h. Units of the calendar have no halves.",
            example: "sum steps by 1.5h"),
        CatalogEntry(
            .textExpected, "text between quotes is missing",
            "Names of sources, files and metadata keys are text, and stand between quotes.",
            example: "import 5"),
        CatalogEntry(
            .countExpected, "a whole number is missing",
            "Counts are whole numbers from 0 to below a billion.",
            example: "sum steps by day | limit 1.5"),
        CatalogEntry(
            .timeExpected, "a time is missing",
            "Clauses such as `since` need a time: -30d, 2024-03-10, monday, yesterday 14:00. A length of time or a span alone is none; "
                + "`start of` makes a time of a span.",
            example: "sum steps since last week"),
        CatalogEntry(
            .periodExpected, "a period is missing",
            "Periods are seconds, minutes, hours, days, weeks, months, quarters and years.",
            example: "sum steps last 3 fortnights"),
        CatalogEntry(
            .missingZone, "a zone is missing",
            "`zone` needs a name such as Europe/Berlin, or local, utc or sample.",
            example: "sum steps by day zone"),
        CatalogEntry(
            .missingUnit, "a unit is missing",
            "`in` needs a unit such as kcal, count/min or miles.",
            example: "sum activeEnergy in by day"),
    ]

    static let clauses: [CatalogEntry] = [
        CatalogEntry(
            .duplicateClause, "a clause given twice",
            "Clauses come in any order, each once.",
            example: "sum steps by day by week"),
        CatalogEntry(
            .conflictingRanges, "two ranges",
            "A query has one range. Only `since` goes with another one: with `until` or `through`.",
            example: "sum steps last week since yesterday"),
        CatalogEntry(
            .missingPipe, "a pipe is missing",
            "Clauses choose the data; stages work on the result and follow a pipe.",
            example: "sum steps by day running total"),
        CatalogEntry(
            .clauseAfterPipe, "a clause after a pipe",
            "Clauses such as `last 30 days` choose data, so they stand before the first pipe. `where`, `fill`, `partial` and `limit` are also stages.",
            example: "sum steps by day | average last 30 days"),
        CatalogEntry(
            .unknownStage, "no such stage",
            "After a pipe comes an aggregate or a stage such as `running total`, `rolling`, `compare to`, `change`, `sort` or `top`.",
            example: "sum steps by day | smooth"),
        CatalogEntry(
            .unknownFormat, "no such output format",
            "Formats are \(OutputFormat.allCases.dropLast().map(\.rawValue).joined(separator: ", ")) and \(OutputFormat.allCases.suffix(1).map(\.rawValue).joined()).",
            example: "sum steps by day as excel"),
        CatalogEntry(
            .missingStage, "a pipe without a stage",
            "A pipe passes the result to a stage, and none follows.",
            example: "sum steps by day | | top 3"),
        CatalogEntry(
            .textAfterOutput, "something after the output",
            "`as` says how the answer is printed and comes last.",
            example: "sum steps by day as csv last week"),
        CatalogEntry(
            .unknownOption, "no such choice",
            "The word before takes one of a few others; the help names them.",
            example: "sum steps by day partial skip"),
    ]
}
