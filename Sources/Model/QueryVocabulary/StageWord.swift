/// The words that start a stage, one step of work on rows. The name of an aggregate starts a stage, too.
package enum StageWord: Hashable, Sendable {
    case runningTotal, rolling, compare, change, filter, fill, partial, valueAt, sort, derive, select, join
    case trend, smooth, outliers, correlate
    case streaks(StreakChoice)
    case share, usual
    case plain(PlainStage)
    case counted(CountedStage)
    case ranking(Ranking)

    /// In the order of the manual.
    package static let all: [StageWord] = [
        .runningTotal, .rolling, .compare, .change, .filter, .fill, .partial, .valueAt, .plain(.project), .sort, .ranking(.top),
        .ranking(.bottom), .counted(.limit), .derive, .select, .join,
        .trend, .smooth, .outliers, .correlate, .streaks(.all), .streaks(.longest), .streaks(.current), .share, .usual,
        .plain(.rhythm), .plain(.regularity),
    ]

    /// The words, syntax and help of the stage. Nothing else defines them; the engine does the work.
    package var definition: StageDefinition {
        switch self {
        case .runningTotal:
            StageDefinition(
                "running total", "running total [reset each PERIOD]", "adds up values from row to row",
                example: "sum steps by hour | running total reset each day", changes: .columns, isOfAnyRows: false)
        case .rolling:
            StageDefinition(
                "rolling", "rolling WINDOW AGGREGATES [at least N]", "computes aggregates over a moving window",
                example: "sum steps by day | rolling 7 days average", changes: .columns, isOfAnyRows: false)
        case .compare:
            StageDefinition(
                "compare to", "compare to previous [PERIOD] | SPAN | PERIOD [aligned elapsed | clock | weekday]",
                "adds the values of another period to each row", example: "sum steps by day this month | compare to previous month",
                effect: "each row also shows the value of its counterpart in the other period, or null if it has none", changes: .columns,
                isOfAnyRows: false)
        case .change:
            StageDefinition(
                "change", "change [percent]", "replaces each value with its change", example: "sum steps by month | change percent",
                changes: .columns)
        case .filter:
            StageDefinition(
                "where", "where CONDITION", "keeps the rows that match a condition", example: "sum steps by day | where sum > 10000",
                effect: "only the rows that match the condition are kept", changes: .rows)
        case .fill:
            StageDefinition(
                "fill", "fill none | null | zero | previous | linear | NUMBER", "fills empty rows, or drops them (`none`)",
                example: "sum steps by day | fill zero", changes: .cells)
        case .partial:
            StageDefinition(
                "partial", "partial mark | keep | drop", "marks, keeps or drops partial rows",
                example: "sum steps by day | partial drop", changes: .rows)
        case .valueAt:
            StageDefinition(
                "value at", "value at TIME | now", "reads a running total or a typical day at a given time",
                example: "sum steps by hour | running total reset each day | value at 14:37",
                effect: "each day is one row with its running total at that time, interpolated between the ends of rows", changes: .allRows,
                isOfAnyRows: false)
        case .sort:
            StageDefinition(
                "sort", "sort COLUMN [descending]", "sorts rows by a column", example: "sum steps by day | sort sum descending",
                changes: .rows)
        case .derive:
            StageDefinition(
                "derive", "derive NAME [in UNIT] = CALCULATION", "adds a column computed from others: numbers, or yes and no",
                example: "sum steps by day | derive busy = sum > 10000", changes: .columns)
        case .select:
            StageDefinition(
                "select", "select COLUMN [called NAME], …", "chooses, orders and renames columns",
                example: "sum steps by day | select date, sum called steps, weekday",
                effect: "only these columns are shown, in this order", changes: .columns)
        case .join:
            StageDefinition(
                "join", "join (QUERY) [by day]", "adds the columns of another query to rows with the same start",
                example: "sum steps by day | join (average restingHeartRate by day)", changes: .columns, isOfAnyRows: false)
        case .trend:
            StageDefinition(
                "trend", "trend [per day | week | month | year] [linear]",
                "computes the slope of the values over time, with its 95 % interval",
                example: "average bodyMass by day last 90 days | trend per week", changes: .allRows, isOfAnyRows: false)
        case .smooth:
            StageDefinition(
                "smooth", "smooth ewma NUMBER | half-life DURATION | loess DURATION", "smooths the values from row to row",
                example: "average bodyMass by day last 90 days | smooth half-life 7 days", changes: .cells, isOfAnyRows: false)
        case .outliers:
            StageDefinition(
                "outliers", "outliers [NUMBER] [by COLUMN]", "keeps the rows that are unusually far from the median",
                example: "average restingHeartRate by day last 60 days | outliers", changes: .rows)
        case .correlate:
            StageDefinition(
                "correlate", "correlate COLUMN with COLUMN [lag N [to M]]",
                "computes the correlation of two columns, also with later rows of the second",
                example: "sum steps, average restingHeartRate by day last 60 days | correlate steps with restingHeartRate lag 0 to 3",
                changes: .allRows, isOfAnyRows: false)
        case .streaks(let choice):
            StageDefinition(
                choice.rawValue, "\(choice.rawValue) [skipping missing] where CONDITION", choice.summary,
                example: "sum steps by day | \(choice.rawValue) where sum > 10000", changes: .allRows, isOfAnyRows: false)
        case .share:
            StageDefinition(
                "share", "share where CONDITION [by KEYS]", "computes the share of rows that meet a condition",
                example: "sum steps by day | share where sum > 10000 by month", changes: .allRows)
        case .usual:
            StageDefinition(
                "usual", "usual [of DURATION]", "shows whether each value is above, within or below your usual range",
                example: "average restingHeartRate by day last 7 days | usual", changes: .columns, isOfAnyRows: false)
        case .plain(let stage): stage.definition
        case .counted(let stage): stage.definition
        case .ranking(let ranking):
            StageDefinition(
                ranking.rawValue, "\(ranking.rawValue) N [by COLUMN]", ranking.summary, example: "sum steps by day | \(ranking.rawValue) 3",
                changes: .rows)
        }
    }

    package var phrase: String { definition.phrase }

    /// Returns the stage whose phrase starts with `word`, in lower case.
    package init?(opener word: String) {
        guard let stage = StageWord.byOpener[word] else { return nil }
        self = stage
    }

    /// The first words of stages.
    package static let openers: [String] = all.map { $0.definition.opener }

    private static let byOpener = Dictionary(uniqueKeysWithValues: zip(openers, all))
}

