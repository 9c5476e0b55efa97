// The time that sources cover, as a sorted array of segments that do not overlap.
//
//     segments   |── watch ──|   |─ phone ─|── watch ──|
//     fillGaps   better segments stay; worse ones get the time between them
//
// `SourceMerger` has one for each rank, with the time of better ranks that its waiting samples can still need. `ExclusiveDecision` has one
// for each sample that does not count in full. Segments are appended in order and removed from the front.
//
// Invariant: segments are in order and do not overlap. Segments of one owner that touch are one.

/// Non-overlapping intervals in order, each with the source that covers it.
struct Timeline {
    struct Segment {
        var from: Int64
        var to: Int64
        /// The id of a source.
        var owner: Int32
        /// True if other samples of the same source do not count in this time either (S6.6).
        var excludesOwn = false

        /// Returns true if samples of a source do not count in this time.
        func suppresses(_ source: Int32) -> Bool { excludesOwn || owner != source }
    }

    private(set) var segments: [Segment] = []

    /// Appends an interval that starts at or after the end of the last one.
    mutating func append(from: Int64, to: Int64, owner: Int32, excludesOwn: Bool = false) {
        guard from < to else { return }
        if let last = segments.last, last.to == from, last.owner == owner, last.excludesOwn == excludesOwn {
            segments[segments.count - 1].to = to
        } else {
            segments.append(Segment(from: from, to: to, owner: owner, excludesOwn: excludesOwn))
        }
    }

    mutating func append(_ other: Timeline) {
        if segments.isEmpty {
            segments = other.segments
        } else {
            other.segments.forEach { append(from: $0.from, to: $0.to, owner: $0.owner) }
        }
    }

    /// Removes all intervals that end at or before `moment`.
    mutating func removeAll(endingBy moment: Int64) {
        let count = segments.prefix { $0.to <= moment }.count
        if count > 0 { segments.removeFirst(count) }
    }

    /// Returns the parts of `[from, to)` in which samples of `owner` do not count, in time order.
    func parts(from: Int64, to: Int64, suppressing owner: Int32) -> [Segment] {
        var low = 0
        var high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].to <= from { low = middle + 1 } else { high = middle }
        }
        return segments[low...].prefix { $0.from < to }.filter { $0.suppresses(owner) }
            .map { Segment(from: max($0.from, from), to: min($0.to, to), owner: $0.owner, excludesOwn: $0.excludesOwn) }
    }

    /// Removes all intervals but keeps the memory.
    mutating func removeAll() { segments.removeAll(keepingCapacity: true) }

    /// Fills the gaps with the segments of `other`: a source gets the time that no better source covers. The contents of `other` are
    /// undefined afterward.
    mutating func fillGaps(with other: inout Timeline) {
        if segments.isEmpty { return swap(&segments, &other.segments) }
        var result = Timeline()
        result.segments.reserveCapacity(segments.count + other.segments.count)
        var next = 0
        for lesser in other.segments {
            var from = lesser.from
            while next < segments.count, segments[next].from < lesser.to {
                let better = segments[next]
                result.append(from: from, to: min(better.from, lesser.to), owner: lesser.owner)
                from = max(from, better.to)
                // A better segment that extends beyond this one can overlap the next one, too.
                if better.to > lesser.to { break }
                result.append(from: better.from, to: better.to, owner: better.owner)
                next += 1
            }
            result.append(from: from, to: lesser.to, owner: lesser.owner)
        }
        for better in segments[next...] { result.append(from: better.from, to: better.to, owner: better.owner) }
        self = result
    }
}

/// Determines when samples of one source count, from the timeline of better sources.
struct TimelineActivity: Activity {
    private let segments: [Timeline.Segment]
    private let owner: Int32
    /// The first segment that ends after the start of the last requested sample.
    private var next = 0

    init(_ better: Timeline, owner: Int32) {
        segments = better.segments
        self.owner = owner
    }

    mutating func endOfWhole(_ rows: Range<Int>, starts: Span<Int64>, ends: Span<Int64>, by edge: Int64) -> Int {
        var row = rows.lowerBound
        while row < rows.upperBound {
            let start = starts[row]
            let end = ends[row]
            while next < segments.count, segments[next].to <= start { next += 1 }
            // Instants during a better sample have already been removed.
            guard end <= edge, next == segments.count || segments[next].from >= end || start == end else { break }
            row += 1
        }
        return row
    }

    /// Returns the position of the first segment that ends after `moment`, which is not before the start of the last requested sample.
    ///
    /// A long sample is cut into many pieces. If each of them started at `next`, it would pass all segments of the pieces before it.
    private func firstSegment(endingAfter moment: Int64) -> Int {
        if next == segments.count || segments[next].to > moment { return next }
        var (low, high) = (next + 1, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].to <= moment { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func milliseconds(from: Int64, to: Int64) -> Int64 {
        var active = to - from
        var index = firstSegment(endingAfter: from)
        while index < segments.count, segments[index].from < to {
            let segment = segments[index]
            // Samples of one source never suppress each other.
            if segment.suppresses(owner) { active -= max(0, min(to, segment.to) - max(from, segment.from)) }
            index += 1
        }
        return active
    }

    func appendActive(from: Int64, to: Int64, into stretches: inout [Stretch]) {
        var start = from
        var index = firstSegment(endingAfter: from)
        while index < segments.count, segments[index].from < to {
            let segment = segments[index]
            index += 1
            guard segment.suppresses(owner), segment.to > start else { continue }
            if segment.from > start { stretches.append(Stretch(from: start, to: segment.from)) }
            start = segment.to
        }
        if start < to { stretches.append(Stretch(from: start, to: to)) }
    }
}
