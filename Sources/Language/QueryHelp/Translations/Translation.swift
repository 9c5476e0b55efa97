import CalendarIntervals
import QuerySyntax

/// What rough renderings of other languages have in common; one is offered only where it can be read.
enum Translation {
    static let periods = Set(CalendarPeriod.allCases.flatMap { [$0.name, $0.name + "s"] })

    /// Returns our word for an aggregate in another language.
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

    /// Returns the period that a word or a letter names.
    static func period(_ word: some StringProtocol) -> CalendarPeriod? {
        CalendarPeriod.allCases.first { word == $0.suffix || word == $0.name || word == $0.name + "s" }
    }

    /// Returns a window such as `5m` as an interval of ours: `5min`. Nil where it is none.
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

    /// Returns what a text between quotes says, as a text of ours.
    static func text(_ word: String) -> String { "\"\(bare(word))\"" }
}
