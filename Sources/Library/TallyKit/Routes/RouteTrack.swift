import Foundation
package import HealthModel

/// The places of a route on a plane, which touches the earth at the middle latitude of the route.
package struct RouteTrack: Sendable {
    /// A longer time between two points is a gap of the route, in milliseconds.
    package static let leastGap: Int64 = 60_000

    /// The points between two gaps.
    package let parts: [Range<Int>]
    /// The meters to the east and to the south of the first point.
    package let places: [(east: Double, south: Double)]

    package init(_ route: TimeSeries) {
        var parts: [Range<Int>] = []
        var first = 0
        for index in route.times.indices.dropFirst() where route.times[index] - route.times[index - 1] > Self.leastGap {
            parts.append(first..<index)
            first = index
        }
        self.parts = parts + [first..<route.count]
        let (latitudes, longitudes) = (route[.latitude], route[.longitude])
        guard let south = latitudes.min(), let north = latitudes.max(), let start = latitudes.first else {
            places = []
            return
        }
        let meters = 6_371_008.8 * Double.pi / 180
        let width = cos((south + north) / 2 * .pi / 180)
        // A step over the date line goes the short way, so longitudes can leave the range of -180 to 180.
        var east = 0.0
        places = latitudes.indices.map { index in
            if index > 0 { east += (longitudes[index] - longitudes[index - 1]).remainder(dividingBy: 360) }
            return (east * meters * width, (start - latitudes[index]) * meters)
        }
    }
}
