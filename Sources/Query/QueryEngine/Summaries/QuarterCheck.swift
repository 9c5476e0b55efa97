package import HealthModel
import StorageModel

/// Compares the quarter hours of a store with its samples.
package enum QuarterCheck {
    /// A difference between quarter hours and samples.
    package struct Finding: Hashable, Sendable {
        /// The id of the person.
        package var person: String
        package var metric: MetricID
        /// The first quarter hour that differs.
        package var start: Instant
        package var message: String
    }

    /// Returns a finding for each part of a chunk that does not match the samples. Ignores stale quarter hours.
    package static func findings(in source: any SampleSource) throws -> [Finding] {
        try source.persons().flatMap { person in
            let view = try source.view(of: person.id)
            return try view.metricSummaries().flatMap { summary -> [Finding] in
                guard let kept = view.capabilities.quarters, let directory = try kept.quarterDirectory(of: summary.metric) else {
                    return []
                }
                return try directory.chunks.flatMap { try findings(in: $0, of: summary.metric, person.id, stale: directory.stale, kept) }
                    + missing(in: directory, summary, person.id, kept)
            }
        }
    }

    /// Returns a finding for each chunk that is missing, has samples and is not stale. A query would take its quarter hours as empty.
    private static func missing(
        in directory: QuarterDirectory, _ summary: MetricSummary, _ person: String, _ source: any QuarterSource
    ) throws -> [Finding] {
        func chunk(_ moment: Instant) -> Int64 { QuarterHour.chunk(of: QuarterHour.holding(moment.milliseconds)) }
        let known = Set(directory.chunks.map(\.index))
        return try (chunk(summary.firstStart)...chunk(summary.lastEnd)).filter { !known.contains($0) }.compactMap { index in
            let quarters = QuarterHour.quarters(ofChunk: index)
            guard !directory.stale.contains(where: { $0.overlaps(quarters) }),
                try QuarterBuilder.contents(of: summary.metric, chunks: index..<index + 1, in: source).first != nil
            else { return nil }
            let start = Instant(milliseconds: quarters.lowerBound * QuarterHour.milliseconds)
            return Finding(person: person, metric: summary.metric, start: start, message: "they are missing")
        }
    }

    private static func findings(
        in chunk: QuarterChunk, of metric: MetricID, _ person: String, stale: [Range<Int64>], _ source: any QuarterSource
    ) throws -> [Finding] {
        let quarters = QuarterHour.quarters(ofChunk: chunk.index)
        let rows = (0..<quarters.count).filter { row in !stale.contains { $0.contains(quarters.lowerBound + Int64(row)) } }
        guard !rows.isEmpty else { return [] }
        var findings: [Finding] = []
        func report(_ message: String, row: Int? = nil) {
            let quarter = quarters.lowerBound + Int64(row ?? rows[0])
            let start = Instant(milliseconds: quarter * QuarterHour.milliseconds)
            findings.append(Finding(person: person, metric: metric, start: start, message: message))
        }
        let made = try QuarterBuilder.contents(of: metric, chunks: chunk.index..<chunk.index + 1, in: source).first
        guard let made else {
            report("quarter hours without samples")
            return findings
        }
        let order = try SourceRanking(of: metric, in: source).mergingRanks
        let isWhole = rows.count == quarters.count
        if isWhole, made.chunk.sources != chunk.sources { report("their sources differ from those of the samples") }
        for (key, columns) in made.parts.sorted(by: { ($0.key.part.rawValue, $0.key.source) < ($1.key.part.rawValue, $1.key.source) }) {
            // Sums that were merged in a different order are not used, and the next import recomputes them.
            if key.part == .merged, !chunk.isMerged(by: order) { continue }
            let kept = try source.quarterColumns(key.part, source: key.source, chunk: chunk.index, of: metric)
            guard let kept else {
                if chunk.sources.contains(key.source) || key.source == 0 { report("the part \(key.part) is missing or damaged") }
                continue
            }
            let differing = firstDifference(of: columns, kept.columns, in: rows)
            if let differing { report("the part \(key.part) does not match the samples", row: differing) }
        }
        guard let crossing = try source.quarterCrossing(chunk: chunk.index, of: metric) else {
            report("the samples that cross edges are missing or damaged")
            return findings
        }
        if isWhole, !crossing.isSame(as: made.crossing) { report("the samples that cross edges differ from those of the store") }
        return findings
    }

    /// Returns the first of `rows`, which ascend, in which a column differs from the other one in a bit.
    private static func firstDifference(of columns: [[Double]], _ others: [[Double]], in rows: [Int]) -> Int? {
        var first: Int?
        // Column by column, because arrays of columns are slow to read in turn.
        for (column, other) in zip(columns, others) {
            for row in rows where column[row].bitPattern != other[row].bitPattern {
                first = min(first ?? row, row)
                break
            }
        }
        return first
    }
}

extension SampleBatch {
    fileprivate func isSame(as other: SampleBatch) -> Bool {
        starts == other.starts && ends == other.ends && values.map(\.bitPattern) == other.values.map(\.bitPattern)
            && sources == other.sources
    }
}
