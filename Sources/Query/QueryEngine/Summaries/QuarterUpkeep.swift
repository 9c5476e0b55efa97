// Brings the quarter hours of a store up to date: finds metrics with missing or stale ones, and computes them in parts of about two years.
//
// Only metrics with at least 50,000 samples from at most 500 sources have them. Each part is a view that reads samples, and then a
// transaction that writes the result if the store has not changed since. So other programs never wait long, and a process can be killed at
// any time.
//
// Invariant: a write marks the quarter hours that it touches as stale in its own transaction. Only the transaction that computes them again
// removes the mark.
//
// Decision 0014 (quarter hours). ARCHITECTURE.md counts the views that a query takes.

package import HealthModel
package import StorageModel

/// Updates the quarter hours of a store, those of each person by themselves.
package struct QuarterUpkeep {
    /// For metrics with fewer samples, it is as fast to read the samples.
    package static let leastSampleCount = 50_000
    /// The sums are kept for each source. With more sources, they would need more memory and time than the samples.
    private static let greatestSourceCount = 500
    /// The number of chunks to compute at a time, about two years.
    private static let chunksAtOnce: Int64 = 16
    /// The number of chunks of a job, so that two threads have about the same work and take little memory.
    private static let chunksOfJob: Int64 = 4

    private let store: any QuarterKeeping
    private let leastSampleCount: Int
    private let usesTwoThreads: Bool
    private let isCancelled: () -> Bool
    /// Called with the metric that is being processed.
    private let progress: (MetricID) -> Void

    package init(
        _ store: any QuarterKeeping, leastSampleCount: Int = QuarterUpkeep.leastSampleCount, usesTwoThreads: Bool = false,
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (MetricID) -> Void = { _ in }
    ) {
        self.store = store
        self.leastSampleCount = leastSampleCount
        self.usesTwoThreads = usesTwoThreads
        self.isCancelled = isCancelled
        self.progress = progress
    }

    /// A metric of one person.
    private struct Series {
        var person: String
        var metric: MetricID
        /// True if its quarter hours are kept already.
        var isKept: Bool
    }

    /// Computes quarter hours that are missing or stale, or that were merged in an outdated order of sources.
    package func run() throws {
        let due = try store.read(for: .sumUp, dueSeries)
        for series in due where !series.isKept { try store.beginQuarters(of: series.metric, person: series.person) }
        if usesTwoThreads {
            let found = try store.read(for: .sumUp) { view in try due.flatMap { try jobs(of: $0, in: view.view(of: $0.person)) } }
            if found.count > 1 { try QuarterJobs(found, in: store).run(isCancelled: isCancelled, progress: progress) }
        }
        for series in due {
            // The number of rounds is limited, so that this ends even if another process writes all the time.
            for _ in 0..<1000 {
                if isCancelled() { return }
                guard try makeNext(series.metric, of: series.person) else { break }
            }
        }
    }

    /// Returns the series that need an update.
    private func dueSeries(in source: any SampleSource) throws -> [Series] {
        var due: [Series] = []
        try source.forEachPerson { person, view in
            for summary in try view.metricSummaries() where Self.canKeep(summary) {
                let isKept = try view.quarterDirectory(of: summary.metric) != nil
                let isDue = try isKept ? staleChunks(of: summary.metric, in: view) != nil : summary.count >= leastSampleCount
                if isDue { due.append(Series(person: person.id, metric: summary.metric, isKept: isKept)) }
            }
        }
        return due
    }

    private static func canKeep(_ summary: MetricSummary) -> Bool {
        summary.sources.count <= greatestSourceCount && !QuarterPart.bySource(summary.metric).isEmpty
    }

    /// Returns true if so much is missing or stale that updating takes less time than it saves in queries.
    ///
    /// - Parameter source: A view of the store.
    package func isWorthwhile(in source: any SampleSource) throws -> Bool {
        for person in try source.persons() where try isWorthwhile(ofOne: source.view(of: person.id)) { return true }
        return false
    }

    private func isWorthwhile(ofOne source: any SampleSource) throws -> Bool {
        try source.metricSummaries().contains { summary in
            guard summary.count >= leastSampleCount, Self.canKeep(summary) else { return false }
            guard let directory = try source.quarterDirectory(of: summary.metric) else { return true }
            let samples = QuarterHour.meeting(from: summary.firstStart.milliseconds, to: summary.lastEnd.milliseconds)
            return directory.stale.reduce(0) { $0 + $1.clamped(to: samples).count } > QuarterHour.chunkSize
        }
    }

    /// Divides the first stale quarter hours of a series into jobs.
    ///
    /// - Parameter source: A view of its person.
    private func jobs(of series: Series, in source: any SampleSource) throws -> [QuarterJob] {
        guard let work = try staleChunks(of: series.metric, in: source, atOnce: .max), !work.built.isEmpty else { return [] }
        return stride(from: work.built.lowerBound, to: work.built.upperBound, by: Int64.Stride(QuarterUpkeep.chunksOfJob)).map { first in
            let built = first..<min(first + QuarterUpkeep.chunksOfJob, work.built.upperBound)
            let inside = quarters(built.lowerBound...built.upperBound - 1)
            let start = built.lowerBound == work.built.lowerBound ? work.quarters.lowerBound : inside.lowerBound
            let end = built.upperBound == work.built.upperBound ? work.quarters.upperBound : inside.upperBound
            return QuarterJob(person: series.person, metric: series.metric, quarters: start..<end, built: built)
        }
    }

    /// Computes the first stale chunks and returns whether there may be more.
    private func makeNext(_ metric: MetricID, of person: String) throws -> Bool {
        let made = try store.read(for: .sumUp) {
            view -> (quarters: Range<Int64>, contents: [QuarterChunkContent], changeNumber: Int64)? in
            let source = try view.view(of: person)
            guard let work = try staleChunks(of: metric, in: source) else { return nil }
            progress(metric)
            return (work.quarters, try QuarterBuilder.updatedContents(of: metric, chunks: work.built, in: source), source.changeNumber)
        }
        guard let made else { return false }
        _ = try store.replaceQuarters(made.quarters, of: metric, person: person, by: made.contents, madeAt: made.changeNumber)
        return true
    }

    /// Returns the next quarter hours to write and their chunks that may contain samples, or nil if none are stale.
    private func staleChunks(
        of metric: MetricID, in source: any SampleSource, atOnce: Int64 = QuarterUpkeep.chunksAtOnce
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
        let end = min(last, through, begin - 1 + min(atOnce, through - begin + 1))
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
