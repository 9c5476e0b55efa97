import QueryDiagnostics
import QueryVocabulary

/// The stages that take a condition: `streaks`, `longest streak`, `current streak` and `share`.
extension Parser {
    /// True if the word here starts a stage of streaks and the rest of it follows.
    func isStreakHere(_ choice: StreakChoice) -> Bool {
        switch choice {
        case .all: peek().keyword == .where || peek().keyword == .skipping
        case .longest, .current: peek().keyword == .streak
        }
    }

    /// Parses the part after the first word: `streak skipping missing where sum > 10000`.
    mutating func streaks(_ choice: StreakChoice) -> StageKind? {
        if choice != .all, !eatStreak(of: choice) { return nil }
        guard let isFirst = skippingMissing(), let condition = conditionOfRows(after: choice.rawValue) else { return nil }
        // People also write `skipping missing` last.
        guard let isLast = isFirst ? false : skippingMissing() else { return nil }
        return .streaks(choice, skipsMissing: isFirst || isLast, condition)
    }

    /// Reports a missing `streak`. Returns false if the rest can't be read, either.
    private mutating func eatStreak(of choice: StreakChoice) -> Bool {
        if eat(.streak) { return true }
        let word = choice.rawValue.prefix { $0 != " " }
        let isPlural = current.spelling?.stage == .streaks(.all)
        let isReadable = isPlural || at(.where) || at(.skipping)
        var fix: Diagnostic.Fix?
        if isReadable { fix = isPlural ? [.init(current.range, "streak")] : [.init(SourceRange(at: current.range.start), "streak ")] }
        expected(
            .missingPart, "`\(word)` must be followed by `streak`", help: "write for example `\(choice.rawValue) where sum > 10000`",
            fix: fix)
        if isPlural { advance() }
        return isReadable
    }

    /// Parses `skipping missing`. Returns false if it is not here, and nil after an error.
    private mutating func skippingMissing() -> Bool? {
        offer([.keyword("skipping missing")])
        guard at(.skipping) else { return false }
        advance()
        if eat(.missing) { return true }
        expected(
            .missingPart, "`skipping` must be followed by `missing`",
            help: "write for example `streaks skipping missing where sum > 10000`",
            fix: at(.where) ? [.init(SourceRange(at: current.range.start), "missing ")] : nil)
        return at(.where) ? true : nil
    }

    /// Parses the part after `share`: `where sum > 10000 by month`.
    mutating func share() -> StageKind? {
        guard let condition = conditionOfRows(after: "share") else { return nil }
        guard eat(.by) else { return .share(condition, by: []) }
        return groupingKeys(isOfRows: true).map { .share(condition, by: $0) }
    }

    /// Parses `where` and a condition after the words of a stage. Reports a condition that lacks `where`, and reads on.
    private mutating func conditionOfRows(after words: String) -> Predicate? {
        guard !eat(.where) else { return predicate() }
        let isMissing = isQueryEnd || at(.pipe) || at(.by) || at(.as)
        expected(
            .missingPart, "`\(words)` needs `where` and a condition", help: "write for example `\(words) where sum > 10000`",
            fix: isMissing ? nil : [.init(SourceRange(at: current.range.start), "where ")])
        guard isMissing else { return predicate() }
        while !isQueryEnd, !at(.pipe), !at(.as) { advance() }
        return nil
    }
}
