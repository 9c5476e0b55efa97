import QueryDiagnostics
import QueryVocabulary

/// Queries: a source or measures, then clauses, stages and output.
extension Parser {
    /// Returns a query, or nil if its source can't be parsed. Parses clauses and stages in either case, to report their mistakes.
    mutating func query() -> Query? {
        let start = current.range.start
        endBeforePipes = nil
        let wasProgress = isProgress
        isProgress = false
        defer { isProgress = wasProgress }
        let empty = emptyPeriods()
        let source = empty?.source ?? querySource()
        if source == nil { recover() }
        var clauses = self.clauses(of: source)
        if let empty {
            reportRows(in: clauses)
            clauses = empty.clauses + clauses.filter { $0.kind.word != .by }
        }
        let stages = (empty?.stages ?? []) + self.stages()
        let output = self.output()
        if let output, !isQueryEnd { reportText(after: output) }
        guard let source else { return nil }
        return Query(source: source, clauses: clauses, stages: stages, output: output, range: range(from: start))
    }

    /// True at the end of the query: the end of the statement, or a word of the statement around it.
    var isQueryEnd: Bool {
        if isAtEnd { return true }
        switch terminator {
        case .none: return false
        case .comparison: return comparison(current) != nil
        case .watch: return at(.every) || isUntilComparison
        case .keywords(let keywords): return keywords.contains { at($0) }
        case .parenthesis, .joined: return at(.rightParenthesis)
        }
    }

    private var isUntilComparison: Bool {
        terminator == .watch && at(.until) && comparison(peek()) != nil
    }

    /// Skips to the next place where parsing can continue: a clause, a stage, the output or the end.
    mutating func recover() {
        while !isQueryEnd, !at(.pipe), !at(.as), !isClauseHere { advance() }
    }

    // MARK: Source

    private mutating func querySource() -> QuerySource? {
        offer([.entries(.source), .aggregate, .metric])
        if isUnderscore(current) { return .lastResult(advance().range) }
        reportRangeBeforeSource()
        if isGapsHere || at(.sessions) && peek().keyword == .of { return singleSet().map { .times($0) } }
        if isRecordHere { return record().map { .record($0) } }
        switch current.keyword {
        case .samples where isSourceWord:
            advance()
            _ = eat(.of)
            guard let metric = metricReference(after: "samples of") else { return nil }
            offer([.keyword("in")])
            return .samples(metric, unit: !isSpanInProse && eat(.in) ? unit() : nil)
        case .summaries where isSourceWord:
            return .summaries(advance().range)
        case .progress where isSourceWord:
            let word = advance().range
            isProgress = true
            return measure(after: "progress").map { .progress($0, word) }
        case .last where phrase(at: 0) == nil && isName(peek()) && peek().keyword?.timeUnit == nil && !at(.number):
            reportLastAsAggregate()
        default: break
        }
        return measures().map { .measures($0) }
    }

    /// True if `samples`, `summaries` or `progress` is not the name of a function in a call.
    private var isSourceWord: Bool { peek().kind != .leftParenthesis }

    /// Reports a range before the metric, as in `last night sleep`, and continues after it.
    private mutating func reportRangeBeforeSource() {
        guard isSpan, !isRecording else { return }
        var ahead = self
        guard let span = ahead.span(), ahead.findingCount == findingCount, ahead.isAggregateHere || isName(ahead.current) else {
            return
        }
        let words = source[span.range]
        let rest = ahead.current.range.start
        var end = ahead
        while !end.isQueryEnd, !end.at(.pipe), !end.at(.as) { end.advance() }
        self = ahead
        report(
            Diagnostic(
                .missingMetric, "a query starts with an aggregate or a metric, and its range comes later", at: span.range,
                help: "write `\(words)` after the metric, as in `steps \(words)`",
                fix: Diagnostic.Fix(
                    [.init(SourceRange(span.range.start, rest), ""), .init(SourceRange(at: end.previousEnd), " \(words)")],
                    help: "write `\(words)` after the metric")))
    }

    private mutating func reportLastAsAggregate() {
        expected(
            .aggregateSynonym, "use `latest` for the newest value, because `last` starts a time span", help: "write `latest`",
            fix: [.init(current.range, "latest")])
        advance()
    }

    private mutating func measures() -> [Measure]? {
        var measures: [Measure] = []
        while true {
            let aggregates = aggregatesBeforeAdherence()
            guard let measure = measure() else { return nil }
            if let aggregates {
                let range = SourceRange(aggregates[0].range.start, measure.range.end)
                measures.append(Measure(aggregates: aggregates, metric: measure.metric, range: range))
            }
            measures.append(measure)
            if eat(.comma) { continue }
            if isArithmeticHere { return arithmetic(after: measures) }
            guard isAggregateHere && (startsMeasure(at: index) || at(.and)) || at(.and) && isName(peek()) else { return measures }
            let gap = at(.and) ? current.range : SourceRange(at: previousEnd)
            report(
                Diagnostic(
                    .missingComma, "missing comma between measures", at: at(.and) ? gap : current.range, help: "write `,` between them",
                    fix: [at(.and) ? .init(SourceRange(previousEnd, gap.end), ",") : .init(gap, ",")]))
            if at(.and) { advance() }
        }
    }

