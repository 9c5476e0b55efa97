extension DiagnosticCatalog {
    /// Codes for names, functions, scripts, saved queries and statements that change data.
    static let definitions: [CatalogEntry] = [
        CatalogEntry(
            .namesTooDeep, "too many nested names",
            "This name refers to names that refer to more names, too many in total. Write part of the value directly instead.",
            example: "let a = where value > 1\nlet b = where a and a and a and a and a and a and a and a and a and a\n"
                + "let c = where b and b and b and b and b and b and b and b and b and b\n"
                + "let d = where c and c and c and c and c and c and c and c and c and c\n"
                + "let e = where d and d and d and d and d and d and d and d and d and d\nsum steps where e"),
        CatalogEntry(
            .functionWithoutCall, "function without parentheses",
            "A function needs parentheses even if it has no parameters: `busiest()`.",
            example: "def busiest() = sum steps by day\nbusiest"),
        CatalogEntry(
            .missingArgument, "missing argument",
            "The function has a parameter without a default, so every call needs a value for it.",
            example: "def typical(m: metric) = average m by day\ntypical()"),
        CatalogEntry(
            .unknownArgument, "unknown argument",
            "The function has no parameter with this name, or fewer parameters than the call has arguments.",
            example: "def typical(m: metric) = average m by day\ntypical(heartRate, n = 7)"),
        CatalogEntry(
            .wrongArgument, "argument of the wrong type",
            "A parameter is a metric, time, span, duration, unit, number, text or predicate. Without a type, it has the type of its "
                + "default. To pass a condition, define it with `let` and pass its name.",
            example: "def lately(n: number) = sum steps last n weeks\nlately(steps)"),
        CatalogEntry(
            .recursiveFunction, "recursive function",
            "A function has no way to stop a recursion, so it can't call itself, directly or through another function.",
            example: "def again(m: metric) = again(m) by day"),
        CatalogEntry(
            .queryAsMetric, "query used as a metric",
            "This name refers to a whole query, which has its own aggregate and clauses. Write the name alone, or add stages after it: "
                + "`daily | average`.",
            example: "let daily = sum steps by day\naverage daily"),
        CatalogEntry(
            .duplicateArgument, "duplicate argument",
            "Each parameter accepts one value. Pass it by position or by name, not both.",
            example: "def typical(m: metric) = average m by day\ntypical(heartRate, m = heartRate)"),
        CatalogEntry(
            .nameIsTaken, "name in use",
            "A saved query with this name exists. To replace it, confirm in the terminal or use `set overwrite = yes`.",
            example: "let goal = 500\nsave goal\nsave goal"),
        CatalogEntry(
            .unreadableScript, "unreadable script",
            "Tally can't read the file after `run`. Its path is relative to the script that contains the statement.",
            example: "run \"missing.tally\""),
        CatalogEntry(
            .scriptRunsItself, "script that runs itself",
            "A script can't run itself, directly or through another script, because it would never end. This happens if `again.tally` "
                + "contains the line below.",
            example: "run \"again.tally\""),
        CatalogEntry(
            .scriptArgument, "invalid script argument",
            "Each argument needs a `param` line of the same name and type in the script. A parameter without a default needs an argument. "
                + "Here, `report.tally` has no `param` lines.",
            example: "run \"report.tally\" --length 7"),
        CatalogEntry(
            .nothingToSave, "nothing to save",
            "`save` stores a `let`, a `def` or the last query. Define the name or run a query first.",
            example: "save morning"),
        CatalogEntry(
            .unusableSavedQuery, "unusable saved query",
            "The file of this saved query doesn't contain a query, a `let` or a `def` with its name. `show saved` shows the folder of "
                + "these files. You can edit them.",
            example: "morning"),
        CatalogEntry(
            .unknownLesson, "unknown lesson",
            "`learn` lists the lessons. Start one with its number or its name, as in `learn anchors`.",
            example: "learn anchor points"),
        CatalogEntry(
            .notConfirmed, "deletion without confirmation",
            "In a terminal, Tally asks before it deletes samples or takes back a change. In a script, put `confirmed` at the end of the "
                + "statement.",
            example: "add 10 count steps at 2025-01-01\ndelete samples of steps"),
        CatalogEntry(
            .nothingToUndo, "nothing to undo",
            "`undo` takes back the last change of the store. A store keeps its last 20 changes (`set undo steps`), and none that an older "
                + "version of Tally made. `let`, `def` and settings of the session are not changes of the store.",
            example: "undo confirmed"),
        CatalogEntry(
            .cannotUndo, "change that can't be taken back",
            "`forget person` erases everything of a person, also from the earlier changes that the store keeps. Import the person's files "
                + "again. In memory, what a program wrote without a statement can't be taken back either.",
            example: "add 10 count steps for person P07 at 2025-01-01\nforget person P07 confirmed\nundo confirmed"),
        CatalogEntry(
            .exportFile, "unknown export format",
            "`export` chooses the format from the file name: CSV for .csv and JSON Lines for .jsonl. `import` reads both.",
            example: "export steps to \"steps.txt\""),
        CatalogEntry(
            .placesInTable, "places in a CSV file",
            "A CSV file has one row for each sample, and a route has many points. JSON Lines have them in separate lines, unless the "
                + "export is pseudonymised.",
            example: "export everything with places to \"all.csv\""),
        CatalogEntry(
            .watchShape, "condition on more than one value",
            "`until` compares one value, so the query must return one row and one column. Leave out `by`.",
            example: "watch sum steps by day until > 10000"),
        CatalogEntry(
            .wrongScript, "script with an error",
            "Tally checks a script and all scripts that it runs before the first line runs. Here, `wrong.tally` contains `sum stepz`.",
            example: "run \"wrong.tally\""),
    ]
}
