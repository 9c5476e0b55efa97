import HealthModel

/// Finds the time of values that exclude each other in SQL. At each moment, the best source with such a value decides (S6.6).
///
/// Like merging of sums, this is a sweep over starts and ends: it compares each source with all better ones in one pass.
struct SQLExclusion {
    /// The prefix of the names of its tables.
    let pass: String
    let samples: SQLSamples
    /// The table of the parts of samples.
    let pieces: String
    /// The values that exclude each other.
    let values: ClosedRange<Int>
    /// The keys of the rows. Samples with any key decide, and the time of each key is added up separately.
    let keys: SQLKeys
    let persons: SQLPersons

    /// The columns that keep the times of persons and keys apart.
    private var series: [String] { keys.columns.contains("person") || persons.isEmpty ? keys.columns : ["person"] + keys.columns }
    private var list: String { series.map { ", \($0)" }.joined() }

    private var isExclusive: String { "value IN (\(values.map(String.init).joined(separator: ", ")))" }

    private func keys(of table: String) -> String { series.map { ", \(table).\($0)" }.joined() }

    /// Adds the tables and returns the name of the last: time spans in buckets, with the number of samples that cover each in `times`.
    func add(to query: inout SQLQuery) -> String {
        query.add(
            "\(pass)_reach", "For each source and bucket, the time in which its samples with such values may count.",
            """
            SELECT r.place, p.bucket\(keys(of: "p")), MIN(p.from_ms) AS from_ms, MAX(p.to_ms) AS to_ms
            FROM \(pieces) AS p
            JOIN \(pass)_ranks AS r ON r.source = p.source\(persons.same("r", "p"))
            WHERE p.\(isExclusive)
            GROUP BY r.place, p.bucket\(keys(of: "p"))
            """)
        let better = """
            FROM \(samples.chosen) AS s
              JOIN \(pass)_ranks AS own ON own.source = s.source\(persons.same("own", "s"))
              JOIN \(pass)_reach AS w ON w.place > own.place\(persons.same("w", "own")) AND s.start_ms <= w.to_ms AND s.end_ms > w.from_ms
              WHERE s.start_ms < s.end_ms AND s.\(isExclusive)
            """
        let own = """
            FROM \(pieces) AS p
              JOIN \(pass)_ranks AS r ON r.source = p.source\(persons.same("r", "p"))
              WHERE p.\(isExclusive)
            """
        query.add(
            "\(pass)_moments(place, bucket\(list), at_ms, better, own, instant)",
            "The times at which samples of better sources start and end, and those at which a source's own samples do.",
            """
              SELECT w.place, w.bucket\(keys(of: "w")), s.start_ms, 1, 0, 0
              \(better)
            UNION ALL
              SELECT w.place, w.bucket\(keys(of: "w")), s.end_ms, -1, 0, 0
              \(better)
            UNION ALL
              SELECT r.place, p.bucket\(keys(of: "p")), p.from_ms, 0, CASE WHEN p.from_ms < p.to_ms THEN 1 ELSE 0 END, CASE WHEN p.from_ms < p.to_ms THEN 0 ELSE 1 END
              \(own)
            UNION ALL
              SELECT r.place, p.bucket\(keys(of: "p")), p.to_ms, 0, -1, 0
              \(own) AND p.from_ms < p.to_ms
            """)
        query.add(
            "\(pass)_open", "The number of better samples and of own samples that are open after each moment, and the next moment.",
            """
            SELECT bucket\(list), at_ms, instant,
              SUM(better) OVER (PARTITION BY place, bucket\(list) ORDER BY at_ms) AS better_count,
              SUM(own) OVER (PARTITION BY place, bucket\(list) ORDER BY at_ms) AS own_count,
              LEAD(at_ms) OVER (PARTITION BY place, bucket\(list) ORDER BY at_ms) AS next_ms
            FROM \(pass)_moments
            """)
        query.add(
            "\(pass)_decided", "The time in which each source decides, and all values that do not exclude others.",
            """
            SELECT bucket\(list), at_ms AS from_ms, next_ms AS to_ms, own_count AS times
            FROM \(pass)_open
            WHERE better_count = 0 AND own_count > 0 AND at_ms < next_ms
            UNION ALL
            SELECT bucket\(list), at_ms, at_ms, 0
            FROM \(pass)_open
            WHERE better_count = 0 AND instant = 1
            UNION ALL
            SELECT bucket\(list), from_ms, to_ms, 1
            FROM \(pieces)
            WHERE NOT (\(isExclusive))
            """)
        return "\(pass)_decided"
    }
}
