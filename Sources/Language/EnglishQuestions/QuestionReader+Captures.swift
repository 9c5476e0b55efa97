import CalendarIntervals
import HealthModel

// Reads what stands for `{name}` in a phrase: numbers, dates, times of day, units and what has a start and an end.
extension QuestionReader {
    typealias Captured = (value: String, count: Int)

    private func word(_ index: Int) -> String { index < words.count ? words[index] : "" }

    /// Reads what stands for `{name}` in a phrase.
    func capture(_ name: String, at index: Int) -> Captured? {
        let word = words[index]
        func one(_ value: String?) -> Captured? { value.map { ($0, 1) } }
        switch name {
        case "n": return one(Self.number(word))
        case "ns": return numbers(at: index).map { ($0.value.replacing(", ", with: ", p"), $0.count) }
        case "edges": return numbers(at: index)
        case "k": return word.hasSuffix("k") ? one(Self.number(word)) : nil
        case "tail": return tail(at: index)
        case "event": return event(at: index)
        case "nth": return ["th", "st", "nd", "rd"].contains(String(word.suffix(2))) ? one(Self.number(String(word.dropLast(2)))) : nil
        case "p": return one(Self.period(word))
        case "ly":
            return one(
                ["hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "quarterly": "quarter"][word])
        case "t":
            return one(
                [
                    "hours": "h", "hour": "h", "h": "h", "hrs": "h", "hr": "h", "minutes": "min", "minute": "min", "mins": "min",
                    "min": "min",
                ][word])
        case "u", "len":
            return unit(at: index).flatMap { found in
                name == "u" || HealthUnit(found.value).map { $0.isCompatible(with: HealthUnit("km") ?? $0) } == true ? found : nil
            }
        case "mu":
            return unit(at: index).flatMap { found in
                ["g", "L"].contains { HealthUnit($0).map { HealthUnit(found.value)?.isCompatible(with: $0) == true } == true } ? found : nil
            }
        case "bp":
            let pair = word.split(separator: "/").map(String.init)
            return pair.count == 2 && pair.allSatisfy({ Int($0) != nil }) ? one(word) : nil
        case "lastWeek": return one(Month(word: word).map { "between \($0.name) \($0.lastDay - 6) and \($0.name) \($0.lastDay)" })
        case "lastHalf": return one(Month(word: word).map { "between \($0.name) 16 and \($0.name) \($0.lastDay)" })
        case "stage": return one(["deep": "deep", "rem": "rem", "core": "core", "light": "core"][word])
        case "mo": return one(Month(word: word).map(\.name))
        case "d": return date(at: index) ?? month(at: index)
        case "day": return date(at: index)
        case "w": return one(Weekday.allCases.map(\.name).first { $0 == word })
        case "ws": return one(Weekday.allCases.map(\.name).first { $0 + "s" == word })
        case "c": return clock(at: index)
        case "h": return clock(at: index) ?? one(Int(word).flatMap { (0...24).contains($0) ? Self.clockText($0) : nil })
        case "part": return one(DayPart(rawValue: word)?.rawValue)
        case "parts": return one(DayPart.allCases.map(\.rawValue).first { $0 + "s" == word })
        case "a": return activity(at: index)
        default: return set(at: index)
        }
    }

    /// `5 25 and 50`, `10th and 90th`
    private func numbers(at index: Int) -> Captured? {
        var (numbers, next) = ([String](), index)
        while next < words.count {
            let isOrdinal = ["th", "st", "nd", "rd"].contains(String(words[next].suffix(2)))
            if let number = Self.number(isOrdinal ? String(words[next].dropLast(2)) : words[next]) {
                numbers.append(number)
            } else if words[next] != "and" {
                break
            }
            next += 1
        }
        return numbers.count > 1 ? (numbers.joined(separator: ", "), next - index) : nil
    }

    /// `starting a diet on june 1`: the date of a change, whose name carries nothing else.
    private func event(at index: Int) -> Captured? {
        for end in index + 1..<max(index + 2, min(index + 6, words.count)) where end < words.count && words[end] == "on" {
            guard words[index..<end].contains(where: Self.changes.contains), let found = date(at: end + 1) else { return nil }
            return (found.value, end + 1 - index + found.count)
        }
        return nil
    }

    /// `when I started the new pills`: words after the date of a change, which carry nothing else.
    private func tail(at index: Int) -> Captured? {
        guard ["when", "while", "since", "because"].contains(words[index]), words.count - index <= 6,
            words[index...].contains(where: Self.changes.contains)
        else { return nil }
        return ("", words.count - index)
    }

    private static let changes: Set<String> = [
        "start", "started", "starting", "began", "begin", "beginning", "stop", "stopped", "stopping", "quit", "quitting", "changed",
        "changing", "change", "switch", "switched", "switching", "moved", "moving", "got", "getting", "new", "surgery", "operation",
        "vaccination",
    ]

    static func number(_ word: String) -> String? {
        if let number = numbers[word] { return String(number) }
        let isThousands = word.hasSuffix("k")
        let digits = isThousands ? String(word.dropLast()) : word
        guard digits.first?.isNumber == true, let number = Double(digits) else { return nil }
        guard isThousands else { return digits }
        return String(Int(number * 1000))
    }

    private static let numbers = [
        "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "fourteen": 14,
        "thirty": 30, "sixty": 60, "ninety": 90,
    ]

    /// Returns the singular of a period.
    static func period(_ word: String) -> String? {
        let periods = CalendarPeriod.allCases.filter { $0 >= .hour }.map(\.name)
        return periods.first { word == $0 || word == $0 + "s" }
    }

    private func unit(at index: Int) -> Captured? {
        for count in [2, 1] where index + count <= words.count {
            if let symbol = Self.units[words[index..<index + count].joined(separator: " ")] { return (symbol, count) }
        }
        return nil
    }

    /// The units by their symbols and common names, without those that are other words in a sentence.
    private static let units: [String: String] = {
        var units = [
            "mmol/l": "mmol/L", "mmol": "mmol/L", "db": "dBASPL", "decibels": "dBASPL", "fl oz": "fl_oz_us",
            "beats per minute": "count/min",
        ]
        for unit in HealthUnit.sensible where !["count", "d"].contains(unit.symbol) {
            for name in [unit.symbol] + unit.commonNames { units[name.lowercased()] = units[name.lowercased()] ?? unit.symbol }
        }
        for word in ["in", "c", "f", "u", "unit", "units", "time", "day", "days", "s", "m", "a", "k", "d", "st"] { units[word] = nil }
        return units
    }()

    /// Days that have a name, longest first.
    private static let holidays = [
        ("new years day", "january 1"), ("new years eve", "december 31"), ("christmas eve", "december 24"),
        ("christmas day", "december 25"),
        ("boxing day", "december 26"), ("valentines day", "february 14"), ("independence day", "july 4"), ("new year", "january 1"),
        ("new years", "january 1"), ("christmas", "december 25"), ("halloween", "october 31"), ("valentines", "february 14"),
    ].map { name, date in (words: name.split(separator: " ").map(String.init), date: date) }

    /// `2026-06-10`, `june 1`, `1st of june 2025`, `christmas`
    private func date(at index: Int) -> Captured? {
        if let day = Self.holidays.first(where: { words[index...].starts(with: $0.words) }) { return (day.date, day.words.count) }
        if ISO8601.read(word(index)) != nil { return (words[index], 1) }
        func day(_ word: String) -> Int? {
            Int(["st", "nd", "rd", "th"].contains(String(word.suffix(2))) ? String(word.dropLast(2)) : word).flatMap {
                (1...31).contains($0) ? $0 : nil
            }
        }
        if let month = Month(word: word(index)), let day = day(word(index + 1)) {
            return dated(day, month, year: word(index + 2), count: 2)
        }
        guard let day = day(word(index)) else { return nil }
        let next = word(index + 1) == "of" ? index + 2 : index + 1
        return Month(word: word(next)).flatMap { dated(day, $0, year: word(next + 1), count: next + 1 - index) }
    }

    private func dated(_ day: Int, _ month: Month, year: String, count: Int) -> Captured {
        guard let year = Self.year(year), let date = CivilDate(year: year, month: month.rawValue, day: day) else {
            return ("\(month.name) \(day)", count)
        }
        return (ISO8601.text(of: date), count + 1)
    }

    /// `may`, `may 2025`, `2025-05`, `2025`
    private func month(at index: Int) -> Captured? {
        let word = word(index)
        if let year = Self.year(word) { return (String(year), 1) }
        if word.count == 7, Self.year(String(word.prefix(4))) != nil, word.dropFirst(4).first == "-" { return (word, 1) }
        // "Q1 2025"
        if word.count == 2, word.first == "q", let quarter = Int(word.dropFirst()), (1...4).contains(quarter),
            let year = Self.year(self.word(index + 1))
        {
            return ("\(year)-Q\(quarter)", 2)
        }
        guard let month = Month(word: word) else { return nil }
        guard let year = Self.year(self.word(index + 1)) else { return (month.name, 1) }
        return ("\(year)-\(month.rawValue < 10 ? "0" : "")\(month.rawValue)", 2)
    }

    static func year(_ word: String) -> Int? { word.count == 4 ? Int(word).flatMap { (1970...2100).contains($0) ? $0 : nil } : nil }

    /// `14:00`, `9am`, `noon`
    private func clock(at index: Int) -> Captured? {
        let word = word(index)
        if word == "noon" { return ("12:00", 1) }
        if word == "midnight" { return ("24:00", 1) }
        let half = String(word.suffix(2))
        let digits = ["am", "pm"].contains(half) ? String(word.dropLast(2)) : word
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard let hour = parts[0], parts.count == 2 || ["am", "pm"].contains(half), parts.count <= 2 else { return nil }
        let minute = parts.count == 2 ? parts[1] ?? 99 : 0
        let shifted = half == "pm" && hour < 12 ? hour + 12 : half == "am" && hour == 12 ? 0 : hour
        guard (0...24).contains(shifted), (0..<60).contains(minute) else { return nil }
        return (Self.clockText(shifted, minute), 1)
    }

    private static func clockText(_ hour: Int, _ minute: Int = 0) -> String {
        "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    private func activity(at index: Int) -> Captured? {
        for count in stride(from: min(3, words.count - index), to: 0, by: -1) {
            if let activity = Self.activity(Array(words[index..<index + count])) { return (activity, count) }
        }
        return nil
    }

    /// Reads something with a start and an end: workouts, an activity, sleep, meals and samples of categories.
    private func set(at index: Int) -> Captured? {
        let word = words[index]
        if ["workout", "workouts", "exercise", "exercising", "training"].contains(word) { return ("workouts", 1) }
        if ["meal", "meals", "eating", "eat", "food", "carbs"].contains(word) { return ("dietaryCarbohydrates", 1) }
        if ["sleep", "sleeping"].contains(word) { return ("sleep", 1) }
        if let found = activity(at: index), !found.value.contains(",") { return ("workouts is \(found.value)", found.count) }
        for count in stride(from: min(3, words.count - index), to: 0, by: -1) {
            let slot = slotOfCategory(Array(words[index..<index + count]))
            if let slot { return (slot, count) }
        }
        return nil
    }

    private func slotOfCategory(_ words: [String]) -> String? {
        if QuestionGrammar.phrasesByWord[words[0], default: []].contains(where: { $0.value == "mindfulSession" && $0.spells(words) }) {
            return "mindfulSession"
        }
        guard case .known(let metric) = MetricCatalog.resolve(name: words.joined(separator: " ")), case .category = metric.kind else {
            return nil
        }
        return metric.name
    }
}

extension Month {
    /// The last day of the month in a year that is not a leap year.
    fileprivate var lastDay: Int {
        switch self {
        case .february: 28
        case .april, .june, .september, .november: 30
        default: 31
        }
    }
}
