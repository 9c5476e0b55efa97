public import Foundation
import TallyKit

/// Reads the beats of a series of heartbeats, one after the other.
///
/// The rules are those of ``HKHeartbeatSeriesQuery``.
public struct HKHeartbeatSeriesQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// A beat.
    public struct Heartbeat: Hashable, Sendable {
        /// The seconds since the start of the series.
        public let timeIntervalSinceStart: TimeInterval
        /// True if one beat or more are missing before this one.
        public let precededByGap: Bool
    }

    /// The beats in order of time.
    public typealias Results = AsyncThrowingStream<Heartbeat, any Error>

    /// The series.
    public var sample: HKHeartbeatSeriesSample

    /// Creates the query.
    public init(_ sample: HKHeartbeatSeriesSample) { self.sample = sample }

    /// Asks a store and returns the beats. They end with an `HKError` if the store can't be read or the sample was deleted.
    public func results(for healthStore: HKHealthStore) -> Results {
        let series = sample
        return AsyncThrowingStream { continuation in
            Task {
                switch await healthStore.resultInBackground({ try series.heartbeats(in: $0) }) {
                case .success(let beats):
                    for beat in beats {
                        continuation.yield(Heartbeat(timeIntervalSinceStart: beat.secondsFromStart, precededByGap: beat.isAfterGap))
                    }
                    continuation.finish()
                case .failure(let error): continuation.finish(throwing: error)
                }
            }
        }
    }
}
