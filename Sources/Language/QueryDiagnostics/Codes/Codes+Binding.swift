/// Codes for metrics, aggregates, clauses and times that don't make sense together.
extension DiagnosticCatalog {
    static let metrics: [CatalogEntry] = [
        CatalogEntry(
            .unknownMetric, "unknown metric",
            "No metric, `let` or function has this name. Case, spaces and `_` make no difference. `show metrics` lists all metrics.",
            example: "sum stepz by day"),
        CatalogEntry(
            .duplicateColumn, "duplicate column name",
            "Each column of a result needs a different name. Use `called` to rename one, as in `sum steps called walked`.",
            example: "sum steps, sum steps by day"),
        CatalogEntry(
            .unknownFunction, "unknown function",
            "A name followed by parentheses calls a function defined with `def`. Write a metric without parentheses: `sum steps`.",
            example: "sum f(steps) by day"),
        CatalogEntry(
            .sumOfDiscrete, "sum of readings",
            "Values such as heart rates are readings, not amounts, so their sum has no meaning. Use average, min, max or latest.",
            example: "sum heartRate by day"),
        CatalogEntry(
            .averageOfCumulative, "average of amounts",
            "Samples of steps or energy are amounts over periods of any length, so their mean has no meaning. Sum them per period, then "
                + "average the totals: `sum steps by day | average`.",
            example: "average steps by day"),
        CatalogEntry(
            .aggregateOfInterval, "aggregate of a metric without numbers",
            "Samples of sleep, symptoms and workouts are intervals without a number. They have a count and a duration, but not a sum or an "
                + "average.",
            example: "average sleepAnalysis by day"),
        CatalogEntry(
            .coverageOfShortRows, "coverage of short rows",
            "`coverage` is the share of a row's quarter hours that hold a sample. Rows shorter than 15 minutes have at most one or two of "
                + "them. Use rows of at least 15 minutes.",
            example: "coverage heartRate by 5min"),
        CatalogEntry(
            .beatsOfOtherMetric, "heartbeats of another metric",
            "`rmssd`, `sdnn` and `pnn50` are computed from heartbeats. Only samples of heartRateVariability contain them. "
                + "`heartRateVariabilityRMSSD` is a metric of numbers: use `average`.",
            example: "rmssd heartRate by day"),
        CatalogEntry(
            .partsOfOtherTimes, "splits and parts of other times",
            "A split is a part of a workout with a distance, as in `by km of workouts` or `by 400 m of running`. "
                + "`part of` and `parts of` are also about workouts.",
            example: "average heartRate by km of sleep"),
        CatalogEntry(
            .holdingOfAmounts, "`holding` of amounts",
            "`holding` extends each reading to the next one, such as a heart rate that lasts until the next measurement. The samples of a "
                + "cumulative metric are amounts. They belong to the time in which they were counted, so they can't be extended.",
            example: "sum steps by day holding 5min"),
        CatalogEntry(
            .sampleWithoutValue, "sample without a value",
            "In `add`, the value comes first: a number with its unit, or the name of a category value. Example: `add core sleep at "
                + "yesterday 23:00 for 2h`.",
            example: "add sleep at yesterday 23:00 for 2h"),
        CatalogEntry(
            .sampleOutsideTime, "sample outside of the possible times",
            "Samples start and end between 1900 and 2199, in every file and every statement. A series of `load` with a long interval reaches "
                + "the end soon.",
            example: "load steps at 2199-12-31 every 1d: 100 200 300"),
        CatalogEntry(
            .incompatibleUnit, "incompatible unit",
            "Tally can only convert between units of the same dimension, such as kcal and kJ for energy, or km and miles for distance.",
            example: "sum steps in kcal"),
        CatalogEntry(
            .unknownUnit, "unknown unit",
            "Write units as Apple does (kcal, count/min, mg/dL) or as whole names (miles). Write the prefix micro as mc. `show units` "
                + "lists all units.",
            example: "average bloodGlucose in ug/dL"),
        CatalogEntry(
            .fractionOfPercent, "fraction of a metric in percent",
            "A number without a unit is in the unit that the column shows. For metrics in percent, such as oxygenSaturation, 95 means 95% and "
                + "0.95 means 0.95%. Earlier versions read 0.95 as 95%. Write the unit, as in `95%`, to avoid the warning. The progress of a "
                + "ring can be several times its goal, so the warning is for numbers below 10.",
            example: "add 97 % spo2 at 2025-01-01\ncount spo2 where value < 0.95"),
        CatalogEntry(
            .shareAboveWhole, "share above 100%",
            "The values of metrics in percent are shares, which can't be more than 100%. If the number is already in percent, as 97 is, write it "
                + "without `count`.",
            example: "add 9700 spo2 at 2025-01-01"),
        CatalogEntry(
            .unevenFill, "fill with a different amount in each column",
            "A number after `fill` is in the unit that the column shows. In columns in percent, `fill 60` is 0.6. Give each measure its own "
                + "`fill` in parentheses.",
            example: "average spo2, average heartRate by day fill 60"),
    ]

