import CalendarIntervals
import QueryVocabulary

/// Ideas of the query language.
extension HelpConcept {
    static let language: [HelpConcept] = [
        HelpConcept(
            names: ["bucket", "buckets", "interval", "intervals", "by day", "by hour"],
            text: """
                A bucket is a period of time. Each row of a result holds one bucket. It
                starts at one edge and ends just before the next. `by day` makes a bucket
                for every day. Seconds, minutes and hours are elapsed time. Days, weeks,
                months, quarters and years follow the calendar of the query's time zone,
                so a day can have 23 or 25 hours.
                """,
            examples: ["sum steps by day last 7 days", "sum steps by 15min today", "explain buckets sum steps by 6h yesterday"],
            lesson: "anchors"),
        HelpConcept(
            names: ["anchor", "anchors", "phase", "midnight", "noon", "start of day"],
            text: """
                An anchor sets where one bucket starts. The others follow at whole
                intervals. With `anchor 03:00`, days start at 03:00, and so do `today` and
                `yesterday`. Without an anchor, days start at midnight, weeks on Monday
                (`set week` changes that) and months on the 1st. `anchor monday 03:00`
                works for weeks and for `7 days`. Tally reports an anchor that has no
                effect (I410).
                """,
            examples: ["sum activeEnergy by day anchor 03:00 last 7 days", "sum steps by week anchor sunday last 4 weeks"],
            lesson: "anchors"),
        HelpConcept(
            names: [
                "period", "periods", "second", "minute", "hour", "day", "week", "month", "quarter", "year", "days", "hours", "weeks",
                "months", "years", "minutes", "seconds", "quarters", "duration of time",
            ],
            text: """
                A second, minute or hour is a fixed length of time: s, min or h for short,
                as in 15min. A day, week, month, quarter or year follows the calendar: d,
                w, mo, q or y for short. Tally rejects `m`, which could mean minutes or
                months.
                """,
            examples: ["sum steps by 2 weeks", "sum steps since -30d", "sum steps by month this year"], lesson: "anchors"),
        HelpConcept(
            names: [
                "profile", "profiles", "hour of day", "weekday", "hour of week", "day of month", "week of year", "month of year",
                "weekdays", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "weekend", "weekends",
                "time of day", "pattern",
            ],
            text: """
                A profile shows how values spread over a day, a week or a year. It has a
                row for each of its slots, such as the 24 hours of a day or the 7 weekdays,
                even if a slot has no samples. In a condition, a profile tests the start of
                a sample, and `between` includes both ends. For weekends, write
                `where weekday in (saturday, sunday)`.
                """,
            examples: [
                "average heartRate by hour of day last 30 days", "sum steps by day last 8 full weeks | average by weekday",
                "average heartRate by day last 7 days where hour of day between 0 and 5",
            ], lesson: "clocks"),
        HelpConcept(
            names: ["range", "ranges", "when", "time", "times", "dates", "date", "period of time", "tomorrow", "future", "ago", "exactly"]
                + Month.names,
            text: """
                A range is the time that a query covers. It includes its start but not its
                end. `last 30 days` includes today. `last 30 full days` ends with
                yesterday. `since` ends now, or at `until`. `from A to B` excludes B.
                `between A and B` and `through B` include all of B. Write dates as
                2024-03-10, and periods as 2024, 2024-03, 2024-Q1 or 2024-W10. `on monday`,
                `on march 10` and `during october` are the latest that have begun.
                `last monday` and `last october` are the latest that are over. Without a
                range, a query uses all samples, including any in the future.
                """,
            examples: [
                "sum steps by day last 30 full days", "sum steps between 2026-05 and 2026-06", "sum steps by hour since today 08:00",
                "sum steps by day since march 10",
            ], lesson: "range"),
        HelpConcept(
            names: [
                "this morning", "morning", "this afternoon", "afternoon", "this evening", "evening", "tonight", "last night",
                "parts of the day",
            ],
            text: """
                `this morning` is 00:00 to 12:00 of today, `this afternoon` 12:00 to 18:00,
                and `this evening` 18:00 to 24:00. They end now if they are not over.
                `last night` is 18:00 of yesterday to 12:00 of today. All of them follow
                the clock, even if an anchor moves the start of days.
                """,
            examples: ["sum steps by hour this morning", "average heartRate last night"], lesson: "range"),
        HelpConcept(
            names: ["edges", "edge", "clipping", "clip", "strict", "overlapping samples", "boundary", "boundaries"],
            text: """
                If a sample crosses the start or end of the range, only the part inside
                counts. HealthKit counts the whole sample. `edges overlap` does the same.
                With `strict`, only samples that are completely inside count. If a sample
                crosses into the next bucket, each bucket gets a share in proportion to
                time. `assign by start` and `assign by end` give all of it to one bucket.
                """,
            examples: [
                "sum steps yesterday edges overlap", "sum steps yesterday strict start", "sum steps by hour yesterday assign by start",
            ],
            lesson: "range"),
        HelpConcept(
            names: [
                "merged", "merging", "merge", "sources", "source", "double counting", "double", "duplicates", "twice", "overlap",
                "priority", "raw", "apple watch", "iphone", "phone", "devices",
            ],
            text: """
                If your watch and your phone record the same steps, Tally counts them
                once. At each moment, the source with the highest priority that has a
                sample counts. Tally merges sums and the duration of sleep.
                `show priority of steps` shows the order. `prefer` changes it for one
                query, `set priority` for all. `why 1` shows what each sample contributed.
                """,
            examples: [
                "sum steps by day last 3 days", "sum steps by source yesterday", "sum steps yesterday sources raw",
                "show priority of steps", "show overlap of steps",
            ], lesson: "sources"),
        HelpConcept(
            names: ["partial", "partial rows", "~", "whole", "incomplete", "complete"],
            text: """
                A row is partial if a part of its period is outside the range or still to
                come. It is marked with ~. A partial total is too low, so averages of
                totals leave it out, unless you write `partial keep`. `sum` and `count`
                use every row. A reading, such as a weight, counts in any row.
                """,
            examples: ["sum steps by day last 3 days partial drop", "sum steps by day last 7 days | average"], lesson: "missing"),
        HelpConcept(
            names: ["missing", "null", "zero", "empty", "no data", "gaps", "gap", "nothing", "none", "·"],
            text: """
                Missing is not the same as zero. A row without samples shows · and is left
                out of averages. A recorded 0 counts. Only `count` returns 0 if there are
                no samples. `fill` sets what an empty row shows. `fill none` leaves empty
                rows out.
                """,
            examples: ["sum flights by day last 7 days fill zero", "average weight by day last 30 days fill linear"], lesson: "missing"),
        HelpConcept(
            names: [
                "zone", "zones", "time zone", "time zones", "timezone", "timezones", "clock", "clocks", "dst", "daylight saving", "travel",
                "utc", "local",
            ],
            text: """
                Tally counts days and hours in the query's time zone. That is the zone in
                the query, or else the one from `set zone`, the store's, or this
                machine's. A day on which the clocks change has 23 or 25 hours and is one
                row. `zone sample` uses the zone that was recorded with each sample. If you
                moved, name the zones with the dates of the moves. The day before a move
                ends at midnight in the new zone, so it is longer or shorter.
                """,
            examples: [
                "sum steps by day last 3 days zone Asia/Tokyo", "sum steps by day last 3 days zone sample",
                "sum steps by day zone (Europe/Berlin until 2026-10-15, America/New_York)",
            ], lesson: "clocks"),
        HelpConcept(
            names: [
                "typical day", "typical", "so far", "ahead", "behind", "usual", "forecast", "projection", "on course",
            ],
            text: """
                A typical day shows how much you usually reach by each time of day.
                `progress METRIC` compares today with it. You can build it from stages:
                hourly sums, a running total that resets each day, and its average by hour
                of day. A row shows the total at the end of its hour. `value at now` reads
                it at the current time of day. `project` estimates the total at the end of
                the day.
                """,
            examples: [
                "progress activeEnergy",
                "sum steps by hour last 30 full days | running total reset each day | average by hour of day",
                "sum steps by hour last 30 full days | running total reset each day | average by hour of day | value at now",
                "sum steps by hour today | running total reset each day | project",
            ], lesson: "typical"),
        HelpConcept(
            names: ["goal", "goals", "target", "targets", "daily goal"],
            text: """
                `progress` compares the day with a goal: the one in the query, or else the
                one in the day's activity summary, or else the one that the store keeps.
                `set goal of steps = 10000` stores a goal, and `set goal of steps = none`
                removes it. `show settings` lists the goals. A goal can have a unit of the
                metric. In a chart, `rule` draws it as a line.
                """,
            examples: [
                "set goal of activeEnergy = 600 kcal", "progress steps goal 10000",
                "sum steps by day last 30 days as chart rule 10000 called \"goal\"",
            ], lesson: nil),
        HelpConcept(
            names: ["reference line", "reference lines", "horizontal line", "threshold", "threshold line", "goal line", "average line"],
            text: """
                `rule` after the format draws a line across a chart: at a number with or
                without a unit, at the average, or at a time of day on an axis of clock
                times. `called` names it. Repeat `rule` for several lines.
                """,
            examples: [
                "average weight by day last 90 days | rolling 7 days average as line rule 70 kg called \"goal\"",
                "sum steps by day last 30 days as chart rule 10000 rule average",
                "last end sleep by night last 14 days as chart rule at 08:00",
            ], lesson: nil),
        HelpConcept(
            names: ["average", "averages", "mean", "avg", "weighting", "weights", "weighted", "hold"],
            text: """
                Readings such as heart rates are weighted by the time that each covers.
                Most devices write readings without a duration. These all count equally,
                so an hour of exercise with many readings counts more than a quiet hour.
                With `set weighting = hold`, a reading lasts until the next one. Readings
                of body weight and similar metrics always count equally. For metrics such
                as steps, sum them by day first, then average the totals.
                """,
            examples: ["average heartRate yesterday", "sum steps by day last 30 days | average", "median heartRate yesterday"],
            lesson: "averages"),
        HelpConcept(
            names: ["cumulative", "discrete", "style", "styles", "aggregation style", "aggregation styles", "amounts", "readings"],
            text: """
                Cumulative metrics are amounts that add up, such as steps, energy and
                distance. Discrete metrics are readings, such as heart rate and weight.
                Sleep, other categories and workouts are intervals, so Tally usually
                computes their duration. `describe steps` shows the style of a metric. If
                a query names only a metric, Tally sums amounts, averages readings and
                adds up durations.
                """,
            examples: ["describe steps", "steps yesterday", "heartRate yesterday"], lesson: "styles"),
        HelpConcept(
            names: [
                "conditions", "condition", "filter", "filters", "predicate", "predicates", "and", "or", "not", "comparison signs", "is",
                "contains", "starts", "starts with", "matches", "if",
            ],
            text: """
                `where` keeps the samples that match a condition. After a pipe it keeps
                rows. A condition compares a field (`help fields`) or a column with a
                value: = != < <= > >=, between, in, is, is missing, contains, starts with
                or matches. Join conditions with and, or, not and parentheses.
                """,
            examples: [
                "count heartRate yesterday where value > 120 and source contains \"Watch\"",
                "sum steps by day last 30 days | where sum > 10000",
            ]),
        HelpConcept(
            names: ["fields", "field", "metadata", "device", "product", "created", "value", "entered", "manual", "user entered", "user"],
            text: """
                A condition can test these fields of a sample: value, source, device,
                product, start, end, duration, created, a profile of the start such as
                `hour of day`, metadata "KEY", and `entered by user`. Workouts have more:
                `help fields of workouts`.
                """,
            examples: [
                "count heartRate by day last 7 days where value > 120", "samples of weight where entered by user",
                "sum steps yesterday where hour of day between 6 and 9",
            ]),
        HelpConcept(
            names: [
                "fields of workouts", "workout fields", "workout", "workouts", "activity", "activities", "running", "cycling",
                "hkworkouttype",
            ],
            text: """
                Workouts also have the fields activity, energy and distance, and
                `samples of workouts` lists them. `by activity` has a row for each
                activity. Use Apple's
                names for activities, such as running, cycling or
                traditionalStrengthTraining. The metrics `workout energy` and
                `workout distance` are the totals that each workout recorded,
                and `workout heartRate` is its average heart rate.
                """,
            examples: [
                "duration workouts by week last 8 weeks where activity is running", "count workouts by month this year",
                "sum workout distance by month where activity is running",
            ]),
        HelpConcept(
            names: ["column", "columns", "called", "rename", "column name", "column names", "label", "alias", "name a column"],
            text: """
                A column is named after its aggregate, such as `sum`. `called` gives it
                another name. Stages refer to columns by name. `derive` adds a column that
                is computed from others.
                """,
            examples: [
                "sum activeEnergy called active, sum basalEnergy called resting by day last 3 days",
                "sum steps by day last 7 days | derive thousands = sum / 1000",
            ]),
        HelpConcept(
            names: ["pipe", "pipes", "|", "stage", "rows", "row", "post-processing"],
            text: """
                A stage follows a pipe and works on the rows of the result. `help stages`
                lists all stages. An aggregate after a pipe combines all rows into one.
                With `by`, it makes a row for each period or slot.
                """,
            examples: ["sum steps by day last 30 days | average by weekday", "sum steps by day last 30 days | top 3"]),
        HelpConcept(
            names: [
                "daily rhythm", "rhythm", "circadian", "circadian rhythm", "cosinor", "mesor", "amplitude", "acrophase", "m10", "l5",
                "interdaily stability", "intradaily variability", "stability", "variability", "relative amplitude", "most active",
            ],
            text: """
                `rhythm` describes rows of one hour over many days. `acrophase` is the
                time at which a fitted 24-hour wave peaks. `mesor` is its mean and
                `amplitude` its height. `M10` and `L5` are the means of the 10 most and
                the 5 least active hours of a mean day. `stability` is 1 if all days are
                equal. `variability` is small for a smooth day. At least two days are
                needed, and values for 90 % of the hours. For steps, put `fill zero` first.
                """,
            examples: [
                "sum steps by hour last 14 full days | fill zero | rhythm",
                "average heartRate by hour last 14 full days | fill linear | rhythm | select acrophase, stability",
            ]),
        HelpConcept(
            names: ["regularity of sleep", "regularity", "sleep regularity", "sleep regularity index", "sri", "regular", "irregular"],
            text: """
                `regularity` compares each minute with the same minute of the next day and
                counts how often both are asleep or both awake. 100 means that all days
                are equal, 0 that they are unrelated. Days without any sleep are left out.
                Use at least a week.
                """,
            examples: ["duration sleep by minute last 14 full days | regularity"]),
        HelpConcept(
            names: ["beyond totals", "beyond", "more than totals"],
            text: """
                A query can do more than add up a day. Group by a field (`by value`), or by
                intervals (`by night`, `by workout`). Count only some times (`while sleep`).
                Let readings last (`holding 2min`). Compute with rows after a pipe
                (`derive`, `select`, `join`, `rhythm`). Compare with a goal.
                """,
            examples: [
                "duration sleep, first start sleep by night last 14 days", "average heartRate by day while sleep last 7 days",
                "sum steps by day last 7 days | derive busy = sum > 10000 | average by busy", "progress steps goal 10000",
            ]),
        HelpConcept(
            names: ["names", "variables", "variable", "functions", "function", "saved", "saved queries", "define", "reuse", "macro", "_"],
            text: """
                `let` names a query, a condition, a time or a value. `def` defines a query
                with parameters. `save` keeps a name for later sessions, and `forget`
                removes it. `_` is the last result.
                """,
            examples: [
                "let night = where hour of day between 0 and 5", "def daily(m: metric, n = 7) = sum m by day last n days",
                "show variables",
            ]),
        HelpConcept(
            names: [
                "types", "type", "types of values", "value types", "literals", "string", "strings", "text", "texts", "quote", "quotes",
            ],
            text: """
                The types of a parameter are metric, time, span, duration, unit, number,
                text and predicate. Write values as 7, 97 %, 500 kcal, 15min, 03:00,
                2024-03-10, "text", monday or yes. `help types of metrics` explains
                cumulative and discrete metrics.
                """,
            examples: ["param n: number = 7 \"how many days\"", "let goal = 500 kcal"]),
        HelpConcept(
            names: [
                "types of metrics", "metric types", "kinds of metrics", "quantity type", "quantity types", "quantity", "category",
                "categories", "category type", "category types", "hkquantitytype", "hkcategorytype", "hkcategoryvalue",
            ],
            text: """
                A metric is cumulative (amounts), discrete (readings) or made of intervals
                (categories and workouts). `help styles` explains these kinds, and
                `show metrics` lists the metrics.
                """,
            examples: ["describe heartRate", "show metrics"], lesson: "styles"),
        HelpConcept(
            names: ["code", "swift", "generate code"],
            text: """
                `explain swift` writes a query as a function that uses HealthKit.
                `explain swift async` writes it as an asynchronous function, and
                `explain swift watch` as one that passes the rows again whenever
                samples change. `explain sql` writes SQL over a table of samples.
                Comments in the code describe any differences in the result.
                """,
            examples: [
                "explain swift average heartRate by hour today", "explain swift async latest weight",
                "explain swift watch sum steps by hour today", "explain sql sum steps by day last 7 days",
            ], lesson: "code"),
        HelpConcept(
            names: ["sql", "dialect", "dialects"],
            text: """
                `explain sql` writes a query as one SQL statement over a table of samples.
                It returns the same rows as Tally. `explain sql for DATABASE` writes it
                for one database:
                \(SQLDialect.allCases.map { "    \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))
                The first line of a statement declares its table. `set sql dialect` sets
                the database for `explain sql` without `for`.
                """,
            examples: [
                "explain sql sum steps by day last 7 days", "explain sql for duckdb sum steps by day last 7 days",
                "set sql dialect = clickhouse",
            ]),
        HelpConcept(
            names: [
                "elapsed", "aligned", "same day", "same part", "comparison", "comparisons", "versus", "vs", "difference", "compare",
                "offset",
                "shift", "previous", "previous year", "previous month", "previous week", "last year", "year over year",
            ],
            text: """
                `| compare to` adds the values of another period to each row. With
                `this month`, `| compare to previous month` uses the whole previous month.
                With `since start of this month`, it uses the same part of the previous
                month. `aligned elapsed` pairs rows by their position, `aligned weekday`
                pairs Mondays with Mondays, and `aligned clock` pairs rows with the same
                time of day.
                """,
            examples: [
                "sum steps by day last 28 days | compare to previous aligned elapsed",
                "sum steps by day this month | compare to previous month aligned weekday",
                "sum steps since start of this month | compare to previous month",
                "sum steps since start of this week | compare to previous week",
            ]),
    ]
}
