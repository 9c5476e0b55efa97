/// The kinds of clauses. A query has one of each, but for ranges, of which two may go together.
package enum ClauseWord: Hashable, Sendable, CaseIterable {
    // In the order of the manual.
    case by, range, anchor, zone, condition, edges, assign, sources, prefer, fill, partial, grid, against, limit, order

    /// What a clause is: the one place that says so. What it means is the binder's.
    package var definition: ClauseDefinition {
        switch self {
        case .by:
            ClauseDefinition(
                "by", of: [.statistics],
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
                "where", of: [.statistics, .samples, .progress],
                forms: [
                    Form(
                        "where", "where CONDITION", "takes only the samples that fulfil a condition",
                        example: "count heartRate by day where value > 150")
                ])
        case .edges:
            ClauseDefinition(
                "edges", of: [.statistics, .samples],
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
        case .prefer:
            ClauseDefinition(
                "prefer", of: [.statistics, .progress],
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
        case .partial:
            ClauseDefinition(
                "partial", of: [.statistics],
                forms: [
                    Form(
                        "partial", "partial mark | keep | drop", "says what becomes of rows that are not complete",
                        example: "sum steps by day partial drop")
                ])
        case .grid:
            ClauseDefinition(
                "grid", of: [.statistics],
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
        }
    }

    /// What messages call it.
    package var keyword: String { definition.keyword }

    /// Whether a query of this kind takes it.
    package func belongs(to kind: QueryKind) -> Bool { definition.queries.contains(kind) }

    private typealias Form = ClauseDefinition.Form
}

/// What the rows of a query are.
package enum QueryKind: Hashable, Sendable, CaseIterable {
    case statistics, samples, summaries, progress
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

    init(_ keyword: String, of queries: [QueryKind], forms: [Form]) {
        self.keyword = keyword
        self.queries = queries
        self.forms = forms
    }
}
