import QueryVocabulary
import CalendarIntervals
import HealthModel
package import QueryPlan

/// Translates a query to SQL over one table of samples.
///
/// Bucket edges and the order of sources are written out, so the database needs no calendar and no store. The text is portable: it uses
/// common table expressions, joins and window functions of standard SQL. Documentation/Design/PortableSQL.md lists what else it needs.
package struct SQLText {
    /// The definition of the table that the text reads, which is its first line.
    package static let table = #"CREATE TABLE samples(type TEXT, source TEXT, start REAL, "end" REAL, value REAL, unit TEXT)"#

    let plan: Plan
    let facts: SQLStoreFacts
    private let stages: [PlanStage]

    /// - Parameter pipeline: A query. If its rows are intervals, they are known.
    package init(_ pipeline: Pipeline, facts: SQLStoreFacts) {
        var plan = pipeline.plan
        if plan.sourceRule == .separate, !plan.splits.contains(.source) { plan.splits.append(.source) }
        // Rows that are intervals are written out like buckets, and buckets can overlap here.
        if plan.events != nil { plan.grid.groupOfBucket = nil }
        self.plan = plan
        self.facts = facts
        stages = pipeline.stages
    }

    /// Returns the whole statement, including comments.
    package func text() throws(SQLRefusal) -> String {
        try refuseWhatTheTableLacks()
        let statement =
            switch plan.subject {
            case .statistics(let measures): try SQLStatistics(plan, measures: measures, stages: stages, facts: facts).text()
            case .samples(let listing): try SQLListing(plan, listing, facts: facts).text()
            case .summaries: throw SQLRefusal(.subject, "activity summaries are not samples", help: "use a metric of samples")
            }
        return header + statement
    }

    /// Returns the rows as a table for `join`.
    func joined() throws(SQLRefusal) -> (text: String, rows: SQLRows) {
        try refuseWhatTheTableLacks()
        guard case .statistics(let measures) = plan.subject else {
            throw SQLRefusal(.subject, "only rows of statistics can be joined", help: "join a query such as `sum steps by day`")
        }
        return try SQLStatistics(plan, measures: measures, stages: stages, facts: facts).joined()
    }

    private var header: String {
        let lines = [
            Self.table,
            "Times are in seconds since 1970. REAL is a double in SQLite. Use DOUBLE PRECISION in databases whose REAL is shorter.",
            plan.text,
        ]
        return SQLLiteral.comment(lines.filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    private func refuseWhatTheTableLacks() throws(SQLRefusal) {
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
        if plan.usesSampleZones {
            throw SQLRefusal(.zone, "the table has no column for the time zone of samples", help: "choose one zone")
        }
        try SQLKeys(plan).check()
    }
}
