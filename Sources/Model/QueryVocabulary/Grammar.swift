/// The table of the language: which words can start where, with one line of help for each.
///
/// Completion, highlighting, `help` and the manual read it.
package enum Grammar {
    /// The place in a statement where a word or phrase can appear.
    package enum Place: String, Sendable, Hashable, CaseIterable {
        case statement, source, aggregate, clause, set, stage, output, format, thing
    }

    package struct Entry: Sendable, Hashable {
        package var place: Place
        /// The words that start the entry, in canonical spelling.
        package var phrase: String
        /// The full syntax, as the manual prints it.
        package var syntax: String
        package var summary: String
        /// A statement that uses it.
        package var example: String

        init(_ place: Place, _ phrase: String, _ syntax: String, _ summary: String, _ example: String) {
            self.place = place
            self.phrase = phrase
            self.syntax = syntax
            self.summary = summary
            self.example = example
        }
    }

    package static let entries: [Entry] = statements + sources + aggregates + clauses + sets + stages + outputs + formats + things

    /// Returns the entries that can start at `place`, in the order of the manual.
    package static func entries(at place: Place) -> [Entry] { entries.filter { $0.place == place } }

    /// Returns the entries whose phrase is `topic`, or else starts with it. Ignores case.
    package static func entries(about topic: String) -> [Entry] {
        let topic = topic.lowercased()
        let exact = entries.filter { $0.phrase == topic }
        return exact.isEmpty ? entries.filter { $0.phrase.hasPrefix(topic) } : exact
    }

    /// The first words of clauses and of the output, for corrections of misspelled words.
    package static let clauseOpeners: [String] = ClauseWord.openers + ["goal", "as", "in", "called"]

    private static let aggregates: [Entry] = Aggregate.all.map(\.definition).map {
        Entry(.aggregate, $0.name, $0.syntax, $0.summary, $0.example)
    }

    private static let clauses: [Entry] = ClauseWord.all.flatMap(\.definition.forms).map {
        Entry(.clause, $0.phrase, $0.syntax, $0.summary, $0.example)
    }

    private static let stages: [Entry] = StageWord.all.map(\.definition).map {
        Entry(.stage, $0.phrase, $0.syntax, $0.summary, $0.example)
    }

    private static let formats: [Entry] = OutputFormat.allCases.map { format in
        let (name, definition) = (format.rawValue, format.definition)
        let example = "\(definition.example) as \(name)" + (definition.hasFileExample ? " to \"steps.\(name)\"" : "")
        return Entry(.format, name, "as \(name)", definition.summary, example)
    }

    private static let statements: [Entry] = [
        Entry(
            .statement, "let", "let NAME = QUERY | where … | while … | TIME | SPAN | VALUE",
            "names a query, a condition, a set of times, a time or a value",
            "let goal = 500 kcal"),
        Entry(
            .statement, "def", "def NAME(NAME: TYPE = VALUE, …) = QUERY", "defines a function: a query with parameters",
            "def typical(m: metric) = average m by day"),
        Entry(
            .statement, "param", "param NAME: TYPE = VALUE \"TEXT\"", "declares a parameter of a script",
            "param metric: metric = steps \"what to report\""),
        Entry(
            .statement, "set", "set SETTING [of METRIC] [for person ID] = VALUE", "changes a setting", "set zone = Europe/Berlin"),
        Entry(
            .statement, "assert", "assert QUERY COMPARISON VALUE [within NUMBER [%]]",
            "stops a script if the answer is not as expected", "assert sum steps yesterday >= 500"),
        Entry(
            .statement, "expect",
            "expect rows N | [changed] row TIME VALUE … | changed N | no data | warning CODE | error CODE [: STATEMENT]",
            "states the expected result of the previous query, in script tests", "expect rows 3"),
        Entry(
            .statement, "explain", "explain [words | buckets | plan | swift [async | watch] | sql [for DIALECT]] QUERY",
            "shows how Tally reads and computes a query",
            "explain plan sum steps by day"),
        Entry(
            .statement, "watch", "watch [NAME =] QUERY [every PERIOD] [until COMPARISON VALUE]",
            "shows the answer again when it changes; with a name, tells the changed rows",
            "watch moving = sum steps by day last 7 days"),
        Entry(.statement, "stop", "stop NAME | all", "ends a named watch, or all of them", "stop moving"),
        Entry(
            .statement, "changes", "changes of METRIC [since anchor NUMBER] [limit NUMBER]",
            "lists the samples added and deleted since an anchor, and the new anchor", "changes of steps since anchor 3"),
        Entry(
            .statement, "anchor of", "anchor of METRIC", "the number of the last change, for `changes of METRIC since anchor NUMBER`",
            "anchor of steps"),
        Entry(
            .statement, "act as", "act as \"APP\" | owner",
            "asks as an app, which sees what it may read and writes as itself, or as the owner",
            "act as \"com.example.trends\""),
        Entry(
            .statement, "allow", "allow \"APP\" to read | write METRIC, …", "allows an app to read or write metrics",
            "allow \"com.example.trends\" to read steps, write weight"),
        Entry(
            .statement, "deny", "deny \"APP\" to read | write METRIC, …", "denies an app to read or write metrics",
            "deny \"com.example.trends\" to read heartRate"),
        Entry(.statement, "why", "why N | TIME", "shows the samples that make up row N of the last result", "why 3"),
        Entry(
            .statement, "add",
            "add NUMBER [UNIT] METRIC [for person ID] [from \"SOURCE\"] [at TIME [for DURATION | to TIME]] [with \"KEY\" = VALUE, …]",
            "adds a sample to the store", "add 500 count steps from \"Watch\" at now for 10min"),
        Entry(
            .statement, "add summary", "add summary [for person ID] on DATE RING NUMBER [of GOAL] [UNIT], …",
            "adds the activity summary of a day, with the rings `move`, `exercise` and `stand`",
            "add summary on 2026-06-30 move 100 of 560 kcal, exercise 20 of 30 min, stand 8 of 12 hr"),
        Entry(
            .statement, "load", "load METRIC [in UNIT] [for person ID] [from \"SOURCE\"] at TIME every DURATION [for DURATION]: VALUE …",
            "adds samples: 100 (a value), _ (gap), 200x3 (repeat), 5+5x4 (5, 10, … 25)",
            "load steps from \"Watch\" at 2025-01-01 08:00 every 10min: 100 _ 200x3 5+5x4"),
        Entry(
            .statement, "delete", "delete samples of METRIC CLAUSES [confirmed]", "deletes samples, after a confirmation",
            "delete samples of steps yesterday confirmed"),
        Entry(
            .statement, "import",
            "import \"PATH\", … [for person ID | person from name | person column NAME] [FIELD column NAME | FIELD TEXT] … "
                + "[replace [span] [confirmed]]",
            "imports an Apple Health export, or CSV or JSON Lines files",
            "import \"export.zip\""),
        Entry(
            .statement, "export", "export METRIC | everything CLAUSES [pseudonymised [using \"KEY\"]] to \"PATH\"",
            "writes samples of one or all metrics to a file, with or without names", "export heartRate last year to \"hr.csv\""),
        Entry(
            .statement, "forget", "forget NAME | person ID [confirmed]",
            "removes a let, a def or a saved query, or everything of a person, after a confirmation", "forget goal"),
        Entry(.statement, "rename person", "rename person ID to ID", "gives a person another id", "rename person \"\" to P01"),
        Entry(.statement, "help", "help [TOPIC]", "explains a word, a metric or a code", "help running total"),
        Entry(.statement, "show", "show THING [of METRIC]", "lists metrics, sources, units, settings, …", "show sources of steps"),
        Entry(
            .statement, "describe", "describe METRIC | person ID",
            "describes a metric: its style, units, sources and range; or a person", "describe heartRate"),
        Entry(.statement, "learn", "learn [LESSON [again] | reset]", "lists the lessons, or starts one", "learn anchors"),
        Entry(.statement, "run", "run \"PATH\" [--NAME VALUE …]", "runs a script", "run \"report.tally\" --metric steps"),
        reportLine(.title), reportLine(.section), reportLine(.text),
        Entry(.statement, "save", "save NAME", "saves the last query under a name", "save morning"),
        Entry(.statement, "history", "history", "lists the statements of this and earlier sessions", "history"),
        Entry(.statement, "open", "open \"PATH\"", "opens another store", "open \"other.tally\""),
        Entry(.statement, "quit", "quit", "leaves the shell", "quit"),
        Entry(
            .statement, "tally", "tally EDITION", "states the edition of the language, as the first statement of a script", "tally 2"),
    ]

    private static func reportLine(_ word: ReportWord) -> Entry {
        Entry(.statement, word.rawValue, "\(word.rawValue) \"TEXT\"", word.summary, word.example)
    }

    private static let sources: [Entry] = [
        Entry(
            .source, "samples", "samples [of] METRIC [in UNIT]", "lists samples instead of computing a statistic",
            "samples of heartRate yesterday"),
        Entry(.source, "summaries", "summaries", "lists activity summaries: move, exercise, stand", "summaries last 7 days"),
        Entry(
            .source, "progress", "progress METRIC [in UNIT] [goal NUMBER [UNIT]]",
            "compares today with a typical day and the goal, and estimates the final total",
            "progress activeEnergy against last 60 full days"),
        Entry(.source, "_", "_", "uses the last result", "_ | top 3"),
    ]

    private static let sets: [Entry] = [
        Entry(
            .set, "within", "within DURATION of | before | after SET", "the time near each interval of a set",
            "average bloodGlucose while within 2h after dietaryCarbohydrates"),
        Entry(
            .set, "sessions", "sessions of SET [gap DURATION]", "joins intervals that touch, or are at most this far apart",
            "average heartRate while sessions of sleep gap 1h"),
    ]

    private static let outputs: [Entry] = [
        Entry(
            .output, "as", "as FORMAT [from NUMBER [to NUMBER]] [rule LINE …] [to \"PATH\"]",
            "sets the output format, the ends of the value axis, reference lines and the file to write",
            "sum steps by day as csv to \"steps.csv\""),
        Entry(
            .output, "rule", "rule NUMBER [UNIT] | average | at TIME [called \"TEXT\"]",
            "draws a line across a chart, such as a goal, the average or a time of day",
            "sum steps by day last 30 days as chart rule 10000 called \"goal\""),
    ]

    private static let things: [Entry] = [
        Entry(.thing, "metrics", "show metrics", "metrics, and how many samples of each the store has", "show metrics"),
        Entry(.thing, "persons", "show persons", "the persons of the store, with their zones and attributes", "show persons"),
        Entry(.thing, "sources", "show sources [of METRIC]", "the sources that recorded samples", "show sources"),
        Entry(.thing, "zones", "show zones", "time zones by name", "show zones"),
        Entry(.thing, "units", "show units [of METRIC]", "units by name", "show units of distance"),
        Entry(.thing, "settings", "show settings", "settings and their values", "show settings"),
        Entry(
            .thing, "priority", "show priority [of METRIC]", "which source counts if several recorded the same time",
            "show priority of steps"
        ),
        Entry(.thing, "overlap", "show overlap [of METRIC]", "how much the samples of several sources overlap", "show overlap of steps"),
        Entry(
            .thing, "access", "show access [of \"APP\"]", "what apps may read and write", "show access of \"com.example.trends\""),
        Entry(.thing, "watches", "show watches", "the named watches of this session", "show watches"),
        Entry(.thing, "saved", "show saved", "saved queries", "show saved"),
        Entry(.thing, "variables", "show variables", "names defined by let and param", "show variables"),
        Entry(.thing, "functions", "show functions", "functions defined by def", "show functions"),
        Entry(.thing, "codes", "show codes", "codes of errors, warnings and notes", "show codes"),
    ]
}
