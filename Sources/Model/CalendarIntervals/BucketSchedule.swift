package import HealthModel

/// The property that a bucket of several hours preserves when the clocks change.
package enum BucketGrid: String, CaseIterable, Hashable, Sendable {
    /// The length: buckets are elapsed time from the anchor, so their local times shift.
    case elapsed
    /// The local time: the bucket with the change is shorter or longer.
    case clock
}

/// The edges of equal buckets in both directions from an anchor.
///
/// Edge *k* is the anchor plus *k* intervals, not the previous edge plus one interval. From 31 January, monthly edges are 28 February, 31
/// March and 30 April. Edges of days and longer periods keep the anchor's local time. `Zone.instant(ofLocalMilliseconds:)` defines local
/// times that occur twice or never. Buckets are half-open. Two equal edges, as around a day that a zone skipped, form an empty bucket.
package struct BucketSchedule: Hashable, Sendable {
    package let interval: IntervalComponents
    /// Edge 0 as a local time. Only its phase matters: it can be before or after the data.
    package let anchor: CivilDateTime
    package let zone: Zone
    package let grid: BucketGrid

    private enum Step: Hashable {
        /// Elapsed milliseconds from an instant.
        case elapsed(Int64, from: Int64)
        /// Milliseconds of the local time line from the anchor.
        case local(Int64)
        case months(Int)
    }
    private let step: Step
    private let localAnchor: Int64

    /// Creates buckets that are anchored at a local time in `zone`.
    package init(interval: IntervalComponents, anchor: CivilDateTime, zone: Zone, grid: BucketGrid = .elapsed) {
        self.init(interval: interval, anchor: anchor, anchorInstant: zone.instant(of: anchor), zone: zone, grid: grid)
    }

    /// Creates buckets that are anchored at an instant. Elapsed buckets start exactly there. Calendar buckets use its local time in
    /// `zone`.
    package init(interval: IntervalComponents, anchor: Instant, zone: Zone, grid: BucketGrid = .elapsed) {
        self.init(interval: interval, anchor: zone.civil(at: anchor), anchorInstant: anchor, zone: zone, grid: grid)
    }

    private init(
        interval: IntervalComponents, anchor: CivilDateTime, anchorInstant: Instant, zone: Zone, grid: BucketGrid
    ) {
        self.interval = interval
        self.anchor = anchor
        self.zone = zone
        self.grid = grid
        localAnchor = anchor.localMilliseconds
        let count = interval.count
        switch interval.period {
        case .second, .minute, .hour:
            let length = interval.approximateMilliseconds
            step = grid == .clock ? .local(length) : .elapsed(length, from: anchorInstant.milliseconds)
        case .day: step = .local(Int64(count) * millisecondsPerDay)
        case .week: step = .local(Int64(count) * 7 * millisecondsPerDay)
        case .month: step = .months(count)
        case .quarter: step = .months(count * 3)
        case .year: step = .months(count * 12)
        }
    }

    /// Returns edge `k`: the anchor plus `k` intervals, for any whole `k`. It is never before edge `k - 1`, but can equal it.
    ///
    /// - Complexity: O(log *n*) in the number of the zone's changes.
    package func edge(_ k: Int) -> Instant {
        switch step {
        case .elapsed(let length, let origin):
            return Instant(milliseconds: origin + Int64(k) * length)
        case .local(let length):
            let local = localAnchor + Int64(k) * length
            let instant = zone.instant(ofLocalMilliseconds: local)
            let table = zone.table(fromLocal: local)
            let segment = table.segment(ofLocal: local)
            guard length < millisecondsPerDay, let skipped = table.skipped(before: segment), local < skipped.upperBound
            else { return instant }
            // A local time that moves out of a gap can pass the next edge if buckets are shorter than the gap.
            let next = localAnchor + -(localAnchor - skipped.upperBound).flooredQuotient(by: length) * length
            return min(instant, zone.instant(ofLocalMilliseconds: next))
        case .months(let count):
            let date = CivilDate(monthNumber: anchor.date.monthNumber + k * count, clampingDay: anchor.date.day)
            return zone.instant(of: CivilDateTime(date: date, millisecondOfDay: anchor.millisecondOfDay))
        }
    }

    /// Returns the number of the bucket that contains `instant`: the greatest `k` with `edge(k) <= instant`.
    package func index(of instant: Instant) -> Int {
        let local = zone.localMilliseconds(at: instant)
        var k: Int
        switch step {
        case .elapsed(let length, let origin):
            return Int((instant.milliseconds - origin).flooredQuotient(by: length))
        case .local(let length):
            k = Int((local - localAnchor).flooredQuotient(by: length))
        case .months(let count):
            let month = CivilDateTime(localMilliseconds: local).date.monthNumber
            k = (month - anchor.date.monthNumber).flooredQuotient(by: count)
        }
        // The estimate can be off by one bucket near clock changes, and if the anchor's day is late in the month.
        while edge(k) > instant { k -= 1 }
        while edge(k + 1) <= instant { k += 1 }
        return k
    }

    /// Returns the last edge at or before `instant`.
    package func floor(_ instant: Instant) -> Instant { edge(index(of: instant)) }

    /// Returns the first edge at or after `instant`.
    package func ceiling(_ instant: Instant) -> Instant {
        let k = index(of: instant)
        let floor = edge(k)
        return floor == instant ? floor : edge(k + 1)
    }

    /// Returns `instant` moved by a number of intervals. An edge moves to an edge, so that months from the 31st stay whole. Any other
    /// instant keeps its local time, or its day of the month.
    package func moving(_ instant: Instant, by count: Int) -> Instant {
        let k = index(of: instant)
        guard edge(k) != instant else { return edge(k + count) }
        return zone.moving(instant, by: interval.count * count, interval.period)
    }

    /// Returns the bucket that contains `instant`.
    package func bucket(holding instant: Instant) -> Range<Instant> {
        let k = index(of: instant)
        return edge(k)..<edge(k + 1)
    }

    /// Returns the number of buckets that overlap `range`, including skipped days; 0 for an empty range.
    ///
    /// The cost does not depend on the range, so that a range with too many rows can be rejected before its edges are computed.
    package func bucketCount(covering range: Range<Instant>) -> Int {
        guard !range.isEmpty else { return 0 }
        return index(of: range.upperBound.advanced(byMilliseconds: -1)) - index(of: range.lowerBound) + 1
    }

    /// Returns the edges of all buckets that overlap `range`, in strictly increasing milliseconds; empty for an empty range.
    ///
    /// The first edge is at or before the start of the range, and the last one at or after its end: *n* buckets have *n* + 1 edges.
    package func edges(covering range: Range<Instant>) -> [Int64] {
        guard !range.isEmpty else { return [] }
        let first = index(of: range.lowerBound)
        let last = index(of: range.upperBound.advanced(byMilliseconds: -1)) + 1
        var edges: [Int64] = []
        edges.reserveCapacity(last - first + 1)
        switch step {
        case .elapsed(let length, let origin):
            for k in first...last { edges.append(origin + Int64(k) * length) }
        case .local(let length):
            appendLocalEdges(first...last, length: length, to: &edges)
        case .months:
            for k in first...last { Self.append(edge(k).milliseconds, to: &edges) }
        }
        return edges
    }

    /// Walks the zone's segments along with the edges, so that an edge outside a gap costs one subtraction.
    private func appendLocalEdges(_ indices: ClosedRange<Int>, length: Int64, to edges: inout [Int64]) {
        var k = indices.lowerBound
        let table = zone.table(fromLocal: localAnchor + Int64(k) * length)
        var segment = table.segment(ofLocal: localAnchor + Int64(k) * length)
        while k <= indices.upperBound {
            let offset = table.offsets[segment]
            let isLast = segment == table.transitions.count
            let localEnd = isLast ? Int64.max : table.localEnds[segment]
            let gapEnd = table.skipped(before: segment)?.upperBound ?? .min
            while k <= indices.upperBound {
                let local = localAnchor + Int64(k) * length
                if local >= localEnd { break }
                Self.append(local >= gapEnd ? local - offset : edge(k).milliseconds, to: &edges)
                k += 1
            }
            segment += 1
        }
    }

    /// Drops duplicate edges: the bucket between two equal edges is empty.
    private static func append(_ edge: Int64, to edges: inout [Int64]) {
        if let last = edges.last, last >= edge { return }
        edges.append(edge)
    }

    /// Returns the first instant inside `range` after which buckets no longer start at their usual local times, or `nil`. Only elapsed
    /// buckets drift, if the clocks change by an amount that is not a multiple of their length.
    ///
    /// Hours drift by half an hour on Lord Howe Island, and nowhere else at present.
    package func firstDrift(inside range: Range<Instant>) -> Instant? {
        guard case .elapsed(let length, _) = step else { return nil }
        return zone.changes(inside: range).first { $0.shiftMilliseconds % length != 0 }?.instant
    }
}
