import CalendarIntervals
import QueryDiagnostics
import QueryVocabulary

/// Two ranges side by side: `vs last month`, `before and after june 1`. Their words are names elsewhere.
extension Parser {
    /// True if a second range starts here.
    var isVersusHere: Bool { versusLength > 0 || isAroundHere }

    /// Returns true for `vs`, and for `versus` and `compared`, which mean the same.
    package static func isVersus(_ word: String) -> Bool { ["vs", "versus", "compared"].contains(word.lowercased()) }

    /// The number of words at the current one that mean `vs`.
    private var versusLength: Int {
        guard at(.word), Parser.isVersus(text(current)) else { return 0 }
        guard text(current).lowercased() == "compared" else { return 1 }
        return peek().keyword == .with || peek().keyword == .to ? 2 : 0
    }

    /// True at `before and after` and `30 days before and after`.
    private var isAroundHere: Bool {
        let length = at(.compactDuration) ? 1 : at(.number) && peek().keyword?.timeUnit != nil ? 2 : 0
        return peek(length).keyword == .before && peek(length + 1).keyword == .and && peek(length + 2).keyword == .after
    }

    mutating func versus() -> OtherRange? {
        let start = current.range.start
        if isAroundHere { return around() }
        for _ in 0..<versusLength { advance() }
        offer([.keyword("the same days of")])
        skipArticle()
        let isOfSameDays = eatSameDays()
        skipArticle()
        guard let kind = otherRange() else { return nil }
        return OtherRange(kind: kind, isOfSameDays: isOfSameDays, range: range(from: start))
    }

    private mutating func skipArticle() {
        if at(.word), text(current).lowercased() == "the" { advance() }
    }

    /// Reads `same days of`, also `same time of` and `same part of`.
    private mutating func eatSameDays() -> Bool {
        let isPart = peek().keyword == .day || peek().keyword == .time || text(peek()).lowercased() == "part"
        guard at(.word), text(current).lowercased() == "same", isPart, peek(2).keyword == .of else { return false }
        advance(to: peek(2).range.end)
        return true
    }

    private mutating func otherRange() -> OtherRange.Kind? {
        if isPeriodBefore {
            guard let amount = timeAmountPhrase(after: "vs") else { return nil }
            advance()
            return .before(amount)
        }
        switch current.keyword {
        case .from, .between:
            let opener = advance()
            return range(openedBy: opener.keyword).map { .ends($0) }
        case .on, .during: advance()
        default: break
        }
        return periodPhrase(after: "vs").map { .period($0) }
    }

    /// True at `30 days before`, `30d before` and `month before`.
    private var isPeriodBefore: Bool {
        let isCounted = (at(.number) || isName(current)) && peek().keyword?.timeUnit != nil
        let length = isCounted ? 2 : at(.compactDuration) || current.keyword?.timeUnit != nil ? 1 : 0
        return length > 0 && peek(length).keyword == .before
    }

    private mutating func around() -> OtherRange? {
        let start = current.range.start
        var amount: TimeAmountPhrase?
        if !at(.before) {
            amount = timeAmountPhrase(after: "before and after")
            guard amount != nil else { return nil }
        }
        advance(to: peek(2).range.end)
        return when(after: "before and after").map {
            OtherRange(kind: .around($0, amount), isOfSameDays: false, range: range(from: start))
        }
    }
}
