import CalendarIntervals
import EnglishQuestions
import HealthModel
import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import TerminalText

/// A statement in another language: SQL, PromQL, Flux, a chain of method calls or a question in plain English.
///
/// It gets one diagnostic, with a translation if there is one.
struct ForeignStatement {
    private enum Language { case sql, promQL, flux, methodCall, question }

    private let language: Language
    private let range: SourceRange
    /// The text of each token.
    private let words: [String]
    /// The words of the first line, separated only by spaces.
    private let plainWords: [String]
    private let metrics: MetricNames

    /// The maximum number of words to read. The cost of a translation is linear in it.
    private static let maximumWords = 100

    /// Returns nil if the statement is not in another language.
    ///
    /// - Parameters:
    ///   - isBroken: True for a statement with errors that one fix doesn't mend, which is rather a question than one of ours.
    ///   - isHalfMended: True if fixes mend only some of its errors.
    init?(
        at range: SourceRange, in source: SourceText, metrics: MetricNames = MetricNames(), isBroken: Bool = false,
        isHalfMended: Bool = false
    ) {
        let text = source.beginning(of: range)
        let tokens = Array(Lexer.lex(text).tokens.lazy.filter { !$0.isTrivia && $0.kind != .endOfText }.prefix(Self.maximumWords))
        let words = tokens.map { text[$0.range] }
        let plainWords = Self.plainWords(from: range.start, of: source)
        guard !tokens.isEmpty else { return nil }
        let recognition = Recognition(
            tokens: tokens, words: words, plainWords: plainWords, isQuestion: source.asks(in: range), isBroken: isBroken,
            isHalfMended: isHalfMended, metrics: metrics)
        guard let language = recognition.language else { return nil }
        self.language = language
        self.range = range
        self.words = words
        self.plainWords = plainWords
        self.metrics = metrics
    }

    private static func isAggregate(_ word: String) -> Bool { Spelling(of: word)?.aggregate != nil || Aggregate.called(word) != nil }

    /// Returns the words without punctuation. An apostrophe doesn't start a quoted text here.
    private static func plainWords(from start: Int, of source: SourceText) -> [String] {
        let end = min(source.bytes.count, start + 400)
        let line = source[SourceRange(start, end)].prefix { !$0.isNewline && $0 != ";" }
        let words = line.split(whereSeparator: \.isWhitespace).prefix(maximumWords)
        return words.indices.flatMap { index -> [String] in
            let word = words[index]
            // A comma in a number separates thousands.
            // "Saturday's run" is that of one day.
            let isOfDay =
                ["'s", "’s"].contains(where: word.hasSuffix) && Weekday.allCases.contains { $0.name == word.lowercased().dropLast(2) }
            let plain = (isOfDay ? String(word.dropLast(2)) : String(word)).filter { !"?!\",’'".contains($0) }
            guard !plain.isEmpty else { return [] }
            // "Count of runs, average distance" are two measures.
            let isJoined = word.hasSuffix(",") && index + 1 < words.endIndex && isAggregate(words[index + 1].lowercased())
            return [plain.hasSuffix(".") ? String(plain.dropLast()) : plain] + (isJoined ? ["and"] : [])
        }
    }

    // MARK: Diagnostic

    var finding: Diagnostic {
        switch language {
        case .sql: finding(.sqlInput, "SQL", SQLTranslation.query(words), example: "sum steps by day last 30 days")
        case .promQL: finding(.promQLInput, "PromQL", PromQLTranslation.query(words), example: "sum steps by 5min since -1h")
        case .flux: finding(.programInput, "Flux", FluxTranslation.query(words), example: "sum steps by 1h since -1d")
        case .methodCall: finding(.programInput, "a method call", FluxTranslation.methodCall(words), example: "sum steps by day")
        case .question: findingOfQuestion
        }
    }

    private static let order = "a query starts with an aggregate and a metric, then clauses such as `by day` and `last 7 days`"
    private static let advice = "write an aggregate, a metric and clauses, as in"

    private func finding(_ code: DiagnosticCode, _ name: String, _ translation: String?, example: String) -> Diagnostic {
        let query = translation.flatMap { Self.isRight($0) ? $0 : nil }
        return Diagnostic(
            code, "this looks like \(name)", at: range, help: "\(Self.advice) `\(example)`",
            note: Self.order, fix: query.map { .init(range, $0, keepsQuestion: false, help: "write `\($0)`") })
    }

