import CalendarIntervals
import HealthModel

extension Zone {
    /// Returns the end of the day that starts at `start`, in milliseconds since 1970. A day can have 23 or 25 hours.
    func endOfDay(from start: Int64) -> Int64 {
        firstInstant(atOrAfterLocalMilliseconds: localMilliseconds(at: Instant(milliseconds: start)) + 86_400_000).milliseconds
    }
}
