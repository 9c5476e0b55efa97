import HealthModel

/// Extends each instant to the next reading of its source, at most by a given time (`holding`, S2.8).
///
/// Of several readings of a source at the same time, only the one inserted last is extended. Readings never last beyond now.
struct ReadingHolder: Sendable {
    /// The columns of samples that it reads, in addition to start and end.
    static let columns: SampleColumns = [.sources, .created, .numbers]
    /// The columns that it reads if all readings are of one source and at different times.
    private static let firstColumns: SampleColumns = .sources

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
        return take(before: waiting.starts[waiting.count - 1])
    }

    /// True if the samples that wait have all columns, which `push` needs.
    private(set) var isComplete = true

    /// Begins with the samples of a block, at least one, and returns those whose ends are known, in order.
    ///
    /// - Parameter unpack: Sets a batch to the block's samples with some columns.
    mutating func begin(
        _ unpack: (SampleColumns, inout SampleBatch) throws -> Void
    ) rethrows -> (known: SampleBatch, firsts: FirstReadings) {
        try unpack(Self.firstColumns, &waiting)
        let firsts = FirstReadings(of: waiting)
        isComplete = !extendEach()
        if isComplete {
            try unpack(Self.columns, &waiting)
            for row in 0..<waiting.count { add(row) }
        }
        return (take(before: firsts.last), firsts)
    }

    /// Begins with the samples of a block, and lets the last one wait. Nil, and no change, if the readings are of several sources or at the
    /// same time.
    mutating func begin(withSeries batch: borrowing SampleBatch) -> FirstReadings? {
        Self.isSeries(batch) ? begin(withLastOf: batch, from: batch.starts[0]) : nil
    }

    /// Begins with a block of readings of one source at different times, and lets the last one wait.
    ///
    /// - Parameters:
    ///   - batch: The last samples of the block, at least one.
    ///   - firstStart: The start of the block's first sample.
    mutating func begin(withLastOf batch: borrowing SampleBatch, from firstStart: Int64) -> FirstReadings {
        waiting.append(batch.count - 1..<batch.count, of: batch)
        let source = Int(waiting.sources[0])
        lastOfSource = Array(repeating: -1, count: source + 1)
        lastOfSource[source] = 0
        sources = [source]
        isComplete = false
        return FirstReadings(of: source, from: firstStart, through: waiting.starts[0])
    }

    /// Returns the ends of some readings of a series, all before the last.
    func ends(of rows: ArraySlice<Int32>, in batch: borrowing SampleBatch) -> [Int64] {
        let (starts, ends) = (batch.starts.span, batch.ends.span)
        return rows.map { row in
            let (start, end) = (starts[Int(row)], ends[Int(row)])
            return end == start ? max(start, min(min(starts[Int(row) + 1], start &+ longest), now)) : end
        }
    }

    /// Goes on with a holder that has begun with the following samples.
    ///
    /// - Returns: The samples that waited so far; nil, and no change, if the following samples do not tell all their ends.
    mutating func goOn(with next: ReadingHolder, after firsts: FirstReadings) -> SampleBatch? {
        if let last = waiting.starts.last, last >= firsts.start { return nil }
        for source in sources {
            let row = lastOfSource[source]
            let isKnown = firsts.last - waiting.starts[row] >= longest || waiting.ends[row] > waiting.starts[row]
            guard isKnown || firsts[source] != nil else { return nil }
        }
        for source in sources { extend(lastOfSource[source], until: firsts[source] ?? firsts.last) }
        let taken = take(before: .max)
        self = next
        return taken
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

    /// Extends all readings but the last, if they are of one source and at different times. Returns false if they are not.
    private mutating func extendEach() -> Bool {
        guard Self.isSeries(waiting) else { return false }
        waiting.ends = Self.ends(of: waiting, longest: longest, now: now)
        let source = Int(waiting.sources[0])
        lastOfSource = Array(repeating: -1, count: source + 1)
        lastOfSource[source] = waiting.count - 1
        sources = [source]
        return true
    }

    /// Returns the ends of readings of one source at different times.
    private static func ends(of batch: borrowing SampleBatch, longest: Int64, now: Int64) -> [Int64] {
        let (starts, ends) = (batch.starts.span, batch.ends.span)
        let last = starts.count - 1
        return [Int64](count: starts.count, filler: 0) { row in
            let start = starts[row]
            let farthest = max(start, min(min(starts[min(row + 1, last)], start &+ longest), now))
            return ends[row] == start ? farthest : ends[row]
        }
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
        // Few samples stay, so copying them costs less than copying the others.
        var rest = SampleBatch()
        rest.append(count..<waiting.count, of: waiting)
        swap(&rest, &waiting)
        for source in sources { lastOfSource[source] -= count }
        if Self.startsAscend(0..<count, of: rest) {
            rest.removeLast(rest.count - count)
            return rest
        }
        var taken = SampleBatch()
        taken.append(order(of: 0..<count, in: rest), of: rest)
        return taken
    }

    /// True if all rows of a batch are of one source and at different times.
    private static func isSeries(_ batch: borrowing SampleBatch) -> Bool {
        batch.sources.allAreEqual && startsAscend(0..<batch.count, of: batch)
    }

    /// True if no two rows of a batch have the same start.
    private static func startsAscend(_ rows: Range<Int>, of batch: borrowing SampleBatch) -> Bool {
        let starts = batch.starts.span.extracting(rows)
        // Rows are sorted by start, so a difference minus 1 is negative only if two starts are equal. Vectors can compute this.
        var signs: Int64 = 0
        for row in 1..<max(starts.count, 1) { signs |= (starts[row] &- starts[row - 1]) &- 1 }
        return signs >= 0
    }

    /// Returns the rows of a batch in order of start, then end, then value.
    private func order(of rows: Range<Int>, in batch: borrowing SampleBatch) -> [Int32] {
        var order = rows.map { Int32($0) }
        var first = rows.lowerBound
        for row in rows where row + 1 == rows.upperBound || batch.starts[row + 1] != batch.starts[row] {
            if row > first {
                order[first...row].sort { a, b in
                    let (a, b) = (Int(a), Int(b))
                    if batch.ends[a] != batch.ends[b] { return batch.ends[a] < batch.ends[b] }
                    return batch.values.isEmpty || batch.values[a] == batch.values[b] ? a < b : batch.values[a] < batch.values[b]
                }
            }
            first = row + 1
        }
        return order
    }
}

