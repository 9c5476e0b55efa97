import QueryDiagnostics
import QueryVocabulary

/// Measures with arguments: `share (value > 100) of heartRate`, `time in range 70 to 180 of bloodGlucose`, `fastest 5 km of distance`.
///
/// Their words are not reserved. They start such a measure only if the rest of it follows, up to its `of`.
extension Parser {
    /// The word of the measure that starts here; nil for all other measures.
    var measureWord: MeasureWord? {
        guard at(.word) else { return nil }
        switch text(current).lowercased() {
        case "share": return isShareHere ? .share : nil
        case "time":
            if peek().keyword == .in, isWord(2, "range"), isName(peek(3)) || hasOf(from: 3) { return .timeInRange }
            if isWord(1, "below"), hasOf(from: 2) { return .timeBelow }
            return isWord(1, "above") && hasOf(from: 2) ? .timeAbove : nil
        case "fastest": return peek().kind == .number && hasOf(from: 2) ? .fastest : nil
        case "adherence":
            let next = peek()
            let isMeasured = next.keyword == .of || isName(next) && !endsName(next) || isRecording && next.kind == .endOfText
            return isMeasured ? .adherence : nil
        default: return nil
        }
    }

    private func isWord(_ distance: Int, _ word: String) -> Bool {
        peek(distance).kind == .word && text(peek(distance)).lowercased() == word
    }

    /// True at `share of`, which lacks its condition, and at `share (…) of`. A metric can follow without `of`, as a mistake.
    private var isShareHere: Bool {
        if peek().keyword == .of { return true }
        guard peek().kind == .leftParenthesis else { return false }
        var depth = 0
        for distance in 1...Parser.greatestConditionLength {
            let token = peek(distance)
            if Parser.endsStatement(token) { return isRecording && token.kind == .endOfText }
            if token.kind == .leftParenthesis { depth += 1 }
            if token.kind == .rightParenthesis { depth -= 1 }
            if depth == 0 {
                let next = peek(distance + 1)
                return next.keyword == .of || isName(next) && !endsName(next) || isRecording && next.kind == .endOfText
            }
        }
        return false
    }

    /// Returns true if `of` follows after limits, which are a few numbers, units and names.
    private func hasOf(from first: Int) -> Bool {
        for distance in first...first + 16 {
            let token = peek(distance)
            if token.keyword == .of { return true }
            if Parser.endsStatement(token) { return isRecording && token.kind == .endOfText }
            if token.kind == .pipe || token.kind == .comma || token.spelling?.clause != nil { return false }
        }
        return false
    }

    /// The maximum number of tokens of a condition in parentheses. Looking further at every `share (` could take long.
    private static let greatestConditionLength = 1000

    /// Parses a measure from its word on, up to its metric. Returns nil after reporting an error.
    mutating func share(_ word: MeasureWord) -> SharePhrase? {
        let start = current.range.start
        let kind: SharePhrase.Kind?
        advance()
        switch word {
        case .share: kind = shareCondition()
        case .timeInRange:
            advance()
            advance()
            kind = rangeOfValues()
        case .timeBelow:
            advance()
            kind = literal(.element).map { .below($0) }
        case .timeAbove:
            advance()
            kind = literal(.element).map { .above($0) }
        case .fastest: kind = literal(.element).map { .fastest($0) }
        case .adherence: kind = .adherence
        }
        let range = range(from: start)
        guard let kind else { return nil }
        if word == .adherence {
            _ = eat(.of)
            return SharePhrase(kind: kind, range: range)
        }
        offer([.keyword("of")])
        guard eat(.of) else {
            expected(
                .missingPart, "`\(word.rawValue)` must be followed by `of` and a metric", help: "write for example `\(word.example)`",
                fix: isName(current) ? [.init(SourceRange(at: current.range.start), "of ")] : nil)
            return nil
        }
        return SharePhrase(kind: kind, range: range)
    }

    private mutating func shareCondition() -> SharePhrase.Kind? {
        offer([.symbol("(")])
        guard at(.leftParenthesis) else {
            expected(
                .missingPart, "`share` needs a condition in parentheses", help: "write for example `\(MeasureWord.share.example)`",
                note: "for the share of rows, use the stage `| share where …`")
            return nil
        }
        return parenthesized().map { .condition($0) }
    }

    private mutating func rangeOfValues() -> SharePhrase.Kind? {
        if at(.of) || isName(current) && !hasOf(from: 1) { return .inUsualRange }
        guard let low = literal(.element) else { return nil }
        offer([.keyword("to")])
        guard eat(.to) || eat(.and) else {
            expected(
                .missingPart, "`time in range` needs two limits with `to` between them",
                help: "write for example `\(MeasureWord.timeInRange.example)`")
            return nil
        }
        return literal(.element).map { .inRange(low, $0) }
    }
}
