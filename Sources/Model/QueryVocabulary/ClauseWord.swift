/// The kinds of clauses. A query has one of each, but for ranges, of which two may go together.
package enum ClauseWord: Hashable, Sendable {
    case by, range, anchor, zone, condition, prefer, fill, grid, against, limit, order
    case choice(ChoiceClause)

    /// In the order of the manual, which is that of the formatter.
    package static let all: [ClauseWord] = [
        .by, .range, .anchor, .zone, .condition, .choice(.edges), .choice(.assign), .choice(.sources), .prefer, .fill, .choice(.partial),
        .grid, .against, .limit, .order,
    ]

    /// What a clause is: the one place that says so. What it means is the binder's.
    package var definition: ClauseDefinition {
        switch self {
        case .by:
            ClauseDefinition(
                "by", of: [.statistics, .overlaps],
                forms: [
                    Form(
                        "by", "by KEY, …", "makes a row for every hour, day, source, hour of day, …", example: "sum steps by day and source"
                    )
                ])
        case .range:
            ClauseDefinition(
                "range", of: QueryKind.allCases,
                forms: [
                    Form("last", "last [N] [full] PERIOD", "chooses the last days, weeks, …", example: "sum steps by day last 30 days"),
                    Form("this", "this PERIOD", "chooses the running day, week, …", example: "sum steps by day this week"),
                    Form("today", "today", "chooses today", example: "sum steps today"),
                    Form("yesterday", "yesterday", "chooses yesterday", example: "sum steps yesterday"),
                    Form(
                        "all time", "all time", "chooses everything from the first to the last sample",
                        example: "sum steps by year all time"),
                    Form("since", "since TIME", "begins the range; it ends now or at `until`", example: "sum steps by day since -30d"),
                    Form("until", "until TIME", "ends the range before a time", example: "sum steps by day until 2024-03-10"),
                    Form(
                        "through", "through TIME", "ends the range after the period named",
                        example: "sum steps by day since 2024-01 through 2024-03"),
                    Form(
                        "between", "between TIME and TIME", "chooses a range that includes the second period",
                        example: "sum steps by day between 2024-01 and 2024-03"),
                    Form(
                        "from", "from TIME to TIME", "chooses a range that excludes the second time",
                        example: "sum steps by day from 2024-01 to 2024-03"),
                    Form("on", "on DATE", "chooses a whole day", example: "sum steps by hour on 2024-03-10"),
                    Form("during", "during PERIOD", "chooses a whole period", example: "sum steps by week during 2024-Q1"),
                ])
        case .anchor:
            ClauseDefinition(
                "anchor", of: QueryKind.allCases,
                forms: [
                    Form(
                        "anchor", "anchor TIME | WEEKDAY [TIME] | day N [TIME] | DATE [TIME]", "says when days, weeks and months begin",
                        example: "sum activeEnergy by day anchor 03:00")
                ])
        case .zone:
            ClauseDefinition(
                "zone", of: QueryKind.allCases,
                forms: [
                    Form(
                        "zone", "zone NAME | local | utc | sample", "says whose clock and calendar count",
                        example: "sum steps by day zone Europe/Berlin")
                ])
        case .condition:
            ClauseDefinition(
                "where", of: [.statistics, .samples, .progress, .overlaps, .selection],
                forms: [
                    Form(
                        "where", "where CONDITION", "takes only the samples that fulfil a condition",
                        example: "count heartRate by day where value > 150")
                ])
        case .prefer:
            ClauseDefinition(
                "prefer", of: [.statistics, .progress, .overlaps],
                forms: [
                    Form(
                        "prefer", "prefer \"SOURCE\", …", "gives sources priority in this query",
                        example: "sum steps by day prefer \"Apple Watch\"")
                ])
        case .fill:
            ClauseDefinition(
                "fill", of: [.statistics],
                forms: [
                    Form(
                        "fill", "fill none | null | zero | previous | linear | NUMBER", "fills empty rows, or leaves them out (none)",
                        example: "sum steps by day fill zero")
                ])
        case .grid:
            ClauseDefinition(
                "grid", of: [.statistics, .overlaps],
                forms: [
                    Form(
                        "grid", "grid elapsed | clock", "says whether buckets of several hours keep the wall clock",
                        example: "sum steps by 6h grid clock")
                ])
        case .against:
            ClauseDefinition(
                "against", of: [.progress],
                forms: [
                    Form(
                        "against", "against last N full days", "says how many days before make a typical one, for `progress`",
                        example: "progress steps against last 60 full days")
                ])
        case .limit:
            ClauseDefinition(
                "limit", of: [.samples, .summaries],
                forms: [
                    Form("limit", "limit N", "prints so many samples at most", example: "samples of heartRate limit 10")
                ])
        case .order:
            ClauseDefinition(
                "order", of: [.samples],
                forms: [
                    Form("newest", "newest first", "lists samples from the newest", example: "samples of heartRate newest first"),
                    Form("oldest", "oldest first", "lists samples from the oldest", example: "samples of heartRate oldest first"),
                ])
        case .choice(let clause): clause.definition
        }
    }

    /// What messages call it.
    package var keyword: String { definition.keyword }

    /// Returns the clause that begins with `word`, in small letters.
    package init?(opener word: String) {
        guard let clause = ClauseWord.byOpener[word] else { return nil }
        self = clause
    }

    /// The first words of clauses.
    package static let openers: [String] = all.flatMap(\.definition.openers)

    private static let byOpener = Dictionary(
        uniqueKeysWithValues: all.flatMap { clause in clause.definition.openers.map { ($0, clause) } })

    /// Whether a query of this kind takes it.
    package func belongs(to kind: QueryKind) -> Bool { definition.queries.contains(kind) }

    fileprivate typealias Form = ClauseDefinition.Form
}

