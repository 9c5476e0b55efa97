/// Findings about what metrics, aggregates, clauses and times mean.
extension DiagnosticCatalog {
    static let metrics: [CatalogEntry] = [
        CatalogEntry(
            .unknownMetric, "no such metric",
            "No metric, `let` or function has this name. Case, spaces and `_` make no difference; `show metrics` lists all metrics.",
            example: "sum stepz by day"),
        CatalogEntry(
            .duplicateColumn, "two columns of one name",
            "Each column of a result needs a name of its own. `called` gives it one.",
            example: "sum steps, sum steps by day"),
        CatalogEntry(
            .unknownFunction, "no such function",
            "Parentheses after a name call a function that `def` defined. A metric is written alone.",
            example: "sum f(steps) by day"),
        CatalogEntry(
            .sumOfDiscrete, "the sum of a discrete metric",
            "Values such as heart rates are readings, not amounts: their sum means nothing. Ask for average, min, max or latest.",
            example: "sum heartRate by day"),
        CatalogEntry(
            .averageOfCumulative, "the average of a cumulative metric",
            "Samples of steps or energy are amounts over arbitrary lengths, so a mean of samples says nothing. Sum them per period first, and "
                + "average those: `sum steps by day | average`.",
            example: "average steps by day"),
        CatalogEntry(
            .aggregateOfInterval, "an aggregate that intervals do not have",
            "Sleep, symptoms and workouts are intervals: they have a duration and a count, and no sum or average.",
            example: "average sleepAnalysis by day"),
        CatalogEntry(
            .sampleWithoutValue, "a sample without a value",
            "`add` writes the value first: a number with its unit, or the value of a category by name, as in `add core sleep at yesterday 23:00 for 2h`.",
            example: "add sleep at yesterday 23:00 for 2h"),
        CatalogEntry(
            .incompatibleUnit, "a unit of another dimension",
            "A value can be shown in units of its own dimension only: energy in kcal or kJ, distance in km or miles.",
            example: "sum steps in kcal"),
        CatalogEntry(
            .unknownUnit, "no such unit",
            "Units are Apple's strings, such as kcal, count/min or mg/dL, and whole names, such as miles. Micro is written mc. `show units` "
                + "lists them.",
            example: "average bloodGlucose in ug/dL"),
    ]

