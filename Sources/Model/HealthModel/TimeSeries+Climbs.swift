/// Rises and descents of routes (S13.11).
extension TimeSeries {
    /// A change of altitude counts when it has this many meters since the last one that counted. Smaller ones are mostly errors of the
    /// barometer and of GPS.
    package static let leastClimb = 3.0

    /// The points whose altitudes count: the first one, and each that is `leastClimb` above or below the last one that counted. They have
    /// no places. Nil if no altitude is known.
    package var turns: TimeSeries? {
        let altitudes = self[.altitude]
        var kept: [Int] = []
        for index in altitudes.indices where altitudes[index].isFinite {
            if let last = kept.last, abs(altitudes[index] - altitudes[last]) < Self.leastClimb { continue }
            kept.append(index)
        }
        let values = kind.columns.map { $0 == .altitude ? kept.map { altitudes[$0] } : [] }
        return TimeSeries(kind, name: "", times: kept.map { times[$0] }, values: values)
    }

    /// The changes from each of these `turns` to the next: positive meters are rises.
    package var climbs: [(start: Int64, end: Int64, meters: Double)] {
        let altitudes = self[.altitude]
        return altitudes.indices.dropFirst().map { (times[$0 - 1], times[$0], altitudes[$0] - altitudes[$0 - 1]) }
    }
}
