/// A month of the year, numbered from 1.
package enum Month: Int, CaseIterable, Hashable, Sendable {
    case january = 1, february, march, april, may, june, july, august, september, october, november, december

    /// The English name in lower case, as written in queries.
    package var name: String { Self.names[rawValue - 1] }

    /// Creates the month with this name, or its first three letters. Ignores case. `sept` is also a name of September.
    package init?(word: some StringProtocol) {
        guard let month = Self.words[word.lowercased()] else { return nil }
        self = month
    }

    /// The maximum number of days in the month, with 29 in February.
    package var maximumDayCount: Int { CivilDate.dayCount(year: 2000, month: rawValue) }

    package static let names = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]

    private static let words: [String: Month] = {
        var words = ["sept": Month.september]
        for month in allCases {
            words[month.name] = month
            words[String(month.name.prefix(3))] = month
        }
        return words
    }()
}

/// A part of a day that a query can name. Parts follow the clock, even if days start at another time than midnight.
package enum DayPart: String, CaseIterable, Hashable, Sendable {
    case morning, afternoon, evening, night

    /// The word before the name: `this morning`, `last night`.
    package var opener: String { self == .night ? "last" : "this" }

    /// The phrase as written in queries.
    package var phrase: String { "\(opener) \(rawValue)" }

    /// The hours of the start and the end, counted from the midnight at which today starts. A night starts the day before.
    package var hours: Range<Int> {
        switch self {
        case .morning: 0..<12
        case .afternoon: 12..<18
        case .evening: 18..<24
        case .night: -6..<12
        }
    }
}
