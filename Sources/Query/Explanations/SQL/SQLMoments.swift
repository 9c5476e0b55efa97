import QueryVocabulary
import HealthModel
import QueryPlan

/// Finds the earliest start and the latest end of samples in each row in SQL (S2.6).
///
/// Starts and ends are those of whole samples, or of the parts in which their source decides (S6.6).
struct SQLMoments {
    let plan: Plan
    /// The prefix of the names of its tables.
    let pass: String
    let samples: SQLSamples
    let ranks: [SourceRank]
    /// The table with the time spans of buckets.
    let slices: String
    private var keys: SQLKeys { SQLKeys(plan) }

    /// Adds all tables up to `cells`, which has a column for each measure.
    func add(_ measures: [(column: String, measure: Measure)], cells: String, to query: inout SQLQuery) throws(SQLRefusal) {
        try addMoments(to: &query)
        query.add(
            "\(pass)_placed", "The row of each of these times. An end on an edge belongs to the earlier row, an instant to the later one.",
            """
            SELECT b.bucket, m.source\(keys.computed(in: "m")), m.at_ms, m.is_start
            FROM \(pass)_moments AS m
            JOIN \(slices) AS b ON CASE WHEN m.is_start = 1 OR m.is_instant = 1 THEN b.from_ms <= m.at_ms AND m.at_ms < b.to_ms
              ELSE b.from_ms < m.at_ms AND m.at_ms <= b.to_ms END\(bounds)
            """)
        let columns = measures.map { column, measure in
            let isStart = measure.aggregate == .firstStart
            return "\(isStart ? "MIN" : "MAX")(CASE WHEN is_start = \(isStart ? 1 : 0) THEN at_ms END) AS \(column)"
        }
        let cell = "bucket\(keys.list)"
        query.add(
            cells, "The earliest start and the latest end in each row, in milliseconds since 1970.",
            "SELECT \(cell),\n  \(columns.joined(separator: ",\n  "))\nFROM \(pass)_placed\nGROUP BY \(cell)")
    }

    /// The condition that a time is in the range, unless the buckets imply it.
    private var bounds: String {
        guard !plan.range.isUnknown else { return "" }
        let (start, end) = (plan.range.start.milliseconds, plan.range.end.milliseconds)
        let includesEnd = plan.range.includesEnd
        let isWhole = plan.edges != .clip && plan.grid.intervalText == nil && plan.grid.profiles.isEmpty
        if isWhole {
            let before = includesEnd ? "m.at_ms <= \(end)" : "m.at_ms < \(end)"
            return """
                \nWHERE CASE WHEN m.is_start = 1 OR m.is_instant = 1 THEN \(start) <= m.at_ms AND \(before)
                  ELSE \(start) < m.at_ms AND m.at_ms <= \(end) END
                """
        }
        // The last bucket extends one millisecond beyond an end that is included.
        let endsThere = plan.edges == .clip || plan.grid.edges.last == end
        return includesEnd && endsThere ? "\nWHERE m.at_ms <= \(end)" : ""
    }

    private func addMoments(to query: inout SQLQuery) throws(SQLRefusal) {
        let start =
            "p.source\(keys.computed(in: "p")), p.start_ms AS at_ms, 1 AS is_start, CASE WHEN p.start_ms = p.end_ms THEN 1 ELSE 0 END AS is_instant"
        let end = "p.source\(keys.computed(in: "p")), p.end_ms, 0, CASE WHEN p.start_ms = p.end_ms THEN 1 ELSE 0 END"
        guard let values = samples.exclusiveValues else {
            query.add(
                "\(pass)_moments", "The starts and ends of samples.",
                "SELECT \(start)\nFROM \(samples.chosen) AS p\nUNION ALL\nSELECT \(end)\nFROM \(samples.chosen) AS p")
            return
        }
        try SQLMerging.addRanks(ranks, of: samples, pass: pass, to: &query)
        let list = values.map(String.init).joined(separator: ", ")
        query.add(
            "\(pass)_ranked", "The samples with the place of their source. Values that do not exclude others have no place.",
            """
            SELECT s.source\(keys.computed(in: "s")), s.start_ms, s.end_ms, s.counts, CASE WHEN s.value IN (\(list)) THEN r.place ELSE 0 END AS place
            FROM \(samples.chosen) AS s
            JOIN \(pass)_ranks AS r ON r.source = s.source
            """)
        let better = "o.place > 0 AND o.place < p.place AND o.start_ms < o.end_ms"
        func free(_ moment: String, isEnd: Bool = false) -> String {
            let during = isEnd ? "o.start_ms < \(moment) AND \(moment) <= o.end_ms" : "o.start_ms <= \(moment) AND \(moment) < o.end_ms"
            return "NOT EXISTS (SELECT 1 FROM \(pass)_ranked AS o WHERE \(better) AND \(during))"
        }
        query.add(
            "\(pass)_moments",
            "The starts and ends of samples, except while a better source decides, and the times at which a better source begins or stops.",
            """
            SELECT \(start)
            FROM \(pass)_ranked AS p
            WHERE p.counts = 1 AND \(free("p.start_ms"))
            UNION ALL
            SELECT \(end)
            FROM \(pass)_ranked AS p
            WHERE p.counts = 1 AND CASE WHEN p.start_ms = p.end_ms THEN \(free("p.end_ms")) ELSE \(free("p.end_ms", isEnd: true)) END
            UNION ALL
            SELECT p.source\(keys.computed(in: "p")), b.end_ms, 1, 0
            FROM \(pass)_ranked AS p
            JOIN \(pass)_ranked AS b ON b.place > 0 AND b.place < p.place AND p.start_ms < b.end_ms AND b.end_ms < p.end_ms
            WHERE p.counts = 1 AND b.start_ms < b.end_ms AND \(free("b.end_ms"))
            UNION ALL
            SELECT p.source\(keys.computed(in: "p")), b.start_ms, 0, 0
            FROM \(pass)_ranked AS p
            JOIN \(pass)_ranked AS b ON b.place > 0 AND b.place < p.place AND p.start_ms < b.start_ms AND b.start_ms < p.end_ms
            WHERE p.counts = 1 AND b.start_ms < b.end_ms AND \(free("b.start_ms", isEnd: true))
            """)
    }
}
