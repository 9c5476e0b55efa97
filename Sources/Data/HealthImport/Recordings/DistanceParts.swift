/// What was added to the distance from one point of a recording to the next.
struct DistancePart: Equatable {
    var start: Int64
    var end: Int64
    var meters: Double
}

/// Turns the growing distance of the points of a recording into amounts.
enum DistanceParts {
    /// Returns the amounts above 0, in order. Empty if no point has a distance.
    ///
    /// - The first distance counts from the start of `span` if the total of the device has it, too. Otherwise the counter began earlier, as
    ///   in one sport of a triathlon.
    /// - A distance that is smaller in the first point of a lap counts from 0, because some programs restart the counter there.
    /// - A distance that becomes a little smaller and grows again is a correction: only what exceeds the greatest one counts.
    static func of(_ points: ArraySlice<RecordedPoint>, in span: RecordedSpan, lapStarts: [Int64]) -> [DistancePart] {
        let known = points.filter { $0.distance >= 0 }
        guard let first = known.first else { return [] }
        let starts = lapStarts.sorted()
        var nextLap = 0
        var (greatest, last) = (first.distance, first.time)
        var parts: [DistancePart] = []
        /// Adds an amount. Distances have at most six decimals, so a difference is rounded to them.
        func add(_ meters: Double, from start: Int64, to end: Int64, at place: Int? = nil) {
            let rounded = abs(meters) < 1e9 ? (meters * 1e6).rounded() / 1e6 : meters
            guard rounded > 0 else { return }
            parts.insert(DistancePart(start: min(start, end), end: end, meters: rounded), at: place ?? parts.count)
        }
        for point in known.dropFirst() {
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
        let sum = parts.reduce(0) { $0 + $1.meters }
        if let total = span.distance, abs(sum + first.distance - total) < abs(sum - total) {
            add(first.distance, from: span.start, to: first.time, at: 0)
        }
        return parts
    }
}
