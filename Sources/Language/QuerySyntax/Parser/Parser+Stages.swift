import QueryDiagnostics
import QueryVocabulary

/// Stages, and the arithmetic of `derive`.
extension Parser {
    mutating func stages() -> [Stage] {
        var stages: [Stage] = []
        while true {
            stopIfFull()
            let pipe: SourceRange
            if isOrOfOthers {
                let sign = current.range.union(peek().range)
                report(
                    Diagnostic(
                        .unexpectedText, "use `or` instead of `||`", at: sign, fix: .init(sign, "or", help: "write `or` between conditions")
                    ))
                while !isQueryEnd, !at(.as) { advance() }
                return stages
            }
            if at(.pipe) {
                if stages.isEmpty { endBeforePipes = previousEnd }
                pipe = advance().range
            } else if isAggregate(current), isName(peek()) {
                reportSecondQuery()
                return stages
            } else if !isQueryEnd, !at(.as), isStageHere {
                pipe = SourceRange(at: current.range.start)
                reportMissingPipe()
            } else {
                return stages
            }
            let start = current.range.start
            offer([.entries(.stage)])
            if let kind = stageKind() {
                stages.append(Stage(kind: kind, pipe: pipe, range: range(from: start)))
            } else {
                recover()
            }
            finishStage()
        }
    }

    /// True at the two signs that other languages write for `or`. Two pipes before a stage are a pipe too many.
    private var isOrOfOthers: Bool {
        guard at(.pipe), peek().kind == .pipe, current.range.end == peek().range.start, !isAggregate(peek(2)) else { return false }
        return peek(2).spelling?.stage == nil || text(peek(2)).lowercased() == "value" && peek(3).keyword != .at
    }

    /// Reports everything between a stage and the next pipe, such as misplaced clauses.
    private mutating func finishStage() {
        offer([.symbol("|"), .entries(.output)])
        while !isQueryEnd, !at(.pipe), !at(.as), !isStageHere {
            let position = index
            if isClauseHere { reportClauseAfterPipe() } else { reportUnexpected() }
            if index == position { advance() }
            recover()
        }
    }

    private mutating func reportClauseAfterPipe() {
        let (clause, before) = (current, previous)
        advance()
        recover()
        var fix: Diagnostic.Fix?
        if let before, let end = endBeforePipes {
            // If only the clause follows the pipe, the pipe is removed, too.
            let start = before.kind == .pipe ? before.range.start : before.range.end
            fix = [
                .init(SourceRange(at: end), " " + source[range(from: clause.range.start)]),
                .init(SourceRange(before.kind == .pipe ? max(end, start - 1) : start, previousEnd), ""),
            ]
        }
        report(
            Diagnostic(
                .clauseAfterPipe, "\(quoted(clause)) selects data, so it must come before the first pipe", at: clause.range,
                help: "move it before the first `|`", note: "clauses select the data, and stages after a pipe work on the result", fix: fix)
        )
    }

    /// True if the words here can only be a stage, not a clause or a name.
    var isStageHere: Bool {
        // Some words, such as `where` and `fill`, also start a clause.
        guard current.spelling?.clause == nil else { return false }
        return switch current.spelling?.stage {
        case .runningTotal: peek().keyword == .total
        case .rolling: peek().kind == .number || peek().kind == .compactDuration
        case .compare: peek().keyword == .to
        case .valueAt: peek().keyword == .at
        case .ranking, .counted: peek().kind == .number
        case .sort: isName(peek()) || isAggregate(peek())
        case .derive: isName(peek()) && (peek(2).kind == .equal || peek(2).keyword == .in)
        case .select: isName(peek()) || isAggregate(peek())
        case .join: peek().kind == .leftParenthesis
        case .trend, .smooth, .outliers, .correlate, .usual: isStudyHere
        case .streaks(let choice): isStreakHere(choice)
        case .share: peek().keyword == .where
        case .change, .plain: Parser.endsStatement(peek()) || peek().kind == .pipe || peek().keyword == .as || peek().keyword == .percent
        case .filter, .fill, .partial, nil: isAggregate(current)
        }
    }

