import HealthModel

/// A view of a store that delivers its samples in batches of a different size.
struct RebatchedSource: SampleSource {
    let base: any SampleSource
    let batchSize: Int

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        try base.scan(metric, from: from, through: through, values: values, columns: columns) { batch in
            for start in stride(from: 0, to: batch.count, by: batchSize) {
                let wantsMore = try body(batch.rows(start..<min(start + batchSize, batch.count)))
                if !wantsMore { return false }
            }
            return true
        }
    }

    var changeNumber: Int64 { base.changeNumber }
    func metricSummaries() throws -> [MetricSummary] { try base.metricSummaries() }
    func metricSummary(of metric: MetricID) throws -> MetricSummary? { try base.metricSummary(of: metric) }
    func sources() throws -> [Int32: Source] { try base.sources() }
    func origins() throws -> [Int32: Origin] { try base.origins() }
    func units() throws -> [Int32: String] { try base.units() }
    func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet] { try base.metadataSets(ids) }
    func workouts(from: Instant, through: Instant) throws -> [Workout] { try base.workouts(from: from, through: through) }
    func series(_ kind: TimeSeries.Kind, of owner: Int64) throws -> [TimeSeries] { try base.series(kind, of: owner) }
    func activitySummaries(from: String, through: String) throws -> [ActivitySummary] {
        try base.activitySummaries(from: from, through: through)
    }
    func correlations(from: Instant, through: Instant) throws -> [Correlation] { try base.correlations(from: from, through: through) }
    func setting(_ name: String) throws -> String? { try base.setting(name) }
    func priority(of metric: MetricID) throws -> [String]? { try base.priority(of: metric) }
}

extension SampleBatch {
    /// Returns some of the rows. Empty columns remain empty.
    fileprivate func rows(_ range: Range<Int>) -> SampleBatch {
        func slice<Element>(_ column: [Element]) -> [Element] { column.isEmpty ? [] : Array(column[range]) }
        var rows = SampleBatch()
        (rows.starts, rows.ends, rows.values) = (slice(starts), slice(ends), slice(values))
        (rows.sources, rows.origins, rows.metadata) = (slice(sources), slice(origins), slice(metadata))
        (rows.units, rows.created, rows.numbers) = (slice(units), slice(created), slice(numbers))
        return rows
    }
}
