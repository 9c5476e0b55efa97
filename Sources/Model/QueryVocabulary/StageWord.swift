/// The words that open a stage, one step of work on rows. An aggregate opens one too, by its own name.
package enum StageWord: Hashable, Sendable {
    case runningTotal, rolling, compare, change, filter, fill, partial, valueAt, sort, derive
    case plain(PlainStage)
    case counted(CountedStage)
    case ranking(Ranking)

    /// In the order of the manual.
    package static let all: [StageWord] = [
        .runningTotal, .rolling, .compare, .change, .filter, .fill, .partial, .valueAt, .plain(.project), .sort, .ranking(.top),
        .ranking(.bottom), .counted(.limit), .derive,
    ]

    /// What a stage is: the one place that says so. What it does is the engine's.
    package var definition: StageDefinition {
        switch self {
        case .runningTotal:
            StageDefinition(
                "running total", "running total [reset each PERIOD]", "adds up row by row",
                example: "sum steps by hour | running total reset each day", changes: .columns, isOfAnyRows: false)
        case .rolling:
            StageDefinition(
                "rolling", "rolling WINDOW AGGREGATES [at least N]", "computes over a moving window",
                example: "sum steps by day | rolling 7 days average", changes: .columns, isOfAnyRows: false)
        case .compare:
            StageDefinition(
                "compare to", "compare to previous [PERIOD] | SPAN | PERIOD [aligned elapsed | clock | weekday]",
                "sets another range beside each row", example: "sum steps by day this month | compare to previous month",
                effect: "each row also shows what its counterpart in the other period has, null where there is none", changes: .columns,
                isOfAnyRows: false)
        case .change:
            StageDefinition(
                "change", "change [percent]", "replaces values by their change", example: "sum steps by month | change percent",
                changes: .columns)
        case .filter:
            StageDefinition(
                "where", "where CONDITION", "keeps the rows that fulfil a condition", example: "sum steps by day | where sum > 10000",
                effect: "only the rows for which that is true stay", changes: .rows)
        case .fill:
            StageDefinition(
                "fill", "fill none | null | zero | previous | linear | NUMBER", "fills empty rows, or leaves them out (none)",
                example: "sum steps by day | fill zero", changes: .cells)
        case .partial:
            StageDefinition(
                "partial", "partial mark | keep | drop", "says what becomes of rows that are not complete",
                example: "sum steps by day | partial drop", changes: .rows)
        case .valueAt:
            StageDefinition(
                "value at", "value at TIME | now", "reads a running total or a typical day at a time",
                example: "sum steps by hour | running total reset each day | value at 14:37",
                effect: "each day is one row: its running total at that time, on the line between the ends of rows", changes: .allRows,
                isOfAnyRows: false)
        case .sort:
            StageDefinition(
                "sort", "sort COLUMN [descending]", "orders rows", example: "sum steps by day | sort sum descending", changes: .rows)
        case .derive:
            StageDefinition(
                "derive", "derive NAME = ARITHMETIC", "adds a column computed from others",
                example: "sum steps by day | derive thousands = sum / 1000", changes: .columns)
        case .plain(let stage): stage.definition
        case .counted(let stage): stage.definition
        case .ranking(let ranking):
            StageDefinition(
                ranking.rawValue, "\(ranking.rawValue) N [by COLUMN]", ranking.summary, example: "sum steps by day | \(ranking.rawValue) 3",
                changes: .rows)
        }
    }

    package var phrase: String { definition.phrase }

    /// Returns the stage whose phrase begins with `word`, in small letters.
    package init?(opener word: String) {
        guard let stage = StageWord.byOpener[word] else { return nil }
        self = stage
    }

    /// The first words of stages.
    package static let openers: [String] = all.map { $0.definition.opener }

    private static let byOpener = Dictionary(uniqueKeysWithValues: zip(openers, all))
}

/// A stage that is its word and nothing else.
package enum PlainStage: String, CaseIterable, Hashable, Sendable {
    case project

    var definition: StageDefinition {
        switch self {
        case .project:
            StageDefinition(
                "project", "project", "estimates where the running day will end",
                example: "sum steps by hour today | running total reset each day | project",
                effect: "one row says what today's total will be: what it is so far, and what a typical day still adds", changes: .allRows,
                isOfAnyRows: false)
        }
    }
}

/// A stage that is its word and a whole number: `limit 10`.
package enum CountedStage: String, CaseIterable, Hashable, Sendable {
    case limit

    var definition: StageDefinition {
        switch self {
        case .limit:
            StageDefinition("limit", "limit N", "keeps the first rows", example: "sum steps by day | limit 10", changes: .rows)
        }
    }
}

/// A stage that keeps some rows at one end of a column: `top 3 by sum`.
package enum Ranking: String, CaseIterable, Hashable, Sendable {
    case top, bottom

    /// Whether the rows with the greatest values are kept, the greatest first.
    package var isDescending: Bool { self == .top }

    /// What the values that are kept are called.
    package var adjective: String { isDescending ? "greatest" : "smallest" }

    fileprivate var summary: String { "keeps the \(isDescending ? "greatest" : "least") rows" }
}

/// What everybody has to know of a stage.
package struct StageDefinition: Sendable {
    /// What a stage changes.
    package enum Change: Sendable {
        /// Which rows there are, and in which order.
        case rows
        /// The values of columns that stay what they are.
        case cells
        /// The columns.
        case columns
        /// Everything: it makes rows of rows.
        case allRows
    }

    /// The words that open it.
    package let phrase: String
    /// The whole form, as the manual prints it.
    package let syntax: String
    package let summary: String
    package let example: String
    /// What it does to rows, as the end of a sentence; nil where that depends on what follows its words.
    package let effect: String?
    package let changes: Change
    /// Whether it works on any rows, also on those of a day beside a typical one.
    package let isOfAnyRows: Bool

    init(
        _ phrase: String, _ syntax: String, _ summary: String, example: String, effect: String? = nil, changes: Change,
        isOfAnyRows: Bool = true
    ) {
        self.phrase = phrase
        self.syntax = syntax
        self.summary = summary
        self.example = example
        self.effect = effect
        self.changes = changes
        self.isOfAnyRows = isOfAnyRows
    }

    fileprivate var opener: String { String(phrase.prefix { $0 != " " }) }
}
