/// The quarter hours of UTC, numbered from 1970: each zone's days and hours are made of whole ones.
package enum QuarterHour {
    package static let milliseconds: Int64 = 900_000
    /// Quarter hours that are kept together: 42 days and 16 hours.
    package static let chunkSize: Int64 = 4096

    /// Returns the quarter hour that holds `moment`; a moment between two belongs to the later.
    @inlinable package static func holding(_ moment: Int64) -> Int64 {
        let quarter = moment / milliseconds
        return quarter * milliseconds > moment ? quarter - 1 : quarter
    }

    /// Returns the quarter hours that `[start, end)` meets, one for an instant; half-open.
    @inlinable package static func meeting(from start: Int64, to end: Int64) -> Range<Int64> {
        let first = holding(start)
        return first..<max(holding(max(end, start &+ 1) - 1), first) + 1
    }

    /// Returns the chunk that holds a quarter hour.
    package static func chunk(of quarter: Int64) -> Int64 { quarter >> 12 }

    /// Returns the quarter hours of a chunk.
    package static func quarters(ofChunk chunk: Int64) -> Range<Int64> { chunk * chunkSize..<(chunk + 1) * chunkSize }

    /// More than any sample meets.
    package static let all = holding(.min)..<holding(.max) + 1
}

/// One of the things that are kept of the samples of each quarter hour, as columns of numbers.
///
/// All but `merged` and `presence` are of the samples that lie inside one quarter hour; those that cross the edge of one are kept
/// as they are, for what they add to a bucket depends on the bucket.
package enum QuarterPart: Int, Sendable, CaseIterable {
    /// The sum after sources were merged, crossing samples with their shares: 1 where there is anything, high, low. Of no source.
    case merged
    /// How many samples.
    case count
    /// The sum of the values: high, low.
    case sum
    /// The sums of value × seconds and of the seconds, a sample for one at least: high, low, high, low.
    case weighted
    /// The same of the energy that sound levels stand for.
    case sound
    /// The least and the greatest value; the least is the greater one where there is none.
    case extremes
    /// 1 where the source has samples that were not entered by hand, and where it has some that were, crossing ones included.
    case presence
    /// The samples that cross an edge: no columns of numbers. Of all sources.
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

    /// Returns what is kept of a metric by source; nothing of what is no quantity.
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

    /// Whether sums of a metric are merged.
    package static func mergesSums(of metric: MetricID) -> Bool { bySource(metric).contains(.presence) }
}

/// A rank in the merging of sources: samples of one source that were entered by hand, or were not.
package struct MergingRank: Hashable, Sendable {
    package var source: Int32
    package var isHandEntered: Bool

    package init(source: Int32, isHandEntered: Bool) {
        self.source = source
        self.isHandEntered = isHandEntered
    }
}

/// What is known of a chunk of quarter hours before its parts are read.
package struct QuarterChunk: Hashable, Sendable {
    package var index: Int64
    /// The sources with samples that meet the chunk, ascending.
    package var sources: [Int32]
    /// The ranks with samples that meet it in the order in which they were merged, best first.
    package var ranks: [MergingRank]

    package init(index: Int64, sources: [Int32], ranks: [MergingRank]) {
        self.index = index
        self.sources = sources
        self.ranks = ranks
    }
}

/// Which quarter hours of a metric are summed up.
package struct QuarterDirectory: Sendable {
    /// Ascending; a chunk without samples is not among them.
    package var chunks: [QuarterChunk]
    /// Quarter hours of which the chunks know nothing, or nothing any more: ascending, apart.
    package var stale: [Range<Int64>]

    package init(chunks: [QuarterChunk], stale: [Range<Int64>]) {
        self.chunks = chunks
        self.stale = stale
    }
}

/// A part of a chunk as it was read.
package struct QuarterColumns: Sendable {
    /// Each with an element a quarter hour of the chunk.
    package var columns: [[Double]]
    /// How long it is in the store.
    package var byteCount: Int

    package init(columns: [[Double]], byteCount: Int) {
        self.columns = columns
        self.byteCount = byteCount
    }
}

/// A chunk on its way into a store.
package struct QuarterChunkContent: Sendable {
    package struct Key: Hashable, Sendable {
        package var part: QuarterPart
        /// 0 for all sources.
        package var source: Int32

        package init(_ part: QuarterPart, source: Int32 = 0) {
            self.part = part
            self.source = source
        }
    }

    package var chunk: QuarterChunk
    package var parts: [Key: [[Double]]] = [:]
    /// Sorted; start, end, value and source.
    package var crossing = SampleBatch()

    package init(chunk: QuarterChunk) { self.chunk = chunk }
}

/// A source that keeps its samples in blocks and sums of quarter hours beside them: derived from the samples, and never better than none.
package protocol QuarterSource: SampleSource {
    /// Which quarter hours of `metric` are summed up; nil where none ever were.
    func quarterDirectory(of metric: MetricID) throws -> QuarterDirectory?
    /// A part of a chunk, of one source or with 0 of all; nil where it is missing or damaged.
    func quarterColumns(_ part: QuarterPart, source: Int32, chunk: Int64, of metric: MetricID) throws -> QuarterColumns?
    /// The samples that meet a chunk and cross the edge of a quarter hour; nil where they are missing or damaged.
    func quarterCrossing(chunk: Int64, of metric: MetricID) throws -> SampleBatch?
    /// How many blocks `scan` reads, and how many samples they hold.
    func blocks(
        of metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?
    ) throws -> (count: Int, samples: Int)?
}

/// Of a source without quarter hours and blocks nothing is known of either.
extension SampleSource {
    package func quarterDirectory(of metric: MetricID) throws -> QuarterDirectory? {
        try (self as? any QuarterSource)?.quarterDirectory(of: metric)
    }
    package func quarterColumns(_ part: QuarterPart, source: Int32, chunk: Int64, of metric: MetricID) throws -> QuarterColumns? {
        try (self as? any QuarterSource)?.quarterColumns(part, source: source, chunk: chunk, of: metric)
    }
    package func quarterCrossing(chunk: Int64, of metric: MetricID) throws -> SampleBatch? {
        try (self as? any QuarterSource)?.quarterCrossing(chunk: chunk, of: metric)
    }
    package func blocks(
        of metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?
    ) throws -> (count: Int, samples: Int)? {
        try (self as? any QuarterSource)?.blocks(of: metric, from: from, through: through, values: values)
    }
}