    static let meanings: [CatalogEntry] = [
        CatalogEntry(
            .edgesOfRanges, "edges of bins or bands",
            "Bins need a width of more than 0, and the edges of bands must be in ascending order, each only once.",
            example: "count heartRate by bands 120, 100"),
        CatalogEntry(
            .unfixedDuration, "duration of variable length",
            "Months, quarters and years differ in length, so a duration can't be compared with them. Use days or hours.",
            example: "samples of steps where duration > 1mo"),
        CatalogEntry(
            .emptyRange, "empty range",
            "The range ends before it starts, or at the same moment. Check the order of the two times.",
            example: "sum steps from 2024-03-10 to 2024-03-01"),
        CatalogEntry(
            .tooManyRows, "too many rows",
            "A result has at most 1,000,000 rows. Choose a longer bucket or a shorter range.",
            example: "sum steps by 1s from 2023 to 2024"),
        CatalogEntry(
            .timeOutOfReach, "time outside the calendar",
            "The calendar covers the years 1 to 9999. Write a smaller number.",
            example: "sum steps since -999999999d"),
        CatalogEntry(
            .unknownZone, "unknown time zone",
            "Time zones have the names of the tz database, such as Europe/Berlin or America/New_York. `show zones` lists them.",
            example: "sum steps by day zone Europe/Berln"),
        CatalogEntry(
            .misplacedClause, "misplaced clause",
            "This kind of query doesn't accept the clause. For example, a list of samples has no buckets, so `by` doesn't apply to it.",
            example: "samples of steps by day"),
        CatalogEntry(
            .duplicateKey, "duplicate key",
            "A query has at most one time interval in `by`, and each other key once. Remove one of them.",
            example: "sum steps by day and hour"),
        CatalogEntry(
            .misplacedWeekday, "weekday for buckets other than weeks",
            "`starting` sets the first day of the week, so it only applies to weeks. Use `anchor` to choose where other buckets start.",
            example: "sum steps by month starting monday"),
        CatalogEntry(
            .nameIsMetric, "name of a metric",
            "A `let` can't use the name of a metric, because it would hide the metric. Choose another name.",
            example: "let steps = 5"),
        CatalogEntry(
            .unknownName, "unknown name",
            "This name is not defined. `show variables` lists the defined names. `_` is the last result, so it needs a query before it.",
            example: "sum steps by day where goodDays"),
        CatalogEntry(
            .wrongKindOfName, "name of the wrong type",
            "The name is defined, but its value has the wrong type here. For example, `since` needs a time, not a number.",
            example: "let goal = 500\nsum steps since goal"),
        CatalogEntry(
            .circularName, "circular name",
            "The value of this `let` refers back to the same name. Remove one of the references.",
            example: "let a = b\nlet b = a\nsum a"),
        CatalogEntry(
            .unknownField, "unknown field",
            "Conditions can test value, source, device, product, start, end, duration, created, profiles such as hour of day, and "
                + "metadata. To test a column of the result, use a stage: `| where sum > 0`.",
            example: "samples of steps where flavor = 5"),
        CatalogEntry(
            .unknownValue, "unknown category value",
            "A category has a fixed set of values. Each has Apple's name, and some also have a short name. The help lists the values of this metric.",
            example: "duration sleepAnalysis where value is drowsy"),
        CatalogEntry(
            .unorderedField, "comparison of an unordered field",
            "Texts and categories have no order, so you can only use `=`, `!=` and `in`. `<` and `>` need a number or a time.",
            example: "samples of steps where source > \"Watch\""),
        CatalogEntry(
            .numberExpected, "missing number",
            "This field is a number or a duration. Compare it with a number or a duration, as in `value > 100`.",
            example: "samples of steps where value > monday"),
        CatalogEntry(
            .textFieldExpected, "text operator on a field that is not text",
            "`contains`, `starts with` and `matches` search text. They work on source, device, product and metadata.",
            example: "samples of steps where value contains \"5\""),
        CatalogEntry(
            .malformedPattern, "malformed regular expression",
            "`matches` needs a valid regular expression. Look for an unclosed bracket or parenthesis.",
            example: "samples of steps where source matches \"[\""),
        CatalogEntry(
            .ambiguousValue, "ambiguous value",
            "This query has several metrics, so `value` could refer to any of them. Query one metric at a time.",
            example: "sum steps, average heartRate by day where value > 5"),
        CatalogEntry(
            .noRangeOfValues, "time in no range of values",
            "`time in range`, `time below` and `time above` are shares of the time of readings, such as heart rates. Only bloodGlucose has a "
                + "usual range. For other metrics, write the limits: `time in range 50 to 100 of heartRate`. The lower limit comes first.",
            example: "time in range of heartRate by day"),
        CatalogEntry(
            .adherenceOfOtherMetric, "adherence without doses",
            "`adherence` is the share of scheduled doses that were taken: `adherence medicationDoses by month`. Other metrics have no schedule.",
            example: "adherence steps by month"),
        CatalogEntry(
            .unitOfLabs, "units of laboratory results",
            "The unit of a laboratory result is that of the clinic, and Tally does not convert it: how many mg/dL a mmol/L is depends on the "
                + "substance. Choose results by their unit, as in `where unit = \"mg/dL\"`, and write numbers without one.",
            example: "average labResults in mg/dL"),
        CatalogEntry(
            .momentOfManySamples, "time of many samples",
            "`at` adds the time at which a value was measured: `max heartRate at`. It follows `max`, `min`, `latest` and `first`, whose value is "
                + "that of one sample, and `fastest 5 km of distance`. `fastest` needs a metric of amounts, such as distances.",
            example: "average heartRate at by day"),
        CatalogEntry(
            .recordOfNothing, "record of nothing",
            "`longest`, `shortest`, `farthest`, `fastest` and `slowest` find workouts: `longest run`, `fastest 3 rides by distance`. The noun is "
                + "an activity or `workout`, and the number is a whole one. Only `fastest` takes a distance: `fastest 5 km`.",
            example: "slowest 5 km"),
        CatalogEntry(
            .wholeDay, "hours of a whole day",
            "The condition is true at every time of day, or its two times are equal. Hours are from the first time up to the second one, "
                + "and over midnight if the second is earlier, as in `between 22:00 and 06:00`.",
            example: "sum steps where after midnight"),
        CatalogEntry(
            .misspeltMissing, "misspelled `missing`",
            "`is` needs a value or `missing`. This word is close to `missing`, and as a text it would match nothing. If you mean the text, "
                + "put it in quotes.",
            example: "count steps where metadata \"HKFoodType\" is mising"),
    ]

