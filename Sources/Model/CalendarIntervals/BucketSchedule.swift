package import HealthModel

/// What a multi-hour bucket keeps when the clocks change.
package enum BucketGrid: String, CaseIterable, Hashable, Sendable {
    /// Its length: buckets are elapsed time from the anchor, so their wall clock moves.
    case elapsed
    /// Its wall clock: the bucket that holds the change is shorter or longer.
    case clock
}

/// The edges of equal buckets in both directions from an anchor.
///
/// Edge *k* is the anchor plus *k* intervals, never the edge before plus one: from 31 January monthly edges are
/// 28 February, 31 March, 30 April. Days and longer keep the anchor's wall clock reading; `Zone.instant(ofLocalMilliseconds:)`
/// says what a reading means that occurs twice or never. Buckets are half-open. Two equal edges, as around a day that a
/// zone skipped, hold no bucket.
package struct BucketSchedule: Hashable, Sendable {
    package let interval: IntervalComponents
    /// Edge 0 as a wall clock reading; only its phase matters, it may lie before or after the data.
    package let anchor: CivilDateTime
    package let zone: Zone
    package let grid: BucketGrid

    private enum Step: Hashable {
        /// Elapsed milliseconds from an instant.
        case elapsed(Int64, from: Int64)
        /// Milliseconds of the local time line from the anchor's reading.
        case local(Int64)
        case months(Int)
    }
    private let step: Step
    private let localAnchor: Int64

    /// Buckets from a wall clock reading in `zone`.
    package init(interval: IntervalComponents, anchor: CivilDateTime, zone: Zone, grid: BucketGrid = .elapsed) {
        self.init(interval: interval, anchor: anchor, anchorInstant: zone.instant(of: anchor), zone: zone, grid: grid)
    }

    /// Buckets from an instant: elapsed ones start exactly there, calendar ones take its wall clock reading in `zone`.
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

    /// Edge `k`: the anchor plus `k` intervals, for any whole `k`. Never before edge `k - 1`, but possibly equal to it.
    ///
    /// - Complexity: O(log *n*) in the zone's changes.
    package func edge(_ k: Int) -> Instant {
        switch step {
        case .elapsed(let length, let origin):
            return Instant(milliseconds: origin + Int64(k) * length)
        case .local(let length):
            let local = localAnchor + Int64(k) * length
            let instant = zone.instant(ofLocalMilliseconds: local)
            let segment = zone.segment(ofLocal: local)
            guard length < millisecondsPerDay, let skipped = zone.skipped(before: segment), local < skipped.upperBound
            else { return instant }
            // A reading moved out of a gap can pass the next one where buckets are shorter than the gap.
            let next = localAnchor + -(localAnchor - skipped.upperBound).flooredQuotient(by: length) * length
            return min(instant, zone.instant(ofLocalMilliseconds: next))
        case .months(let count):
            let date = CivilDate(monthNumber: anchor.date.monthNumber + k * count, clampingDay: anchor.date.day)
            return zone.instant(of: CivilDateTime(date: date, millisecondOfDay: anchor.millisecondOfDay))
        }
    }

    /// The number of the bucket that holds `instant`: the greatest `k` with `edge(k) <= instant`.
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
        // The estimate is off by a bucket near a change of the clocks and where the anchor's day is late in the month.
        while edge(k) > instant { k -= 1 }
        while edge(k + 1) <= instant { k += 1 }
        return k
    }

    /// The last edge at or before `instant`.
    package func floor(_ instant: Instant) -> Instant { edge(index(of: instant)) }

    /// The first edge at or after `instant`.
    package func ceiling(_ instant: Instant) -> Instant {
        let k = index(of: instant)
        let floor = edge(k)
        return floor == instant ? floor : edge(k + 1)
    }

    /// The bucket that holds `instant`.
    package func bucket(holding instant: Instant) -> Range<Instant> {
        let k = index(of: instant)
        return edge(k)..<edge(k + 1)
    }

    /// The number of buckets that meet `range`, a skipped day counted too; 0 for an empty range.
    ///
    /// Costs the same for any range, so that a range with too many rows is refused before its edges are made.
    package func bucketCount(covering range: Range<Instant>) -> Int {
        guard !range.isEmpty else { return 0 }
        return index(of: range.upperBound.advanced(byMilliseconds: -1)) - index(of: range.lowerBound) + 1
    }

    /// The edges, in milliseconds and strictly increasing, of all buckets that meet `range`; none for an empty range.
    ///
    /// The first is at or before the range's start, the last at or after its end: *n* buckets have *n* + 1 edges.
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

    /// Walks the zone's segments beside the edges, so that an edge outside a gap costs one subtraction.
    private func appendLocalEdges(_ indices: ClosedRange<Int>, length: Int64, to edges: inout [Int64]) {
        var k = indices.lowerBound
        var segment = zone.segment(ofLocal: localAnchor + Int64(k) * length)
        while k <= indices.upperBound {
            let offset = zone.offsets[segment]
            let isLast = segment == zone.transitions.count
            let localEnd = isLast ? Int64.max : zone.localEnds[segment]
            let gapEnd = zone.skipped(before: segment)?.upperBound ?? .min
            while k <= indices.upperBound {
                let local = localAnchor + Int64(k) * length
                if local >= localEnd { break }
                Self.append(local >= gapEnd ? local - offset : edge(k).milliseconds, to: &edges)
                k += 1
            }
            segment += 1
        }
    }

    /// Two equal edges are one: the bucket between them is empty.
    private static func append(_ edge: Int64, to edges: inout [Int64]) {
        if let last = edges.last, last >= edge { return }
        edges.append(edge)
    }

    /// The first instant inside `range` after which the buckets no longer fall on the wall clock readings that they fell on
    /// before, or `nil`: only elapsed buckets drift, when the clocks change by other than a multiple of their length.
    ///
    /// Hours drift by half an hour on Lord Howe Island, and nowhere else today.
    package func firstDrift(inside range: Range<Instant>) -> Instant? {
        guard case .elapsed(let length, _) = step else { return nil }
        return zone.changes(inside: range).first { $0.shiftMilliseconds % length != 0 }?.instant
    }
}
