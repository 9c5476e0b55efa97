import CalendarIntervals
import Foundation

/// Implements rule S3.7 with `TimeZone` only. It is slow, and independent of the tables of `Zone`.
struct WallClockRule {
    let timeZone: TimeZone

    /// The meaning of a local time, in seconds since 1970.
    enum Meaning: Equatable {
        case once(Int64)
        case twice(first: Int64, second: Int64)
        case skipped(movedTo: Int64)

        /// The instant chosen by the rule.
        var edge: Int64 {
            switch self {
            case .once(let instant), .twice(let instant, _), .skipped(let instant): instant
            }
        }
    }

    func offset(_ instant: Int64) -> Int64 {
        Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
    }

    /// Returns the offset without daylight saving time.
    func standardOffset(_ instant: Int64) -> Int64 {
        offset(instant) - Int64(timeZone.daylightSavingTimeOffset(for: Date(timeIntervalSince1970: Double(instant))))
    }

    /// - Parameter local: Seconds of the local time line.
    func meaning(_ local: Int64) -> Meaning {
        // A day and a half before and after the local time as UTC covers every offset and a skipped day.
        let offsets = Set([-129_600, -64_800, -43_200, 0, 43_200, 129_600].map { offset(local + $0) })
        let found = offsets.map { local - $0 }.filter { local - $0 == offset($0) }.sorted()
        switch found.count {
        case 0: return .skipped(movedTo: local - offset(local - 129_600))
        case 1: return .once(found[0])
        default: return .twice(first: found[0], second: found[1])
        }
    }
}
