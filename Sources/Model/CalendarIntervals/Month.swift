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
