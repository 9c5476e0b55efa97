/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Samples, edges and ranges are all made of instants; columns keep the bare `Int64`.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970 in UTC; negative before.
    public var milliseconds: Int64

    /// Before and after everything.
    public static let min = Instant(milliseconds: .min)
    /// After everything.
    public static let max = Instant(milliseconds: .max)

    /// The instant at `milliseconds` since 1970 in UTC.
    @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    /// The instant at whole `seconds` since 1970 in UTC.
    @inlinable public init(seconds: Int64) { self.milliseconds = seconds * 1000 }

    /// Whether `a` is before `b`.
    @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

    /// This instant moved by `milliseconds`.
    @inlinable public func advanced(byMilliseconds milliseconds: Int64) -> Instant {
        Instant(milliseconds: self.milliseconds + milliseconds)
    }
}
