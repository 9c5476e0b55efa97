import CalendarIntervals
import HealthModel
import QueryPlan

/// Writes the times of a column for programs, as `TimeText.exact` does. The date and the offset of a day are formatted once.
struct TimeWriter {
    private let times: TimeText
    /// The text after every time.
    private let end: String
    /// The instants with the date and the offset of the last time.
    private var day: Range<Int64> = 0..<0
    /// The instant that the clocks of that day count from.
    private var midnight: Int64 = 0
    /// The midnight of that day as text, with the offset.
    private var text: InlineArray<4, UInt64> = [0, 0, 0, 0]
    private var length = 0
    /// The difference of the clocks to UTC on that day.
    private var shift: Int64?
    /// The offset as text, and the text after it.
    private var offset = PackedText("")
    /// The last time without milliseconds and its text, because most rows start where another one ends.
    private var lastTime = ResultTable.unknownTime
    private var lastText: InlineArray<4, UInt64> = [0, 0, 0, 0]
    private var lastLength = 0

    init(_ times: TimeText, end: String) {
        self.times = times
        self.end = end
    }

    /// Stores a time that is known and returns the position after it.
    @inline(__always)
    mutating func put(_ time: Int64, at position: Int, in span: inout MutableSpan<UInt8>) -> Int {
        if time == lastTime {
            span.put(lastText, at: position)
            return position &+ lastLength
        }
        return putOther(time, at: position, in: &span)
    }

    private mutating func putOther(_ time: Int64, at position: Int, in span: inout MutableSpan<UInt8>) -> Int {
        guard day.contains(time) || open(time) else { return span.put(text: (times.exact(time) ?? "") + end, at: position) }
        let (minutes, rest) = UInt64(time - midnight).quotientAndRemainder(dividingBy: 60_000)
        var words = text
        words[1] += TimeWords.clock(minutes)
        if rest > 0 {
            let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1000)
            words[2] += TimeWords.two(seconds) << 8
            if fraction > 0 {
                span.put(words, at: position)
                span.put(Self.point, at: position + Self.lengthWithoutOffset)
                let next = span.put(digits: fraction, padded: 3, at: position + Self.lengthWithoutOffset + 1)
                return span.put(offset, at: next)
            }
        }
        (lastTime, lastText, lastLength) = (time, words, length)
        span.put(words, at: position)
        return position + length
    }

    /// Formats the day of a time. Returns false if its year does not have four digits.
    private mutating func open(_ time: Int64) -> Bool {
        let shift = times.isFloating ? 0 : times.zone.localMilliseconds(at: Instant(milliseconds: time)) - time
        let date = CivilDateTime(localMilliseconds: time + shift).date
        guard 0...9999 ~= date.year else { return false }
        midnight = Int64(date.dayNumber) * millisecondsPerDay - shift
        day = times.isFloating ? midnight..<midnight + millisecondsPerDay : times.zone.day(holding: time)
        if shift != self.shift { open(shift: shift) }
        text[0] = TimeWords.yearAndMonth(of: date)
        text[1] = Self.hours + TimeWords.two(UInt64(date.day))
        return true
    }

    /// Formats an offset.
    private mutating func open(shift: Int64) {
        self.shift = shift
        offset = PackedText((times.isFloating ? "" : ISO8601.text(offsetSeconds: Int(shift / 1000))) + end)
        length = Self.lengthWithoutOffset + offset.length
        let words = offset.words + [0, 0]
        text[2] = Self.seconds | words[0] << 24
        text[3] = words[0] >> 40 | words[1] << 24
    }

    /// The texts `00T00:00` and `:00` as words.
    private static let hours = PackedText("00T00:00").first
    private static let seconds = PackedText(":00").first
    private static var point: UInt64 { UInt64(UInt8(ascii: ".")) }

    /// The length of `2024-03-10T00:00:00`.
    private static let lengthWithoutOffset = 19
}

/// Parts of times as words of eight bytes.
enum TimeWords {
    /// Returns `2024-03-` for a date whose year has four digits.
    static func yearAndMonth(of date: CivilDate) -> UInt64 {
        let year = UInt64(date.year)
        return dashes + two(year / 100) + (two(year % 100) << 16) + (two(UInt64(date.month)) << 40)
    }

    private static let dashes = PackedText("0000-00-").first

    /// Returns the digits of a time of day in minutes, to be added to a word that ends with `00:00`.
    @inline(__always)
    static func clock(_ minutes: UInt64) -> UInt64 { (two(minutes / 60) << 24) + (two(minutes % 60) << 48) }

    /// Returns the digits of a number below 100 as bytes, to be added to `00`.
    @inline(__always)
    static func two(_ number: UInt64) -> UInt64 {
        let tens = (number &* 103) >> 10
        return tens | (number &- tens &* 10) << 8
    }
}
