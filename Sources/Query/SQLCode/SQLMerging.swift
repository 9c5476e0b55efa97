// Merges sources in SQL (S6.1), as `SourceMerger` does.
//
//     place 2     moments    s┬───┬e      s┬────┬e       starts and ends of better samples, and of the own parts
//                 open        1   0        1    0        a running sum: opened − closed
//                 held        0…  5        5…   9        a running sum: the time before each moment that better sources cover
//     part a..b   active  = (b − a) − (held(b) − held(a))
//
// A join of each sample with those that overlap it could take the square of their number. Running sums take the time of a sort, for each
// place in the order of sources.
//
// Decisions 0019 (portable SQL), 0073 (persons in SQL).

import Explanations
import HealthModel
import QueryPlan

/// Merges sources in SQL: a sweep over the starts and ends of samples finds the time that better sources cover (S6.1).
struct SQLMerging {
    /// The prefix of the names of its tables.
    let pass: String
    let samples: SQLSamples
    /// The table of the parts of samples.
    let pieces: String
    /// The columns of a sample.
    let sample: String
    let holdsInstants: Bool
    let isSum: Bool
    let persons: SQLPersons

    /// Adds the tables and returns the name of the last: the parts of samples with `active_ms`.
    func add(_ ranks: [SourceRank], to query: inout SQLQuery) throws(SQLRefusal) -> String {
        try Self.addRanks(ranks, of: samples, persons, pass: pass, to: &query)
        addMoments(to: &query)
        addCoveredTime(to: &query)
        addParts(to: &query)
        return "\(pass)_parts"
    }

    /// The columns of a part of a sample.
    private var part: String { "bucket, \(sample), from_ms, to_ms" }

    /// Adds the times at which something starts or ends, for each place in the order of sources.
    private func addMoments(to query: inout SQLQuery) {
        let columns = part.split(separator: ", ")
        let nothing = columns.map { $0 == "person" ? "s.person" : "NULL" }.joined(separator: ", ")
        let better = """
            FROM \(samples.chosen) AS s
              JOIN \(pass)_ranks AS own ON own.source = s.source\(persons.same("own", "s"))
              JOIN \(pass)_ranks AS r ON r.place > own.place\(persons.same("r", "own"))
              WHERE s.start_ms < s.end_ms
            """
        // A held instant can have parts that start after it. For longer samples, only the ends of their parts matter.
        let isInstant = "\n  WHERE p.start_ms = p.end_ms"
        let asked = [("from_ms", ""), ("to_ms", "")] + (holdsInstants ? [("start_ms", isInstant)] : [])
        let moments = asked.map { moment, condition in
            """
            SELECT r.place, p.\(moment), 0, 0, \(columns.map { "p.\($0)" }.joined(separator: ", "))
              FROM \(pieces) AS p
              JOIN \(pass)_ranks AS r ON r.source = p.source\(persons.same("r", "p"))\(condition)
            """
        }
        query.add(
            "\(pass)_moments(place, at_ms, opened, closed, \(part))",
            "For each place in that order, the times at which samples of better sources start and end,\n"
                + "and those at which the source's own parts start and end.",
            """
              SELECT r.place, s.start_ms, 1, 0, \(nothing)
              \(better)
            UNION ALL
              SELECT r.place, s.end_ms, 0, 1, \(nothing)
              \(better)
            UNION ALL
              \(moments.joined(separator: "\nUNION ALL\n  "))
            """)
    }

    /// Adds to each moment how long better sources have samples before it, as running sums.
    private func addCoveredTime(to query: inout SQLQuery) {
        query.add(
            "\(pass)_open",
            "The number of better samples that are open after each moment, and the time until the next moment.",
            """
            SELECT m.*, SUM(opened - closed) OVER (\(persons.partition(["place"]))ORDER BY at_ms) AS open_count,
              LEAD(at_ms) OVER (\(persons.partition(["place"]))ORDER BY at_ms) - at_ms AS length_ms
            FROM \(pass)_moments AS m
            """)
        query.add(
            "\(pass)_held", "The total time that better sources cover before each moment.",
            """
            SELECT o.*, COALESCE(SUM(CASE WHEN open_count > 0 THEN length_ms ELSE 0 END)
              OVER (\(persons.partition(["place"]))ORDER BY at_ms RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS held_ms
            FROM \(pass)_open AS o
            """)
    }

