import HealthModel
import QueryPlan

/// Merging of sources as SQL: the time that better sources hold, found by a sweep over the starts and ends of samples (S6.1).
///
/// The sweep is made of sums along time, so that nothing is joined with the samples that it overlaps.
struct SQLMerging {
    /// What the names of its tables begin with.
    let pass: String
    let samples: SQLSamples
    /// The table of parts.
    let pieces: String
    /// The columns of a sample.
    let sample: String
    let holdsInstants: Bool
    let isSum: Bool

    /// Adds the tables up to the one it names: that of parts, with `active_ms`.
    func add(_ ranks: [SourceRank], to query: inout SQLQuery) throws(SQLRefusal) -> String {
        try Self.addRanks(ranks, of: samples, pass: pass, to: &query)
        let part = "bucket, \(sample), from_ms, to_ms"
        let columns = part.split(separator: ", ")
        let nothing = columns.map { _ in "NULL" }.joined(separator: ", ")
        let better = """
            FROM \(samples.chosen) AS s
              JOIN \(pass)_ranks AS own ON own.source = s.source
              JOIN \(pass)_ranks AS r ON r.place > own.place
              WHERE s.start_ms < s.end_ms
            """
        // What lasts until the next sample may have parts that begin after it; longer samples are asked at the ends of their parts alone.
        let isInstant = "\n  WHERE p.start_ms = p.end_ms"
        let asked = [("from_ms", ""), ("to_ms", "")] + (holdsInstants ? [("start_ms", isInstant)] : [])
        let moments = asked.map { moment, condition in
            """
            SELECT r.place, p.\(moment), 0, 0, \(columns.map { "p.\($0)" }.joined(separator: ", "))
              FROM \(pieces) AS p
              JOIN \(pass)_ranks AS r ON r.source = p.source\(condition)
            """
        }
        query.add(
            "\(pass)_moments(place, at_ms, opened, closed, \(part))",
            "For each place in that order the moments at which samples of better sources open and close,\n"
                + "and those at which its own parts begin and end.",
            """
              SELECT r.place, s.start_ms, 1, 0, \(nothing)
              \(better)
            UNION ALL
              SELECT r.place, s.end_ms, 0, 1, \(nothing)
              \(better)
            UNION ALL
              \(moments.joined(separator: "\nUNION ALL\n  "))
            """)
        query.add(
            "\(pass)_open",
            "How many better samples are open from each moment on, and how long until the next.",
            """
            SELECT m.*, SUM(opened - closed) OVER (PARTITION BY place ORDER BY at_ms) AS open_count,
              LEAD(at_ms) OVER (PARTITION BY place ORDER BY at_ms) - at_ms AS length_ms
            FROM \(pass)_moments AS m
            """)
        query.add(
            "\(pass)_held", "How long better sources have held the time before each moment.",
            """
            SELECT o.*, COALESCE(SUM(CASE WHEN open_count > 0 THEN length_ms ELSE 0 END)
              OVER (PARTITION BY place ORDER BY at_ms RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS held_ms
            FROM \(pass)_open AS o
            """)
        let free = "to_ms - from_ms - (MAX(held_ms) - MIN(held_ms))"
        // An instant that lasts until the next sample is an instant for merging all the same.
        let active = holdsInstants ? "CASE WHEN start_ms = end_ms THEN to_ms - from_ms ELSE \(free) END" : free
        // An interval of which nothing is left adds nothing to a sum; to other statistics it is not there.
        let isFree = isSum ? "start_ms < end_ms" : "start_ms < end_ms AND \(free) > 0"
        query.add(
            "\(pass)_parts", "What no better source holds of each part; an instant while a better sample is open is dropped.",
            """
            SELECT \(part), \(active) AS active_ms
            FROM \(pass)_held
            WHERE bucket IS NOT NULL
            GROUP BY \(part)
            HAVING \(isFree) OR (start_ms = end_ms AND MAX(CASE WHEN at_ms = start_ms THEN open_count END) = 0)
            """)
        return "\(pass)_parts"
    }

    /// Adds the table of the places of sources, best first.
    static func addRanks(_ ranks: [SourceRank], of samples: SQLSamples, pass: String, to query: inout SQLQuery) throws(SQLRefusal) {
        // Neighbours of one source are one place: samples of one source never suppress each other.
        let names = ranks.map(\.source).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        if Set(names).count < names.count {
            throw SQLRefusal(
                .sources,
                "samples of \(samples.metric.shortName) that were entered by hand come first, and the table does not tell which these are",
                help: "write `sources raw` or `sources separate`")
        }
        let rows = names.enumerated().map { [SQLLiteral.text($0.element), String($0.offset + 1)] }
        query.add(
            "\(pass)_known(source, place)", "The priority of the sources of \(samples.metric.shortName), best first.",
            SQLQuery.values(rows, columns: 2))
        query.add(
            "\(pass)_ranks", "Sources that are not in that list come after those that are: watches, phones, others, the newest first.",
            """
            SELECT s.source, ROW_NUMBER() OVER (ORDER BY COALESCE(k.place, \(rows.count + 1)),
              CASE WHEN LOWER(s.source) LIKE '%watch%' THEN 1 WHEN LOWER(s.source) LIKE '%iphone%' OR LOWER(s.source) LIKE '%ipad%' THEN 2 ELSE 3 END,
              MIN(s.start_ms) DESC, s.source) AS place
            FROM \(samples.prefix)_samples AS s
            LEFT JOIN \(pass)_known AS k ON k.source = s.source
            GROUP BY s.source, k.place
            """)
    }
}
