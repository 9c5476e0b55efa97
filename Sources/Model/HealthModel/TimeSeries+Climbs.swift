/// Rises and descents of routes (S13.11).
extension TimeSeries {
    /// A change of altitude counts when it has this many meters since the last one that counted. Smaller ones are mostly errors of the
    /// barometer and of GPS.
    package static let leastClimb = 3.0

    /// The altitudes that count: the first one, and each that is `leastClimb` above or below the last one that counted. Between two of them,
    /// the first one again, at the last time before the way left it. They have no places. Nil if no altitude is known.
    package var turns: TimeSeries? {
        let altitudes = self[.altitude]
        var kept: [(index: Int, altitude: Double)] = []
        // The last points at or below, and at or above, the altitude that counted last.
        var (low, high) = (0, 0)
        for index in altitudes.indices where altitudes[index].isFinite {
            let altitude = altitudes[index]
            if let last = kept.last?.altitude {
                if altitude <= last { low = index }
                if altitude >= last { high = index }
                guard abs(altitude - last) >= Self.leastClimb else { continue }
                let departure = altitude > last ? low : high
                if departure > kept[kept.count - 1].index { kept.append((departure, last)) }
            }
            kept.append((index, altitude))
            (low, high) = (index, index)
        }
        let values = kind.columns.map { $0 == .altitude ? kept.map(\.altitude) : [] }
        return TimeSeries(kind, name: "", times: kept.map { times[$0.index] }, values: values)
    }

    /// The changes from each of these `turns` to the next: positive meters are rises.
    package var climbs: [(start: Int64, end: Int64, meters: Double)] {
        let altitudes = self[.altitude]
        return altitudes.indices.dropFirst().map { (times[$0 - 1], times[$0], altitudes[$0] - altitudes[$0 - 1]) }
    }
}
