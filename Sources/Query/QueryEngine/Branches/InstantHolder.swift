import HealthModel

/// Lets each instant last until the next sample of its key that starts later (`weighting hold`, S2.2); the last one stays an instant.
struct InstantHolder {
    /// What is kept of samples, beside start and end: the same of every batch, whatever more it has.
    private let columns: SampleColumns
    /// Samples in order, from the first whose next one is not known yet.
    private var waiting = SampleBatch()
    private var lanes: [Lane] = []
    private var isSettled: [Bool] = []
    /// For each key the samples with its greatest start so far, as places in `waiting`.
    private var latest: [Int32: [Int]] = [:]

    init(columns: SampleColumns) { self.columns = columns }

    /// Takes rows of a sorted batch, and returns the samples that are settled with their lanes.
    mutating func push(_ rows: ArraySlice<Int32>, of batch: borrowing SampleBatch, lanes newLanes: [Lane]) -> (SampleBatch, [Lane]) {
        let first = waiting.count
        waiting.append(rows, of: batch, columns: columns)
        lanes += rows.map { newLanes.isEmpty ? Lane() : newLanes[Int($0)] }
        for place in first..<waiting.count {
            isSettled.append(false)
            let key = lanes[place].key
            let start = waiting.starts[place]
            if let known = latest[key], let one = known.first, waiting.starts[one] < start {
                for settled in known {
                    if waiting.starts[settled] == waiting.ends[settled] {
                        waiting.ends[settled] = start
                        lanes[settled].isHeld = true
                    }
                    isSettled[settled] = true
                }
                latest[key] = []
            }
            latest[key, default: []].append(place)
        }
        return take(isSettled.prefix { $0 }.count)
    }

    /// Returns what is left.
    mutating func finish() -> (SampleBatch, [Lane]) { take(waiting.count) }

    private mutating func take(_ count: Int) -> (SampleBatch, [Lane]) {
        var taken = SampleBatch()
        taken.append((0..<Int32(count)).map { $0 }, of: waiting)
        let takenLanes = Array(lanes.prefix(count))
        waiting.removeFirst(count)
        lanes.removeFirst(count)
        isSettled.removeFirst(count)
        latest = latest.mapValues { $0.compactMap { $0 >= count ? $0 - count : nil } }
        return (taken, takenLanes)
    }
}
