extension DiagnosticCatalog {
    /// Names and functions, scripts, saved queries and statements about data.
    static let definitions: [CatalogEntry] = [
        CatalogEntry(
            .namesTooDeep, "names too deep",
            "A name stands for names that stand for names, and so on without an end that is near. Give its parts names afresh.",
            example: "let a = where value > 1\nlet b = where a and a and a and a and a and a and a and a and a and a\n"
                + "let c = where b and b and b and b and b and b and b and b and b and b\n"
                + "let d = where c and c and c and c and c and c and c and c and c and c\n"
                + "let e = where d and d and d and d and d and d and d and d and d and d\nsum steps where e"),
        CatalogEntry(
            .functionWithoutCall, "a function without a call",
            "A function that `def` made is called with parentheses, also where it takes no arguments.",
            example: "def busiest() = sum steps by day\nbusiest"),
        CatalogEntry(
            .missingArgument, "missing argument", "A formal without a default needs a value in every call.",
            example: "def typical(m: metric) = average m by day\ntypical()"),
        CatalogEntry(
            .unknownArgument, "unknown argument", "The function has no formal of that name, or fewer formals than there are arguments.",
            example: "def typical(m: metric) = average m by day\ntypical(heartRate, n = 7)"),
        CatalogEntry(
            .wrongArgument, "wrong type of argument",
            "Formals have a type: metric, time, span, duration, unit, number, text or predicate; without one, that of their default. A condition is given by the name of a `let`.",
            example: "def lately(n: number) = sum steps last n weeks\nlately(steps)"),
        CatalogEntry(
            .recursiveFunction, "a function that calls itself",
            "A function is a query with names for its parts; it has no way to stop, and so may not call itself.",
            example: "def again(m: metric) = again(m) by day"),
        CatalogEntry(
            .queryAsMetric, "a query in the place of a metric",
            "A name that stands for a whole query begins a query, alone. An aggregate before it, or measures beside it, would have to guess what becomes of its clauses.",
            example: "let daily = sum steps by day\naverage daily"),
        CatalogEntry(
            .duplicateArgument, "argument given twice", "Each formal takes one argument: by its place, or by its name.",
            example: "def typical(m: metric) = average m by day\ntypical(heartRate, m = heartRate)"),
        CatalogEntry(
            .nameIsTaken, "name in use",
            "A saved query is not replaced unless somebody says yes, or `set overwrite = yes` did.",
            example: "let goal = 500\nsave goal\nsave goal"),
        CatalogEntry(
            .unreadableScript, "unreadable script",
            "The script that `run` names cannot be read; its path is relative to the script that runs it.",
            example: "run \"missing.tally\""),
        CatalogEntry(
            .scriptRunsItself, "a script that runs itself",
            "A script may not run itself, directly or through another one: it would never end. Caused by a file `again.tally` that holds its own name.",
            example: "run \"again.tally\""),
        CatalogEntry(
            .scriptArgument, "wrong argument of a script",
            "What is given to a script must be one of its `param` lines, and of its type; a parameter without a default must be given. Caused by a script without `param` lines.",
            example: "run \"report.tally\" --length 7"),
        CatalogEntry(
            .nothingToSave, "nothing to save", "`save` keeps a `let`, a `def` or the last query under a name; there is none of them.",
            example: "save morning"),
        CatalogEntry(
            .unusableSavedQuery, "unusable saved query",
            "The file of a saved query does not hold a query, a `let` or a `def` of its name. Files can be edited: see `show saved`.",
            example: "morning"),
        CatalogEntry(
            .unknownLesson, "no such lesson",
            "`learn` lists the lessons; one is begun by its number or its name, as in `learn anchors`.",
            example: "learn anchor points"),
        CatalogEntry(
            .notConfirmed, "deletion not confirmed",
            "Deleted samples are gone. A terminal is asked; a script says `confirmed` at the end of the statement, which is the consent.",
            example: "add 10 count steps at 2025-01-01\ndelete samples of steps"),
        CatalogEntry(
            .exportFile, "file of an export",
            "`export` writes CSV to a file that ends in .csv, and JSON Lines to one that ends in .jsonl; both can be imported.",
            example: "export steps to \"steps.txt\""),
        CatalogEntry(
            .watchShape, "watch until one value", "`until` compares one value, so the query must give one row and one column.",
            example: "watch sum steps by day until > 10000"),
        CatalogEntry(
            .wrongScript, "a script that is wrong",
            "A script that another one runs is checked with it, before the first line of either runs. Caused by a file that holds `sum stepz`.",
            example: "run \"wrong.tally\""),
    ]
}
