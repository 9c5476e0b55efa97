/// The kinds of clauses. A query has at most one of each kind, except for ranges: `since` combines with `until` or `through`.
package enum ClauseWord: Hashable, Sendable {
    case by, window, range, versus, anchor, zone, condition, holding, intervals, prefer, fill, grid, against, goal, limit, order
    case choice(ChoiceClause)

    /// In the order of the manual and the formatter.
    package static let all: [ClauseWord] = [
        .by, .window, .range, .versus, .anchor, .zone, .condition, .holding, .intervals, .choice(.edges), .choice(.assign),
        .choice(.sources), .prefer, .fill, .choice(.partial), .grid, .against, .goal, .limit, .order,
    ]

    /// The words, syntax and help of the clause. Nothing else defines them; the binder gives the meaning.
    package var definition: ClauseDefinition {
        switch self {
        case .by:
            ClauseDefinition(
                "by", of: [.statistics, .overlaps, .times],
                forms: [
                    Form(
                        "by", "by KEY, …", "groups by day, hour of day, source, value, bins, …", example: "sum steps by day and source"
                    )
                ])
        case .window:
            ClauseDefinition(
                "within", of: [.statistics, .measure], isReserved: false,
                forms: [
                    Form(
                        "within", "within DURATION after | before | of each workout | night | (SET)",
                        "makes a row for each event, with the time near it",
                        example: "average heartRate within 2h after each workout last 30 days"),
                    Form(
                        "before each", "before each workout | night | (SET)", "takes the last value before each event",
                        example: "latest weight before each workout last 30 days"),
                    Form(
                        "after each", "after each workout | night | (SET)", "takes the first value after each event",
                        example: "first bloodGlucose after each (dietaryCarbohydrates) this week"),
                ])
        case .range:
            ClauseDefinition(
                "range", of: QueryKind.queries,
                forms: [
                    Form(
                        "last", "last [N] [full] PERIOD | MONTH | WEEKDAY | night", "selects the last days, weeks, …",
                        example: "sum steps by day last 30 days"),
                    Form(
                        "this", "this PERIOD | morning | afternoon | evening", "selects the current day, week, …",
                        example: "sum steps by day this week"),
                    Form("today", "today", "selects today", example: "sum steps today"),
                    Form("yesterday", "yesterday", "selects yesterday", example: "sum steps yesterday"),
                    Form(
                        "all time", "all time", "selects everything from the first to the last sample",
                        example: "sum steps by year all time"),
                    Form(
                        "since", "since TIME", "starts the range, which ends now or at `until`",
                        example: "sum steps by day since -30d"),
                    Form("until", "until TIME", "ends the range before a time", example: "sum steps by day until 2024-03-10"),
                    Form(
                        "through", "through TIME", "ends the range after a period",
                        example: "sum steps by day since 2024-01 through 2024-03"),
                    Form(
                        "between", "between TIME and TIME", "selects a range that includes the second period",
                        example: "sum steps by day between 2024-01 and 2024-03"),
                    Form(
                        "from", "from TIME to TIME", "selects a range that excludes the second time",
                        example: "sum steps by day from 2024-01 to 2024-03"),
                    Form("on", "on DATE | WEEKDAY | MONTH DAY", "selects a whole day", example: "sum steps by hour on 2024-03-10"),
                    Form(
                        "during", "during PERIOD | MONTH [YEAR] | SET", "selects a whole period, or counts the time of a set",
                        example: "sum steps by week during 2024-Q1"),
                ])
        case .versus:
            ClauseDefinition(
                "vs", of: [.statistics], isReserved: false,
                forms: [
                    Form(
                        "vs", "vs [the same days of] RANGE | the [N] PERIOD before", "puts another range next to this one",
                        example: "sum steps by day last week vs the week before | average"),
                    Form(
                        "before and after", "[DURATION] before and after TIME", "puts the time before a moment next to the time after it",
                        example: "average restingHeartRate by day before and after 2025-06-01 | average"),
                ])
        case .anchor:
            ClauseDefinition(
                "anchor", of: QueryKind.queries,
                forms: [
                    Form(
                        "anchor", "anchor TIME | WEEKDAY [TIME] | day N [TIME] | DATE [TIME]", "sets when days, weeks and months start",
                        example: "sum activeEnergy by day anchor 03:00")
                ])
        case .zone:
            ClauseDefinition(
                "zone", of: QueryKind.queries,
                forms: [
                    Form(
                        "zone", "zone NAME | local | utc | sample | (NAME until DATE, NAME)", "sets the time zone",
                        example: "sum steps by day zone Europe/Berlin")
                ])
        case .condition:
            ClauseDefinition(
                "where", of: [.statistics, .samples, .progress, .overlaps, .selection, .measure],
                forms: [
                    Form(
                        "where", "where CONDITION", "keeps only the samples that match a condition",
                        example: "count heartRate by day where value > 150")
                ])
        case .holding:
            ClauseDefinition(
                "holding", of: [.statistics, .measure],
                forms: [
                    Form(
                        "holding", "holding DURATION", "extends each reading to the next one of its source, at most this long",
                        example: "duration heartRate by day where value > 120 holding 2min")
                ])
        case .intervals:
            ClauseDefinition(
                "while", of: [.statistics, .samples, .selection, .measure],
                forms: [
                    Form(
                        "while", "while | during SET", "counts only the time during sleep, workouts or other samples",
                        example: "average heartRate by day while sleep")
                ])
        case .prefer:
            ClauseDefinition(
                "prefer", of: [.statistics, .progress, .overlaps, .measure],
                forms: [
                    Form(
                        "prefer", "prefer \"SOURCE\", …", "sets the priority of sources for this query",
                        example: "sum steps by day prefer \"Apple Watch\"")
                ])
        case .fill:
            ClauseDefinition(
                "fill", of: [.statistics, .measure],
                forms: [
                    Form(
                        "fill", "fill none | null | zero | previous | linear | NUMBER", "fills empty rows, or drops them (`none`)",
                        example: "sum steps by day fill zero")
                ])
        case .grid:
            ClauseDefinition(
                "grid", of: [.statistics, .overlaps],
                forms: [
                    Form(
                        "grid", "grid elapsed | clock", "counts buckets of several hours by elapsed time or by clock time",
                        example: "sum steps by 6h grid clock")
                ])
        case .against:
            ClauseDefinition(
                "against", of: [.progress],
                forms: [
                    Form(
                        "against", "against last N full days", "sets how many previous days form the typical day of `progress`",
                        example: "progress steps against last 60 full days")
                ])
        case .goal:
            ClauseDefinition(
                "goal", of: [.progress], isReserved: false,
                forms: [
                    Form(
                        "goal", "goal NUMBER [UNIT] | none", "sets the goal of the day, in place of the stored one",
                        example: "progress steps goal 10000")
                ])
        case .limit:
            ClauseDefinition(
                "limit", of: [.samples, .summaries],
                forms: [
                    Form("limit", "limit N", "limits the number of rows", example: "samples of heartRate limit 10")
                ])
        case .order:
            ClauseDefinition(
                "order", of: [.samples],
                forms: [
                    Form("newest", "newest first", "lists the newest samples first", example: "samples of heartRate newest first"),
                    Form("oldest", "oldest first", "lists the oldest samples first", example: "samples of heartRate oldest first"),
                ])
        case .choice(let clause): clause.definition
        }
    }

    /// The name of the clause in messages.
    package var keyword: String { definition.keyword }

    /// Returns the clause that starts with `word`, in lower case.
    package init?(opener word: String) {
        guard let clause = ClauseWord.byOpener[word] else { return nil }
        self = clause
    }

    /// The reserved words that start clauses.
    package static let openers: [String] = reserved.flatMap(\.definition.openers)

    private static let reserved = all.filter(\.definition.isReserved)

    private static let byOpener = Dictionary(
        uniqueKeysWithValues: reserved.flatMap { clause in clause.definition.openers.map { ($0, clause) } })

    /// True if a query of this kind can have the clause.
    package func belongs(to kind: QueryKind) -> Bool { definition.queries.contains(kind) }

    fileprivate typealias Form = ClauseDefinition.Form
}

