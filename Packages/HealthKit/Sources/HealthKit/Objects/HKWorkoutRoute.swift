@_spi(Guests) import TallyKit

/// The points of a workout outdoors. An `HKWorkoutRouteQuery` reads them.
public final class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
    /// The number of the workout, and the first and last time of the route, which are its identity in a store.
    private let workout: Int64
    private let times: (first: Instant, last: Instant)

    init(of workout: Int64, _ series: TimeSeries, _ origin: ObjectOrigin) {
        self.workout = workout
        times = (series.start, series.end)
        super.init(.workoutRoute(), count: series.count, series.start.date, series.end.date, origin)
    }

    /// Returns the points in order of time; none if the route was deleted.
    func locations(in reader: ObjectReader) throws -> [CLLocation] {
        let routes = try reader.view.series(.route, of: workout)
        return routes.first { ($0.start, $0.end) == times }?.locations ?? []
    }
}

extension TimeSeries {
    /// The points with Apple's negative numbers for what is not known.
    fileprivate var locations: [CLLocation] {
        let (latitudes, longitudes, altitudes) = (self[.latitude], self[.longitude], self[.altitude])
        let (speeds, courses) = (self[.speed], self[.course])
        let (horizontal, vertical) = (self[.horizontalAccuracy], self[.verticalAccuracy])
        func number(_ column: [Double], _ index: Int, else unknown: Double) -> Double {
            index < column.count && !column[index].isNaN ? column[index] : unknown
        }
        return times.indices.map { index in
            let hasAltitude = index < altitudes.count && !altitudes[index].isNaN
            return CLLocation(
                coordinate: CLLocationCoordinate2D(
                    latitude: number(latitudes, index, else: 0), longitude: number(longitudes, index, else: 0)),
                altitude: number(altitudes, index, else: 0), horizontalAccuracy: number(horizontal, index, else: 0),
                verticalAccuracy: hasAltitude ? number(vertical, index, else: 0) : -1, course: number(courses, index, else: -1),
                speed: number(speeds, index, else: -1), timestamp: Instant(milliseconds: times[index]).date)
        }
    }
}
