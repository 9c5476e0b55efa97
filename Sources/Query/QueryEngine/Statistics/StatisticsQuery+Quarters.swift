// Answers from sums of quarter hours, and from samples where there are none.
//
//     range         |· ·|━━━━━━━━━━━━━|·····|━━━━━━━━━|·|
//                    └ samples         └ stale: samples └ samples
//                         └ chunks of 4,096 quarter hours
//
// A year has 35,000 quarter hours and can have millions of samples: daily sums of ten million samples take 1.3 ms. The ends of the range
// and stale hours are windows whose samples are read. Samples that cross a quarter hour are stored next to the sums, unchanged, because a
// sample counts once in a bucket, however many quarter hours it overlaps.
//
// Invariant: the answer is that of the samples, to the last bit. Sums in an outdated order of sources are not used.
//
// Decision 0014 (quarter hours). Documentation/Reference/Store.md lists what they can answer.

import HealthModel
import QueryPlan
import QueryVocabulary
import StorageModel

/// Answers measures with quarter hours.
extension StatisticsQuery {
    /// With fewer samples, it is as fast to read the samples.
    private static let fewSamples = 8192.0

    /// Answers the measures of a group that quarter hours can answer, and returns the others.
    func answerByQuarterHours(
        _ group: MeasureGroup, mergedRanks: inout Set<MergingRank>
    ) throws -> [(index: Int, measure: Measure)] {
        guard observer == nil, options.quarterHours != .off, !plan.range.isUnknown else { return group.measures }
        var rest: [(index: Int, measure: Measure)] = []
        var able: [(index: Int, measure: Measure)] = []
        for entry in group.measures {
            if let obstacle = plan.obstacleToQuarterHours(entry.measure, column: columns[entry.index]) {
                options.trace?.note(obstacle, for: entry.measure)
                rest.append(entry)
            } else {
                able.append(entry)
            }
        }
        for isMerged in [true, false] {
            var part = group
            part.measures = able.filter { $0.measure.treatment(in: plan).isMerged == isMerged }
            if part.measures.isEmpty { continue }
            let answer = QuarterAnswer(query: self, group: part, isMerged: isMerged)
            guard let reason = try answer.run(mergedRanks: &mergedRanks) else { continue }
            for (_, measure) in part.measures { options.trace?.note(reason, for: measure) }
            rest += part.measures
        }
        return rest
    }

    /// Returns true if quarter hours are less data to read than the samples of that part of a metric.
    func isWorthwhile(_ cover: QuarterCover, of metric: MetricID) throws -> Bool {
        if options.quarterHours == .always { return true }
        guard let summary = try source.metricSummary(of: metric) else { return false }
        let span = max(summary.lastEnd.milliseconds - summary.firstStart.milliseconds, 1)
        let share = Double(cover.quarterCount) * Double(QuarterHour.milliseconds) / Double(span)
        return Double(summary.count) * min(share, 1) >= Self.fewSamples
    }
}

/// Answers some measures of one metric, either all merged or all not merged.
private struct QuarterAnswer {
    let query: StatisticsQuery
    let group: MeasureGroup
    let isMerged: Bool
    private var metric: MetricID { group.metric }

    /// The contents of a chunk.
    private struct Content {
        var chunk: QuarterChunk
        /// For each source (0 if all are merged), the columns of each measure.
        var columns: [(source: Int32, columns: [[[Double]]])] = []
        /// The number of samples of each source inside quarter hours, if sources are keys.
        var counts: [Int32: [Double]] = [:]
        var presence: [Int32: [[Double]]] = [:]
        var crossing = SampleBatch()
        var byteCount = 0

        /// Returns the ranks with samples in any of its quarter hours.
        func ranks(in rows: [Range<Int>]) -> [MergingRank] {
            guard !presence.isEmpty else { return chunk.ranks }
            return chunk.ranks.filter { rank in
                let column = presence[rank.source]?[rank.isHandEntered ? 1 : 0] ?? []
                return rows.contains { column[$0].contains(1) }
            }
        }
    }

