import HealthModel
import QueryPlan

/// Counts the quarter hours that hold a sample in SQL (S2.7).
struct SQLCoverage {
    /// The table with the number of quarter hours of each row.
    static let counts = "quarter_counts"

    let plan: Plan
    /// The prefix of the names of its tables.
    let pass: String
    let samples: SQLSamples
    private var keys: SQLKeys { SQLKeys(plan) }
    private var buckets: SQLBuckets { SQLBuckets(plan: plan) }
    private var persons: SQLPersons { SQLPersons(plan) }

    /// Adds the number of quarter hours of each row, once for all measures.
    static func addCounts(_ plan: Plan, to query: inout SQLQuery) {
        let purpose = "The quarter hours of each row that are in the range and have begun."
        if let days = SQLBuckets(plan: plan).days {
            return query.add(Self.counts, columns: ["bucket", "quarters"], purpose, rows: days.quarterCounts)
        }
        let counts = plan.quarterCounts
        let rows = SQLBuckets(plan: plan).groups.enumerated().map { ["\($0.offset)", "\(counts[$0.element])"] }
        query.add(Self.counts, columns: ["bucket", "quarters"], purpose, rows: rows)
    }

    /// Adds all tables up to `cells`, which has a column for each measure.
    func add(_ columns: [String], cells: String, to query: inout SQLQuery) {
        let rowOfGroup = Dictionary(uniqueKeysWithValues: buckets.groups.enumerated().map { ($0.element, $0.offset) })
        let ownSpans = buckets.days?.quarterSpans
        let spans =
            ownSpans
            ?? plan.groupsInRange.compactMap { group, span -> [String]? in
                guard !span.isEmpty, let row = rowOfGroup[group] else { return nil }
                return ["\(row)", "\(span.lowerBound)", "\(span.upperBound)"]
            }
        query.add(
            "\(pass)_spans", columns: ["bucket"] + (ownSpans == nil ? [] : ["zone_number"]) + ["from_ms", "to_ms"],
            "The time spans of each row inside the range.", rows: spans)
        if let times = samples.times {
            query.add(
                "\(pass)_counted", "The parts of these time spans that count.",
                """
                SELECT b.bucket, \(persons.person(of: "t"))CASE WHEN b.from_ms > t.from_ms THEN b.from_ms ELSE t.from_ms END AS from_ms,
                  CASE WHEN b.to_ms < t.to_ms THEN b.to_ms ELSE t.to_ms END AS to_ms
                FROM \(pass)_spans AS b
                JOIN \(times) AS t ON \(persons.sameZone("t", "b"))t.from_ms < b.to_ms AND t.to_ms > b.from_ms
                """)
        }
        let same = samples.times != nil && !persons.isEmpty ? "b.person = s.person AND " : persons.sameZone("b", "s")
        // Integer division would round times before 1970 up.
        func quarter(_ time: String) -> String { "CAST(FLOOR((\(time)) / \(QuarterHour.milliseconds).0) AS BIGINT)" }
        query.add(
            "\(pass)_quarters", "The first and the last quarter hour, numbered from 1970, that each part of a sample meets.",
            """
            SELECT b.bucket, \(persons.person(of: "s"))s.source\(keys.computed(in: "s")), \(quarter("CASE WHEN s.start_ms < b.from_ms THEN b.from_ms ELSE s.start_ms END")) AS first,
              CASE WHEN s.start_ms = s.end_ms THEN \(quarter("s.start_ms"))
                ELSE \(quarter("(CASE WHEN s.end_ms > b.to_ms THEN b.to_ms ELSE s.end_ms END) - 1")) END AS last
            FROM \(samples.chosen) AS s
            JOIN \(pass)_\(samples.times == nil ? "spans" : "counted") AS b ON \(same)s.start_ms < b.to_ms AND (s.end_ms > b.from_ms OR s.start_ms = b.from_ms)\(samples.joinOwn("s", "b"))
            """)
        let cell = "bucket\(keys.list)"
        let series = keys.columns.contains("person") ? cell : "\(persons.person())\(cell)"
        let limit = persons.model.firstLaterQuarter - 1
        query.add(
            "\(pass)_reached", "The last quarter hour that earlier samples meet. Quarter hours that have not begun do not count.",
            """
            SELECT \(series), first, CASE WHEN last > \(limit) THEN \(limit) ELSE last END AS last,
              MAX(last) OVER (PARTITION BY \(series) ORDER BY first, last ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached
            FROM \(pass)_quarters
            """)
        let count = """
            SUM(CASE WHEN reached IS NULL OR reached < first THEN CASE WHEN last >= first THEN last - first + 1 ELSE 0 END
                WHEN reached < last THEN last - reached ELSE 0 END)
            """
        query.add(
            cells, "The number of different quarter hours that hold a sample.",
            "SELECT \(cell),\n  \(columns.map { "\(count) AS \($0)" }.joined(separator: ",\n  "))\nFROM \(pass)_reached\nGROUP BY \(cell)")
    }
}
