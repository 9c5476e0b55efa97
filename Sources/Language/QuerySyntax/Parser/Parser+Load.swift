import QueryDiagnostics

/// `load`: many samples in a compact notation.
extension Parser {
    private static let loadExample = "load steps at 2025-01-01 08:00 every 10min: 100 _ 200x3 5+5x4"

    mutating func loadStatement() -> StatementKind? {
        guard let metric = metricReference(after: "load") else { return nil }
        var unit: UnitText?
        if eat(.in) {
            guard let written = self.unit() else { return nil }
            unit = written
        }
        var source: TextOperand?
        if eat(.from) {
            guard let text = textOperand(after: "from", example: "Apple Watch", role: .source) else { return nil }
            source = text
        }
        guard eat(.at) else { return missing("at") }
        guard let start = when(after: "at") else { return nil }
        guard eat(.every) else { return missing("every") }
        guard let interval = timeAmountPhrase(after: "every") else { return nil }
        var length: TimeAmountPhrase?
        if eat(.for) {
            guard let written = timeAmountPhrase(after: "for") else { return nil }
            length = written
        }
        guard eat(.colon) else { return missing(":") }
        var items: [LoadStatement.Item] = []
        while !isAtEnd {
            let range = rangeOfLoadItem()
            guard let item = LoadStatement.Item(self.source[range], at: range) else { return notAnItem(at: range) }
            items.append(item)
        }
        if items.isEmpty { return missing("a value") }
        return .load(
            LoadStatement(metric: metric, unit: unit, source: source, start: start, interval: interval, length: length, items: items))
    }

    private mutating func missing(_ part: String) -> StatementKind? {
        expected(
            .missingPart, part.first?.isLetter == true && part.contains(" ") ? "\(part) is missing" : "`\(part)` is missing",
            help: "write it like `\(Parser.loadExample)`")
        return nil
    }

    /// Passes over what stands up to the next space.
    private mutating func rangeOfLoadItem() -> SourceRange {
        let start = advance().range.start
        while !isAtEnd, isAdjacent { advance() }
        return range(from: start)
    }

    private mutating func notAnItem(at range: SourceRange) -> StatementKind? {
        report(
            Diagnostic(
                .malformedNumber, "\(quoted(range)) is no value of a series", at: range,
                help:
                    "write `100`, `_` for a gap, `200x3` for three of them, `5+5x4` for 5 and four more, each 5 greater, `core` for a value of sleep"
            ))
        return nil
    }
}

extension LoadStatement.Item {
    /// More slots in one item than anybody writes out by hand are a slip.
    private static let greatestCount = 1_000_000

    /// Reads `100`, `_`, `_x3`, `200x3` (three slots), `5+5x4` and `9-2x4` (five slots: the first value and four steps).
    fileprivate init?(_ text: String, at range: SourceRange) {
        if let first = text.unicodeScalars.first, first.properties.isAlphabetic {
            self.init(category: text, at: range)
            return
        }
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        let times = parts.count == 2 ? Int(parts[1]) : 1
        guard parts.count <= 2, let times, (1...Self.greatestCount).contains(times), let value = parts.first else { return nil }
        self.init(text: text, first: nil, step: 0, count: times, range: range)
        if value == "_" { return }
        // The sign of a step is the last one that does not open the text or an exponent.
        let sign = value.indices.last { index in
            "+-".contains(value[index]) && index > value.startIndex && !"eE".contains(value[value.index(before: index)])
        }
        guard let first = Self.number(value[..<(sign ?? value.endIndex)]) else { return nil }
        self.first = first
        guard let sign else { return }
        guard let step = Self.number(value[sign...]), parts.count == 2 else { return nil }
        self.step = step
        count += 1
    }

    /// Reads `core` and `deepx2`: two slots. A name ends before the last `x` with a number after it.
    private init?(category text: String, at range: SourceRange) {
        guard text.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" }) else { return nil }
        self.init(text: text, first: nil, name: text, step: 0, count: 1, range: range)
        guard let cross = text.lastIndex(of: "x"), let times = Int(text[text.index(after: cross)...]) else { return }
        guard (1...Self.greatestCount).contains(times) else { return nil }
        name = String(text[..<cross])
        count = times
    }

    private static func number(_ text: Substring) -> Double? {
        let digits = text.filter { $0 != "_" }
        // `Double` also reads words such as `nan`.
        guard digits.last?.isNumber == true, let number = Double(digits), number.isFinite else { return nil }
        return number
    }
}
