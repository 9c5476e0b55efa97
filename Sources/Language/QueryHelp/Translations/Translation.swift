import CalendarIntervals
import QuerySyntax

/// Helpers for translations from other languages. A translation is only offered if it parses.
enum Translation {
    static let periods = Set(CalendarPeriod.allCases.flatMap { [$0.name, $0.name + "s"] })

    /// Returns the Tally aggregate for an aggregate of another language.
    static func aggregate(_ word: String) -> String? {
        switch word.lowercased() {
        case "sum", "total", "sum_over_time", "much", "many": "sum"
        case "avg", "average", "mean", "avg_over_time", "usual", "typical": "average"
        case "min", "minimum", "lowest", "slowest", "min_over_time": "min"
        case "max", "maximum", "highest", "fastest", "most", "max_over_time": "max"
        case "count", "count_over_time", "often": "count"
        case "median": "median"
        case "stddev", "stdev", "stddev_samp", "stddev_over_time": "stddev"
        case "latest", "current", "newest", "last_value", "last_over_time", "last": "latest"
        case "first", "first_value": "first"
        case "long": "duration"
        default: nil
        }
    }

    static func isWord(_ text: String) -> Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
    static func bare(_ text: String) -> String { text.filter { !"\"'`".contains($0) } }

    /// Returns the period for a word or a letter.
    static func period(_ word: some StringProtocol) -> CalendarPeriod? {
        CalendarPeriod.allCases.first { word == $0.suffix || word == $0.name || word == $0.name + "s" }
    }

    /// Translates a window such as `5m` into an interval such as `5min`. Returns nil if it is not a window.
    static func interval(_ text: String) -> String? {
        let text = bare(text).lowercased()
        let digits = text.prefix { $0.isNumber }
        let unit = text.dropFirst(digits.count).filter { $0 != " " }
        guard digits.count < 6 else { return nil }
        let count = digits.isEmpty ? "1" : String(digits)
        if unit == "m" { return count + "min" }
        if let known = period(unit) {
            return count == "1" ? known.name : count + known.suffix
        }
        return nil
    }

    /// Returns `word` as text in double quotes.
    static func text(_ word: String) -> String { "\"\(bare(word))\"" }
}
