import QueryDiagnostics
import QueryVocabulary

/// The sets of intervals after `while`.
extension Parser {
    /// Parses a set: `sleep and not workouts`. `or` binds less than `and`, as in conditions.
    mutating func intervalSet() -> IntervalSet? {
        let set = joined(by: .or, IntervalSet.or) { $0.joined(by: .and, IntervalSet.and) { $0.signedSet() } }
        if set != nil, at(.comma), !isAggregate(at: 1) {
            expected(
                .unexpectedText, "sets of times can't be listed with commas",
                help: "write `or` for the times in any of the sets, or `and` for the times in all of them",
                fix: Diagnostic.Fix(current.range, " or", keepsQuestion: false))
            return nil
        }
        return set
    }

    /// True after `during` if a set follows, and not a period. A lone month is a period, unless a `let` has its name. After a lone name,
    /// `holding` is a clause of the query, because the name can be that of a period.
    var isSetAfterDuring: Bool {
        at(.leftParenthesis) || at(.not) || at(.in) && isBed(peek())
            || isName(current) && month(current) == nil && !isMonthPhrase && !startsSpan(peek()) && peek().keyword != .holding
    }

    /// `during running and not sleep`. A lone name can also be that of a period, so it becomes a range until names are known.
    mutating func setAfterDuring() -> ClauseKind? {
        offer([.entries(.set), .intervals, .metric, .span, .date, .weekday, .month])
        guard let set = intervalSet() else { return nil }
        if case .samples(let samples) = set, samples.test == nil, samples.holding == nil, case .name(let name) = samples.metric,
            !name.text.contains(" ")
        {
            return .range(.during(.name(name)))
        }
        return .intervals(set, .during)
    }

    private mutating func signedSet() -> IntervalSet? {
        offer([.keyword("not")])
        guard at(.not) else { return singleSet() }
        let start = advance().range.start
        guard let inner = nested({ $0.signedSet() }) else { return nil }
        return .not(inner, range(from: start))
    }

    /// Parses the set that `within` and `sessions of` apply to.
    mutating func singleSet() -> IntervalSet? {
        offer([.entries(.set), .intervals, .metric, .symbol("(")])
        if at(.leftParenthesis) { return parenthesizedSet() }
        if at(.within), startsDuration(peek()) { return nested { $0.setNearSet() } }
        if at(.sessions), peek().keyword == .of || isName(peek()) || peek().kind == .leftParenthesis { return nested { $0.sessions() } }
        if isGapsHere { return nested { $0.gaps() } }
        if at(word: "parts"), peek().keyword == .of { return nested { $0.parts() } }
        return sampleSet().map { .samples($0) }
    }

    private func startsDuration(_ token: Token) -> Bool {
        token.kind == .number || token.kind == .compactDuration || token.keyword?.timeUnit != nil || isName(token)
            || token.keyword == .of
    }

    // MARK: Samples

    /// Skips `my` before a name: `my runs` are `runs`.
    mutating func skipMy() {
        if at(.word), text(current).lowercased() == "my", isName(peek()), peek().kind == .word, !endsName(peek()) { advance() }
    }

    /// `sleep`, `workouts is running`, `heartRate > 90 holding 5min`
    ///
    /// - Parameter takesHolding: False if `holding` after the metric is a clause of the query.
    private mutating func sampleSet(takesHolding: Bool = true) -> SampleSet? {
        skipMy()
        let start = current.range.start
        guard at(.in) || isName(current) else {
            expected(
                .missingPart, isAtEnd ? "`while` needs a set of times" : "a set of times can't start with \(quoted(current))",
                help: "write for example `sleep`, `not workouts`, `heartRate > 90 holding 5min` or `within 2h after workouts`",
                note: isAtEnd ? nil : "conditions on samples, such as `hour of day < 6`, follow `where`")
            if at(.malformed) { advance() }
            return nil
        }
        guard let metric = metricReference(after: "while") else { return nil }
        var set = SampleSet(metric, range: metric.range)
        guard let test = valueTest(of: metric) else { return nil }
        set.test = test.map { .value($0) }
        guard !takesHolding || readHolding(of: &set) else { return nil }
        set.range = range(from: start)
        return set
    }

    /// Parses the test of a metric's value, if there is one. Returns nil after reporting an error.
    private mutating func valueTest(of metric: MetricReference) -> Predicate?? {
        offer(Comparison.allCases.map { .symbol($0.rawValue) } + ["is", "in", "between"].map { .keyword($0) })
        let isTest =
            comparison(current) != nil && !(terminator == .comparison && !hasComparison(after: current))
            || at(.is) || at(.between) || at(.in) && peek().kind == .leftParenthesis
        guard isTest else { return .some(nil) }
        return test(of: Field(.value, range: metric.range)).map { .some($0) }
    }