    /// Parses the aggregates of `count, adherence medicationDoses`, which have the metric after `adherence`. Nil without `adherence`.
    private mutating func aggregatesBeforeAdherence() -> [AggregatePhrase]? {
        guard !isRecording, isAggregate(current) else { return nil }
        var ahead = self
        let aggregates = ahead.aggregates()
        guard ahead.eat(.comma), ahead.measureWord == .adherence, ahead.findingCount == findingCount else { return nil }
        self = ahead
        return aggregates
    }

    /// True at an aggregate, or at `and` before an aggregate.
    private var isAggregateHere: Bool {
        isAggregate(at: 0) || at(.and) && isAggregate(at: 1)
    }

    func isAggregate(_ token: Token) -> Bool { token.kind == .percentile || token.spelling?.aggregate != nil }

    /// Returns true if an aggregate starts `distance` tokens from here.
    func isAggregate(at distance: Int) -> Bool { isAggregate(peek(distance)) || phrase(at: distance) != nil }

    /// Returns the aggregate of words that are not reserved that starts `distance` tokens from here, such as `first start` or `coverage`.
    /// It needs a metric or another aggregate after it.
    private func phrase(at distance: Int) -> (aggregate: Aggregate, length: Int)? {
        guard peek(distance).kind == .word else { return nil }
        let word = text(peek(distance))
        if let aggregate = Aggregate(phrase: word), isMeasured(at: distance + 1), peek(distance + 1).kind != .leftParenthesis {
            return (aggregate, 1)
        }
        guard peek(distance + 1).kind == .word, let aggregate = Aggregate(phrase: "\(word) \(text(peek(distance + 1)))"),
            isMeasured(at: distance + 2)
        else { return nil }
        return (aggregate, 2)
    }

    /// Returns true if the rest of a measure can start `distance` tokens from here, after an aggregate.
    private func isMeasured(at distance: Int) -> Bool {
        let next = peek(distance)
        if isName(next) { return !endsName(next) }
        return next.keyword == .of || next.keyword == .in || next.keyword == .and && peek(distance + 1).kind == .word
            || next.kind == .comma && isAggregate(at: distance + 1) || next.kind == .leftParenthesis || isAggregate(next)
            || isRecording && next.kind == .endOfText
    }

    /// Returns true if aggregates and then a name follow, as in `sum steps average heartRate`.
    private func startsMeasure(at position: Int) -> Bool {
        var distance = 0
        while isAggregate(at: distance) || peek(distance).kind == .comma || peek(distance).keyword == .and
            || peek(distance).keyword == .of
        {
            distance += isAggregate(peek(distance)) ? 1 : phrase(at: distance)?.length ?? 1
            if distance > Parser.maximumDepth { return false }
        }
        return isName(peek(distance))
    }

    /// - Parameter opener: the word before the measure, for the message if the metric is missing.
    mutating func measure(after opener: String? = nil) -> Measure? {
        let start = current.range.start
        if at(.leftParenthesis), terminator != .parenthesis { return measureWithClauses() }
        if let word = measureWord { return measure(word, from: start) }
        var aggregates = self.aggregates()
        offer([.metric])
        var before = opener
        if let last = aggregates.last {
            offer([.keyword("of")])
            if at(.of) { advance() }
            before = source[last.range]
            if isAggregate(at: 0) { reportMissingCommaBetweenAggregates(&aggregates) }
        }
        if !aggregates.isEmpty, at(.leftParenthesis) { return parenthesizedMeasure(aggregates, from: start) }
        guard let metric = metricReference(after: before) else { return nil }
        var measure = Measure(aggregates: aggregates, metric: metric, range: range(from: start))
        if aggregates.isEmpty, isAggregate(at: 0), !startsMeasure(at: index) { reportAggregateAfterMetric(&measure) }
        finish(&measure, from: start)
        return measure
    }

    /// Parses a measure that starts with a word for a share.
    private mutating func measure(_ word: MeasureWord, from start: Int) -> Measure? {
        guard let share = share(word) else { return nil }
        offer([.metric])
        guard let metric = metricReference(after: word == .adherence ? word.rawValue : "\(word.rawValue) … of") else { return nil }
        var measure = Measure(aggregates: [], share: share, metric: metric, range: range(from: start))
        finish(&measure, from: start)
        return measure
    }

