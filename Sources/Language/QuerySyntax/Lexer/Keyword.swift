package import CalendarIntervals
package import QueryVocabulary

/// A keyword of the parser. Reserved words are keywords everywhere, the others only in certain places.
///
/// Aggregates, clauses, stages and formats have their own tables. Their words appear here only if they have a second meaning or their own
/// grammar.
package enum Keyword: String, Sendable, Hashable, CaseIterable {
    // Words that open clauses
    case by, since, until, through, between, from, on, during, last, this, today, yesterday, all
    case `where`, sources, partial, newest
    // Joining words
    case now, and, or, not, `in`, `as`, `is`, of
    // Periods and weekdays
    case second, minute, hour, day, week, month, quarter, year
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
    // Statement verbs
    case `let`, def, param, set, assert, expect, explain, watch, why, add, load, delete, `import`, export, forget
    case help, show, describe, learn, run, save, history, open, quit

    // Words of a source or a measure
    case samples, summaries, progress, called
    // Words of clauses
    case exactly, ago, full, start, end, time, to, starting, local, utc, sample
    case holding, sessions, gap, before, after, goal
    case null, zero, previous, linear, elapsed, clock
    case metadata, source, device, weekday, bins, bands
    // Not `none`, which would mean nil in an optional keyword.
    case nothing = "none"
    // Words of predicates and units
    case count, min, duration
    case value, product, created, missing, contains, starts, with, matches, entered, user, yes, no
    // Words of stages and of the order of samples
    case total, reset, each, at, least, aligned, percent, ascending, descending, first, per, lag
    case streak, skipping
    // Words of statements
    case rule, title, section, text
    case everything, pseudonymised, pseudonymized, using, without, places
    case tally, `case`, within, confirmed, every, `for`, rows, row, data, warning, error, info, words, buckets, plan, swift, sql

    /// True for words that can't be the name of a `let`, `def`, `param` or formal, and that end a name of several words.
    fileprivate var isReserved: Bool { Keyword.reserved.contains(self) }

    private static let reserved = Set(allCases.prefix { $0 != .samples })

    /// True for words that start a statement other than a query.
    package var isStatementVerb: Bool { Keyword.statementVerbs.contains(self) }

    private static let statementVerbs = Set(allCases.filter { $0.isReserved && StatementWord.openers.contains($0.rawValue) })

    package var timeUnit: CalendarPeriod? { Keyword.timeUnits[self] }
    package var weekdayValue: Weekday? { Keyword.weekdays[self] }

    private static let timeUnits = Dictionary(
        uniqueKeysWithValues: CalendarPeriod.allCases.compactMap { unit in
            Keyword(rawValue: unit.name).map { ($0, unit) }
        })
    private static let weekdays = Dictionary(
        uniqueKeysWithValues: Weekday.allCases.compactMap { day in
            Keyword(rawValue: day.name).map { ($0, day) }
        })
}

/// The meanings of a word in the language. Names are not included.
package struct Spelling: Sendable, Hashable {
    package var keyword: Keyword?
    package var aggregate: Aggregate?
    /// The clause that the word starts. `all` starts one only as `all time`.
    package var clause: ClauseWord?
    /// The stage that the word starts.
    package var stage: StageWord?

    /// True for words that can't be the name of a `let`, `def`, `param` or formal, and that end a name of several words.
    package var isReserved: Bool { aggregate != nil || clause != nil || keyword?.isReserved == true }

    /// True if the word is also a unit.
    var isUnit: Bool { keyword == .count || keyword == .min || keyword?.timeUnit != nil }

    private init() {}

    /// Looks up `word`, ignoring case; plurals of periods are included. Returns nil for a word that isn't part of the language.
    package init?(of word: String) {
        guard word.utf8.count <= Spelling.maximumLength, let spelling = Spelling.all[word] ?? Spelling.all[word.lowercased()] else {
            return nil
        }
        self = spelling
    }

    /// Returns true for an aggregate that is a word only before a metric, such as `coverage`.
    package static func isUnreservedAggregate(_ word: String) -> Bool { Aggregate(phrase: word) != nil }

    /// All words without duplicates: aggregates, clauses, keywords, rules, stages, formats.
    package static let words: [String] = {
        let all = Aggregate.words + ClauseWord.openers + Keyword.allCases.map(\.rawValue) + rules + StageWord.openers + formats
        var known: Set<String> = []
        return all.filter { known.insert($0).inserted }
    }()

    private static var rules: [String] {
        ChoiceClause.allCases.flatMap(\.choices).flatMap { $0.text.split(separator: " ").map(String.init) }
    }

    private static var formats: [String] { OutputFormat.allCases.map(\.rawValue) }

    /// Every process with a query makes this table. Looking up a keyword by its text compares it with all keywords.
    private static let all: [String: Spelling] = {
        var all = [String: Spelling](minimumCapacity: 512)
        for word in Aggregate.words { all[word, default: Spelling()].aggregate = Aggregate(word: word) }
        for word in ClauseWord.openers { all[word, default: Spelling()].clause = ClauseWord(opener: word) }
        for word in StageWord.openers { all[word, default: Spelling()].stage = StageWord(opener: word) }
        for keyword in Keyword.allCases { all[keyword.rawValue, default: Spelling()].keyword = keyword }
        for word in rules + formats where all[word] == nil { all[word] = Spelling() }
        for unit in CalendarPeriod.allCases { all[unit.name + "s"] = all[unit.name] }
        return all
    }()

    /// The length of the longest word in bytes. Longer words are not looked up.
    private static let maximumLength = all.keys.map(\.utf8.count).max() ?? 0
}
