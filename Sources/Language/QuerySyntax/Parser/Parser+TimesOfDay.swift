import CalendarIntervals
import QueryDiagnostics
import QueryVocabulary

/// Conditions on the time of day: `after 14:00`, `between 22:00 and 06:00`, `in the morning`.
///
/// Their words have this meaning only here, before a time or a part of the day. They are names elsewhere.
extension Parser {
    /// The words that can start such a condition, for completion.
    static let timeOfDayOpeners: [CompletionItem] =
        (["after", "before", "between"] + DayPart.allCases.map(\.condition)).map { .keyword($0) }

    /// The words that are times of day.
    static let timeWords: [CompletionItem] = [.time] + DayMoment.allCases.map { .keyword($0.rawValue) }

    /// True at a condition on the time of day.
    var isTimeOfDay: Bool {
        switch current.keyword {
        case .after, .before: clockLength(at: 1).map { peek().kind != .word || !continuesName(at: 1 + $0) } ?? false
        case .between: clockLength(at: 1) != nil || isUnfinished
        case .in: word(1) == "the" || DayPart(rawValue: word(1)) != nil || isUnfinished
        case .at: word(1) == DayPart.night.rawValue && !continuesName(at: 2)
        default: false
        }
    }

    /// True if the rest of the condition is to be completed.
    private var isUnfinished: Bool { isRecording && peek().kind == .endOfText }

    /// True at such a condition where a clause is expected. `in the` can also begin another phrase there.
    var isTimeOfDayInProse: Bool {
        at(.in) ? word(1) == "the" && DayPart(rawValue: word(2)) != nil : isTimeOfDay
    }

    private func word(_ distance: Int) -> String {
        peek(distance).kind == .word ? text(peek(distance)).lowercased() : ""
    }

    /// True if the token at a distance shows that the words before it are the name of a column or a condition.
    private func continuesName(at distance: Int) -> Bool {
        let next = peek(distance)
        // The last comparison after `assert` belongs to the statement.
        if terminator == .comparison, comparison(next) != nil { return hasComparison(after: next) }
        return startsTest(distance) || next.kind == .word && next.spelling == nil
    }

    mutating func timeOfDay() -> Predicate? {
        let opener = advance()
        func phrase(_ kind: TimeOfDayPhrase.Kind, named words: String? = nil, _ parser: Parser) -> Predicate {
            let range = parser.range(from: opener.range.start)
            return .timeOfDay(TimeOfDayPhrase(kind: kind, name: words.map { Name($0, range: range) }, range: range))
        }
        switch opener.keyword {
        case .after, .before:
            let words = at(.word) ? "\(text(opener).lowercased()) \(text(current))" : nil
            guard let time = clockTime() else { return nil }
            return phrase(opener.keyword == .after ? .after(time) : .before(time), named: words, self)
        case .between:
            guard let first = clockTime() else { return nil }
            guard eat(.and) else {
                expected(.missingPart, "`between` needs `and` and a second time", help: "write for example `between 22:00 and 06:00`")
                return nil
            }
            offer(Parser.timeWords)
            guard clockLength(at: 0) != nil else {
                expected(
                    .timeExpected, "`between` needs a second time of day\(isAtEnd ? "" : ", but \(quoted(current)) isn't one")",
                    help: "write for example `between 22:00 and 06:00`")
                return nil
            }
            return clockTime().map { phrase(.between(first, $0), self) }
        case .at:
            advance()
            return phrase(.part(.night), named: DayPart.night.condition, self)
        default: return partOfDay().map { phrase(.part($0), self) }
        }
    }

    /// Parses `the morning`, after `in`.
    private mutating func partOfDay() -> DayPart? {
        if word(0) == "the" {
            advance()
        } else if at(.word) {
            let place = SourceRange(at: current.range.start)
            report(
                Diagnostic(
                    .missingPart, "`the` is missing before \(quoted(current))", at: place,
                    help: "write `\((DayPart(rawValue: word(0)) ?? .night).condition)`", fix: [.init(place, "the ")]))
        }
        let words = previous?.keyword == .in ? ["the"] : DayPart.allCases.map(\.rawValue)
        offer(words.map { .keyword($0) })
        guard let part = DayPart(rawValue: word(0)) else {
            expectedOption(DayPart.allCases.map(\.rawValue), after: "in the")
            return nil
        }
        advance()
        return part
    }

    // MARK: Times of day

    /// Parses times of day, separated by commas.
    mutating func times() -> [TimeLiteral]? {
        var times: [TimeLiteral] = []
        repeat {
            switch clockTime() {
            case .time(let time): times.append(time)
            case .name(let name):
                times.append(
                    TimeLiteral(hour: name.key == DayMoment.noon.rawValue ? 12 : 0, minute: 0, second: 0, nanosecond: 0, range: name.range))
            default:
                expected(
                    .timeExpected, "expected a time of day\(isAtEnd ? "" : ", but \(quoted(current)) isn't one")",
                    help: "write for example `06:00, 12:00, 18:00, 00:00`")
                return nil
            }
        } while eat(.comma)
        return times
    }

    /// Returns the number of tokens of a time of day such as `14:00`, `2 pm` or `noon`. Nil if there is none.
    func clockLength(at distance: Int) -> Int? {
        switch peek(distance).kind {
        case .timeOfDay: twelveHours(at: distance, count: 2) == nil ? 1 : 2
        case .number: twelveHours(at: distance, count: 2).map { _ in 2 }
        case .malformed: twelveHours(at: distance, count: 1).map { _ in 1 }
        case .word: DayMoment(rawValue: word(distance)).map { _ in 1 }
        default: nil
        }
    }

    /// Parses a time of day. Call it only if `clockLength` is not nil.
    mutating func clockTime() -> Literal? {
        offer(Parser.timeWords)
        guard let length = clockLength(at: 0) else { return nil }
        if at(.word) { return .name(name(of: advance())) }
        guard let time = twelveHours(at: 0, count: length) else { return .time(timeLiteral(advance())) }
        // The lexer reports `2pm`, which is not a time elsewhere.
        acceptedTokens.insert(current.range.start)
        for _ in 0..<length { advance() }
        return .time(time)
    }

    /// Returns the time of day in a number of tokens, which end with `am` or `pm`.
    private func twelveHours(at distance: Int, count: Int) -> TimeLiteral? {
        let range = peek(distance).range.union(peek(distance + count - 1).range)
        guard let match = source[range].lowercased().wholeMatch(of: /([0-9]{1,2})(?::([0-9]{2}))?(?::([0-9]{2}))? ?(am|pm)/),
            let hour = Int(match.1), (1...12).contains(hour)
        else { return nil }
        let (minute, second) = (match.2.flatMap { Int($0) } ?? 0, match.3.flatMap { Int($0) } ?? 0)
        guard minute < 60, second < 60 else { return nil }
        return TimeLiteral(hour: hour % 12 + (match.4 == "pm" ? 12 : 0), minute: minute, second: second, nanosecond: 0, range: range)
    }
}
