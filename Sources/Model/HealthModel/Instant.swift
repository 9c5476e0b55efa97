/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Samples, edges and ranges are all made of instants; column data keeps the bare `Int64`.
package struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970 in UTC; negative before.
    package var milliseconds: Int64

    @inlinable package init(milliseconds: Int64) { self.milliseconds = milliseconds }
    /// The instant at whole `seconds` since 1970 in UTC.
    @inlinable package init(seconds: Int64) { self.milliseconds = seconds * 1000 }

    @inlinable package static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

    /// This instant moved by `milliseconds`.
    @inlinable package func advanced(byMilliseconds milliseconds: Int64) -> Instant {
        Instant(milliseconds: self.milliseconds + milliseconds)
    }
}
