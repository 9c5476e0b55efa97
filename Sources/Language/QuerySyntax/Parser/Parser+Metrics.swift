import QueryDiagnostics

/// `define metric` and `forget metric`.
extension Parser {
    private static let definitionExample = "define metric mood from 1 to 10"

    func isMetricWord(_ token: Token) -> Bool { token.kind == .word && text(token).lowercased() == "metric" }

    /// True at `metric` and another word, as in `forget metric mood`.
    var startsMetricName: Bool { isMetricWord(current) && !Parser.endsStatement(peek()) && peek().keyword != .confirmed }

    /// Parses `define metric coffee in cups cumulative`.
    mutating func defineMetric() -> StatementKind? {
        advance()
        advance()
        guard let name = newName(after: "define metric") else { return nil }
        var definition = MetricDefinition(name: name)
        while !isAtEnd {
            offer([.keyword("cumulative")])
            if definition.scale == nil, eat(.from) {
                guard let scale = scale() else { return nil }
                definition.scale = scale
            } else if definition.unit == nil, eat(.in) {
                guard let unit = unit() else { return nil }
                definition.unit = unit
            } else if !definition.isCumulative, at(word: "cumulative") {
                advance()
                definition.isCumulative = true
            } else {
                break
            }
        }
        return .metric(.define(definition))
    }

    /// Parses `1 to 10` after `from`.
    private mutating func scale() -> MetricDefinition.Scale? {
        offer([.number])
        guard let low = numberIfPresent() else { return missingBound("`from` needs a number") }
        guard eat(.to) else { return missingBound("the scale needs `to` and a second number") }
        guard let high = numberIfPresent() else { return missingBound("`to` needs a number") }
        return MetricDefinition.Scale(low: low, high: high)
    }

    private mutating func missingBound(_ message: String) -> MetricDefinition.Scale? {
        expected(.missingPart, message, help: "write for example `\(Parser.definitionExample)`")
        return nil
    }

    /// Parses `forget metric mood`.
    mutating func forgetMetric() -> StatementKind? {
        advance()
        return newName(after: "forget metric").map { .metric(.forget($0)) }
    }
}
