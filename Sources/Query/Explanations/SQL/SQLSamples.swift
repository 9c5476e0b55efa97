import QueryVocabulary
import CalendarIntervals
import HealthModel
import QueryPlan

/// Builds the tables with the samples of a metric, and with those that count.
struct SQLSamples {
    let plan: Plan
    let facts: SQLStoreFacts
    let metric: MetricID
    /// The part of the metric that the query uses; nil for the whole metric.
    let part: MetricPart?
    /// The values that exclude each other, so that the best source decides between them (S6.6).
    var exclusiveValues: ClosedRange<Int>?
    let storageUnit: HealthUnit?
    /// The prefix of the names of the metric's tables.
    let prefix: String
    /// True if the tables keep the insertion order.
    var keepsOrder = false
    /// The keys whose codes samples have.
    var keys: SQLKeys?

    /// The table of the samples that count: `source`, `start_ms`, `end_ms`, `value`, and `from_ms` and `to_ms` for the part that counts.
    var chosen: String { "\(prefix)_chosen" }

    /// Adds all tables up to ``chosen``.
    func add(to query: inout SQLQuery) throws(SQLRefusal) {
        addSamples(to: &query)
        var from = "\(prefix)_samples"
        var conditions = [window]
        var counts = ""
        var profiles: Set<Profile> = []
        var codes = ""
        for code in keys?.codes ?? [] where code.column != "source" {
            let text = try keys?.code(code) { (condition) throws(SQLRefusal) in
                let translated = try SQLPredicate(sources: facts.sources).text(condition)
                profiles.formUnion(translated.profiles)
                return translated.text
            }
            codes += ",\n  \(text ?? "") AS \(code.column)"
        }
        if let predicate = plan.predicate(for: part) {
            var translated = try SQLPredicate(sources: facts.sources).text(predicate)
            if let exclusiveValues {
                counts = ",\n  CASE WHEN \(translated.text) THEN 1 ELSE 0 END AS counts"
                profiles.formUnion(translated.profiles)
                translated = try SQLPredicate(sources: facts.sources).text(predicate.orHasSay(of: exclusiveValues))
            }
            profiles.formUnion(translated.profiles)
            conditions.append(translated.text)
        } else if exclusiveValues != nil {
            counts = ",\n  1 AS counts"
        }
        if !profiles.isEmpty {
            SQLClock(plan: plan, facts: facts).addSlots(profiles, of: from, named: "\(prefix)_clocked", to: &query)
            from = "\(prefix)_clocked"
        }
        let order = keepsOrder ? ", inserted" : ""
        let bounds = plan.edges == .clip ? [("start_ms", "<", plan.range.start, "from_ms"), ("end_ms", ">", plan.range.end, "to_ms")] : []
        let clipped = bounds.map { column, comparison, bound, name in
            "CASE WHEN \(column) \(comparison) \(bound.milliseconds) THEN \(bound.milliseconds) ELSE \(column) END AS \(name)"
        }
        let parts = clipped.isEmpty || plan.range.isUnknown ? ["start_ms AS from_ms", "end_ms AS to_ms"] : clipped
        query.add(
            chosen,
            "The samples that count: \(Self.words(for: plan.edges))"
                + (exclusiveValues == nil ? "" : "\nSamples with 0 in `counts` only decide between sources."),
            """
            SELECT source, start_ms, end_ms, value\(order),
              \(parts.joined(separator: ",\n  "))\(counts)\(codes)
            FROM \(from)
            WHERE \(conditions.filter { $0 != "1 = 1" }.joined(separator: "\n  AND "))
            """)
    }

    private func addSamples(to query: inout SQLQuery) {
        let shortName = metric.shortName
        let names = Set([metric.identifier, shortName]).sorted().map(SQLLiteral.text).joined(separator: ", ")
        let order = keepsOrder ? ", MIN(rowid) AS inserted" : ""
        let ties = keepsOrder ? "\nrowid, the insertion order, separates samples with the same start and end." : ""
        query.add(
            "\(prefix)_samples",
            "The samples of \(shortName), with times in whole milliseconds, so that comparisons are exact.\n"
                + "Identical rows are one sample.\(ties)",
            """
            SELECT source, CAST(ROUND(start * 1000) AS BIGINT) AS start_ms, CAST(ROUND("end" * 1000) AS BIGINT) AS end_ms,
              \(value) AS value\(order)
            FROM samples
            WHERE type IN (\(names))
            GROUP BY 1, 2, 3, 4
            """)
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
        guard !plan.range.isUnknown else { return "1 = 0" }
        let start = plan.range.start.milliseconds
        let end = plan.range.end.milliseconds
        let includesEnd = plan.range.includesEnd
        let startsBeforeEnd =
            !includesEnd
            ? "start_ms < \(end)"
            : plan.edges == .clip ? "(start_ms < \(end) OR (start_ms = \(end) AND end_ms = \(end)))" : "start_ms <= \(end)"
        let endsBeforeEnd = includesEnd ? "end_ms <= \(end)" : "end_ms < \(end)"
        return switch plan.edges {
        case .clip: "\(startsBeforeEnd) AND (end_ms > \(start) OR start_ms >= \(start))"
        case .overlap: "\(startsBeforeEnd) AND end_ms >= \(start)"
        case .strictStart: "\(startsBeforeEnd) AND start_ms >= \(start)"
        case .strictEnd: "end_ms >= \(start) AND \(endsBeforeEnd)"
        case .strict: "start_ms >= \(start) AND \(startsBeforeEnd) AND \(endsBeforeEnd)"
        }
    }

    private static func words(for rule: EdgeRule) -> String {
        switch rule {
        case .clip: "all that overlap the range, clipped at its ends, and instants in it."
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
