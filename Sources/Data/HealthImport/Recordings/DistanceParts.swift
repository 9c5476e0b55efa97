/// The distance from one point of a recording to the next.
struct DistancePart: Equatable {
    var start: Int64
    var end: Int64
    var meters: Double
}

/// The distance that a device had counted when a sport or a recording ended.
struct DistanceCounter {
    /// The last point with a distance.
    var point: RecordedPoint
    /// The end of that sport or recording.
    var end: Int64

    /// Returns the distance at the end, if the next record is at a time and the device counts again from `start`. The distance between the
    /// two records is shared by their times.
    func distance(before next: RecordedPoint, from start: Int64) -> Double {
        let (before, after) = (Double(max(end - point.time, 0)), Double(max(next.time - start, 0)))
        let share = before + after > 0 ? before / (before + after) : 0
        return point.distance + max(next.distance - point.distance, 0) * share
    }

    /// Returns a point at the end that divides the distance from the last point to the next one; nil if the last point is at the end.
    func point(before next: ArraySlice<RecordedPoint>, from start: Int64) -> RecordedPoint? {
        guard point.time < end, let next = next.first(where: { $0.distance >= 0 }), next.distance > point.distance else { return nil }
        var border = RecordedPoint()
        border.place.time = end
        border.distance = distance(before: next, from: start)
        return border
    }
}

/// Turns the growing distance of the points of a recording into amounts.
enum DistanceParts {
    /// The greatest share of the total that can be missing after the last point.
    private static let greatestRest = 0.01

    /// Returns the amounts above 0, in order. Empty if no point has a distance.
    ///
    /// - The first distance counts from the start of `span`, without that which `counter` had before. If the counter starts again, or if
    ///   nothing was recorded before, the whole first distance counts, unless the sum without it is nearer to the total of the device.
    /// - A distance that is smaller in the first point of a lap counts from 0, because some programs restart the counter there.
    /// - A distance that becomes a little smaller and grows again is a correction: only what exceeds the greatest one counts.
    /// - A pause between two points has nothing: the amount is shared by the time outside of it.
    /// - The device goes on counting after its last point. What is then missing to its total counts until the end, up to 1 %.
    static func of(
        _ points: ArraySlice<RecordedPoint>, in span: RecordedSpan, lapStarts: [Int64], pauses: [Range<Int64>] = [],
        after counter: DistanceCounter? = nil
    ) -> [DistancePart] {
        guard let start = points.firstIndex(where: { $0.distance >= 0 }) else { return [] }
        let first = points[start]
        var parts: [DistancePart] = []
        var clock = PauseClock(pauses)
        /// Adds an amount. Distances have at most six decimals, so a difference is rounded to them.
        func add(_ meters: Double, from start: Int64, to end: Int64) {
            let rounded = abs(meters) < 1e9 ? (meters * 1e6).rounded() / 1e6 : meters
            guard rounded > 0 else { return }
            if let last = parts.last, last.end == end {
                // Two equal samples of one moment would count once.
                parts[parts.count - 1].meters += rounded
            } else {
                parts += clock.divided(DistancePart(start: min(start, end), end: end, meters: rounded))
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
        var sum = parts.reduce(0) { $0 + $1.meters }
        let begun = begun(with: first, in: span, besides: sum, after: counter)
        if begun > 0 {
            sum += begun
            let isShared = parts.first?.end == first.time
            if isShared {
                parts[0].meters += begun
            } else {
                parts.insert(DistancePart(start: min(span.start, first.time), end: first.time, meters: begun), at: 0)
            }
        }
        guard let total = span.distance else { return parts }
        if sum > 0, total > sum, total - sum <= total * greatestRest {
            // A moment at the end would belong to the next sport.
            let from = last < span.end ? last : min(parts.last?.end ?? span.start, last)
            add(total - sum, from: from, to: max(last, span.end))
        }
        return parts
    }

    /// Returns the meters from the start of a span to its first point.
    private static func begun(with first: RecordedPoint, in span: RecordedSpan, besides sum: Double, after counter: DistanceCounter?)
        -> Double
    {
        var choices = [first.distance]
        // The counter goes on from the sport before.
        if let counter, counter.point.distance <= first.distance {
            choices.insert(first.distance - counter.distance(before: first, from: span.start), at: 0)
        }
        let rounded = choices.map { ($0 * 1e6).rounded() / 1e6 }
        guard let total = span.distance else { return counter == nil ? 0 : rounded[0] }
        return (counter == nil ? [0] + rounded : rounded + [0]).min { abs(sum + $0 - total) < abs(sum + $1 - total) } ?? 0
    }
}

/// The pauses of a recording, for amounts in order of their times.
private struct PauseClock {
    private let pauses: [Range<Int64>]
    private var next = 0

    init(_ pauses: [Range<Int64>]) { self.pauses = pauses.sorted { $0.lowerBound < $1.lowerBound } }

    /// Shares an amount by the time outside of pauses. An amount in a pause stays as it is.
    mutating func divided(_ part: DistancePart) -> [DistancePart] {
        while next < pauses.count, pauses[next].upperBound <= part.start { next += 1 }
        var (from, runs): (Int64, [Range<Int64>]) = (part.start, [])
        for pause in pauses[next...].prefix(while: { $0.lowerBound < part.end }) where pause.upperBound > from {
            if from < pause.lowerBound { runs.append(from..<pause.lowerBound) }
            from = pause.upperBound
        }
        if from < part.end { runs.append(from..<part.end) }
        let active = runs.reduce(0) { $0 + $1.count }
        guard active > 0, active < part.end - part.start else { return [part] }
        var rest = part.meters
        return runs.enumerated().map { index, run in
            let share = index == runs.count - 1 ? rest : (part.meters * Double(run.count) / Double(active) * 1e6).rounded() / 1e6
            rest = ((rest - share) * 1e6).rounded() / 1e6
            return DistancePart(start: run.lowerBound, end: run.upperBound, meters: share)
        }
    }
}