    /// Adds the parts of samples with the time that no better source covers.
    private func addParts(to query: inout SQLQuery) {
        let free = "to_ms - from_ms - (MAX(held_ms) - MIN(held_ms))"
        // Merging treats a held instant as an instant.
        let active = holdsInstants ? "CASE WHEN start_ms = end_ms THEN to_ms - from_ms ELSE \(free) END" : free
        // An interval that better sources cover adds 0 to a sum. Other statistics ignore it.
        let isFree = isSum ? "start_ms < end_ms" : "start_ms < end_ms AND \(free) > 0"
        query.add(
            "\(pass)_parts", "The time of each part that no better source covers. An instant during a better sample is dropped.",
            """
            SELECT \(part), \(active) AS active_ms
            FROM \(pass)_held
            WHERE bucket IS NOT NULL
            GROUP BY \(part)
            HAVING \(isFree) OR (start_ms = end_ms AND MAX(CASE WHEN at_ms = start_ms THEN open_count END) = 0)
            """)
    }

    /// Adds the tables with the order of sources, best first.
    static func addRanks(
        _ ranks: [SourceRank], of samples: SQLSamples, _ persons: SQLPersons, pass: String, to query: inout SQLQuery
    ) throws(SQLRefusal) {
        let byClass = """
            CASE WHEN LOWER(s.source) LIKE '%watch%' THEN 1 WHEN LOWER(s.source) LIKE '%iphone%' OR LOWER(s.source) LIKE '%ipad%' THEN 2 ELSE 3 END,
              MIN(s.start_ms) DESC, s.source
            """
        // Adjacent entries of one source share a place, because samples of one source never suppress each other.
        let names = ranks.map(\.source).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        if ranks.isMixed || samples.facts.mixedEntries.contains(samples.metric) {
            throw SQLRefusal(
                .sources,
                "manually entered samples of \(samples.metric.shortName) have priority, but the table does not mark them",
                help: "use `sources raw` or `sources separate`")
        }
        guard persons.isEmpty else { return addRanksOfPersons(samples, byClass, pass: pass, to: &query) }
        let rows = names.enumerated().map { [SQLLiteral.text($0.element), String($0.offset + 1)] }
        query.add(
            "\(pass)_known", columns: ["source", "place"], "The order of the sources of \(samples.metric.shortName), best first.",
            rows: rows)
        query.add(
            "\(pass)_ranks", "Sources that are not in that list come last: first watches, then phones, then others. The newest come first.",
            """
            SELECT s.source, ROW_NUMBER() OVER (ORDER BY COALESCE(k.place, \(rows.count + 1)),
              \(byClass)) AS place
            FROM \(samples.prefix)_samples AS s
            LEFT JOIN \(pass)_known AS k ON k.source = s.source
            GROUP BY s.source, k.place
            """)
    }

    /// Adds the orders of the sources of each person, from the table `sources`.
    private static func addRanksOfPersons(_ samples: SQLSamples, _ byClass: String, pass: String, to query: inout SQLQuery) {
        let preferred = samples.plan.preferredSources
        let places = samples.facts.sources.compactMap { name in
            preferred.firstIndex(of: Source.fold(name)).map { "WHEN \(SQLLiteral.text(name)) THEN \($0)" }
        }
        let first = places.isEmpty ? "" : "CASE s.source \(places.joined(separator: " ")) ELSE \(preferred.count) END, "
        query.add(
            "\(pass)_known", "The orders of the sources of \(samples.metric.shortName) that persons have, best first.",
            """
            SELECT COALESCE(person, '') AS person, source, MIN(rank) AS place
            FROM sources
            WHERE type IN (\(samples.typeNames))
            GROUP BY 1, 2
            """)
        query.add(
            "\(pass)_ranks", "Sources that are not there come last: first watches, then phones, then others. The newest come first.",
            """
            SELECT s.person, s.source, ROW_NUMBER() OVER (PARTITION BY s.person ORDER BY \(first)CASE WHEN k.place IS NULL THEN 1 ELSE 0 END, k.place,
              \(byClass)) AS place
            FROM \(samples.prefix)_samples AS s
            LEFT JOIN \(pass)_known AS k ON k.source = s.source AND k.person = s.person
            GROUP BY s.person, s.source, k.place
            """)
    }
}
