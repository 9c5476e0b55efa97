import CalendarIntervals
import HealthModel

/// The format of times in a table: a pattern with the letters of Unicode's date formats.
///
/// It accepts `yyyy yy M MM MMM MMMM d dd EEE EEEE H HH h hh m mm s ss S… a Z XXX` and quoted text. Names of months and AM/PM are English.
/// Leading zeros are optional, and names of weekdays are ignored.
struct TimePattern: Sendable {
    private enum Part: Hashable, Sendable {
        case year, shortYear, month, monthName, day, weekday, hour, hourOfTwelve, minute, second, fraction, half, offset
        case text(UInt8)
    }

    /// The reason why a pattern cannot be used, and what to write instead.
    struct Flaw: Error, Hashable {
        let text: String
    }

    private let parts: [Part]
    /// The pattern as it was written.
    let text: String
    /// True if the pattern has year, month and day. Otherwise it has none of them.
    let hasDay: Bool

    /// - Parameter needsDay: false if the day is in another column.
    /// - Throws: the first flaw: an unknown letter, a missing part, or parts that contradict each other.
    init(_ pattern: String, needsDay: Bool = true) throws(Flaw) {
        text = pattern
        parts = try TimePattern.parts(of: pattern)
        let missing = [
            ("year", "yyyy", parts.contains(.year) || parts.contains(.shortYear)),
            ("month", "MM", parts.contains(.month) || parts.contains(.monthName)), ("day", "dd", parts.contains(.day)),
        ].filter { !$0.2 }
        hasDay = missing.isEmpty
        if let first = missing.first, needsDay || missing.count < 3 {
            // `mm` in place of `MM` is the usual mistake.
            let hint = first.0 == "month" && parts.contains(.minute) ? "`MM` is the month, and `mm` is the minute" : "add `\(first.1)`"
            let elsewhere = missing.count == 3 ? ", or name the column with the day by --date" : ""
            throw Flaw(text: missing.count == 3 ? "has no day: add `yyyy-MM-dd`\(elsewhere)" : "has no \(first.0): \(hint)")
        }
        if !hasDay, !parts.contains(.hour), !parts.contains(.hourOfTwelve) { throw Flaw(text: "has no hour: add `HH`") }
        if parts.contains(.hourOfTwelve), !parts.contains(.half) {
            throw Flaw(text: "has hours from 1 to 12 without AM or PM: add `a`, or write `HH` for hours from 0 to 23")
        }
        if parts.contains(.hour), parts.contains(.half) {
            throw Flaw(text: "has hours from 0 to 23 with AM or PM: write `h` in place of `H`, or leave out `a`")
        }
    }

    private static func parts(of pattern: String) throws(Flaw) -> [Part] {
        var parts: [Part] = []
        var rest = Substring(pattern)
        while let letter = rest.first {
            let run = rest.prefix { $0 == letter }
            rest = rest.dropFirst(run.count)
            switch (letter, run.count) {
            case ("'", _):
                // Two quotes are one quote. A single quote starts quoted text.
                let quoted = run.count > 1 ? "'" : rest.prefix { $0 != "'" }
                if run.count == 1 { rest = rest.dropFirst(quoted.count + 1) }
                parts += quoted.utf8.map(Part.text)
            case ("y", 2): parts.append(.shortYear)
            case ("y", 1), ("y", 4): parts.append(.year)
            case ("M", 1...2): parts.append(.month)
            case ("M", 3...4): parts.append(.monthName)
            case ("d", 1...2): parts.append(.day)
            case ("E", 1...4): parts.append(.weekday)
            case ("H", 1...2): parts.append(.hour)
            case ("h", 1...2): parts.append(.hourOfTwelve)
            case ("m", 1...2): parts.append(.minute)
            case ("s", 1...2): parts.append(.second)
            case ("S", _): parts.append(.fraction)
            case ("a", 1): parts.append(.half)
            case ("Z", _), ("X", _), ("x", _): parts.append(.offset)
            case _ where letter.isLetter: throw Flaw(text: "has the unknown part `\(run)`: \(advice(for: letter))")
            default: parts += run.utf8.map(Part.text)
            }
        }
        return parts
    }

    private static func advice(for letter: Character) -> String {
        switch letter {
        case "Y": "write `yyyy` for the year"
        case "D": "write `dd` for the day of the month"
        case "T": "write `'T'` in quotes"
        case "A", "p", "P": "write `a` for AM and PM"
        case "z": "write `Z` for an offset such as +0100"
        default: "use yyyy MM dd HH mm ss, hh with a, MMM, EEE, SSS and Z"
        }
    }

