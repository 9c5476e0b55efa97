import CalendarIntervals
import QueryDiagnostics

/// Statements in another language: SQL, PromQL, Flux, or a question in plain words. They get one diagnostic, with what to write instead.
extension Parser {
    /// Reports a statement in another language and passes it; returns nil where it is in ours.
    mutating func foreignStatement() -> StatementKind? {
        let isQuestion = source.bytes[statementEnd - 1] == UInt8(ascii: "?")
        switch current.keyword {
        case nil where current.spelling == nil || ["average", "median", "compare", "chart"].contains(text(current).lowercased()): break
        case .is, .with, .show, .why, .total: break
        // The statement that is expected to fail may be one.
        case .expect: return nil
        case .delete: guard peek().keyword == .from else { return nil }
        default: guard isQuestion || peek().kind == .leftParenthesis || peek(2).kind == .leftParenthesis else { return nil }
        }
        let words = [0, 1, 2].map { text(peek($0)).lowercased() }
        if isSQL(words) {
            return foreign(.sqlInput, "this looks like SQL", translate: SQLTranslation.query, fallback: "sum steps by day last 30 days")
        }
        if words[0] == "from", words[1] == "(", peek(3).kind == .colon {
            return foreign(.programInput, "this looks like Flux", translate: FluxTranslation.query, fallback: "sum steps by 1h since -1d")
        }
        if isPromQL {
            return foreign(
                .promQLInput, "this looks like PromQL", translate: PromQLTranslation.query, fallback: "sum steps by 5min since -1h")
        }
        if isMethodCall {
            return foreign(
                .programInput, "this looks like a method call", translate: FluxTranslation.methodCall, fallback: "sum steps by day")
        }
        if isQuestion || QuestionTranslation.isQuestion(plainWords().map { $0.lowercased() }) { return question() }
        return nil
    }

    /// Reports a question in plain words, with the queries that it may mean, and passes it.
    private mutating func question() -> StatementKind {
        let start = current.range.start
        let words = plainWords()
        while !isAtEnd { advance() }
        let translation = isTranslation ? nil : QuestionTranslation(words)
        let guesses = translation?.guesses.filter { Parser.isReadable($0.query) } ?? []
        let unknown = translation?.unknown.map { "`\($0)`" } ?? []
        let offers = guesses.map { "`\($0.query)`" + ($0.meaning.map { " (\($0))" } ?? "") }.joined(separator: ", or ")
        let help =
            switch (guesses.isEmpty, unknown.isEmpty) {
            case (true, _): "write what, of which metric, per what and when: `sum steps last week`; `show metrics` lists them"
            case (false, true): "write \(offers)"
            case (false, false): "\(unknown.joined(separator: ", ")) is not understood; without it: write \(offers)"
            }
        let isSure = guesses.count == 1 && unknown.isEmpty
        let range = range(from: start)
        report(
            Diagnostic(
                .typedQuestion, "this is a question in plain words", at: range, help: help,
                note: "a query reads: what, of which metric, per what, when, how",
                fix: isSure ? .init(range, guesses[0].query, keepsQuestion: guesses[0].meaning == nil) : nil))
        return .invalid
    }

    /// Only as much as a person types is looked at; translations are linear in it.
    private static let maximumWords = 100

    private func statementWords() -> [String] {
        var words: [String] = []
        for distance in 0..<Parser.maximumWords {
            let token = peek(distance)
            if Parser.endsStatement(token) { break }
            words.append(text(token))
        }
        return words
    }

    /// The statement cut at spaces, without punctuation: an apostrophe is no quote here.
    private func plainWords() -> [String] {
        let end = min(source.bytes.count, current.range.start + 400)
        let line = source[SourceRange(current.range.start, end)].prefix { !$0.isNewline && $0 != ";" }
        return line.split(whereSeparator: \.isWhitespace).prefix(Parser.maximumWords).compactMap { word in
            // A comma within a number groups its digits.
            let word = word.filter { !"?!\",’'".contains($0) }
            return word.isEmpty ? nil : word.hasSuffix(".") ? String(word.dropLast()) : word
        }
    }