    static let running: [CatalogEntry] = [
        CatalogEntry(
            .rangeWithoutBuckets, "edges outward without buckets",
            "`edges outward` moves the ends of the range out to the edges of buckets, so the query needs a period after `by`, such as "
                + "`by day`. Lists of samples, profiles such as `by weekday`, and rows such as `by night` do not have such edges.",
            example: "sum steps since 2025-01-01 12:00 edges outward"),
        CatalogEntry(
            .unknownSetting, "unknown setting",
            "No setting has this name. `show settings` lists all settings with their values.",
            example: "set theme = dark"),
        CatalogEntry(
            .settingValue, "invalid value of a setting",
            "The setting doesn't accept this value. The help lists the values that it accepts.",
            example: "set week = 5"),
        CatalogEntry(
            .notAvailable, "unavailable statement",
            "This statement exists but can't run here. For example, `case` only works in scripts run by `tally test`.",
            example: "case \"a walk counts once\""),
        CatalogEntry(
            .statementFailed, "failed statement",
            "The statement could not be completed. For example, a file can't be read or the store can't be written. The message gives the "
                + "reason.",
            example: "import \"missing.zip\""),
        CatalogEntry(
            .assertionFailed, "failed assertion",
            "The query returns a different value than the script asserts. Check the data, or correct the expected value.",
            example: "assert count steps = 5"),
        CatalogEntry(
            .assertionShape, "assertion about more than one value",
            "`assert` compares exactly one value. Write one measure and leave out `by`.",
            example: "assert min, max heartRate = 5"),
        CatalogEntry(
            .nothingToExplain, "nothing to explain",
            "`why` explains one row of the last result. Run a statistic first: a list of samples has nothing to explain.",
            example: "why 1"),
        CatalogEntry(
            .noSuchRow, "unknown row",
            "`why` needs a row number of the last result, counted from 1, or a time inside one of its rows. "
                + "`show electrocardiogram` needs a number of the list `show electrocardiograms`, and so do `show audiogram` and "
                + "`show prescription`.",
            example: "count steps\nwhy 7"),
        CatalogEntry(
            .laterAnchor, "anchor after the last change",
            "An anchor is the number of a change of this store. This one is greater than the number of the last change, so it comes from "
                + "another store, or from a store that was replaced by a backup.",
            example: "load steps at 2025-01-01 every 1h: 10x5\nchanges of steps since anchor 99"),
    ]

