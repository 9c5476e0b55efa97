import QueryVocabulary

/// Codes for literals, times, clauses, stages and output formats.
extension DiagnosticCatalog {
    static let literals: [CatalogEntry] = [
        CatalogEntry(
            .ambiguousM, "ambiguous unit `m`",
            "`m` could mean minutes, months or meters. Write `min` or `mo`. For meters, put a space before it: `500 m`.",
            example: "sum steps by 5m"),
        CatalogEntry(
            .ambiguousDate, "ambiguous date",
            "03/04/2024 is March 4 in some countries and April 3 in others. Write dates with the year first: 2024-03-04.",
            example: "sum steps on 03/04/2024"),
        CatalogEntry(
            .noSuchDate, "nonexistent date",
            "The calendar doesn't have this day, month, quarter or week. For example, February 2024 has 29 days.",
            example: "sum steps on 2024-02-30"),
        CatalogEntry(
            .malformedDate, "malformed date",
            "Write dates as year, month and day with hyphens. The year has four digits, the month and the day two: 2024-03-04.",
            example: "sum steps on 2024-3-4"),
        CatalogEntry(
            .noSuchTime, "nonexistent time of day",
            "Times go from 00:00 to 23:59, with optional seconds. Use the 24-hour clock: 15:00 is 3 pm.",
            example: "sum steps by day anchor 3:00pm"),
        CatalogEntry(
            .missingValue, "missing value",
            "A comparison needs a value after the operator: a number, quoted text, a time or a name.",
            example: "sum steps where value >"),
        CatalogEntry(
            .fractionalDuration, "duration with a fraction",
            "Durations are whole numbers. Use a smaller unit: `90min` instead of `1.5h`. Days, weeks and months can't be split, because "
                + "their length varies.",
            example: "sum steps by 1.5h"),
        CatalogEntry(
            .textExpected, "missing quoted text",
            "Put the names of sources, files and metadata keys in quotes.",
            example: "import 5"),
        CatalogEntry(
            .countExpected, "missing whole number",
            "A count must be a whole number from 0 to 999,999,999.",
            example: "sum steps by day | limit 1.5"),
        CatalogEntry(
            .timeExpected, "missing time",
            "Clauses such as `since` need a point in time: -30d, 2024-03-10, monday, yesterday 14:00. A span such as `last week` is not a "
                + "point in time. Use `start of last week`.",
            example: "sum steps since last week"),
        CatalogEntry(
            .periodExpected, "missing period",
            "The periods are seconds, minutes, hours, days, weeks, months, quarters and years.",
            example: "sum steps last 3 fortnights"),
        CatalogEntry(
            .missingZone, "missing time zone",
            "`zone` needs a name such as Europe/Berlin, or one of local, utc and sample.",
            example: "sum steps by day zone"),
        CatalogEntry(
            .zoneHistory, "wrong history of zones",
            "A history names zones and the dates of the moves between them: `Europe/Berlin until 2026-10-15, America/New_York`. Each date "
                + "must be after the one before. A move is at 00:00 of its date in the new zone.",
            example: "set zone = Europe/Berlin until 2026-10-15, Asia/Tokyo until 2026-03-01, America/New_York"),
        CatalogEntry(
            .durationParts, "wrong parts of a duration",
            "A duration can have several parts, with the longest unit first: `1d12h`, `1h30min`. An interval in `by` can't mix hours with "
                + "days, or days with months, because their lengths vary: write `36h` instead of `1d12h`.",
            example: "sum steps by 30min1h"),
        CatalogEntry(
            .missingUnit, "missing unit",
            "`in` needs a unit such as kcal, count/min or miles.",
            example: "sum activeEnergy in by day"),
    ]

    static let clauses: [CatalogEntry] = [
        CatalogEntry(
            .duplicateClause, "duplicate clause",
            "Clauses can be in any order, but each can be used only once. Remove one of them.",
            example: "sum steps by day by week"),
        CatalogEntry(
            .conflictingRanges, "conflicting ranges",
            "A query has one range. The only clauses that can be combined are `since` with `until` or `through`.",
            example: "sum steps last week since yesterday"),
        CatalogEntry(
            .missingPipe, "missing pipe",
            "Clauses choose the data. Stages work on the result, and each needs a pipe before it: `| running total`.",
            example: "sum steps by day running total"),
        CatalogEntry(
            .clauseAfterPipe, "clause after a pipe",
            "Clauses such as `last 30 days` choose the data, so write them before the first pipe. Only `where`, `fill`, `partial` and "
                + "`limit` also work as stages.",
            example: "sum steps by day | average last 30 days"),
        CatalogEntry(
            .unknownStage, "unknown stage",
            "After a pipe, write an aggregate or a stage such as `running total`, `rolling`, `compare to`, `change`, `sort` or `top`. "
                + "`help stages` lists all stages.",
            example: "sum steps by day | shuffle"),
        CatalogEntry(
            .unknownFormat, "unknown output format",
            "The formats are \(OutputFormat.allCases.dropLast().map(\.rawValue).joined(separator: ", ")) and "
                + "\(OutputFormat.allCases.suffix(1).map(\.rawValue).joined()).",
            example: "sum steps by day as excel"),
        CatalogEntry(
            .missingStage, "missing stage",
            "A pipe passes the result to a stage. Write a stage after it, or remove the pipe.",
            example: "sum steps by day | | top 3"),
        CatalogEntry(
            .textAfterOutput, "text after the output format",
            "`as` must be the last clause. Move the rest of the query before it.",
            example: "sum steps by day as csv last week"),
        CatalogEntry(
            .unknownOption, "unknown option",
            "This word is not an option of the word before it. The help lists the options.",
            example: "sum steps by day partial skip"),
    ]
}
