// Finds the rises and descents of a route (S13.11).
//
//     altitude        top 1
//                    ╱     ╲          ╱╲     top 2        turning points: the lowest and the highest points between which the way
//                   ╱       ╲   ╱╲   ╱  ╲╱               goes at least 3 m without turning back by 3 m
//            ──────╱         ╲_╱  ╲_╱
//
// Between two turning points, the way is cut where it has gone another 3 m, so each part of a rise is at its time.
//
// Decisions 0198, 0217.

/// Rises and descents of routes (S13.11).
extension TimeSeries {
    /// A rise or a descent counts if it has this many meters. Smaller ones are mostly errors of the barometer and of GPS.
    package static let leastClimb = 3.0

    /// The turning points, and between two of them the points where the way has gone another `leastClimb`, each after the last point at the
    /// altitude before. They have no places. A route without rises and descents has its first altitude. Nil if no altitude is known.
    package var turns: TimeSeries? {
        let altitudes = self[.altitude]
        let known = altitudes.indices.filter { altitudes[$0].isFinite }
        var kept: [(index: Int, altitude: Double)] = []
        let turns = Self.turningPoints(of: altitudes, at: known)
        if let first = turns.first { kept.append((known[first], altitudes[known[first]])) }
        for (from, to) in zip(turns, turns.dropFirst()) {
            let sign = altitudes[known[to]] > altitudes[known[from]] ? 1.0 : -1
            var departure = from
            for place in from...to {
                let (index, last) = (known[place], kept[kept.count - 1])
                let climbed = (altitudes[index] - last.altitude) * sign
                if climbed <= 0 { departure = place }
                guard climbed >= Self.leastClimb || place == to, climbed > 0 else { continue }
                if known[departure] > last.index { kept.append((known[departure], last.altitude)) }
                kept.append((index, altitudes[index]))
                departure = place
            }
        }
        let values = kind.columns.map { $0 == .altitude ? kept.map(\.altitude) : [] }
        return TimeSeries(kind, name: "", times: kept.map { times[$0.index] }, values: values)
    }

    /// Returns the places in `known` of the lowest and the highest points, in turn; only the first place if no change is large enough.
    private static func turningPoints(of altitudes: [Double], at known: [Int]) -> [Int] {
        guard !known.isEmpty else { return [] }
        var turns: [Int] = []
        // The lowest and the highest place since the last turning point.
        var (low, high) = (0, 0)
        var isRising: Bool?
        for place in known.indices {
            let altitude = altitudes[known[place]]
            if altitude < altitudes[known[low]] { low = place }
            if altitude > altitudes[known[high]] { high = place }
            if isRising != true, altitude - altitudes[known[low]] >= leastClimb {
                turns.append(low)
                (isRising, high) = (true, place)
            } else if isRising != false, altitudes[known[high]] - altitude >= leastClimb {
                turns.append(high)
                (isRising, low) = (false, place)
            }
        }
        guard let isRising else { return [0] }
        return turns + [isRising ? high : low]
    }

    /// The changes from each of these `turns` to the next: positive meters are rises.
    package var climbs: [(start: Int64, end: Int64, meters: Double)] {
        let altitudes = self[.altitude]
        return altitudes.indices.dropFirst().map { (times[$0 - 1], times[$0], altitudes[$0] - altitudes[$0 - 1]) }
    }
}
