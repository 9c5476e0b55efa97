package import HealthModel

/// Brings the quarter hours of a store up to date.
///
/// It may be stopped, or killed, at any time: what is not done yet is still marked as stale.
package struct QuarterUpkeep {
    /// Metrics with fewer samples are as quick to answer from the samples themselves.
    package static let leastSampleCount = 50_000
    /// So many chunks are made at a time: two years or so.
    private static let chunksAtOnce: Int64 = 16

    private let store: any QuarterKeeping
    private let leastSampleCount: Int
    private let isCancelled: () -> Bool
    /// Told which metric is being summed up.
    private let progress: (MetricID) -> Void

    package init(
        _ store: any QuarterKeeping, leastSampleCount: Int = QuarterUpkeep.leastSampleCount, isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (MetricID) -> Void = { _ in }
    ) {
        self.store = store
        self.leastSampleCount = leastSampleCount
        self.isCancelled = isCancelled
        self.progress = progress
    }

    /// Makes what is missing or stale, and what was merged by another order of sources than today's.
    package func run() throws {
        for (metric, isKept) in try store.read(for: .sumUp, dueMetrics) {
            if !isKept { try store.beginQuarters(of: metric) }
            // Another process that writes all the time is not waited for.
            for _ in 0..<1000 {
                if isCancelled() { return }
                guard try makeNext(metric) else { break }
            }
        }
    }

    /// The metrics with sums to make, and whether sums of them are kept so far.
    private func dueMetrics(in source: any SampleSource) throws -> [(metric: MetricID, isKept: Bool)] {
        try source.metricSummaries().compactMap { summary in
            guard !QuarterPart.bySource(summary.metric).isEmpty else { return nil }
            let isKept = try source.quarterDirectory(of: summary.metric) != nil
            let isDue = try isKept ? staleChunks(of: summary.metric, in: source) != nil : summary.count >= leastSampleCount
            return isDue ? (summary.metric, isKept) : nil
        }
    }

    /// Whether so much is missing or stale that queries are slower by more than it takes to make it.
    ///
    /// - Parameter source: a view of the store.
    package func isWorthwhile(in source: any SampleSource) throws -> Bool {
        try source.metricSummaries().contains { summary in
            guard summary.count >= leastSampleCount, !QuarterPart.bySource(summary.metric).isEmpty else { return false }
            guard let directory = try source.quarterDirectory(of: summary.metric) else { return true }
            let samples = QuarterHour.meeting(from: summary.firstStart.milliseconds, to: summary.lastEnd.milliseconds)
            return directory.stale.reduce(0) { $0 + $1.clamped(to: samples).count } > QuarterHour.chunkSize
        }
    }

    /// Makes the first chunks that are stale, and returns whether there may be more.
    private func makeNext(_ metric: MetricID) throws -> Bool {
        let made = try store.read(for: .sumUp) {
            source -> (quarters: Range<Int64>, contents: [QuarterChunkContent], changeNumber: Int64)? in
            guard let work = try staleChunks(of: metric, in: source) else { return nil }
            progress(metric)
            let contents = work.built.isEmpty ? [] : try QuarterBuilder.contents(of: metric, chunks: work.built, in: source)
            return (work.quarters, contents, source.changeNumber)
        }
        guard let made else { return false }
        _ = try store.replaceQuarters(made.quarters, of: metric, by: made.contents, madeAt: made.changeNumber)
        return true
    }

    /// Returns the next quarter hours to write, and the chunks of them that samples may meet; nil when none is stale.
    private func staleChunks(
        of metric: MetricID, in source: any SampleSource
    ) throws -> (quarters: Range<Int64>, built: Range<Int64>)? {
        guard let directory = try source.quarterDirectory(of: metric) else { return nil }
        let order = try SourceRanking(of: metric, in: source).mergingRanks
        let disordered = directory.chunks.first { !$0.isMerged(by: order) }?.index
        let stale = directory.stale.first.map { QuarterHour.chunk(of: $0.lowerBound)...QuarterHour.chunk(of: $0.upperBound - 1) }
        guard let first = [disordered, stale?.lowerBound].compactMap(\.self).min() else { return nil }
        let last = stale.map { $0.lowerBound == first ? $0.upperBound : first } ?? first
        // Beyond the samples there is nothing to sum up, however far the mark reaches.
        guard let summary = try source.metricSummary(of: metric) else { return (quarters(first...last), first..<first) }
        let from = QuarterHour.chunk(of: QuarterHour.holding(summary.firstStart.milliseconds))
        let through = QuarterHour.chunk(of: QuarterHour.holding(summary.lastEnd.milliseconds))
        if last < from || first > through { return (quarters(first...last), first..<first) }
        let begin = max(first, from)
        let end = min(last, through, begin + QuarterUpkeep.chunksAtOnce - 1)
        return (quarters(first...(end == min(last, through) ? last : end)), begin..<end + 1)
    }

    private func quarters(_ chunks: ClosedRange<Int64>) -> Range<Int64> {
        QuarterHour.quarters(ofChunk: chunks.lowerBound).lowerBound..<QuarterHour.quarters(ofChunk: chunks.upperBound).upperBound
    }
}

extension SampleStorage {
    /// Runs `body` on one view, to answer a query; on a second one, behind `sumUp`, where sums are to be brought up to date first.
    ///
    /// - Parameter isDue: whether they are; asked on the first view.
    package func readSummedUp<Result>(
        where isDue: (any SampleSource) -> Bool, sumUp: () -> Void, _ body: (any SampleSource) throws -> Result
    ) throws -> Result {
        let first = try read(for: .answer) { isDue($0) ? nil : try body($0) }
        if let first { return first }
        sumUp()
        return try read(for: .answer, body)
    }
}

extension QuarterChunk {
    /// Whether its sums are merged as `order` wants it, best first.
    func isMerged(by order: [MergingRank]) -> Bool {
        var next = order[...]
        for rank in ranks {
            guard let place = next.firstIndex(of: rank) else { return false }
            next = next[(place + 1)...]
        }
        return true
    }
}
