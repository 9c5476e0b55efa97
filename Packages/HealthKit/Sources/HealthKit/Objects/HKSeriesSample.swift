import Foundation

/// A sample with many values in the order of time. Stores keep the routes of workouts, and no other series.
public class HKSeriesSample: HKSample, @unchecked Sendable {
    /// The number of values.
    public let count: Int

    init(_ type: HKSeriesType, count: Int, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        self.count = count
        super.init(type, start, end, origin)
    }
}

/// The times of single heartbeats. Stores keep none, so queries never return one.
public final class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {}
