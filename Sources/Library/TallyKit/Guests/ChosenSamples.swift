import CalendarIntervals
public import HealthModel
import QueryEngine
import QueryPlan
public import QueryVocabulary

/// The samples of a metric that a filter chooses. Guests read them, or ask for their statistics.
@_spi(Guests)
public struct ChosenSamples: Sendable {
    /// The metric.
    public var metric: MetricID
    /// The condition; nil for all samples.
    public var filter: SampleFilter?

    /// Creates the samples of `metric` that `filter` chooses.
    public init(of metric: MetricID, where filter: SampleFilter? = nil) {
        self.metric = metric
        self.filter = filter
    }

    /// Passes the samples to `body`, in batches in order of start, end and value. `body` returns whether it needs more.
    public func read(
        in source: any SampleSource, columns: SampleColumns, _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard let window = try window(in: source) else { return }
        var plan = plan(.samples(SampleListing(metric: metric, storageUnit: nil, unit: nil)), window, TimeGrid(whole: window))
        plan.edges = .overlap
        try QueryEngine.read(plan, over: source, columns: columns, body)
    }

    /// The numbers of one bucket, or of one source in a bucket.
    public struct Row: Sendable {
        /// The start of the bucket.
        public var start: Instant
        /// The name of the source; nil unless rows are split by source.
        public var source: String?
        /// The values in the order of the aggregates: seconds for a duration, and otherwise in the storage unit of the metric.
        public var values: [Double?]
    }

    /// Returns the numbers of the samples of a quantity type in buckets. A sample is shared between the buckets that it crosses.
    ///
    /// - Parameters:
    ///   - edges: The edges of the buckets in ascending order.
    ///   - isBySource: True for a row for each source, without merging.
    /// - Returns: The rows with samples. Empty if the metric is not a quantity type of the catalog.
    public func statistics(
        _ aggregates: [Aggregate], edges: [Instant], isBySource: Bool, in source: any SampleSource
    ) throws -> [Row] {
        guard let first = edges.first, let last = edges.last, case .quantity(let type)? = MetricCatalog.metric(metric)?.kind else {
            return []
        }
        let measures = (aggregates + [.count]).map { aggregate in
            let unit: HealthUnit =
                switch aggregate {
                case .count: .count
                case .duration: .second
                default: type.storageUnit
                }
            return Measure(
                metric: metric, aggregate: aggregate, style: type.style, storageUnit: type.storageUnit, unit: unit, name: aggregate.name)
        }
        var plan = plan(.statistics(measures), PlanRange(start: first, end: last), TimeGrid(edges: edges.map(\.milliseconds)))
        plan.edges = .clip
        if isBySource { plan.splits = [.source] }
        let table = try QueryEngine.run(plan, over: source)
        return (0..<table.rowCount).compactMap { row in
            var values = table.columns.map { $0.values[row] }
            guard let count = values.removeLast(), count > 0 else { return nil }
            var source: String?
            if isBySource {
                guard case .text(let name)? = table.keys.first?.values[row] else { return nil }
                source = name
            }
            return Row(start: Instant(milliseconds: table.starts[row]), source: source, values: values)
        }
    }

    /// A time that all samples touch; nil if the source has no samples of the metric.
    private func window(in source: any SampleSource) throws -> PlanRange? {
        guard let summary = try source.metricSummary(of: metric) else { return nil }
        var (first, last) = (summary.firstStart, summary.lastEnd)
        filter?.narrow(&first, &last)
        // A sample that starts by `last` and ends after it, at `first` or later, covers both.
        return PlanRange(start: min(first, last), end: last, includesEnd: true)
    }

    private func plan(_ subject: Plan.Subject, _ range: PlanRange, _ grid: TimeGrid) -> Plan {
        var plan = Plan(subject: subject, range: range, grid: grid, zone: .utc, now: range.end, text: "")
        plan.predicate = filter?.predicate
        return plan
    }
}
