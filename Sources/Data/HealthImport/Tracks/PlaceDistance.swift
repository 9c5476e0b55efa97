import Foundation

/// Distances between places on the earth.
package enum PlaceDistance {
    /// Returns the meters between two places in degrees (haversine formula). The earth counts as a sphere with a radius of 6,371,008.8 m,
    /// the mean radius of WGS 84.
    package static func meters(_ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let north = sin(radians(otherLatitude - latitude) / 2)
        let east = sin(radians(otherLongitude - longitude) / 2)
        let chord = north * north + cos(radians(latitude)) * cos(radians(otherLatitude)) * east * east
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
}
