package import Explanations
package import HealthModel
package import QueryPlan
import QueryVocabulary

/// The facts about a store that a SQL translation needs in addition to the plan: the sources and their order.
package struct SQLStoreFacts: Sendable {
    /// The displayed names of all sources.
    package var sources: [String]
    /// The displayed names of sources by their ids in the store.
    var sourceNames: [Int32: String] = [:]
    /// For each metric whose sources are merged, the sources with samples, best first.
    package var ranks: [MetricID: [SourceRank]]
    /// The first and last instants of samples; nil if there are none.
    package var span: ClosedRange<Instant>?
    /// The ids of the people whose samples the store has; empty for one person without a name who is the only one.
    package var persons: [String] = []
    /// The people whose samples the store has.
    package var members: [Person] = []
    /// The metrics for which manual entries decide between the sources of a person.
    package var mixedEntries: Set<MetricID> = []
    /// How equal rows of the table are read (S1.2).
    package var equalRows = EqualRows.oneSample(except: [])
    /// The categories with values that are not in the tables. Their names are in metadata, which the table of samples lacks.
    package var unlisted: Set<MetricID> = []
    /// True if the duration of a workout is not the time from its start to its end (S7.1).
    var workoutsPause = false
    /// The times of all workouts without pauses; nil if SQL cannot use them.
    var workoutParts: [SQLWorkoutPart]?
    /// The attributes of people that the query uses.
    var fields: [String] = []
    /// True if functions of texts count bytes.
    var countsBytes = false
    /// The facts for the queries that stages join, in their order.
    package var joined: [SQLStoreFacts] = []

    /// How equal rows of the table of samples are read.
    package enum EqualRows: Sendable {
        /// They are one sample, except those of metrics for which the store has equal samples.
        case oneSample(except: Set<MetricID>)
        /// They are different samples, because the table has one row for each sample of a store.
        case samples
    }

    /// Returns the ranks of a metric's samples in a plan, best first.
    package typealias Ranks = (MetricID, Plan, any SampleSource) throws -> [SourceRank]

    /// Reads the facts that `pipeline` needs, with the queries that it joins.
    ///
    package init(for pipeline: Pipeline, in source: any SampleSource, ranks: Ranks) throws {
        try self.init(for: pipeline.plan, in: source, ranks: ranks)
        for case .join(let rows) in pipeline.stages.map(\.kind) {
            joined.append(try SQLStoreFacts(for: rows.rows, in: source, ranks: ranks))
        }
    }

    /// Reads the facts that `plan` needs.
    ///
    package init(for plan: Plan, in source: any SampleSource, ranks: Ranks) throws {
        members = try source.persons()
        let persons = members.map(\.id)
        self.persons = persons == [""] ? [] : persons
        sourceNames = try source.sources().mapValues(\.name)
        sources = sourceNames.values.sorted()
        var metrics: Set<MetricID> = []
        switch plan.subject {
        case .statistics(let measures): metrics = Set(measures.map(\.metric))
        case .samples(let listing): metrics = [listing.metric]
        case .summaries: break
        }
        // Conditions on the samples of a set can depend on the clock.
        metrics.formUnion(plan.allRules.flatMap { $0.intervals?.samples ?? [] }.map(\.metric))
        let summaries = try metrics.compactMap { try source.metricSummary(of: $0) }
        if let first = summaries.map(\.firstStart).min(), let last = summaries.map(\.lastEnd).max() { span = first...last }
        self.ranks = [:]
        guard case .statistics(let measures) = plan.subject else { return }
        if measures.contains(where: \.countsActiveTime), let span {
            let views = try plan.cohort?.members.map { try source.view(of: $0.person.id) } ?? [source]
            let workouts = try views.map { try $0.workouts(from: span.lowerBound, through: span.upperBound) }
            workoutsPause = workouts.contains { $0.contains(where: \.isInterrupted) }
            if plan.cohort == nil { workoutParts = SQLWorkoutPart.parts(of: workouts[0], sources: try source.sources()) }
        }
        let merged = measures.filter { measure in
            let plan = plan.following(measure)
            return plan.sourceRule == .merged && (measure.aggregate == .sum || plan.rules.discreteMerge == .priority)
        }
        for metric in plan.decidedMetrics.union(merged.map(\.metric)) {
            guard let cohort = plan.cohort else {
                self.ranks[metric] = try ranks(metric, plan, source)
                continue
            }
            // The orders of people are in a table, which does not tell manual entries from others.
            let isMixed = try cohort.members.contains { try ranks(metric, plan, source.view(of: $0.person.id)).isMixed }
            if isMixed { mixedEntries.insert(metric) }
        }
    }

    package init(sources: [String] = [], ranks: [MetricID: [SourceRank]] = [:], span: ClosedRange<Instant>? = nil) {
        self.sources = sources
        self.ranks = ranks
        self.span = span
    }
}

extension Workout {
    /// True if its duration is not the time from its start to its end.
    fileprivate var isInterrupted: Bool { duration != Double(end.milliseconds - start.milliseconds) / 1000 }
}

// MARK: Persons

extension SQLStoreFacts {
    /// The attributes of people whose values are numbers.
    var numbers: Set<String> {
        Set(members.flatMap { $0.attributes.compactMap { if case .number = $0.value { $0.key } else { nil } } })
    }

    /// The number of characters of a text for the functions of the database.
    func idLength(_ text: String) -> Int { countsBytes ? text.utf8.count : text.unicodeScalars.count }

    /// The code of a key for a sample. It is never null, so that codes can be compared.
    func code(of field: PersonField) -> String {
        "COALESCE(\(SQLPersonTest.column(field, self)), \(missing(field)))"
    }

    /// Returns the literal for a fact about the one person of a query.
    func label(of field: PersonField) -> String {
        switch members.first.flatMap(field.value) {
        case nil: "NULL"
        case .number(let number)?: SQLLiteral.real(number)
        case let value?: SQLLiteral.text(value.text)
        }
    }

    /// The texts that a key can have; nil if they are the names of sources.
    func texts(of split: SplitKey) -> [String]? {
        switch split {
        case .category(let type): type.values.map { ValueNames.shown($0.raw, of: type).text }
        case .condition: ["true", "false"]
        case .person(let field): Set(members.compactMap { field.value(of: $0)?.text }).sorted()
        default: nil
        }
    }

    /// The code of a missing value.
    func missing(_ field: PersonField) -> String {
        if case .attribute(let name) = field, numbers.contains(name) { return SQLLiteral.real(-1e300) }
        return "''"
    }

    /// Refuses attributes that are numbers for some people and texts for others.
    func checkFields() throws(SQLRefusal) {
        for field in fields where numbers.contains(field) {
            let isMixed = members.contains { if case .number? = $0.attributes[field] { false } else { $0.attributes[field] != nil } }
            guard !isMixed else {
                throw SQLRefusal(
                    .condition, "`\(field)` is a number for some persons and a text for others",
                    help: "import the attribute again, as a number or as a text for all")
            }
        }
    }
}

extension [SourceRank] {
    /// True if the manual entries of a source are not next to its other samples.
    var isMixed: Bool {
        let names = map(\.source).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        return Set(names).count < names.count
    }
}