    private mutating func reportMissingPipe() {
        let place = SourceRange(at: current.range.start)
        let words = current.spelling?.stage?.phrase.contains(" ") == true ? current.range.union(peek().range) : current.range
        report(
            Diagnostic(
                .missingPipe, "missing pipe before \(quoted(words))", at: words, help: "write `| \(source[words])`",
                note: "clauses select the data, and stages after a pipe work on the result", fix: [.init(place, "| ")]))
    }

    /// Reports an aggregate with a metric behind a query. A pipe before them would drop the metric.
    private mutating func reportSecondQuery() {
        let query = current.range.union(peek().range)
        let line = source.lineRange(source.lineIndex(at: query.start))
        let isIndented = source[SourceRange(line.start, query.start)].allSatisfy(\.isWhitespace)
        report(
            Diagnostic(
                .missingPipe, "another query starts at \(quoted(query))", at: query,
                help: isIndented ? "remove the spaces before it" : "start a new line with it",
                note: isIndented ? "an indented line continues the statement before it" : nil))
        while !isQueryEnd { advance() }
    }

    private mutating func stageKind() -> StageKind? {
        if isAggregate(current) || at(.word) && current.spelling?.stage == nil {
            let aggregates = self.aggregates()
            if !aggregates.isEmpty { return aggregateStage(aggregates) }
        }
        guard let word = current.spelling?.stage else {
            reportUnknownStage()
            return nil
        }
        advance()
        switch word {
        case .runningTotal: return runningTotal()
        case .rolling: return rolling()
        case .compare: return compare()
        case .change: return .change(percent: eat(.percent))
        case .filter: return predicate().map { .filter($0) }
        case .fill: return fillRule().map { .fill($0) }
        case .partial: return option(PartialRule.self, after: "partial").map { .partial($0) }
        case .valueAt: return valueAt()
        case .plain(let stage): return .plain(stage)
        case .sort: return sort()
        case .ranking(let kind): return ranking(kind)
        case .counted(let stage): return count(after: stage.rawValue).map { .counted(stage, $0) }
        case .derive: return derive()
        case .select: return select()
        case .join: return join()
        case .trend: return trend()
        case .smooth: return smooth()
        case .outliers: return outliers()
        case .correlate: return correlate()
        case .streaks(let choice): return streaks(choice)
        case .share: return share()
        case .usual: return usual()
        }
    }

    private mutating func reportUnknownStage() {
        let examples = "write for example `| average by month`, `| running total` or `| top 3`, or see `help stages`"
        if isAtEnd || at(.pipe) {
            let repeated = at(.pipe) ? previous.map { SourceRange($0.range.start, current.range.start) } : nil
            expected(
                .missingStage, "missing stage after the pipe", help: examples,
                fix: repeated.map { .init($0, "", help: "remove one of the pipes") })
            return
        }
        if at(.as) {
            report(
                Diagnostic(
                    .unknownStage, "`as` isn't a stage", at: current.range, help: "remove the pipe",
                    fix: previous.map { [.init(SourceRange($0.range.start, current.range.start), "")] }))
            return
        }
        if isClauseHere {
            reportClauseAfterPipe()
            return
        }
        if at(.word), let format = OutputFormat(rawValue: text(current).lowercased()), let pipe = previous {
            report(
                Diagnostic(
                    .unknownStage, "\(quoted(current)) is an output format, not a stage", at: current.range,
                    fix: Diagnostic.Fix(pipe.range.union(current.range), "as \(format.rawValue)", help: "write `as \(format.rawValue)`")))
            advance()
            return
        }
        if reportAggregateOfSamples() { return }
        if reportStageOfOthers() { return }
        let best = at(.word) ? Suggestion.best(for: text(current), among: StageWord.openers) : nil
        // A stage that doesn't fit the rows before it can't be offered as a fix, but its name still helps.
        let help = best.map { "the stage with the most similar name is `\($0)`; `help \($0)` describes it" } ?? examples
        expected(
            .unknownStage, "unknown stage \(quoted(current))", help: help, fix: .spelling(best, at: current.range))
    }

