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
    /// How many milliseconds the clock that places the sample is ahead of the one that the buckets are written in: 0 but for `zone sample`.
    package var clockLead: Int64 = 0

    package init(
        start: Int64, end: Int64, value: Double, source: String = "Watch", device: String? = nil, isHandEntered: Bool = false,
        zone: String? = nil, created: Int64? = nil, number: Int = 0
    ) {
        precondition(start <= end)
        (self.start, self.end, self.value, self.source, self.device) = (start, end, value, source, device)
        (self.isHandEntered, self.zone, self.created, self.number) = (isHandEntered, zone, created, number)
    }

    package var isInstant: Bool { start == end }

    /// Whether type, source, start, end and value agree (S1.2); both are of one type.
    private func agrees(with other: ReferenceSample) -> Bool {
        source == other.source && start == other.start && end == other.end && value == other.value
    }

    fileprivate var hasMetadata: Bool { isHandEntered || zone != nil }

    /// Whether the two are the same sample: they agree, unless both carry metadata and it differs (S1.2).
    package func isSame(as other: ReferenceSample) -> Bool {
        let metadataAgrees = isHandEntered == other.isHandEntered && zone == other.zone
        return agrees(with: other) && (metadataAgrees || !hasMetadata || !other.hasMetadata)
    }
}

extension [ReferenceSample] {
    /// Returns what a store holds after importing these rows: the same sample once (S1.2), numbered anew.
    ///
    /// A row without metadata is the same as each of its twins that have some, whichever came first; so what is kept does not depend on the order.
    package func imported() -> [ReferenceSample] {
        var kept: [ReferenceSample] = []
        for sample in self {
            if let bare = kept.firstIndex(where: { $0.isSame(as: sample) && !$0.hasMetadata && sample.hasMetadata }) {
                kept[bare] = sample
            } else if !kept.contains(where: { $0.isSame(as: sample) }) {
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