    /// Suggests the queries that the question might mean.
    private var findingOfQuestion: Diagnostic {
        let question = Question(plainWords, metrics: metrics)
        let readings = question.readings.filter { Parser.parse($0.query).diagnostics.isEmpty }
        let unknown = question.unknown.map { "`\($0)`" }
        let offers = readings.map { "`\($0.query)`" + ($0.meaning.map { " (\($0))" } ?? "") }.joined(separator: ", or ")
        let help =
            switch (readings.isEmpty, unknown.isEmpty) {
            case (true, _): "\(Self.advice) `sum steps last week`. `show metrics` lists all metrics"
            case (false, true): "write \(offers)"
            case (false, false):
                "I don't understand \(unknown.listed(with: "and")). Without \(unknown.count == 1 ? "it" : "them"), write \(offers)"
            }
        let message =
            switch readings.count {
            case 0: "this looks like a question, not a query"
            case 1: "did you mean this query?"
            default: "did you mean one of these queries?"
            }
        let isSure = readings.count == 1 && question.readings.count == 1 && unknown.isEmpty
        return Diagnostic(
            .typedQuestion, message, at: range, help: help, note: Self.order,
            fix: isSure ? .init(range, readings[0].query, keepsQuestion: readings[0].meaning == nil) : nil)
    }

    /// Returns true if the translation parses as a query.
    private static func isRight(_ query: String) -> Bool {
        let parsed = Parser.parse(query)
        return parsed.statements.allSatisfy { statement in
            statement.diagnostics.isEmpty && ForeignStatement(at: statement.range, in: parsed.source) == nil
        }
    }

    // MARK: Detection

    private struct Recognition {
        let tokens: [Token]
        let words: [String]
        let plainWords: [String]
        /// True if the statement ends with a question mark.
        let isQuestion: Bool
        let isBroken: Bool
        let isHalfMended: Bool
        let metrics: MetricNames

        var language: Language? {
            // The statement after `expect error E160:` may be in another language, but `expect` is not.
            guard tokens[0].keyword != .expect else { return nil }
            if canBeForeign {
                if isSQL { return .sql }
                if isFlux { return .flux }
                if isPromQL { return .promQL }
                if isMethodCall { return .methodCall }
            } else if tokens[0].keyword?.isStatementVerb == true {
                return nil
            }
            if isQuestion || Question.opens(plainWords.map { $0.lowercased() }) { return .question }
            return isPlainQuestion || isHalfMended && isEnglish ? .question : nil
        }

        /// True if the statement does not start like a question, but all of its words are understood as one that is not a query with a slip.
        private var isPlainQuestion: Bool {
            guard (1...30).contains(plainWords.count), !isDefinition else { return false }
            let lowercased = plainWords.map { $0.lowercased() }
            // The error of an activity alone has a better query.
            if lowercased.count == 1, !isBroken || WorkoutActivityType.named(lowercased[0]) != nil { return false }
            let hasBrackets = lowercased.contains { $0.contains { "()".contains($0) } }
            let hasSigns = lowercased.contains { ["+", "-"].contains($0) || $0.contains { "|=<>".contains($0) } }
            let isOnlyOurs =
                ForeignStatement.isAggregate(lowercased[0]) && lowercased.allSatisfy { Self.isOurs($0) || $0.first?.isNumber == true }
            // A query with an aggregate and signs is one of ours; a broken one with signs is, too.
            let isOurs = hasSigns && isBroken || (hasSigns || hasBrackets) && ForeignStatement.isAggregate(lowercased[0])
            let mayAsk = Question.mayAsk(lowercased, where: Self.isOurs, isAggregate: ForeignStatement.isAggregate)
            guard !isOurs, isBroken || mayAsk else { return false }
            let question = Question(plainWords, metrics: metrics)
            guard mayAsk || !isOnlyOurs || question.totalsTime else { return false }
            // In a query, a fix mends a misspelled word. No query has `what`.
            let isQuery = ForeignStatement.isAggregate(lowercased[0]) && !lowercased.contains("what")
            let isSlip = question.isCorrected || question.hasSlip && isQuery
            return question.isUnderstood && !isSlip
                && (isBroken || question.isPlain(where: Self.isOurs, isAggregate: ForeignStatement.isAggregate))
                && question.readings.contains { reading in
                    reading.query.lowercased() != lowercased.joined(separator: " ") && Parser.parse(reading.query).diagnostics.isEmpty
                }
        }