    /// The stages that have another name in SQL, dplyr, pandas, Splunk or Kusto.
    private static let stagesOfOthers = [
        "filter": "where", "having": "where", "keep": "where", "only": "where", "search": "where",
        "order": "sort", "orderby": "sort", "arrange": "sort", "sortby": "sort",
        "head": "limit", "take": "limit", "mutate": "derive", "extend": "derive", "eval": "derive", "calculate": "derive",
        "compute": "derive", "columns": "select", "cumsum": "running total", "cumulative": "running total", "accumulate": "running total",
        "moving": "rolling", "window": "rolling", "diff": "change", "difference": "change", "delta": "change", "merge": "join",
        "fillna": "fill", "interpolate": "fill linear", "streak": "streaks",
    ]

    /// Reports a stage under the name that it has elsewhere, such as `filter`, and reads on after its word. Returns false at other words.
    private mutating func reportStageOfOthers() -> Bool {
        guard at(.word), let stage = Parser.stagesOfOthers[text(current).lowercased()] else { return false }
        var place = current.range
        if ["order", "sort"].contains(text(current).lowercased()), peek().keyword == .by { place = place.union(peek().range) }
        // `cumulative sum` is one stage.
        if stage == "running total", ["sum", "total"].contains(text(peek()).lowercased()) { place = place.union(peek().range) }
        report(
            Diagnostic(
                .unknownStage, "use the stage `\(stage)` instead of \(quoted(place))", at: place,
                help: "write `| \(stage) …`, or see `help stages`", fix: .init(place, stage, help: "write `| \(stage)`")))
        while !isQueryEnd, !at(.pipe), !at(.as) { advance() }
        return true
    }

    /// Reports an aggregate that measures samples, such as `coverage`, where only rows can be aggregated, and skips the rest of the stage.
    /// Returns false if there is none. `first start` also starts with an aggregate of rows.
    private mutating func reportAggregateOfSamples() -> Bool {
        let after = at(.comma) || at(.and) ? 1 : 0
        let pairs = [previous.map { ($0, current) }, (peek(after), peek(after + 1))].compactMap(\.self)
        let ranges = [peek(after).range] + pairs.map { $0.0.range.union($0.1.range) }
        guard let range = ranges.first(where: { Spelling.isUnreservedAggregate(source[$0].lowercased()) }) else { return false }
        report(
            Diagnostic(
                .unknownStage, "\(quoted(range)) measures samples, so it can't be used after a pipe", at: range,
                help: "measure it before the first pipe, as in `sum steps, \(source[range]) steps by day | …`"))
        while !isQueryEnd, !at(.pipe), !at(.as) { advance() }
        return true
    }

    private mutating func aggregateStage(_ aggregates: [AggregatePhrase]) -> StageKind? {
        offer([.keyword("by")])
        if reportAggregateOfSamples() { return nil }
        if reportAggregatedColumn() { return nil }
        guard at(.by) else { return .aggregate(aggregates, by: []) }
        advance()
        return groupingKeys(isOfRows: true).map { .aggregate(aggregates, by: $0) }
    }