/// A stage of one word, without arguments.
package enum PlainStage: String, CaseIterable, Hashable, Sendable {
    case project, rhythm, regularity

    var definition: StageDefinition {
        switch self {
        case .project:
            StageDefinition(
                "project", "project", "estimates today's final total",
                example: "sum steps by hour today | running total reset each day | project",
                effect: "one row estimates today's total: the total so far plus what a typical day adds after this time", changes: .allRows,
                isOfAnyRows: false)
        case .rhythm:
            StageDefinition(
                "rhythm", "rhythm", "describes the daily rhythm of hours",
                example: "sum steps by hour last 14 full days | fill zero | rhythm",
                effect: "one row describes the daily rhythm: a fitted 24-hour wave, the mean day, and how alike the days are",
                changes: .allRows, isOfAnyRows: false)
        case .regularity:
            StageDefinition(
                "regularity", "regularity", "computes the Sleep Regularity Index from minutes",
                example: "duration sleep by minute last 14 days | regularity",
                effect: "one row shows how often the same minute of two consecutive days is the same, asleep or awake", changes: .allRows,
                isOfAnyRows: false)
        }
    }
}

/// A stage of one word and a whole number: `limit 10`.
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

    /// True if the stage keeps the rows with the greatest values, greatest first.
    package var isDescending: Bool { self == .top }

    /// The adjective for the values that are kept.
    package var adjective: String { isDescending ? "greatest" : "smallest" }

    fileprivate var summary: String { "keeps the rows with the \(adjective) values" }
}

/// The streaks that a stage shows. A streak is a run of successive rows that meet a condition.
package enum StreakChoice: String, CaseIterable, Hashable, Sendable {
    case all = "streaks"
    case longest = "longest streak"
    case current = "current streak"

    fileprivate var summary: String {
        switch self {
        case .all: "finds the runs of successive rows that meet a condition"
        case .longest: "finds the longest run of successive rows that meet a condition"
        case .current: "finds the run of successive rows that meet a condition and that still goes on"
        }
    }
}

/// The definition of a stage: its words, its help and what it changes.
package struct StageDefinition: Sendable {
    /// The part of the table that a stage changes.
    package enum Change: Sendable {
        /// The selection and the order of rows.
        case rows
        /// The values in the existing columns.
        case cells
        /// The columns.
        case columns
        /// Everything: the stage computes new rows from the old ones.
        case allRows
    }

    /// The words that start the stage.
    package let phrase: String
    /// The full syntax, as the manual prints it.
    package let syntax: String
    package let summary: String
    package let example: String
    /// The effect on rows, as a clause for the end of a sentence. Nil if it depends on the arguments.
    package let effect: String?
    package let changes: Change
    /// True if the stage works on all rows, including the rows of `progress`.
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
