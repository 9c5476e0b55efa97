import HealthModel

/// What a run of samples holds from one source.
struct SourceTally: Hashable, Sendable {
    var count = 0
    var sum = 0.0
    var firstStart = Int64.max
    var lastStart = Int64.min
    var lastEnd = Int64.min

    /// Returns a tally for each source that occurs in `rows`.
    static func bySource(_ rows: SampleBatch, _ range: Range<Int>? = nil) -> [Int32: SourceTally] {
        var tallies: [Int32: SourceTally] = [:]
        var current: Int32?
        var tally = SourceTally()
        // Neighbouring rows mostly share their source: the dictionary is asked only where it changes.
        for row in range ?? 0..<rows.count {
            if rows.sources[row] != current {
                if let current { tallies[current] = tally }
                current = rows.sources[row]
                tally = tallies[rows.sources[row]] ?? SourceTally()
            }
            tally.count += 1
            tally.sum += rows.values[row]
            tally.firstStart = min(tally.firstStart, rows.starts[row])
            tally.lastStart = max(tally.lastStart, rows.starts[row])
            tally.lastEnd = max(tally.lastEnd, rows.ends[row])
        }
        if let current { tallies[current] = tally }
        return tallies
    }

    func adding(_ other: SourceTally) -> SourceTally {
        var sum = self
        sum.add(other)
        return sum
    }

    mutating func add(_ other: SourceTally) {
        count += other.count
        sum += other.sum
        firstStart = min(firstStart, other.firstStart)
        lastStart = max(lastStart, other.lastStart)
        lastEnd = max(lastEnd, other.lastEnd)
    }
}

extension MetricSummary {
    /// The summary of a metric with the given tallies by source; nil when there are none.
    init?(_ metric: MetricID, _ tallies: [Int32: SourceTally], fileUnit: String?) {
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
}
