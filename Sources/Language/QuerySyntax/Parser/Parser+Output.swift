import QueryDiagnostics
import QueryVocabulary

/// The output of a query: its format, the ends of the axis, lines across the chart, and the file.
extension Parser {
    mutating func output() -> Output? {
        offer([.entries(.output)])
        guard at(.as) else { return nil }
        let start = advance().range.start
        offer([.entries(.format)])
        let formatToken = current
        guard at(.word), let format = OutputFormat(rawValue: text(current).lowercased()) else {
            // `explain` takes only charts.
            let formats = OutputFormat.allCases.filter { !isExplaining || $0.isPicture }.map(\.rawValue)
            let written = text(current).lowercased()
            let best = isAtEnd ? nil : OutputFormat.called(written)?.rawValue ?? Suggestion.best(for: written, among: formats)
            expected(
                .unknownFormat, isAtEnd ? "`as` needs an output format" : "unknown output format \(quoted(current))",
                help: isExplaining
                    ? "write for example `as bars`, `as line` or `as heatmap`"
                    : "write for example `as table`, `as csv` or `as json`, or see `help as`",
                fix: .spelling(best, at: current.range))
            recover()
            return nil
        }
        advance()
        var output = Output(format: format, formatRange: formatToken.range, range: range(from: start))
        while true {
            offer([.keyword("rule"), .keyword("from"), .keyword("to")])
            // A misplaced time range doesn't continue with a number.
            if at(.from), isNumber(behind: 1), output.axis == nil {
                output.axis = axisEnds()
            } else if at(.rule) {
                guard let rule = rule() else {
                    while !isQueryEnd { advance() }
                    return output
                }
                output.rules.append(rule)
            } else {
                break
            }
            output.range = range(from: start)
        }
        if at(.to) {
            let to = advance().range.start
            output.path = textOperand(after: "to", example: "steps.\(format.rawValue)", role: .file)
            output.destination = range(from: to)
            output.range = range(from: start)
        }
        return output
    }

    /// Parses a line across a chart, `rule 10000 called "goal"`.
    private mutating func rule() -> RulePhrase? {
        let start = advance().range.start
        offer([.keyword("average"), .keyword("at"), .number, .value, .when])
        let place: RulePhrase.Place
        if at(.at) {
            advance()
            offer([.time, .when])
            guard let time = timeOfRule() else {
                expected(.timeExpected, "`rule at` needs a time", help: "write for example `rule at 08:00` or `rule at 2026-06-26`")
                return nil
            }
            place = time
        } else if at(.timeOfDay) {
            place = .time(timeLiteral(advance()))
        } else if current.spelling?.aggregate == .average {
            advance()
            place = .average
        } else if isAggregateWord {
            let isMean = Aggregate.called(text(current).lowercased()) == .average
            expected(
                .ruleOfChart, "a line can't be at \(quoted(current)): it is at a number, at the average or at a time",
                help: "write `rule average`, or a number", fix: isMean ? .init(current.range, "average") : nil)
            return nil
        } else if isAtEnd || at(.to) || at(.called) {
            expected(
                .missingValue, "`rule` needs a number, `average` or `at` and a time",
                help: "write for example `rule 10000`, `rule average` or `rule at 08:00`")
            return nil
        } else if let value = literal(.element) {
            place = .value(value)
        } else {
            return nil
        }
        var rule = RulePhrase(place: place, range: range(from: start))
        offer([.keyword("called")])
        if at(.called) {
            advance()
            guard let label = textOperand(after: "called", example: "goal", role: .summary) else { return nil }
            rule.label = label
            rule.range = range(from: start)
        }
        return rule
    }

    /// Parses a time of day, a date, or `now`.
    private mutating func timeOfRule() -> RulePhrase.Place? {
        if at(.timeOfDay) { return .time(timeLiteral(advance())) }
        guard !at(.number), !isAtEnd else { return nil }
        switch literal(.element) {
        case .some(let value): return .value(value)
        case nil: return nil
        }
    }

    private var isAggregateWord: Bool {
        isAggregate(current) || at(.word) && current.spelling == nil && Aggregate.called(text(current).lowercased()) != nil
    }

    /// Parses the ends of an axis, `from 40 to 120`. `to` without a number introduces the file.
    private mutating func axisEnds() -> AxisEnds? {
        let start = advance().range.start
        // A unit has no space before it: `from 90% to 100%`, `from 35degC`.
        guard let lower = literal([]) else { return nil }
        var upper: Literal?
        if at(.to), isNumber(behind: 1) {
            advance()
            upper = literal([])
        }
        return AxisEnds(lower: lower, upper: upper, range: range(from: start))
    }

    private func isNumber(behind distance: Int) -> Bool {
        let next = peek(distance).kind
        return next == .number || (next == .minus || next == .plus) && peek(distance + 1).kind == .number
    }

    mutating func reportText(after output: Output) {
        let (first, end) = (current, previousEnd)
        while !isQueryEnd { advance() }
        // A malformed token already has a diagnostic.
        guard first.kind != .malformed else { return }
        if first.kind == .string {
            report(
                Diagnostic(
                    .textAfterOutput, "missing `to` before the file \(quoted(first))", at: first.range, help: "write `to` before a file",
                    fix: Diagnostic.Fix(SourceRange(at: first.range.start), "to ", help: "write `to \(text(first))`")))
            return
        }
        report(
            Diagnostic(
                .textAfterOutput, "`as` must come last, but \(quoted(first)) follows it", at: first.range,
                help: "move `as …` to the end of the query",
                fix: [
                    .init(SourceRange(at: output.range.start), source[range(from: first.range.start)] + " "),
                    .init(SourceRange(end, previousEnd), ""),
                ]))
    }
}
