/// Scripts, files, the shell, and getting help.
extension HelpConcept {
    static let work: [HelpConcept] = [
        HelpConcept(
            names: ["scripts", "script", "parameters", "parameter", "param", "arguments", "automation"],
            text: """
                A script is a file of statements. Run it with `run "report.tally"`, or
                from the command line with `tally run report.tally`. Tally checks the whole
                script before it runs the first line, and stops at the first error. Lines
                `param NAME: TYPE = VALUE "TEXT"` at the top become options.
                """,
            examples: ["param n: number = 7 \"how many days\""], lesson: "tests"),
        HelpConcept(
            names: ["reports", "report", "document", "documents", "web page", "publish"],
            text: """
                `tally run week.tally --output week.html` writes everything that a script
                prints to one web page: tables, charts, text and warnings. A name that ends
                in `.md` writes Markdown. `title`, `section` and `text` divide the report.
                If the script fails, the old file stays as it is.
                """,
            examples: ["title \"My week\"", "section \"Sleep\"", "text \"Only whole nights count.\""]),
        HelpConcept(
            names: ["fixes", "fix", "suggestions", "did you mean", "try", "correct"],
            text: """
                Some errors come with a corrected query that Tally has already checked.
                After `fix:`, it asks the same question. After `try:`, it asks a different
                one, for example with another aggregate. In the shell, press Tab to insert
                it. `tally check --fix` applies the fixes that ask the same question to
                your scripts.
                """,
            examples: ["help E120"]),
        HelpConcept(
            names: ["errors", "error", "warnings", "warning", "messages", "infos", "info"],
            text: """
                Each message has a code: E for an error, which stops the statement, W for
                a warning and I for information. `help E120` explains a code, and
                `show codes` lists all codes.
                """,
            examples: ["help E120", "show codes"]),
        HelpConcept(
            names: ["case", "test", "tests", "testing", "check", "expectations", "unit tests"],
            text: """
                `tally test FILE` runs each `case "…"` of a script on its own empty store.
                `load` fills the store in one line. `expect row TIME VALUE` states the
                result of the query before it. `assert QUERY = VALUE` compares one value.
                """,
            examples: ["load steps at 2025-01-01 08:00 every 10min: 100 _ 200x3", "assert sum steps yesterday >= 500"], lesson: "tests"),
        HelpConcept(
            names: ["questions", "question", "english", "plain english", "natural language", "ask"],
            text: """
                Ask in plain English and Tally suggests a query: how many steps last week,
                when did I walk the most this month, did I sleep more than last month.
                Press Tab to insert the query.
                """,
            examples: ["sum steps last week", "sum steps by day this month | top 1"]),
        HelpConcept(
            names: [
                "charts", "chart", "pictures", "picture", "formats", "format", "output", "color", "colors", "colour", "plot", "graph",
                "draw", "diagram", "visualize", "table", "tables", "export a chart",
            ],
            text: """
                `as` sets how Tally prints the answer, and `to "FILE"` writes it to a file.
                `as chart` draws a chart that fits the query. `help bars`, `help heatmap`
                and so on describe each format. Use --color never or NO_COLOR for output
                without color.
                """,
            examples: [
                "sum steps by day last 7 days as csv", "sum steps by day and source last 7 days as wide",
                "average weight by week last 12 weeks as line",
            ]),
        HelpConcept(
            names: ["to", "file", "files", "to file", "save to file", "write to file", "download", "overwrite", "spreadsheet", "excel"],
            text: """
                `as FORMAT to "FILE"` at the end of a query writes the answer to a file.
                Tally writes the whole file or nothing. It asks before it replaces a file,
                unless you use `set overwrite = yes`. `watch` replaces its own file at
                every change. `export` writes samples to a file. After `from`, `to` sets
                the end of a range or of a value axis.
                """,
            examples: [
                "sum steps by day last 7 days as csv to \"steps.csv\"", "export heartRate last year to \"hr.csv\"",
                "sum steps from 2026-05-01 to 2026-06-01",
            ]),
        HelpConcept(
            names: [
                "pseudonymised", "pseudonymized", "pseudonyms", "anonymous", "anonymise", "anonymize", "share data", "export everything",
                "everything", "backup",
            ],
            text: """
                `export everything to "all.csv"` writes the samples of all metrics to a
                file that `import` reads. With `pseudonymised`, random codes replace the
                names of persons and sources, and all times of a person are some weeks
                earlier. The codes are in `all.key`, which you keep apart from the data.
                `using "all.key"` has the same codes in a later export.
                """,
            examples: [
                "export everything to \"all.csv\"", "export everything last 12 months pseudonymised to \"study.csv\"",
                "export everything pseudonymised using \"study.key\" to \"more.csv\"",
            ]),
        HelpConcept(
            names: [
                "import data", "my data", "own data", "apple health", "health app", "export.zip", "xml", "get data", "start", "begin",
                "getting started",
            ],
            text: """
                In the Health app on your iPhone, tap your picture and choose Export All
                Health Data. Copy the zip file to this machine and import it. If you
                import a later export, Tally adds only the new samples. To try Tally
                without your own data, run `tally demo`.
                """,
            examples: ["import \"export.zip\"", "show metrics"]),
        HelpConcept(
            names: ["store", "stores", "database", "sqlite", "where is my data", "memory"],
            text: """
                A store is a file that contains your samples. Tally uses the store given
                with --store or TALLY_STORE, or else the one in your data folder. `open`
                opens another store. `--store :memory:` uses a temporary store in memory.
                `tally info` shows where the store is and what it contains.
                """,
            examples: ["open \"other.tally\"", "show metrics"]),
        HelpConcept(
            names: [
                "persons", "person", "cohort", "cohorts", "people", "participants", "participant", "subjects", "patients",
                "several persons",
                "attributes", "study",
            ],
            text: """
                A store can hold several persons. Samples of different persons are never
                merged, and days are each person's own. A query combines all persons:
                `by person` gives each its own rows, and `where person is P07` chooses
                one. Attributes such as a group are keys and conditions, too: `by group`,
                `where age > 60`. `set person = P07` chooses a person for all following
                statements, and `set person = all` ends that.
                """,
            examples: [
                "sum steps by day and person last 7 days", "sum steps by day and person last 28 days | average by person", "show persons",
                "set person = all",
            ]),
        HelpConcept(
            names: ["topics", "topic", "words", "overview", "how to", "what can i ask"],
            text: """
                `help` shows an overview. `help WORD` explains a word of the language, a
                metric, a setting, a code, or a word from HealthKit or everyday life.
                `help stages`, `help clauses` and `help settings` are lists.
                """,
            examples: ["help stages", "help heartRate", "help group by"]),
        HelpConcept(
            names: ["privacy", "private", "network", "internet", "safe", "security", "upload"],
            text: """
                Your data stays on this machine. Tally uses no network connection, and only
                you can read the files that it creates.
                """,
            examples: ["show metrics"]),
        HelpConcept(
            names: ["keys", "key bindings", "shell", "shortcuts", "vi", "emacs", "tab", "completion", "editing"],
            text: """
                Tab completes a word or lists the words that fit. After an error, Tab
                inserts the fix. Right or End accepts the gray hint, and Alt-F accepts one
                word of it. Up and Down move through the history, and Ctrl-R searches it.
                Ctrl-A, Ctrl-E, Alt-B and Alt-F move the cursor. Ctrl-W, Ctrl-U and Ctrl-K
                delete text, Ctrl-Y inserts what you deleted, and Ctrl-_ undoes a change.
                Ctrl-C clears the line or stops a query, Ctrl-L clears the screen, and
                Ctrl-D quits. A query continues on the next line after a comma, a pipe or
                an open parenthesis. Tally reads your .inputrc: for the keys of vi, add the
                line `set editing-mode vi`.
                """,
            examples: ["set hints = off", "set pager = off", "set timing = on"]),
        HelpConcept(
            names: ["lessons", "lesson", "learning", "tutorial", "course", "teach"],
            text: """
                `learn` lists the lessons, and `learn anchors` starts one. A lesson asks
                for guesses and statements, and uses its own samples.
                """,
            examples: ["learn"]),
        HelpConcept(
            names: ["exit", "leave", "close", "bye", "stop", "cancel", "ctrl-c", "ctrl-d", "interrupt"],
            text: """
                `quit` or Ctrl-D leaves the shell. Ctrl-C stops the running query or
                clears the line.
                """,
            examples: ["quit"]),
    ]
}
