/// The quarter hours of UTC, numbered from 1970. The days and hours of every time zone consist of whole quarter hours.
package enum QuarterHour {
    package static let milliseconds: Int64 = 900_000

    /// Returns the quarter hour that contains `moment`. A moment on the edge belongs to the later one.
    @inlinable package static func holding(_ moment: Int64) -> Int64 {
        let quarter = moment / milliseconds
        return quarter * milliseconds > moment ? quarter - 1 : quarter
    }

    /// Returns the quarter hours that overlap the half-open interval `[start, end)`. For an instant, this is a single quarter hour.
    @inlinable package static func meeting(from start: Int64, to end: Int64) -> Range<Int64> {
        let first = holding(start)
        return first..<max(holding(max(end, start &+ 1) - 1), first) + 1
    }

    /// A range that contains every quarter hour.
    package static let all = holding(.min)..<holding(.max) + 1
}
