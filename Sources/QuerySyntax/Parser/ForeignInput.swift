import Diagnostics

/// Statements in another language: SQL, PromQL, or a question in plain words. They get one diagnostic, with what to write instead.
extension Parser {
    /// Reports a statement in another language and passes it; returns nil where it is in ours.
    mutating func foreignStatement() -> StatementKind? {
        let isQuestion = source.bytes[statementEnd - 1] == UInt8(ascii: "?")
        switch current.keyword {
        case nil, .is, .with, .show, .why: break
        // The statement that is expected to fail may be one.
        case .expect: return nil
        default: guard isQuestion || peek().kind == .leftParenthesis else { return nil }
        }
        let words = [0, 1, 2].map { text(peek($0)).lowercased() }
        if words[0] == "select" || words[0] == "with" && words[2] == "as" {
            return foreign(.sqlInput, "this looks like SQL", translate: Translation.sql, fallback: "sum steps by day last 30 days")
        }
        if isPromQL {
            return foreign(.promQLInput, "this looks like PromQL", translate: Translation.promQL, fallback: "sum steps by 5min since -1h")
        }
        if isQuestion || Translation.questionWords.contains(words[0]) && Translation.isQuestion(plainWords().map { $0.lowercased() }) {
            return foreign(
                .typedQuestion, "questions are not understood yet", translate: Translation.question, fallback: "sum steps last week")
        }
        return nil
    }

    /// Only as much as a person types is looked at; translations are linear in it.
    private static let maximumWords = 60

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
        return line.split(whereSeparator: { $0.isWhitespace || $0 == "," }).prefix(Parser.maximumWords).map { word in
            let word = word.filter { !"?!\"".contains($0) && $0 != "’" && $0 != "'" }
            return word.hasSuffix(".") ? String(word.dropLast()) : word
        }
    }

    private mutating func foreign(
        _ code: DiagnosticCode, _ message: String, translate: ([String]) -> String?, fallback: String
    ) -> StatementKind {
        let start = current.range.start
        let words = code == .typedQuestion ? plainWords() : statementWords()
        let translated = isTranslation ? nil : translate(words).flatMap { Parser.isReadable($0) ? $0 : nil }
        while !isAtEnd { advance() }
        report(
            Diagnostic(
                code, message, at: range(from: start),
                help: translated.map { "write `\($0)`" } ?? "write what, of which metric, per what and when: `\(fallback)`",
                note: "a query reads: what, of which metric, per what, when, how"))
        return .invalid
    }

    /// `rate(steps[5m])`, `steps[1h]`, `sum(x) by (day)`
    private var isPromQL: Bool {
        guard at(.word), !Parser.endsStatement(peek()), peek().kind == .leftParenthesis || text(peek()) == "[" else { return false }
        let words = statementWords()
        if words.contains("[") && words.contains("]") { return true }
        guard let by = words.firstIndex(where: { $0.lowercased() == "by" }), by + 1 < words.count else { return false }
        return words[by + 1] == "("
    }
}

/// Rough renderings of other languages; the caller offers one only if it parses.
private enum Translation {
    private static let periods = Set(TimeUnit.allCases.flatMap { [$0.rawValue, $0.rawValue + "s"] })

    /// Returns our word for an aggregate in another language.
    private static func aggregate(_ word: String) -> String? {
        switch word.lowercased() {
        case "sum", "total", "sum_over_time", "much", "many": "sum"
        case "avg", "average", "mean", "avg_over_time", "usual", "typical": "average"
        case "min", "minimum", "lowest", "slowest", "min_over_time": "min"
        case "max", "maximum", "highest", "fastest", "most", "max_over_time": "max"
        case "count", "count_over_time", "often": "count"
        case "median": "median"
        case "stddev", "stdev", "stddev_over_time": "stddev"
        case "latest", "current", "newest": "latest"
        case "long": "duration"
        default: nil
        }
    }

    private static func isWord(_ text: String) -> Bool {
        text.first.map { $0.isLetter || $0 == "_" } ?? false
    }

    private static func bare(_ text: String) -> String { text.filter { !"\"'`".contains($0) } }

    // MARK: SQL

