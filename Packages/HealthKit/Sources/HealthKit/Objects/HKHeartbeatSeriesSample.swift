@_spi(Guests) import TallyKit

/// The times of the heartbeats in a sample of heart-rate variability. An `HKHeartbeatSeriesQuery` reads them.
///
/// It has the time, the source and the device of this sample, another identifier, and no metadata.
public final class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {
    /// The number and the start of the sample that holds the beats.
    private let number: Int64
    private let start: Instant

    init(_ number: Int64, from start: Instant, to end: Instant, count: Int, _ origin: ObjectOrigin) {
        self.number = number
        self.start = start
        super.init(.heartbeat(), count: count, start.date, end.date, origin)
    }

    /// Returns the beats in order of time. Throws error 11 if the sample was deleted.
    func heartbeats(in reader: ObjectReader) throws -> [Heartbeat] {
        let beats = try reader.heartbeats(inSample: number, at: start)
        guard !beats.isEmpty else { throw HKError(.errorNoData, "the store no longer has this series of heartbeats") }
        return beats
    }
}