    /// Fills the columns of the measures, or returns the reason why samples are needed.
    func run(mergedRanks: inout Set<MergingRank>) throws -> String? {
        let started = query.options.trace?.clock() ?? 0
        if query.options.trace != nil, try query.source.metricSummary(of: metric) == nil {
            return "the store has no samples of this metric"
        }
        guard let quarters = query.source.capabilities.quarters, let directory = try quarters.quarterDirectory(of: metric) else {
            return "none are kept for this metric"
        }
        var unusable = directory.stale
        var reason = unusable.isEmpty ? nil : "samples were written after they were computed"
        let order = isMerged ? try query.ranking(of: metric).mergingRanks : []
        let chunks = directory.chunks.filter { chunk in
            if !isMerged || chunk.isMerged(by: order) { return true }
            unusable.append(QuarterHour.quarters(ofChunk: chunk.index))
            reason = "they were computed with a different order of sources"
            return false
        }
        var cover = QuarterCover(query.plan.range, except: unusable)
        guard cover.quarterCount > 0 else { return reason ?? "the range contains no complete quarter hour" }
        guard try query.isWorthwhile(cover, of: metric) else { return "it is as fast to read so few samples directly" }

        var contents: [Content] = []
        for chunk in chunks {
            let runs = cover.runs(in: chunk.index)
            guard !runs.isEmpty else { continue }
            if let content = try content(of: chunk, in: quarters, isWhole: runs == [QuarterHour.quarters(ofChunk: chunk.index)]) {
                contents.append(content)
            } else {
                unusable.append(QuarterHour.quarters(ofChunk: chunk.index))
                reason = "some of them are missing or damaged"
            }
        }
        cover = QuarterCover(query.plan.range, except: unusable)
        guard cover.quarterCount > 0 else { return reason }
        let windows = try readSamples(cover, contents, mergedRanks: &mergedRanks)
        try fill(cover, contents, mergedRanks: &mergedRanks)

        guard let trace = query.options.trace else { return nil }
        var step = QueryTrace.Step(metric: metric, columns: group.measures.map(\.measure.name), isMerged: isMerged)
        step.quarterCount = cover.quarterCount
        step.chunkCount = contents.count
        step.byteCount = contents.reduce(0) { $0 + $1.byteCount }
        step.crossingCount = contents.reduce(0) { $0 + $1.crossing.count }
        step.windows = windows
        step.reason = windows.isEmpty ? nil : reason
        step.seconds = trace.clock() - started
        trace.steps.append(step)
        return nil
    }

    /// Reads the parts of a chunk that the measures need, or returns nil if any is missing.
    private func content(of chunk: QuarterChunk, in quarters: any QuarterSource, isWhole: Bool) throws -> Content? {
        var content = Content(chunk: chunk)
        func part(_ part: QuarterPart, _ source: Int32) throws -> [[Double]]? {
            guard let read = try quarters.quarterColumns(part, source: source, chunk: chunk.index, of: metric) else { return nil }
            content.byteCount += read.byteCount
            return read.columns
        }
        for source in isMerged ? [0] : chunk.sources {
            var columns: [[[Double]]] = []
            for (index, _) in group.measures {
                var parts: [[Double]] = []
                for needed in query.columns[index].quarterParts(isMerged: isMerged) {
                    guard let read = try part(needed, source) else { return nil }
                    parts += read
                }
                columns.append(parts)
            }
            content.columns.append((source, columns))
            guard !query.plan.splits.isEmpty else { continue }
            guard let counts = try part(.count, source) else { return nil }
            content.counts[source] = counts[0]
        }
        if isMerged {
            guard !isWhole else { return content }
            for source in chunk.sources {
                guard let presence = try part(.presence, source) else { return nil }
                content.presence[source] = presence
            }
        } else {
            guard let crossing = try quarters.quarterCrossing(chunk: chunk.index, of: metric) else { return nil }
            content.crossing = crossing
        }
        return content
    }

