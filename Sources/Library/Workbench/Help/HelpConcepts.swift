/// What `help` says of ideas that several words of the language share.
struct HelpConcept: Sendable {
    /// What people call it; the first is its topic.
    let names: [String]
    /// A few lines, none longer than 76 columns.
    let text: String
    let examples: [String]
    /// The lesson about it.
    var lesson: String?

    static func about(_ topic: String) -> HelpConcept? { all.first { $0.names.contains(topic) } }

    static let all: [HelpConcept] = [
        HelpConcept(
            names: ["bucket", "buckets", "interval", "intervals", "by day", "by hour"],
            text: """
                A bucket is a stretch of time that one row stands for. It begins on an
                edge and ends just before the next. `by day` makes one for every day.
                second, minute and hour are elapsed time; day, week, month, quarter and
                year follow the calendar in the query's zone, so a day may have 23 hours.
                """,
            examples: ["sum steps by day last 7 days", "sum steps by 15min today", "explain buckets sum steps by 6h yesterday"],
            lesson: "anchors"),
        HelpConcept(
            names: ["anchor", "anchors", "phase"],
            text: """
                An anchor says where one edge lies; the others follow by whole intervals.
                `anchor 03:00` lets days begin at three, and today and yesterday follow.
                Without it days begin at midnight, weeks on Monday (set week), months on
                the 1st. `anchor monday 03:00` is for all whole weeks, `7 days` too. An
                anchor that cannot matter is told (I410).
                """,
            examples: ["sum activeEnergy by day anchor 03:00 last 7 days", "sum steps by week anchor sunday last 4 weeks"],
            lesson: "anchors"),
        HelpConcept(
            names: [
                "period", "periods", "second", "minute", "hour", "day", "week", "month", "quarter", "year", "days", "hours", "weeks",
                "months",
                "years", "minutes", "duration of time",
            ],
            text: """
                second, minute, hour are elapsed time; s, min, h for short, as in 15min.
                day, week, month, quarter, year follow the calendar; d, w, mo, q, y for
                short. `m` alone is refused: minutes or months?
                """,
            examples: ["sum steps by 2 weeks", "sum steps since -30d", "sum steps by month this year"], lesson: "anchors"),
        HelpConcept(
            names: [
                "profile", "profiles", "hour of day", "weekday", "hour of week", "day of month", "week of year", "month of year",
                "weekdays", "weekend", "weekends",
            ],
            text: """
                A profile has a row for each of its slots, over the whole range: 24 hours
                of the day, 7 weekdays, and so on, also where nothing was recorded. In a
                condition it tests the start of a sample; `between` includes both ends.
                Weekends are `where weekday in (saturday, sunday)`.
                """,
            examples: [
                "average heartRate by hour of day last 30 days", "sum steps by day last 8 full weeks | average by weekday",
                "average heartRate by day last 7 days where hour of day between 0 and 5",
            ], lesson: "clocks"),
        HelpConcept(
            names: ["range", "when", "time", "times", "dates", "date"],
            text: """
                A range says which time counts, from its start to just before its end.
                `last 30 days` ends with today, `last 30 full days` before it. `since`
                alone ends now. `from A to B` leaves out B, `between A and B` and
                `through B` take all of it; of an exact time they take that moment.
                Dates are written 2024-03-10, periods 2024, 2024-03, 2024-Q1, 2024-W10.
                Without a range everything counts, also what lies after now.
                """,
            examples: [
                "sum steps by day last 30 full days", "sum steps between 2026-05 and 2026-06", "sum steps by hour since today 08:00",
            ], lesson: "range"),
        HelpConcept(
            names: ["edges", "edge", "clipping", "clip", "strict", "overlapping samples"],
            text: """
                A sample that crosses an end of the range is clipped: the part inside
                counts. HealthKit's own query counts it whole, as `edges overlap` does;
                `strict` wants it wholly inside. Between two buckets it is shared by time,
                unless `assign by start` or `end` gives it whole to one.
                """,
            examples: [
                "sum steps yesterday edges overlap", "sum steps yesterday strict start", "sum steps by hour yesterday assign by start",
            ],
            lesson: "range"),
        HelpConcept(
            names: ["merged", "merging", "sources", "source", "double counting", "double", "twice", "overlap", "priority"],
            text: """
                What watch and phone recorded at the same time counts once: at each moment
                the best source that has an open sample counts. Only sums and
                the duration of sleep are merged.
                `show priority of steps` tells the order, `prefer` changes it for a query,
                `set priority` for good. `why 1` shows what each sample contributed.
                """,
            examples: [
                "sum steps by day last 3 days", "sum steps by source yesterday", "sum steps yesterday sources raw",
                "show priority of steps", "show overlap of steps",
            ], lesson: "sources"),
        HelpConcept(
            names: ["partial", "partial rows", "~", "whole"],
            text: """
                A row is partial where its bucket is not wholly inside the range, or not
                over yet. It is marked with ~. It has only a part of a total, so averages
                of totals leave it out, unless `partial keep` says otherwise; `sum` and
                `count` see every row. A reading, such as a weight, counts in any row.
                """,
            examples: ["sum steps by day last 3 days partial drop", "sum steps by day last 7 days | average"], lesson: "missing"),
        HelpConcept(
            names: ["missing", "null", "zero", "empty", "no data", "gaps", "gap"],
            text: """
                Missing is not zero. A row without samples shows · and is left out of
                averages; a measured 0 counts. Only `count` of nothing is 0. `fill` says
                what an empty row shows instead; `fill none` leaves such rows out.
                """,
            examples: ["sum flights by day last 7 days fill zero", "average weight by day last 30 days fill linear"], lesson: "missing"),
        HelpConcept(
            names: ["zone", "zones", "time zone", "time zones", "timezone", "clock", "clocks", "dst", "daylight saving"],
            text: """
                Days and clocks are those of the query's zone: `zone` in the query, else
                `set zone`, else the store's, else this machine's. Days on which clocks
                change have 23 or 25 hours and are one row. `zone sample` takes the zone
                that was recorded with each sample.
                """,
            examples: ["sum steps by day last 3 days zone Asia/Tokyo", "sum steps by day last 3 days zone sample"], lesson: "clocks"),
        HelpConcept(
            names: ["typical day", "typical", "so far", "ahead", "usual", "goal", "goals"],
            text: """
                Where a usual day stands at this time; `progress METRIC` sets today beside
                it. As stages: hours, a running total that begins anew each day, and the
                average of that by hour of day. A row is what has been reached by the end
                of its hour; `value at now` reads it at this time of day. Goals are those
                of the day's activity summary.
                """,
            examples: [
                "progress activeEnergy",
                "sum steps by hour last 30 full days | running total reset each day | average by hour of day",
                "sum steps by hour last 30 full days | running total reset each day | average by hour of day | value at now",
                "sum steps by hour today | running total reset each day | project",
            ], lesson: "typical"),
        HelpConcept(
            names: ["average", "averages", "mean", "weighting", "weights"],
            text: """
                Readings of heart rate and the like are weighted by the time that each
                covers. Readings without length, which is what most devices write, count
                alike: an hour of sport with many readings weighs more than a quiet one.
                `set weighting = hold` lets each last until the next. Body weights and
                the like always count alike. A total has no average; totals of days have.
                """,
            examples: ["average heartRate yesterday", "sum steps by day last 30 days | average", "median heartRate yesterday"],
            lesson: "averages"),
        HelpConcept(
            names: ["cumulative", "discrete", "style", "styles"],
            text: """
                Cumulative metrics are amounts that add up: steps, energy, distance.
                Discrete ones are readings: heart rate, weight. Sleep, other categories
                and workouts are intervals, whose statistic is duration. `describe steps`
                tells which one a metric is; without a word before it the usual statistic
                is taken.
                """,
            examples: ["describe steps", "steps yesterday", "heartRate yesterday"], lesson: "styles"),
        HelpConcept(
            names: ["night", "nights", "sleep", "asleep", "time in bed", "in bed"],
            text: """
                A night crosses midnight, so let days begin in the evening: `anchor 18:00`
                names each night after the evening before. `sleep` is the time asleep:
                core, deep, rem and unspecified sleep. `time in bed` is the time that any
                value covers, awake and inBed included. `sleepAnalysis` has all values.
                Where a watch says awake and a phone asleep, the better source decides.
                """,
            examples: [
                "duration sleep by day anchor 18:00 last 7 days", "duration time in bed by day anchor 18:00 last 7 days",
                "duration sleep by day anchor 18:00 last 7 days where value in (deep, rem)",
                "duration sleepAnalysis by day anchor 18:00 last 7 days where value is awake",
            ], lesson: "sleep"),
        HelpConcept(
            names: ["conditions", "condition", "filter", "filters", "predicate", "and", "or", "not"],
            text: """
                `where` chooses samples; behind a pipe it chooses rows. Fields: value,
                source, device, product, start, end, duration, created, a profile of the
                start, metadata "KEY"; for workouts activity, energy, distance. Compare
                with = != < <= > >=, between, in, is, is missing, contains, starts with.
                """,
            examples: [
                "count heartRate yesterday where value > 120 and source contains \"Watch\"",
                "sum steps by day last 30 days | where sum > 10000",
            ]),
        HelpConcept(
            names: ["pipe", "pipes", "|", "rows"],
            text: """
                Behind a pipe stand stages, which work on rows: `help stages` lists them.
                An aggregate behind a pipe makes one row of all, or with `by` one for each
                period or slot.
                """,
            examples: ["sum steps by day last 30 days | average by weekday", "sum steps by day last 30 days | top 3"]),
        HelpConcept(
            names: ["names", "variables", "variable", "functions", "function", "saved", "saved queries"],
            text: """
                `let` gives a query, a condition, a time or a value a name, `def` defines
                a query with places left open, `save` keeps either for later sessions,
                `forget` removes it. `_` is the last result.
                """,
            examples: [
                "let night = where hour of day between 0 and 5", "def daily(m: metric, n = 7) = sum m by day last n days",
                "show variables",
            ]),
        HelpConcept(
            names: ["scripts", "script", "parameters", "param"],
            text: """
                A file of statements: `run "report.tally"`, or `tally run report.tally`.
                It is checked whole before its first line runs, and stops at the first
                error. Lines `param NAME: TYPE = VALUE "TEXT"` at its top are options.
                """,
            examples: ["param n: number = 7 \"how many days\""], lesson: "tests"),
        HelpConcept(
            names: ["fixes", "fix", "suggestions", "did you mean"],
            text: """
                A finding may have a fix, which was tried: the statement is right with it.
                `fix:` keeps what is asked; `try:` asks something else, such as another
                aggregate. In the shell Tab puts either into the line; `tally check --fix`
                writes those that keep the question into scripts.
                """,
            examples: ["help E120"]),
        HelpConcept(
            names: ["case", "test", "tests", "testing", "check", "expectations"],
            text: """
                `tally test FILE` runs each `case "…"` of a script on an empty store of
                its own. `load` fills it in a line, `expect row TIME VALUE` says what the
                query before must give, `assert QUERY = VALUE` compares one value.
                """,
            examples: ["load steps at 2025-01-01 08:00 every 10min: 100 _ 200x3", "assert sum steps yesterday >= 500"], lesson: "tests"),
        HelpConcept(
            names: ["questions", "question", "english", "plain english"],
            text: """
                A question in plain words is answered with the query that it may mean:
                how many steps last week, when did I walk the most this month, did I
                sleep more than last month. Tab puts the query into the line.
                """,
            examples: ["sum steps last week", "sum steps by day this month | top 1"]),
        HelpConcept(
            names: ["code", "healthkit", "swift", "sql"],
            text: """
                `explain swift` writes a query as a function for HealthKit, `explain sql`
                as SQL over a table of samples. Comments in them say where the two would
                not agree.
                """,
            examples: ["explain swift average heartRate by hour today", "explain sql sum steps by day last 7 days"], lesson: "code"),
        HelpConcept(
            names: ["charts", "chart", "pictures", "formats", "output", "color", "colors", "colour"],
            text: """
                `as` chooses how an answer is printed, and `to "FILE"` puts it into a
                file. `help bars`, `help heatmap` and the other formats tell more. Colour
                is left out with --color never, or where NO_COLOR is set.
                """,
            examples: ["sum steps by day last 7 days as csv", "average heartRate by weekday and hour of day last 4 weeks as wide"]),
        HelpConcept(
            names: ["to", "file", "files", "to file"],
            text: """
                `as FORMAT to "FILE"` at the end of a query writes the answer to a file.
                The file is written whole, or not at all. A file that exists is replaced
                after asking, or after `set overwrite = yes`. `watch` replaces its own
                file at every change. `export` writes samples to a file.
                After `from`, `to` ends a range of time or an axis of values.
                """,
            examples: [
                "sum steps by day last 7 days as csv to \"steps.csv\"", "export heartRate last year to \"hr.csv\"",
                "sum steps from 2026-05-01 to 2026-06-01",
            ]),
        HelpConcept(
            names: ["elapsed", "aligned", "same day", "same part", "comparison", "comparisons"],
            text: """
                `this month | compare to previous month` sets what has passed of a month
                beside the whole one before. `since start of this month` ends now, and is
                compared with as much of the month before. `aligned elapsed` only says
                which rows stand beside each other: the first with the first.
                """,
            examples: [
                "sum steps since start of this month | compare to previous month",
                "sum steps since start of this week | compare to previous week",
            ]),
        HelpConcept(
            names: ["keys", "key bindings", "shell", "shortcuts", "vi", "emacs"],
            text: """
                Tab completes, again lists; on an error it puts the fix into the line.
                Right, End: take the grey hint; Alt-F one word of it. Up, Down: history.
                Ctrl-R searches it. Ctrl-A, Ctrl-E, Alt-B, Alt-F move; Ctrl-W, Ctrl-U,
                Ctrl-K delete, Ctrl-Y brings back, Ctrl-_ undoes. Ctrl-C gives the line
                up or stops a query, Ctrl-L clears the screen, Ctrl-D leaves. A query goes
                on where its line ends open, with a pipe or a parenthesis. Your .inputrc
                counts: `set editing-mode vi` there gives the keys of vi.
                """,
            examples: ["set hints = off", "set pager = off", "set timing = on"]),
        HelpConcept(
            names: ["lessons", "lesson", "learning", "tutorial"],
            text: """
                `learn` lists twelve lessons, `learn anchors` begins one. It asks for
                guesses and statements, on samples of its own.
                """,
            examples: ["learn"]),
    ]
}