    /// Parses the unit and the name of a measure.
    private mutating func finish(_ measure: inout Measure, from start: Int) {
        while true {
            let after = terminator == .parenthesis ? ")" : ","
            offer([.keyword("in"), .keyword("at"), .keyword("called"), .symbol(after)])
            if at(.in), measure.unit == nil, !isSpanInProse {
                advance()
                guard let unit = unit() else { break }
                measure.unit = unit
            } else if measure.at == nil, isTimesWordHere {
                measure.at = advance().range
            } else if at(.called), measure.alias == nil {
                advance()
                // `called day`: after `called`, a period can only be a name.
                let isPeriod = at(.word) && current.keyword?.timeUnit != nil
                guard let alias = isPeriod ? name(of: advance()) : newName(after: "called") else { break }
                measure.alias = alias
            } else {
                break
            }
        }
        measure.range = range(from: start)
    }

    /// True at the `at` of `max heartRate at`. Before a time, as in `at night` and `at 08:00`, it is another word.
    private var isTimesWordHere: Bool {
        guard at(.at) else { return false }
        var ahead = self
        ahead.advance()
        return ahead.isQueryEnd || ahead.at(.comma) || ahead.at(.pipe) || ahead.at(.rightParenthesis) || ahead.at(.as) || ahead.at(.in)
            || ahead.at(.called) || ahead.at(.and) || ahead.isClauseHere
    }

    /// `(sum steps sources raw) called raw`: a measure with its own clauses.
    private mutating func measureWithClauses() -> Measure? {
        let opening = advance()
        let outer = terminator
        terminator = .parenthesis
        let inner = nested { parser -> Measure? in
            guard var measure = parser.measure(after: "(") else { return nil }
            if parser.at(.comma) || parser.at(.and) { parser.reportSeveralMeasures(in: opening) }
            measure.clauses = parser.clauses()
            return measure
        }
        terminator = outer
        guard var measure = inner, closeParenthesis(openedAt: opening.range) else { return nil }
        finish(&measure, from: opening.range.start)
        return measure
    }

    /// `(sum steps, count steps sources raw)`
    private mutating func reportSeveralMeasures(in opening: Token) {
        report(
            Diagnostic(
                .misplacedClause, "a pair of parentheses can have only one measure", at: current.range,
                help: "write a pair of parentheses for each measure, as in `(sum steps sources raw), (count steps strict)`"))
        while !isQueryEnd, !isClauseHere, !at(.pipe) { advance() }
    }

    /// `min max heartRate`
    private mutating func reportMissingCommaBetweenAggregates(_ aggregates: inout [AggregatePhrase]) {
        if aggregates.count == 1, source[aggregates[0].range].lowercased() == "sum", source[current.range].lowercased() == "duration" {
            report(
                Diagnostic(
                    .missingComma, "`duration` is already the sum of the lengths of the samples", at: aggregates[0].range,
                    help: "remove `sum`", fix: [.init(SourceRange(aggregates[0].range.start, current.range.start), "")]))
            aggregates = self.aggregates()
            return
        }
        report(
            Diagnostic(
                .missingComma, "missing comma between aggregates", at: current.range, help: "write `,` between them",
                fix: [.init(SourceRange(at: previousEnd), ",")]))
        while isAggregate(at: 0) { aggregates += self.aggregates() }
    }

    /// `heartRate average by day`
    private mutating func reportAggregateAfterMetric(_ measure: inout Measure) {
        let metricText = source[measure.metric.range]
        let aggregateStart = current.range.start
        measure.aggregates = aggregates()
        let aggregateText = source[range(from: aggregateStart)]
        let written = range(from: measure.metric.range.start)
        let corrected = "\(aggregateText) \(metricText)"
        report(
            Diagnostic(
                .aggregateAfterMetric, "the aggregate comes before the metric", at: range(from: aggregateStart),
                help: "write `\(corrected)`",
                fix: [.init(written, corrected)]))
    }

    /// `sum(steps)`
    private mutating func parenthesizedMeasure(_ aggregates: [AggregatePhrase], from start: Int) -> Measure? {
        let opening = advance()
        guard let metric = metricReference(after: source[aggregates[0].range]) else { return nil }
        guard closeParenthesis(openedAt: opening.range) else { return nil }
        let gap = opening.range.start == (aggregates.last?.range.end ?? 0) ? " " : ""
        report(
            Diagnostic(
                .functionCallAggregate, "aggregates are written before the metric, without parentheses",
                at: range(from: start), help: "write `\(source[SourceRange(start, opening.range.start)])\(gap)\(source[metric.range])`",
                fix: [.init(opening.range, gap), .init(SourceRange(previousEnd - 1, previousEnd), "")]))
        return Measure(aggregates: aggregates, metric: metric, range: range(from: start))
    }

    // MARK: Aggregates

