import Explanations
import HealthModel
import QueryPlan

/// Decides in SQL which sample counts at each moment if values exclude each other (S6.6).
///
/// Samples are compared only with those of their cluster: samples that overlap each other, directly or through others.
struct SQLDecision {
    /// The prefix of the names of its tables.
    let name: String
    let samples: SQLSamples
    let values: ExclusiveValues
    /// True if sources are merged; false if each source is decided separately.
    let mergesSources: Bool
    let ranks: [SourceRank]
    let persons: SQLPersons

    /// The samples with the place of their source, their exactness and the number of their cluster.
    var ranked: String { "\(name)_ranked" }

    /// Adds the tables up to ``ranked``.
    ///
    /// - Parameter table: The samples.
    func addRanked(of table: String, to query: inout SQLQuery) throws(SQLRefusal) {
        if mergesSources { try SQLMerging.addRanks(ranks, of: samples, persons, pass: name, to: &query) }
        let exact = values.decided.filter { $0 != values.inexact }.map(String.init).joined(separator: ", ")
        let join = mergesSources ? "\nJOIN \(name)_ranks AS r ON r.source = s.source\(persons.same("r", "s"))" : ""
        query.add(
            "\(name)_exact", "How exact the value of each sample is. It is NULL for values that exclude nothing.",
            """
            SELECT s.*, \(mergesSources ? "r.place" : "0 AS place"),
              CASE WHEN s.value = \(values.background) THEN 0 WHEN s.value = \(values.inexact) THEN 1 WHEN s.value IN (\(exact)) THEN 2 END AS exactness
            FROM \(table) AS s\(join)
            """)
        query.add(
            "\(name)_apart", "A cluster starts when all earlier samples have ended.",
            """
            SELECT e.*, CASE WHEN start_ms < MAX(end_ms) OVER (\(persons.partition())ORDER BY start_ms RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
              THEN 0 ELSE 1 END AS is_apart
            FROM \(name)_exact AS e
            """)
        query.add(
            ranked, "The number of the cluster of each sample.",
            """
            SELECT a.*, SUM(is_apart) OVER (\(persons.partition())ORDER BY start_ms RANGE UNBOUNDED PRECEDING) AS cluster_number
            FROM \(name)_apart AS a
            """)
    }

    /// Returns the condition that the sample `o` decides instead of the sample `p` while both are open.
    ///
    /// The best source comes first, then more exact values, then the sample that starts later. Of equal ones, it is the one inserted later.
    func decides(_ o: String, over p: String) -> String {
        let value =
            samples.keepsEqualRows
            ? "(\(o).value > \(p).value OR (\(o).value = \(p).value AND \(o).inserted > \(p).inserted))" : "\(o).value > \(p).value"
        let later = """
            \(o).start_ms > \(p).start_ms OR (\(o).start_ms = \(p).start_ms AND (\(o).end_ms < \(p).end_ms
                OR (\(o).end_ms = \(p).end_ms AND \(value))))
            """
        let within = "\(o).source = \(p).source AND (\(o).exactness > \(p).exactness OR (\(o).exactness = \(p).exactness AND (\(later))))"
        let between = "\(o).exactness > 0 AND \(p).exactness > 0 AND \(o).place < \(p).place"
        return """
            \(o).cluster_number = \(p).cluster_number\(persons.same(o, p)) AND \(o).start_ms < \(o).end_ms
              AND (\(mergesSources ? "(\(between)) OR " : "")(\(within)))
            """
    }

    /// Adds the parts of samples in which they decide, and returns their table: `from_ms`, `to_ms` and the columns.
    ///
    /// - Parameters:
    ///   - pieces: Parts of samples: the columns of a sample, `from_ms` and `to_ms`.
    ///   - identity: The columns that identify a part, without `from_ms` and `to_ms`.
    ///   - columns: The columns to keep.
    func addDecided(_ pieces: String, identity: [String], columns: [String], to query: inout SQLQuery) -> String {
        let own = identity + ["from_ms", "to_ms"]
        let part = own.map { "p.\($0)" }.joined(separator: ", ")
        let ofSample = ["source", "start_ms", "end_ms", "value"] + (samples.keepsEqualRows ? ["inserted"] : [])
        let sameSample = ofSample.map { "r.\($0) = p.\($0)" }.joined(separator: " AND ")
        let sample = "JOIN \(ranked) AS r ON \(sameSample)\(persons.same("r", "p"))"
        let overruled = """
            FROM \(pieces) AS p
              \(sample)
              JOIN \(ranked) AS o ON o.start_ms < p.to_ms AND o.end_ms > p.from_ms AND \(decides("o", over: "r"))
            """
        query.add(
            "\(name)_changes", "The times at which parts start and end, and those at which others begin and stop to decide.",
            """
            SELECT \(part), p.from_ms AS at_ms, 0 AS others
            FROM \(pieces) AS p
            UNION ALL
            SELECT \(part), p.to_ms, 0
            FROM \(pieces) AS p
            UNION ALL
            SELECT \(part), CASE WHEN o.start_ms < p.from_ms THEN p.from_ms ELSE o.start_ms END, 1
            \(overruled)
            UNION ALL
            SELECT \(part), CASE WHEN o.end_ms > p.to_ms THEN p.to_ms ELSE o.end_ms END, -1
            \(overruled)
            """)
        let window = "PARTITION BY \(own.joined(separator: ", ")) ORDER BY at_ms"
        query.add(
            "\(name)_open", "The number of others that are open after each moment, and the next moment.",
            """
            SELECT c.*, SUM(others) OVER (\(window)) AS open_count, LEAD(at_ms) OVER (\(window)) AS next_ms
            FROM \(name)_changes AS c
            """)
        let kept = columns.map { "\($0), " }.joined()
        query.add(
            "\(name)_decided", "The parts in which no other sample decides.",
            """
            SELECT \(kept)at_ms AS from_ms, next_ms AS to_ms
            FROM \(name)_open
            WHERE open_count = 0 AND at_ms < next_ms
            UNION ALL
            SELECT \(columns.map { "p.\($0), " }.joined())p.from_ms, p.to_ms
            FROM \(pieces) AS p
            \(sample)
            WHERE p.from_ms = p.to_ms AND NOT EXISTS (
              SELECT 1 FROM \(ranked) AS o WHERE o.start_ms <= p.from_ms AND p.from_ms < o.end_ms AND \(decides("o", over: "r")))
            """)
        return "\(name)_decided"
    }
}
