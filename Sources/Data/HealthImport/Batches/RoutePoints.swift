import HealthModel

/// The points of a route while they are read.
struct RoutePoints {
    /// A point as it is written. NaN is an unknown number.
    struct Point {
        /// Milliseconds since 1970; nil if unknown.
        var time: Int64?
        var latitude = Double.nan
        var longitude = Double.nan
        var altitude = Double.nan
        var speed = Double.nan
        var course = Double.nan
        var horizontalAccuracy = Double.nan
        var verticalAccuracy = Double.nan

        /// True if the point says where it is. A negative accuracy means that the place is not valid.
        var hasPlace: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 && !(horizontalAccuracy < 0) }
    }

    private var times: [Int64] = []
    private var columns = [[Double]](repeating: [], count: TimeSeries.Kind.route.columns.count)
    private var lostPoints = 0

    /// True if there are points, also without a time or a place.
    var hasPoints: Bool { !times.isEmpty || lostPoints > 0 }
    /// The number of points with a time and a place.
    var count: Int { times.count }

    mutating func add(_ point: Point) {
        guard let time = point.time, point.hasPlace else {
            lostPoints += 1
            return
        }
        /// Apple writes an unknown speed, course or accuracy as a negative number.
        func known(_ number: Double) -> Double { number < 0 ? .nan : number }
        times.append(time)
        columns[0].append(point.latitude)
        columns[1].append(point.longitude)
        columns[2].append(point.verticalAccuracy < 0 ? .nan : point.altitude)
        columns[3].append(known(point.speed))
        columns[4].append(known(point.course))
        columns[5].append(point.horizontalAccuracy)
        columns[6].append(known(point.verticalAccuracy))
    }

    /// Returns the route, with its points in order of time.
    consuming func finished(name: String) -> RouteFindings.Outcome {
        var outcome = RouteFindings.Outcome(lostPoints: lostPoints)
        if times.isEmpty {
            outcome.problem = lostPoints > 0 ? .noUsablePoint : .noPoints
            return outcome
        }
        if zip(times, times.dropFirst()).contains(where: { $0 > $1 }) {
            outcome.wasOutOfOrder = true
            let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
            columns = columns.map { column in order.map { column[$0] } }
            times = order.map { times[$0] }
        }
        outcome.series = TimeSeries(.route, name: name, times: times, values: columns)
        if outcome.series == nil { outcome.problem = .tooLong }
        return outcome
    }
}
