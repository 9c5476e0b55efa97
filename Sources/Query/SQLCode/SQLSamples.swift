// The first tables of a statement: the samples of a metric, as the query treats them.
//
//     samples → lengths by `holding` → profile of each start → times of `while` → chosen: condition and range
//
// `chosen` has a row for each sample that counts, with `from_ms` and `to_ms` for the part in the range. All times are whole milliseconds in
// 64 bits before any comparison, because seconds as a double are off by ten-millionths. A flag keeps samples that do not count but decide
// between sources.
//
// Decisions 0019 (portable SQL), 0030 (sleep sources), 0094 (equal members of correlations).

import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Builds the tables with the samples of a metric, and with those that count.
struct SQLSamples {
    let plan: Plan
    let facts: SQLStoreFacts
    let metric: MetricID
    /// The part of the metric that the query uses; nil for the whole metric.
    let part: MetricPart?
    /// The values that exclude each other (S6.6); nil if all samples count.
    var exclusiveValues: ExclusiveValues?
    let storageUnit: HealthUnit?
    /// The prefix of the names of the metric's tables.
    let prefix: String
    /// True if the tables keep the insertion order.
    var keepsOrder = false
    /// True if equal rows are different samples (S1.2). The insertion order then tells them apart.
    var keepsEqualRows = false
    /// The keys whose codes samples have.
    var keys: SQLKeys?
    /// The table with the times that count; nil if all do.
    var times: String?
    /// True if samples outside the times of `while` count, because they can last into them.
    var keepsAllSamples = false
    /// True if samples outside the times of `while` decide between sources.
    var othersDecide = false

    /// True if each row is a workout and counts only the workout itself (S13.1).
    var countsOwnWorkouts = false

    /// True if the column `counts` has 0 for samples that only decide between sources.
    var hasCounts: Bool { exclusiveValues != nil || marksOthers }

    /// Joins the samples of `sample` with the rows of `bucket` that they are; empty if rows count all samples in them.
    func joinOwn(_ sample: String, _ bucket: String) -> String {
        guard countsOwnWorkouts else { return "" }
        let same = ["source", "start_ms", "end_ms", "value"].map { " AND o.\($0) = \(sample).\($0)" }.joined()
        return "\nJOIN \(SQLBuckets.ownWorkouts) AS o ON o.bucket = \(bucket).bucket\(same)"
    }

    private var marksOthers: Bool { othersDecide && times != nil && !keepsAllSamples }

    /// The table of the samples that count: `source`, `start_ms`, `end_ms`, `value`, and `from_ms` and `to_ms` for the part that counts.
    var chosen: String { "\(prefix)_chosen" }
    /// The people of the samples that count.
    var countedPersons: String { "SELECT person FROM \(chosen)\(hasCounts ? " WHERE counts = 1" : "")" }

    private var persons: SQLPersons { SQLPersons(plan) }

    /// Adds all tables up to ``chosen``.
    func add(to query: inout SQLQuery) throws(SQLRefusal) {
        var from = addReadings(to: &query)
        var conditions = [window]
        var counts: [String] = []
        var clock: Set<SQLClock.Column> = []
        var codes = ""
        for code in keys?.codes ?? [] where !["source", "person"].contains(code.column) {
            let text = try keys?.code(code, facts) { (condition) throws(SQLRefusal) in
                let translated = try SQLPredicate(facts).text(condition)
                clock.formUnion(translated.clock)
                return translated.text
            }
            codes += ",\n  \(text ?? "") AS \(code.column)"
        }
        /// Translates a condition of each zone's plan.
        func translated(_ change: (Predicate) -> Predicate) throws(SQLRefusal) -> String {
            try persons.condition { (plan) throws(SQLRefusal) in
                guard let predicate = plan.predicate(for: part) else { return "1 = 1" }
                let translated = try SQLPredicate(facts).text(change(predicate))
                clock.formUnion(translated.clock)
                return translated.text
            }
        }
        if persons.model.predicate(for: part) != nil {
            if exclusiveValues != nil { counts.append(try translated { $0 }) }
            conditions.append(try translated { predicate in exclusiveValues.map { predicate.orHasSay(of: $0) } ?? predicate })
        }
        from = addClock(clock, of: from, to: &query)
        if let times, !keepsAllSamples {
            from = addCounted(from, in: times, to: &query)
            if othersDecide { counts.append("is_counted = 1") } else { conditions.append("is_counted = 1") }
        }
        let mark = counts.isEmpty ? "1" : "CASE WHEN \(counts.map { "(\($0))" }.joined(separator: " AND ")) THEN 1 ELSE 0 END"
        let order = keepsOrder ? ", inserted" : ""
        let range = persons.range
        let bounds = plan.edges == .clip ? [("start_ms", "<", range.start, "from_ms"), ("end_ms", ">", range.end, "to_ms")] : []
        let clipped = bounds.map { column, comparison, bound, name in
            "CASE WHEN \(column) \(comparison) \(bound) THEN \(bound) ELSE \(column) END AS \(name)"
        }
        let parts = clipped.isEmpty || persons.model.range.isUnknown ? ["start_ms AS from_ms", "end_ms AS to_ms"] : clipped
        query.add(
            chosen,
            "The samples that count: \(Self.words(for: plan.edges))"
                + (!hasCounts ? "" : "\nSamples with 0 in `counts` only decide whether others count."),
            """
            SELECT \(persons.list())source, start_ms, end_ms, value\(order),
              \(parts.joined(separator: ",\n  "))\(hasCounts ? ",\n  \(mark) AS counts" : "")\(codes)
            FROM \(from)
            WHERE \(conditions.filter { $0 != "1 = 1" }.joined(separator: "\n  AND "))
            """)
    }