    static let warnings: [CatalogEntry] = [
        CatalogEntry(
            .metricWithoutSamples, "metric without samples",
            "The store has no samples of this metric. `show metrics` lists the metrics that have samples.",
            example: "sum flightsClimbed by day"),
        CatalogEntry(
            .overlappingRawSources, "overlapping raw sources",
            "`sources raw` adds the samples of all sources. If two sources recorded the same walk, it counts twice. Leave out "
                + "`sources raw` to merge the sources. Tally warns only if samples from two sources overlap.",
            example: "sum steps by day sources raw"),
        CatalogEntry(
            .unknownSource, "unknown source",
            "No sample comes from a source with this name. `show sources` lists all sources.",
            example: "sum steps by day where source = \"Wacth\""),
        CatalogEntry(
            .unlistedName, "name that is not in the tables",
            "Tally does not know a value or an activity with this name. A newer system may have it. The condition matches samples that "
                + "were imported with exactly this name.",
            example: "count sleepAnalysis where value is \"asleepTwilight\""),
        CatalogEntry(
            .driftingGrid, "buckets that shift with daylight saving",
            "Buckets of several hours have a fixed length. Their clock times shift if daylight saving starts or ends in the range. Use "
                + "`grid clock` to keep the clock times.",
            example: "sum steps by 6h from 2024-03-01 to 2024-04-15 zone Europe/Berlin"),
        CatalogEntry(
            .fillZeroOnDiscrete, "missing readings filled with zero",
            "`fill zero` turns a missing reading into a reading of zero. Use it only for totals. Leave missing readings empty, or use "
                + "`fill linear`.",
            example: "average heartRate by hour fill zero"),
        CatalogEntry(
            .anchorWithoutEffect, "anchor without effect",
            "Part of the anchor has no effect on these buckets. For example, a time of day such as 03:00 doesn't change buckets of one "
                + "hour.",
            example: "load steps at 2025-01-01 every 1h: 10x5\nsum steps by hour anchor 03:00"),
        CatalogEntry(
            .weekStartsTwice, "two first days of the week",
            "`starting` and `anchor` name two weekdays, but a week can start on only one of them. Remove `starting`, or change the anchor.",
            example: "sum steps by week starting sunday anchor monday"),
        CatalogEntry(
            .skippedClockTime, "clock time that does not exist",
            "When clocks go forward, they skip some times of day. Tally moves such a time forward by the length of the gap, and says which "
                + "time it uses.",
            example: "set zone = Europe/Berlin\nadd 5 count steps at 2025-03-30 02:30"),
        CatalogEntry(
            .repeatedClockTime, "clock time that occurs twice",
            "When clocks go back, they show some times of day twice. Tally uses the first one. With its UTC offset, a time is always exact.",
            example: "set zone = Europe/Berlin\nadd 5 count steps at 2025-10-26 02:30"),
        CatalogEntry(
            .weekOfPhase, "two-week buckets without a fixed start",
            "A weekday doesn't say which week a bucket of 14 days starts in. Tally starts with the first week of the range, so another "
                + "range can give different buckets. Use an anchor with a date to keep them the same.",
            example: "load steps at 2024-06-03 every 1h: 10x5\nsum steps by 14 days anchor monday 03:00 since 2024-06-03"),
        CatalogEntry(
            .laterSamplesLeftOut, "samples after now",
            "Without `until` or `through`, `since` ends now. The store has samples that start later: a device clock was wrong, or they are "
                + "planned. All other ranges include such samples.",
            example: "add 20 count steps at 2099-01-01\nsum steps since 2024-06-03"),
        CatalogEntry(
            .firstRowNotFilled, "incomplete first row",
            "The first row starts before the first sample, by more than an hour and more than a tenth of the row. Its total therefore covers "
                + "less time than the others.",
            example: "add 20 count steps at 2024-01-20\nsum steps by month during 2024"),
        CatalogEntry(
            .sourceChoiceWithoutEffect, "choice of sources without effect",
            "Tally only merges sources for sums and for the duration of sleep. Other statistics use the samples of all sources, so "
                + "`sources raw` and `prefer` change nothing.",
            example: "load heartRate at 2025-01-01 every 1h: 60x5\naverage heartRate by day sources raw"),
        CatalogEntry(
            .noValue, "no value",
            "No row has a value. The message gives the reason: the range is empty, a condition matches nothing or a stage drops all rows. "
                + "`why 1` shows how many samples are left after each step.",
            example: "load steps at 2025-01-01 every 1h: 10x5\nsum steps on 2025-02-01"),
        CatalogEntry(
            .emptySetOfTimes, "empty set of times",
            "The set after `while` has no time in the range, so no sample counts: counts are 0 and all other values are null. The message "
                + "lists what the store has of its metrics. Samples without a duration have no time unless `holding` extends them.",
            example: "load steps at 2025-01-01 every 1h: 10x5\nsum steps while steps > 100 on 2025-01-01"),
        CatalogEntry(
            .forgottenDeletions, "deletions that the store no longer knows",
            "A store keeps the numbers of its last 100,000 deletions. The anchor is older than the oldest of them. The answer has all "
                + "samples added since the anchor, and only the deletions that are still known.",
            example: "set kept deletions = 1\nload steps at 2025-01-01 every 1h: 10x5\ndelete samples of steps confirmed\n"
                + "changes of steps since anchor 3"),
    ]

