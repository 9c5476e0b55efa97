public import Foundation

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

/// Reads the times of the beats of a series. Stores keep no series, so an app never has one to ask for.
public final class HKHeartbeatSeriesQuery: HKQuery, @unchecked Sendable {
    /// A handler of a beat: the seconds since the start of the series, whether there was a gap before it, and whether it is the last.
    public typealias Handler = @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void

    private let handler: Handler

    /// Creates the query.
    public init(heartbeatSeries: HKHeartbeatSeriesSample, dataHandler: @escaping Handler) {
        handler = dataHandler
        super.init(heartbeatSeries.sampleType, nil)
    }

    override func run(in store: HKHealthStore) {
        let answer: Swift.Result<Bool, HKError> = .success(true)
        store.report(answer, of: self) { _, _ in self.handler(self, 0, false, true, nil) }
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
