import CalendarIntervals
import HealthModel

/// A time of Health Auto Export.
struct AutoExportTime {
    /// Milliseconds since 1970.
    var instant: Int64
    /// Seconds since midnight on the clock of the phone.
    var secondOfDay: Int
}

/// Reads the times of Health Auto Export: `2024-02-06 14:30:00 -0800`, and with the hours of twelve of any language.
struct AutoExportTimes {
    /// The zone of dates without an offset.
    let zone: Zone?
    private var reader = TimeReader()

    init(zone: Zone?) { self.zone = zone }

    mutating func read(_ text: Bytes) -> AutoExportTime? {
        if text.count == TimeReader.exportLength, let instant = reader.read(text) {
            func two(_ start: Int) -> Int { Int(text[start] &- 0x30) * 10 + Int(text[start + 1] &- 0x30) }
            return AutoExportTime(instant: instant, secondOfDay: (two(11) * 60 + two(14)) * 60 + two(17))
        }
        guard text.count <= 80 else { return nil }
        if let reading = ISO8601.read(utf8: text), let millisecond = reading.millisecondOfDay, reading.offsetSeconds != nil {
            return AutoExportTime(instant: reading.instant(in: .utc).milliseconds, secondOfDay: millisecond / 1000)
        }
        return read(Self.words(text))
    }

    /// Splits a text at spaces, including wide and narrow ones.
    private static func words(_ text: Bytes) -> [String] {
        let spaces: Set<Character> = [" ", "\u{A0}", "\u{202F}", "\u{2009}", "T"]
        return text.text.split { spaces.contains($0) }.map(String.init)
    }

    private func read(_ words: [String]) -> AutoExportTime? {
        guard let day = words.first.flatMap({ ISO8601.read($0) })?.date else { return nil }
        var words = Array(words.dropFirst())
        guard !words.isEmpty else {
            // A date alone is the start of a day.
            return zone.map { zone in
                let local = Int64(day.dayNumber) * 86_400_000
                return AutoExportTime(instant: zone.firstInstant(atOrAfterLocalMilliseconds: local).milliseconds, secondOfDay: 0)
            }
        }
        var offset: Int?
        if let last = words.last, let seconds = Self.offset(last) {
            offset = seconds
            words.removeLast()
        }
        // The word for the half of the day is before or after the time, with or without a space.
        let rest = words.joined()
        let clock = rest.filter { $0.isASCII && ($0.isNumber || $0 == ":") }
        let half = rest.filter { !($0.isASCII && ($0.isNumber || $0 == ":")) }
        guard var second = Self.second(clock) else { return nil }
        if !half.isEmpty {
            guard let isAfternoon = Self.isAfternoon(half), (1...12).contains(second / 3600) else { return nil }
            second = second % 43_200 + (isAfternoon ? 43_200 : 0)
        }
        let reading = ISO8601.Reading(date: day, millisecondOfDay: second * 1000, offsetSeconds: offset)
        guard offset != nil || zone != nil else { return nil }
        return AutoExportTime(instant: reading.instant(in: zone ?? .utc).milliseconds, secondOfDay: second)
    }

    private static func second(_ clock: String) -> Int? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard (2...3).contains(parts.count), (0..<24).contains(parts[0]), parts.dropFirst().allSatisfy((0..<60).contains) else {
            return nil
        }
        return (parts[0] * 60 + parts[1]) * 60 + (parts.count == 3 ? parts[2] : 0)
    }

    private static func offset(_ text: String) -> Int? {
        if text == "Z" || text == "GMT" || text == "UTC" { return 0 }
        guard text.first == "+" || text.first == "-" else { return nil }
        return ISO8601.read("1970-01-01T00:00" + text)?.offsetSeconds
    }

    /// True for the words for the afternoon in the languages of phones, false for those for the morning, and nil for others.
    private static func isAfternoon(_ word: String) -> Bool? {
        let word = word.lowercased().filter { $0 != "." }
        if ["am", "上午", "午前", "오전", "πμ", "ص", "дп", "dop", "de", "fm", "vorm", "öö", "sa", "पूर्वाह्न"].contains(word) { return false }
        if ["pm", "下午", "午後", "오후", "μμ", "م", "пп", "odp", "du", "em", "nachm", "ös", "ch", "अपराह्न"].contains(word) { return true }
        return nil
    }
}
