import CalendarIntervals
import QueryDiagnostics
import QueryVocabulary

/// Short forms of queries: `longest run`, `days without heartRate`.
///
/// Their words are not reserved. They have a meaning only at the start of a query, before words that could not follow a name there.
extension Parser {
    // MARK: Records

    private var recordWord: RecordWord? { at(.word) ? RecordWord(rawValue: text(current).lowercased()) : nil }

    /// True at a superlative and a noun, or a number and a noun.
    var isRecordHere: Bool {
        guard recordWord != nil, measureWord == nil else { return false }
        return isNoun(at: 1) || peek().kind == .number && isNoun(at: 2)
    }

    /// Returns true for the word `run`, and for a word that is not part of the language.
    private func isNoun(at distance: Int) -> Bool {
        let token = peek(distance)
        guard token.kind == .word else { return false }
        if token.keyword == .run { return true }
        guard token.spelling == nil, !isUnderscore(token) else { return false }
        var ahead = self
        for _ in 0..<distance { ahead.advance() }
        return !ahead.isVersusHere && !ahead.isMonthOfYear
    }

    /// Parses `longest 3 runs over 5 km by distance`.
    mutating func record() -> RecordPhrase? {
        let start = current.range.start
        guard let word = recordWord else { return nil }
        advance()
        let number = at(.number) ? numberIfPresent() : nil
        guard let noun = recordNoun() else { return nil }
        var record = RecordPhrase(word, number, noun, range: range(from: start))
        if at(word: "over") {
            advance()
            guard let least = literal(.element) else { return nil }
            record.least = least
        }
        if at(.by), RecordWord.columns.contains(text(peek()).lowercased()) {
            advance()
            record.column = name(of: advance())
        }
        record.range = range(from: start)
        return record
    }

    private mutating func recordNoun() -> Name? {
        guard at(.run) else {
            guard var noun = nameIfPresent() else { return nil }
            while at(.word), current.spelling == nil, !at(word: "over"), !isVersusHere, !isMonthOfYear, !isUnderscore(current) {
                let word = advance()
                noun.text += " " + text(word)
                noun.range = noun.range.union(word.range)
            }
            return noun
        }
        return name(of: advance())
    }

    // MARK: Periods without samples

    /// Reports `by` after `days without …`, whose rows are the days.
    mutating func reportRows(in clauses: [Clause]) {
        guard let by = clauses.first(where: { $0.kind.word == .by }) else { return }
        report(
            Diagnostic(
                .duplicateClause, "the rows are the periods before `without`, so `by` can't follow", at: by.range,
                help: "write the period first, as in `weeks without workouts`, or remove \(quoted(by.range))"))
    }

    /// Parses `days without heartRate` as the query that it stands for: `count heartRate by day … | where count = 0`.
    mutating func emptyPeriods() -> (source: QuerySource, clauses: [Clause], stages: [Stage])? {
        guard let unit = current.keyword?.timeUnit, peek().kind == .word, text(peek()).lowercased() == "without", isName(peek(2)) else {
            return nil
        }
        let start = current.range.start
        advance()
        advance()
        guard let metric = metricReference(after: "without") else { return nil }
        let place = range(from: start)
        let measure = Measure(aggregates: [AggregatePhrase(kind: .count, range: place)], metric: metric, range: place)
        let key = GroupingKey(
            kind: .interval(.amount(TimeAmount(count: nil, unit: unit, isCompact: false, range: place)), starting: nil), range: place)
        let count = Field(.column(.aggregate(AggregatePhrase(kind: .count, range: place))), range: place)
        let none = Predicate.compare(count, .equal, .number(NumberLiteral(value: 0, text: "0", range: place), nil))
        return (
            .measures([measure]), [Clause(kind: .by([key]), range: place, keywordRange: place)],
            [Stage(kind: .filter(none), pipe: SourceRange(at: place.end), range: place)]
        )
    }
}
