package import CalendarIntervals

/// A word of the grammar. Reserved ones are keywords everywhere, the others only in their place.
package enum Keyword: String, Sendable, Hashable, CaseIterable {
    // Aggregates
    case sum, average, min, max, latest, first, count, duration, median, stddev
    // Clause openers
    case by, since, until, through, between, from, on, during, last, this, today, yesterday, all
    case anchor, zone, `where`, edges, strict, assign, sources, prefer, fill, partial, grid, against, limit, newest, oldest
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
    case exactly, ago, full, start, end, time, to, starting, local, utc, sample, clip, overlap, share
    case merged, raw, separate, null, zero, previous, linear, mark, keep, drop, elapsed, clock
    case metadata, source, device, weekday
    // Not `none`, which an optional keyword would take for nil.
    case nothing = "none"
    // Words of predicates
    case value, product, created, missing, contains, starts, with, matches, entered, user, yes, no
    // Words of stages
    case running, total, reset, each, rolling, at, least, compare, aligned, change, percent, project
    case sort, ascending, descending, top, bottom, derive
    // Output formats
    case table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html
    // Words of statements
    case `case`, within, confirmed, every, `for`, rows, row, data, warning, error, info, words, buckets, plan, swift, sql

    /// Returns the keyword that `word` spells, without regard to case; plurals of periods and other spellings included.
    package init?(spelling word: String) {
        guard let keyword = Keyword.spellings[word] ?? Keyword.spellings[word.lowercased()] else { return nil }
        self = keyword
    }

    /// The length in bytes of the longest keyword; longer words need no look-up.
    static let maximumLength = 10

    private static let spellings: [String: Keyword] = {
        var spellings = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
        for unit in CalendarPeriod.allCases {
            spellings[unit.name + "s"] = spellings[unit.name]
        }
        return spellings
    }()

    /// May not be the name of a `let`, `def`, `param` or formal, and ends a name of several words.
    package var isReserved: Bool { Keyword.reserved.contains(self) }

    private static let reserved = Set(allCases.prefix { $0 != .samples })

    /// Begins a statement other than a query.
    package var isStatementVerb: Bool { Keyword.statementVerbs.contains(self) }

    private static let statementVerbs = Set(allCases.drop { $0 != .let }.prefix { $0 != .samples })

    /// Begins a clause; `all` only as `all time`.
    package var isClauseOpener: Bool { Keyword.clauseOpeners.contains(self) }

    private static let clauseOpeners = Set(allCases.drop { $0 != .by }.prefix { $0 != .now })

    package var isAggregate: Bool { aggregate != nil }

    package var aggregate: Aggregate.Kind? {
        switch self {
        case .sum: .sum
        case .average: .average
        case .min: .min
        case .max: .max
        case .latest: .latest
        case .first: .first
        case .count: .count
        case .duration: .duration
        case .median: .median
        case .stddev: .standardDeviation
        default: nil
        }
    }

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
