import CalendarIntervals
import QuerySyntax
import TerminalText

/// Translates times in everyday English into ranges and conditions.
struct QuestionTimes {
    /// A range with an optional condition.
    struct Found: Hashable {
        var range = ""
        var condition: String?
        /// The assumed meaning, if it is a guess.
        var meaning: String?
    }

    static let periods = ["hour", "day", "week", "month", "quarter", "year"]
    static let months = Month.names
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let numbers = [
        "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "fourteen": 14,
        "thirty": 30,
    ]

    static func number(_ word: String) -> Int? { Int(word) ?? numbers[word] }

    /// Returns the singular name of the period, or nil if `word` is not a period.
    static func period(_ word: String) -> String? { periods.first { word == $0 || word == $0 + "s" } }

    /// Removes time words from `words` and returns their possible meanings. An ambiguous time has several.
    static func take(from words: inout Words) -> [Found] {
        if let range = takeSpan(&words) { return [Found(range: range)] }
        if let day = words.takeWhere({ $0.count == 10 && $0.filter { $0 == "-" }.count == 2 && Int($0.prefix(4)) != nil }) {
            words.takePreposition(before: day.position)
            return [Found(range: "on \(day.word)")]
        }
        if let month = words.takeWhere({ months.contains($0) }) {
            return takeMonth(month, &words)
        }
        if let year = words.takeWhere({ $0.count == 4 && (1970...2100).contains(Int($0) ?? 0) }) {
            let isSince = words.takePreposition(before: year.position) == "since"
            return [Found(range: isSince ? "since \(year.word)" : "during \(year.word)")]
        }
        if words.take("weekends") || words.take("weekend") { return [Found(condition: "weekday in (saturday, sunday)")] }
        if words.take("weekdays") || words.take("workdays") {
            return [Found(condition: "weekday is not saturday and weekday is not sunday")]
        }
        if let day = words.takeWhere({ word in weekdays.contains { word == $0 || word == $0 + "s" } }) {
            let name = weekdays.first { day.word.hasPrefix($0) } ?? day.word
            // "A typical Monday" means all Mondays.
            if let before = words.word(before: day.position), ["typical", "usual", "normal", "average"].contains(before) {
                return [Found(condition: "weekday = \(name)")]
            }
            _ = words.takePreposition(before: day.position, among: ["last", "this"])
            if words.takePreposition(before: day.position) == "since" { return [Found(range: "since \(name)")] }
            if day.word.hasSuffix("ys") { return [Found(condition: "weekday = \(name)")] }
            return [Found(range: "last 7 full days", condition: "weekday = \(name)", meaning: "the last \(name.capitalizedFirst)")]
        }
        return [Found()]
    }

    private static func takeSpan(_ words: inout Words) -> String? {
        for (phrase, range) in [
            ("last night", "last 2 days"), ("day before yesterday", "from start of 2 days ago to yesterday"),
        ] + spokenParts + partsOfDay + [
            ("of all time", "all time"), ("all time", "all time"), ("ever", "all time"), ("so far today", "today"),
            ("today so far", "today"),
            ("today", "today"), ("right now", "today"), ("yesterday", "yesterday"),
        ] where words.take(phrase) { return range }
        for opener in ["last", "past", "previous", "this", "current", "since last"] {
            if let found = words.takeAfter(opener, { number($0) != nil }, then: { period($0) != nil }) {
                let (count, unit) = (number(found[0]) ?? 1, period(found[1]) ?? found[1])
                // "The last two weeks" means 14 days, not this calendar week and the previous one.
                return unit == "week" ? "last \(count * 7) days" : "last \(count) \(unit)s"
            }
            guard let found = words.takeAfter(opener, { period($0) != nil }) else { continue }
            let name = period(found) ?? found
            switch opener {
            case "this", "current": return "this \(name)"
            case "since last": return "since start of last \(name)"
            case "past" where name == "week": return "last 7 days"
            case "past" where name == "month": return "last 30 days"
            case "past" where name == "year": return "last 12 months"
            default: return "last \(name)"
            }
        }
        if let found = words.takeAfter("since", { $0 == "yesterday" }) { return "since \(found)" }
        return nil
    }

    /// The parts of a day that the language has.
    private static let spokenParts = DayPart.allCases.map { ($0.phrase, $0.phrase) }

    /// The parts of today and yesterday that aren't words of the language, with their ranges.
    static let partsOfDay = [
        ("tonight", "this evening"), ("yesterday morning", "since yesterday 00:00 until yesterday 12:00"),
        ("yesterday afternoon", "since yesterday 12:00 until yesterday 18:00"),
        ("yesterday evening", "since yesterday 18:00 until today"),
    ]

