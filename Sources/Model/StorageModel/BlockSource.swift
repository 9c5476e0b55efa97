package import HealthModel

/// A view whose samples are in packed blocks.
package protocol BlockSource: CapableSource {
    /// Delivers the samples of `scan` in packed form, to `work` on several threads. `body` receives the results in order.
    ///
    /// - Parameters:
    ///   - columns: The columns that `work` can unpack.
    ///   - times: Returns the times that `work` can unpack of a block.
    ///   - work: Computes a result from each part of the samples. It can run on any thread.
    ///   - body: Processes a result and returns whether it needs more.
    func scanBlocks<Part: Sendable>(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        times: (BlockExtent) throws -> UnpackedTimes, _ work: @escaping @Sendable (any PackedSamples) throws -> Part,
        _ body: (Part) throws -> Bool
    ) throws

    /// Returns the number of blocks that `scan` reads, and the number of samples in them. Nil if this view of the metric has no blocks.
    func size(
        of metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?
    ) throws -> (blockCount: Int, sampleCount: Int)?
}

extension SampleSource {
    /// Delivers the samples of `scan` in parts, to `work` on several threads if they are in blocks. `body` receives the results in order.
    package func scanBlocks<Part: Sendable>(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        times: (BlockExtent) throws -> UnpackedTimes, _ work: @escaping @Sendable (any PackedSamples) throws -> Part,
        _ body: (Part) throws -> Bool
    ) throws {
        if let blocks = capabilities.blocks {
            return try blocks.scanBlocks(metric, from: from, through: through, values: values, columns: columns, times: times, work, body)
        }
        try scanUnpacked(metric, from: from, through: through, values: values, columns: columns, work, body)
    }

    /// The same for work that can unpack all times.
    package func scanBlocks<Part: Sendable>(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ work: @escaping @Sendable (any PackedSamples) throws -> Part, _ body: (Part) throws -> Bool
    ) throws {
        try scanBlocks(metric, from: from, through: through, values: values, columns: columns, times: { _ in .all }, work, body)
    }

    /// The same for a source, or a metric, without blocks.
    package func scanUnpacked<Part: Sendable>(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ work: (any PackedSamples) throws -> Part, _ body: (Part) throws -> Bool
    ) throws {
        try scan(metric, from: from, through: through, values: values, columns: columns) { batch in
            batch.count == 0 ? true : try body(work(UnpackedSamples(copy batch)))
        }
    }
}
