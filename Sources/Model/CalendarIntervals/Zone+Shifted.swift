package import HealthModel

extension Zone {
    /// Returns the zone whose clocks show the same times of day as the clocks of this zone, that many milliseconds later.
    ///
    /// Its name lists its offsets, without the name of this zone: `+01:00 until 2025-03-30T01:00:00Z, +02:00`. `named(_:)` reads it back.
    ///
    /// - Parameter range: the time in this zone whose offsets are needed. At other times, the zone has the nearest of these offsets.
    package func shifted(by milliseconds: Int64, during range: ClosedRange<Instant>) -> Zone {
        let changes = changes(inside: range.lowerBound..<range.upperBound).map(\.instant)
        return Zone(
            transitions: changes.map { $0.milliseconds + milliseconds },
            offsets: ([range.lowerBound] + changes).map { offset(at: $0.milliseconds) })
    }

    private convenience init(transitions: [Int64], offsets: [Int64]) {
        let names = offsets.map { $0 == 0 ? Zone.utc.identifier : ISO8601.text(offsetSeconds: Int($0 / 1000)) }
        let ends = transitions.map { ZoneHistory.separator + ISO8601.text(of: Instant(milliseconds: $0), in: .utc) } + [""]
        self.init(identifier: zip(names, ends).map { $0 + $1 }.joined(separator: ", "), transitions: transitions, offsets: offsets)
    }

    /// Returns the zone with the offsets in a text such as `+01:00 until 2025-03-30T01:00:00Z, +02:00`.
    static func withOffsets(_ text: String) -> Zone? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
        guard parts.count > 1, let last = parts.last, let lastZone = fixed(String(last)) else { return nil }
        var (transitions, offsets): ([Int64], [Int64]) = ([], [])
        for part in parts.dropLast() {
            guard let separator = part.firstRange(of: ZoneHistory.separator), let zone = fixed(String(part[..<separator.lowerBound])),
                let reading = ISO8601.read(part[separator.upperBound...]), reading.offsetSeconds != nil
            else { return nil }
            let end = reading.instant(in: .utc).milliseconds
            guard end > transitions.last ?? .min else { return nil }
            transitions.append(end)
            offsets.append(zone.complete.offsets[0])
        }
        return Zone(transitions: transitions, offsets: offsets + [lastZone.complete.offsets[0]])
    }
}