    /// Adds the samples of the metric, with the lengths that `holding` gives them, and returns the name of the table.
    func addReadings(to query: inout SQLQuery) -> String {
        addSamples(to: &query)
        guard let longest = plan.holding else { return "\(prefix)_samples" }
        let now = plan.now.milliseconds
        let all = persons.list() + factColumns.map { "\($0), " }.joined()
        query.add(
            "\(prefix)_next", "The start of the next sample of the same source, in the order of insertion.",
            """
            SELECT s.*, LEAD(start_ms) OVER (\(persons.partition(["source"]))ORDER BY start_ms, inserted) AS next_ms,
              CASE WHEN start_ms + \(longest) < \(now) THEN start_ms + \(longest) ELSE \(now) END AS longest_ms
            FROM \(prefix)_samples AS s
            """)
        query.add(
            "\(prefix)_readings",
            "An instant lasts until the next sample, at most \(TimeWords.length(longest)), and not beyond now.",
            """
            SELECT \(all)source, start_ms,
              CASE WHEN start_ms < end_ms OR longest_ms < start_ms THEN end_ms WHEN next_ms < longest_ms THEN next_ms ELSE longest_ms END AS end_ms,
              value, inserted
            FROM \(prefix)_next
            """)
        return "\(prefix)_readings"
    }

    /// Returns a condition as text, and the table with the columns that it needs.
    func filtered(
        _ table: String, by predicate: Predicate, to query: inout SQLQuery
    ) throws(SQLRefusal) -> (table: String, text: String) {
        let translated = try SQLPredicate(facts).text(predicate)
        return (addClock(translated.clock, of: table, to: &query), translated.text)
    }

    private func addClock(_ columns: Set<SQLClock.Column>, of table: String, to query: inout SQLQuery) -> String {
        guard !columns.isEmpty else { return table }
        SQLClock(plan: plan, facts: facts).addColumns(columns, of: table, named: "\(prefix)_clocked", to: &query)
        return "\(prefix)_clocked"
    }

    /// Adds a table with the samples of `samples`. In its column `is_counted`, those have 1 whose part in the range has a part in the times
    /// that count.
    private func addCounted(_ samples: String, in times: String, to query: inout SQLQuery) -> String {
        var (from, to) = ("start_ms", "end_ms")
        if plan.edges == .clip, !persons.model.range.isUnknown {
            let (start, end) = persons.range
            from = "CASE WHEN start_ms < \(start) THEN \(start) ELSE start_ms END"
            to = "CASE WHEN end_ms > \(end) THEN \(end) ELSE end_ms END"
        }
        query.add(
            "\(prefix)_spans", "The parts of samples in the range.",
            "SELECT DISTINCT \(persons.person())start_ms, end_ms, \(from) AS from_ms, \(to) AS to_ms\nFROM \(samples)")
        let inside = "(t.from_ms < s.to_ms AND t.to_ms > s.from_ms) OR (t.from_ms <= s.from_ms AND s.from_ms < t.to_ms)"
        query.add(
            "\(prefix)_inside", "Those with a part in the times that count.",
            """
            SELECT DISTINCT \(persons.person(of: "s"))s.start_ms AS inside_start_ms, s.end_ms AS inside_end_ms
            FROM \(prefix)_spans AS s
            JOIN \(times) AS t ON \(persons.isEmpty ? inside : "t.person = s.person AND (\(inside))")
            """)
        query.add(
            "\(prefix)_marked", "The samples, and whether they have such a part.",
            """
            SELECT s.*, CASE WHEN i.inside_start_ms IS NULL THEN 0 ELSE 1 END AS is_counted
            FROM \(samples) AS s
            LEFT JOIN \(prefix)_inside AS i ON i.inside_start_ms = s.start_ms AND i.inside_end_ms = s.end_ms\(persons.same("i", "s"))
            """)
        return "\(prefix)_marked"
    }

