import HealthModel

/// The time of values that exclude each other as SQL: at each moment the best source with such a value decides (S6.6).
///
/// Like merging of sums it is a sweep over starts and ends, so that each source is compared with the better ones in one pass.
struct SQLExclusion {
    /// What the names of its tables begin with.
    let pass: String
    let samples: SQLSamples
    /// The table of parts.
    let pieces: String
    /// The values that exclude each other.
    let values: ClosedRange<Int>

    private var isExclusive: String { "value IN (\(values.map(String.init).joined(separator: ", ")))" }

    /// Adds the tables up to the one it names: stretches in buckets, `times` for how many samples cover each.
    func add(to query: inout SQLQuery) -> String {
        query.add(
            "\(pass)_reach", "For each source and bucket the time that its samples with such values may count in.",
            """
            SELECT r.place, p.bucket, MIN(p.from_ms) AS from_ms, MAX(p.to_ms) AS to_ms
            FROM \(pieces) AS p
            JOIN \(pass)_ranks AS r ON r.source = p.source
            WHERE p.\(isExclusive)
            GROUP BY r.place, p.bucket
            """)
        let better = """
            FROM \(samples.chosen) AS s
              JOIN \(pass)_ranks AS own ON own.source = s.source
              JOIN \(pass)_reach AS w ON w.place > own.place AND s.start_ms <= w.to_ms AND s.end_ms > w.from_ms
              WHERE s.start_ms < s.end_ms AND s.\(isExclusive)
            """
        let own = """
            FROM \(pieces) AS p
              JOIN \(pass)_ranks AS r ON r.source = p.source
              WHERE p.\(isExclusive)
            """
        query.add(
            "\(pass)_moments(place, bucket, at_ms, better, own, instant)",
            "The moments at which samples of better sources open and close, and those at which its own do.",
            """
              SELECT w.place, w.bucket, s.start_ms, 1, 0, 0
              \(better)
            UNION ALL
              SELECT w.place, w.bucket, s.end_ms, -1, 0, 0
              \(better)
            UNION ALL
              SELECT r.place, p.bucket, p.from_ms, 0, CASE WHEN p.from_ms < p.to_ms THEN 1 ELSE 0 END, CASE WHEN p.from_ms < p.to_ms THEN 0 ELSE 1 END
              \(own)
            UNION ALL
              SELECT r.place, p.bucket, p.to_ms, 0, -1, 0
              \(own) AND p.from_ms < p.to_ms
            """)
        query.add(
            "\(pass)_open", "How many better samples and how many of its own are open from each moment on, and when the next one is.",
            """
            SELECT bucket, at_ms, instant,
              SUM(better) OVER (PARTITION BY place, bucket ORDER BY at_ms) AS better_count,
              SUM(own) OVER (PARTITION BY place, bucket ORDER BY at_ms) AS own_count,
              LEAD(at_ms) OVER (PARTITION BY place, bucket ORDER BY at_ms) AS next_ms
            FROM \(pass)_moments
            """)
        query.add(
            "\(pass)_decided", "The time that each source may decide, and what excludes nothing.",
            """
            SELECT bucket, at_ms AS from_ms, next_ms AS to_ms, own_count AS times
            FROM \(pass)_open
            WHERE better_count = 0 AND own_count > 0 AND at_ms < next_ms
            UNION ALL
            SELECT bucket, at_ms, at_ms, 0
            FROM \(pass)_open
            WHERE better_count = 0 AND instant = 1
            UNION ALL
            SELECT bucket, from_ms, to_ms, 1
            FROM \(pieces)
            WHERE NOT (\(isExclusive))
            """)
        return "\(pass)_decided"
    }
}
