package import HealthModel

/// A source whose samples are in packed blocks.
package protocol BlockSource: SampleSource {
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
}

extension SampleSource {
    /// Delivers the samples of `scan` in parts, to `work` on several threads if they are in blocks. `body` receives the results in order.
    package func scanBlocks<Part: Sendable>(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        times: (BlockExtent) throws -> UnpackedTimes, _ work: @escaping @Sendable (any PackedSamples) throws -> Part,
        _ body: (Part) throws -> Bool
    ) throws {
        if let blocks = self as? any BlockSource {
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
