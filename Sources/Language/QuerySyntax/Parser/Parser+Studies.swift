import QueryDiagnostics
import QueryVocabulary

/// The stages `trend`, `smooth`, `outliers` and `correlate`.
extension Parser {
    /// True if the word here starts one of these stages and its first argument follows.
    var isStudyHere: Bool {
        let next = peek()
        let isAlone = Parser.endsStatement(next) || next.kind == .pipe || next.keyword == .as
        return switch current.spelling?.stage {
        case .trend: isAlone || next.keyword == .per || next.keyword == .linear
        case .smooth: smoothingMethod(1) != nil
        case .outliers: isAlone || next.kind == .number || next.keyword == .by
        case .correlate: peek(2).keyword == .with
        case .usual: isAlone || next.keyword == .of
        default: false
        }
    }

    // MARK: Usual

    mutating func usual() -> StageKind? {
        guard eat(.of) else { return .usual(of: nil) }
        return timeAmountPhrase(after: "usual of").map { .usual(of: $0) }
    }

    // MARK: Trend

    mutating func trend() -> StageKind? {
        var period: TrendPeriod?
        // People write the two parts in either order.
        var isLinear = eat(.linear)
        if eat(.per) {
            period = option(TrendPeriod.self, after: "per")
            if period == nil { return nil }
        }
        if !isLinear { isLinear = eat(.linear) }
        return .trend(per: period, isLinear: isLinear)
    }

    // MARK: Smoothing

    mutating func smooth() -> StageKind? {
        let methods = SmoothingMethod.allCases
        offer(methods.map { .keyword($0.rawValue) })
        guard let method = smoothingMethod(0) else {
            let place = hyphenated
            let written = at(.word) ? source[place] : nil
            let best = written.flatMap { Suggestion.choice(for: $0, among: methods.map(\.rawValue)) }
            let list = Parser.alternatives(["smooth ewma 0.1", "smooth half-life 7 days", "smooth loess 30 days"])
            expected(
                .unknownOption, written.map { _ in "\(quoted(place)) can't follow `smooth`" } ?? "`smooth` needs a method",
                help: "write \(list)", note: best == nil ? nil : "the choices are \(list)", fix: .spelling(best, at: place))
            return nil
        }
        for _ in 0..<(method == .halfLife ? 3 : 1) { advance() }
        switch method {
        case .ewma:
            if reportLengthAfterShare() { return nil }
            return numberOperand(after: "ewma", example: "smooth ewma 0.1").map { .smooth(method, .share($0)) }
        case .halfLife, .loess: return timeAmountPhrase(after: method.rawValue).map { .smooth(method, .length($0)) }
        }
    }

    /// Reports a length of time after `ewma`, which takes a share, and skips it. Returns false if there is none.
    private mutating func reportLengthAfterShare() -> Bool {
        guard at(.compactDuration) || at(.number) && peek().keyword?.timeUnit != nil, let method = previous else { return false }
        let start = current.range.start
        if advance().kind == .number { advance() }
        let length = range(from: start)
        report(
            Diagnostic(
                .unknownOption, "`ewma` takes a share between 0 and 1, not a length of time", at: length,
                help: "write `half-life \(source[length])`, or a share, as in `ewma 0.1`", fix: [.init(method.range, "half-life")]))
        return true
    }

    /// Returns the method at a distance. `half-life` is three tokens.
    private func smoothingMethod(_ distance: Int) -> SmoothingMethod? {
        let first = peek(distance)
        guard first.kind == .word else { return nil }
        let word = text(first).lowercased()
        if word == "half", peek(distance + 1).kind == .minus, text(peek(distance + 2)).lowercased() == "life" { return .halfLife }
        return SmoothingMethod(rawValue: word)
    }

    // MARK: Outliers

    mutating func outliers() -> StageKind? {
        offer([.number])
        var limit: NumberOperand?
        if isAtNumber || isName(current) {
            limit = numberOperand(after: "outliers", example: "outliers 3")
            if limit == nil { return nil }
        }
        guard eat(.by) else { return .outliers(limit, by: nil) }
        return requiredColumn(after: "by").map { .outliers(limit, by: $0) }
    }

    // MARK: Correlation

    mutating func correlate() -> StageKind? {
        guard let first = requiredColumn(after: "correlate") else { return nil }
        guard eat(.with) else {
            expected(
                .missingPart, "`correlate` needs `with` and a second column",
                help: "write for example `correlate steps with restingHeartRate`",
                fix: isName(current) || isAggregate(current) ? [.init(SourceRange(at: current.range.start), "with ")] : nil)
            return nil
        }
        guard let second = requiredColumn(after: "with") else { return nil }
        if at(.with) || at(.comma) || at(.and) {
            report(
                Diagnostic(
                    .unexpectedText, "`correlate` compares two columns, but a third follows", at: current.range,
                    help: "write a query for each pair of columns"))
            while !isQueryEnd, !at(.pipe), !at(.as) { advance() }
            return nil
        }
        guard eat(.lag) else { return .correlate(first, with: second, lag: nil, to: nil) }
        guard let lag = count(after: "lag") else { return nil }
        guard eat(.to) else { return .correlate(first, with: second, lag: lag, to: nil) }
        return count(after: "to").map { .correlate(first, with: second, lag: lag, to: $0) }
    }
}
