// Where the beats of a list are in their sample (S2.15). A list has clock times without a date or a zone. All time zones are whole quarters
// of an hour apart, so the minutes within a quarter of an hour say where the first beat is.
//
// Decision 0213 (series of heartbeats).

import Foundation
public import HealthModel
import QueryEngine

/// A beat of the heart in a sample of heart-rate variability (S2.15).
public struct Heartbeat: Sendable, Hashable {
    /// The seconds from the start of the sample, in whole milliseconds. Apple's export has times to a hundredth of a second.
    public let secondsFromStart: Double
    /// True if one beat or more are missing before this one. False for the first beat.
    public let isAfterGap: Bool
}

extension HealthSample {
    /// The beats that Apple's export lists for a sample of heart-rate variability, in order of time.
    ///
    /// If the times of the list are not in the sample, its first beat is at the start of the sample. Empty if the metadata
    /// `HKHeartRateVariabilityBeats` is missing or has no time.
    public var heartbeats: [Heartbeat] {
        metadata[MetadataKey.beats].map { Heartbeat.beats(of: $0, from: Instant(start), to: Instant(end)) } ?? []
    }
}

extension Heartbeat {
    /// All time zones of today differ by a multiple of it, in milliseconds.
    private static let zoneStep: Int64 = 900_000

    /// Returns the beats of a sample with this metadata in order of time. Empty if it has none.
    @_spi(Guests)
    public static func beats(in metadata: MetadataSet, from start: Instant, to end: Instant) -> [Heartbeat] {
        metadata[MetadataKey.beats].map { beats(of: $0, from: start, to: end) } ?? []
    }

    fileprivate static func beats(of list: String, from start: Instant, to end: Instant) -> [Heartbeat] {
        var reader = BeatReader()
        guard let found = reader.times(of: list), let last = found.times.last else { return [] }
        var first = (found.clockTime - start.milliseconds % zoneStep) % zoneStep
        if first < 0 { first += zoneStep }
        // An export has the start and the end in whole seconds.
        if Double(first + last) >= Double(end.milliseconds) - Double(start.milliseconds) + 1000 { first = 0 }
        return zip(found.times, found.isAfterGap).map { Heartbeat(secondsFromStart: Double(first + $0) / 1000, isAfterGap: $1) }
    }
}
