import QueryDiagnostics
import QueryVocabulary

/// The keys of `by`.
extension Parser {
    /// Parses keys, separated by commas or `and`.
    ///
    /// - Parameter isOfRows: true in a stage, where the edges of bins and bands are keys.
    mutating func groupingKeys(isOfRows: Bool = false) -> [GroupingKey]? {
        var keys: [GroupingKey] = []
        while true {
            guard let key = groupingKey(isOfRows: isOfRows) else { return nil }
            keys.append(key)
            guard at(.comma) || at(.and) else { return keys }
            advance()
            if isAggregate(current) {
                expected(
                    .unexpectedText, "a measure can't follow `by`", help: "write all measures before `by`, separated by commas")
                return nil
            }
        }
    }

    private mutating func groupingKey(isOfRows: Bool) -> GroupingKey? {
        let start = current.range.start
        offer([.period, .profile, .duration, .symbol("(")] + GroupingWord.allCases.map { .keyword($0.phrase) })
        func key(_ kind: GroupingKey.Kind, _ parser: Parser) -> GroupingKey { GroupingKey(kind: kind, range: parser.range(from: start)) }
        if let profile = profileIfPresent() { return key(.profile(profile), self) }
        if at(.leftParenthesis) { return conditionKey().map { key($0, self) } }
        offer(EventWord.allCases.map { .keyword($0.rawValue) })
        if let key = partKeyIfPresent() { return key }
        if let name = personFieldIfPresent() { return key(.interval(.name(name), starting: nil), self) }
        // No clause can follow `by` or `and`, so this is the field of times in zones.
        if current.spelling?.clause == .zone { return key(.interval(.name(name(of: advance())), starting: nil), self) }
        switch current.keyword {
        case .each: return eachKey()
        case .source, .device, .product, .value:
            let kind: GroupingKey.Kind =
                switch advance().keyword {
                case .source: .source
                case .device: .device
                case .product: .product
                default: .value
                }
            return key(kind, self)
        case .metadata:
            advance()
            return metadataKey().map { key(.metadata($0), self) }
        case .bins where peek().keyword == .of || isEdge(1, afterTimes: true): return binsKey().map { key($0, self) }
        case .bands where isEdge(1, afterTimes: true): return bandsKey().map { key($0, self) }
        case .from where isOfRows, .to where isOfRows: return key(.edge(name(of: advance())), self)
        case .sources:
            expected(.unexpectedText, "the name of the key is `source`", help: "write `by source`", fix: [.init(current.range, "source")])
            advance()
            return nil
        case .start, .end, .created, .duration:
            let word = text(current).lowercased()
            expected(
                .unexpectedText, "can't group by `\(word)`, because nearly every sample has its own",
                help: word == "duration" ? "use a condition, as in `by (duration > 30min)`" : "use a period, such as `by day`")
            advance()
            return nil
        default: return intervalKey(from: start)
        }
    }

    // MARK: Conditions

    private mutating func conditionKey() -> GroupingKey.Kind? {
        guard let predicate = parenthesized() else { return nil }
        offer([.keyword("called")])
        guard eat(.called) else { return .condition(predicate, called: nil) }
        return newName(after: "called").map { .condition(predicate, called: $0) }
    }

    // MARK: Bins and bands

    private mutating func binsKey() -> GroupingKey.Kind? {
        let word = advance()
        offer([.keyword("of")])
        guard eat(.of) else {
            expected(
                .missingPart, "`bins` needs `of` and a width", help: "write for example `bins of 10`",
                fix: isEdge(0, afterTimes: true) ? [.init(SourceRange(at: word.range.end), " of")] : nil)
            return nil
        }
        offer([.number])
        return edgeOfRange().map { .bins($0) }
    }

    private mutating func bandsKey() -> GroupingKey.Kind? {
        advance()
        var edges: [Literal] = []
        repeat {
            offer([.number])
            guard let edge = edgeOfRange() else { return nil }
            edges.append(edge)
            // A comma can also precede the next key.
        } while at(.comma) && isEdge(1, afterTimes: edges[0].isTime) && eat(.comma)
        return .bands(edges)
    }

    /// A number with an optional unit: `10`, `10 bpm`, `10 in bpm`, or a `let` with one.
    private mutating func edgeOfRange() -> Literal? {
        guard at(.number), peek().keyword == .in, let number = numberIfPresent() else { return literal(.element) }
        advance()
        return unit().map { .number(number, $0) }
    }

    /// True if a number or a name is at a distance from the current token.
    ///
    /// - Parameter afterTimes: false if a duration is the next key, not an edge.
    private func isEdge(_ distance: Int, afterTimes: Bool) -> Bool {
        let token = distance == 0 ? current : peek(distance)
        switch token.kind {
        case .number: return afterTimes || peek(distance + 1).keyword?.timeUnit == nil
        case .compactDuration: return afterTimes
        case .minus, .plus, .quotedName: return true
        // `n days` is the next key.
        case .word where peek(distance + 1).keyword?.timeUnit != nil: return false
        case .word: return token.spelling == nil && !["activity", "workout", "night", "person"].contains(text(token).lowercased())
        default: return false
        }
    }

    // MARK: Other keys

    private mutating func intervalKey(from start: Int) -> GroupingKey? {
        guard let amount = timeAmountPhrase(after: "by") else { return nil }
        var starting: WeekdayPhrase?
        if eat(.starting) {
            starting = weekday()
            if starting == nil {
                expected(.missingPart, "`starting` needs a weekday", help: "write for example `by week starting monday`")
                return nil
            }
        }
        return GroupingKey(kind: .interval(amount, starting: starting), range: range(from: start))
    }

    mutating func metadataKey() -> TextOperand? {
        offer([.text(.metadataKey)])
        if let key = textIfPresent() { return .text(key) }
        if let name = nameIfPresent() { return .name(name) }
        expected(.textExpected, "`metadata` needs a key in quotes", help: "write for example `metadata \"HKTimeZone\"`")
        return nil
    }
}

extension Literal {
    fileprivate var isTime: Bool { if case .duration = self { true } else { false } }
}
