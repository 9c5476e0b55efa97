import HealthImport
public import HealthModel

/// The length and the rises of a route.
public struct RouteMeasures: Sendable, Hashable {
    /// The meters from the first point to each point, along the line through the points.
    ///
    /// The earth counts as a sphere with a radius of 6,371,008.8 m (the mean radius of WGS 84), and heights do not count.
    public let distances: [Double]
    /// The sum of the rises in meters; nil if no altitude is known.
    public let ascent: Double?
    /// The sum of the descents in meters; nil if no altitude is known.
    public let descent: Double?

    /// The length of the whole route in meters.
    public var distance: Double { distances.last ?? 0 }

    /// Measures a route.
    public init(_ route: TimeSeries) {
        let (latitudes, longitudes) = (route[.latitude], route[.longitude])
        var distances: [Double] = []
        distances.reserveCapacity(latitudes.count)
        var sum = 0.0
        for index in latitudes.indices {
            if index > 0 {
                let step = PlaceDistance.meters(
                    latitudes[index - 1], longitudes[index - 1], latitudes[index], longitudes[index])
                if step.isFinite { sum += step }
            }
            distances.append(sum)
        }
        self.distances = distances
        let climbs = route.turns?.climbs.map(\.meters)
        ascent = climbs?.reduce(0) { $0 + max($1, 0) }
        descent = climbs?.reduce(0) { $0 + max(-$1, 0) }
    }
}
