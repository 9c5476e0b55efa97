/// A sample with many values in the order of time. Stores keep none, so queries never return one.
public class HKSeriesSample: HKSample, @unchecked Sendable {
    /// The number of values.
    public let count: Int

    init(_ type: HKSeriesType, count: Int, _ sample: HKSample) {
        self.count = count
        super.init(type, sample.startDate, sample.endDate, ObjectOrigin(revision: sample.sourceRevision))
    }
}

/// The times of single heartbeats. Stores keep none, so queries never return one.
public final class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {}

/// The points of a workout outdoors. Stores keep none, so queries never return one.
public final class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {}
