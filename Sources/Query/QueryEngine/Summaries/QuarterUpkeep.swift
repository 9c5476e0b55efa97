package import HealthModel

/// Updates the quarter hours of a store.
///
/// The process can be stopped or killed at any time: unfinished parts are still marked as stale.
package struct QuarterUpkeep {
    /// For metrics with fewer samples, it is as fast to read the samples.
    package static let leastSampleCount = 50_000
    /// The number of chunks to compute at a time, about two years.
    private static let chunksAtOnce: Int64 = 16

    private let store: any QuarterKeeping
    private let leastSampleCount: Int
    private let isCancelled: () -> Bool
    /// Called with the metric that is being processed.
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

    /// Computes quarter hours that are missing or stale, or that were merged in an outdated order of sources.
    package func run() throws {
        for (metric, isKept) in try store.read(for: .sumUp, dueMetrics) {
            if !isKept { try store.beginQuarters(of: metric) }
            // The number of rounds is limited, so that this ends even if another process writes all the time.
            for _ in 0..<1000 {
                if isCancelled() { return }
                guard try makeNext(metric) else { break }
            }
        }
    }

    /// Returns the metrics that need an update, and whether their sums are kept already.
    private func dueMetrics(in source: any SampleSource) throws -> [(metric: MetricID, isKept: Bool)] {
        try source.metricSummaries().compactMap { summary in
            guard !QuarterPart.bySource(summary.metric).isEmpty else { return nil }
            let isKept = try source.quarterDirectory(of: summary.metric) != nil
            let isDue = try isKept ? staleChunks(of: summary.metric, in: source) != nil : summary.count >= leastSampleCount
            return isDue ? (summary.metric, isKept) : nil
        }
    }

    /// Returns true if so much is missing or stale that updating takes less time than it saves in queries.
    ///
    /// - Parameter source: A view of the store.
    package func isWorthwhile(in source: any SampleSource) throws -> Bool {
        try source.metricSummaries().contains { summary in
            guard summary.count >= leastSampleCount, !QuarterPart.bySource(summary.metric).isEmpty else { return false }
            guard let directory = try source.quarterDirectory(of: summary.metric) else { return true }
            let samples = QuarterHour.meeting(from: summary.firstStart.milliseconds, to: summary.lastEnd.milliseconds)
            return directory.stale.reduce(0) { $0 + $1.clamped(to: samples).count } > QuarterHour.chunkSize
        }
    }

    /// Computes the first stale chunks and returns whether there may be more.
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

    /// Returns the next quarter hours to write and their chunks that may contain samples, or nil if none are stale.
    private func staleChunks(
        of metric: MetricID, in source: any SampleSource
    ) throws -> (quarters: Range<Int64>, built: Range<Int64>)? {
        guard let directory = try source.quarterDirectory(of: metric) else { return nil }
        let order = try SourceRanking(of: metric, in: source).mergingRanks
        let disordered = directory.chunks.first { !$0.isMerged(by: order) }?.index
        let stale = directory.stale.first.map { QuarterHour.chunk(of: $0.lowerBound)...QuarterHour.chunk(of: $0.upperBound - 1) }
        guard let first = [disordered, stale?.lowerBound].compactMap(\.self).min() else { return nil }
        let last = stale.map { $0.lowerBound == first ? $0.upperBound : first } ?? first
        // There is nothing to compute outside the samples, even if the mark extends further.
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
    /// Runs `body` on a view for answering a query. If sums need an update, first updates them and then uses a second view.
    ///
    /// - Parameter isDue: Returns whether sums need an update. Called with the first view.
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
    /// Returns true if its sums were merged in the given order, best first.
    func isMerged(by order: [MergingRank]) -> Bool {
        var next = order[...]
        for rank in ranks {
            guard let place = next.firstIndex(of: rank) else { return false }
            next = next[(place + 1)...]
        }
        return true
    }
}
