import Explanations
import HealthModel
import QueryPlan

/// The times of workouts without their pauses (S7.1), which the table of samples lacks. They are written out, as they are in the store.
struct SQLWorkoutPart: Hashable, Sendable {
    let source: String
    let start: Int64
    let end: Int64
    let part: ActivePart

    /// Returns the parts of all workouts; nil if the columns of the table do not tell two workouts apart.
    static func parts(of workouts: [Workout], sources: [Int32: Source]) -> [SQLWorkoutPart]? {
        var known: [SQLWorkoutPart: [ActivePart]] = [:]
        var all: [SQLWorkoutPart] = []
        for workout in workouts {
            let name = sources[workout.source]?.name ?? ""
            let (start, end) = (workout.start.milliseconds, workout.end.milliseconds)
            let parts = workout.activeParts
            let whole = SQLWorkoutPart(source: name, start: start, end: end, part: ActivePart(from: start, to: end, seconds: 0))
            if let other = known[whole] {
                if other != parts { return nil }
                continue
            }
            known[whole] = parts
            if start == end, workout.duration != 0 { return nil }
            all += parts.filter { $0.from < $0.to }.map { SQLWorkoutPart(source: name, start: start, end: end, part: $0) }
        }
        return all
    }

    fileprivate var row: [String] {
        [SQLLiteral.text(source), "\(start)", "\(end)", "\(part.from)", "\(part.to)", SQLLiteral.real(part.seconds)]
    }
}

/// Adds the tables that turn pieces of workouts into their duration without pauses.
struct SQLActiveTime {
    let pass: String
    /// The table with the pieces of workouts, and its column for the row.
    let pieces: String
    let bucket: String
    let keys: SQLKeys
    /// True if the durations of workouts that overlap are added.
    let addsAll: Bool

    private var cell: String { "bucket\(keys.list)" }

    func add(_ parts: [SQLWorkoutPart], columns: [String], cells: String, to query: inout SQLQuery) {
        query.add(
            "\(pass)_parts", columns: ["source", "start_ms", "end_ms", "first_ms", "last_ms", "seconds"],
            "The times of workouts without their pauses, and the seconds that count. They are as in the store.", rows: parts.map(\.row))
        let own = keys.columns.map { ", p.\($0)" }.joined()
        query.add(
            "\(pass)_times", "The parts of these times in each row.",
            """
            SELECT p.\(bucket) AS bucket\(own), CASE WHEN a.first_ms < p.from_ms THEN p.from_ms ELSE a.first_ms END AS from_ms,
              CASE WHEN a.last_ms > p.to_ms THEN p.to_ms ELSE a.last_ms END AS to_ms, a.first_ms, a.last_ms, a.seconds
            FROM \(pieces) AS p
            JOIN \(pass)_parts AS a ON a.source = p.source AND a.start_ms = p.start_ms AND a.end_ms = p.end_ms
              AND a.first_ms < p.to_ms AND a.last_ms > p.from_ms
            """)
        addAmounts(to: &query)
        query.add(
            cells, "Every row with a workout has a duration, which is 0 if it only has a pause.",
            """
            SELECT p.\(bucket) AS bucket\(own),
              \(columns.map { "COALESCE(MAX(t.seconds), 0) AS \($0)" }.joined(separator: ",\n  "))
            FROM \(pieces) AS p
            LEFT JOIN \(pass)_amounts AS t ON t.bucket = p.\(bucket)\(keys.equal("t", "p"))
            GROUP BY p.\(bucket)\(own)
            """)
    }

    /// Adds the seconds of each row.
    private func addAmounts(to query: inout SQLQuery) {
        let amount = "a.seconds * (a.to_ms - a.from_ms) / (a.last_ms - a.first_ms)"
        guard !addsAll else {
            return query.add(
                "\(pass)_amounts", "Seconds. Time that several workouts cover counts once for each workout.",
                "SELECT \(cell), SUM(\(amount)) AS seconds\nFROM \(pass)_times AS a\nGROUP BY \(cell)")
        }
        query.add(
            "\(pass)_edges", "The times at which a part starts or ends.",
            "SELECT \(cell), from_ms AS edge_ms FROM \(pass)_times\nUNION\nSELECT \(cell), to_ms FROM \(pass)_times")
        query.add(
            "\(pass)_spans", "The time from each edge to the next.",
            """
            SELECT \(cell), edge_ms AS from_ms, LEAD(edge_ms) OVER (PARTITION BY \(cell) ORDER BY edge_ms) AS to_ms
            FROM \(pass)_edges
            """)
        let own = keys.columns.map { ", s.\($0)" }.joined()
        query.add(
            "\(pass)_best", "Seconds. If workouts overlap, the one that counts most decides.",
            """
            SELECT s.bucket\(own), s.from_ms, MAX(a.seconds * (s.to_ms - s.from_ms) / (a.last_ms - a.first_ms)) AS seconds
            FROM \(pass)_spans AS s
            JOIN \(pass)_times AS a ON a.bucket = s.bucket\(keys.equal("a", "s")) AND a.from_ms <= s.from_ms AND a.to_ms >= s.to_ms
            GROUP BY s.bucket\(own), s.from_ms
            """)
        query.add(
            "\(pass)_amounts", "The total of each row.", "SELECT \(cell), SUM(seconds) AS seconds\nFROM \(pass)_best\nGROUP BY \(cell)")
    }
}
