/// The distance from one point of a recording to the next.
struct DistancePart: Equatable {
    var start: Int64
    var end: Int64
    var meters: Double
}

/// Turns the growing distance of the points of a recording into amounts.
enum DistanceParts {
    /// The greatest share of the total that can be missing after the last point.
    private static let greatestRest = 0.01

    /// Returns the amounts above 0, in order. Empty if no point has a distance.
    ///
    /// - The first distance counts from the start of `span` if that brings the sum nearer to the total of the device. Otherwise the counter
    ///   began earlier, as in one sport of a triathlon.
    /// - A distance that is smaller in the first point of a lap counts from 0, because some programs restart the counter there.
    /// - A distance that becomes a little smaller and grows again is a correction: only what exceeds the greatest one counts.
    /// - The device goes on counting after its last point. What is then missing to its total counts until the end, up to 1 %.
    static func of(_ points: ArraySlice<RecordedPoint>, in span: RecordedSpan, lapStarts: [Int64]) -> [DistancePart] {
        guard let start = points.firstIndex(where: { $0.distance >= 0 }) else { return [] }
        let first = points[start]
        var parts: [DistancePart] = []
        /// Adds an amount. Distances have at most six decimals, so a difference is rounded to them.
        func add(_ meters: Double, from start: Int64, to end: Int64) {
            let rounded = abs(meters) < 1e9 ? (meters * 1e6).rounded() / 1e6 : meters
            guard rounded > 0 else { return }
            if let last = parts.last, last.end == end {
                // Two equal samples of one moment would count once.
                parts[parts.count - 1].meters += rounded
            } else {
                parts.append(DistancePart(start: min(start, end), end: end, meters: rounded))
            }
        }
        let starts = lapStarts.sorted()
        var nextLap = 0
        var (greatest, last) = (first.distance, first.time)
        for point in points[start...].dropFirst() where point.distance >= 0 {
            // The last point of a lap can have the time at which the next lap starts.
            while nextLap < starts.count, starts[nextLap] < last { nextLap += 1 }
            let isNewLap = nextLap < starts.count && starts[nextLap] <= point.time
            if point.distance < greatest, isNewLap || point.distance < greatest / 2 {
                // The counter starts again.
                if isNewLap { add(point.distance, from: last, to: point.time) }
                greatest = point.distance
            } else if point.distance > greatest {
                add(point.distance - greatest, from: last, to: point.time)
                greatest = point.distance
            }
            last = point.time
        }
        guard let total = span.distance else { return parts }
        var sum = parts.reduce(0) { $0 + $1.meters }
        if first.distance > 0, abs(sum + first.distance - total) < abs(sum - total) {
            sum += first.distance
            let isShared = parts.first?.end == first.time
            if isShared {
                parts[0].meters += first.distance
            } else {
                parts.insert(DistancePart(start: min(span.start, first.time), end: first.time, meters: first.distance), at: 0)
            }
        }
        if sum > 0, total > sum, total - sum <= total * greatestRest {
            // A moment at the end would belong to the next sport.
            let from = last < span.end ? last : min(parts.last?.end ?? span.start, last)
            add(total - sum, from: from, to: max(last, span.end))
        }
        return parts
    }
}
