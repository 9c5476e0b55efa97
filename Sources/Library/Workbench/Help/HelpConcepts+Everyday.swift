/// Words that people bring along from everyday life and from other programs.
extension HelpConcept {
    static let everyday: [HelpConcept] = [
        HelpConcept(
            names: ["night", "nights", "sleep", "asleep", "time in bed", "in bed", "sleep stages", "awake", "deep", "rem", "core"],
            text: """
                `by night` has a row for each night: the time asleep of a stay in bed, named
                by the date on which it ends. An hour without any record ends a stay, and
                lying awake does not. `last 7 days` has the nights that end on these days,
                each from its start. Naps are left out. To count all sleep of a day, let
                days start in the evening with `anchor 18:00`. `sleep`
                is the time asleep: core, deep, rem and unspecified sleep. `time in bed` is
                all recorded time, including awake and inBed. `sleepAnalysis` includes all
                values. If your watch records awake while your phone records asleep, the
                source with the higher priority counts.
                """,
            examples: [
                "duration sleep by night last 14 days", "duration sleepAnalysis by night and value last 7 days",
                "duration sleep by day anchor 18:00 last 7 days", "duration time in bed by day anchor 18:00 last 7 days",
                "duration sleep by day anchor 18:00 last 7 days where value in (deep, rem)",
                "duration sleepAnalysis by day anchor 18:00 last 7 days where value is awake",
            ], lesson: "sleep"),
        HelpConcept(
            names: [
                "bedtime", "bed time", "wake time", "wake up", "waking", "went to bed", "fall asleep", "naps", "first start", "last end",
                "firststart", "lastend", "clock time", "clock times", "times of day", "earliest", "latest end",
            ],
            text: """
                `first start` is the time at which the first sample of a row starts, and
                `last end` the time at which the last one ends. For sleep, these are
                bedtime and the time you wake up. `by night` has a row for each night, so
                the average of 23:50 and 00:10 is midnight. The difference between two
                times is a length of time.
                """,
            examples: [
                "first start sleep, last end sleep by night last 14 days",
                "first start sleep by night last 30 days | average by weekday",
                "first start, last end steps by day last 7 days | derive length = lastEnd - firstStart",
            ], lesson: "nights"),
        HelpConcept(
            names: [
                "by workout", "by night", "by each", "each", "per workout", "each workout", "per night", "each night", "intervals",
                "sessions",
                "naps left out", "overlapping rows",
            ],
            text: """
                `by workout`, `by night` and `by each (SET)` have a row for each workout,
                each night and each interval of a set, with its own start and end. If
                intervals overlap, a sample counts in each of them. If the range cuts an
                interval, its row is partial. Group the rows with a stage, such as
                `| average by weekday`.
                """,
            examples: [
                "average, max heartRate by workout last 30 days", "duration sleep by night last 14 days | average by weekday",
                "average bloodGlucose by each (mindfulSession) this month",
                "duration sleep by each (sessions of sleep gap 1h) last 7 days",
            ], lesson: "nights"),
        HelpConcept(
            names: ["coverage", "gaps", "missing data", "worn", "wear time", "completeness", "data quality"],
            text: """
                `coverage` is the share of quarter hours that hold a sample: 100 % if each
                quarter hour of the row has one. It shows when a watch was not worn. Quarter
                hours that are still to come don't count.
                """,
            examples: ["coverage heartRate by day last 14 days", "coverage heartRate by hour of day last 30 days as bars"]),
        HelpConcept(
            names: [
                "time in zone", "heart rate zone", "heart rate zones", "hold", "hold readings", "while asleep", "outside workouts",
                "outside of workouts", "during workouts", "set of times", "sets of times", "intervals",
            ],
            text: """
                `while` counts only the time of sleep, workouts or other samples, and
                `while not` counts all other time. `within 2h after` and `sessions of` make
                sets from sets. `let quiet = while sleep and not workouts` names one.
                Heart rates have no duration: `holding 2min` lets each last until the next
                one, at most 2 minutes, for the time in a heart rate zone.
                """,
            examples: [
                "average heartRate by day while sleep last 7 days", "sum steps by day while not workouts last 7 days",
                "duration heartRate by day where value between 120 and 140 holding 2min last 7 days",
                "average heartRate while within 1h after workouts last 30 days",
            ], lesson: "while"),
        HelpConcept(
            names: ["calories", "calorie", "energy", "kcal", "calories burned", "kilojoules", "kj"],
            text: """
                Energy has three metrics: `activeEnergy` is what you burn by moving,
                `basalEnergy` is what your body needs at rest, and `dietaryEnergy` is what
                you eat. Add `in kJ` to see kilojoules.
                """,
            examples: [
                "sum activeEnergy, sum basalEnergy by day last 7 days", "sum activeEnergy in kJ yesterday", "sum dietaryEnergy yesterday",
            ]),
        HelpConcept(
            names: ["group by", "group", "grouping", "per", "every", "split", "breakdown", "daily", "weekly", "monthly", "hourly"],
            text: """
                `by` makes a row for each period, weekday, hour of day, source, device,
                value, activity or metadata value, for each range of values (`bins of 10`,
                `bands 100, 120`), or for yes and no (`by (value > 120)`). Join several
                keys with `and`. Only one of them can be a period such as `day`.
                """,
            examples: [
                "sum steps by day and source last 3 days", "duration sleepAnalysis by day and value last 7 days",
                "count heartRate by (value > 120) called high last 7 days",
            ]),
        HelpConcept(
            names: ["total", "totals", "add up", "sum up", "overall", "altogether", "grand total", "counting"],
            text: """
                `sum` adds up a cumulative metric over the whole range, or for each row
                with `by`. `| sum` adds up all rows, and `| running total` adds up from row
                to row.
                """,
            examples: ["sum steps this year", "sum steps by day last 7 days | sum", "sum steps by hour today | running total"]),
        HelpConcept(
            names: [
                "highest", "maximum", "peak", "most", "best", "record", "records", "ranking", "lowest", "minimum", "least", "worst",
                "order by", "order", "ascending", "sorting", "top days", "best days",
            ],
            text: """
                `max` and `min` find the highest and lowest reading. `| top N` and
                `| bottom N` keep the rows with the highest and lowest values, and `| sort`
                orders all rows.
                """,
            examples: ["max heartRate by day last 7 days", "sum steps by day this year | top 3", "sum steps by day last 7 days | sort sum"]),
        HelpConcept(
            names: ["most recent", "newest sample", "last value", "current", "last reading", "latest value"],
            text: """
                `latest` returns the value of the sample that starts last. `samples of …
                newest first` lists the newest samples.
                """,
            examples: ["latest weight", "samples of heartRate newest first limit 5"]),
        HelpConcept(
            names: [
                "trend", "trends", "slope", "regression", "moving average", "smooth", "smoothing", "rolling average", "moving window",
                "theil", "theil-sen", "sen", "ewma", "half-life", "halflife", "loess", "confidence", "confidence interval", "95 %",
            ],
            text: """
                `trend per week` shows how much values rise or fall in a week: the median
                slope between all pairs of rows, with its 95 % interval. If the interval
                contains 0, the values could also be level. `trend linear` uses least
                squares. `rolling 7 days average` and `smooth half-life 7 days` smooth a
                noisy line. For the change from one period to the next, use `change`.
                """,
            examples: [
                "average weight by day last 60 days | trend per week", "average weight by day last 60 days | trend as chart",
                "average weight by day last 60 days | smooth half-life 7 days as line",
                "average weight by day last 60 days | rolling 7 days average", "sum steps by month this year | change percent",
                "average restingHeartRate by day last 60 days | rolling 7 days average as line",
            ]),
        HelpConcept(
            names: [
                "correlation", "correlate", "relationship", "connection", "depends on", "lag", "pearson", "spearman", "fisher",
            ],
            text: """
                `correlate` computes how closely two columns move together: 1 if they rise
                together, -1 if one falls when the other rises, 0 if there is no straight
                line between them. Its 95 % interval shows how much of that could be
                chance. `lag 0 to 3` compares each row with later rows, too. A correlation
                does not show what causes what: `learn correlation`.
                """,
            examples: [
                "sum steps, average restingHeartRate by day last 60 days | correlate steps with restingHeartRate lag 0 to 3",
                "sum steps, average restingHeartRate by day last 60 days | correlate steps with restingHeartRate as chart",
                "duration sleep by night last 60 days | join (sum steps by day) by day | correlate sum with duration lag 1",
            ]),
        HelpConcept(
            names: ["outlier", "outliers", "unusual", "anomaly", "anomalies", "mad", "median absolute deviation"],
            text: """
                `outliers` keeps the rows that are unusually far from the median: more than
                three scaled median absolute deviations. A few extreme values don't change
                the median, so they don't hide each other.
                """,
            examples: ["average restingHeartRate by day last 60 days | outliers", "samples of heartRate last 7 days | outliers 5"]),
        HelpConcept(
            names: [
                "histogram", "distribution", "spread", "percentile", "percentiles", "quantile", "quartile", "bins", "bins of", "bin",
                "bands", "band", "variance",
            ],
            text: """
                `by bins of 10` counts or measures the samples in each range of values, and
                `as bars` draws the histogram. `by bands 100, 120` divides values at edges
                that you choose. Percentiles show how readings are spread, too: `p95` is
                greater than 95 % of the readings.
                """,
            examples: [
                "count heartRate by bins of 10 last 7 days as bars", "count heartRate by day and bands 100, 120, 140 last 7 days",
                "p5, p50, p95 heartRate by day last 7 days",
            ], lesson: "zones"),
        HelpConcept(
            names: [
                "join", "together", "relation", "several metrics", "combine", "side by side", "versus metric",
            ],
            text: """
                A query can list several metrics. Each gets a column, and they share the
                rows. `derive` computes a new column from them. `join` adds the columns of
                another query, such as the steps of each night's day.
                """,
            examples: [
                "sum steps, average restingHeartRate by day last 14 days",
                "sum activeEnergy called active, sum basalEnergy called resting by day last 7 days | derive both = active + resting",
                "duration sleep by night last 14 days | join (sum steps by day) by day",
            ]),
        HelpConcept(
            names: [
                "select", "query", "queries", "language", "measure", "measures", "syntax", "grammar", "influxql", "flux", "promql",
                "pandas", "group by day",
            ],
            text: """
                A query starts with an aggregate and a metric. Clauses follow in any order,
                then stages after pipes, then the output format. If you write a query in
                SQL, InfluxQL, Flux or PromQL, Tally suggests a Tally query.
                """,
            examples: ["sum steps by day last 7 days where source contains \"Watch\" | top 3 as csv"]),
        HelpConcept(
            names: [
                "unit", "units", "in", "miles", "kilometers", "kilometres", "kilometer", "kilometre", "mile", "pounds", "kilograms",
                "bpm", "beats per minute", "kg", "g", "grams", "lb", "lbs", "oz", "ounces", "stone", "cm", "m", "metres", "meters", "mi",
                "km", "ml", "litres", "liters", "kelvin", "ms", "celsius", "fahrenheit", "temperature", "imperial",
                "metric system", "convert", "conversion",
            ],
            text: """
                `in` sets the unit of a measure. Units also have the names that people use:
                `in bpm` is `in count/min`, `in celsius` is `in degC`, and `in kilometres`
                is `in km`. `set units = us` uses miles, pounds and so on for all results.
                `show units of distance` lists the units that fit.
                """,
            examples: ["sum distance in mi by day last 7 days", "set units = us", "show units of distance"]),
        HelpConcept(
            names: ["first day of week", "week start", "week starts", "starting", "monday week", "sunday week", "iso week"],
            text: """
                Weeks start on Monday. `set week = sunday` changes that for all queries,
                and `starting sunday` for one query.
                """,
            examples: ["set week = sunday", "sum steps by week starting sunday last 4 weeks"]),
        HelpConcept(
            names: ["list", "raw data", "raw samples", "records of samples", "sample", "entries"],
            text: """
                A sample has a start, an end, a value, a unit and a source. `samples of`
                lists samples instead of adding them up. `why 1` lists the samples in the
                first row of the last result.
                """,
            examples: ["samples of heartRate yesterday limit 5", "describe heartRate"]),
        HelpConcept(
            names: ["remove", "erase", "clear", "undo", "edit", "change data"],
            text: """
                `delete samples of` deletes the samples that match, after you confirm. You
                can't undo this, so list them first with `samples of` and the same clauses.
                """,
            examples: ["samples of steps yesterday limit 5", "delete samples of steps yesterday confirmed"]),
        HelpConcept(
            names: ["repeat", "live", "refresh", "monitor", "follow", "poll", "tail"],
            text: """
                `watch` shows the answer again whenever it changes, for example when
                another program imports data into the same store, or at midnight. With a
                name it doesn't wait: it tells the changed rows after each statement and
                above the prompt. `stop NAME` ends it.
                """,
            examples: ["watch sum steps today until >= 10000", "watch moving = sum steps by day last 7 days", "show watches"],
            lesson: "updates"),
        HelpConcept(
            names: ["rings", "activity rings", "move", "exercise", "stand", "summary", "move goal", "stand hours", "move ring"],
            text: """
                `summaries` lists the activity summary of each day: move, exercise and
                stand, with their goals. `progress activeEnergy` compares today with the
                move goal and with a typical day.
                """,
            examples: ["summaries last 7 days", "progress activeEnergy", "sum appleExerciseTime by day last 7 days"]),
        HelpConcept(
            names: ["slow", "fast", "speed", "performance", "timing", "progress bar"],
            text: """
                `set timing = on` shows the time that each query takes. `explain plan`
                shows what Tally reads to answer a query.
                """,
            examples: ["set timing = on", "explain plan sum steps by day"]),
    ]
}
