import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Computes a set of times in SQL (S11): a chain of tables with intervals that neither overlap nor touch.
///
/// An interval whose ends are equal is an instant. The last table leaves instants out.
struct SQLTimes {
    /// Returns the table of the times that count: `from_ms` and `to_ms`. Measures with their own sets have other numbers.
    static func name(ofNumber number: Int) -> String { "counted_times" + (number == 1 ? "" : "\(number)") }

    let plan: Plan
    let facts: SQLStoreFacts
    private let number: Int
    private var tableCount = 0

    init(plan: Plan, facts: SQLStoreFacts, number: Int = 1) { (self.plan, self.facts, self.number) = (plan, facts, number) }

    /// The prefix of the names of tables.
    private var persons: SQLPersons { SQLPersons(plan) }
    private var prefix: String { number == 1 ? "times" : "times\(number)_" }

    /// Adds all tables up to the one with the times that count.
    mutating func add(_ set: IntervalExpression, to query: inout SQLQuery) throws(SQLRefusal) {
        let table = try table(of: set, in: &query)
        query.add(
            Self.name(ofNumber: number), "The times that count: \(IntervalWords(plan).phrase(set)).",
            persons.hasOwnDays
                ? """
                SELECT t.person, c.zone_number, t.from_ms, t.to_ms
                FROM \(table) AS t
                JOIN \(SQLPersons.table) AS c ON c.person = t.person
                WHERE t.from_ms < t.to_ms
                """ : "SELECT \(persons.person())from_ms, to_ms\nFROM \(table)\nWHERE from_ms < to_ms")
    }

    /// Adds the tables of a set and returns the name of the last.
    private mutating func table(of set: IntervalExpression, in query: inout SQLQuery) throws(SQLRefusal) -> String {
        let (beginning, end) = (SQLBuckets.beginning, SQLBuckets.end)
        switch set {
        case .samples(let samples): return try table(of: samples, in: &query)
        case .union(let parts):
            var tables: [String] = []
            for part in parts { tables.append(try table(of: part, in: &query)) }
            return joined(
                tables.map { "SELECT \(persons.person())from_ms, to_ms FROM \($0)" }.joined(separator: "\nUNION ALL\n"), "", in: &query)
        case .intersection(let parts):
            var common: String?
            for part in parts {
                let table = try table(of: part, in: &query)
                common = common.map { intersection($0, table, in: &query) } ?? table
            }
            return common ?? ""
        case .complement(let inner):
            let table = try table(of: inner, in: &query)
            // A person without any interval has a gap, too.
            let last =
                persons.isEmpty
                ? "SELECT COALESCE(MAX(to_ms), \(beginning)), \(end) FROM \(table) WHERE from_ms < to_ms"
                : "SELECT c.person, COALESCE(MAX(CASE WHEN t.from_ms < t.to_ms THEN t.to_ms END), \(beginning)), \(end) "
                    + "FROM \(SQLPersons.table) AS c LEFT JOIN \(table) AS t ON t.person = c.person GROUP BY c.person"
            return add(
                "All other time. Instants leave no gap.",
                """
                SELECT \(persons.person())from_ms, to_ms
                FROM (
                  SELECT \(persons.person())COALESCE(LAG(to_ms) OVER (\(persons.partition())ORDER BY from_ms), \(beginning)) AS from_ms, from_ms AS to_ms FROM \(table) WHERE from_ms < to_ms
                  UNION ALL
                  \(last)
                ) AS gaps
                WHERE from_ms < to_ms
                """, to: &query)
        case .within(let inner, let side, let distance):
            let table = try table(of: inner, in: &query)
            let earlier = "CASE WHEN from_ms = \(beginning) THEN from_ms ELSE from_ms - \(distance) END"
            let later = "CASE WHEN to_ms = \(end) THEN to_ms ELSE to_ms + \(distance) END"
            let (from, to, condition) =
                switch side {
                case .of: (earlier, later, "")
                case .before: (earlier, "from_ms", "\nWHERE from_ms > \(beginning)")
                case .after: ("to_ms", later, "\nWHERE to_ms < \(end)")
                }
            return joined("SELECT \(persons.person())\(from) AS from_ms, \(to) AS to_ms\nFROM \(table)\(condition)", "", in: &query)
        case .sessions(let inner, let gap):
            let table = try table(of: inner, in: &query)
            return joined("SELECT \(persons.person())from_ms, to_ms FROM \(table)", "", gap: gap, in: &query)
        case .parts:
            throw SQLRefusal(
                .subject, "parts of workouts are not in the table of samples", help: "use `while workouts` or a set of other samples")
        case .gaps(let inner, let length): return gaps(try table(of: inner, in: &query), longerThan: length, in: &query)
        }
    }

    /// Adds the table of the time between the intervals of a table, and from its last one until now (S11.7).
    private mutating func gaps(_ table: String, longerThan length: Int64, in query: inout SQLQuery) -> String {
        let earlier = "LAG(to_ms) OVER (\(persons.partition())ORDER BY from_ms)"
        return add(
            "The time between intervals, and since the last one.",
            """
            SELECT \(persons.person())from_ms, to_ms
            FROM (
              SELECT \(persons.person())\(earlier) AS from_ms, from_ms AS to_ms FROM \(table)
              UNION ALL
              SELECT \(persons.person())MAX(to_ms), \(plan.now.milliseconds) FROM \(table)\(persons.isEmpty ? "" : " GROUP BY person")
            ) AS gaps
            WHERE to_ms - from_ms > \(length) AND from_ms > \(SQLBuckets.beginning) AND to_ms < \(SQLBuckets.end)
            """, to: &query)
    }

