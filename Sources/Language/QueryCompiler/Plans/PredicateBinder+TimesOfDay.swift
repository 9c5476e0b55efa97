import CalendarIntervals
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Conditions on the time of day.
///
/// A time names its minute, or with seconds its second, as a date names its day: `time of day <= 14:00` includes 14:00:59.
extension PredicateBinder {
    func timeOfDay(_ phrase: TimeOfDayPhrase) throws(Reported) -> QueryPlan.Predicate {
        // A `let` with these words as its name is used instead: `let atNight = where …`.
        if let name = phrase.name, binder.context.names[name] != nil { return try bind(.name(name)) }
        switch phrase.kind {
        case .part(let part): return .timeOfDay(binder.times(of: part))
        case .between(let first, let last): return try timeOfDay(between: first, last, at: phrase.range)
        case .after(let time):
            let from = try clockTime(time).lowerBound
            guard from > 0 else { throw refuseMidnight(phrase, "after", fix: "between midnight and 06:00") }
            return .timeOfDay(DayTimes(from: from, to: DayTimes.dayLength))
        case .before(let time):
            let to = try clockTime(time).lowerBound
            guard to > 0 else { throw refuseMidnight(phrase, "before", fix: "between 18:00 and midnight") }
            return .timeOfDay(DayTimes(from: 0, to: to))
        }
    }

    private func refuseMidnight(_ phrase: TimeOfDayPhrase, _ word: String, fix: String) -> Reported {
        binder.report(
            .wholeDay, "every time of day is \(word) midnight", at: phrase.range, help: "write for example `\(fix)`",
            note: "the hours of a condition start and end within one day, or go over midnight as in `between 22:00 and 06:00`",
            fix: .init(phrase.range, fix, keepsQuestion: false))
    }

    /// `time of day >= 14:00`
    func timeOfDay(_ comparison: Comparison, _ literal: Literal) throws(Reported) -> QueryPlan.Predicate {
        let time = try clockTime(literal)
        func times(from: Int, to: Int) -> QueryPlan.Predicate {
            from == to ? .constant(false) : .timeOfDay(DayTimes(from: from, to: to))
        }
        let length = DayTimes.dayLength
        return switch comparison {
        case .equal: times(from: time.lowerBound, to: time.upperBound)
        case .notEqual: .not(times(from: time.lowerBound, to: time.upperBound))
        case .less: times(from: 0, to: time.lowerBound)
        case .lessOrEqual: times(from: 0, to: time.upperBound)
        case .greater: times(from: time.upperBound, to: length)
        case .greaterOrEqual: times(from: time.lowerBound, to: length)
        }
    }

    /// `between 22:00 and 06:00` includes the first time and excludes the second. Midnight as the second time is the end of the day.
    func timeOfDay(between first: Literal, _ last: Literal, at range: SourceRange) throws(Reported) -> QueryPlan.Predicate {
        let ends = try binder.collect(each: [first, last]) { (time) throws(Reported) in
            try clockTime(time).lowerBound
        }
        let times = DayTimes(from: ends[0], to: ends[1] == 0 ? DayTimes.dayLength : ends[1])
        guard times.from != times.to, !times.isWholeDay else {
            throw binder.report(
                .wholeDay, "these hours start and end at the same time", at: range, help: "write two times, as in `between 22:00 and 06:00`"
            )
        }
        return .timeOfDay(times)
    }

    /// Returns the milliseconds of the day that a time names.
    private func clockTime(_ literal: Literal) throws(Reported) -> Range<Int> {
        try binder.resolving(literal) { (literal) throws(Reported) in
            var hours: Int?
            switch literal {
            case .time(let time) where time.nanosecond == 0:
                let start = time.millisecondOfDay
                return start..<start + (time.second > 0 ? 1000 : 60_000)
            case .time: break
            case .name(let name):
                switch DayMoment(rawValue: name.key) {
                case .noon: return 43_200_000..<43_260_000
                case .midnight: return 0..<60_000
                case nil: break
                }
            case .number(let number, nil): hours = Int(exactly: number.value).flatMap { (0..<24).contains($0) ? $0 : nil }
            default: break
            }
            let text = hours.map { DayTimes.text($0 * 3_600_000) }
            throw binder.report(
                .timeExpected, "expected a time of day, in whole seconds", at: literal.range,
                help: text.map { "write `\($0)`" } ?? "write a time of day such as `14:00`, `2:30pm` or `noon`",
                fix: text.map { [.init(literal.range, $0)] })
        }
    }
}

extension Name {
    /// The help about `after cutoff`, because only the field takes the name of a time.
    var helpForTimeOfDay: String? {
        let words = text.lowercased().split(separator: " ")
        guard words.count == 2, let sign = ["after": ">=", "before": "<"][words[0]] else { return nil }
        return "write `\(words[0]) 14:00`, or with the name of a time `time of day \(sign) \(words[1])`"
    }
}
