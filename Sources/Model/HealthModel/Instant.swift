/// A point in time, as whole milliseconds since 1970-01-01T00:00:00Z without leap seconds.
///
/// Samples, edges and ranges use instants. Columns of samples use the plain `Int64`.
public struct Instant: Hashable, Comparable, Sendable, Codable {
    /// The milliseconds since 1970 in UTC; negative before 1970.
    public var milliseconds: Int64

    /// The earliest instant.
    public static let min = Instant(milliseconds: .min)
    /// The latest instant.
    public static let max = Instant(milliseconds: .max)

    /// Creates the instant at `milliseconds` since 1970 in UTC.
    @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    /// Creates the instant at whole `seconds` since 1970 in UTC.
    @inlinable public init(seconds: Int64) { self.milliseconds = seconds * 1000 }

    /// Returns true if `a` is before `b`.
    @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

    /// Returns the instant that is `milliseconds` later.
    @inlinable public func advanced(byMilliseconds milliseconds: Int64) -> Instant {
        Instant(milliseconds: self.milliseconds + milliseconds)
    }
}