    private mutating func table(of samples: SampleIntervals, in query: inout SQLQuery) throws(SQLRefusal) -> String {
        tableCount += 1
        var own = plan
        own.holding = samples.holding
        let unit: HealthUnit? = if case .quantity(let type)? = MetricCatalog.metric(samples.metric)?.kind { type.storageUnit } else { nil }
        let source = SQLSamples(
            plan: own, facts: facts, metric: samples.metric, part: nil, storageUnit: unit, prefix: "\(prefix)\(tableCount)_set",
            keepsOrder: samples.holding != nil)
        let from = source.addReadings(to: &query)
        if let values = samples.exclusiveValues, let condition = samples.condition {
            let decided = try decided(source, from, between: values, if: condition, to: &query)
            return joined("SELECT \(persons.person())from_ms, to_ms FROM \(decided)", samples.metric.shortName, in: &query)
        }
        guard let condition = samples.condition else {
            return joined(
                "SELECT \(persons.person())start_ms AS from_ms, end_ms AS to_ms FROM \(from)", samples.metric.shortName, in: &query)
        }
        let (table, text) = try source.filtered(from, by: condition, to: &query)
        return joined(
            "SELECT \(persons.person())start_ms AS from_ms, end_ms AS to_ms FROM \(table) WHERE \(text)", samples.metric.shortName,
            in: &query)
    }

    /// Adds the time in which the samples of a set decide (S6.6), and returns its table.
    private func decided(
        _ source: SQLSamples, _ from: String, between values: ExclusiveValues, if condition: Predicate, to query: inout SQLQuery
    ) throws(SQLRefusal) -> String {
        let (said, say) = try source.filtered(from, by: condition.orHasSay(of: values), to: &query)
        let (table, counts) = try source.filtered(said, by: condition, to: &query)
        query.add(
            source.chosen, "Samples with 0 in `counts` only decide whether others count.",
            """
            SELECT \(persons.person())source, start_ms, end_ms, value, start_ms AS from_ms, end_ms AS to_ms,
              CASE WHEN \(counts) THEN 1 ELSE 0 END AS counts
            FROM \(table)
            WHERE \(say)
            """)
        let decision = SQLDecision(
            name: source.prefix, samples: source, values: values, mergesSources: true, ranks: facts.ranks[source.metric] ?? [],
            persons: persons)
        try decision.addRanked(of: source.chosen, to: &query)
        query.add("\(source.prefix)_counted", "Those that count.", "SELECT *\nFROM \(source.chosen)\nWHERE counts = 1")
        let person = persons.isEmpty ? [] : ["person"]
        return decision.addDecided(
            "\(source.prefix)_counted", identity: person + ["source", "start_ms", "end_ms", "value"], columns: person, to: &query)
    }

    private mutating func intersection(_ a: String, _ b: String, in query: inout SQLQuery) -> String {
        func includes(_ table: String, _ moment: String) -> String {
            "\(table).from_ms <= \(moment) AND (\(moment) < \(table).to_ms OR (\(table).from_ms = \(table).to_ms AND \(table).to_ms = \(moment)))"
        }
        let common = """
            (a.from_ms < b.to_ms AND b.from_ms < a.to_ms AND a.from_ms < a.to_ms AND b.from_ms < b.to_ms)
              OR (a.from_ms = a.to_ms AND \(includes("b", "a.from_ms")))
              OR (a.from_ms < a.to_ms AND b.from_ms = b.to_ms AND \(includes("a", "b.from_ms")))
            """
        return add(
            "The common time of two sets.",
            """
            SELECT \(persons.person(of: "a"))CASE WHEN a.from_ms > b.from_ms THEN a.from_ms ELSE b.from_ms END AS from_ms,
              CASE WHEN a.to_ms < b.to_ms THEN a.to_ms ELSE b.to_ms END AS to_ms
            FROM \(a) AS a
            JOIN \(b) AS b ON \(persons.isEmpty ? common : "a.person = b.person AND (\(common))")
            """, to: &query)
    }

    /// Adds a table that joins intervals that are at most `gap` milliseconds apart.
    private mutating func joined(_ intervals: String, _ what: String, gap: Int64 = 0, in query: inout SQLQuery) -> String {
        let table = "\(prefix)\(tableCount + 1)"
        query.add("\(table)_parts", what.isEmpty ? "Intervals in any order." : "The intervals of \(what).", intervals)
        query.add(
            "\(table)_starts", "An interval starts after the end of all earlier ones\(gap > 0 ? ", and of the gap after them" : "").",
            """
            SELECT \(persons.person())from_ms, to_ms, CASE WHEN from_ms <= MAX(to_ms) OVER (\(persons.partition())ORDER BY from_ms, to_ms ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + \(gap)
              THEN 0 ELSE 1 END AS starts
            FROM \(table)_parts
            """)
        query.add(
            "\(table)_numbered", "The number of the interval that each part belongs to.",
            """
            SELECT \(persons.person())from_ms, to_ms, SUM(starts) OVER (\(persons.partition())ORDER BY from_ms, to_ms ROWS UNBOUNDED PRECEDING) AS interval_number
            FROM \(table)_starts
            """)
        return add(
            "Intervals that neither overlap nor touch.",
            "SELECT \(persons.person())MIN(from_ms) AS from_ms, MAX(to_ms) AS to_ms\nFROM \(table)_numbered\nGROUP BY \(persons.person())interval_number",
            to: &query)
    }

    private mutating func add(_ purpose: String, _ body: String, to query: inout SQLQuery) -> String {
        tableCount += 1
        query.add("\(prefix)\(tableCount)", purpose, body)
        return "\(prefix)\(tableCount)"
    }
}
