import CalendarIntervals
import Foundation

/// The rule of S3.7 told by `TimeZone` alone, one question at a time: slow, and independent of the tables of `Zone`.
struct WallClockRule {
    let timeZone: TimeZone

    /// What a reading of the wall clock means, in seconds since 1970.
    enum Meaning: Equatable {
        case once(Int64)
        case twice(first: Int64, second: Int64)
        case skipped(movedTo: Int64)

        /// The instant that the rule takes.
        var edge: Int64 {
            switch self {
            case .once(let instant), .twice(let instant, _), .skipped(let instant): instant
            }
        }
    }

    func offset(_ instant: Int64) -> Int64 {
        Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
    }

    /// The offset without summer time.
    func standardOffset(_ instant: Int64) -> Int64 {
        offset(instant) - Int64(timeZone.daylightSavingTimeOffset(for: Date(timeIntervalSince1970: Double(instant))))
    }

    /// - Parameter local: seconds of the local time line.
    func meaning(_ local: Int64) -> Meaning {
        // A day and a half to either side of the reading taken as UTC covers every offset and a skipped day.
        let offsets = Set([-129_600, -64_800, -43_200, 0, 43_200, 129_600].map { offset(local + $0) })
        let found = offsets.map { local - $0 }.filter { local - $0 == offset($0) }.sorted()
        switch found.count {
        case 0: return .skipped(movedTo: local - offset(local - 129_600))
        case 1: return .once(found[0])
        default: return .twice(first: found[0], second: found[1])
        }
    }
}
