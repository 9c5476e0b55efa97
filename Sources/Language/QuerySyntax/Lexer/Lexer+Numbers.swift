import CalendarIntervals
import QueryDiagnostics

/// Tokens that start with a digit: numbers, durations, dates and times.
extension Lexer {
    mutating func lexNumberLike() {
        let digits = countDigits(at: 0)
        if lexSlashedOrDottedDate(digits) || lexHyphenatedDate(digits) || lexTime(digits) { return }
        lexNumberOrDuration()
    }

    private func countDigits(at distance: Int) -> Int {
        var count = 0
        while isDigit(byte(distance + count)) { count += 1 }
        return count
    }

    private mutating func addMalformed(length: Int, _ diagnostic: (SourceRange, String) -> Diagnostic) {
        let start = index
        index += length
        add(.malformed, from: start)
        let range = SourceRange(start, index)
        report(diagnostic(range, source[range]))
    }

    private func text(_ distance: Int, _ length: Int) -> String {
        source[SourceRange(index + distance, index + distance + length)]
    }

    // MARK: Dates

    /// Reports dates such as `03/04/2024`, `2024/03/04` and `10.03.2024`. Ambiguous ones are never guessed.
    private mutating func lexSlashedOrDottedDate(_ first: Int) -> Bool {
        let separator = byte(first)
        guard separator == UInt8(ascii: "/") || separator == UInt8(ascii: "."), first <= 4 else { return false }
        let second = countDigits(at: first + 1)
        guard (1...2).contains(second), byte(first + 1 + second) == separator else { return false }
        let third = countDigits(at: first + second + 2)
        let parts = [text(0, first), text(first + 1, second), text(first + second + 2, third)]
        guard first == 4 && (1...2).contains(third) || first <= 2 && (third == 4 || third == 2 && separator == UInt8(ascii: "/")) else {
            return false
        }
        addMalformed(length: first + second + third + 2) { range, written in
            if first == 4 {
                let date = "\(parts[0])-\(parts[1].twoDigits)-\(parts[2].twoDigits)"
                return Diagnostic(
                    .malformedDate, "dates need hyphens", at: range, help: "write `\(date)`", fix: [.init(range, date)])
            }
            let year = third == 4 ? parts[2] : "20" + parts[2]
            let (a, b) = (parts[0].twoDigits, parts[1].twoDigits)
            let readings = Set([(a, b), (b, a)].filter { (Int($0.0) ?? 0) <= 12 }.map { "\(year)-\($0.0)-\($0.1)" }).sorted()
            return Diagnostic(
                .ambiguousDate, "`\(written)` is ambiguous: write dates with the year first", at: range,
                help: "write \(readings.isEmpty ? "for example `2024-03-10`" : readings.map { "`\($0)`" }.joined(separator: " or "))",
                note: "some countries write the month first, others the day", fix: readings.count == 1 ? [.init(range, readings[0])] : nil)
        }
        return true
    }

