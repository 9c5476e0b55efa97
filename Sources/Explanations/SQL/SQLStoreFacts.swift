package import HealthModel
package import QueryPlan

/// What SQL text must know of a store beyond the plan: which sources there are, and who is asked first.
package struct SQLStoreFacts: Sendable {
    /// A source in its place in the priority of a metric.
    package struct Rank: Hashable, Sendable {
        package var source: String
        /// Whether it stands for what the source's user entered by hand.
        package var isHandEntered: Bool

        package init(source: String, isHandEntered: Bool) {
            self.source = source
            self.isHandEntered = isHandEntered
        }
    }

    /// Printed names of all sources.
    package var sources: [String]
    /// For each metric whose sources are merged: those that have samples, best first.
    package var ranks: [MetricID: [Rank]]
    /// The instants between which samples lie; nil when there are none.
    package var span: ClosedRange<Instant>?

    /// Reads what `plan` makes necessary.
    ///
    /// - Parameter ranks: gives the ranks that samples of a metric have, best first.
    package init(for plan: Plan, in source: any SampleSource, ranks: (MetricID) throws -> [Rank]) throws {
        sources = try source.sources().values.map(\.name).sorted()
        var metrics: Set<MetricID> = []
        switch plan.subject {
        case .statistics(let measures): metrics = Set(measures.map(\.metric))
        case .samples(let listing): metrics = [listing.metric]
        case .summaries: break
        }
        let summaries = try metrics.compactMap { try source.metricSummary(of: $0) }
        if let first = summaries.map(\.firstStart).min(), let last = summaries.map(\.lastEnd).max() { span = first...last }
        self.ranks = [:]
        if plan.sourceRule == .merged, case .statistics(let measures) = plan.subject {
            let merged = measures.filter { $0.aggregate == .sum || plan.rules.discreteMerge == .priority }.map(\.metric)
            for metric in Set(merged) { self.ranks[metric] = try ranks(metric) }
        }
    }

    package init(sources: [String] = [], ranks: [MetricID: [Rank]] = [:], span: ClosedRange<Instant>? = nil) {
        self.sources = sources
        self.ranks = ranks
        self.span = span
    }
}