    private func addSamples(to query: inout SQLQuery) {
        let shortName = metric.shortName
        let number = persons.isEmpty ? "rowid" : "s.rowid"
        let order = keepsOrder ? ", \(keepsEqualRows ? number : "MIN(\(number))") AS inserted" : ""
        let ties = keepsOrder ? "\nrowid, the insertion order, separates samples with the same start and end." : ""
        let equality =
            keepsEqualRows
            ? "Identical rows are different samples, as in the store."
            : "Identical rows are one sample." + (value == "value" ? "" : " A sample that has rows in two units counts twice.")
        let own = persons.list(of: "c") + factColumns.map { "c.\($0), " }.joined()
        let columnCount = persons.isEmpty ? 4 : persons.columns.count + factColumns.count + 4
        query.add(
            "\(prefix)_samples",
            "The samples of \(shortName), with times in whole milliseconds, so that comparisons are exact.\n"
                + "\(equality)\(ties)",
            """
            SELECT \(own)source, CAST(ROUND(start * 1000) AS BIGINT) AS start_ms, CAST(ROUND("end" * 1000) AS BIGINT) AS end_ms,
              \(value) AS value\(order)
            FROM samples\(persons.isEmpty ? "" : " AS s\nJOIN \(SQLPersons.table) AS c ON c.person = COALESCE(s.person, '')")
            WHERE type IN (\(typeNames))\(persons.isEmpty && query.dialect.traits.hasPersons ? ofOnePerson : "")\(
                keepsEqualRows ? "" : "\nGROUP BY \((1...columnCount).map(String.init).joined(separator: ", "))")
            """)
    }

    /// The names of the type in a table of samples.
    var typeNames: String {
        Set([metric.identifier, metric.shortName]).sorted().map(SQLLiteral.text).joined(separator: ", ")
    }

    /// The columns with the attributes of people that the query uses.
    private var factColumns: [String] { persons.isEmpty ? [] : facts.fields.indices.map { "fact\($0 + 1)" } }

    /// The condition that samples are those of the one person whose rows these are.
    private var ofOnePerson: String {
        guard let person = facts.persons.first else { return "" }
        return person.isEmpty ? " AND COALESCE(person, '') = ''" : " AND person = \(SQLLiteral.text(person))"
    }

    /// An expression for the value in the unit of the plan. It converts all compatible units.
    private var value: String {
        guard let storageUnit else { return "value" }
        let cases = HealthUnit.compatibleUnits(with: storageUnit).compactMap { unit -> String? in
            guard let conversion = unit.conversion(to: storageUnit), !conversion.isIdentity else { return nil }
            return "WHEN \(SQLLiteral.text(unit.symbol)) THEN \(conversion.sql("value"))"
        }
        return cases.isEmpty ? "value" : "CASE unit \(cases.joined(separator: " ")) ELSE value END"
    }

    /// The condition for the edge rule (S4).
    private var window: String {
        guard !persons.model.range.isUnknown else { return "1 = 0" }
        let (start, end) = persons.range
        let includesEnd = persons.model.range.includesEnd
        let startsBeforeEnd =
            !includesEnd
            ? "start_ms < \(end)"
            : plan.edges == .clip ? "(start_ms < \(end) OR (start_ms = \(end) AND end_ms = \(end)))" : "start_ms <= \(end)"
        let endsBeforeEnd = includesEnd ? "end_ms <= \(end)" : "end_ms < \(end)"
        return switch plan.edges {
        // A sample that lasts from before to after an empty range has no part in it.
        case .clip, .outward:
            persons.canHaveEmptyRange
                ? "\(startsBeforeEnd) AND ((end_ms > \(start) AND \(start) < \(end)) OR start_ms >= \(start))"
                : "\(startsBeforeEnd) AND (end_ms > \(start) OR start_ms >= \(start))"
        case .overlap: "\(startsBeforeEnd) AND end_ms >= \(start)"
        case .strictStart: "\(startsBeforeEnd) AND start_ms >= \(start)"
        case .strictEnd: "end_ms >= \(start) AND \(endsBeforeEnd)"
        case .strict: "start_ms >= \(start) AND \(startsBeforeEnd) AND \(endsBeforeEnd)"
        }
    }

    private static func words(for rule: EdgeRule) -> String {
        switch rule {
        case .clip, .outward: "all that overlap the range, clipped at its ends, and instants in it."
        case .overlap: "all that touch the range, in full."
        case .strictStart: "those that start in the range, in full."
        case .strictEnd: "those that end in the range, in full."
        case .strict: "those that start and end in the range."
        }
    }
}

extension UnitConversion {
    /// Returns the converted expression.
    func sql(_ expression: String) -> String {
        let terms = terms
        var text = expression
        if terms.before != 0 { text = "(\(text) \(terms.before < 0 ? "-" : "+") \(SQLLiteral.real(abs(terms.before))))" }
        if terms.multiplier != 1 { text += " * \(SQLLiteral.real(terms.multiplier))" }
        if terms.divisor != 1 { text += " / \(SQLLiteral.real(terms.divisor))" }
        if terms.after != 0 { text += " \(terms.after < 0 ? "-" : "+") \(SQLLiteral.real(abs(terms.after)))" }
        return text
    }
}
