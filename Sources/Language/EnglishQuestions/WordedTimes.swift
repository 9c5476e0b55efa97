package import CalendarIntervals
package import QueryDiagnostics
import QuerySyntax

/// Finds times in plain English that the language doesn't have: `since January 1st`, `in March 2024`, `tonight`.
package struct WordedTimes {
    private let tokens: [Token]
    /// The text of each token, in lowercase.
    private let words: [String]
    private let source: SourceText
    /// The position of the statement in the source.
    private let offset: Int
    /// The current date, which decides the year of `January 1`; nil if it is not known.
    private let today: CivilDate?
    private let isName: (String) -> Bool

    /// The maximum number of tokens to read.
    private static let maximumTokens = 100

    private init(_ range: SourceRange, in source: SourceText, on today: CivilDate?, knowing isName: @escaping (String) -> Bool) {
        let text = source.beginning(of: range)
        tokens = Array(Lexer.lex(text).tokens.lazy.filter { !$0.isTrivia && $0.kind != .endOfText }.prefix(Self.maximumTokens))
        words = tokens.map { text[$0.range].lowercased() }
        self.source = source
        offset = range.start
        self.today = today
        self.isName = isName
    }

    /// Returns a diagnostic for each time in words, with the time as Tally writes it.
    ///
    /// - Parameters:
    ///   - today: The current date, which decides the year of a date without one; nil if it is not known.
    ///   - isName: Returns true if a word is a known name.
    package static func findings(
        at range: SourceRange, in source: SourceText, on today: CivilDate?, knowing isName: @escaping (String) -> Bool
    ) -> [Diagnostic] {
        let times = WordedTimes(range, in: source, on: today, knowing: isName)
        var findings: [Diagnostic] = []
        var index = 0
        // The word before the previous date, after which `to` or `and` can introduce this one.
        var paired: String?
        while index < times.tokens.count {
            guard let found = times.partOfDay(at: index) ?? times.period(at: index) ?? times.date(at: index, after: paired) else {
                index += 1
                continue
            }
            if let finding = found.finding { findings.append(finding) }
            paired = times.word(index)
            index = found.end
        }
        return findings
    }

    /// A time, with a finding if the language doesn't have it in this form.
    private typealias Found = (finding: Diagnostic?, end: Int)

    private func isWord(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }
    private func word(_ index: Int) -> String { index >= 0 && index < words.count ? words[index] : "" }

    /// Returns the place of the tokens in the source.
    private func range(_ tokens: Range<Int>) -> SourceRange {
        let range = self.tokens[tokens.lowerBound].range.union(self.tokens[tokens.upperBound - 1].range)
        return SourceRange(range.start + offset, range.end + offset)
    }

    /// The parts of today and yesterday that aren't words of the language, with their ranges. Every statement is searched for them.
    static let partsOfDay = [
        ("tonight", "this evening"), ("yesterday morning", "since yesterday 00:00 until yesterday 12:00"),
        ("yesterday afternoon", "since yesterday 12:00 until yesterday 18:00"),
        ("yesterday evening", "since yesterday 18:00 until today"),
    ].map { phrase, span in (phrase: phrase, words: phrase.split(separator: " ").map(String.init), span: span) }

    /// Returns true if the words start at `index`.
    private func matches(_ phrase: [String], at index: Int) -> Bool {
        guard words[index] == phrase[0] else { return false }
        return phrase.indices.allSatisfy { isWord(index + $0) && words[index + $0] == phrase[$0] }
    }

    // MARK: Parts of a day

    /// `tonight`, `yesterday evening`
    private func partOfDay(at index: Int) -> Found? {
        for (phrase, words, span) in Self.partsOfDay {
            guard matches(words, at: index), !isName(phrase) else { continue }
            let end = index + words.count
            let place = range(index..<end)
            let finding = Diagnostic(
                .periodExpected, "`\(source[place])` isn't a time span", at: place, help: "write a range such as `\(span)`",
                fix: .init(place, span, help: "write `\(span)`"))
            return (finding, end)
        }
        return nil
    }

    // MARK: Numbers after `in`

    /// `in 2024`, `in 2024-03`, `in 2024-03-10`
    private func period(at index: Int) -> Found? {
        guard word(index) == "in", index + 1 < tokens.count else { return nil }
        let opener: String
        switch tokens[index + 1].kind {
        case .date: opener = "on"
        case .coarseDate: opener = "during"
        case .number where year(at: index + 1) != nil: opener = "during"
        default: return nil
        }
        let finding = Diagnostic(
            .missingUnit, "`in` needs a unit, but `\(word(index + 1))` is a time", at: range(index..<index + 2),
            help: "write `\(opener)` before a time",
            fix: .init(range(index..<index + 1), opener, help: "write `\(opener) \(word(index + 1))`"))
        return (finding, index + 2)
    }

    // MARK: Dates

    private struct Date {
        var year: Int?
        var month: Int
        var day: Int?
        /// True if the language has this form: `march 3`, `3 march 2024`, `march`.
        var isPlain = true
        /// The index after the last token.
        var end: Int

        /// Returns the date as Tally writes it. Without a year, it is the latest one that has begun. Nil if it doesn't exist.
        func text(on today: CivilDate?) -> String? {
            guard let year = year ?? today.flatMap(latestYear),
                let first = CivilDate(year: year, month: month, day: day ?? 1)
            else { return nil }
            let text = ISO8601.text(of: first)
            return day == nil ? String(text.dropLast(3)) : text
        }

        private func latestYear(on today: CivilDate) -> Int? {
            // A leap day can be up to 8 years back.
            (0...8).lazy.map { today.year - $0 }.first { year in
                CivilDate(year: year, month: month, day: day ?? 1).map { $0 <= today } ?? false
            }
        }
    }

    /// Returns the word that the language uses in place of `word` before a day or a longer period, or nil if dates don't follow it.
    ///
    /// - Parameter previous: the word before the previous date, or nil if there is none.
    private func opener(_ word: String, after previous: String?, isDay: Bool, end: Int) -> String? {
        switch word {
        case "in", "for", "on": isDay ? "on" : "during"
        case "until" where previous == "from": "and"
        case "during", "since", "until", "through", "between": word
        // `from … to` excludes the last day.
        case "from": ["to", "until"].contains(self.word(end)) ? "between" : "since"
        case "to", "and": previous.map { $0 == "since" ? "through" : "and" }
        default: nil
        }
    }

    /// `since January 1st`, `on the 3rd of March`, `in January 2024`, `March 3, 2024`
    ///
    /// - Parameter previous: the word before the previous date.
    private func date(at index: Int, after previous: String?) -> Found? {
        let hasOpener = opener(word(index), after: previous, isDay: true, end: index) != nil
        let start = hasOpener ? index + 1 : index
        guard let date = date(from: start) else { return nil }
        let isRange = date.year != nil && date.day == nil
        if date.isPlain, hasOpener ? isOpener(at: index, after: previous, end: date.end) : isRange || !isAfterMetric(start) {
            return (nil, date.end)
        }
        // A lone month can be a name, or a word of a metric.
        if date.end == start + 1 { guard !isName(word(start)), hasOpener || isAfterMetric(start) else { return nil } }
        let isDay = date.day != nil
        let opener = opener(word(index), after: previous, isDay: isDay, end: date.end) ?? (isDay ? "on" : "during")
        let place = range(start..<date.end)
        let fix = date.text(on: today).map { text in
            Diagnostic.Fix(
                range(index..<date.end), "\(opener) \(text)", keepsQuestion: date.year != nil, help: "write `\(opener) \(text)`")
        }
        let finding = Diagnostic(
            .malformedDate, "`\(source[place])` isn't written as a date of a query", at: place,
            help: "write for example `\(isDay ? "on january 31" : "during january")`", fix: fix)
        return (finding, date.end)
    }

    /// Returns true if the language has dates after the word, as in `since march 10`, but not in `in march`.
    private func isOpener(at index: Int, after previous: String?, end: Int) -> Bool {
        switch word(index) {
        case "on", "during", "since", "through", "between": true
        case "until": previous != "from"
        case "and": previous == "between"
        case "from": word(end) == "to"
        case "to": previous == "from" || word(index - 1) == "compare"
        default: false
        }
    }

    /// True if the month follows a word that can only be the name of a metric: `steps january`.
    private func isAfterMetric(_ index: Int) -> Bool {
        isWord(index - 1) && tokens[index - 1].spelling == nil && isName(word(index - 1))
    }

    private func date(from index: Int) -> Date? {
        guard var date = parsedDate(from: index) else { return nil }
        // Articles, `of`, the endings of `3rd` and commas are English, but not part of the language.
        let numbers = [date.day, date.year].compactMap { $0 }.count
        date.isPlain = date.end - index == numbers + 1 && (index..<date.end).contains { isWord($0) && Month(word: word($0)) != nil }
        return date
    }

    private func parsedDate(from index: Int) -> Date? {
        var index = word(index) == "the" ? index + 1 : index
        if let first = day(at: index) {
            index = word(first.end) == "of" ? first.end + 1 : first.end
            guard let month = month(at: index) else { return nil }
            let year = yearAfter(index + 1)
            return Date(year: year?.year, month: month, day: first.day, end: year?.end ?? index + 1)
        }
        guard let month = month(at: index) else { return nil }
        if let year = yearAfter(index + 1) { return Date(year: year.year, month: month, end: year.end) }
        guard let day = day(at: index + 1) else { return Date(month: month, end: index + 1) }
        let year = yearAfter(day.end)
        return Date(year: year?.year, month: month, day: day.day, end: year?.end ?? day.end)
    }

    /// `January`, `jan`, `sept`
    private func month(at index: Int) -> Int? { isWord(index) ? Month(word: words[index])?.rawValue : nil }

    /// `3`, `3rd`. The ending is a separate token
    private func day(at index: Int) -> (day: Int, end: Int)? {
        guard tokens.indices.contains(index), tokens[index].kind == .number, let day = Int(words[index]), (1...31).contains(day) else {
            return nil
        }
        let hasEnding = isWord(index + 1) && ["st", "nd", "rd", "th"].contains(words[index + 1])
        return (day, index + (hasEnding ? 2 : 1))
    }

    /// `2024` or `, 2024`
    private func yearAfter(_ index: Int) -> (year: Int, end: Int)? {
        let index = word(index) == "," ? index + 1 : index
        return year(at: index).map { ($0, index + 1) }
    }

    private func year(at index: Int) -> Int? {
        guard index < tokens.count, tokens[index].kind == .number, let year = Int(words[index]), (1900...2100).contains(year) else {
            return nil
        }
        return isWord(index + 1) && tokens[index + 1].keyword?.timeUnit != nil ? nil : year
    }
}