    static func sql(_ words: [String]) -> String? {
        let lowered = words.map { $0.lowercased() }
        guard let from = lowered.firstIndex(of: "from"), from + 1 < words.count else { return nil }
        let metric = bare(words[from + 1])
        var aggregates: [String] = []
        for (index, word) in lowered[..<from].enumerated() where index + 1 < from && lowered[index + 1] == "(" {
            if let aggregate = aggregate(word), !aggregates.contains(aggregate) { aggregates.append(aggregate) }
        }
        var query = aggregates.isEmpty ? "samples of \(metric)" : "\(aggregates.joined(separator: ", ")) \(metric)"
        if let group = lowered.firstIndex(of: "group") {
            let keys = lowered[group...].map(bare)
            if let key = keys.first(where: { periods.contains($0) || $0 == "source" || $0 == "device" }) { query += " by \(key)" }
        }
        if let position = lowered.firstIndex(of: "where") {
            let condition = words[position...].prefix { !["group", "order", "limit", ";"].contains($0.lowercased()) }
            if condition.dropFirst().first.map({ ["value", "source"].contains($0.lowercased()) }) ?? false {
                query += " " + condition.joined(separator: " ")
            }
        }
        return query
    }

    // MARK: PromQL

    static func promQL(_ words: [String]) -> String? {
        guard let metric = words.indices.first(where: { isWord(words[$0]) && (index($0, in: words) != "(") }) else { return nil }
        let aggregate = words[..<metric].lazy.compactMap { ["rate", "increase"].contains($0) ? "sum" : Translation.aggregate($0) }.first
        var query = [aggregate, words[metric]].compactMap { $0 }.joined(separator: " ")
        if let by = words.firstIndex(where: { $0.lowercased() == "by" }), by + 2 < words.count {
            query += " by \(words[by + 2])"
        } else if let bracket = words.firstIndex(of: "["), bracket + 1 < words.count {
            let window = words[bracket + 1].lowercased()
            query += " by \(window.hasSuffix("m") ? window + "in" : window)"
        }
        return query
    }

    private static func index(_ position: Int, in words: [String]) -> String? {
        position + 1 < words.count ? words[position + 1] : nil
    }

    // MARK: Questions

    static let questionWords: Set<String> = [
        "how", "what", "whats", "when", "which", "who", "where", "do", "does", "did", "am", "are", "was", "were", "can", "could", "please",
        "give",
        "tell", "is", "show", "why",
    ]

    /// Whether words that begin like a question are one: a metric or a `let` may have such a name too.
    static func isQuestion(_ words: [String]) -> Bool {
        guard words.count > 2, isWord(words[1]) else { return false }
        switch words[0] {
        case "show": return words[1] == "me" || words[1] == "my"
        case "why": return ["do", "does", "did", "is", "are", "was", "were", "am", "my"].contains(words[1])
        default: return true
        }
    }

    private static let filler: Set<String> = [
        "how", "what", "whats", "when", "which", "who", "why", "do", "does", "did", "am", "are", "was", "were", "is", "can", "could",
        "please",
        "give", "tell", "show", "me", "my", "i", "you", "the", "a", "an", "have", "has", "had", "been", "be", "of", "for", "in", "take",
        "took",
        "make", "made", "get", "got", "burn", "burned", "walk", "walked", "run", "ran", "theres", "hows", "there", "so", "far", "during",
        "on", "'s", "number",
    ]

    private static let daily = [
        "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
    ]

    static func question(_ words: [String]) -> String? {
        var asked: [String] = []
        var metric: [String] = []
        var clauses: [String] = []
        var position = 0
        let lowered = words.map { $0.lowercased() }
        while position < words.count {
            let word = lowered[position]
            position += 1
            if let word = daily[word] {
                clauses += ["by", word]
            } else if ["per", "each", "every", "by"].contains(word), position < words.count {
                clauses += ["by", lowered[position]]
                position += 1
            } else if ["last", "this", "today", "yesterday", "since"].contains(word) {
                clauses.append(word)
                while position < words.count, !filler.contains(lowered[position]), isWordOrNumber(words[position]) {
                    clauses.append(words[position])
                    position += 1
                    if word == "today" || word == "yesterday" || periods.contains(clauses[clauses.count - 1]) { break }
                }
            } else if let word = aggregate(word) {
                if asked.isEmpty || asked == ["sum"] { asked = [word] }
            } else if ["sleep", "slept", "asleep"].contains(word) {
                metric = ["sleepAnalysis"]
            } else if !filler.contains(word), isWord(word) {
                metric.append(words[position - 1])
            }
        }
        guard !metric.isEmpty else { return nil }
        return (asked + metric + clauses).joined(separator: " ")
    }

    private static func isWordOrNumber(_ text: String) -> Bool { isWord(text) || text.first?.isNumber ?? false }
}
