/// One sample as a plain row: everything that a rule of the statistics may look at.
package struct ReferenceSample: Equatable, Sendable {
    /// Milliseconds since 1970; the sample is `[start, end)`, an instant when both are equal (S1.1).
    package var start: Int64
    package var end: Int64
    /// In the type's canonical unit (S1.4).
    package var value: Double
    package var source: String
    package var device: String?
    /// Whether the metadata says that a person typed it (S6.3).
    package var isHandEntered: Bool
    /// The IANA name that the sample was recorded with.
    package var zone: String?
    /// Creation in milliseconds since 1970; no part of identity (S1.2).
    package var created: Int64?
    /// Insertion order.
    package var number: Int

    package init(
        start: Int64, end: Int64, value: Double, source: String = "Watch", device: String? = nil, isHandEntered: Bool = false,
        zone: String? = nil, created: Int64? = nil, number: Int = 0
    ) {
        precondition(start <= end)
        (self.start, self.end, self.value, self.source, self.device) = (start, end, value, source, device)
        (self.isHandEntered, self.zone, self.created, self.number) = (isHandEntered, zone, created, number)
    }

    package var isInstant: Bool { start == end }

    /// Whether the metadata of the two differs although both carry some.
    private func contradicts(_ other: ReferenceSample) -> Bool {
        let hasMetadata = isHandEntered || zone != nil
        let otherHasMetadata = other.isHandEntered || other.zone != nil
        return hasMetadata && otherHasMetadata && (isHandEntered != other.isHandEntered || zone != other.zone)
    }

    /// Whether importing `other` after `self` changes nothing (S1.2); both are of one type.
    package func isSame(as other: ReferenceSample) -> Bool {
        source == other.source && start == other.start && end == other.end && value == other.value && !contradicts(other)
    }
}

extension [ReferenceSample] {
    /// Returns what a store holds after importing these rows in order: the same sample once (S1.2), numbered anew.
    package func imported() -> [ReferenceSample] {
        var kept: [ReferenceSample] = []
        for var sample in self where !kept.contains(where: { $0.isSame(as: sample) }) {
            sample.number = kept.count
            kept.append(sample)
        }
        return kept
    }
}

/// The half-open time `[start, end)` in milliseconds since 1970.
package struct ReferenceInterval: Hashable, Sendable {
    package var start: Int64
    package var end: Int64

    package init(_ start: Int64, _ end: Int64) { (self.start, self.end) = (start, end) }

    package var seconds: Double { Double(end - start) / 1000 }

    package func holds(_ instant: Int64) -> Bool { start <= instant && instant < end }

    /// Returns the common part, or `nil` where it would last 0 s.
    package func overlap(_ other: ReferenceInterval) -> ReferenceInterval? {
        let common = ReferenceInterval(max(start, other.start), min(end, other.end))
        return common.start < common.end ? common : nil
    }
}

extension [ReferenceInterval] {
    /// Returns the total length, counting common time as often as it occurs.
    package var sumSeconds: Double { reduce(0) { $0 + $1.seconds } }

    /// Returns the length of the time that any of them covers: every elementary interval between two neighbouring ends, if one of these holds it.
    package var unionSeconds: Double {
        let ends = Set(flatMap { [$0.start, $0.end] }).sorted()
        var seconds = 0.0
        for (start, end) in zip(ends, ends.dropFirst()) where contains(where: { $0.start <= start && end <= $0.end }) {
            seconds += ReferenceInterval(start, end).seconds
        }
        return seconds
    }
}
