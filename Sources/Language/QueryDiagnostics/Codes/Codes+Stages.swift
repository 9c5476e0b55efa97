/// Findings about stages: what rows must have for a stage to mean something.
extension DiagnosticCatalog {
    static let stages: [CatalogEntry] = [
        CatalogEntry(
            .stageWithoutTime, "a stage that needs times",
            "Running totals, windows and comparisons look along time. Rows of a profile, such as `by hour of day`, have none.",
            example: "sum steps by hour of day | running total"),
        CatalogEntry(
            .stageOnSamples, "a stage that does not work on samples",
            "Samples can be filtered, sorted, limited and aggregated, and columns derived of them. What looks along time needs rows: "
                + "ask for statistics first.",
            example: "samples of steps | running total"),
        CatalogEntry(
            .stageOutOfOrder, "a stage that needs rows in the order of time",
            "After `sort`, `top` or `bottom` rows no longer follow each other in time. `sort start` puts them back.",
            example: "sum steps by day | top 3 | running total"),
        CatalogEntry(
            .runningTotalMissing, "a stage that needs a running total",
            "`value at` reads a running total between two rows, `project` goes on from that of a day: `running total reset each day` comes first.",
            example: "sum steps by hour today | value at 14:37"),
        CatalogEntry(
            .runningTotalTwice, "a running total of a running total",
            "The rows are totals already. Adding them up again counts everything many times.",
            example: "sum steps by day | running total | running total"),
        CatalogEntry(
            .unknownColumn, "no such column",
            "Stages know the columns of the rows by name: the aggregate's, the one after `called`, or the one that a stage before gave. What only "
                + "samples have is asked before the pipe.",
            example: "sum steps by day | sort smu"),
        CatalogEntry(
            .ambiguousColumn, "a name that several columns answer to",
            "With several metrics or aggregates a column has both in its name: `sum_stepCount`.",
            example: "sum steps, sum flights by day | where sum > 5"),
        CatalogEntry(
            .columnHasNoNumbers, "a column without numbers",
            "Keys, times and the values of categories are no numbers to calculate with.",
            example: "samples of sleepAnalysis | average"),
        CatalogEntry(
            .keyNotInRows, "a key that the rows do not have",
            "Rows can be brought together by source, device or metadata only where the query kept these apart.",
            example: "sum steps by day | average by source"),
        CatalogEntry(
            .shorterThanRows, "a time shorter than the rows",
            "A row of a day cannot be cut into hours afterwards. Ask for the shorter rows before the pipe.",
            example: "sum steps by day | average by hour"),
        CatalogEntry(
            .nothingBefore, "no period to compare with",
            "`compare to` needs a period. `previous` is the one before the query's own range, so the query needs one that has a beginning.",
            example: "sum steps by day | compare to all time"),
        CatalogEntry(
            .nothingToProject, "a projection without today",
            "A projection goes on from what today has reached, so the range must include today.",
            example: "sum steps by hour yesterday | running total reset each day | project"),
        CatalogEntry(
            .takenColumnName, "a name that the rows use",
            "`start`, `end`, `partial` and the keys of the rows are fields of their own. A column of numbers can be replaced.",
            example: "sum steps by day | derive start = sum"),
        CatalogEntry(
            .rowsLeftOut, "a stage that needs rows that are gone",
            "Rows that `where`, `top`, `bottom` or `limit` removed are gone. `value at` and `project` need every row of a day. `change` and "
                + "`compare to` need rows that `top` and `bottom` remove. Put such a stage first, or choose samples with a `where` before the "
                + "first pipe. An aggregate with a `by` makes new rows.",
            example: "sum steps by hour | running total reset each day | where sum > 15 | value at 06:00"),
        CatalogEntry(
            .typicalDayWithoutDate, "a date on a typical day",
            "`average by hour of day` of running totals is a typical day. `value at` reads it at a time of day, or at the time of day of `now`. "
                + "It has no dates.",
            example: "sum steps by hour last 9 full days | running total reset each day | average by hour of day | value at yesterday"),
        CatalogEntry(
            .runningTotalOfReadings, "a running total of readings",
            "Heart rates and weights are readings, not amounts: adding them up gives a number without a meaning.",
            example: "average heartRate by day last 7 days | running total"),
        CatalogEntry(
            .unevenComparison, "a comparison of rows that begin apart",
            "Rows of months begin on the first of a month. Moved by days or weeks they fall into the middle of another row, and are compared with "
                + "what began earlier or later.",
            example: "sum steps by month last 12 months | compare to previous week"),
        CatalogEntry(
            .neverEnoughRows, "more rows than a window holds",
            "`at least` asks for more rows than the window can hold, so every row is null.",
            example: "sum steps by day last 30 days | rolling 7 days average at least 8"),
        CatalogEntry(
            .rowsAcrossPeriods, "rows that lie in two periods",
            "A week may begin in one month and end in the next. Rows are not cut: each counts, whole, in the period that it starts in. Rows of "
                + "days fit.",
            example: "sum steps by week last 8 weeks | sum by month"),
        CatalogEntry(
            .stageWithoutEffect, "a stage without effect",
            "The stage leaves every row as it is.",
            example: "load steps at 2025-01-01 every 1h: 10x5\nsum steps by day last 7 days | running total reset each day"),
        CatalogEntry(
            .partialRowsLeftOut, "aggregates over different rows",
            "A partial row has only a part of an amount. `sum` and `count` see it, and `average` and all other aggregates leave it out. So "
                + "the sum divided by the count is not the average. `partial keep` and `partial drop` make all aggregates see the same rows.",
            example: "add 5 count steps at 2025-01-01 06:00\nsum steps by day from 2025-01-01 to exactly 2025-01-01 12:00 | sum, average"),
    ]
}
