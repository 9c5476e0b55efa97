import QueryDiagnostics

/// Values and units.
extension Parser {
    /// The place of a literal, which determines how many words it can have.
    struct LiteralPlace: OptionSet {
        let rawValue: Int
        /// `"a", "b"` is one value.
        static let list = LiteralPlace(rawValue: 1)
        /// A word after a number is its unit, even after a space.
        static let looseUnit = LiteralPlace(rawValue: 2)
        /// A name can have several words.
        static let words = LiteralPlace(rawValue: 4)
        /// Without a number, `count/min`, `%` and `count` are units, and `week` is a duration.
        static let bareUnit = LiteralPlace(rawValue: 8)

        static let comparison: LiteralPlace = [.list, .looseUnit, .words]
        static let element: LiteralPlace = [.looseUnit, .words]
        static let argument: LiteralPlace = [.looseUnit, .words, .bareUnit]
        static let definition: LiteralPlace = [.list, .looseUnit, .words, .bareUnit]
        static let setting: LiteralPlace = [.list, .looseUnit, .words]
        /// One of several values in a row, the last of which can be `partial`: `expect row today 5 null partial`.
        static let cell: LiteralPlace = []
    }

    /// Returns a value, or nil after reporting that it is missing.
    mutating func literal(_ place: LiteralPlace) -> Literal? {
        offer([.value])
        if comparesTimesOfDay {
            offer(Parser.timeWords)
            if clockLength(at: 0) != nil { return clockTime() }
        }
        if isShift || !place.isEmpty && isMonthPhrase { return shiftLiteral() }
        if place.contains(.bareUnit), isBareUnit { return .unit(unitRun()) }
        switch current.kind {
        case .string: return texts(place)
        case .number, .plus, .minus: return numericLiteral(place)
        case .compactDuration: return durationLiteral()
        case .date, .coarseDate, .dateTime: return when().map { .when($0) }
        case .timeOfDay: return .time(timeLiteral(advance()))
        case .word: return wordLiteral(place)
        case .quotedName: return nameIfPresent().map { .name($0) }
        // `P07` is a person, and elsewhere a percentile.
        case .percentile where comparesPersons: return .name(name(of: advance()))
        default: return missingValue()
        }
    }

    private mutating func missingValue() -> Literal? {
        expected(
            .missingValue, isAtEnd ? "missing value at the end" : "missing value before \(quoted(current))",
            help: "write a number, text in quotes, a time or a name")
        return nil
    }

    /// Parses texts, or a history of zones where a name can get one.
    private mutating func texts(_ place: LiteralPlace) -> Literal? {
        let texts = textList(place)
        guard place.contains(.bareUnit), texts.count == 1, at(.until) else { return .texts(texts) }
        let first = Name(texts[0].value, isQuoted: true, range: texts[0].range)
        return zoneHistory(after: first, from: first.range.start).map { .zones($0) }
    }

    private mutating func textList(_ place: LiteralPlace) -> [TextLiteral] {
        var texts = [textLiteral(advance())]
        while place.contains(.list), at(.comma), peek().kind == .string {
            advance()
            texts.append(textLiteral(advance()))
        }
        return texts
    }

    private mutating func wordLiteral(_ place: LiteralPlace) -> Literal? {
        let token = current
        switch token.keyword {
        case .yes, .no:
            advance()
            return .bool(token.keyword == .yes, token.range)
        case .last, .this, .all:
            return span().map { .span($0) }
        case .today, .yesterday:
            return peek().kind == .timeOfDay ? when().map { .when($0) } : span().map { .span($0) }
        case .now, .exactly:
            return when().map { .when($0) }
        case .partial where place == .cell:
            advance()
            return .name(name(of: token))
        case .start where peek().keyword == .of:
            return when().map { .when($0) }
        case let keyword? where place.contains(.bareUnit) && keyword.timeUnit != nil:
            guard let unit = keyword.timeUnit else { return nil }
            return .duration(TimeAmount(count: nil, unit: unit, isCompact: false, range: advance().range))
        case let keyword? where keyword.weekdayValue != nil:
            return peek().kind == .timeOfDay ? when().map { .when($0) } : weekday().map { .weekday($0) }
        default:
            break
        }
        guard var name = nameIfPresent() else { return missingValue() }
        while place.contains(.words), at(.word), current.spelling == nil, !isUnderscore(current), !isVersusHere, !isLongerThanHere {
            let word = advance()
            name.text += " " + text(word)
            name.range = name.range.union(word.range)
        }
        return .name(name)
    }

