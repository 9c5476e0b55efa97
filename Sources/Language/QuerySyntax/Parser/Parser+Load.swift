import QueryDiagnostics

/// The statement `load`: many samples in a compact notation.
extension Parser {
    private static let loadExample = "load steps at 2025-01-01 08:00 every 10min: 100 _ 200x3 5+5x4"

    mutating func loadStatement() -> StatementKind? {
        guard let metric = metricReference(after: "load") else { return nil }
        var unit: UnitText?
        if eat(.in) {
            guard let written = self.unit() else { return nil }
            unit = written
        }
        var owner: Name?
        if startsForPerson {
            guard let name = forPerson() else { return nil }
            owner = name
        }
        var source: TextOperand?
        if eat(.from) {
            guard let text = textOperand(after: "from", example: "Apple Watch", role: .source) else { return nil }
            source = text
        }
        guard eat(.at) else { return missing("`at`") }
        guard let start = when(after: "at") else { return nil }
        guard eat(.every) else { return missing("`every`") }
        guard let interval = timeAmountPhrase(after: "every") else { return nil }
        var length: TimeAmountPhrase?
        if eat(.for) {
            guard let written = timeAmountPhrase(after: "for") else { return nil }
            length = written
        }
        guard eat(.colon) else { return missing("`:`") }
        var items: [LoadStatement.Item] = []
        while !isAtEnd {
            let range = rangeOfLoadItem()
            guard let item = LoadStatement.Item(self.source[range], at: range) else { return notAnItem(at: range) }
            items.append(item)
        }
        if items.isEmpty { return missing("value") }
        return .load(
            LoadStatement(
                metric: metric, unit: unit, person: owner, source: source, start: start, interval: interval, length: length, items: items))
    }

    private mutating func missing(_ part: String) -> StatementKind? {
        expected(
            .missingPart, "missing \(part)", help: "write for example `\(Parser.loadExample)`")
        return nil
    }

    /// Skips the text up to the next space and returns its range.
    private mutating func rangeOfLoadItem() -> SourceRange {
        let start = advance().range.start
        while !isAtEnd, isAdjacent { advance() }
        return range(from: start)
    }

    private mutating func notAnItem(at range: SourceRange) -> StatementKind? {
        report(
            Diagnostic(
                .malformedNumber, "\(quoted(range)) isn't a value of a series", at: range,
                help:
                    "write `100`, `_` for a gap, `200x3` to repeat a value, `5+5x4` for 5 10 15 20 25, or `core` for a category value"
            ))
        return nil
    }
}

extension LoadStatement.Item {
    /// The maximum number of slots in one item; more are a typing error.
    private static let greatestCount = 1_000_000

    /// Parses `100`, `_`, `_x3`, `200x3` (three slots), `5+5x4` and `9-2x4` (five slots: the first value and four steps).
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
        // The sign of a step is the last sign that doesn't start the text or an exponent.
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

    /// Parses `core` and `deepx2` (two slots). A name ends before the last `x` that a number follows.
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
        // `Double` also accepts words such as `nan`.
        guard digits.last?.isNumber == true, let number = Double(digits), number.isFinite else { return nil }
        return number
    }
}