    /// Returns the aggregates at the current position. The result can be empty.
    mutating func aggregates() -> [AggregatePhrase] {
        offer([.aggregate])
        var aggregates: [AggregatePhrase] = []
        while let aggregate = aggregate() {
            aggregates.append(aggregate)
            guard at(.comma) || at(.and), isAggregate(at: 1) || Aggregate.called(text(peek()).lowercased()) != nil else { break }
            advance()
        }
        if !aggregates.isEmpty, at(.comma) || at(.and), peek().kind == .endOfText {
            advance()
            offer([.aggregate])
        }
        return aggregates
    }

    private mutating func aggregate() -> AggregatePhrase? {
        let token = current
        if at(.percentile) {
            advance()
            let rank = Double(text(token).dropFirst()) ?? .infinity
            if rank > 100 {
                report(
                    Diagnostic(
                        .percentileOutOfRange, "percentiles range from `p0` to `p100`", at: token.range,
                        help: "write for example `p95` or `p99.9`"))
            }
            return AggregatePhrase(kind: .percentile(rank), range: token.range)
        }
        if let (kind, length) = phrase(at: 0) {
            var range = advance().range
            if length == 2 { range = range.union(advance().range) }
            return AggregatePhrase(kind: kind, range: range)
        }
        if let kind = token.spelling?.aggregate {
            advance()
            return AggregatePhrase(kind: kind, range: token.range)
        }
        guard at(.word), let meant = Aggregate.called(text(token).lowercased()), isSynonymInPlace else { return nil }
        advance()
        report(
            Diagnostic(
                .aggregateSynonym, "use `\(meant.name)` instead of \(quoted(token))", at: token.range,
                help: "write `\(meant.name)`",
                // A number of steps usually means their sum, not the number of samples.
                fix: .init(token.range, meant.name, keepsQuestion: text(token).lowercased() != "number")))
        return AggregatePhrase(kind: meant, range: token.range)
    }

    /// True if an aggregate makes sense here. Elsewhere a synonym such as `total` can be the name of a `let`.
    private var isSynonymInPlace: Bool {
        let next = peek()
        return isName(next) || next.kind == .comma || next.kind == .leftParenthesis || next.keyword == .of || next.keyword == .by
            || isAggregate(next) || previous?.kind == .pipe
    }

    // MARK: Unexpected text

    /// Reports the current token as unexpected, with a correction if it is a misspelled word.
    mutating func reportUnexpected() {
        let misspelled = misspelledOpener()
        // In `steps duirng 2024-03` the date doesn't need another word before it.
        if misspelled?.token != previous || misspelled == nil, reportSlip() { return }
        let count = diagnosticCount
        if let misspelled {
            report(
                Diagnostic(
                    .unexpectedText, "unknown word \(quoted(misspelled.token))", at: misspelled.token.range,
                    help: Parser.order, fix: .spelling(misspelled.keyword, at: misspelled.token.range)))
        } else if at(.symbol), text(current).hasPrefix("&") {
            let isDoubled = text(peek()) == "&" && current.range.end == peek().range.start
            let sign = isDoubled ? current.range.union(peek().range) : current.range
            report(
                Diagnostic(
                    .strayCharacter, "use `and` instead of \(quoted(sign))", at: sign,
                    fix: .init(sign, "and", help: "write `and` between conditions")))
        } else if at(.symbol) {
            expected(.strayCharacter, "unexpected character \(quoted(current))", help: "remove it, or put text in quotes")
        } else if at(.rightParenthesis) {
            expected(
                .missingParenthesis, "this parenthesis has no opening parenthesis", help: "remove it, or write `(` before it",
                fix: .init(current.range, "", keepsQuestion: Parser.endsStatement(peek())))
        } else {
            expected(
                .unexpectedText, "\(quoted(current)) can't be used here",
                help: Parser.order,
                note: current.isReservedWord
                    ? "if a name contains a reserved word, write it as one word (`appleStandHour`) or in backquotes" : nil)
        }
        if diagnosticCount == count, at(.malformed) { advance() }
    }

    /// The order of the parts of a query, as help.
    static let order = "after the metric, write clauses such as `by day` or `last week`, then stages after `|`"

    /// Returns a misspelled clause word at the current or the previous token: `sum steps sicne -30d` stops at the `-`.
    private func misspelledOpener() -> (token: Token, keyword: String)? {
        // A clause can't be the first word of a statement.
        let earlier = tokenBeforePrevious.map { Parser.endsStatement($0) } ?? true ? nil : previous
        let candidates = [earlier, current].compactMap { $0 }.filter { $0.kind == .word && $0.spelling == nil && $0.range.length > 2 }
        for token in candidates {
            if let best = Suggestion.best(for: text(token), among: Grammar.clauseOpeners) { return (token, best) }
        }
        return nil
    }
}
