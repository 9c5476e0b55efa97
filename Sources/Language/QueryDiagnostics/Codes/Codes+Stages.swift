/// Codes for stages whose rows don't meet their requirements.
extension DiagnosticCatalog {
    static let stages: [CatalogEntry] = [
        CatalogEntry(
            .stageWithoutTime, "stage that needs times",
            "Running totals, rolling windows and comparisons need rows in time order. Rows of a profile such as `by hour of day` have no "
                + "times. Use an interval such as `by hour`.",
            example: "sum steps by hour of day | running total"),
        CatalogEntry(
            .stageOnSamples, "unsuitable stage for samples",
            "You can filter, sort, limit and aggregate samples and derive columns from them. Other stages need rows in time order: start "
                + "with a statistic such as `sum steps by day`.",
            example: "samples of steps | running total"),
        CatalogEntry(
            .stageOutOfOrder, "stage that needs rows in time order",
            "After `sort`, `top` or `bottom`, rows are no longer in time order. Use `| sort start` to restore it.",
            example: "sum steps by day | top 3 | running total"),
        CatalogEntry(
            .runningTotalMissing, "missing running total",
            "`value at` and `project` work on running totals. Put `running total reset each day` before them.",
            example: "sum steps by hour today | value at 14:37"),
        CatalogEntry(
            .runningTotalTwice, "running total of a running total",
            "The rows are already running totals. Adding them up again would count most amounts several times. Remove one of the stages.",
            example: "sum steps by day | running total | running total"),
        CatalogEntry(
            .unknownColumn, "unknown column",
            "A stage can use the columns of the rows before it. Their names come from the aggregate (`sum`), from `called` or from a stage. "
                + "Test fields of samples, such as `source`, before the pipe.",
            example: "sum steps by day | sort smu"),
        CatalogEntry(
            .ambiguousColumn, "ambiguous column",
            "Several columns match this name. With several metrics, use the full name with aggregate and metric: `sum_stepCount`.",
            example: "sum steps, sum flights by day | where sum > 5"),
        CatalogEntry(
            .columnHasNoNumbers, "column without numbers",
            "This stage needs numbers, but the column contains text. Use `count` or `duration` to get numbers from samples of a category.",
            example: "samples of sleepAnalysis | average"),
        CatalogEntry(
            .keyNotInRows, "key missing from the rows",
            "The rows can only be grouped by a key that the query before the pipe also has. Add it there: `by day and source`.",
            example: "sum steps by day | average by source"),
        CatalogEntry(
            .timesAreNotAmounts, "calculation with times",
            "`first start` and `last end` are times, and times can't be added up or multiplied. Their average, median, smallest and "
                + "greatest values are times of day. The difference between two times is a length of time.",
            example: "first start steps by day | sum"),
        CatalogEntry(
            .stageOnIntervals, "stage on rows that are intervals",
            "The rows of `by workout`, `by night` and `by each (…)` are separate intervals. They can overlap and have gaps between them. "
                + "Stages that need consecutive periods can't use them: `running total`, `value at`, `project`, `compare to`, "
                + "`fill previous` and `fill linear`. Group the rows first, as in `| sum by day`.",
            example: "count heartRate by workout | running total"),
        CatalogEntry(
            .timesOfLongRows, "times of day in long rows",
            "The average of `first start` and `last end` is a time of day, counted from the midnight of each row. A long row has "
                + "several days. Use rows of at most a day.",
            example: "first start steps by week | average"),
        CatalogEntry(
            .shorterThanRows, "interval shorter than the rows",
            "A row of one day can't be split into hours. Use the shorter interval before the pipe: `sum steps by hour | …`.",
            example: "sum steps by day | average by hour"),
        CatalogEntry(
            .nothingBefore, "no period to compare with",
            "`compare to` needs a period with a start and an end. `previous` is the period just before the range of the query, so the "
                + "range needs a start.",
            example: "sum steps by day | compare to all time"),
        CatalogEntry(
            .nothingToProject, "projection without today",
            "A projection continues from today's total so far, so the range must include today.",
            example: "sum steps by hour yesterday | running total reset each day | project"),
        CatalogEntry(
            .takenColumnName, "reserved column name",
            "`start`, `end`, `partial` and the keys of the rows are not numbers, so `derive` can't replace them. Choose another name.",
            example: "sum steps by day | derive start = sum"),
        CatalogEntry(
            .rowsLeftOut, "stage that needs dropped rows",
            "`value at`, `project`, `rhythm` and `regularity` need every row of a day, so they can't follow `where`, `top`, `bottom` or "
                + "`limit`. `change` and `compare to` can't follow `top` or `bottom`. Put the stage first, or use `where` before the "
                + "first pipe to filter samples. All these stages also work after an aggregate with `by`, which makes new rows.",
            example: "sum steps by hour | running total reset each day | where sum > 15 | value at 06:00"),
        CatalogEntry(
            .typicalDayWithoutDate, "date on a typical day",
            "`average by hour of day` of running totals gives a typical day, which has no date. Use `value at` with a time of day or with "
                + "`now`.",
            example: "sum steps by hour last 9 full days | running total reset each day | average by hour of day | value at yesterday"),
        CatalogEntry(
            .conditionExpected, "number in place of a condition",
            "`and`, `or` and `not` join answers: yes and no. A number is not an answer. Compare it with another number.",
            example: "sum steps by day | derive busy = sum and sum > 5"),
        CatalogEntry(
            .joinedQuery, "query that can't be joined",
            "`join` adds the columns of another query to rows with the same start. The joined query needs one row for each start, and no key "
                + "that the rows lack. `compare to` and `project` need another period, so they come before the join or inside it.",
            example: "sum steps by day | join (samples of bodyMass)"),
        CatalogEntry(
            .joinedTwice, "two joined rows for one row",
            "The joined query has two rows with the same start, or on the same day with `by day`, so Tally can't choose one. Group it by day, "
                + "or by the period of the rows.",
            example: "sum steps by day on 2025-01-01 | join (average bodyMass by 12h | where start >= 2025-01-01) by day"
        ),
        CatalogEntry(
            .unsuitableRows, "rows that don't fit the stage",
            "`rhythm` describes rows of one hour, and `regularity` describes rows of one minute with durations of sleep. Write `by hour` or "
                + "`by minute` before the first pipe. `streaks` needs consecutive rows, such as those of `by day`. "
                + "`usual` compares rows of a day or longer with at least 14 rows before.",
            example: "sum steps by day last 14 days | rhythm"),
        CatalogEntry(
            .missingHours, "too many hours without a value",
            "`rhythm` needs a value in at least 90 % of the hours, because missing hours change the result. If an hour without samples "
                + "means 0, as it does for steps, put `fill zero` before `rhythm`. Otherwise choose a range with more data.",
            example: "load steps at 2025-01-01 08:00 every 1d for 1h: 100x5\nsum steps by hour from 2025-01-01 to 2025-01-05 | rhythm"),
        CatalogEntry(
            .runningTotalOfReadings, "running total of readings",
            "Heart rates and weights are readings, not amounts, so their running total has no meaning. Use `rolling` for a moving average.",
            example: "average heartRate by day last 7 days | running total"),
        CatalogEntry(
            .unevenComparison, "comparison of misaligned rows",
            "Months start on the first day of a month. A row of a month that is moved by a week starts on another "
                + "day, so it doesn't match any row. Compare with a period of whole months, as in `previous year`.",
            example: "sum steps by month last 12 months | compare to previous week"),
        CatalogEntry(
            .neverEnoughRows, "minimum larger than the window",
            "`at least` needs more rows than the window can have, so every value is null. Choose a smaller number or a longer window.",
            example: "sum steps by day last 30 days | rolling 7 days average at least 8"),
        CatalogEntry(
            .rowsAcrossPeriods, "rows that cross two periods",
            "A week can start in one month and end in the next. Tally doesn't split rows: each counts in the period where it starts. Use "
                + "`by day` to avoid this.",
            example: "sum steps by week last 8 weeks | sum by month"),
        CatalogEntry(
            .stageWithoutEffect, "stage without effect",
            "This stage leaves every row unchanged. You can remove it.",
            example: "load steps at 2025-01-01 every 1h: 10x5\nsum steps by day last 7 days | running total reset each day"),
        CatalogEntry(
            .trendOfShortRows, "trend per month of shorter rows",
            "Months and years have different lengths, so a slope per month needs rows that are months or longer. Group the rows by month "
                + "first, or use `trend per week`.",
            example: "sum steps by day | trend per month"),
        CatalogEntry(
            .smoothingArgument, "unusable argument",
            "The share of `smooth ewma` is above 0 and at most 1. The lengths of `half-life` and `loess` are in days, weeks or shorter "
                + "units, because months have different lengths, and the window of `loess` is longer than a row. The limit of "
                + "`outliers` is 0 or more.",
            example: "average heartRate by day | smooth ewma 2"),
        CatalogEntry(
            .lagOfRows, "unusable lag",
            "`lag` compares each row with a later row. It is at most 1000 rows and goes from a smaller to a greater number. The rows need "
                + "consecutive periods, such as days.",
            example: "sum steps, average heartRate by day | correlate steps with heartRate lag 3 to 0"),
        CatalogEntry(
            .tooManyForTrend, "too many values for a trend",
            "`trend` compares each value with all others. It does this for up to 20,000 values in a series. `trend linear` has no limit, "
                + "and longer rows are fewer.",
            example: "load heartRate at 2025-01-01 every 1min: 60x20001\n"
                + "average heartRate by minute from 2025-01-01 to 2025-01-20 | trend"),
        CatalogEntry(
            .equalValues, "no scale for outliers",
            "`outliers` measures the distance from the median in median absolute deviations. If at least half of the values are equal, this "
                + "deviation is 0, and every other value is an outlier.",
            example: "load steps at 2025-01-01 every 1d: 5x3 9\nsum steps by day from 2025-01-01 to 2025-01-05 | outliers"),
        CatalogEntry(
            .fewValues, "too few values for a study",
            "`trend` needs at least 3 values and `correlate` at least 3 pairs of values. With fewer, their numbers are empty.",
            example: "load steps at 2025-01-01 every 1d: 5 9\nsum steps by day from 2025-01-01 to 2025-01-03 | trend"),
        CatalogEntry(
            .streakFromFirstRow, "streak from the first row",
            "A streak that begins with the first row of the range may have begun before the range. With a longer range, or without one, "
                + "`streaks`, `longest streak` and `current streak` find its start.",
            example: "load steps at 2025-01-01 every 1d: 5x5\nsum steps by day from 2025-01-03 to 2025-01-05 | longest streak where sum > 3"
        ),
        CatalogEntry(
            .twoRanges, "two ranges that can't be compared",
            "`vs` puts another range next to that of the query, so the query needs a range, and the two must differ: `this month vs last "
                + "month`. `before and after TIME` has both ranges.",
            example: "sum steps by day vs last month | average"),
        CatalogEntry(
            .rangesOfOtherLength, "ranges of different lengths",
            "One of the two ranges is shorter, because it isn't over yet or because months have different lengths. Its total is then lower. "
                + "`vs the same days of …` cuts both ranges to the length of the shorter one, from their start on. Averages of days can "
                + "be compared as they are.",
            example: "add 5 count steps at 2025-01-01 06:00\nsum steps during 2025-01 vs 2025-02"),
        CatalogEntry(
            .rangesOverlap, "ranges that overlap",
            "The two ranges share some time, so its data counts in both. They differ less than two separate ranges would.",
            example: "add 5 count steps at 2025-01-01 06:00\nsum steps from 2025-01-01 to 2025-01-08 vs from 2025-01-05 to 2025-01-12"),
        CatalogEntry(
            .usualUnknown, "too few values before",
            "`usual` needs at least 14 values in the time before a row, by default in 60 days. Without them, the range and the state are "
                + "empty. `usual of 90 days` looks further back.",
            example: "load steps at 2025-01-01 every 1d: 5x5\nsum steps by day from 2025-01-03 to 2025-01-05 | usual"),
        CatalogEntry(
            .partialRowsLeftOut, "partial rows left out",
            "A partial row covers only part of its period, so its amount is incomplete. `sum` and `count` include partial rows. `average` "
                + "and all other aggregates skip them, so the sum divided by the count is not the average. `trend`, `smooth`, `outliers` "
                + "and `correlate` skip them, too. Use `partial keep` or `partial drop` to make all of them use the same rows.",
            example: "add 5 count steps at 2025-01-01 06:00\nsum steps by day from 2025-01-01 to exactly 2025-01-01 12:00 | sum, average"),
        CatalogEntry(
            .comparisonInProgress, "comparison of a part with a whole",
            "This month isn't over yet, so its total is lower than that of a whole month. `since start of this month | compare to previous "
                + "month` compares the same part of both. `last month | compare to previous month` compares two whole months.",
            example: "add 5 count steps at 2025-01-01 06:00\nsum steps this month | compare to last month"),
    ]
}
