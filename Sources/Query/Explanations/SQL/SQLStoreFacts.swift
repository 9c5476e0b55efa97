import QueryVocabulary
package import HealthModel
package import QueryPlan

/// The facts about a store that a SQL translation needs in addition to the plan: the sources and their order.
package struct SQLStoreFacts: Sendable {
    /// The displayed names of all sources.
    package var sources: [String]
    /// For each metric whose sources are merged, the sources with samples, best first.
    package var ranks: [MetricID: [SourceRank]]
    /// The first and last instants of samples; nil if there are none.
    package var span: ClosedRange<Instant>?
    /// The ids of the persons whose samples the store has; empty for one person without a name.
    package var persons: [String] = []
    /// The facts for the queries that stages join, in their order.
    package var joined: [SQLStoreFacts] = []

    /// Reads the facts that `pipeline` needs, with the queries that it joins.
    ///
    /// - Parameter ranks: Returns the ranks of a metric's samples in a plan, best first.
    package init(for pipeline: Pipeline, in source: any SampleSource, ranks: (MetricID, Plan) throws -> [SourceRank]) throws {
        try self.init(for: pipeline.plan, in: source) { try ranks($0, pipeline.plan) }
        for case .join(let rows) in pipeline.stages.map(\.kind) {
            joined.append(try SQLStoreFacts(for: rows.rows, in: source, ranks: ranks))
        }
    }

    /// Reads the facts that `plan` needs.
    ///
    /// - Parameter ranks: Returns the ranks of a metric's samples, best first.
    package init(for plan: Plan, in source: any SampleSource, ranks: (MetricID) throws -> [SourceRank]) throws {
        let persons = try source.persons().map(\.id)
        self.persons = persons == [""] ? [] : persons
        sources = try source.sources().values.map(\.name).sorted()
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
        let merged = measures.filter { measure in
            let plan = plan.following(measure)
            return plan.sourceRule == .merged
                && (measure.aggregate == .sum || plan.rules.discreteMerge == .priority || measure.exclusiveValues(in: plan) != nil)
        }
        for metric in Set(merged.map(\.metric)) { self.ranks[metric] = try ranks(metric) }
    }

    package init(sources: [String] = [], ranks: [MetricID: [SourceRank]] = [:], span: ClosedRange<Instant>? = nil) {
        self.sources = sources
        self.ranks = ranks
        self.span = span
    }
}