    static let meanings: [CatalogEntry] = [
        CatalogEntry(
            .unfixedDuration, "a length that is not fixed",
            "Months, quarters and years differ in length, so nothing can be compared with one. Use days or hours.",
            example: "samples of steps where duration > 1mo"),
        CatalogEntry(
            .emptyRange, "a range that holds nothing",
            "The range ends where it begins, or before.",
            example: "sum steps from 2024-03-10 to 2024-03-01"),
        CatalogEntry(
            .tooManyRows, "too many rows",
            "A result has at most 1,000,000 rows. Choose a longer interval or a shorter range.",
            example: "sum steps by 1s from 2023 to 2024"),
        CatalogEntry(
            .timeOutOfReach, "a time out of reach",
            "The calendar here reaches a few thousand years; the number is larger.",
            example: "sum steps since -999999999d"),
        CatalogEntry(
            .unknownZone, "no such time zone",
            "Zones are named as in the tz database: Europe/Berlin, America/New_York. `show zones` lists them.",
            example: "sum steps by day zone Europe/Berln"),
        CatalogEntry(
            .misplacedClause, "a clause without a place here",
            "The clause makes no sense for this kind of query, such as a limit for a statistic or `by` for a list of samples.",
            example: "samples of steps by day"),
        CatalogEntry(
            .duplicateKey, "a key given twice",
            "A query has one time interval, and every other key once.",
            example: "sum steps by day and hour"),
        CatalogEntry(
            .misplacedWeekday, "a weekday for something other than weeks",
            "`starting` says on which day weeks begin. Other intervals begin where their anchor says.",
            example: "sum steps by month starting monday"),
        CatalogEntry(
            .nameIsMetric, "the name of a metric",
            "A `let` must not hide a metric. Choose another name.",
            example: "let steps = 5"),
        CatalogEntry(
            .unknownName, "no such name",
            "Nothing was given this name. `show variables` lists the names there are; `_` is the last result, once there is one.",
            example: "sum steps by day where goodDays"),
        CatalogEntry(
            .wrongKindOfName, "a name for something else",
            "The name holds a value, and one of another kind is needed here: a time where a unit is asked, say.",
            example: "let goal = 500\nsum steps since goal"),
        CatalogEntry(
            .circularName, "a name that refers to itself",
            "The value of a `let` leads back to the same name.",
            example: "let a = b\nlet b = a\nsum a"),
        CatalogEntry(
            .unknownField, "no such field",
            "Conditions test value, source, device, product, start, end, duration, created, profiles such as hour of day, and metadata. "
                + "Columns of the result are tested by a stage: `| where sum > 0`.",
            example: "samples of steps where colour = 5"),
        CatalogEntry(
            .unknownValue, "no such value",
            "A category has a few values, known by short names and by Apple's. The help lists them.",
            example: "duration sleepAnalysis where value is drowsy"),
        CatalogEntry(
            .unorderedField, "a field without order",
            "Texts and categories can be equal or not; they are not less or greater.",
            example: "samples of steps where source > \"Watch\""),
        CatalogEntry(
            .numberExpected, "a number is missing",
            "The field is a number or a length of time, and is compared with one.",
            example: "samples of steps where value > monday"),
        CatalogEntry(
            .textFieldExpected, "a field that is no text",
            "`contains`, `starts with` and `matches` search texts: source, device, product and metadata.",
            example: "samples of steps where value contains \"5\""),
        CatalogEntry(
            .malformedPattern, "not a regular expression",
            "`matches` takes a regular expression, and this one cannot be read: a bracket may be open.",
            example: "samples of steps where source matches \"[\""),
        CatalogEntry(
            .ambiguousValue, "whose value is meant",
            "A query for several metrics has no single `value` to test. Ask one metric at a time.",
            example: "sum steps, average heartRate by day where value > 5"),
        CatalogEntry(
            .misspeltMissing, "a misspelt `missing`",
            "After `is` comes a value, or `missing`. A bare word that is nearly `missing` is an error, because as a text it would match nothing and nobody would notice. Put a text that you mean between quotes.",
            example: "count steps where metadata \"HKFoodType\" is mising"),
    ]

    static let running: [CatalogEntry] = [
        CatalogEntry(
            .unknownSetting, "no such setting",
            "`show settings` lists settings and their values.",
            example: "set colour = red"),
        CatalogEntry(
            .settingValue, "not a value of the setting",
            "The setting takes other values; the help names them.",
            example: "set week = 5"),
        CatalogEntry(
            .notAvailable, "not part of this version",
            "The language knows the word; this version does not carry it out.",
            example: "case \"a walk counts once\""),
        CatalogEntry(
            .statementFailed, "the statement failed",
            "What the statement asks for could not be done: a file cannot be read or the store cannot be written. The message says which.",
            example: "import \"missing.zip\""),
        CatalogEntry(
            .assertionFailed, "an assertion does not hold",
            "The query gives another value than the script asserts.",
            example: "assert count steps = 5"),
        CatalogEntry(
            .assertionShape, "an assertion about more than one value",
            "`assert` compares one value: ask for one measure, without `by`.",
            example: "assert min, max heartRate = 5"),
        CatalogEntry(
            .nothingToExplain, "no statistic to explain",
            "`why` speaks of a row of the last result, and there is none, or it is a list of samples.",
            example: "why 1"),
        CatalogEntry(
            .noSuchRow, "no such row",
            "`why` counts the rows of the last result from 1, or takes a time that one of them holds.",
            example: "count steps\nwhy 7"),
    ]

