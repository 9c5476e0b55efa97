import HealthModel

/// The ids that a record has in a batch.
struct RecordIDs {
    var source: Int32
    var origin: Int32
    var metadata: Int32
}

/// UTC offsets as names of zones.
enum UTCOffset {
    /// Returns an offset in seconds as the name of a zone, such as `+05:30`. Nil if no clock can have it.
    static func name(_ seconds: Int64) -> String? {
        guard abs(seconds.clamped(to: -100_000...100_000)) <= 18 * 3600, seconds % 60 == 0 else { return nil }
        let minutes = abs(seconds) / 60
        func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (seconds < 0 ? "-" : "+") + digits(minutes / 60) + ":" + digits(minutes % 60)
    }
}

extension MetricID {
    static let sleepAnalysis = MetricID(CategoryType.identifierPrefix + "SleepAnalysis")
}