    /// Returns the date and time in `text`. Nil if the text does not match the pattern. The date means nothing if the pattern has no day.
    func read(_ text: Bytes) -> ISO8601.Reading? {
        let place = text.trimmedRange
        var reader = Reader(offset: place.lowerBound, end: place.upperBound)
        for part in parts where !reader.take(part, of: text) { return nil }
        guard reader.offset == reader.end, let date = CivilDate(year: reader.year, month: reader.month, day: reader.day),
            reader.minute < 60, reader.second < 60
        else { return nil }
        var hour = reader.hour
        if let isAfternoon = reader.isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard hour < 24 else { return nil }
        let time = ((hour * 60 + reader.minute) * 60 + reader.second) * 1000 + reader.millisecond
        return ISO8601.Reading(date: date, millisecondOfDay: time, offsetSeconds: reader.offsetSeconds)
    }

    private struct Reader {
        var offset: Int
        let end: Int
        var year = 1970
        var month = 1
        var day = 1
        var hour = 0
        var minute = 0
        var second = 0
        var millisecond = 0
        var isAfternoon: Bool?
        var offsetSeconds: Int?

        init(offset: Int, end: Int) {
            self.offset = offset
            self.end = end
        }

        mutating func take(_ part: Part, of text: Bytes) -> Bool {
            switch part {
            case .year: return number(\.year, upTo: 4, of: text)
            case .shortYear:
                guard number(\.year, upTo: 2, of: text) else { return false }
                // As in POSIX, 69 to 99 are years of the last century.
                year += year < 69 ? 2000 : 1900
                return true
            case .month: return number(\.month, upTo: 2, of: text)
            case .monthName: return monthName(of: text)
            case .day: return number(\.day, upTo: 2, of: text)
            case .weekday: return !word(of: text).isEmpty
            case .hour, .hourOfTwelve: return number(\.hour, upTo: 2, of: text)
            case .minute: return number(\.minute, upTo: 2, of: text)
            case .second: return number(\.second, upTo: 2, of: text)
            case .fraction: return fraction(of: text)
            case .half: return half(of: text)
            case .offset: return offsetFromGreenwich(of: text)
            case .text(let byte):
                // Some tools write a no-break space before AM and PM.
                if byte == 0x20, let width = wideSpace(of: text) {
                    offset += width
                    return true
                }
                guard offset < end, text[offset] == byte else { return false }
                offset += 1
                return true
            }
        }

        private func wideSpace(of text: Bytes) -> Int? {
            let rest = text.extracting(offset..<end)
            return rest.starts(with: "\u{202F}") ? 3 : rest.starts(with: "\u{A0}") ? 2 : nil
        }

        private mutating func number(_ field: WritableKeyPath<Reader, Int>, upTo digits: Int, of text: Bytes) -> Bool {
            let start = offset
            var value = 0
            while offset < end, offset - start < digits, text[offset].isDigit {
                value = value * 10 + Int(text[offset] &- 0x30)
                offset += 1
            }
            self[keyPath: field] = value
            return offset > start
        }

        private mutating func fraction(of text: Bytes) -> Bool {
            let start = offset
            var weight = 100
            while offset < end, text[offset].isDigit {
                millisecond += Int(text[offset] &- 0x30) * weight
                weight /= 10
                offset += 1
            }
            return offset > start
        }

        private mutating func word(of text: Bytes) -> String {
            let start = offset
            while offset < end, (text[offset] | 0x20) &- 0x61 <= 25 || text[offset] == UInt8(ascii: ".") { offset += 1 }
            return text.extracting(start..<offset).text.lowercased()
        }

        private mutating func half(of text: Bytes) -> Bool {
            switch word(of: text) {
            case "am", "a.m.": isAfternoon = false
            case "pm", "p.m.": isAfternoon = true
            default: return false
            }
            return true
        }

        private mutating func monthName(of text: Bytes) -> Bool {
            let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
            guard let index = names.firstIndex(of: String(word(of: text).prefix(3))) else { return false }
            month = index + 1
            return true
        }

        private mutating func offsetFromGreenwich(of text: Bytes) -> Bool {
            // ISO8601 reads all forms of an offset, so it gets a made-up date.
            let rest = text.extracting(offset..<end).text
            guard let reading = ISO8601.read("1970-01-01T00:00" + rest), let seconds = reading.offsetSeconds else { return false }
            offsetSeconds = seconds
            offset = end
            return true
        }
    }
}