/// What clauses are about: what the rows of a query are, or the samples that another statement names.
package enum QueryKind: Hashable, Sendable, CaseIterable {
    case statistics, samples, summaries, progress
    /// `show overlap`, which takes no clause of `statistics` that changes what an overlap is.
    case overlaps
    /// The samples of `delete` and `export`.
    case selection
}

/// What everybody has to know of a clause.
package struct ClauseDefinition: Sendable {
    /// One way to write it.
    package struct Form: Sendable {
        /// The words that open it.
        package let phrase: String
        /// The whole form, as the manual prints it.
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
    /// The kinds of queries that take it.
    package let queries: [QueryKind]
    package let forms: [Form]

    /// The first word of each form.
    package var openers: [String] { forms.map(\.opener) }

    init(_ keyword: String, of queries: [QueryKind], forms: [Form]) {
        self.keyword = keyword
        self.queries = queries
        self.forms = forms
    }
}

// MARK: Clauses that choose a rule

/// A clause that chooses one of a few rules: `assign by start`. Its rule, its words and what holds without it are all in this part.
package enum ChoiceClause: Hashable, Sendable, CaseIterable {
    case edges, assign, sources, partial

    fileprivate var definition: ClauseDefinition {
        switch self {
        case .edges:
            ClauseDefinition(
                "edges", of: [.statistics, .samples, .overlaps, .selection],
                forms: [
                    Form(
                        "edges", "edges clip | overlap", "says what becomes of samples that cross the edges of the range",
                        example: "sum steps yesterday edges overlap"),
                    Form(
                        "strict", "strict [start | end]", "takes only samples that start or end inside",
                        example: "sum steps yesterday strict start"),
                ])
        case .assign:
            ClauseDefinition(
                "assign", of: [.statistics, .progress],
                forms: [
                    Form(
                        "assign by", "assign by share | start | end", "says which bucket a sample that crosses an edge belongs to",
                        example: "sum steps by hour assign by start")
                ])
        case .sources:
            ClauseDefinition(
                "sources", of: [.statistics, .progress],
                forms: [
                    Form(
                        "sources", "sources merged | raw | separate", "says whether what two sources saw counts once",
                        example: "sum steps by day sources raw")
                ])
        case .partial:
            ClauseDefinition(
                "partial", of: [.statistics],
                forms: [
                    Form(
                        "partial", "partial mark | keep | drop", "says what becomes of rows that are not complete",
                        example: "sum steps by day partial drop")
                ])
        }
    }

    /// Everything that can be written for it.
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

/// The rules that a query follows: those of its choice clauses, or what holds without them.
package struct ClauseChoices: Sendable {
    package var edges = EdgeRule.clip
    package var assignment = Assignment.share
    package var sourceRule = SourceRule.merged
    package var partial = PartialRule.mark

    package init(_ chosen: [ClauseChoice] = []) {
        for choice in chosen { choice.choose(&self) }
    }
}

/// A choice clause with its rule.
package struct ClauseChoice: Sendable {
    package let clause: ChoiceClause
    /// As it is written: `assign by start`, `strict`.
    package let text: String
    fileprivate let choose: @Sendable (inout ClauseChoices) -> Void

    fileprivate static func all<Rule: ClauseRule>(_ field: any WritableKeyPath<ClauseChoices, Rule> & Sendable) -> [ClauseChoice] {
        Rule.allCases.map { rule in ClauseChoice(clause: Rule.clause, text: rule.phrase) { $0[keyPath: field] = rule } }
    }
}

/// A rule that a clause chooses.
package protocol ClauseRule: RawRepresentable<String>, CaseIterable, Sendable {
    static var clause: ChoiceClause { get }
    /// The clause that asks for it.
    var phrase: String { get }
}

extension ClauseRule {
    package var phrase: String { "\(Self.clause.definition.forms[0].phrase) \(rawValue)" }
}

/// Which samples take part at the ends of the range, and with how much (S4).
public enum EdgeRule: String, Sendable, CaseIterable, ClauseRule {
    /// Overlaps the window; only the part inside counts.
    case clip
    /// `end ≥ S and start < E`, whole.
    case overlap
    /// Start and end in `[S, E)`, whole.
    case strict
    /// `S ≤ start < E`, whole.
    case strictStart = "strict start"
    /// `S ≤ end < E`, whole.
    case strictEnd = "strict end"

    package static let clause = ChoiceClause.edges

    package var phrase: String { self == .clip || self == .overlap ? "edges \(rawValue)" : rawValue }
}

/// Which bucket gets a sample that crosses an edge (S3.9).
public enum Assignment: String, Sendable, CaseIterable, ClauseRule {
    case share, start, end

    package static let clause = ChoiceClause.assign
}

/// How sources are brought together (S6.4).
public enum SourceRule: String, Sendable, CaseIterable, ClauseRule {
    case merged, raw, separate

    package static let clause = ChoiceClause.sources
}

/// What becomes of partial rows.
public enum PartialRule: String, Sendable, CaseIterable, ClauseRule {
    case mark, keep, drop

    package static let clause = ChoiceClause.partial
}
