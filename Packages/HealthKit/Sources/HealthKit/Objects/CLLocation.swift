public import Foundation

/// An angle in degrees.
public typealias CLLocationDegrees = Double
/// A length in meters.
public typealias CLLocationDistance = Double
/// A speed in meters per second.
public typealias CLLocationSpeed = Double
/// A direction in degrees, clockwise from north.
public typealias CLLocationDirection = Double
/// The possible error of a position in meters.
public typealias CLLocationAccuracy = Double

/// A position on the earth.
public struct CLLocationCoordinate2D: Sendable, Hashable {
    /// Degrees to the north.
    public var latitude: CLLocationDegrees
    /// Degrees to the east.
    public var longitude: CLLocationDegrees

    /// Creates the position at 0°, 0°.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// Creates a position.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A point of a route: a position and a time. Linux has no CoreLocation, so the module brings the part that routes need.
public final class CLLocation: NSObject, Sendable {
    /// The position.
    public let coordinate: CLLocationCoordinate2D
    /// The height above the sea in meters.
    public let altitude: CLLocationDistance
    /// The possible error of the position in meters; negative if the position is unknown.
    public let horizontalAccuracy: CLLocationAccuracy
    /// The possible error of the height in meters; negative if the height is unknown.
    public let verticalAccuracy: CLLocationAccuracy
    /// The direction of movement in degrees from north; negative if it is unknown.
    public let course: CLLocationDirection
    /// The speed in meters per second; negative if it is unknown.
    public let speed: CLLocationSpeed
    /// The time at the point.
    public let timestamp: Date

    /// Creates a point without a height, a direction and a speed, at this moment.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0, horizontalAccuracy: 0,
            verticalAccuracy: -1, timestamp: Date())
    }

    /// Creates a point without a direction and a speed.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy, verticalAccuracy: verticalAccuracy,
            course: -1, speed: -1, timestamp: timestamp)
    }

    /// Creates a point.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.course = course
        self.speed = speed
        self.timestamp = timestamp
    }

    /// Returns the meters to another point along the surface of a round earth (haversine formula, radius 6,371,008.8 m).
    public func distance(from location: CLLocation) -> CLLocationDistance {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let (a, b) = (coordinate, location.coordinate)
        let north = sin(radians(b.latitude - a.latitude) / 2)
        let east = sin(radians(b.longitude - a.longitude) / 2)
        let chord = north * north + cos(radians(a.latitude)) * cos(radians(b.latitude)) * east * east
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
}
