import CalendarIntervals
package import QueryVocabulary

extension Grammar {
    /// The periods, singular first.
    package static let periods: [String] = CalendarPeriod.allCases.flatMap { [$0.name, $0.name + "s"] }

    /// The periods, most likely ones first.
    static func periods(isPlural: Bool) -> [String] { isPlural ? periods.filter { $0.hasSuffix("s") } + periods : periods }

    /// The words that can follow `by`, in addition to numbers of periods.
    package static let groupingWords: [String] =
        periods + Profile.allCases.map(\.phrase) + GroupingWord.allCases.map(\.rawValue)
        + EventWord.allCases.map(\.rawValue)
}
