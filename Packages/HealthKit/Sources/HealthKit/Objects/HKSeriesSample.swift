import Foundation

/// A sample with many values in the order of time: the route of a workout, or heartbeats.
public class HKSeriesSample: HKSample, @unchecked Sendable {
    /// The number of values.
    public let count: Int

    init(_ type: HKSeriesType, count: Int, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        self.count = count
        super.init(type, start, end, origin)
    }
}