    static let night = Found(condition: "hour of day between 22 and 5", meaning: "22:00 to 6:00")

    /// Removes words for a part of the day, such as "in the morning", and returns its hours.
    static func takeHours(from words: inout Words) -> Found? {
        for (phrases, hours, meaning) in [
            (["in the morning", "in the mornings", "mornings"], "5 and 11", "5:00 to 12:00"),
            (["in the afternoon", "in the afternoons", "afternoons"], "12 and 17", "12:00 to 18:00"),
            (["in the evening", "in the evenings", "evenings"], "18 and 21", "18:00 to 22:00"),
        ] where words.takeAny(phrases) {
            return Found(condition: "hour of day between \(hours)", meaning: meaning)
        }
        return words.takeAny(["at night", "during the night", "overnight", "nights", "night", "nighttime"]) ? night : nil
    }

    private static func takeMonth(_ month: Words.Found, _ words: inout Words) -> [Found] {
        let number = (months.firstIndex(of: month.word) ?? 0) + 1
        let year = words.takeWhere { $0.count == 4 && (1970...2100).contains(Int($0) ?? 0) }
        let isSince = words.takePreposition(before: month.position) == "since"
        if let year {
            let name = "\(year.word)-\(number < 10 ? "0" : "")\(number)"
            return [Found(range: isSince ? "since \(name)" : "during \(name)")]
        }
        let condition = "month of year = \(number)"
        guard !isSince else { return [] }
        let name = month.word.capitalizedFirst
        return [
            Found(range: "this year", condition: condition, meaning: "\(name) of this year"),
            Found(condition: condition, meaning: "\(name) of every year"),
        ]
    }
}

/// The words of a question that have not been matched yet.
struct Words {
    struct Found {
        var word: String
        var position: Int
    }

    private var words: [String?]

    init(_ words: [String]) { self.words = words }

    var rest: [String] { words.compactMap { $0 } }

    /// Removes the first occurrence of `phrase`. Returns false if there is none.
    mutating func take(_ phrase: String) -> Bool { take(phrase.split(separator: " ").map(String.init)) }

    mutating func take(_ phrase: [String]) -> Bool {
        guard let position = position(of: phrase) else { return false }
        for index in phrase.indices { words[position + index] = nil }
        return true
    }

    func position(of phrase: [String]) -> Int? {
        guard words.count >= phrase.count else { return nil }
        return (0...(words.count - phrase.count)).first { start in phrase.indices.allSatisfy { words[start + $0] == phrase[$0] } }
    }

    func has(_ phrase: String) -> Bool { position(of: phrase.split(separator: " ").map(String.init)) != nil }

    mutating func takeAny(_ phrases: [String]) -> Bool { phrases.reduce(false) { take($1) || $0 } }

    mutating func takeWhere(_ isWanted: (String) -> Bool) -> Found? {
        guard let position = words.firstIndex(where: { $0.map(isWanted) ?? false }), let word = words[position] else { return nil }
        words[position] = nil
        return Found(word: word, position: position)
    }

    /// Removes `phrase` and the next word, and returns that word.
    mutating func takeAfter(_ phrase: String, _ isWanted: (String) -> Bool) -> String? {
        takeAfter(phrase, isWanted, then: nil)?.first
    }

    /// Removes `phrase` and the next one or two words, and returns those words.
    mutating func takeAfter(_ phrase: String, _ isFirst: (String) -> Bool, then isSecond: ((String) -> Bool)?) -> [String]? {
        let phrase = phrase.split(separator: " ").map(String.init)
        let length = phrase.count + (isSecond == nil ? 1 : 2)
        guard words.count >= length else { return nil }
        for start in 0...(words.count - length) {
            guard phrase.indices.allSatisfy({ words[start + $0] == phrase[$0] }), let first = words[start + phrase.count], isFirst(first)
            else { continue }
            var found = [first]
            if let isSecond {
                guard let second = words[start + phrase.count + 1], isSecond(second) else { continue }
                found.append(second)
            }
            for index in start..<(start + length) { words[index] = nil }
            return found
        }
        return nil
    }

    func word(before position: Int) -> String? { position > 0 ? words[position - 1] : nil }

    /// Removes the preposition before `position` and returns it.
    @discardableResult
    mutating func takePreposition(
        before position: Int, among prepositions: Set<String> = ["in", "on", "since", "during", "for", "of", "from"]
    ) -> String? {
        guard let word = word(before: position), prepositions.contains(word) else { return nil }
        words[position - 1] = nil
        return word
    }
}
