// Computes the sums of quarter hours of one metric of one person, for chunks of 4,096 quarter hours (42 days and 16 hours).
//
//     sample inside one quarter hour   → count, sum, extremes, weighted mean of its source
//     sample across an edge            → kept unchanged, and its shares in the merged sum
//     every sample                     → the merged sum, and the presence of its source
//
// It runs after an import, and in a shell before the first query that benefits. If a small part of one chunk is stale, only that part is
// computed again.
//
// Invariant: the numbers are states of the same accumulators that process samples, so that adding them gives the same bits.
//
// Decision 0014 (quarter hours store accumulator states).

package import HealthModel
import QueryPlan
import QueryVocabulary
package import StorageModel

/// Computes summaries of the samples of a metric by quarter hour.
package final class QuarterBuilder {
    private let metric: MetricID
    private let source: any SampleSource
    private let chunks: Range<Int64>
    /// The quarter hours to compute.
    private let computed: Range<Int64>
    private let window: SampleWindow
    private let metadata: MetadataCache
    private let ranking: SourceRanking
    /// The samples inside quarter hours, with one key per source.
    private let inside: PlainBranch
    private let columns: [QuarterPart: KeptColumn]
    /// All samples, merged; nil if sums are not merged.
    private let merged: (branch: MergedBranch, sums: Column<Sum>)?
    private var sources: [Int32] = []
    private var crossing = SampleBatch()
    /// The ranks of merging with samples: two for each source, in the order of `sources`, the second with samples entered by hand.
    private var ranks: [Rank] = []

    private struct Rank {
        /// 1 in the quarter hours that samples overlap. Empty if there are no samples, and if sums are not merged.
        var presence: [Double] = []
        /// The chunks that samples overlap.
        var chunks: Set<Int64> = []
        /// The quarter hours of the last sample. The next one often has the same.
        var last: Range<Int64> = 0..<0
    }

    /// - Parameters:
    ///   - chunks: Adjacent chunks to be computed together.
    ///   - computed: Their quarter hours to compute.
    private init(_ metric: MetricID, chunks: Range<Int64>, computed: Range<Int64>, source: any SampleSource) throws {
        (self.metric, self.chunks, self.computed, self.source) = (metric, chunks, computed, source)
        let quarters = QuarterBuilder.quarters(of: chunks)
        let edges = (quarters.lowerBound...quarters.upperBound).map { $0 * QuarterHour.milliseconds }
        let range = PlanRange(
            start: Instant(milliseconds: computed.lowerBound * QuarterHour.milliseconds),
            end: Instant(milliseconds: computed.upperBound * QuarterHour.milliseconds))
        window = SampleWindow(range, rule: .clip)
        metadata = MetadataCache(source)
        ranking = try SourceRanking(of: metric, in: source)
        let grid = CellGrid(TimeGrid(edges: edges, intervalText: "quarter hour"), window: window)
        func placer() -> Placer { Placer(grid: grid, rule: .share, keepsSuppressed: false, hasShares: true) }
        func set(_ columns: [any AggregateColumn]) -> ColumnSet { ColumnSet(columns: columns, observer: nil, readColumns: .values) }

        let parts = QuarterPart.bySource(metric)
        columns = Dictionary(uniqueKeysWithValues: parts.compactMap { part in KeptColumn(part).map { (part, $0) } })
        inside = PlainBranch(set(columns.values.flatMap(\.accumulating)), placer: placer(), holdsInstants: false)
        if !QuarterPart.mergesSums(of: metric) {
            merged = nil
        } else {
            let sums = Column<Sum> { $0.finalize() }
            let merger = SourceMerger(ranking, columns: .values, metadata: metadata)
            merged = (MergedBranch(set([sums]), placer: placer(), merger: merger, holdsInstants: false), sums)
        }
    }

    private static func quarters(of chunks: Range<Int64>) -> Range<Int64> {
        chunks.lowerBound * QuarterHour.chunkSize..<chunks.upperBound * QuarterHour.chunkSize
    }

    /// Returns the contents of those `chunks` that contain samples.
    package static func contents(
        of metric: MetricID, chunks: Range<Int64>, in source: any SampleSource
    ) throws -> [QuarterChunkContent] {
        let builder = try QuarterBuilder(metric, chunks: chunks, computed: quarters(of: chunks), source: source)
        try builder.addSamples()
        return builder.contents()
    }

    /// Returns the contents of `chunks`. If a small part of one chunk is stale, the rest of it is read from the store.
    static func updatedContents(
        of metric: MetricID, chunks: Range<Int64>, in source: any SampleSource
    ) throws -> [QuarterChunkContent] {
        guard let index = chunks.first else { return [] }
        if chunks.count == 1, let directory = try source.quarterDirectory(of: metric),
            let chunk = directory.chunks.first(where: { $0.index == index }),
            chunk.isMerged(by: try SourceRanking(of: metric, in: source).mergingRanks)
        {
            let stale = directory.stale.map { $0.clamped(to: QuarterHour.quarters(ofChunk: index)) }.filter { !$0.isEmpty }
            if let first = stale.first, let last = stale.last, last.upperBound - first.lowerBound <= QuarterHour.chunkSize / 4,
                let updated = try contents(of: metric, chunk: chunk, stale: first.lowerBound..<last.upperBound, in: source)
            {
                return updated
            }
        }
        return try contents(of: metric, chunks: chunks, in: source)
    }

    /// Returns the content of a chunk in which only the quarter hours `stale` are computed, and all others are those of the store. Empty
    /// if the chunk has no samples, and nil if a part of the chunk cannot be read.
    private static func contents(
        of metric: MetricID, chunk: QuarterChunk, stale: Range<Int64>, in source: any SampleSource
    ) throws -> [QuarterChunkContent]? {
        let builder = try QuarterBuilder(metric, chunks: chunk.index..<chunk.index + 1, computed: stale, source: source)
        guard var content = try builder.keptContent(of: chunk) else { return nil }
        try builder.addSamples()
        if let new = builder.contents().first { builder.insert(new, into: &content) }
        content.chunk.sources = QuarterBuilder.presentSources(of: content)
        content.chunk.ranks = builder.ranking.mergingRanks.filter { rank in
            content.parts[.init(.presence, source: rank.source)]?[rank.isHandEntered ? 1 : 0].contains(1) ?? false
        }
        let present = Set(content.chunk.sources)
        content.parts = content.parts.filter { $0.key.source == 0 || present.contains($0.key.source) }
        return present.isEmpty ? [] : [content]
    }

    private func addSamples() throws {
        try source.scan(
            metric, from: Instant(milliseconds: window.start), through: Instant(milliseconds: window.end - 1),
            columns: [.values, .sources, .metadata]
        ) { batch in
            try add(batch)
            return true
        }
        try inside.finish()
        try merged?.branch.finish()
    }

    private func add(_ batch: borrowing SampleBatch) throws {
        try metadata.load(batch.metadata)
        var insideRows: [Int32] = []
        var meetingRows: [Int32] = []
        var crossingRows: [Int32] = []
        var lanes: [Lane] = []
        var last: (rank: Int, quarters: Range<Int64>) = (-1, 0..<0)
        // The last source, with its key, the last metadata, and the last quarter hour of a sample inside one. Most rows have the same.
        var source: (id: Int32, key: Int32) = (-1, -1)
        var set: (id: Int32, isHandEntered: Bool) = (-1, false)
        var quarter: (times: Range<Int64>, quarters: Range<Int64>) = (0..<0, 0..<0)
        let window = window
        let (starts, ends) = (batch.starts.span, batch.ends.span)
        let (sourceIDs, sets) = (batch.sources.span, batch.metadata.span)
        for row in 0..<starts.count where window.contains(start: starts[row], end: ends[row]) {
            meetingRows.append(Int32(row))
            let (start, end) = (starts[row], ends[row])
            if source.key < 0 || source.id != sourceIDs[row] { source = (sourceIDs[row], key(of: sourceIDs[row])) }
            if set.id != sets[row] { set = (sets[row], metadata.isHandEntered(sets[row])) }
            let isInside = quarter.times.contains(start) && end <= quarter.times.upperBound
            let quarters = isInside ? quarter.quarters : QuarterHour.meeting(from: start, to: end)
            if quarters.count == 1 {
                insideRows.append(Int32(row))
                lanes.append(Lane(key: source.key))
                if !isInside {
                    let begin = quarters.lowerBound * QuarterHour.milliseconds
                    quarter = (begin..<begin + QuarterHour.milliseconds, quarters)
                }
            } else {
                crossingRows.append(Int32(row))
            }
            let rank = Int(source.key) * 2 + (set.isHandEntered ? 1 : 0)
            if last.rank == rank && last.quarters == quarters { continue }
            note(quarters, rank: rank)
            last = (rank, quarters)
        }
        crossing.append(crossingRows, of: batch, columns: [.values, .sources])
        if !insideRows.isEmpty {
            var samples = SampleBatch()
            samples.append(insideRows, of: batch, columns: .values)
            try inside.push(samples, lanes: lanes, keyCount: sources.count)
        }
        guard let merged, !meetingRows.isEmpty else { return }
        if meetingRows.count == batch.count { return try merged.branch.push(batch, lanes: [], keyCount: 1) }
        var samples = SampleBatch()
        samples.append(meetingRows, of: batch, columns: [.values, .sources, .metadata])
        try merged.branch.push(samples, lanes: [], keyCount: 1)
    }

    private func key(of source: Int32) -> Int32 {
        if let index = sources.firstIndex(of: source) { return Int32(index) }
        sources.append(source)
        ranks += [Rank(), Rank()]
        return Int32(sources.count - 1)
    }

    /// Records the quarter hours that a sample overlaps.
    private func note(_ quarters: Range<Int64>, rank: Int) {
        guard ranks[rank].last != quarters else { return }
        ranks[rank].last = quarters
        let all = QuarterBuilder.quarters(of: chunks)
        let met = quarters.clamped(to: computed)
        for chunk in QuarterHour.chunk(of: met.lowerBound)...QuarterHour.chunk(of: met.upperBound - 1) {
            ranks[rank].chunks.insert(chunk)
        }
        guard merged != nil else { return }
        if ranks[rank].presence.isEmpty { ranks[rank].presence = Array(repeating: 0, count: all.count) }
        for quarter in met { ranks[rank].presence[Int(quarter - all.lowerBound)] = 1 }
    }

    /// Returns the presence of a rank in `rows`, quarter hours of all chunks. Nil if it has no samples.
    private func presence(of rank: MergingRank, in rows: Range<Int>) -> ArraySlice<Double>? {
        guard let key = sources.firstIndex(of: rank.source) else { return nil }
        let presence = ranks[key * 2 + (rank.isHandEntered ? 1 : 0)].presence
        return presence.isEmpty ? nil : presence[rows]
    }

    // MARK: Contents

    private func contents() -> [QuarterChunkContent] {
        let quarterCount = chunks.count * Int(QuarterHour.chunkSize)
        let kept = columns.mapValues { $0.columns(quarterCount * sources.count) }
        let sums = merged.map { KeptColumn.columns(of: $0.sums.totals(cellCount: quarterCount)) }
        return chunks.compactMap { chunk -> QuarterChunkContent? in
            let present = sources.indices.filter { key in ranks[key * 2].chunks.contains(chunk) || ranks[key * 2 + 1].chunks.contains(chunk)
            }
            .map { sources[$0] }.sorted()
            guard !present.isEmpty else { return nil }
            let first = Int(chunk - chunks.lowerBound) * Int(QuarterHour.chunkSize)
            let rows = first..<first + Int(QuarterHour.chunkSize)
            var content = QuarterChunkContent(chunk: QuarterChunk(index: chunk, sources: present, ranks: []))
            for source in present {
                let offset = Int(key(of: source)) * quarterCount
                for (part, columns) in kept {
                    content.parts[.init(part, source: source)] = columns.map { Array($0[first + offset..<first + offset + rows.count]) }
                }
                guard sums != nil else { continue }
                content.parts[.init(.presence, source: source)] = [false, true].map { isHandEntered in
                    presence(of: MergingRank(source: source, isHandEntered: isHandEntered), in: rows).map { Array($0) }
                        ?? Array(repeating: 0, count: rows.count)
                }
            }
            if let sums {
                content.parts[.init(.merged)] = sums.map { Array($0[rows]) }
                content.chunk.ranks = ranking.mergingRanks.filter { presence(of: $0, in: rows)?.contains(1) ?? false }
            }
            let quarters = QuarterHour.quarters(ofChunk: chunk)
            let (start, end) = (quarters.lowerBound * QuarterHour.milliseconds, quarters.upperBound * QuarterHour.milliseconds)
            let meeting = crossing.starts.indices.filter { crossing.starts[$0] < end && crossing.ends[$0] > start }
            content.crossing.append(meeting.map { Int32($0) }, of: crossing)
            return content
        }
    }

    // MARK: A part of a chunk

    private func parts(of sources: [Int32]) -> [QuarterChunkContent.Key] {
        let bySource = sources.flatMap { source in
            (Array(columns.keys) + (merged == nil ? [] : [.presence])).map { QuarterChunkContent.Key($0, source: source) }
        }
        return bySource + (merged == nil ? [] : [.init(.merged)])
    }

    /// Returns the content of a chunk as the store has it, but without samples in the computed quarter hours. Nil if a part cannot be read.
    private func keptContent(of chunk: QuarterChunk) throws -> QuarterChunkContent? {
        guard let quarters = source.capabilities.quarters else { return nil }
        var content = QuarterChunkContent(chunk: chunk)
        for key in parts(of: chunk.sources) {
            let kept = try quarters.quarterColumns(key.part, source: key.source, chunk: chunk.index, of: metric)
            guard var columns = kept?.columns, columns.allSatisfy({ $0.count == Int(QuarterHour.chunkSize) }) else { return nil }
            let empty = KeptColumn(key.part)?.columns(1).map { $0[0] } ?? columns.map { _ in 0 }
            for index in columns.indices { for row in computedRows(of: chunk.index) { columns[index][row] = empty[index] } }
            content.parts[key] = columns
        }
        guard let crossing = try quarters.quarterCrossing(chunk: chunk.index, of: metric) else { return nil }
        let others = crossing.starts.indices.filter { !window.contains(start: crossing.starts[$0], end: crossing.ends[$0]) }
        content.crossing.append(others.map { Int32($0) }, of: crossing)
        return content
    }

    private func computedRows(of chunk: Int64) -> Range<Int> {
        let first = QuarterHour.quarters(ofChunk: chunk).lowerBound
        return Int(computed.lowerBound - first)..<Int(computed.upperBound - first)
    }

    /// Inserts the computed quarter hours into the content of their chunk.
    private func insert(_ new: QuarterChunkContent, into content: inout QuarterChunkContent) {
        let rows = computedRows(of: new.chunk.index)
        for (key, columns) in new.parts {
            guard content.parts[key] != nil else {
                content.parts[key] = columns
                continue
            }
            for index in columns.indices { content.parts[key]?[index].replaceSubrange(rows, with: columns[index][rows]) }
        }
        var crossing = content.crossing
        crossing.append(new.crossing.starts.indices.map { Int32($0) }, of: new.crossing)
        // The order of a scan. Samples with the same times are all in one of the two parts, in order.
        let order = crossing.starts.indices.sorted {
            (crossing.starts[$0], crossing.ends[$0], $0) < (crossing.starts[$1], crossing.ends[$1], $1)
        }
        content.crossing = SampleBatch()
        content.crossing.append(order.map { Int32($0) }, of: crossing)
    }

    /// Returns the sources that have samples in a chunk.
    private static func presentSources(of content: QuarterChunkContent) -> [Int32] {
        let crossing = Set(content.crossing.sources)
        let inside = content.parts.filter { $0.key.part == .count && $0.value[0].contains { $0 > 0 } }
        return Set(inside.map(\.key.source)).union(crossing).sorted()
    }
}
