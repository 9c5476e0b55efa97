import CalendarIntervals
import HealthModel

/// Moves samples to the clock of the zone that each was recorded in (`zone sample`), and sorts them anew.
///
/// A sample starts when that clock says and keeps its length, so that a night with a clock change is as long as it was.
struct WallClock {
    /// No clock is a day away from UTC.
    static let greatestOffset = millisecondsPerDay

    private let zone: Zone
    private let metadata: MetadataCache
    /// Moved samples that others may still come before.
    private var waiting = SampleBatch()
    private var lastStart = Int64.min

    init(_ zone: Zone, metadata: MetadataCache) {
        self.zone = zone
        self.metadata = metadata
    }

    /// Takes rows of a batch in real time.
    mutating func push(_ batch: borrowing SampleBatch, rows: [Int32]) throws {
        try metadata.load(batch.metadata)
        let first = waiting.count
        waiting.append(rows, of: batch)
        for row in first..<waiting.count {
            let recorded = metadata.zone(waiting.metadata[row]) ?? zone
            let start = waiting.starts[row]
            let local = recorded.localMilliseconds(at: Instant(milliseconds: start))
            waiting.ends[row] += local - start
            waiting.starts[row] = local
        }
        lastStart = batch.starts[batch.count - 1]
    }

    /// Returns the moved samples that no later batch can come before, once there are enough of them to be worth sorting.
    mutating func ready() -> SampleBatch? {
        guard waiting.count > 0 else { return nil }
        let (edge, overflow) = lastStart.subtractingReportingOverflow(WallClock.greatestOffset)
        let isReady = waiting.starts.map { $0 < edge }
        let readyCount = isReady.count { $0 }
        guard !overflow, readyCount > 0, readyCount >= waiting.count / 2 else { return nil }
        return take { isReady[$0] }
    }

    /// Returns what is left.
    mutating func finish() -> SampleBatch? { waiting.count > 0 ? take { _ in true } : nil }

    private mutating func take(where isTaken: (Int) -> Bool) -> SampleBatch {
        let all = waiting
        let taken = (0..<all.count).filter(isTaken).sorted {
            (all.starts[$0], all.ends[$0], all.value(at: $0), $0) < (all.starts[$1], all.ends[$1], all.value(at: $1), $1)
        }
        waiting = SampleBatch()
        waiting.append((0..<all.count).filter { !isTaken($0) }.map { Int32($0) }, of: all)
        var result = SampleBatch()
        result.append(taken.map { Int32($0) }, of: all)
        return result
    }
}

extension SampleBatch {
    fileprivate func value(at row: Int) -> Double { values.isEmpty ? 0 : values[row] }
}
