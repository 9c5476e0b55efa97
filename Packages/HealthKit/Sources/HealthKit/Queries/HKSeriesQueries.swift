public import Foundation
import TallyKit

/// Reads the voltages of an electrocardiogram.
public final class HKElectrocardiogramQuery: HKQuery, @unchecked Sendable {
    /// A step of the answer.
    public enum Result: Sendable {
        /// The next voltage.
        case measurement(HKElectrocardiogram.VoltageMeasurement)
        /// All voltages were read.
        case done
        /// The voltages cannot be read.
        case error(any Error)
    }

    private let electrocardiogram: HKElectrocardiogram
    private let handler: @Sendable (HKElectrocardiogramQuery, Result) -> Void

    /// Creates the query.
    public init(
        _ electrocardiogram: HKElectrocardiogram, dataHandler: @escaping @Sendable (HKElectrocardiogramQuery, Result) -> Void
    ) {
        self.electrocardiogram = electrocardiogram
        handler = dataHandler
        super.init(electrocardiogram.sampleType, nil)
    }

    override func run(in store: HKHealthStore) {
        let electrocardiogram = electrocardiogram
        store.report(store.result { try electrocardiogram.measurements(in: $0) }, of: self) { measurements, error in
            guard let measurements else { return self.handler(self, .error(error ?? HKError(.errorNoData))) }
            for measurement in measurements {
                guard self.isRunning else { return }
                self.handler(self, .measurement(measurement))
            }
            self.handler(self, .done)
        }
    }
}

/// Reads the times of the beats of a series, in order.
///
/// There is a gap before a beat if a beat is missing, by the rule of Tally's `rmssd`. If the sample was deleted, the handler gets error 11.
public final class HKHeartbeatSeriesQuery: HKQuery, @unchecked Sendable {
    /// A handler of a beat: the seconds since the start of the series, whether there was a gap before it, and whether it is the last.
    public typealias Handler = @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void

    private let series: HKHeartbeatSeriesSample
    private let handler: Handler

    /// Creates the query.
    public init(heartbeatSeries: HKHeartbeatSeriesSample, dataHandler: @escaping Handler) {
        series = heartbeatSeries
        handler = dataHandler
        super.init(heartbeatSeries.sampleType, nil)
    }

    override func run(in store: HKHealthStore) {
        let series = series
        store.report(store.result { try series.heartbeats(in: $0) }, of: self) { beats, error in
            guard let beats else { return self.handler(self, 0, false, true, error) }
            for (place, beat) in beats.enumerated() {
                guard self.isRunning else { return }
                self.handler(self, beat.secondsFromStart, beat.isAfterGap, place == beats.count - 1, nil)
            }
        }
    }
}

/// Reads the points of a route.
public final class HKWorkoutRouteQuery: HKQuery, @unchecked Sendable {
    /// A handler of points: the next ones, and whether they are the last.
    public typealias Handler = @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void

    /// The number of points that the handler gets at a time.
    private static let pointsAtOnce = 512
    private let route: HKWorkoutRoute
    private let handler: Handler

    /// Creates the query.
    public init(route: HKWorkoutRoute, dataHandler: @escaping Handler) {
        self.route = route
        handler = dataHandler
        super.init(route.sampleType, nil)
    }

    override func run(in store: HKHealthStore) {
        let route = route
        store.report(store.result { try route.locations(in: $0) }, of: self) { locations, error in
            guard let locations else { return self.handler(self, nil, true, error) }
            var first = 0
            repeat {
                let end = min(first + Self.pointsAtOnce, locations.count)
                guard self.isRunning else { return }
                self.handler(self, Array(locations[first..<end]), end == locations.count, nil)
                first = end
            } while first < locations.count
        }
    }
}
