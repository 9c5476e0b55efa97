import CalendarIntervals
import HealthModel

/// Converts times of day with an offset, such as `2024-03-10 03:00:00 -0400` and `2024-03-10T07:00:00.000Z`, to milliseconds since 1970.
///
/// It caches the last day and the last hour, because consecutive rows usually have the same date.
struct TimeReader {
    /// The length of a time in an export: `2024-03-10 03:00:00 -0400`.
    static let exportLength = 25
    /// The length of a time in UTC with milliseconds: `2024-03-10T07:00:00.000Z`.
    private static let universalLength = 24

    /// The ten bytes of the day in two overlapping words.
    private var dayText: (UInt64, UInt64)
    private var dayMilliseconds: Int64 = 0
    /// The day and hour of the last time in two overlapping words, the bytes of its offset, and its instant without minutes and seconds.
    private var hourText: (UInt64, UInt64) = (0, 0)
    private var offsetText = UInt64.max
    private var hourMilliseconds: Int64 = 0

    init() {
        let epoch = Array("1970-01-01".utf8)
        dayText = (epoch.span.word(at: 0), epoch.span.word(at: 2))
    }

    /// Returns the instant of `text` in milliseconds. Nil if `text` is not a date with time and offset.
    @inline(__always)
    mutating func read(_ text: Bytes) -> Int64? {
        guard text.count == TimeReader.exportLength || text.count == TimeReader.universalLength else { return readAny(text) }
        let hour = (text.word(at: 0), text.word(at: 6))
        var offset = UInt64(littleEndian: text.word(at: text.count - 8))
        var milliseconds: Int64 = 0
        if text.count == TimeReader.exportLength {
            // The seconds are before the offset.
            offset >>= 16
        } else {
            guard let tens = twoDigits(text, 20), let ones = digit(text, 22), text[19] == UInt8(ascii: ".") else { return readAny(text) }
            milliseconds = tens * 10 + ones
            offset >>= 56
        }
        if offset == offsetText, hour == hourText, text[16] == UInt8(ascii: ":"), let minute = twoDigits(text, 14),
            let second = twoDigits(text, 17), minute < 60, second < 60
        {
            return hourMilliseconds + (minute * 60 + second) * 1000 + milliseconds
        }
        let time = readAny(text)
        if let time, text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: " ") || offset <= 0xFF,
            let hours = twoDigits(text, 11), let minute = twoDigits(text, 14), let second = twoDigits(text, 17),
            hours < 24, minute < 60, second < 60
        {
            (hourText, offsetText) = (hour, offset)
            hourMilliseconds = time - (minute * 60 + second) * 1000 - milliseconds
        }
        return time
    }

    private mutating func readAny(_ text: Bytes) -> Int64? {
        // Most files write seconds, and either no fraction or milliseconds.
        guard text.count >= 20, text[10] == UInt8(ascii: " ") || text[10] == UInt8(ascii: "T"),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            let hour = twoDigits(text, 11), let minute = twoDigits(text, 14), let second = twoDigits(text, 17),
            hour < 24, minute < 60, second < 60
        else { return readGeneral(text) }
        var milliseconds: Int64 = 0
        var position = 19
        if text[19] == UInt8(ascii: ".") {
            guard text.count >= 24, let tens = twoDigits(text, 20), let ones = digit(text, 22) else { return readGeneral(text) }
            milliseconds = tens * 10 + ones
            position = 23
        }
        guard let offset = offsetMinutes(text, position) else { return readGeneral(text) }
        let day = (text.word(at: 0), text.word(at: 2))
        if day != dayText {
            guard let date = ISO8601.read(utf8: text.extracting(0..<10)) else { return nil }
            dayMilliseconds = Int64(date.date.dayNumber) * 86_400_000
            dayText = day
        }
        return dayMilliseconds + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds
    }

    /// Reads `Z`, ` -0400`, `-0400` or `-04:00` at the end of `text`. Nil for all other forms.
    @inline(__always)
    private func offsetMinutes(_ text: Bytes, _ start: Int) -> Int64? {
        if text.count == start + 1 { return text[start] == UInt8(ascii: "Z") ? 0 : nil }
        let position = text[start] == UInt8(ascii: " ") ? start + 1 : start
        let length = text.count - position
        guard length == 5 || (length == 6 && text[position + 3] == UInt8(ascii: ":")),
            let hours = twoDigits(text, position + 1), let minutes = twoDigits(text, position + length - 2), hours < 24, minutes < 60
        else { return nil }
        switch text[position] {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -(hours * 60 + minutes)
        default: return nil
        }
    }

    @inline(__always)
    private func twoDigits(_ text: Bytes, _ index: Int) -> Int64? {
        guard let tens = digit(text, index), let ones = digit(text, index + 1) else { return nil }
        return tens * 10 + ones
    }

    @inline(__always)
    private func digit(_ text: Bytes, _ index: Int) -> Int64? {
        let digit = text[index] &- 0x30
        return digit <= 9 ? Int64(digit) : nil
    }

    /// Reads all other forms of ISO 8601, which other tools write.
    private func readGeneral(_ text: Bytes) -> Int64? {
        guard let reading = ISO8601.read(utf8: text), reading.offsetSeconds != nil else { return nil }
        return reading.instant(in: .utc).milliseconds
    }
}