/// The first readings of a block.
struct FirstReadings: Sendable {
    /// The start of the block's first sample.
    let start: Int64
    /// The start of its last sample.
    let last: Int64
    /// By source id: the start of its first reading, or nil.
    private var starts: [Int64?] = []

    init(of batch: borrowing SampleBatch) {
        (start, last) = (batch.starts[0], batch.starts[batch.count - 1])
        let sources = batch.sources.span
        let only = batch.sources.allAreEqual
        for row in 0..<(only ? 1 : sources.count) {
            let source = Int(sources[row])
            while starts.count <= source { starts.append(nil) }
            if starts[source] == nil { starts[source] = batch.starts[row] }
        }
    }

    /// - Parameter source: The only source of the block, whose samples are all readings.
    init(of source: Int, from start: Int64, through last: Int64) {
        (self.start, self.last) = (start, last)
        starts = Array(repeating: nil, count: source) + [start]
    }

    subscript(source: Int) -> Int64? { starts.indices.contains(source) ? starts[source] : nil }
}

extension [Int32] {
    /// True if all elements are equal. The loop has no exit, so that the compiler can use vectors.
    fileprivate var allAreEqual: Bool {
        guard let first else { return true }
        var differences: Int32 = 0
        let elements = span
        for index in elements.indices { differences |= elements[index] ^ first }
        return differences == 0
    }
}
