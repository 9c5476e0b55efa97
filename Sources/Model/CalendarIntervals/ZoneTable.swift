import HealthModel

/// The offset changes of a zone as arrays: all of them, or those from an instant on.
///
/// A segment is the time between two offset changes. Segments are numbered like `offsets`.
final class ZoneTable: Sendable {
    /// The instants at which the offset changes, in strictly increasing milliseconds.
    let transitions: [Int64]
    /// The offsets in milliseconds east of Greenwich. `offsets[i]` applies until `transitions[i]`, the last one forever.
    let offsets: [Int64]
    /// The ends of the segments on the local time line. A local point belongs to the first segment that ends after it. Increasing.
    let localEnds: [Int64]

    /// - Parameters:
    ///   - offsets: The offsets in milliseconds, one more than `transitions`.
    ///   - moves: The transitions that are moves to another zone.
    init(transitions: [Int64], offsets: [Int64], moves: Set<Int64> = []) {
        precondition(offsets.count == transitions.count + 1)
        self.transitions = transitions
        self.offsets = offsets
        // A segment ends at the local time that clocks would show without the change. A repeated local time is the first of the two. After
        // a move it is the second one, because the day of the move starts in the new zone.
        var ends = transitions.indices.map { index in
            transitions[index] + (moves.contains(transitions[index]) ? min(offsets[index], offsets[index + 1]) : offsets[index])
        }
        for index in ends.indices.dropLast().reversed() { ends[index] = min(ends[index], ends[index + 1]) }
        localEnds = ends
    }

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
