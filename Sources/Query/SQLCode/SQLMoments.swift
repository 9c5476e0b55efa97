import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Finds the earliest start and the latest end of samples in each row in SQL (S2.6).
///
/// Starts and ends are those of whole samples, or of the parts in which they decide (S6.6).
struct SQLMoments {
    let plan: Plan
    /// The prefix of the names of its tables.
    let pass: String
    let samples: SQLSamples
    let ranks: [SourceRank]
    /// The table with the time spans of buckets.
    let slices: String
    private var keys: SQLKeys { SQLKeys(plan) }
    private var persons: SQLPersons { SQLPersons(plan) }

    /// Adds all tables up to `cells`, which has a column for each measure.
    func add(_ measures: [(column: String, measure: Measure)], cells: String, to query: inout SQLQuery) throws(SQLRefusal) {
        try addMoments(to: &query)
        let same = samples.times != nil && !persons.isEmpty ? "b.person = m.person AND " : persons.sameZone("b", "m")
        query.add(
            "\(pass)_placed", "The row of each of these times. An end on an edge belongs to the earlier row, an instant to the later one.",
            """
            SELECT b.bucket, \(persons.place(of: "m"))m.source\(keys.computed(in: "m")), m.at_ms, m.is_start
            FROM \(pass)_moments AS m
            JOIN \(slices) AS b ON \(same)CASE WHEN m.is_start = 1 OR m.is_instant = 1 THEN b.from_ms <= m.at_ms AND m.at_ms < b.to_ms
              ELSE b.from_ms < m.at_ms AND m.at_ms <= b.to_ms END\(samples.joinOwn("m", "b"))\(bounds)
            """)
        let columns = measures.map { column, measure in
            let isStart = measure.aggregate == .firstStart
            return "\(isStart ? "MIN" : "MAX")(CASE WHEN is_start = \(isStart ? 1 : 0) THEN at_ms END) AS \(column)"
        }
        let cell = "bucket\(keys.list)"
        var placed = "\(pass)_placed"
        if persons.hasOwnDays {
            // The times of people with different clocks are compared by their local times.
            SQLClock(plan: plan, facts: samples.facts).addOffsets(to: &query)
            let bucket = SQLBuckets(plan: plan).days?.repeatedRowCount.map { "p.bucket % \($0) AS bucket" } ?? "p.bucket"
            query.add(
                "\(pass)_local", "The local times.",
                """
                SELECT \(bucket)\(keys.columns.map { ", p.\($0)" }.joined()), p.at_ms + c.offset_ms AS at_ms, p.is_start
                FROM \(placed) AS p
                JOIN clock AS c ON c.clock_zone = p.zone_number AND c.from_ms <= p.at_ms AND p.at_ms < c.to_ms
                """)
            placed = "\(pass)_local"
        }
        query.add(
            cells, "The earliest start and the latest end in each row, in milliseconds since 1970.",
            "SELECT \(cell),\n  \(columns.joined(separator: ",\n  "))\nFROM \(placed)\nGROUP BY \(cell)")
    }

    /// The condition that a time is in the range, unless the buckets imply it.
    private var bounds: String {
        let model = persons.model
        guard !model.range.isUnknown else { return "" }
        let range = persons.range
        // The moments lack the columns of the range, which belong to the samples.
        let (start, end) = persons.hasOwnDays ? ("r.range_start_ms", "r.range_end_ms") : range
        let includesEnd = model.range.includesEnd
        let ranges = persons.hasOwnDays ? "\nJOIN \(SQLPersons.table) AS r ON r.person = m.person" : ""
        let isWhole = plan.edges != .clip && plan.grid.intervalText == nil && plan.grid.profiles.isEmpty
        if isWhole {
            let before = includesEnd ? "m.at_ms <= \(end)" : "m.at_ms < \(end)"
            return ranges + """
                \nWHERE CASE WHEN m.is_start = 1 OR m.is_instant = 1 THEN \(start) <= m.at_ms AND \(before)
                  ELSE \(start) < m.at_ms AND m.at_ms <= \(end) END
                """
        }
        // The last bucket extends one millisecond beyond an end that is included.
        let endsThere = plan.edges == .clip || model.grid.edges.last == model.range.end.milliseconds
        return includesEnd && endsThere ? "\(ranges)\nWHERE m.at_ms <= \(end)" : ""
    }

    private func addMoments(to query: inout SQLQuery) throws(SQLRefusal) {
        let own = samples.countsOwnWorkouts ? ", p.start_ms, p.end_ms, p.value" : ""
        let start =
            "\(persons.place(of: "p"))p.source\(keys.computed(in: "p")), p.start_ms AS at_ms, 1 AS is_start, CASE WHEN p.start_ms = p.end_ms THEN 1 ELSE 0 END AS is_instant\(own)"
        let end =
            "\(persons.place(of: "p"))p.source\(keys.computed(in: "p")), p.end_ms, 0, CASE WHEN p.start_ms = p.end_ms THEN 1 ELSE 0 END\(own)"
        guard let values = samples.exclusiveValues else {
            query.add(
                "\(pass)_moments", "The starts and ends of samples.",
                "SELECT \(start)\nFROM \(samples.chosen) AS p\nUNION ALL\nSELECT \(end)\nFROM \(samples.chosen) AS p")
            return
        }
        let decision = SQLDecision(
            name: pass, samples: samples, values: values, mergesSources: plan.mergesSources, ranks: ranks, persons: persons)
        try decision.addRanked(of: samples.chosen, to: &query)
        let better = decision.decides("o", over: "p")
        func free(_ moment: String, isEnd: Bool = false) -> String {
            let during = isEnd ? "o.start_ms < \(moment) AND \(moment) <= o.end_ms" : "o.start_ms <= \(moment) AND \(moment) < o.end_ms"
            return "NOT EXISTS (SELECT 1 FROM \(pass)_ranked AS o WHERE \(better) AND \(during))"
        }
        query.add(
            "\(pass)_moments",
            "The starts and ends of samples, except while another one decides, and the times at which another one begins or stops.",
            """
            SELECT \(start)
            FROM \(pass)_ranked AS p
            WHERE p.counts = 1 AND \(free("p.start_ms"))
            UNION ALL
            SELECT \(end)
            FROM \(pass)_ranked AS p
            WHERE p.counts = 1 AND CASE WHEN p.start_ms = p.end_ms THEN \(free("p.end_ms")) ELSE \(free("p.end_ms", isEnd: true)) END
            UNION ALL
            SELECT \(persons.place(of: "p"))p.source\(keys.computed(in: "p")), b.end_ms, 1, 0
            FROM \(pass)_ranked AS p
            JOIN \(pass)_ranked AS b ON p.start_ms < b.end_ms AND b.end_ms < p.end_ms AND \(decision.decides("b", over: "p"))
            WHERE p.counts = 1 AND \(free("b.end_ms"))
            UNION ALL
            SELECT \(persons.place(of: "p"))p.source\(keys.computed(in: "p")), b.start_ms, 0, 0
            FROM \(pass)_ranked AS p
            JOIN \(pass)_ranked AS b ON p.start_ms < b.start_ms AND b.start_ms < p.end_ms AND \(decision.decides("b", over: "p"))
            WHERE p.counts = 1 AND \(free("b.start_ms", isEnd: true))
            """)
    }
}
