import CalendarIntervals
import HealthModel

/// Converts the dates of an export, such as `2024-03-10 03:00:00 -0400`, to milliseconds since 1970.
///
/// It caches the last day, because consecutive rows usually have the same date.
struct ExportDateReader {
    /// The ten bytes of the day in two overlapping words.
    private var dayText: (UInt64, UInt64) = (0, 0)
    private var dayMilliseconds: Int64 = 0

    /// Returns the instant of `text` in milliseconds. Nil if `text` is not a date with time and offset.
    mutating func read(_ text: Bytes) -> Int64? {
        guard text.count == 25, text[10] == 0x20, text[19] == 0x20,
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":")
        else { return readGeneral(text) }
        let day = (text.word(at: 0), text.word(at: 2))
        if day != dayText {
            guard let date = ISO8601.read(utf8: text.extracting(0..<10)) else { return nil }
            dayMilliseconds = Int64(date.date.dayNumber) * 86_400_000
            dayText = day
        }
        guard let hour = twoDigits(text, 11), let minute = twoDigits(text, 14), let second = twoDigits(text, 17),
            let offsetHour = twoDigits(text, 21), let offsetMinute = twoDigits(text, 23),
            hour < 24, minute < 60, second < 60, offsetHour < 24, offsetMinute < 60,
            text[20] == UInt8(ascii: "+") || text[20] == UInt8(ascii: "-")
        else { return nil }
        let offset = offsetHour * 60 + offsetMinute
        let minutes = hour * 60 + minute + (text[20] == UInt8(ascii: "-") ? offset : -offset)
        return dayMilliseconds + (minutes * 60 + second) * 1000
    }

    @inline(__always)
    private func twoDigits(_ text: Bytes, _ index: Int) -> Int64? {
        let tens = text[index] &- 0x30
        let ones = text[index + 1] &- 0x30
        return tens <= 9 && ones <= 9 ? Int64(tens) * 10 + Int64(ones) : nil
    }

    /// Reads ISO 8601, which other tools write.
    private func readGeneral(_ text: Bytes) -> Int64? {
        guard let reading = ISO8601.read(utf8: text), reading.offsetSeconds != nil else { return nil }
        return reading.instant(in: .utc).milliseconds
    }
}
