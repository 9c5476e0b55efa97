/// A sample as a plain record, with everything that the rules of statistics use.
public struct ReferenceSample: Equatable, Sendable {
    /// The start in milliseconds since 1970. The sample is `[start, end)`, or an instant if both are equal (S1.1).
    public var start: Int64
    /// The end in milliseconds since 1970.
    public var end: Int64
    /// The value in the type's canonical unit (S1.4).
    public var value: Double
    /// The name of the source.
    public var source: String
    /// The name of the device; nil if it is unknown.
    public var device: String?
    /// True if the metadata marks it as entered by hand (S6.3).
    public var isHandEntered: Bool
    /// The IANA name of the time zone in which the sample was recorded.
    package var zone: String?
    /// The creation time in milliseconds since 1970, which is not part of the identity (S1.2).
    public var created: Int64?
    /// The unit in which the value arrived; nil for the canonical unit.
    package var unit: String?
    /// The position in insertion order.
    public var number: Int
    /// The milliseconds by which the clock that places the sample is ahead of the clock of the buckets: 0 except for `zone sample`.
    package var clockLead: Int64 = 0

    /// Creates a sample.
    public init(
        start: Int64, end: Int64, value: Double, source: String = "Watch", device: String? = nil, isHandEntered: Bool = false,
        zone: String? = nil, created: Int64? = nil, unit: String? = nil, number: Int = 0
    ) {
        precondition(start <= end)
        (self.start, self.end, self.value, self.source, self.device) = (start, end, value, source, device)
        (self.isHandEntered, self.zone, self.created, self.unit, self.number) = (isHandEntered, zone, created, unit, number)
    }

    /// True if the sample has no length.
    public var isInstant: Bool { start == end }

    /// Returns true if type, source, start, end and value are equal (S1.2). Both must have the same type. Values that arrived in different
    /// units are equal up to a hundred-thousandth, because six printed digits say no more.
    private func agrees(with other: ReferenceSample) -> Bool {
        guard source == other.source, start == other.start, end == other.end else { return false }
        if unit == other.unit { return value == other.value }
        return abs(value - other.value) * 100_000 <= max(abs(value), abs(other.value))
    }

    fileprivate var hasMetadata: Bool { isHandEntered || zone != nil }

    /// Returns true if both are the same sample: they agree, unless both have metadata and it differs (S1.2).
    package func isSame(as other: ReferenceSample) -> Bool {
        let metadataAgrees = isHandEntered == other.isHandEntered && zone == other.zone
        return agrees(with: other) && (metadataAgrees || !hasMetadata || !other.hasMetadata)
    }
}

extension [ReferenceSample] {
    /// Returns the contents of a store after importing these rows: each sample once (S1.2), renumbered.
    ///
    /// A row without metadata is the same as each of its duplicates with metadata, regardless of order. Thus the contents do not depend on
    /// the order.
    package func imported() -> [ReferenceSample] {
        var kept: [ReferenceSample] = []
        for sample in self {
            if let bare = kept.firstIndex(where: { $0.isSame(as: sample) && !$0.hasMetadata && sample.hasMetadata }) {
                kept[bare] = sample
            } else if let same = kept.firstIndex(where: { $0.isSame(as: sample) }) {
                // The value in the unit that comes first, so that the order does not matter.
                if (sample.unit ?? "") < (kept[same].unit ?? "") { (kept[same].value, kept[same].unit) = (sample.value, sample.unit) }
            } else {
                kept.append(sample)
            }
        }
        for index in kept.indices { kept[index].number = index }
        return kept
    }
}

/// The half-open time `[start, end)` in milliseconds since 1970.
package struct ReferenceInterval: Hashable, Sendable {
    package var start: Int64
    package var end: Int64

    package init(_ start: Int64, _ end: Int64) { (self.start, self.end) = (start, end) }

    package var seconds: Double { Double(end - start) / 1000 }

    func moved(by milliseconds: Int64) -> ReferenceInterval { ReferenceInterval(start + milliseconds, end + milliseconds) }

    package func holds(_ instant: Int64) -> Bool { start <= instant && instant < end }

    /// Returns the common part, or `nil` if its length would be 0.
    package func overlap(_ other: ReferenceInterval) -> ReferenceInterval? {
        let common = ReferenceInterval(max(start, other.start), min(end, other.end))
        return common.start < common.end ? common : nil
    }
}

extension [ReferenceInterval] {
    /// The total length, where common time counts repeatedly.
    package var sumSeconds: Double { reduce(0) { $0 + $1.seconds } }

    /// The length of the time covered by any of them: the sum of all elementary intervals between adjacent ends that one of them contains.
    package var unionSeconds: Double {
        let ends = Set(flatMap { [$0.start, $0.end] }).sorted()
        var seconds = 0.0
        for (start, end) in zip(ends, ends.dropFirst()) where contains(where: { $0.start <= start && end <= $0.end }) {
            seconds += ReferenceInterval(start, end).seconds
        }
        return seconds
    }
}
