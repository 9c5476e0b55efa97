import HealthModel

/// Lets each instant last until the next sample that starts later (`weighting hold`, S2.2); the last one stays an instant.
struct InstantHolder {
    /// The samples with the greatest start so far: what follows is not known yet.
    private var waiting = SampleBatch()

    /// Takes rows of a sorted batch and returns the samples whose next one is known.
    mutating func push(_ rows: Range<Int>, of batch: borrowing SampleBatch) -> SampleBatch {
        var ready = waiting
        ready.append(rows.map { Int32($0) }, of: batch)
        let last = ready.starts[ready.count - 1]
        let count = ready.starts.firstIndex(of: last) ?? 0
        waiting = SampleBatch()
        waiting.append((count..<ready.count).map { Int32($0) }, of: ready)
        ready.removeLast(ready.count - count)
        var next = last
        for row in ready.starts.indices.reversed() {
            if row + 1 < count, ready.starts[row + 1] > ready.starts[row] { next = ready.starts[row + 1] }
            if ready.starts[row] == ready.ends[row] { ready.ends[row] = next }
        }
        return ready
    }

    mutating func finish() -> SampleBatch { waiting }
}