    /// Reads the samples of the windows, and those that cross the edge of a quarter hour outside all windows.
    private func readSamples(
        _ cover: QuarterCover, _ contents: [Content], mergedRanks: inout Set<MergingRank>
    ) throws -> [QueryTrace.Window] {
        var windows: [QueryTrace.Window] = []
        let whole = query.request(for: group)
        var request = whole
        func read(_ window: SampleWindow, into branches: [any Branch]) throws {
            request.window = window
            windows.append(try query.read(SampleReader(request, in: query.context), into: branches))
        }
        if isMerged {
            for window in cover.windows {
                // Only samples that overlap the window can suppress anything in it.
                let branches = try query.branches(for: group, on: CellGrid(query.plan.grid, window: window))
                try read(window, into: branches)
                try query.finish(branches, mergedRanks: &mergedRanks)
            }
            return windows
        }
        let branches = try query.branches(for: group, on: query.grid)
        for (index, window) in cover.windows.enumerated() {
            request.others = cover.windows[..<index]
            try read(window, into: branches)
        }
        (request.window, request.others) = (whole.window, cover.windows[...])
        let filter = try SampleFilter(request, in: query.context)
        for (index, content) in contents.enumerated() where content.crossing.count > 0 {
            var crossing = content.crossing
            // A sample is stored in every chunk that it overlaps.
            if index > 0 {
                let start = QuarterHour.quarters(ofChunk: content.chunk.index).lowerBound * QuarterHour.milliseconds
                crossing.removeFirst(crossing.starts.prefix { $0 < start }.count)
                guard crossing.count > 0 else { continue }
            }
            _ = try filter.select(crossing) { batch, _ in
                try query.push(batch, into: branches)
                return true
            }
        }
        try query.finish(branches, mergedRanks: &mergedRanks)
        return windows
    }

    /// Adds the quarter hours to the cells of the result.
    private func fill(_ cover: QuarterCover, _ contents: [Content], mergedRanks: inout Set<MergingRank>) throws {
        var bucket = 0
        for content in contents {
            let runs = cover.runs(in: content.chunk.index)
            guard !runs.isEmpty else { continue }
            let first = QuarterHour.quarters(ofChunk: content.chunk.index).lowerBound
            let rows = runs.map { Int($0.lowerBound - first)..<Int($0.upperBound - first) }
            if isMerged { mergedRanks.formUnion(content.ranks(in: rows)) }
            let cells = cellRuns(runs, first: first, bucket: &bucket)
            for (source, columns) in content.columns {
                var key: Int32 = 0
                if let counts = content.counts[source] {
                    guard rows.contains(where: { counts[$0].contains { $0 > 0 } }) else { continue }
                    key = query.keys.key(ofSource: source)
                    try query.checkRowCount()
                }
                let offset = Int(key) * query.grid.groupCount
                let keyed = offset == 0 ? cells : cells.map { QuarterRun(quarters: $0.quarters, cell: $0.cell + offset) }
                for ((index, _), columns) in zip(group.measures, columns) {
                    query.columns[index].reserve(cellCount: query.keys.count * query.grid.groupCount, level: 0)
                    query.columns[index].update(keyed, of: columns, first: first)
                }
            }
        }
    }

    /// Returns the quarter hours of `runs` by the cell of their bucket.
    private func cellRuns(_ runs: [Range<Int64>], first: Int64, bucket: inout Int) -> [QuarterRun] {
        var cells: [QuarterRun] = []
        let grid = query.grid
        for run in runs {
            var quarter = run.lowerBound
            while quarter < run.upperBound {
                bucket = grid.bucket(holding: quarter * QuarterHour.milliseconds, near: bucket)
                guard grid.contains(bucket) else { break }
                let end = min(run.upperBound, QuarterHour.holding(grid.edges[bucket + 1]))
                cells.append(QuarterRun(quarters: Int(quarter - first)..<Int(end - first), cell: grid.group(of: bucket)))
                quarter = end
            }
        }
        return cells
    }
}
