// Reads the times of an import. An export has three for each sample, so this runs up to thirty million times for ten million samples.
//
//     2024-03-10 03:17:45 -0400
//     └ day and hour ┘      └ offset     compared with those of the last time, as three words of eight bytes
//                   └ read from one word
//
// Samples are in order of time in most files, so the day, the hour and the offset are usually those of the time before. Then only minutes
// and seconds are read, without a branch for each digit. Everything else goes to slower readers, which accept all of ISO 8601.
//
// Invariant: the fast path returns what the slow one would.
//
// Decision 0063 (rows in place).

import CalendarIntervals
import HealthModel

/// Converts times of day with an offset, such as `2024-03-10 03:00:00 -0400` and `2024-03-10T07:00:00.000Z`, to milliseconds since 1970.
///
/// It remembers the last day and the last hour.
struct TimeReader {
    /// The length of a time in an export: `2024-03-10 03:00:00 -0400`.
    static let exportLength = 25

    /// The day of the last time: its ten bytes as two overlapping words.
    private var dayText: (UInt64, UInt64)
    private var dayMilliseconds: Int64 = 0
    /// The last time that had minutes and seconds: the day and the hour as two overlapping words, the offset, and the start of the hour.
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
        // The length shows the form: an offset of six bytes or `Z`, with or without milliseconds.
        let hasMilliseconds: Bool
        let offsetBits: UInt64
        switch text.count {
        case TimeReader.exportLength: (hasMilliseconds, offsetBits) = (false, 48)
        case 24: (hasMilliseconds, offsetBits) = (true, 8)
        case 20: (hasMilliseconds, offsetBits) = (false, 8)
        case 29: (hasMilliseconds, offsetBits) = (true, 48)
        default: return readAny(text)
        }
        let hour = (text.word(at: 0), text.word(at: 6))
        // The highest byte has the length, so that offsets of different lengths are never equal.
        let offset = UInt64(littleEndian: text.word(at: text.count - 8)) >> (64 - offsetBits) | offsetBits << 56
        guard let time = minuteAndSecond(text) else { return readAny(text) }
        var sinceHour = time
        if hasMilliseconds {
            guard let milliseconds = milliseconds(text) else { return readAny(text) }
            sinceHour += milliseconds
        }
        if offset == offsetText, hour == hourText { return hourMilliseconds + sinceHour }
        let instant = readAny(text)
        if let instant, text[13] == UInt8(ascii: ":"), hasMilliseconds || text[19] != UInt8(ascii: "."),
            let hours = twoDigits(text, 11), hours < 24
        {
            (hourText, offsetText) = (hour, offset)
            hourMilliseconds = instant - sinceHour
        }
        return instant
    }

    /// Returns minutes and seconds as milliseconds, from a text such as `03:00` in bytes 14 to 18. Returns nil for any other text.
    @inline(__always)
    private func minuteAndSecond(_ text: Bytes) -> Int64? {
        // The exclusive or turns digits into 0 to 9 and the colon into 0. The sum then sets the highest bit of each byte that is greater.
        let digits = (UInt64(littleEndian: text.word(at: 12)) >> 16 ^ 0x30_303A_3030) & 0xFF_FFFF_FFFF
        guard ((digits &+ 0x76_7A7F_767A) | digits) & 0x80_8080_8080 == 0 else { return nil }
        let minute = (digits & 0xF) &* 10 &+ (digits >> 8 & 0xF)
        let second = (digits >> 24 & 0xF) &* 10 &+ (digits >> 32 & 0xF)
        return Int64(truncatingIfNeeded: (minute &* 60 &+ second) &* 1000)
    }

    /// Returns the milliseconds from a text such as `.000` in bytes 19 to 22. Returns nil for any other text.
    @inline(__always)
    private func milliseconds(_ text: Bytes) -> Int64? {
        let digits = (UInt64(littleEndian: text.word(at: 16)) >> 24 ^ 0x3030_302E) & 0xFFFF_FFFF
        guard ((digits &+ 0x7676_767F) | digits) & 0x8080_8080 == 0 else { return nil }
        return Int64(truncatingIfNeeded: (digits >> 8 & 0xF) &* 100 &+ (digits >> 16 & 0xF) &* 10 &+ (digits >> 24 & 0xF))
    }

    private mutating func readAny(_ text: Bytes) -> Int64? {
        // Most files have seconds, with milliseconds or without a fraction.
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

    /// Returns the minutes of `Z`, ` -0400`, `-0400` or `-04:00` at the end of `text`. Returns nil for all other forms.
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

    /// Reads a time without separators, as exports of iOS 8 write it: `20150616081820+0200`.
    private func compact(_ text: Bytes) -> Int64? {
        guard text.count == 19 else { return nil }
        var date: [UInt8] = []
        for index in 0..<8 {
            if index == 4 || index == 6 { date.append(UInt8(ascii: "-")) }
            date.append(text[index])
        }
        guard let day = ISO8601.read(utf8: date.span), day.millisecondOfDay == nil,
            let hour = twoDigits(text, 8), let minute = twoDigits(text, 10), let second = twoDigits(text, 12), hour < 24, minute < 60,
            second < 60, let offset = offsetMinutes(text, 14)
        else { return nil }
        return Int64(day.date.dayNumber) * 86_400_000 + ((hour * 60 + minute - offset) * 60 + second) * 1000
    }

    /// Reads all other forms of ISO 8601, which other tools write.
    private func readGeneral(_ text: Bytes) -> Int64? {
        if let compact = compact(text) { return compact }
        guard let reading = ISO8601.read(utf8: text), reading.offsetSeconds != nil else { return nil }
        return reading.instant(in: .utc).milliseconds
    }
}
