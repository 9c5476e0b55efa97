/// Intervals of time in order that neither overlap nor touch.
///
/// An interval can be empty: an instant. Instants exist until the whole set is computed, because `within` can give them a length (S11.1).
struct IntervalList: Equatable {
    /// The start of an interval without a start, and the end of one without an end.
    static let farthest = Stretch(from: .min, to: .max)

    private(set) var stretches: [Stretch] = []

    init() {}

    /// Creates the union of intervals in any order.
    init(_ unsorted: [Stretch]) { join(unsorted.sorted { ($0.from, $0.to) < ($1.from, $1.to) }) }

    /// Creates the union of intervals that are sorted by their starts.
    private init(sorted: [Stretch], gap: Int64 = 0) { join(sorted, gap: gap) }

    private mutating func join(_ sorted: [Stretch], gap: Int64 = 0) {
        stretches.reserveCapacity(sorted.count)
        for next in sorted {
            if let last = stretches.last, next.from <= IntervalList.adding(gap, to: last.to) {
                if next.to > last.to { stretches[stretches.count - 1].to = next.to }
            } else {
                stretches.append(next)
            }
        }
    }

    /// Adds without overflow. The farthest times stay where they are.
    private static func adding(_ milliseconds: Int64, to time: Int64) -> Int64 {
        if time == .min || time == .max { return time }
        let (sum, overflow) = time.addingReportingOverflow(milliseconds)
        return overflow ? (milliseconds < 0 ? .min : .max) : sum
    }

    // MARK: Operations

    func union(_ other: IntervalList) -> IntervalList {
        var merged: [Stretch] = []
        merged.reserveCapacity(stretches.count + other.stretches.count)
        var (i, j) = (0, 0)
        while i < stretches.count || j < other.stretches.count {
            if j == other.stretches.count || i < stretches.count && stretches[i].from <= other.stretches[j].from {
                merged.append(stretches[i])
                i += 1
            } else {
                merged.append(other.stretches[j])
                j += 1
            }
        }
        return IntervalList(sorted: merged)
    }

    /// Returns the common parts. An instant remains if it is inside an interval of the other list, or is in both.
    func intersection(_ other: IntervalList) -> IntervalList {
        var common = IntervalList()
        var (i, j) = (0, 0)
        while i < stretches.count, j < other.stretches.count {
            let (a, b) = (stretches[i], other.stretches[j])
            let part = Stretch(from: max(a.from, b.from), to: min(a.to, b.to))
            // The ends of two intervals can meet at a moment that is in neither of them.
            if part.from < part.to || part.from == part.to && a.includes(part.from) && b.includes(part.from) {
                common.append(part)
            }
            if a.to < b.to || a.to == b.to && a.from <= b.from { i += 1 } else { j += 1 }
        }
        return common
    }

    /// Adds an interval after all others. Only gaps can touch each other.
    private mutating func append(_ stretch: Stretch) {
        if let last = stretches.last, last.to == stretch.from {
            stretches[stretches.count - 1].to = stretch.to
        } else {
            stretches.append(stretch)
        }
    }

    /// Returns all other time. Instants have no length, so they leave no gap.
    func complement() -> IntervalList {
        var rest = IntervalList()
        var from = Int64.min
        for stretch in stretches where stretch.from < stretch.to {
            if from < stretch.from { rest.stretches.append(Stretch(from: from, to: stretch.from)) }
            from = stretch.to
        }
        if from < .max { rest.stretches.append(Stretch(from: from, to: .max)) }
        return rest
    }

    /// Returns the time up to `milliseconds` before each interval.
    func before(_ milliseconds: Int64) -> IntervalList {
        IntervalList(
            sorted: stretches.filter { $0.from != .min }.map {
                Stretch(from: IntervalList.adding(-milliseconds, to: $0.from), to: $0.from)
            })
    }

    /// Returns the time up to `milliseconds` after each interval.
    func after(_ milliseconds: Int64) -> IntervalList {
        IntervalList(
            sorted: stretches.filter { $0.to != .max }.map {
                Stretch(from: $0.to, to: IntervalList.adding(milliseconds, to: $0.to))
            })
    }

    /// Returns each interval with the time before and after it.
    func around(_ milliseconds: Int64) -> IntervalList {
        IntervalList(
            sorted: stretches.map {
                Stretch(from: IntervalList.adding(-milliseconds, to: $0.from), to: IntervalList.adding(milliseconds, to: $0.to))
            })
    }

    /// Returns the time between intervals, and from the last one until `now`, if it is longer than `length` milliseconds.
    ///
    /// An instant ends a gap and begins another. These two touch, but each has its own length.
    func gaps(longerThan length: Int64, until now: Int64) -> IntervalList {
        var gaps = IntervalList()
        func add(_ from: Int64, _ to: Int64) {
            guard from < to, from != .min, to != .max, to - from > length else { return }
            gaps.stretches.append(Stretch(from: from, to: to))
        }
        for (earlier, later) in zip(stretches, stretches.dropFirst()) { add(earlier.to, later.from) }
        if let last = stretches.last { add(last.to, now) }
        return gaps
    }

    /// Joins intervals that are at most `gap` milliseconds apart.
    func joined(gap: Int64) -> IntervalList { IntervalList(sorted: stretches, gap: gap) }

    /// Returns the intervals that have a length.
    func withoutInstants() -> IntervalList {
        var list = self
        list.stretches.removeAll { $0.from == $0.to }
        return list
    }

    // MARK: Lookup

    /// Returns the index of the first interval that ends after `time`.
    func index(after time: Int64) -> Int {
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].to <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func contains(_ time: Int64) -> Bool {
        let index = index(after: time)
        return index < stretches.count && stretches[index].from <= time
    }

    /// Returns true if a sample has a part in these times. An instant has if it is inside.
    ///
    /// - Parameter next: The index of the first interval that ends after the start of an earlier sample. It moves on to this sample.
    func meets(from: Int64, to: Int64, next: inout Int) -> Bool {
        while next < stretches.count, stretches[next].to <= from { next += 1 }
        guard next < stretches.count else { return false }
        return stretches[next].from < to || stretches[next].from <= from
    }

    /// Returns the length of the intervals inside `[from, to)`, in milliseconds.
    func milliseconds(from: Int64, to: Int64) -> Int64 {
        stretches[index(after: from)...].prefix { $0.from < to }.reduce(0) { $0 + min($1.to, to) - max($1.from, from) }
    }
}

extension Stretch {
    /// Returns true if a moment is in the interval, or is the interval if that is an instant.
    fileprivate func includes(_ time: Int64) -> Bool { from <= time && (time < to || from == to && time == to) }
}
