import HealthModel

/// Extends each instant to the next sample of its key that starts later (`weighting hold`, S2.2). The last instant is not extended.
struct InstantHolder {
    /// The columns to keep in addition to start and end. They are the same for all batches, even if a batch has more columns.
    private let columns: SampleColumns
    /// The samples in order, from the first whose successor is not known yet.
    private var waiting = SampleBatch()
    private var lanes: [Lane] = []
    private var isSettled: [Bool] = []
    /// For each key, the samples with the latest start so far, as indices into `waiting`.
    private var latest: [Int32: [Int]] = [:]

    init(columns: SampleColumns) { self.columns = columns }

    /// Adds rows of a sorted batch. Returns the finished samples with their lanes.
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

    /// Returns the remaining samples.
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
