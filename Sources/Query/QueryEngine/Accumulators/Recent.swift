import HealthModel

/// The position of a sample in time: start, then end, then insertion (S5.3).
struct Recency: Comparable {
    var start: Int64
    var end: Int64
    /// The creation time orders insertions across imports. The sample's number orders those in one import.
    var created: Int64
    var number: Int64

    static func < (a: Recency, b: Recency) -> Bool {
        (a.start, a.end, a.created, a.number) < (b.start, b.end, b.created, b.number)
    }
}

/// Determines whether a `Recent` keeps the first or the latest sample.
protocol TimePreference {
    static func prefers(_ a: Recency, to b: Recency) -> Bool
    /// Returns a row of a sorted run. The best candidates come first.
    static func row(_ index: Int, of run: Range<Int>) -> Int
}

enum Latest: TimePreference {
    static func prefers(_ a: Recency, to b: Recency) -> Bool { a > b }
    static func row(_ index: Int, of run: Range<Int>) -> Int { run.upperBound - 1 - index }
}

enum First: TimePreference {
    static func prefers(_ a: Recency, to b: Recency) -> Bool { a < b }
    static func row(_ index: Int, of run: Range<Int>) -> Int { run.lowerBound + index }
}

/// Keeps the value of the latest or the first sample.
struct Recent<P: TimePreference>: Accumulator {
    private var value = 0.0
    private var time: Recency?
    /// The difference between the time that rows show and the start.
    private var shift: Int64 = 0

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        // Rows are sorted by start and end, so only rows equal to the outermost one are candidates.
        let outermost = P.row(0, of: run.rows)
        var index = 0
        while index < run.rows.count {
            let row = P.row(index, of: run.rows)
            guard batch.starts[row] == batch.starts[outermost], batch.ends[row] == batch.ends[outermost] else { return }
            consider(row, of: batch, clock: run.clock)
            index += 1
        }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) { consider(piece.row, of: batch, clock: piece.clock) }

    mutating func merge(_ other: Recent) {
        guard let otherTime = other.time, time.map({ P.prefers(otherTime, to: $0) }) ?? true else { return }
        self = other
    }

    mutating func place(by map: CellMap) { if map.zone != nil, let time { shift = map.place(time.start) - time.start } }

    func finalize() -> Double? { time == nil ? nil : value }

    /// The start of the sample in milliseconds (S2.13).
    var moment: Double? { time.map { Double($0.start + shift) } }

    private mutating func consider(_ row: Int, of batch: borrowing SampleBatch, clock: Int32) {
        let candidate = Recency(
            start: batch.starts[row], end: batch.ends[row], created: batch.created[row], number: batch.numbers[row])
        if let time, !P.prefers(candidate, to: time) { return }
        time = candidate
        value = batch.values[row]
        shift = Int64(clock) * 1000
    }
}
