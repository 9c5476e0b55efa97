import CalendarIntervals
package import QueryVocabulary

extension Grammar {
    /// The periods, singular first.
    package static let periods: [String] = CalendarPeriod.allCases.flatMap { [$0.name, $0.name + "s"] }

    /// The periods, those first that are more likely meant.
    static func periods(isPlural: Bool) -> [String] { isPlural ? periods.filter { $0.hasSuffix("s") } + periods : periods }

    /// What may follow `by`, beside numbers of periods.
    package static let groupingWords: [String] = periods + Profile.allCases.map(\.phrase) + ["source", "device", "metadata"]
}