    private mutating func foreign(
        _ code: DiagnosticCode, _ message: String, translate: ([String]) -> String?, fallback: String
    ) -> StatementKind {
        let start = current.range.start
        let words = statementWords()
        let translated = isTranslation ? nil : translate(words).flatMap { Parser.isReadable($0) ? $0 : nil }
        while !isAtEnd { advance() }
        report(
            Diagnostic(
                code, message, at: range(from: start),
                help: "write what, of which metric, per what and when: `\(fallback)`",
                note: "a query reads: what, of which metric, per what, when, how",
                fix: translated.map { .init(range(from: start), $0, keepsQuestion: false, help: "write `\($0)`") }))
        return .invalid
    }

    /// `select …`, `with x as (…)`, `insert into …`, `update … set …`, `delete from …`, and InfluxQL without its `select`.
    private func isSQL(_ words: [String]) -> Bool {
        switch words[0] {
        case "select": return true
        case "with": return words[2] == "as"
        case "insert": return words[1] == "into"
        case "update": return words[2] == "set"
        case "delete": return words[1] == "from"
        default: break
        }
        guard words[1] == "(" else { return false }
        let all = statementWords().map { $0.lowercased() }
        return zip(all, all.dropFirst()).contains { $0 == "group" && $1 == "by" }
    }

    /// `rate(steps[5m])`, `steps[1h]`, `steps{source="Watch"}`, `sum by (source) (x)`, `sum(x) by (day)`, `topk(5, x)`
    private var isPromQL: Bool {
        guard at(.word), !Parser.endsStatement(peek()) else { return false }
        let words = statementWords().map { $0.lowercased() }
        let next = words[1]
        if ["by", "without"].contains(next), words.count > 2, words[2] == "(" { return words.count { $0 == "(" } > 1 }
        guard ["(", "[", "{"].contains(next) else { return false }
        if next == "{" || PromQLTranslation.isFunction(words[0]) { return true }
        if words.contains("[") && words.contains("]") { return true }
        guard let by = words.firstIndex(of: "by"), by + 1 < words.count else { return false }
        return words[by + 1] == "("
    }

    /// `steps.sum()`
    private var isMethodCall: Bool {
        guard at(.word), text(peek()) == ".", peek(2).kind == .word else { return false }
        return peek(3).kind == .leftParenthesis || text(peek(3)) == "."
    }
}

/// What rough renderings of other languages have in common; the parser offers one only where it can be read.
enum Translation {
    static let periods = Set(CalendarPeriod.allCases.flatMap { [$0.name, $0.name + "s"] })

    /// Returns our word for an aggregate in another language.
    static func aggregate(_ word: String) -> String? {
        switch word.lowercased() {
        case "sum", "total", "sum_over_time", "much", "many": "sum"
        case "avg", "average", "mean", "avg_over_time", "usual", "typical": "average"
        case "min", "minimum", "lowest", "slowest", "min_over_time": "min"
        case "max", "maximum", "highest", "fastest", "most", "max_over_time": "max"
        case "count", "count_over_time", "often": "count"
        case "median": "median"
        case "stddev", "stdev", "stddev_samp", "stddev_over_time": "stddev"
        case "latest", "current", "newest", "last_value", "last_over_time", "last": "latest"
        case "first", "first_value": "first"
        case "long": "duration"
        default: nil
        }
    }

    static func isWord(_ text: String) -> Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
    static func bare(_ text: String) -> String { text.filter { !"\"'`".contains($0) } }

    /// Returns a window such as `5m` as an interval of ours: `5min`. Nil where it is none.
    static func interval(_ text: String) -> String? {
        let text = bare(text).lowercased()
        let digits = text.prefix { $0.isNumber }
        let unit = text.dropFirst(digits.count).filter { $0 != " " }
        guard digits.count < 6 else { return nil }
        let count = digits.isEmpty ? "1" : String(digits)
        if unit == "m" { return count + "min" }
        if let known = CalendarPeriod.allCases.first(where: { [$0.suffix, $0.name, $0.name + "s"].contains(unit) }) {
            return count == "1" ? known.name : count + known.suffix
        }
        return nil
    }

    /// Returns what a text between quotes says, as a text of ours.
    static func text(_ word: String) -> String { "\"\(bare(word))\"" }
}
