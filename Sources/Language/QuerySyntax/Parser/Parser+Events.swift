import QueryDiagnostics
import QueryVocabulary

/// Keys whose rows are intervals, and the time near events.
extension Parser {
    /// True at `before each …`, and at `within 2h after …`, whose `each` may be missing.
    var isWindowHere: Bool {
        if at(.before) || at(.after) { return peek().keyword == .each }
        return at(.within) && (withinSide(peek(2)) ?? withinSide(peek(3))) != nil
    }

    /// `within 2h after each workout`, `before each (dietaryCarbohydrates)`
    mutating func window(openedBy opener: Token) -> WindowPhrase? {
        var (length, side): (TimeAmountPhrase?, WithinSide?) = (nil, withinSide(opener))
        if opener.keyword == .within {
            guard let amount = timeAmountPhrase(after: "within") else { return nil }
            (length, side) = (amount, option(WithinSide.self, after: source[range(from: opener.range.start)]))
        }
        guard let side else { return nil }
        offer([.keyword("each")])
        guard at(.each) else {
            let written = source[range(from: opener.range.start)]
            expected(
                .missingPart, "`\(written)` needs `each` before the events, for a row for each of them",
                help: "write for example `\(written) each workout`, or `while \(written) workouts` for all of the time together",
                fix: Diagnostic.Fix(
                    SourceRange(at: opener.range.start), "while ", keepsQuestion: false, help: "write `while` for all of the time together")
            )
            return nil
        }
        return event().map { WindowPhrase(length: length, side: side, event: $0) }
    }

    /// `each workout`, `each (SET)`
    private mutating func event() -> GroupingKey? {
        let word = text(peek()).lowercased()
        var key: GroupingKey?
        if peek().kind == .word, EventWord.names.map(\.rawValue).contains(word) {
            let start = advance().range.start
            let name = name(of: advance())
            key = GroupingKey(kind: .interval(.name(name), starting: nil), range: range(from: start))
        } else {
            key = eachKey(offering: EventWord.names)
        }
        key?.isOfWindow = true
        return key
    }

    /// `km of workouts`, `400 m of running`, `part of workouts`; nil for other keys.
    mutating func partKeyIfPresent() -> GroupingKey?? {
        let start = current.range.start
        let isNumber = at(.number)
        guard isNumber || at(.word), peek(isNumber ? 2 : 1).keyword == .of, isNumber || current.keyword == nil else { return nil }
        guard peek().keyword?.timeUnit == nil || !isNumber else { return nil }
        let number = isNumber ? numberIfPresent().map { NumberOperand.number($0) } : nil
        let isPart = !isNumber && text(current).lowercased() == "part"
        let unit = unitRun()
        advance()
        guard let set = workoutSet() else { return .some(nil) }
        return GroupingKey(kind: isPart ? .parts(set) : .splits(number, unit, set), range: range(from: start))
    }

    /// `each (sleep)`
    ///
    /// - Parameter words: The events that can follow instead.
    mutating func eachKey(offering words: [EventWord] = []) -> GroupingKey? {
        let start = advance().range.start
        offer(words.map { .keyword($0.rawValue) } + [.symbol("(")])
        let opening = current.range
        let hasParenthesis = at(.leftParenthesis)
        guard hasParenthesis || !isAtEnd else {
            expected(.missingPart, "`each` needs a set of times in parentheses", help: "write for example `each (sleep)`")
            return nil
        }
        guard let set = hasParenthesis ? nested({ $0.setInParentheses() }) : intervalSet() else { return nil }
        if !hasParenthesis {
            let written = range(from: opening.start)
            report(
                Diagnostic(
                    .missingPart, "`each` needs parentheses around its set of times", at: written,
                    help: "write `each (\(source[written]))`",
                    fix: [.init(SourceRange(at: written.start), "("), .init(SourceRange(at: written.end), ")")]))
        }
        return GroupingKey(kind: .each(set), range: range(from: start))
    }
}
