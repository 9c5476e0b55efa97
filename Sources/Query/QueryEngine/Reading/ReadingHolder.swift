import HealthModel

/// Extends each instant to the next reading of its source, at most by a given time (`holding`, S2.8).
///
/// Of several readings of a source at the same time, only the one inserted last is extended. Readings never last beyond now.
struct ReadingHolder {
    /// The columns of samples that it reads, in addition to start and end.
    static let columns: SampleColumns = [.sources, .created, .numbers]

    private let longest: Int64
    private let now: Int64
    /// The samples in order, from the first whose end is not known yet.
    private var waiting = SampleBatch()
    /// By source id: the index in `waiting` of its last reading, or −1.
    private var lastOfSource: [Int] = []
    /// The sources with a last reading.
    private var sources: [Int] = []

    init(longest: Int64, now: Int64) { (self.longest, self.now) = (longest, now) }

    /// Adds a sorted batch and returns the samples whose ends are known, in order.
    mutating func push(_ batch: borrowing SampleBatch) -> SampleBatch {
        guard batch.count > 0 else { return SampleBatch() }
        let first = waiting.count
        waiting.append(0..<batch.count, of: batch)
        for row in first..<waiting.count { add(row) }
        let frontier = waiting.starts[waiting.count - 1]
        return take(before: frontier)
    }

    /// Returns the remaining samples.
    mutating func finish() -> SampleBatch { take(before: .max) }

    private mutating func add(_ row: Int) {
        let source = Int(waiting.sources[row])
        while lastOfSource.count <= source { lastOfSource.append(-1) }
        let last = lastOfSource[source]
        if last < 0 {
            sources.append(source)
        } else if waiting.starts[last] < waiting.starts[row] {
            extend(last, until: waiting.starts[row])
        } else if (waiting.created[row], waiting.numbers[row]) < (waiting.created[last], waiting.numbers[last]) {
            return
        }
        lastOfSource[source] = row
    }

    /// Sets the end of an instant.
    private mutating func extend(_ row: Int, until next: Int64) {
        let start = waiting.starts[row]
        guard waiting.ends[row] == start else { return }
        let farthest = min(min(next, start.addingReportingOverflow(longest).partialValue), now)
        waiting.ends[row] = max(start, farthest)
    }

    /// Returns the samples that start before `frontier` and before all readings whose next one can still come.
    private mutating func take(before frontier: Int64) -> SampleBatch {
        var count = waiting.count
        if frontier != .max { while count > 0, waiting.starts[count - 1] >= frontier { count -= 1 } }
        var pending: [Int] = []
        for source in sources {
            let row = lastOfSource[source]
            let isKnown = frontier == .max || frontier - waiting.starts[row] >= longest || waiting.ends[row] > waiting.starts[row]
            if waiting.starts[row] < frontier, isKnown {
                extend(row, until: frontier)
                lastOfSource[source] = -1
            } else {
                if waiting.starts[row] < frontier { count = min(count, row) }
                pending.append(source)
            }
        }
        sources = pending
        // Samples with the same start leave together, because their order depends on their ends.
        while count > 0, count < waiting.count, waiting.starts[count - 1] == waiting.starts[count] { count -= 1 }
        guard count > 0 else { return SampleBatch() }
        var taken = SampleBatch()
        if startsAscend(0..<count) {
            taken.append(0..<count, of: waiting)
        } else {
            taken.append(order(of: 0..<count), of: waiting)
        }
        waiting.removeFirst(count)
        for source in sources { lastOfSource[source] -= count }
        return taken
    }

    /// True if no two rows have the same start.
    private func startsAscend(_ rows: Range<Int>) -> Bool { rows.dropFirst().allSatisfy { waiting.starts[$0 - 1] < waiting.starts[$0] } }

    /// Returns the rows in order of start, then end, then value.
    private func order(of rows: Range<Int>) -> [Int32] {
        var order = rows.map { Int32($0) }
        var first = rows.lowerBound
        for row in rows where row + 1 == rows.upperBound || waiting.starts[row + 1] != waiting.starts[row] {
            if row > first {
                order[first...row].sort { a, b in
                    let (a, b) = (Int(a), Int(b))
                    if waiting.ends[a] != waiting.ends[b] { return waiting.ends[a] < waiting.ends[b] }
                    return waiting.values.isEmpty || waiting.values[a] == waiting.values[b] ? a < b : waiting.values[a] < waiting.values[b]
                }
            }
            first = row + 1
        }
        return order
    }
}
