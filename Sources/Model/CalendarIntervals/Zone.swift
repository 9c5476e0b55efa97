package import HealthModel

/// A time zone as an array of its offset changes.
///
/// The *local time line* counts milliseconds as if every day had 24 hours. A zone maps it to instants and back. Changes are known up to
/// 2110. After that, the last offset applies.
package final class Zone: Sendable, Hashable {
    /// The IANA name, `UTC`, a fixed offset such as `+05:45`, or the text of a history of zones.
    package let identifier: String
    /// The instants at which the offset changes, in strictly increasing milliseconds.
    let transitions: [Int64]
    /// The offsets in milliseconds east of Greenwich. `offsets[i]` applies until `transitions[i]`, the last one forever.
    let offsets: [Int64]
    /// The ends of the segments on the local time line. A local point belongs to the first segment that ends after it. Increasing.
    let localEnds: [Int64]
    /// The zones of a history; nil for a single zone.
    package let history: ZoneHistory?

    /// - Parameters:
    ///   - offsets: The offsets in milliseconds, one more than `transitions`.
    ///   - moves: The transitions that are moves to another zone.
    ///   - history: The zones, if there are several.
    init(
        identifier: String, transitions: [Int64], offsets: [Int64], moves: Set<Int64> = [], stretches history: ZoneHistory? = nil
    ) {
        precondition(offsets.count == transitions.count + 1)
        self.identifier = identifier
        self.transitions = transitions
        self.offsets = offsets
        self.history = history
        // A segment ends at the local time that clocks would show without the change. A repeated local time is the first of the two. After
        // a move it is the second one, because the day of the move starts in the new zone.
        var ends = transitions.indices.map { index in
            transitions[index] + (moves.contains(transitions[index]) ? min(offsets[index], offsets[index + 1]) : offsets[index])
        }
        for index in ends.indices.dropLast().reversed() { ends[index] = min(ends[index], ends[index + 1]) }
        localEnds = ends
    }

    /// Creates a zone whose offset never changes.
    convenience init(identifier: String, offsetSeconds: Int) {
        self.init(identifier: identifier, transitions: [], offsets: [Int64(offsetSeconds) * 1000])
    }

    package static let utc = Zone(identifier: "UTC", offsetSeconds: 0)

    package static func == (a: Zone, b: Zone) -> Bool { a === b || a.identifier == b.identifier }
    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Returns the offset at `instant`, in seconds east of Greenwich.
    ///
    /// - Complexity: O(log *n*) in the number of the zone's changes, about ten steps.
    package func offsetSeconds(at instant: Instant) -> Int { Int(offset(at: instant.milliseconds) / 1000) }

    /// Returns the point of the local time line at `instant`.
    package func localMilliseconds(at instant: Instant) -> Int64 {
        instant.milliseconds + offset(at: instant.milliseconds)
    }

    /// Returns the first instant at which the zone's clocks show this point of the local time line.
    ///
    /// A local time that the clocks skip moves forward by the length of the gap: if 02:00–03:00 is skipped, 02:30 becomes 03:30. In a gap
    /// of more than a day, which only moves across the date line have, it becomes the moment of the move.
    package func instant(ofLocalMilliseconds local: Int64) -> Instant {
        let segment = segment(ofLocal: local)
        guard let skipped = skipped(before: segment), local < skipped.upperBound else {
            return Instant(milliseconds: local - offsets[segment])
        }
        let isLong = skipped.upperBound - skipped.lowerBound > millisecondsPerDay
        return Instant(milliseconds: isLong ? transitions[segment - 1] : local - offsets[segment - 1])
    }

    /// Returns the first instant at which the clocks show this point of the local time line or a later one.
    ///
    /// For a local time that the clocks skip, this is the moment of the change: if 02:00–03:00 is skipped, 02:30 becomes 03:00.
    package func firstInstant(atOrAfterLocalMilliseconds local: Int64) -> Instant {
        let segment = segment(ofLocal: local)
        if let skipped = skipped(before: segment), local < skipped.upperBound {
            return Instant(milliseconds: transitions[segment - 1])
        }
        return Instant(milliseconds: local - offsets[segment])
    }

    /// Returns all instants at which the clocks show this point of the local time line: none, one or two, and rarely more after a move.
    package func instants(ofLocalMilliseconds local: Int64) -> [Instant] {
        // Offsets are less than a day.
        let first = segment(at: local - millisecondsPerDay)
        let last = segment(at: local + millisecondsPerDay)
        return (first...last).compactMap { segment in
            let instant = local - offsets[segment]
            let isHere = self.segment(at: instant) == segment
            return isHere ? Instant(milliseconds: instant) : nil
        }
    }

    /// Returns true if the clocks show this point of the local time line more than once.
    package func repeats(localMilliseconds local: Int64) -> Bool {
        hasChange(near: local..<local + 1) && instants(ofLocalMilliseconds: local).count > 1
    }

    /// Returns false if no offset changes within a day of these points of the local time line, so that the clocks repeat none of them.
    package func hasChange(near local: Range<Int64>) -> Bool {
        // Offsets are less than a day.
        segment(at: local.lowerBound - millisecondsPerDay) != segment(at: local.upperBound + millisecondsPerDay)
    }

    /// Returns the time around an instant in which the zone's clocks show the same hour, in milliseconds since 1970.
    ///
    /// It ends at a change of the offset, also if the hour goes on. Readers of many samples ask once for each hour.
    package func hour(holding instant: Int64) -> Range<Int64> { stretch(of: millisecondsPerHour, holding: instant) }

    /// Returns the time around an instant in which the zone's clocks show the same date, in milliseconds since 1970.
    ///
    /// It ends at a change of the offset, also if the day goes on. Writers of many times ask once for each day.
    package func day(holding instant: Int64) -> Range<Int64> { stretch(of: millisecondsPerDay, holding: instant) }

    /// Returns the hour or the day of the clocks that holds an instant, cut at changes of the offset.
    private func stretch(of length: Int64, holding instant: Int64) -> Range<Int64> {
        let segment = segment(at: instant)
        let local = instant + offsets[segment]
        let start = instant - local.flooredRemainder(by: length)
        let from = segment > 0 ? max(start, transitions[segment - 1]) : start
        let to = segment < transitions.count ? min(start + length, transitions[segment]) : start + length
        return from..<to
    }

    /// Returns the offset changes after the start and before the end of `range`, with the size of each change in milliseconds.
    package func changes(inside range: Range<Instant>) -> [(instant: Instant, shiftMilliseconds: Int64)] {
        let first = segment(at: range.lowerBound.milliseconds)
        return (first..<transitions.count).prefix { transitions[$0] < range.upperBound.milliseconds }
            .map { (Instant(milliseconds: transitions[$0]), offsets[$0 + 1] - offsets[$0]) }
    }
}

// A segment is the time between two offset changes. Segments are numbered like `offsets`.
extension Zone {
    func offset(at instant: Int64) -> Int64 { offsets[segment(at: instant)] }

    /// Returns the segment that contains an instant.
    func segment(at instant: Int64) -> Int { Self.count(of: transitions, notAbove: instant) }

    /// Returns the first segment that contains a local point, or the segment after the gap that skips it.
    func segment(ofLocal local: Int64) -> Int { Self.count(of: localEnds, notAbove: local) }

    /// Returns the local points that the clocks skip when `segment` starts, or `nil` if they skip none.
    func skipped(before segment: Int) -> Range<Int64>? {
        guard segment > 0, offsets[segment] > offsets[segment - 1] else { return nil }
        return localEnds[segment - 1]..<transitions[segment - 1] + offsets[segment]
    }

    /// Returns the number of leading elements not above `value`, by bisection.
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
