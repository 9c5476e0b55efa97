// A query as one SQL statement that any database can run, for `explain sql`.
//
//     persons? → buckets → samples → chosen → pieces → (merged) → cells → answer → stage 1 → stage 2 → …
//
// Each of these is a common table expression, with a comment that describes its rows. `SQLSamples` chooses samples, `SQLPass` places and
// merges them, `SQLStatistics` joins the columns, and `SQLRows` adds a table for each stage. They write portable SQL. `SQLSpelling` then
// changes single tokens for each database.
//
// Invariant: the statement has the rows and values of Tally's own answer. A query that a database cannot answer exactly is refused by name.
// Random queries compare both (`PropertyTests`, `make test-engines`).
//
// Decisions 0019 (portable SQL), 0071 (dialects), 0073 (persons in SQL).

import CalendarIntervals
import Explanations
import HealthModel
package import QueryPlan
package import QueryVocabulary

/// Translates a query to SQL over one table of samples.
///
/// The text contains the edges of buckets and the order of sources, so the database does not need a calendar or a store. It uses only
/// common table expressions, joins and window functions of standard SQL. Documentation/Design/PortableSQL.md lists the other requirements.
package struct SQLText {
    /// The definition of the table that the statement reads. It is the first line of the text.
    package static func table(in dialect: SQLDialect = .portable) -> String { dialect.traits.table }

    let plan: Plan
    let facts: SQLStoreFacts
    let dialect: SQLDialect
    private let stages: [PlanStage]

    /// - Parameter pipeline: The query. If its rows are intervals, the plan contains them.
    package init(_ pipeline: Pipeline, facts: SQLStoreFacts, dialect: SQLDialect = .portable) {
        var plan = pipeline.plan
        if plan.sourceRule == .separate, !plan.splits.contains(.source) { plan.splits.append(.source) }
        // The statement has each interval as a bucket. Unlike in the engine, buckets can overlap.
        if plan.events != nil { plan.grid.groupOfBucket = nil }
        // All zones have rows of the same form. The zone with the most rows shows it, because the range may not have begun in others.
        if let cohort = plan.cohort, cohort.hasOwnDays, let grid = cohort.plans.map(\.grid).max(by: { $0.groupCount < $1.groupCount }) {
            plan.grid = grid
        }
        var facts = facts
        facts.countsBytes = dialect == .clickhouse
        // A query about one person answers its questions about people here.
        if plan.cohort == nil, facts.members.count == 1 { plan = plan.asked(of: facts.members[0]) }
        facts.fields = plan.cohort == nil ? [] : plan.personFields
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

    /// Returns a statement in the dialect of the database, after comments that describe it.
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
        let traits = dialect.traits
        let lines = plan.cohort == nil ? [traits.table, traits.note, plan.text] : tables + [traits.note, Self.personsNote, plan.text]
        return SQLLiteral.comment(lines.filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    private static let personsNote =
        "`persons` has a row for each person: the time zone, or NULL for that of the store, and attributes. `sources` has the order "
        + "of each person's sources, 1 for the best."

    /// The definitions of the tables that a statement about several people reads.
    private var tables: [String] {
        let traits = dialect.traits
        let (text, number) = traits.types
        let attributes = facts.fields.map { ", \(traits.quoted($0)) \(facts.numbers.contains($0) ? number.nullable : text.nullable)" }
        return [
            traits.tableOfPersons,
            "CREATE TABLE persons(person \(text.name), zone \(text.nullable)\(attributes.joined()))\(traits.engine)",
            "CREATE TABLE sources(person \(text.name), type \(text.name), source \(text.name), rank \(traits.integer))\(traits.engine)",
        ]
    }

    private func refusal(of measure: Measure) -> SQLRefusal {
        switch measure.form {
        case .value, .moment:
            SQLRefusal(
                .subject, "`\(measure.name)` is the time of a value, which cannot be translated to SQL",
                help: "explain the value alone: `explain sql \(measure.aggregate.name) \(measure.metric.shortName)`")
        case .splitSpeed:
            SQLRefusal(
                .subject, "`\(measure.name)` is the speed of a split, which cannot be translated to SQL",
                help: "explain the time of workouts: `explain sql duration workouts by workout`")
        case .rowLength:
            SQLRefusal(
                .subject, "a list of times cannot be translated to SQL",
                help: "explain a measure that uses them, as in `sum steps while gaps of …`")
        case .fastest, .fastestStart:
            SQLRefusal(
                .subject, "`\(measure.name)` is the shortest time of an amount, which cannot be translated to SQL",
                help: "explain the sum: `explain sql sum \(measure.metric.shortName)`")
        }
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
        if plan.countsSchedule {
            throw SQLRefusal(
                .subject, "`adherence` needs the schedule of each dose, which the table of samples does not have",
                help: "explain the number of doses: `explain sql count medicationDoses`")
        }
        if case .statistics(let measures) = plan.subject, let share = measures.first(where: { $0.condition != nil }) {
            throw SQLRefusal(
                .subject, "`\(share.name)` is the share of a condition, which cannot be translated to SQL",
                help: "explain its two parts: `explain sql count …`, with and without the condition")
        }
        if case .statistics(let measures) = plan.subject, let beats = measures.first(where: \.aggregate.needsBeats) {
            throw SQLRefusal(
                .subject, "`\(beats.name)` is computed from heartbeats, which the table of samples does not have",
                help: "explain the average of the samples: `explain sql average \(beats.metric.shortName)`")
        }
        if case .statistics(let measures) = plan.subject, let labs = measures.first(where: \.combinesLabs) {
            throw SQLRefusal(
                .subject, "`\(labs.name)` needs the test and the unit of each result, which the table of samples does not have",
                help: "explain the number of results: `explain sql count labResults`")
        }
        if case .statistics(let measures) = plan.subject, plan.events?.areParts == true, measures.contains(where: plan.countsOwnWorkout) {
            throw SQLRefusal(
                .subject, "the table of samples does not say which part of a workout is in a row", help: "use `by workout`")
        }
        if case .statistics(let measures) = plan.subject, let other = measures.first(where: { $0.form != .value }) {
            throw refusal(of: other)
        }
        if case .statistics(let measures) = plan.subject, let other = measures.first(where: plan.needsRecords) {
            throw SQLRefusal(
                .sources, "`\(other.name)` follows the rules of Android, and the table does not say when a record was changed",
                help: "use `set merging = apple`, or `sources raw` to add up all records")
        }
        if case .dayView? = stages.first?.kind {
            throw SQLRefusal(
                .subject, "comparing a day with a typical day cannot be translated to SQL",
                help: "explain its hours: `explain sql sum … by hour today`")
        }
        if plan.parts.contains(where: { $0.plan.hasOwnTimesNearEvents }) {
            throw SQLRefusal(
                .by, "values before and after events, and measures with different times near them, cannot be translated to SQL",
                help: "use the same `within` for all measures, with an aggregate such as `average`")
        }
        try SQLPersons(plan).check()
        try facts.checkFields()
        if plan.usesSampleZones, plan.cohort?.hasOwnDays != true {
            throw SQLRefusal(.zone, "the table has no column for the time zone of samples", help: "choose one zone")
        }
        try SQLKeys(plan).check(facts)
    }
}

extension Plan {
    /// True for a measure with rules of Android that the table of samples cannot follow (S15).
    fileprivate func needsRecords(_ measure: Measure) -> Bool {
        let plan = following(measure)
        return measure.ranksRecords(in: plan) || measure.isCutToWhole(in: plan)
    }

    /// The attributes of people in keys and conditions, in the order of their names.
    fileprivate var personFields: [String] {
        var fields: Set<String> = []
        func add(_ predicate: Predicate?) {
            switch predicate {
            case .all(let parts)?, .any(let parts)?: parts.forEach(add)
            case .not(let part)?: add(part)
            case .person(.attribute(let name), _)?: fields.insert(name)
            default: break
            }
        }
        for plan in allRules {
            add(plan.predicate)
            for samples in plan.intervals?.samples ?? [] { add(samples.predicate) }
        }
        for split in splits {
            switch split {
            case .person(.attribute(let name)): fields.insert(name)
            case .condition(let predicate, _): add(predicate)
            default: break
            }
        }
        return fields.sorted()
    }
}

extension Plan {
    /// True if measures count in other times than those of the rows: in separate windows, or as the nearest value.
    fileprivate var hasOwnTimesNearEvents: Bool {
        guard let events, events.isNear, case .statistics(let measures) = subject else { return false }
        return window != events.window || measures.contains(where: isNearest)
    }
}
