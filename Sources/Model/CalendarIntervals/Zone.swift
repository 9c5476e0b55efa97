package import HealthModel

/// A time zone as the array of its offset changes.
///
/// The *local time line* counts milliseconds as if every day had 24 hours; a zone maps it to instants and back.
/// Changes are known up to 2110; after that the last offset stays.
package final class Zone: Sendable, Hashable {
    /// The IANA name, `UTC`, or a fixed offset such as `+05:45`.
    package let identifier: String
    /// Instants, in milliseconds, at which the offset changes; strictly increasing.
    let transitions: [Int64]
    /// Milliseconds east of Greenwich: `offsets[i]` holds until `transitions[i]`, the last one for ever.
    let offsets: [Int64]
    /// What the clocks would show at `transitions[i]`, were they not changed; strictly increasing.
    let localEnds: [Int64]

    /// - Parameter offsets: one more than `transitions`, in milliseconds.
    init(identifier: String, transitions: [Int64], offsets: [Int64]) {
        precondition(offsets.count == transitions.count + 1)
        self.identifier = identifier
        self.transitions = transitions
        self.offsets = offsets
        localEnds = zip(transitions, offsets).map { $0 + $1 }
    }

    /// A zone that never changes its offset.
    convenience init(identifier: String, offsetSeconds: Int) {
        self.init(identifier: identifier, transitions: [], offsets: [Int64(offsetSeconds) * 1000])
    }

    package static let utc = Zone(identifier: "UTC", offsetSeconds: 0)

    package static func == (a: Zone, b: Zone) -> Bool { a === b || a.identifier == b.identifier }
    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Seconds east of Greenwich at `instant`.
    ///
    /// - Complexity: O(log *n*) in the zone's changes, about ten steps.
    package func offsetSeconds(at instant: Instant) -> Int { Int(offset(at: instant.milliseconds) / 1000) }

    /// The point of the local time line at `instant`.
    package func localMilliseconds(at instant: Instant) -> Int64 {
        instant.milliseconds + offset(at: instant.milliseconds)
    }

    /// The first instant at which the zone's clocks show this point of the local time line.
    ///
    /// A reading that the clocks skip moves forward by what they skip: with 02:00–03:00 missing, 02:30 is 03:30.
    package func instant(ofLocalMilliseconds local: Int64) -> Instant {
        let segment = segment(ofLocal: local)
        let isSkipped = skipped(before: segment).map { local < $0.upperBound } ?? false
        return Instant(milliseconds: local - offsets[isSkipped ? segment - 1 : segment])
    }

    /// The first instant at which the clocks show this point of the local time line or a later one.
    ///
    /// A reading that the clocks skip is the moment at which they skip it: with 02:00–03:00 missing, 02:30 is 03:00.
    package func firstInstant(atOrAfterLocalMilliseconds local: Int64) -> Instant {
        let segment = segment(ofLocal: local)
        if let skipped = skipped(before: segment), local < skipped.upperBound {
            return Instant(milliseconds: transitions[segment - 1])
        }
        return Instant(milliseconds: local - offsets[segment])
    }

    /// Every instant at which the clocks show this point of the local time line: none, one or two.
    package func instants(ofLocalMilliseconds local: Int64) -> [Instant] {
        let first = segment(ofLocal: local)
        return (first..<min(first + 2, offsets.count)).compactMap { segment in
            let instant = local - offsets[segment]
            let isHere = self.segment(at: instant) == segment
            return isHere ? Instant(milliseconds: instant) : nil
        }
    }

    /// The instants after the start of `range` and before its end at which the offset changes, each with the change in milliseconds.
    package func changes(inside range: Range<Instant>) -> [(instant: Instant, shiftMilliseconds: Int64)] {
        let first = segment(at: range.lowerBound.milliseconds)
        return (first..<transitions.count).prefix { transitions[$0] < range.upperBound.milliseconds }
            .map { (Instant(milliseconds: transitions[$0]), offsets[$0 + 1] - offsets[$0]) }
    }
}

// A segment is the time between two changes of the offset; segments are numbered as `offsets`.
extension Zone {
    func offset(at instant: Int64) -> Int64 { offsets[segment(at: instant)] }

    /// The segment that holds an instant.
    func segment(at instant: Int64) -> Int { Self.count(of: transitions, notAbove: instant) }

    /// The first segment in which a local point occurs, or the one that follows the gap that swallows it.
    func segment(ofLocal local: Int64) -> Int { Self.count(of: localEnds, notAbove: local) }

    /// The local points that the clocks skip when `segment` begins, or `nil` if they skip none.
    func skipped(before segment: Int) -> Range<Int64>? {
        guard segment > 0, offsets[segment] > offsets[segment - 1] else { return nil }
        return localEnds[segment - 1]..<transitions[segment - 1] + offsets[segment]
    }

    /// The number of leading elements not above `value`, by bisection.
    private static func count(of sorted: [Int64], notAbove value: Int64) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
