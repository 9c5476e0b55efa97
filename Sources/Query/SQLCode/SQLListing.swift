import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Translates `samples of heartRate` to SQL.
struct SQLListing {
    let plan: Plan
    let listing: SampleListing
    let facts: SQLStoreFacts
    let dialect: SQLDialect

    init(_ plan: Plan, _ listing: SampleListing, facts: SQLStoreFacts, dialect: SQLDialect) {
        self.plan = plan
        self.listing = listing
        self.facts = facts
        self.dialect = dialect
    }

    func text() throws(SQLRefusal) -> String {
        var query = SQLQuery(dialect)
        let persons = SQLPersons(plan)
        try persons.add(facts, to: &query)
        var samples = SQLSamples(
            plan: plan, facts: facts, metric: listing.metric, part: listing.part, storageUnit: listing.storageUnit,
            prefix: SQLName.prefix(of: listing.metric))
        samples.keepsEqualRows = facts.hasEqualRows(of: listing.metric)
        let value = try value()
        let apple = appleName.map { ", \($0) AS \(SQLLiteral.identifier(ResultTable.appleValue))" } ?? ""
        if let set = plan.intervals {
            var times = SQLTimes(plan: plan, facts: facts)
            try times.add(set, to: &query)
            samples.times = SQLTimes.name(ofNumber: 1)
        }
        try samples.add(to: &query)
        let clock = SQLClock(plan: plan, facts: facts)
        clock.addTexts(
            of: "SELECT \(clock.ofZone)start_ms AS ms FROM \(samples.chosen) UNION SELECT \(persons.zone())end_ms FROM \(samples.chosen)",
            named: "times", to: &query)
        let unit = listing.unit.map { SQLLiteral.text($0.symbol) } ?? "NULL"
        let direction = listing.isNewestFirst ? " DESC" : ""
        let columns = ["start_ms", "end_ms"] + (persons.isEmpty ? [] : ["person"]) + ["value", "source"]
        let order = columns.map { "s.\($0)\($0 == "person" ? "" : direction)" }.joined(separator: ", ")
        let person = persons.isEmpty ? "" : #"NULLIF(s.person, '') AS "person", "#
        return query.text(
            ending: """
                SELECT b.text AS start, e.text AS "end", \(value) AS value, \(person)\(unit) AS unit, s.source\(apple)
                FROM \(samples.chosen) AS s
                JOIN times AS b ON \(clock.same("b", "s"))b.ms = s.start_ms
                JOIN times AS e ON \(clock.same("e", "s"))e.ms = s.end_ms
                ORDER BY \(order)\(plan.limit.map { "\nLIMIT \($0)" } ?? "")
                """)
    }

    /// Apple's name of a category value; nil for quantities.
    private var appleName: String? {
        guard case .category(let type)? = MetricCatalog.metric(listing.metric)?.kind else { return nil }
        let names = type.values.map { "WHEN \($0.raw) THEN \(SQLLiteral.text($0.exportName))" }.joined(separator: " ")
        return names.isEmpty ? "NULL" : "CASE s.value \(names) END"
    }

    private func value() throws(SQLRefusal) -> String {
        switch MetricCatalog.metric(listing.metric)?.kind {
        case .workouts:
            throw SQLRefusal(
                .subject, "the table has no column for the activity of a workout", help: "use `count` of workouts")
        case .category(let type):
            try facts.checkNames(of: type, in: .subject)
            let names = type.values.map { "WHEN \($0.raw) THEN \(SQLLiteral.text(ValueNames.shown($0.raw, of: type).text))" }.joined(
                separator: " ")
            let number = "CAST(CAST(s.value AS BIGINT) AS TEXT)"
            return names.isEmpty ? number : "CASE s.value \(names) ELSE \(number) END"
        case .quantity, nil:
            let conversion = listing.unit.flatMap { listing.storageUnit?.conversion(to: $0) }
            return conversion.map { $0.sql("s.value") } ?? "s.value"
        }
    }
}

/// Names of tables and columns.
enum SQLName {
    /// Returns the prefix of a metric's table names: its short name, reduced to characters that need no quotes.
    static func prefix(of metric: MetricID) -> String {
        let name = String(metric.shortName.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic })
        return name.isEmpty ? "metric" : name
    }
}