    /// Parses `holding 5min`, if it is here. Returns false after reporting an error.
    private mutating func readHolding(of set: inout SampleSet) -> Bool {
        guard set.holding == nil, eat(.holding) else { return true }
        set.holding = timeAmountPhrase(after: "holding")
        return set.holding != nil
    }

    // MARK: Parentheses

    /// `(sleep or workouts)`, `(heartRate where value > 90)`
    private mutating func parenthesizedSet() -> IntervalSet? {
        let start = current.range.start
        guard var inner = nested({ $0.setInParentheses() }) else { return nil }
        guard at(.holding) else { return inner }
        // `holding` after parentheses belongs to the metric in them.
        guard case .samples(var samples) = inner, samples.holding == nil else {
            expected(
                .misplacedClause, "`holding` extends the readings of one metric, but a whole set comes before it",
                help: "write it after the metric, or before `while` to extend the readings that are measured")
            return nil
        }
        guard readHolding(of: &samples) else { return nil }
        samples.range = range(from: start)
        inner = .samples(samples)
        return inner
    }

    /// A set in parentheses, which can be a metric with `where`.
    mutating func setInParentheses() -> IntervalSet? {
        let opening = advance().range
        guard var inner = intervalSet() else { return nil }
        if case .samples(var samples) = inner, samples.test == nil, samples.holding == nil, eat(.where) {
            guard let condition = predicate() else { return nil }
            samples.test = .condition(condition)
            guard readHolding(of: &samples) else { return nil }
            inner = .samples(samples)
        }
        guard closeParenthesis(openedAt: opening, isGrouping: true) else { return nil }
        if case .samples(var samples) = inner {
            samples.range = range(from: opening.start)
            inner = .samples(samples)
        }
        return inner
    }

    // MARK: Sets from sets

    /// `within 2h after workouts`
    private mutating func setNearSet() -> IntervalSet? {
        let start = advance().range.start
        // A duration can have the name `before`.
        if let side = withinSide(current), withinSide(peek()) == nil {
            expected(.missingPart, "`within` needs a duration", help: "write for example `within 2h \(side.rawValue) workouts`")
            return nil
        }
        guard let amount = timeAmountPhrase(after: "within") else { return nil }
        let written = source[range(from: start)]
        guard let side = option(WithinSide.self, after: written), let inner = singleSet() else { return nil }
        return .within(amount, side, inner, range(from: start))
    }

    func withinSide(_ token: Token) -> WithinSide? { token.keyword.flatMap { WithinSide(rawValue: $0.rawValue) } }

    /// `sessions of sleep gap 1h`
    private mutating func sessions() -> IntervalSet? {
        let start = advance().range.start
        guard eat(.of) else {
            expected(
                .missingPart, "missing `of` after `sessions`", help: "write for example `sessions of sleep gap 1h`",
                fix: [.init(SourceRange(at: previousEnd), " of")])
            return nil
        }
        guard let inner = singleSet() else { return nil }
        var gap: TimeAmountPhrase?
        if eat(.gap) {
            gap = timeAmountPhrase(after: "gap")
            if gap == nil { return nil }
        }
        return .sessions(inner, gap: gap, range(from: start))
    }

    /// `parts of workouts`
    private mutating func parts() -> IntervalSet? {
        let start = advance().range.start
        advance()
        return workoutSet().map { .parts($0, range(from: start)) }
    }

    /// Parses the workouts after `km of` and `parts of`: `workouts`, `running`, `(workouts where activity = running)`. A `where` directly
    /// after a name chooses workouts, too.
    mutating func workoutSet() -> IntervalSet? {
        guard !at(.leftParenthesis) else { return nested { $0.setInParentheses() } }
        guard var samples = sampleSet(takesHolding: false) else { return nil }
        offer([.keyword("where")])
        guard samples.test == nil, eat(.where) else { return .samples(samples) }
        guard let condition = predicate() else { return nil }
        samples.test = .condition(condition)
        samples.range = range(from: samples.range.start)
        return .samples(samples)
    }

    /// True at `gaps of`.
    var isGapsHere: Bool { at(word: "gaps") && peek().keyword == .of }

    /// True at `longer than`, which ends the metric of `gaps of`.
    var isLongerThanHere: Bool { at(word: "longer") && peek().kind == .word && text(peek()).lowercased() == "than" }

    /// `gaps of heartRate longer than 1h`
    private mutating func gaps() -> IntervalSet? {
        let start = advance().range.start
        advance()
        guard let inner = singleSet() else { return nil }
        offer([.keyword("longer than")])
        var length: TimeAmountPhrase?
        if isLongerThanHere {
            advance()
            advance()
            length = timeAmountPhrase(after: "longer than")
            if length == nil { return nil }
        }
        return .gaps(inner, longerThan: length, range(from: start))
    }
}