/// The statements that clauses apply to: a kind of query, or the samples of another statement.
package enum QueryKind: Hashable, Sendable, CaseIterable {
    case statistics, samples, summaries, progress
    /// A list of the intervals of a set: `gaps of heartRate longer than 1h`.
    case times
    /// `show overlap`, which has the clauses of `statistics` except those that would change the overlap.
    case overlaps
    /// The samples of `delete` and `export`.
    case selection
    /// A measure in parentheses: `(sum steps sources raw)`.
    case measure

    /// All kinds except a measure, which shares the time of its query.
    static let queries = allCases.filter { $0 != .measure }
}

/// The definition of a clause: the queries that can have it, its words and its help.
package struct ClauseDefinition: Sendable {
    /// One way to write it.
    package struct Form: Sendable {
        /// The words that start the clause.
        package let phrase: String
        /// The full syntax, as the manual prints it.
        package let syntax: String
        package let summary: String
        package let example: String

        fileprivate var opener: String { String(phrase.prefix { $0 != " " }) }

        init(_ phrase: String, _ syntax: String, _ summary: String, example: String) {
            self.phrase = phrase
            self.syntax = syntax
            self.summary = summary
            self.example = example
        }
    }

    package let keyword: String
    /// The kinds of queries that can have it.
    package let queries: [QueryKind]
    /// True if the first words are reserved. False if they are words of the language only in a query that can have the clause.
    package let isReserved: Bool
    package let forms: [Form]

    /// The first word of each form.
    package var openers: [String] { forms.map(\.opener) }

    init(_ keyword: String, of queries: [QueryKind], isReserved: Bool = true, forms: [Form]) {
        self.keyword = keyword
        self.queries = queries
        self.isReserved = isReserved
        self.forms = forms
    }
}

