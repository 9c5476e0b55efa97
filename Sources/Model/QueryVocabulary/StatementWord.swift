/// The statements of the language. A statement with other rights or needs in one of its forms has a case for each of these.
package enum StatementWord: Hashable, Sendable {
    case query, `let`, def, param
    /// `set` and a setting; nil for an unknown one.
    case set(SettingWord?)
    case assert, expect, explain
    /// `watch QUERY`, which waits for changes.
    case watch
    /// `watch NAME = QUERY`, which does not wait.
    case namedWatch
    case stop, changes, anchor, actAs, allow, deny, why, add, addSummary, load, delete, undo, `import`
    case export, exportPseudonyms
    case defineMetric, forgetMetric, forget, forgetPerson, renamePerson, help
    /// `show` and a list; nil for the form of all lists.
    case show(ListWord?)
    case describe, describePerson, learn, run
    case report(ReportWord)
    case save, history, open, quit, edition, testCase
    /// Text that is not a statement.
    case invalid

    /// All statements, in the order of the manual.
    package static let all: [StatementWord] =
        [.query, .let, .def, .param, .set(nil)] + SettingWord.allCases.map { .set($0) }
        + [
            .assert, .expect, .explain, .watch, .namedWatch, .stop, .changes, .anchor, .actAs, .allow, .deny, .why, .add, .addSummary,
            .load, .delete, .undo, .import, .export, .exportPseudonyms, .defineMetric, .forgetMetric, .forget, .forgetPerson, .renamePerson,
            .help, .show(nil),
        ] + ListWord.allCases.map { .show($0) } + [.describe, .describePerson, .learn, .run] + ReportWord.allCases.map { .report($0) }
        + [.save, .history, .open, .quit, .edition, .testCase, .invalid]

    package var definition: StatementDefinition {
        switch self {
        case .query: StatementDefinition("", .asApp, [.clauses, .times, .rows, .solution])
        case .let:
            StatementDefinition(
                "let", "let NAME = QUERY | where … | while … | TIME | SPAN | VALUE",
                "names a query, a condition, a set of times, a time or a value", example: "let goal = 500 kcal", .anyone,
                [.clauses, .changesMeanings])
        case .def:
            StatementDefinition(
                "def", "def NAME(NAME: TYPE = VALUE, …) = QUERY", "defines a function: a query with parameters",
                example: "def typical(m: metric) = average m by day", .anyone, [.clauses, .changesMeanings])
        case .param:
            StatementDefinition(
                "param", "param NAME: TYPE = VALUE \"TEXT\"", "declares a parameter of a script",
                example: "param metric: metric = steps \"what to report\"", .anyone, [.clauses, .changesMeanings])
        case .set(nil):
            StatementDefinition(
                "set", "set SETTING [of METRIC] [for person ID] = VALUE", "changes a setting", example: "set zone = Europe/Berlin", .anyone,
                [.clauses, .changesMeanings])
        case .set(let setting?): setting.statement
        case .assert:
            StatementDefinition(
                "assert", "assert QUERY COMPARISON VALUE [within NUMBER [%]]", "stops a script if the answer is not as expected",
                example: "assert sum steps yesterday >= 500", .asApp, [.clauses, .times, .test, .solution])
        case .expect:
            StatementDefinition(
                "expect",
                "expect rows N | [changed] row TIME VALUE … | changed N | no data | warning CODE | error CODE [: STATEMENT]",
                "states the expected result of the previous query, in script tests", example: "expect rows 3", .asApp,
                [.clauses, .test, .needyExample])
        case .explain:
            StatementDefinition(
                "explain", "explain [words | buckets | plan | swift [async | watch] | sql [for DIALECT] | chart] QUERY",
                "shows how Tally reads and computes a query", example: "explain plan sum steps by day", .asApp,
                [.clauses, .times, .solution])
        case .watch:
            StatementDefinition(
                "watch", "watch [NAME =] QUERY [every PERIOD] [until COMPARISON VALUE]",
                "shows the answer again when it changes; with a name, tells the changed rows",
                example: "watch moving = sum steps by day last 7 days", .asApp, [.clauses, .times, .rows, .solution, .live])
        case .namedWatch: StatementDefinition("watch", .asApp, [.clauses, .times, .rows, .solution])
        case .stop:
            StatementDefinition(
                "stop", "stop NAME | all", "ends a named watch, or all of them", example: "stop moving", .anyone, [.clauses])
        case .changes:
            StatementDefinition(
                "changes", "changes of METRIC [since anchor NUMBER] [limit NUMBER]",
                "lists the samples added and deleted since an anchor, and the new anchor", example: "changes of steps since anchor 3",
                .asApp, demand: .changes, [.clauses, .rows, .solution])
        case .anchor:
            StatementDefinition(
                "anchor of", "anchor of METRIC", "the number of the last change, for `changes of METRIC since anchor NUMBER`",
                example: "anchor of steps", .asApp)
        case .actAs:
            StatementDefinition(
                "act as", "act as \"APP\" | owner", "asks as an app, which sees what it may read and writes as itself, or as the owner",
                example: "act as \"com.example.trends\"", .anyone)
        case .allow:
            StatementDefinition(
                "allow", "allow \"APP\" to read | write METRIC, …", "allows an app to read or write metrics",
                example: "allow \"com.example.trends\" to read steps, write weight", .ownerOnly("decide what apps may do"),
                demand: .writing, [.changesMeanings])
        case .deny:
            StatementDefinition(
                "deny", "deny \"APP\" to read | write METRIC, …", "denies an app to read or write metrics",
                example: "deny \"com.example.trends\" to read heartRate", .ownerOnly("decide what apps may do"), demand: .writing,
                [.changesMeanings])
        case .why:
            StatementDefinition(
                "why", "why N | TIME", "shows the samples that make up row N of the last result", example: "why 3", .asApp,
                demand: .singleSamples, [.clauses, .solution])
        case .add:
            StatementDefinition(
                "add",
                "add NUMBER [UNIT] METRIC [for person ID] [from \"SOURCE\"] [at TIME [for DURATION | to TIME]] [with \"KEY\" = VALUE, …]",
                "adds a sample to the store", example: "add 500 count steps from \"Watch\" at now for 10min", .asApp, demand: .writing,
                [.clauses])
        case .addSummary:
            StatementDefinition(
                "add summary", "add summary [for person ID] on DATE RING NUMBER [of GOAL] [UNIT], …",
                "adds the activity summary of a day, with the rings `move`, `exercise` and `stand`",
                example: "add summary on 2026-06-30 move 100 of 560 kcal, exercise 20 of 30 min, stand 8 of 12 hr",
                .ownerOnly("add activity summaries"), demand: .writing, [.clauses])
        case .load:
            StatementDefinition(
                "load", "load METRIC [in UNIT] [for person ID] [from \"SOURCE\"] at TIME every DURATION [for DURATION]: VALUE …",
                "adds samples: 100 (a value), _ (gap), 200x3 (repeat), 5+5x4 (5, 10, … 25)",
                example: "load steps from \"Watch\" at 2025-01-01 08:00 every 10min: 100 _ 200x3 5+5x4", .asApp, demand: .writing,
                [.clauses])
        case .delete:
            StatementDefinition(
                "delete", "delete samples of METRIC CLAUSES [confirmed]", "deletes samples, after a confirmation",
                example: "delete samples of steps yesterday confirmed", .asApp, demand: .writing, [.clauses, .times, .needyExample])
        case .undo:
            StatementDefinition(
                "undo", "undo [confirmed]", "takes back the last change of the store, after showing it and a confirmation",
                example: "undo confirmed", .ownerOnly("take back changes"), demand: .writing, [.changesMeanings, .rows, .needyExample])
        case .import:
            StatementDefinition(
                "import",
                "import \"PATH\", … [for person ID | person from name | person column NAME] [FIELD column NAME | FIELD TEXT] … "
                    + "[replace [span] [confirmed]]",
                "imports an Apple Health export, or CSV or JSON Lines files", example: "import \"export.zip\"", .ownerOnly("import files"),
                demand: .writing, [.changesMeanings, .needyExample])
        case .export:
            StatementDefinition(
                "export", "export METRIC | everything CLAUSES [pseudonymised [using \"KEY\"]] [with | without places] to \"PATH\"",
                "writes samples of one or all metrics to a file, with or without names",
                example: "export heartRate last year to \"hr.csv\"", .asApp, demand: .singleSamples, [.clauses, .times])
        case .exportPseudonyms:
            // The codes and the moved dates belong to the owner.
            StatementDefinition(
                "export", .ownerOnly("export pseudonyms of persons"), demand: .singleSamples, [.clauses, .times])
        case .defineMetric:
            StatementDefinition(
                "define metric", "define metric NAME [from NUMBER to NUMBER] [in UNIT] [cumulative]",
                "defines a metric of your own, which the store keeps", example: "define metric mood from 1 to 10",
                .ownerOnly("define metrics"), demand: .writing, [.changesMeanings])
        case .forgetMetric:
            StatementDefinition(
                "forget metric", "forget metric NAME", "removes the definition of a metric without samples", example: "forget metric mood",
                .ownerOnly("define metrics"), demand: .writing, [.changesMeanings, .needyExample])
        case .forget:
            StatementDefinition(
                "forget", "forget NAME | metric NAME | person ID [confirmed]",
                "removes a let, a def or a saved query, or everything of a person, after a confirmation", example: "forget goal", .anyone,
                [.changesMeanings, .noSavedNames, .needyExample])
        case .forgetPerson:
            StatementDefinition("forget person", .ownerOnly("change the persons of the store"), demand: .writing, [.changesMeanings])
        case .renamePerson:
            StatementDefinition(
                "rename person", "rename person ID to ID", "gives a person another id", example: "rename person \"\" to P01",
                .ownerOnly("change the persons of the store"), demand: .writing, [.changesMeanings])
        case .help:
            StatementDefinition(
                "help", "help [TOPIC | QUESTION]", "explains a word, a metric or a code, or shows the queries of questions like yours",
                example: "help running total", .anyone,
                [.clauses, .noSavedNames])
        case .show(nil):
            StatementDefinition(
                "show", "show THING [of METRIC]", "lists metrics, sources, units, settings, …", example: "show sources of steps", .asApp,
                [.noSavedNames])
        case .show(let list?): list.statement
        case .describe:
            StatementDefinition(
                "describe", "describe METRIC | person ID", "describes a metric: its style, units, sources and range; or a person",
                example: "describe heartRate", .asApp)
        case .describePerson: StatementDefinition("describe person", .ownerOnly("see the attributes of a person"))
        case .learn:
            StatementDefinition(
                "learn", "learn [LESSON [again] | reset]", "lists the lessons, or starts one", example: "learn anchors", .anyone,
                [.clauses, .live])
        case .run:
            StatementDefinition(
                "run", "run \"PATH\" [--NAME VALUE …]", "runs a script", example: "run \"report.tally\" --metric steps", .asApp,
                [.clauses, .changesMeanings, .rows, .needyExample])
        case .report(let word):
            StatementDefinition(word.rawValue, "\(word.rawValue) \"TEXT\"", word.summary, example: word.example, .anyone)
        case .save:
            // Saved queries belong to the owner, who uses them later.
            StatementDefinition(
                "save", "save NAME", "saves the last query under a name", example: "save morning", .ownerOnly("save queries"),
                [.noSavedNames, .needyExample])
        case .history:
            StatementDefinition(
                "history", "history", "lists the statements of this and earlier sessions", example: "history", .anyone)
        case .open:
            StatementDefinition(
                "open", "open \"PATH\"", "opens another store", example: "open \"other.tally\"", .ownerOnly("open another store"),
                [.changesMeanings, .needyExample])
        case .quit: StatementDefinition("quit", "quit", "leaves the shell", example: "quit", .anyone)
        case .edition:
            StatementDefinition(
                "tally", "tally EDITION", "states the edition of the language, as the first statement of a script", example: "tally 2",
                .anyone)
        case .testCase: StatementDefinition("case", .anyone, [.clauses, .test])
        case .invalid: StatementDefinition("", .anyone, [.clauses])
        }
    }

    /// The first words of statements, without those of queries.
    package static let openers: Set<String> = Set(
        all.map { String($0.definition.phrase.prefix { $0 != " " }) }.filter { !$0.isEmpty })
}
