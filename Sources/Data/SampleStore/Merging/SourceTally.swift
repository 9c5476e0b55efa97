package import HealthModel

/// The number, sum and times of the samples of one source in a run of samples.
package struct SourceTally: Hashable, Sendable {
    package var count = 0
    /// The sum of the values. 0 if it is not defined, as for infinities of both signs.
    package var sum = 0.0
    package var firstStart = Int64.max
    package var lastStart = Int64.min
    package var lastEnd = Int64.min

    package init() {}

    package init(count: Int, sum: Double = 0, firstStart: Int64, lastStart: Int64, lastEnd: Int64) {
        self.count = count
        self.sum = sum
        self.firstStart = firstStart
        self.lastStart = lastStart
        self.lastEnd = lastEnd
    }

    /// Returns a tally for each source in `rows`.
    package static func bySource(_ rows: SampleBatch, _ range: Range<Int>? = nil) -> [Int32: SourceTally] {
        // A metric has few sources and its rows alternate between them. Searching a short list is faster than a dictionary, and a file
        // that was made to do harm can have a long one.
        let longest = 16
        var sources: [Int32] = []
        var places: [Int32: Int] = [:]
        var tallies: [SourceTally] = []
        var current = -1
        var tally = SourceTally()
        let range = range ?? 0..<rows.count
        let ids = rows.sources.span.extracting(range)
        let (starts, ends) = (rows.starts.span.extracting(range), rows.ends.span.extracting(range))
        let values = rows.values.span.extracting(range)
        for row in ids.indices {
            if current < 0 || sources[current] != ids[row] {
                if current >= 0 { tallies[current] = tally }
                let known = sources.prefix(longest).firstIndex(of: ids[row]) ?? (sources.count > longest ? places[ids[row]] : nil)
                current = known ?? sources.count
                if known == nil {
                    sources.append(ids[row])
                    tallies.append(SourceTally())
                    if current >= longest { places[ids[row]] = current }
                }
                tally = tallies[current]
            }
            tally.count += 1
            tally.sum += values[row]
            // Comparisons, because `min` and `max` are generic calls in code that is not optimized.
            let (start, end) = (starts[row], ends[row])
            if start < tally.firstStart { tally.firstStart = start }
            if start > tally.lastStart { tally.lastStart = start }
            if end > tally.lastEnd { tally.lastEnd = end }
        }
        if current >= 0 { tallies[current] = tally }
        return Dictionary(uniqueKeysWithValues: zip(sources, tallies.map(\.withSum)))
    }

    private var withSum: SourceTally {
        var tally = self
        if tally.sum.isNaN { tally.sum = 0 }
        return tally
    }

    package func adding(_ other: SourceTally) -> SourceTally {
        var sum = self
        sum.add(other)
        return sum
    }

    package mutating func add(_ other: SourceTally) {
        count += other.count
        sum += other.sum
        firstStart = min(firstStart, other.firstStart)
        lastStart = max(lastStart, other.lastStart)
        lastEnd = max(lastEnd, other.lastEnd)
    }
}

extension MetricSummary {
    /// Creates the summary of a metric from its tallies by source. Nil if there are none.
    package init?(_ metric: MetricID, _ tallies: [Int32: SourceTally], fileUnit: String?) {
        guard !tallies.isEmpty else { return nil }
        var whole = SourceTally()
        for tally in tallies.values { whole.add(tally) }
        self.init(
            metric: metric, count: whole.count, firstStart: Instant(milliseconds: whole.firstStart),
            lastStart: Instant(milliseconds: whole.lastStart), lastEnd: Instant(milliseconds: whole.lastEnd), fileUnit: fileUnit,
            sources: tallies.sorted { $0.key < $1.key }.map { source, tally in
                BySource(
                    source: source, count: tally.count, firstStart: Instant(milliseconds: tally.firstStart),
                    lastEnd: Instant(milliseconds: tally.lastEnd))
            })
    }

    /// Returns the summary of the samples of both. Their sources are different.
    package func adding(_ other: MetricSummary) -> MetricSummary {
        MetricSummary(
            metric: metric, count: count + other.count, firstStart: min(firstStart, other.firstStart),
            lastStart: max(lastStart, other.lastStart), lastEnd: max(lastEnd, other.lastEnd),
            fileUnit: [fileUnit, other.fileUnit].compactMap(\.self).min(),
            sources: (sources + other.sources).sorted { $0.source < $1.source })
    }
}