    /// Codes for answers that are correct but can mislead.
    static let answers: [CatalogEntry] = [
        CatalogEntry(
            .sourceWithoutSamples, "source without samples of this metric",
            "The store has samples from this source, but none of this metric. The message lists the sources that have some.",
            example: "sum steps by day where source = \"Scale\""),
        CatalogEntry(
            .averageOfDenseReadings, "average of unevenly spaced readings",
            "Readings count equally, so an hour with many readings weighs more than an hour with few. To weight each reading by the time "
                + "until the next one, use `set weighting = hold`. Tally reports this if the two averages differ by more than 5 %. It "
                + "checks answers without stages, with at least 10 readings and at most 200,000 samples.",
            example: "average heartRate on 2025-01-01"),
        CatalogEntry(
            .tooLittleGlucoseData, "too little data for glucose ranges",
            "The international consensus on time in range asks for at least 14 days with data for 70% of the time. With less, the shares can "
                + "differ from the usual ones by chance. Use a longer range, such as `last 14 days`. `coverage bloodGlucose by day` shows "
                + "the days without readings.",
            example: "load bloodGlucose in mg/dL at 2025-01-01 every 15min for 0s: 100x96\nglucose ranges on 2025-01-01"),
        CatalogEntry(
            .durationOfInstants, "duration of 0",
            "`duration` adds up the time from start to end of each sample. Readings such as heart rates often start and end at the same "
                + "moment, so their duration is zero. The duration of a workout leaves out its pauses, so it is zero if the whole range is "
                + "in a pause.",
            example: "duration heartRate on 2025-01-01"),
        CatalogEntry(
            .timeInBedWithoutSamples, "time in bed without `inBed` samples",
            "`time in bed` is the time covered by all sleepAnalysis samples. None of them has the value `inBed` in this range, so the "
                + "answer only includes time asleep and awake.",
            example: "time in bed on 2025-01-01"),
        CatalogEntry(
            .napsLeftOut, "naps left out",
            "`by night` has one row for each date: the longest sleep that ends on it. The message counts the shorter ones, the naps. "
                + "`by each (sessions of sleep gap 1h)` has a row for each of them.",
            example:
                "add core sleepAnalysis at 2025-01-01 for 6h\nadd core sleepAnalysis at 2025-01-01 14:00 for 1h\n"
                + "duration sleep by night"),
        CatalogEntry(
            .workoutsWithoutDistance, "workouts without a distance",
            "`by km of workouts` finds the borders of kilometers in samples of distance. A workout without such samples has no rows, also if "
                + "it has a total distance. For one row for each workout, use `by workout`.",
            example: "import \"two-sources.xml\"\nduration workouts by km of workouts"),
        CatalogEntry(
            .workoutsWithoutAltitude, "workouts without altitudes",
            "`workout ascent` and `workout descent` are measured in the routes of workouts. A workout indoors has no route, and an export can "
                + "lack its file. Such workouts don't count, also not as 0 m.",
            example: "import \"two-sources.xml\"\nsum workout ascent"),
        CatalogEntry(
            .samplesWithoutBeats, "samples without heartbeats",
            "`rmssd`, `sdnn` and `pnn50` need the heartbeats in samples of heartRateVariability. Apple's export contains them for samples of "
                + "a watch, and other apps often write only a number. Such samples don't count. `average` uses the number of every sample.",
            example: "add 40 ms heartRateVariability at 2025-01-01 08:00\nrmssd heartRateVariability"),
        CatalogEntry(
            .workoutsRecordedTwice, "workouts that two sources recorded",
            "Workouts of different sources overlap, for example if a watch and an app recorded the same run. Both count, and so do their "
                + "energy and distance. `duration workouts` counts time that both cover once. To use one source, add a condition such as "
                + "`where source = \"Watch\"`.",
            example: "import \"two-sources.xml\"\ncount workouts"),
        CatalogEntry(
            .timeToCome, "time that is still to come",
            "Samples of the answer are after now: a clock app plans the time in bed, for example, or a device clock was wrong. The message has "
                + "the time or the sum that they add, or their number. "
                + "A range that ends now, such as `since today`, leaves it out.",
            example: "add inBed sleepAnalysis at 2099-01-01 23:00 for 8h\ntime in bed on 2099-01-01"),
        CatalogEntry(
            .timeInBedReplaced, "time in bed without the time asleep",
            "If one source records time in bed and sleep at the same time, the sleep replaces the time in bed, so that the values add up. "
                + "`time in bed` covers all of it.",
            example:
                "add inBed sleepAnalysis at 2025-01-01 for 8h\nadd core sleepAnalysis at 2025-01-01 01:00 for 6h\n"
                + "duration sleepAnalysis where value is inBed"),
        CatalogEntry(
            .sleepCutByNight, "sleep that `last night` cuts",
            "`last night` is the time from 18:00 to 12:00. Sleep that continues after noon, or that began before 18:00, is cut there. "
                + "`by night` has whole nights.",
            example: "set now = 2025-01-02T18:00\nadd core sleepAnalysis at 2025-01-02 08:00 for 7h\nsleep last night"),
        CatalogEntry(
            .samplesInSeveralRows, "samples in several rows",
            "A state of mind can have several labels and associations. `by label` has a row for each label, and a sample counts in the row of "
                + "each of its labels. So the counts of the rows don't add up to the number of samples, and the table has no total.",
            example: "add 0.5 count stateOfMind at 2025-01-01 08:00 with \"labels\" = \"calm, happy\"\ncount stateOfMind by label"),
        CatalogEntry(
            .zonesWithDifferentLimits, "zones whose limits changed",
            "The limits of zones change: the system computes them again, a person moves them, and an app can have its own. `by zone` adds up the "
                + "times in a zone by its number, each with the limits of its workout. `by zone and limits` has a row for each pair of "
                + "limits.",
            example:
                "add 10 min heartRateZones at 2025-01-01 08:00 for 1h with \"zone\" = \"2 of 5\", \"limits\" = \"118 to 130 count/min\"\n"
                + "add 20 min heartRateZones at 2025-02-01 08:00 for 1h with \"zone\" = \"2 of 5\", \"limits\" = \"120 to 133 count/min\"\n"
                + "sum heartRateZones by zone"),
        CatalogEntry(
            .zonesOfDifferentSets, "zones of sets with different numbers of zones",
            "A set has from three to nine zones. Zone 2 of three zones and zone 2 of five are not the same effort, so `by zone` has a row for "
                + "each. A sum without `by zone` adds them up.",
            example:
                "add 10 min heartRateZones at 2025-01-01 08:00 for 1h with \"zone\" = \"2 of 5\", \"limits\" = \"118 to 130 count/min\"\n"
                + "add 20 min heartRateZones at 2025-02-01 08:00 for 1h with \"zone\" = \"2 of 3\", \"limits\" = \"120 to 150 count/min\"\n"
                + "sum heartRateZones where zone = 2"),
        CatalogEntry(
            .labUnit, "the unit of laboratory results",
            "Values of `labResults` are in the units of the clinics, and Tally does not convert them. If all results of an answer have one "
                + "unit, the message names it. `by unit` has it in a column.",
            example: "add 104 labResults at 2025-01-01 08:00 with \"test\" = \"LDL\", \"unit\" = \"mg/dL\"\naverage labResults"),
        CatalogEntry(
            .labsMixed, "laboratory results of several tests or units",
            "A number of a laboratory means something only together with its test and its unit. So a row with results of several tests, of "
                + "several codes of LOINC or of several units has no average, and no other number that combines them. Divide the rows by "
                + "these fields, or choose one of their values. `count labResults` counts all results.",
            example: "add 104 labResults at 2025-01-01 08:00 with \"test\" = \"LDL\", \"unit\" = \"mg/dL\"\n"
                + "add 51 labResults at 2025-01-01 08:00 with \"test\" = \"HDL\", \"unit\" = \"mg/dL\"\naverage labResults"),
        CatalogEntry(
            .nightCutByRange, "nights over the edges of a range",
            "Ends that you type are exact, so a night that began before midnight counts only from midnight on in `since 2026-06-01`. Its row "
                + "is partial. `partial drop` leaves it out. Ranges such as `during june`, `on 2026-06-01`, `this month` and `last 30 days` "
                + "take whole nights.",
            example:
                "set now = 2025-01-05T18:00Z\nadd core sleepAnalysis at 2025-01-01 22:00 for 8h\nduration sleep by night since 2025-01-02"),
        CatalogEntry(
            .mixedPlatforms, "exports of two platforms",
            "The store has exports of iPhone and of Android, and the two count records of several sources by different rules. Tally uses "
                + "Apple's rules for the whole store. `set merging = android` chooses the others, and `set merging = apple` chooses these "
                + "and ends the message.",
            example: "import \"two-sources.xml\"\nimport \"two-apps.zip\"\nsum steps on 2026-03-02"),
        CatalogEntry(
            .appsNotInList, "apps that are not in the list",
            "On Android, the owner chooses which apps count for a category of data, and in which order. Records of other apps are in the "
                + "store, but sums leave them out. `set priority` changes the list, and `set merging = apple` counts all sources.",
            example: "import \"two-apps.zip\"\nsum steps on 2026-03-02"),
    ]
}