    /// Reports a column after an aggregate of rows, which aggregates every column, and skips the rest of the stage. Returns false if there
    /// is none.
    private mutating func reportAggregatedColumn() -> Bool {
        let next = peek()
        let endsStage = next.keyword == .by || next.kind == .pipe || next.keyword == .as || Parser.endsStatement(next)
        // `average sum` can also be two stages without a pipe.
        guard endsStage, isName(current) && current.spelling?.stage == nil || isAggregate(current) && next.keyword == .by else {
            return false
        }
        let column = current.range
        let removed = SourceRange(column.start, next.keyword == .by ? next.range.start : column.end)
        report(
            Diagnostic(
                .unexpectedText, "an aggregate after a pipe works on every column, so it doesn't take one", at: column,
                help: "remove \(quoted(column)). To keep only one column, write `| select \(source[column])` after this stage",
                // Without a metric that is only here, the query asks something else.
                fix: .init(removed, "", keepsQuestion: isRepeated)))
        while !isQueryEnd, !at(.pipe), !at(.as) { advance() }
        return true
    }

    private mutating func runningTotal() -> StageKind? {
        guard eat(.total) else {
            expected(
                .unknownStage, "`running` must be followed by `total`",
                help: "write `running total`, or `rolling 7 days average` for a moving average")
            return nil
        }
        guard eat(.reset) else { return .runningTotal(resetEach: nil) }
        guard eat(.each) else {
            expected(.missingPart, "`reset` needs `each` and a period", help: "write `reset each day`")
            return nil
        }
        return period(after: "reset each").map { .runningTotal(resetEach: $0) }
    }

    private mutating func rolling() -> StageKind? {
        guard let window = timeAmountPhrase(after: "rolling") else { return nil }
        let aggregates = self.aggregates()
        guard !aggregates.isEmpty else {
            expected(.missingPart, "`rolling` needs an aggregate", help: "write for example `rolling 7 days average`")
            return nil
        }
        guard eat(.at) else { return .rolling(window, aggregates, atLeast: nil) }
        guard eat(.least) else {
            expected(.missingPart, "`at` needs `least` and a number", help: "write for example `at least 5`")
            return nil
        }
        return count(after: "at least").map { .rolling(window, aggregates, atLeast: $0) }
    }

    private mutating func compare() -> StageKind? {
        if at(.with) {
            report(
                Diagnostic(
                    .missingPart, "use `to` instead of `with`", at: current.range,
                    fix: .init(current.range, "to", help: "write `compare to`")))
            advance()
        } else if !eat(.to) {
            expected(.missingPart, "`compare` must be followed by `to`", help: "write for example `compare to previous year`")
            return nil
        }
        let target: CompareTarget
        if eat(.previous) {
            offer([.period])
            let unit = current.keyword?.timeUnit
            if unit != nil { advance() }
            target = .previous(unit)
        } else {
            guard let period = periodPhrase(after: "compare to") else { return nil }
            if case .span(let span) = period { target = .span(span) } else { target = .period(period) }
        }
        guard eat(.aligned) else { return .compare(target, aligned: nil) }
        return option(Alignment.self, after: "aligned").map { .compare(target, aligned: $0) }
    }

    private mutating func valueAt() -> StageKind? {
        guard eat(.at) else {
            expected(.missingPart, "`value` needs `at` and a time", help: "write for example `value at 14:37`")
            return nil
        }
        if at(.timeOfDay) { return .valueAt(.time(timeLiteral(advance()))) }
        return when(after: "value at").map { .valueAt(.when($0)) }
    }

    mutating func requiredColumn(after before: String) -> Column? {
        if let column = column() { return column }
        expected(.missingPart, "`\(before)` needs a column", help: "name a column of the result, as in `\(before) sum`")
        return nil
    }

    private mutating func sort() -> StageKind? {
        // People write `sort by sum`.
        if at(.by) { advance() }
        guard let column = requiredColumn(after: "sort") else { return nil }
        if eat(.descending) { return .sort(column, descending: true) }
        _ = eat(.ascending)
        return .sort(column, descending: false)
    }

    private mutating func ranking(_ kind: Ranking) -> StageKind? {
        guard let count = count(after: kind.rawValue) else { return nil }
        var column: Column?
        if eat(.by) {
            column = requiredColumn(after: "by")
            if column == nil { return nil }
        }
        return .ranking(kind, count, by: column)
    }
}