    /// `2024-03-10`, `2024-03-10T14:30+01:00`, `2024-03`, `2024-Q1`, `2024-W10`
    private mutating func lexHyphenatedDate(_ first: Int) -> Bool {
        guard first == 4, byte(4) == UInt8(ascii: "-") else { return false }
        let start = index
        if let letter = ["Q", "W"].first(where: { $0 == text(5, 1).uppercased() }) {
            let digits = countDigits(at: 6)
            guard (1...2).contains(digits), !isWordByte(byte(6 + digits)) else { return false }
            let number = Int(text(6, digits)) ?? 0
            guard (1...(letter == "Q" ? 4 : 53)).contains(number) else {
                addMalformed(length: 6 + digits) { range, _ in
                    Diagnostic(
                        .noSuchDate, "\(letter == "Q" ? "quarter" : "week") \(number) doesn't exist", at: range,
                        help: letter == "Q" ? "use Q1 to Q4" : "use W01 to W53")
                }
                return true
            }
            index += 6 + digits
            add(.coarseDate, from: start)
            return true
        }
        let month = countDigits(at: 5)
        guard (1...2).contains(month), !isWordByte(byte(5 + month)) else { return false }
        let hasDay = byte(5 + month) == UInt8(ascii: "-") && isDigit(byte(6 + month))
        let day = hasDay ? countDigits(at: 6 + month) : 0
        let length = 5 + month + (hasDay ? 1 + day : 0)
        guard month == 2, day == 2 || !hasDay else {
            let parts = [text(0, 4), text(5, month).twoDigits] + (hasDay ? [text(6 + month, day).twoDigits] : [])
            let date = parts.joined(separator: "-")
            addMalformed(length: length) { range, _ in
                Diagnostic(
                    .malformedDate, "dates need two digits for the month and two for the day", at: range,
                    help: day <= 2 ? "write `\(date)`" : "write for example `2024-03-10`", fix: day <= 2 ? [.init(range, date)] : nil)
            }
            return true
        }
        let (yearNumber, monthNumber, dayNumber) = (Int(text(0, 4)) ?? 0, Int(text(5, 2)) ?? 0, hasDay ? Int(text(8, 2)) ?? 0 : 1)
        guard (1...12).contains(monthNumber), (1...DateLiteral.daysIn(month: monthNumber, year: yearNumber)).contains(dayNumber) else {
            addMalformed(length: length) { range, written in
                Diagnostic(
                    .noSuchDate, "the date \(written) doesn't exist", at: range,
                    help: (1...12).contains(monthNumber)
                        ? "month \(monthNumber) of \(yearNumber) has \(DateLiteral.daysIn(month: monthNumber, year: yearNumber)) days"
                        : "use a month from 01 to 12")
            }
            return true
        }
        if hasDay, byte(10) == UInt8(ascii: "T") || byte(10) == UInt8(ascii: "t"), isDigit(byte(11)) {
            lexDateTime()
        } else {
            index += length
            add(hasDay ? .date : .coarseDate, from: start)
        }
        return true
    }

