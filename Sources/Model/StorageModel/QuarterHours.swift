package import HealthModel

/// A store keeps summaries of quarter hours in chunks.
extension QuarterHour {
    /// The number of quarter hours in a chunk: 42 days and 16 hours.
    package static let chunkSize: Int64 = 4096

    /// Returns the chunk that contains a quarter hour.
    package static func chunk(of quarter: Int64) -> Int64 { quarter >> 12 }

    /// Returns the quarter hours of a chunk.
    package static func quarters(ofChunk chunk: Int64) -> Range<Int64> { chunk * chunkSize..<(chunk + 1) * chunkSize }
}

/// A kind of summary that is kept for each quarter hour, as columns of numbers.
///
/// All parts except `merged` and `presence` summarize the samples inside a quarter hour. Samples that cross an edge are kept separately,
/// because their share depends on the bucket.
package enum QuarterPart: Int, Sendable, CaseIterable {
    /// The sum after merging sources, including the shares of crossing samples. Columns: 1 if there is any value, high, low. Not by
    /// source.
    case merged
    /// The number of samples.
    case count
    /// The sum of the values. Columns: high, low.
    case sum
    /// The sums of value × seconds and of seconds, where each sample has at least one second. Columns: high, low, high, low.
    case weighted
    /// The same as `weighted`, but for the energy of sound levels.
    case sound
    /// The least and the greatest value. If there are no samples, the least exceeds the greatest.
    case extremes
    /// Columns: 1 if the source has automatic samples, and 1 if it has manually entered ones. Includes crossing samples.
    case presence
    /// The samples that cross an edge, of all sources. It has no columns.
    case crossing

    package var columnCount: Int {
        switch self {
        case .crossing: 0
        case .count: 1
        case .sum, .extremes, .presence: 2
        case .merged: 3
        case .weighted, .sound: 4
        }
    }

    /// Returns the parts that are kept by source for a metric; empty for metrics that are not quantities.
    package static func bySource(_ metric: MetricID) -> [QuarterPart] {
        switch MetricCatalog.metric(metric)?.kind {
        case .quantity(let type):
            let styles = StyleVersion.allCases.map(type.style(in:))
            if styles.contains(.cumulative) { return [.count, .sum, .presence] }
            if styles.contains(.discreteEquivalentContinuousLevel) { return [.count, .sum, .extremes, .weighted, .sound] }
            return [.count, .sum, .extremes] + (styles.contains(.discreteTemporallyWeighted) ? [.weighted] : [])
        case .category, .workouts: return []
        case nil: return metric.identifier.hasPrefix(MetricID.categoryPrefix) ? [] : [.count, .sum, .extremes]
        }
    }

    /// Returns true if the sums of a metric are merged.
    package static func mergesSums(of metric: MetricID) -> Bool { bySource(metric).contains(.presence) }
}

/// A rank for merging sources: either the manual or the automatic samples of a source.
package struct MergingRank: Hashable, Sendable {
    package var source: Int32
    package var isHandEntered: Bool

    package init(source: Int32, isHandEntered: Bool) {
        self.source = source
        self.isHandEntered = isHandEntered
    }
}

/// The description of a chunk, which is known before its parts are read.
package struct QuarterChunk: Hashable, Sendable {
    package var index: Int64
    /// The sources with samples in the chunk, in ascending order.
    package var sources: [Int32]
    /// The ranks with samples in the chunk, in the order used for merging, best first.
    package var ranks: [MergingRank]

    package init(index: Int64, sources: [Int32], ranks: [MergingRank]) {
        self.index = index
        self.sources = sources
        self.ranks = ranks
    }
}

/// Lists the quarter hours of a metric that have summaries.
package struct QuarterDirectory: Sendable {
    /// The chunks in ascending order. Chunks without samples are omitted.
    package var chunks: [QuarterChunk]
    /// The quarter hours without current summaries: ascending ranges that do not touch.
    package var stale: [Range<Int64>]

    package init(chunks: [QuarterChunk], stale: [Range<Int64>]) {
        self.chunks = chunks
        self.stale = stale
    }
}

/// A part of a chunk, as read from the store.
package struct QuarterColumns: Sendable {
    /// The columns. Each has one element per quarter hour of the chunk.
    package var columns: [[Double]]
    /// The size in the store, in bytes.
    package var byteCount: Int

    package init(columns: [[Double]], byteCount: Int) {
        self.columns = columns
        self.byteCount = byteCount
    }
}

/// A chunk to be written to a store.
package struct QuarterChunkContent: Sendable {
    package struct Key: Hashable, Sendable {
        package var part: QuarterPart
        /// The id of the source; 0 for all sources.
        package var source: Int32

        package init(_ part: QuarterPart, source: Int32 = 0) {
            self.part = part
            self.source = source
        }
    }

    package var chunk: QuarterChunk
    package var parts: [Key: [[Double]]] = [:]
    /// The crossing samples, sorted, with start, end, value and source.
    package var crossing = SampleBatch()

    package init(chunk: QuarterChunk) { self.chunk = chunk }
}

/// A view with summaries by quarter hour. They are derived from the samples and only save time.
package protocol QuarterSource: CapableSource {
    /// Returns the quarter hours of `metric` that have summaries, or nil if none were ever made.
    func quarterDirectory(of metric: MetricID) throws -> QuarterDirectory?
    /// Returns a part of a chunk for one source, or for all if `source` is 0. Returns nil if it is missing or damaged.
    func quarterColumns(_ part: QuarterPart, source: Int32, chunk: Int64, of metric: MetricID) throws -> QuarterColumns?
    /// Returns the samples in a chunk that cross the edge of a quarter hour, or nil if they are missing or damaged.
    func quarterCrossing(chunk: Int64, of metric: MetricID) throws -> SampleBatch?
}

extension SampleSource {
    /// Returns the quarter hours of `metric` that have summaries, or nil if there are none.
    package func quarterDirectory(of metric: MetricID) throws -> QuarterDirectory? {
        try capabilities.quarters?.quarterDirectory(of: metric)
    }
}
