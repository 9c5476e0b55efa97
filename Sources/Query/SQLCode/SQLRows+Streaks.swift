import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

/// Streaks: a row or a gap that ends a streak starts a new number, so rows with the same number that meet the condition are one streak.
extension SQLRows {
    mutating func streaks(
        _ streaks: Streaks, named name: String, _ stage: PlanStage, _ refusal: SQLRefusal, in query: inout SQLQuery
    ) throws(SQLRefusal) {
        guard hasTime else { throw refusal }
        try addNumbers(of: streaks, named: name, refusal, in: &query)
        addRuns(of: streaks, named: name, in: &query)
        let isAll = streaks.choice == .all
        let keys = seriesKeys
        let isSameSeries = keys.map { " AND \($0.equal("r", "k"))" }.joined()
        let owner = isAll ? "r" : "k"
        let all = keys.isEmpty ? "(SELECT 1 AS one)" : "(SELECT DISTINCT \(series.joined(separator: ", ")) FROM \(table))"
        let source = isAll ? "\(name)_chosen AS r" : "\(all) AS k\nLEFT JOIN \(name)_chosen AS r ON 1 = 1\(isSameSeries)"
        let order = ["CASE WHEN r.start_ms IS NULL THEN 0 ELSE 1 END", "r.start_ms"] + keys.map { $0.order(in: "\(owner).") }
        let columns =
            [#"r."start" AS "start""#, #"r."end" AS "end""#, "r.start_ms AS start_ms", "r.end_ms AS end_ms"]
            + series.map { "\(owner).\($0) AS \($0)" } + ["COALESCE(r.streak_length, 0) AS c1", "COALESCE(r.is_open, 0) AS c2"]
        query.add(
            name, isAll ? stage.text : "\(stage.text)\nA series without one has a row with the length 0.",
            """
            SELECT ROW_NUMBER() OVER (ORDER BY \(order.joined(separator: ", "))) AS position,
              \(columns.joined(separator: ", ")), 'false' AS partial
            FROM \(source)
            """)
        // The ends of streaks are not known in advance.
        times = Set(places.map { $0..<$0 })
        (self.keys, self.columns, runningTotals) = (keys, ["c1", "c2"], [])
        (areEvents, areStreaks) = (true, true)
    }

    /// Adds the answer of each row, and a number that grows where a streak ends.
    private func addNumbers(
        of streaks: Streaks, named name: String, _ refusal: SQLRefusal, in query: inout SQLQuery
    ) throws(SQLRefusal) {
        if let day = streaks.condition.clockDay { addDays(day, named: "\(name)_days", in: &query) }
        let answer = try expression(streaks.condition, days: "\(name)_days", refusal)
        var source = table
        if let places = streaks.places {
            query.add(
                "\(name)_places", columns: ["place_of_row_ms", "place"], "The number of the period of each row.",
                rows: Set(self.places).sorted().map { ["\($0)", "\(places.index(of: Instant(milliseconds: $0)))"] })
            source += "\nLEFT JOIN \(name)_places ON place_of_row_ms = \(place)"
        }
        let isUnfinished =
            countsPartial ? "0" : "CASE WHEN partial = 'true' AND end_ms > \(knownEnd.milliseconds) THEN 1 ELSE 0 END"
        query.add(
            "\(name)_answers", "1 for a row that meets the condition, 0 for one that does not, and NULL without a value.",
            """
            SELECT \(rowColumns.joined(separator: ", ")), \(streaks.places == nil ? "0 AS place" : "place"),
              \(answer) AS answer, \(isUnfinished) AS is_unfinished
            FROM \(source)
            """)
        let ends = streaks.skipsMissing ? "answer = 0" : "(answer = 0 OR answer IS NULL)"
        let gap = streaks.usesGaps ? "CASE WHEN place - LAG(place) \(over()) > 1 THEN 1 ELSE 0 END + " : ""
        query.add(
            "\(name)_ends", "A row that is not over yet ends no streak.",
            "SELECT a.*, \(gap)CASE WHEN is_unfinished = 0 AND \(ends) THEN 1 ELSE 0 END AS ends\nFROM \(name)_answers AS a")
        query.add(
            "\(name)_numbers", "The number of the streak to which a row can belong.",
            "SELECT e.*, SUM(ends) \(over(frame: "ROWS UNBOUNDED PRECEDING")) AS streak\nFROM \(name)_ends AS e")
    }

    /// Adds the streaks, and those of them that are shown.
    private func addRuns(of streaks: Streaks, named name: String, in query: inout SQLQuery) {
        let group = (series + ["streak"]).joined(separator: ", ")
        let run =
            "OVER (PARTITION BY \(group), answer ORDER BY start_ms, end_ms, position "
            + "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)"
        // Databases repeat a subquery for each of its uses, so the first and the last row of a streak are not joined.
        query.add(
            "\(name)_last", "The last number and the last row of each series, and the times of each streak.",
            """
            SELECT n.*, MAX(streak) \(over(order: false)) AS last_streak, MAX(place) \(over(order: false)) AS last_place,
              FIRST_VALUE("start") \(run) AS first_start,
              FIRST_VALUE(start_ms) \(run) AS first_ms,
              LAST_VALUE("end") \(run) AS last_end,
              LAST_VALUE(end_ms) \(run) AS last_ms
            FROM \(name)_numbers AS n
            """)
        let due = streaks.places.map { $0.index(of: knownEnd) - 1 }
        let reachesEnd = streaks.usesGaps ? due.map { " AND last_place >= \($0)" } ?? "" : ""
        query.add(
            "\(name)_runs", "The streaks. The last one is open if its series reaches the last period that is over.",
            """
            SELECT \(group), MAX(first_start) AS "start", MAX(last_end) AS "end", MAX(first_ms) AS start_ms, MAX(last_ms) AS end_ms,
              COUNT(*) AS streak_length, MAX(CASE WHEN streak = last_streak\(reachesEnd) THEN 1 ELSE 0 END) AS is_open
            FROM \(name)_last
            WHERE answer = 1
            GROUP BY \(group)
            """)
        let chosen: String
        switch streaks.choice {
        case .all: chosen = "SELECT *\nFROM \(name)_runs"
        case .longest:
            let parts = series.isEmpty ? "" : "PARTITION BY \(series.joined(separator: ", ")) "
            chosen = """
                SELECT *
                FROM (
                SELECT r.*, ROW_NUMBER() OVER (\(parts)ORDER BY streak_length DESC, start_ms DESC) AS rank_of_length
                FROM \(name)_runs AS r
                ) AS ranked
                WHERE rank_of_length = 1
                """
        case .current: chosen = "SELECT *\nFROM \(name)_runs\nWHERE is_open = 1"
        }
        query.add("\(name)_chosen", "The streaks that are shown.", chosen)
    }

    /// The end of the time that the rows know.
    private var knownEnd: Instant { min(plan.cutsEnd ? plan.range.end : .max, plan.earliestNowOfRows) }
}

extension Streaks {
    /// True if missing rows end a streak.
    fileprivate var usesGaps: Bool { places != nil && !skipsMissing }
}