    private mutating func lexDateTime() {
        let start = index
        index += 11
        let digits = countDigits(at: 0)
        var isValid = skipTime(digits)
        if byte() == UInt8(ascii: "Z") || byte() == UInt8(ascii: "z") {
            index += 1
        } else if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-"), isDigit(byte(1)) {
            index += 1
            isValid = skipOffset() && isValid
        }
        let hasTail = isWordByte(byte())
        if hasTail { skipWord() }
        if isValid && !hasTail {
            add(.dateTime, from: start)
        } else {
            add(.malformed, from: start)
            report(
                Diagnostic(
                    .noSuchTime, "`\(source[SourceRange(start, index)])` is not a valid time", at: SourceRange(start, index),
                    help: "write for example `2024-03-10T14:30+01:00`, with an offset of at most 18 hours"))
        }
    }

    /// `01:00`, `0100` or `01`
    private mutating func skipOffset() -> Bool {
        let hours = text(0, 2)
        let start = index
        let digits = countDigits(at: 0)
        index += digits
        var minutes = digits == 4 ? source[SourceRange(start + 2, start + 4)] : "00"
        if digits == 2, byte() == UInt8(ascii: ":") {
            minutes = text(1, 2)
            guard countDigits(at: 1) == 2 else { return false }
            index += 3
        }
        guard digits == 2 || digits == 4, let hour = Int(hours), let minute = Int(minutes) else { return false }
        return hour * 60 + minute <= 18 * 60 && minute < 60
    }

    // MARK: Times

    private mutating func lexTime(_ digits: Int) -> Bool {
        guard (1...2).contains(digits), byte(digits) == UInt8(ascii: ":"), isDigit(byte(digits + 1)) else { return false }
        let start = index
        let isValid = skipTime(digits)
        let clockEnd = index
        if isWordByte(byte()) { skipWord() }
        if isValid && index == clockEnd {
            add(.timeOfDay, from: start)
            return true
        }
        add(.malformed, from: start)
        let range = SourceRange(start, index)
        if let time = twentyFourHours(source[SourceRange(start, clockEnd)], half: source[SourceRange(clockEnd, index)]) {
            reportTwelveHours(range, time)
        } else {
            report(
                Diagnostic(
                    .noSuchTime, "`\(source[range])` is not a valid time of day", at: range,
                    help: "write `00:00` to `23:59`, with seconds if needed: `14:37:05`"))
        }
        return true
    }

    /// Skips `14:30`, `14:30:05` or `14:30:05.25`. Returns true if the time of day is valid.
    private mutating func skipTime(_ digits: Int) -> Bool {
        let hour = Int(text(0, min(digits, 2))) ?? 99
        var isValid = digits <= 2 && hour < 24
        index += digits
        for _ in 0..<2 where byte() == UInt8(ascii: ":") && isDigit(byte(1)) {
            let count = countDigits(at: 1)
            isValid = isValid && count == 2 && Int(text(1, 2)).map { $0 < 60 } ?? false
            index += 1 + count
        }
        // A time needs minutes: `2024-03-10T14` is malformed.
        isValid = isValid && isDigit(source.bytes[index - 1]) && source.bytes[max(index - 3, 0)] == UInt8(ascii: ":")
        if byte() == UInt8(ascii: "."), isDigit(byte(1)) {
            let count = countDigits(at: 1)
            isValid = isValid && count <= 9
            index += 1 + count
        }
        return isValid
    }

    private mutating func reportTwelveHours(_ range: SourceRange, _ time: String) {
        report(
            Diagnostic(
                .noSuchTime, "`\(source[range])` is not a 24-hour time", at: range, help: "write `\(time)`", fix: [.init(range, time)]))
    }

    /// Returns `15:30` for `3:30` and `pm`.
    private func twentyFourHours(_ clock: String, half: String) -> String? {
        let parts = clock.split(separator: ":")
        let half = half.lowercased()
        guard half == "am" || half == "pm", let hour = parts.first.flatMap({ Int($0) }), (1...12).contains(hour) else { return nil }
        return (["\(hour % 12 + (half == "pm" ? 12 : 0))".twoDigits] + parts.dropFirst().map(String.init)).joined(separator: ":")
    }

    // MARK: Numbers

    /// Lexes `1_000`, `0.5`, `1e6`, or a duration such as `15min`. Any other word without a space is a separate token: `70kg`.
    private mutating func lexNumberOrDuration() {
        let start = index
        skipDigits()
        var isWhole = true
        if byte() == UInt8(ascii: "."), isDigit(byte(1)) {
            isWhole = false
            index += 1
            skipDigits()
        }
        let exponent = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 2 : 1
        if byte() | 0x20 == UInt8(ascii: "e"), isDigit(byte(exponent)) {
            isWhole = false
            index += exponent
            skipDigits()
        }
        if byte() == UInt8(ascii: "."), isDigit(byte(1)) || !isWhole && isWordByte(byte(1)) {
            while byte() == UInt8(ascii: ".") || isWordByte(byte()) { index += 1 }
            add(.malformed, from: start)
            report(
                Diagnostic(
                    .malformedNumber, "`\(source[SourceRange(start, index)])` is not a number", at: SourceRange(start, index),
                    help: "write for example `0.5`, `1_000` or `1e6`"))
            return
        }
        lexSuffix(ofNumberAt: start, isWhole: isWhole)
    }

    private mutating func skipDigits() {
        while isDigit(byte()) || byte() == UInt8(ascii: "_") && isDigit(byte(1)) { index += 1 }
    }

    private mutating func lexSuffix(ofNumberAt start: Int, isWhole: Bool) {
        let numberEnd = index
        skipWord()
        let suffix = source[SourceRange(numberEnd, index)].lowercased()
        let number = source[SourceRange(start, numberEnd)]
        let range = SourceRange(start, index)
        if suffix == "m" {
            add(.malformed, from: start)
            report(
                Diagnostic(
                    .ambiguousM, "`m` could mean minutes, months or meters", at: SourceRange(numberEnd, index),
                    help: "write `\(number)min` for minutes, `\(number)mo` for months or `\(number) m` for meters"))
        } else if isWhole, let time = twentyFourHours(number, half: suffix) {
            add(.malformed, from: start)
            reportTwelveHours(range, time + ":00")
        } else if let unit = CalendarPeriod.allCases.first(where: { $0.suffix == suffix }) {
            if isWhole {
                add(.compactDuration, from: start)
                return
            }
            add(.malformed, from: start)
            let whole = Lexer.wholeDuration(number, unit)
            report(
                Diagnostic(
                    .fractionalDuration, "a duration needs a whole number", at: range,
                    help: whole.map { "write `\($0)`" } ?? "use a smaller unit, as in `90min`",
                    fix: whole.map { [.init(range, $0)] }))
        } else if isWhole, lexDurationInParts(range) {
            return
        } else {
            index = numberEnd
            add(.number, from: start)
        }
    }

    /// Lexes `1h30min`, and reports `30min1h` and `1h30m`. Returns false for other text.
    private mutating func lexDurationInParts(_ range: SourceRange) -> Bool {
        let written = source[range]
        if let parts = CompactDuration.parts(of: written) {
            guard !CompactDuration.isDescending(parts) else {
                add(.compactDuration, from: range.start)
                return true
            }
            add(.malformed, from: range.start)
            let sorted = CompactDuration.sorted(parts)
            report(
                Diagnostic(
                    .durationParts, "the longest unit of a duration goes first, and each unit appears once", at: range,
                    help: sorted.map { "write `\($0)`" } ?? "write for example `1d12h` or `1h30min`",
                    fix: sorted.map { [.init(range, $0)] }))
            return true
        }
        guard written.last == "m" || written.last == "M", let parts = CompactDuration.parts(of: written.dropLast() + "s"),
            let before = parts.dropLast().last?.unit, before != .second, before != .minute
        else { return false }
        let fixed = written.dropLast() + (before > .month ? "mo" : "min")
        add(.malformed, from: range.start)
        report(
            Diagnostic(
                .ambiguousM, "`m` could mean minutes or months", at: SourceRange(range.end - 1, range.end), help: "write `\(fixed)`",
                fix: [.init(range, String(fixed))]))
        return true
    }

    /// Returns `90min` for 1.5 hours. Nil if there is no exact whole number of a smaller unit.
    private static func wholeDuration(_ number: String, _ unit: CalendarPeriod) -> String? {
        let smaller: (count: Int, unit: CalendarPeriod)? =
            switch unit {
            case .hour: (60, .minute)
            case .minute: (60, .second)
            case .week: (7, .day)
            case .year: (12, .month)
            case .quarter: (3, .month)
            default: nil
            }
        // Computes with decimal digits: 1.1 hours are 66 minutes, but 1.1 * 60 is not exactly 66 in binary.
        let parts = number.filter { $0 != "_" }.split(separator: ".")
        guard let smaller, parts.count == 2, parts[1].count <= 4, let digits = Int(parts.joined()), digits < 1_000_000_000 else {
            return nil
        }
        let scale = parts[1].reduce(1) { scale, _ in scale * 10 }
        let whole = (digits * smaller.count).quotientAndRemainder(dividingBy: scale)
        return whole.remainder == 0 ? "\(whole.quotient)\(smaller.unit.suffix)" : nil
    }
}

extension String {
    fileprivate var twoDigits: String { count == 1 ? "0" + self : self }
}

extension DateLiteral {
    /// Returns the number of days of a month (1 to 12) in the proleptic Gregorian calendar.
    static func daysIn(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
