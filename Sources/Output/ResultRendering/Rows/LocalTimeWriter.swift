import CalendarIntervals
import HealthModel
import QueryPlan

/// Writes the times of a column for people, as `TimeText.local` does. The date of a day is formatted once.
struct LocalTimeWriter {
    private let times: TimeText
    /// The length of a time in bytes, such as 16 for `2024-03-10 14:30`.
    private let length: Int
    private let detail: TimeText.Detail
    /// The day of the last time, which starts at 00:00 and on which clocks do not change.
    private var day: Range<Int64> = 0..<0
    /// Its first time as text, such as `2024-03-10 00:00:00.000`.
    private var text: InlineArray<3, UInt64> = [0, 0, 0]

    init(_ times: TimeText, _ detail: TimeText.Detail) {
        self.times = times
        self.detail = detail
        length =
            switch detail {
            case .day: 10
            case .minute: 16
            case .second: 19
            case .millisecond: 23
            }
    }

    /// Appends a time. Returns its length, or nil if it is unknown or near a change of clocks, so that its text is not that simple.
    @inline(__always)
    mutating func append(_ time: Int64, to buffer: inout TextBuffer) -> Int? {
        guard day.contains(time) || open(time) else { return nil }
        var words = text
        if detail != .day {
            let milliseconds = UInt64(time - day.lowerBound)
            let seconds = milliseconds / 1000
            let minutes = seconds / 60
            let fraction = milliseconds % 1000
            words[1] += TimeWords.clock(minutes)
            words[2] += (TimeWords.two(seconds % 60) << 8) + ((fraction / 100) << 32) + (TimeWords.two(fraction % 100) << 40)
        }
        buffer.append(words, length: length)
        return length
    }

    /// Formats the day of a time. Returns false if the text of its times is not that simple.
    private mutating func open(_ time: Int64) -> Bool {
        guard let even = times.evenDay(holding: time) else { return false }
        let date = times.civil(even.lowerBound).date
        guard 0...9999 ~= date.year else { return false }
        day = even
        text[0] = TimeWords.yearAndMonth(of: date)
        text[1] = Self.hours + TimeWords.two(UInt64(date.day))
        text[2] = Self.seconds
        return true
    }

    /// The texts `00 00:00` and `:00.000` as words.
    private static let hours = PackedText("00 00:00").first
    private static let seconds = PackedText(":00.000").first
}