// MARK: Clauses that choose a rule

/// A clause that chooses one of a few rules: `assign by start`. Its rules, its words and its default are defined below.
package enum ChoiceClause: Hashable, Sendable, CaseIterable {
    case edges, assign, sources, partial

    fileprivate var definition: ClauseDefinition {
        switch self {
        case .edges:
            ClauseDefinition(
                "edges", of: [.statistics, .samples, .overlaps, .selection, .measure],
                forms: [
                    Form(
                        "edges", "edges clip | overlap | outward",
                        "clips samples at the edges of the range, counts them in full, or moves the edges out to whole buckets",
                        example: "sum steps yesterday edges overlap"),
                    Form(
                        "strict", "strict [start | end]", "keeps only samples inside the range: tests the start, the end or both",
                        example: "sum steps yesterday strict start"),
                ])
        case .assign:
            ClauseDefinition(
                "assign", of: [.statistics, .progress, .measure],
                forms: [
                    Form(
                        "assign by", "assign by share | start | end",
                        "splits samples that cross a bucket edge, or assigns each to one bucket",
                        example: "sum steps by hour assign by start")
                ])
        case .sources:
            ClauseDefinition(
                "sources", of: [.statistics, .progress, .measure],
                forms: [
                    Form(
                        "sources", "sources merged | raw | separate", "merges sources, adds them all up, or shows a row for each",
                        example: "sum steps by day sources raw")
                ])
        case .partial:
            ClauseDefinition(
                "partial", of: [.statistics, .times],
                forms: [
                    Form(
                        "partial", "partial mark | keep | drop", "marks, keeps or drops partial rows",
                        example: "sum steps by day partial drop")
                ])
        }
    }

    /// All forms of the clause.
    package var choices: [ClauseChoice] {
        switch self {
        case .edges: ClauseChoice.all(\.edges)
        case .assign: ClauseChoice.all(\.assignment)
        case .sources: ClauseChoice.all(\.sourceRule)
        case .partial: ClauseChoice.all(\.partial)
        }
    }

    private typealias Form = ClauseDefinition.Form
}

/// The rules that a query follows: from its choice clauses, or the defaults.
package struct ClauseChoices: Hashable, Sendable {
    package var edges = EdgeRule.clip
    package var assignment = Assignment.share
    package var sourceRule = SourceRule.merged
    package var partial = PartialRule.mark

    package init(_ chosen: [ClauseChoice] = []) {
        for choice in chosen { choice.choose(&self) }
    }
}

/// A choice clause with the chosen rule.
package struct ClauseChoice: Sendable {
    package let clause: ChoiceClause
    /// The text of the clause: `assign by start`, `strict`.
    package let text: String
    fileprivate let choose: @Sendable (inout ClauseChoices) -> Void

    fileprivate static func all<Rule: ClauseRule>(_ field: any WritableKeyPath<ClauseChoices, Rule> & Sendable) -> [ClauseChoice] {
        Rule.allCases.map { rule in ClauseChoice(clause: Rule.clause, text: rule.phrase) { $0[keyPath: field] = rule } }
    }
}

/// A rule that a clause chooses.
package protocol ClauseRule: RawRepresentable<String>, CaseIterable, Sendable {
    static var clause: ChoiceClause { get }
    /// The clause that chooses this rule.
    var phrase: String { get }
}

extension ClauseRule {
    package var phrase: String { "\(Self.clause.definition.forms[0].phrase) \(rawValue)" }
}

/// Which samples count at the edges of the range, and how much of each (S4).
public enum EdgeRule: String, Sendable, CaseIterable, ClauseRule {
    /// Samples that overlap the range; only the part inside counts.
    case clip
    /// Samples with `end ≥ S and start < E` count whole.
    case overlap
    /// Samples with start and end in `[S, E)` count whole.
    case strict
    /// Samples with `S ≤ start < E` count whole.
    case strictStart = "strict start"
    /// Samples with `S ≤ end < E` count whole.
    case strictEnd = "strict end"
    /// The ends of the range move out to the edges of buckets, and samples are clipped there (S4.6).
    case outward

    package static let clause = ChoiceClause.edges

    package var phrase: String { [.clip, .overlap, .outward].contains(self) ? "edges \(rawValue)" : rawValue }

    /// The rule for samples at the ends of the range, after the ends have moved.
    package var ofSamples: EdgeRule { self == .outward ? .clip : self }
}

/// Which bucket counts a sample that crosses a bucket edge (S3.9).
public enum Assignment: String, Sendable, CaseIterable, ClauseRule {
    case share, start, end

    package static let clause = ChoiceClause.assign
}

/// How the samples of several sources are combined (S6.4).
public enum SourceRule: String, Sendable, CaseIterable, ClauseRule {
    case merged, raw, separate

    package static let clause = ChoiceClause.sources
}

/// How partial rows are treated.
public enum PartialRule: String, Sendable, CaseIterable, ClauseRule {
    case mark, keep, drop

    package static let clause = ChoiceClause.partial
}