    private mutating func numericLiteral(_ place: LiteralPlace) -> Literal? {
        if at(.number), let unit = peek().keyword?.timeUnit, wholeNumber(current) != nil, place.contains(.looseUnit) || isPeekAdjacent {
            if peek(2).keyword == .ago { return shiftLiteral() }
            return timeAmount(unit: unit).map { .duration($0) }
        }
        guard let number = numberIfPresent() else { return missingValue() }
        offer([.unit])
        return .number(number, startsUnit(place) ? unitRun() : nil)
    }

    var isPeekAdjacent: Bool { current.range.end == peek().range.start }

    private mutating func durationLiteral() -> Literal? {
        if peek().keyword == .ago { return shiftLiteral() }
        let token = current
        // In a value, `200W` means watts and `5S` siemens. Units are case-sensitive; durations are written in lower case.
        let suffix = source.bytes[token.range.end - 1]
        let digits = SourceRange(token.range.start, token.range.end - 1)
        let written = source[digits]
        if suffix == UInt8(ascii: "W") || suffix == UInt8(ascii: "S"), !written.contains(where: \.isLetter) {
            advance()
            let number = NumberLiteral(value: Double(written.filter { $0 != "_" }) ?? 0, text: written, range: digits)
            return .number(
                number, UnitText(text: String(UnicodeScalar(suffix)), isQuoted: false, range: SourceRange(digits.end, token.range.end)))
        }
        return compactAmount().map { .duration($0) }
    }

    private mutating func shiftLiteral() -> Literal? {
        when().map { .when($0) }
    }

    // MARK: Units

    /// Returns true if a unit follows a number.
    func startsUnit(_ place: LiteralPlace) -> Bool {
        if at(.percentSign) { return true }
        if isAdjacent { return at(.word) || at(.symbol) && !isBracket(current) }
        guard place.contains(.looseUnit) else { return false }
        if at(.symbol) { return text(current) == "°" }
        guard at(.word), !isVersusHere, !isLongerThanHere else { return false }
        guard let spelling = current.spelling else { return !isUnderscore(current) }
        return spelling.isUnit || spelling.keyword == .in && peek().kind != .leftParenthesis
    }

    private func isBracket(_ token: Token) -> Bool { "[]{}?!".contains(text(token)) }

    /// Returns the unit after `in`, or nil after reporting that it is missing.
    mutating func unit() -> UnitText? {
        offer([.unit])
        if let text = textIfPresent() { return UnitText(text: text.value, isQuoted: true, range: text.range) }
        if at(.quotedName), let name = nameIfPresent() { return UnitText(text: name.text, isQuoted: true, range: name.range) }
        if at(.percentSign) || at(.symbol) && !isBracket(current) || at(.word) && isUnitWord(current) { return unitRun() }
        expected(.missingUnit, "`in` needs a unit", help: "write for example `in kcal`, `in count/min` or `in miles`")
        return nil
    }

    private func isUnitWord(_ token: Token) -> Bool {
        guard let spelling = token.spelling, spelling.isReserved else { return token.keyword != .called }
        return spelling.isUnit || spelling.keyword == .in
    }

    /// Parses a unit, which contains no spaces: `kcal/(kg*hr)` or `mmol<180.15588000005408>/L`.
    mutating func unitRun() -> UnitText {
        let start = current.range.start
        var parentheses = 0
        var isInMass = false
        var last = advance()
        while isAdjacent {
            switch current.kind {
            case .word, .number, .percentile, .percentSign, .slash, .star: break
            case .symbol where !isBracket(current): break
            case .minus where text(last) == "^": break
            case .leftParenthesis where last.kind != .word: parentheses += 1
            case .rightParenthesis where parentheses > 0: parentheses -= 1
            case .less where text(last).lowercased().hasSuffix("mol"): isInMass = true
            case .greater where isInMass: isInMass = false
            default: return unitText(from: start)
            }
            last = advance()
        }
        return unitText(from: start)
    }

    private func unitText(from start: Int) -> UnitText {
        let range = range(from: start)
        return UnitText(text: source[range], isQuoted: false, range: range)
    }

    /// True at a unit that can't be a name: joined words, or a single `count` or `min`.
    var isBareUnit: Bool { isUnmistakableUnit || at(.count) || at(.min) }

    /// True at words joined by `/`, `·`, `*`, `^` or `%`, which can only be a unit.
    var isUnmistakableUnit: Bool {
        if at(.percentSign) { return true }
        guard at(.word), current.range.end == peek().range.start else { return false }
        switch peek().kind {
        case .slash, .star, .percentSign: return true
        case .symbol: return !isBracket(peek())
        case .less: return text(current).lowercased().hasSuffix("mol")
        default: return false
        }
    }
}
