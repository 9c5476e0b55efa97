import CalendarIntervals
import HealthModel

/// A reading in a list with equal distances.
struct PresetReading {
    var time: Int64
    var value: Double

    /// The maximum number of readings of a row.
    private static let limit = 100_000

    /// Returns the readings in a text such as `{"interval": 300, "items": [55, null, 53], "timestamp": "2026-05-01T23:00:00+02:00"}`.
    ///
    /// - Parameters:
    ///   - start: the time of the first reading if the text has none.
    ///   - zone: the zone of a time without an offset.
    static func all(in text: String, from start: Int64, zone: Zone?) -> Result<[PresetReading], ImportIssueError> {
        var stream = JSONStream(ByteWindow(ByteChunk(memory: Array(text.utf8), start: 0), at: 0))
        guard let object = stream.value(), object.isObject, let seconds = object["interval"]?.number, seconds > 0, seconds < 1e6,
            let items = object["items"]?.elements
        else { return .failure(.badValue) }
        var first = start
        if let text = object["timestamp"]?.text {
            guard let reading = ISO8601.read(text) else { return .failure(.badDate) }
            guard let zone = reading.offsetSeconds == nil ? zone : .utc else { return .failure(.missingZone) }
            first = reading.instant(in: zone).milliseconds
        }
        return .success(
            items.prefix(limit).enumerated().compactMap { index, item in
                item.number.map { PresetReading(time: first + Int64((Double(index) * seconds * 1000).rounded()), value: $0) }
            })
    }
}
