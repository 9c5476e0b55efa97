package import QueryVocabulary
import CalendarIntervals
import HealthModel
package import QueryPlan

/// Translates a query to SQL over one table of samples.
///
/// Bucket edges and the order of sources are written out, so the database needs no calendar and no store. The text is portable: it uses
/// common table expressions, joins and window functions of standard SQL. Documentation/Design/PortableSQL.md lists what else it needs.
package struct SQLText {
    /// The definition of the table that the text reads, which is its first line.
    package static func table(in dialect: SQLDialect = .portable) -> String { dialect.traits.table }

    let plan: Plan
    let facts: SQLStoreFacts
    let dialect: SQLDialect
    private let stages: [PlanStage]

    /// - Parameter pipeline: A query. If its rows are intervals, they are known.
    package init(_ pipeline: Pipeline, facts: SQLStoreFacts, dialect: SQLDialect = .portable) {
        var plan = pipeline.plan
        if plan.sourceRule == .separate, !plan.splits.contains(.source) { plan.splits.append(.source) }
        // Rows that are intervals are written out like buckets, and buckets can overlap here.
        if plan.events != nil { plan.grid.groupOfBucket = nil }
        self.plan = plan
        self.facts = facts
        self.dialect = dialect
        stages = pipeline.stages
    }

    /// Returns the whole statement, including comments.
    package func text() throws(SQLRefusal) -> String {
        try refuseWhatTheTableLacks(after: stages)
        let text =
            switch plan.subject {
            case .statistics(let measures):
                try SQLStatistics(plan, measures: measures, stages: stages, facts: facts, dialect: dialect).text()
            case .samples(let listing): try SQLListing(plan, listing, facts: facts, dialect: dialect).text()
            case .summaries: throw SQLRefusal(.subject, "activity summaries are not samples", help: "use a metric of samples")
            }
        return try statement(of: text) + ";\n"
    }

    /// Returns a statement as the database reads it, with its head comments.
    func statement(of portable: String) throws(SQLRefusal) -> String {
        let text = header + SQLSpelling(dialect).text(of: portable) + dialect.traits.ending
        if let limit = dialect.traits.limit, text.utf8.count + 2 > limit {
            throw SQLRefusal(
                .length, "\(dialect.name) reads statements of at most \(limit) bytes, and this one has \(text.utf8.count + 2)",
                help: "use a shorter range or longer buckets, or explain the query for another database")
        }
        return text
    }

    /// Returns the rows as a table for `join`.
    func joined() throws(SQLRefusal) -> (text: String, rows: SQLRows) {
        try refuseWhatTheTableLacks(after: stages)
        guard case .statistics(let measures) = plan.subject else {
            throw SQLRefusal(.subject, "only rows of statistics can be joined", help: "join a query such as `sum steps by day`")
        }
        return try SQLStatistics(plan, measures: measures, stages: stages, facts: facts, dialect: dialect).joined()
    }

    private var header: String {
        let lines = [
            dialect.traits.table, dialect.traits.note, plan.text,
        ]
        return SQLLiteral.comment(lines.filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    func refuseWhatTheTableLacks(after stages: [PlanStage]) throws(SQLRefusal) {
        if let stage = stages.first, case .samples = plan.subject {
            throw SQLRefusal(
                .stage(0), "`\(stage.text)` after a list of samples cannot be translated to SQL",
                help: "explain the query without this stage")
        }
        if case .summaries = plan.subject {
            throw SQLRefusal(.subject, "activity summaries are not samples", help: "use a metric of samples")
        }
        if case .dayView? = stages.first?.kind {
            throw SQLRefusal(
                .subject, "comparing a day with a typical day cannot be translated to SQL",
                help: "explain its hours: `explain sql sum … by hour today`")
        }
        if facts.persons.count > 1 {
            throw SQLRefusal(
                .subject, "a statement reads the samples of one person, and these are samples of \(facts.persons.count)",
                help: "choose one person")
        }
        if plan.usesSampleZones {
            throw SQLRefusal(.zone, "the table has no column for the time zone of samples", help: "choose one zone")
        }
        try SQLKeys(plan).check()
    }
}