    static let warnings: [CatalogEntry] = [
        CatalogEntry(
            .metricWithoutSamples, "a metric without samples",
            "The metric is known, and the store holds no sample of it.",
            example: "sum flightsClimbed by day"),
        CatalogEntry(
            .overlappingRawSources, "raw sources that overlap",
            "`sources raw` adds what all sources recorded. Where two recorded the same walk, it counts twice. Needs samples of two sources that "
                + "overlap.",
            example: "sum steps by day sources raw"),
        CatalogEntry(
            .unknownSource, "no such source",
            "No sample comes from a source of this name. `show sources` lists them.",
            example: "sum steps by day where source = \"Wacth\""),
        CatalogEntry(
            .driftingGrid, "buckets whose wall clock moves",
            "Buckets of several hours are elapsed time, so their clock time moves when daylight saving begins or ends inside the range. "
                + "`grid clock` keeps the wall clock.",
            example: "sum steps by 6h from 2024-03-01 to 2024-04-15 zone Europe/Berlin"),
        CatalogEntry(
            .fillZeroOnDiscrete, "zero in place of a missing reading",
            "A heart rate of zero is a reading, not a missing one. `fill zero` suits totals; leave readings empty or fill them linearly.",
            example: "average heartRate by hour fill zero"),
        CatalogEntry(
            .anchorWithoutEffect, "an anchor that changes nothing",
            "A part of the anchor cannot matter for these buckets, such as a time of day for single hours on the hour.",
            example: "load steps at 2025-01-01 every 1h: 10x5\nsum steps by hour anchor 03:00"),
        CatalogEntry(
            .weekOfPhase, "the week that longer buckets are counted from",
            "A weekday does not say in which of two weeks a bucket of 14 days begins. The week in which the range starts decides, so another "
                + "range may have other buckets. An anchor with a date has the same for all ranges.",
            example: "load steps at 2024-06-03 every 1h: 10x5\nsum steps by 14 days anchor monday 03:00 since 2024-06-03"),
        CatalogEntry(
            .laterSamplesLeftOut, "samples after now are left out",
            "`since` without an end stops at now. The store holds samples that start later: a device with a wrong clock, or plans. Every other "
                + "range counts all samples that it holds, also those after now.",
            example: "add 20 count steps at 2099-01-01\nsum steps since 2024-06-03"),
        CatalogEntry(
            .firstRowNotFilled, "the first row begins before the data",
            "The first sample of the metric lies more than a tenth of the row, and more than an hour, after the start of the first row: its "
                + "total is that of a shorter time, and does not compare with the others.",
            example: "add 20 count steps at 2024-01-20\nsum steps by month during 2024"),
        CatalogEntry(
            .sourceChoiceWithoutEffect, "a choice of sources that changes nothing",
            "Only sums and the duration of sleep are merged. Other statistics use all samples of all sources, so `sources raw` and `prefer` change "
                + "nothing.",
            example: "load heartRate at 2025-01-01 every 1h: 60x5\naverage heartRate by day sources raw"),
        CatalogEntry(
            .noValue, "an answer without a value",
            "No row has a value. The message says why: the range holds no sample, a condition matches none of them, or a stage keeps no row. "
                + "`why 1` lists how many samples are left after each step.",
            example: "load steps at 2025-01-01 every 1h: 10x5\nsum steps on 2025-02-01"),
    ]

    /// What is said of answers that are right and may mislead.
    static let answers: [CatalogEntry] = [
        CatalogEntry(
            .sourceWithoutSamples, "a source that has nothing of the metric",
            "The store knows the source, but none of its samples are of this metric. The message names the sources that have some.",
            example: "sum steps by day where source = \"Scale\""),
        CatalogEntry(
            .averageOfDenseReadings, "an average of readings that are denser at some times",
            "Readings without length all have the same weight, so an hour with a reading every five seconds counts more than one with four. "
                + "`set weighting = hold` lets each reading last until the next one. Tally compares the two if they differ by more than 5 %, "
                + "from ten readings on, for answers in numbers without stages that read at most 200,000 samples.",
            example: "average heartRate on 2025-01-01"),
        CatalogEntry(
            .durationOfInstants, "the duration of samples without length",
            "`duration` adds up the time between the start and the end of samples. Readings such as heart rates often start and end at the "
                + "same moment.",
            example: "duration heartRate on 2025-01-01"),
        CatalogEntry(
            .timeInBedWithoutSamples, "time in bed that nobody recorded",
            "`time in bed` is the time that any value of sleepAnalysis covers. No sample of the range has the value `inBed`, so the answer is "
                + "the time asleep and awake.",
            example: "time in bed on 2025-01-01"),
    ]
}
