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

    private static let aggregates: [Entry] =
        Aggregate.all.map(\.definition).map { Entry(.aggregate, $0.name, $0.syntax, $0.summary, $0.example) }
        + MeasureWord.allCases.map(\.entry)

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

    private static let statements: [Entry] = StatementWord.all.compactMap(\.definition.form)

    private static let things: [Entry] = ListWord.allCases.map(\.entry)

    private static let sources: [Entry] = kindsOfQueries + RecordWord.allCases.map(\.entry)

    private static let kindsOfQueries: [Entry] = [
        Entry(
            .source, "samples", "samples [of] METRIC [in UNIT]", "lists samples instead of computing a statistic",
            "samples of heartRate yesterday"),
        Entry(.source, "summaries", "summaries", "lists activity summaries: move, exercise, stand", "summaries last 7 days"),
        Entry(
            .source, "progress", "progress METRIC [in UNIT] [goal NUMBER [UNIT]]",
            "compares today with a typical day and the goal, and estimates the final total",
            "progress activeEnergy against last 60 full days"),
        Entry(
            .source, MeasureWord.glucoseRanges, "\(MeasureWord.glucoseRanges) [in UNIT]",
            "finds the time in each range of the glucose consensus, the average, stddev, coverage, GMI and CV",
            "\(MeasureWord.glucoseRanges) last 14 days"),
        Entry(
            .source, "gaps of", "gaps of SET [longer than DURATION]", "lists the times without samples, with their lengths",
            "gaps of heartRate longer than 1h last 7 days"),
        Entry(
            .source, "sessions of", "sessions of SET [gap DURATION]", "lists sessions, with their lengths",
            "sessions of sleep gap 1h last 7 days"),
        Entry(
            .source, "days without", "PERIOD without METRIC", "lists the days, weeks, … without a sample",
            "days without heartRate last 30 days"),
        Entry(.source, "_", "_", "uses the last result", "_ | top 3"),
    ]

    private static let sets: [Entry] = [
        Entry(
            .set, "within", "within DURATION of | before | after SET", "the time near each interval of a set",
            "average bloodGlucose while within 2h after dietaryCarbohydrates"),
        Entry(
            .set, "sessions", "sessions of SET [gap DURATION]", "joins intervals that touch, or are at most this far apart",
            "average heartRate while sessions of sleep gap 1h"),
        Entry(
            .set, "gaps", "gaps of SET [longer than DURATION]", "the time between intervals or readings, and since the last one",
            "sum steps while gaps of heartRate longer than 1h"),
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
}
