import HealthModel

/// Extends each instant to the next sample of its key that starts later (`weighting hold`, S2.2). The last instant is not extended.
struct InstantHolder {
    /// The columns to keep in addition to start and end. They are the same for all batches, even if a batch has more columns.
    private let columns: SampleColumns
    /// The samples in order, from the first whose successor is not known yet.
    private var waiting = SampleBatch()
    private var lanes: [Lane] = []
    private var isSettled: [Bool] = []
    /// For each sample, the one before it with the same key and start, as an index into `waiting`; -1 if there is none.
    private var earlier: [Int] = []
    /// For each key, the last sample, as an index into `waiting`; -1 if there is none.
    private var latest: [Int] = []
    /// The places of the keys in `latest`, and the last one that was asked for. Most samples have the key of the one before.
    private var places: [Int32: Int] = [:]
    private var known: (key: Int32, place: Int)?

    init(columns: SampleColumns) { self.columns = columns }

    /// Adds rows of a sorted batch. Returns the finished samples with their lanes.
    mutating func push(_ rows: ArraySlice<Int32>, of batch: borrowing SampleBatch, lanes newLanes: [Lane]) -> (SampleBatch, [Lane]) {
        let first = waiting.count
        waiting.append(rows, of: batch, columns: columns)
        lanes += rows.map { newLanes.isEmpty ? Lane() : newLanes[Int($0)] }
        isSettled += Array(repeating: false, count: rows.count)
        for index in first..<waiting.count {
            let place = place(of: lanes[index].key)
            let start = waiting.starts[index]
            var last = latest[place]
            if last >= 0, waiting.starts[last] < start {
                while last >= 0 {
                    settle(last, upTo: start)
                    last = earlier[last]
                }
            }
            earlier.append(last)
            latest[place] = index
        }
        return take(isSettled.firstIndex(of: false) ?? waiting.count)
    }

    /// Ends a sample at the start of its successor.
    private mutating func settle(_ index: Int, upTo start: Int64) {
        if waiting.starts[index] == waiting.ends[index] {
            waiting.ends[index] = start
            lanes[index].isHeld = true
        }
        isSettled[index] = true
    }

    private mutating func place(of key: Int32) -> Int {
        if let known, known.key == key { return known.place }
        let place = places[key] ?? latest.count
        if place == latest.count {
            places[key] = place
            latest.append(-1)
        }
        known = (key, place)
        return place
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
        // Samples with an unknown successor are never taken before the end.
        earlier.removeFirst(count)
        for index in earlier.indices { earlier[index] = max(earlier[index] - count, -1) }
        for place in latest.indices { latest[place] = max(latest[place] - count, -1) }
        return (taken, takenLanes)
    }
}
