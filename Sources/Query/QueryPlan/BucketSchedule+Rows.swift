package import CalendarIntervals
package import HealthModel

extension BucketSchedule {
    /// Returns the edges of the periods for grouping rows: those that overlap the range and have begun, and all that contain `places`.
    ///
    /// - Parameters:
    ///   - start: The start of the range; nil if it is unknown.
    ///   - end: The end of the range; nil if it is unknown.
    ///   - places: The moments that decide the periods of rows, in milliseconds since 1970.
    package func edges(from start: Instant?, to end: Instant?, now: Instant, holding places: [Int64]) -> [Int64] {
        let begun = end.map { min($0, now.advanced(byMilliseconds: 1)) }
        let first = [start, places.min().map { Instant(milliseconds: $0) }].compactMap(\.self).min()
        let last = [begun, places.max().map { Instant(milliseconds: $0 + 1) }].compactMap(\.self).max()
        guard let first, let last, first < last else { return [] }
        return edges(covering: first..<last)
    }
}