        /// True for `let x = …` and `def f(…) = …`.
        private var isDefinition: Bool {
            ["let", "def"].contains(word(0)) && tokens.contains { $0.kind == .equal }
        }

        /// True for words such as `my` among others that no query has. A fix of some of them would make another question.
        private var isEnglish: Bool {
            (4...30).contains(plainWords.count) && plainWords.contains(where: Question.isFiller)
                && Question(plainWords, metrics: metrics).saysMore(where: Self.isOurs)
        }

        /// True for a word of the language or the name of a metric.
        private static func isOurs(_ word: String) -> Bool {
            if ["per", "every", "with"].contains(word) { return false }
            if Spelling(of: word) != nil || ForeignStatement.isAggregate(word) || Month(word: word) != nil { return true }
            return if case .known = MetricCatalog.resolve(name: word) { true } else { false }
        }

        /// True if the first words do not show that the statement is ours.
        private var canBeForeign: Bool {
            let keyword = tokens[0].keyword
            if keyword == .delete { return token(1)?.keyword == .from }
            if keyword == nil, tokens[0].spelling == nil || ["average", "median", "compare", "chart", "select"].contains(word(0)) {
                return true
            }
            // "Watch only heart rate" is about a device.
            if keyword == .watch, word(1) == "only" { return true }
            // "Minutes above 120 bpm"
            if ["minutes", "hours", "time"].contains(word(0)) || [.is, .with, .show, .why, .total].contains(keyword) { return true }
            return isQuestion || token(1)?.kind == .leftParenthesis || token(2)?.kind == .leftParenthesis
        }

        private func token(_ index: Int) -> Token? { index < tokens.count ? tokens[index] : nil }
        private func word(_ index: Int) -> String { index < words.count ? words[index].lowercased() : "" }

        /// True for `select …`, `with x as (…)`, `insert into …`, `update … set …`, `delete from …`, and InfluxQL without `select`.
        private var isSQL: Bool {
            switch word(0) {
            case "select": return true
            case "with": return word(2) == "as"
            case "insert": return word(1) == "into"
            case "update": return word(2) == "set"
            case "delete": return word(1) == "from"
            default: break
            }
            guard word(1) == "(" else { return false }
            let all = words.map { $0.lowercased() }
            return zip(all, all.dropFirst()).contains { $0 == "group" && $1 == "by" }
        }

        /// True for `from(bucket: …)`.
        private var isFlux: Bool { word(0) == "from" && word(1) == "(" && token(3)?.kind == .colon }

        /// True for `rate(steps[5m])`, `steps[1h]`, `steps{source="Watch"}`, `sum by (source) (x)`, `sum(x) by (day)` and `topk(5, x)`.
        private var isPromQL: Bool {
            guard tokens[0].kind == .word, tokens.count > 1 else { return false }
            let words = words.map { $0.lowercased() }
            let next = words[1]
            if ["by", "without"].contains(next), words.count > 2, words[2] == "(" { return words.count { $0 == "(" } > 1 }
            guard ["(", "[", "{"].contains(next) else { return false }
            if next == "{" || PromQLTranslation.isFunction(words[0]) { return true }
            if words.contains("["), words.contains("]") { return true }
            guard let by = words.firstIndex(of: "by"), by + 1 < words.count else { return false }
            return words[by + 1] == "("
        }

        /// True for `steps.sum()`.
        private var isMethodCall: Bool {
            guard tokens[0].kind == .word, word(1) == ".", token(2)?.kind == .word else { return false }
            return token(3)?.kind == .leftParenthesis || word(3) == "."
        }
    }
}

extension SourceText {
    /// Returns true if the text at `range` ends with a question mark. Tally statements never do.
    func asks(in range: SourceRange) -> Bool { !range.isEmpty && bytes[range.end - 1] == UInt8(ascii: "?") }
}
