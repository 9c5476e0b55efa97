import CalendarIntervals
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax
import QueryVocabulary

/// Suggests the likely continuation of a text, from the grammar, its examples and the content of the store.
///
/// Never suggests text that would be an error.
package struct LikelyText {
    private let knowledge: EditingKnowledge
    /// Common statements, most likely first.
    private let usual: [String]

    package init(_ knowledge: EditingKnowledge) {
        self.knowledge = knowledge
        usual = Self.queries(knowledge) + Self.examples(knowledge)
    }

    /// Returns the likely continuation of `text`; empty if there is none.
    package func continuation(of text: String) -> String {
        let whole = Parser.parse(text)
        // Only the last statement counts. It may contain line breaks.
        guard let last = whole.statements.last, whole.tokens.last(where: { $0.kind != .endOfText })?.kind != .comment else { return "" }
        let rest = whole.tokens.filter { $0.range.start >= last.range.end }
        guard !rest.contains(where: { $0.kind == .semicolon || $0.kind == .newline && !whole.isIncomplete }) else { return "" }
        let statement = String(decoding: text.utf8.dropFirst(last.range.start), as: UTF8.self)
        guard SyntaxHighlighter.firstError(in: read(statement)) == nil else { return "" }
        let kinds = [openings, clauses, words, firstChoice]
        return kinds.lazy.flatMap { options in options(statement) }.first { isRight(statement + $0) } ?? ""
    }

    private func read(_ text: String) -> ParseResult {
        Parser.parse(text).helped(knowing: knowledge.context.names, on: knowledge.context.today)
    }

    /// Returns true if more text could turn `text` into a valid statement.
    private func isRight(_ text: String) -> Bool {
        let parsed = read(text)
        let errors = knowledge.errors(in: parsed, isQuick: true)
        return parsed.diagnostics.isEmpty ? errors.isEmpty : SyntaxHighlighter.firstError(among: errors, in: parsed) == nil
    }

    private func isFinished(_ text: String) -> Bool {
        let parsed = read(text)
        return parsed.diagnostics.isEmpty && knowledge.errors(in: parsed, isQuick: true).isEmpty
    }

    // MARK: Openings

    /// Returns the remaining text of the common statements that start with `typed`.
    private func openings(_ typed: String) -> [String] {
        usual.filter { $0.hasPrefix(typed) && $0 != typed }.map { String($0.dropFirst(typed.count)) }
    }

    /// Returns a query for each aggregate, with the metric that has the most samples.
    private static func queries(_ knowledge: EditingKnowledge) -> [String] {
        Aggregate.all.map(\.definition).compactMap { aggregate in
            knowledge.recorded.first { aggregate.natures.contains($0.nature) }.map { metric in
                "\(aggregate.name) \(metric.friendlyName)" + (aggregate.isOfOneSample ? "" : metric.usualClauses(knowledge))
            }
        }
    }

    /// Returns the examples of the grammar, except those that need a file or a name that may not exist.
    private static func examples(_ knowledge: EditingKnowledge) -> [String] {
        let needy = Set(StatementWord.all.map(\.definition).filter { $0.traits.contains(.needyExample) }.map(\.phrase))
        let places: [Grammar.Place] = [.thing, .statement, .source]
        let examples = places.flatMap(Grammar.entries(at:)).filter { !needy.contains($0.phrase) }.map(\.example)
        return knowledge.recorded.prefix(1).map { "describe \($0.friendlyName)" } + examples
    }

    // MARK: Clauses

    /// Returns the possible continuations after the last words of `text`.
    private func clauses(_ text: String) -> [String] {
        let words = text.last?.isWhitespace == true ? text.dropLast(while: \.isWhitespace) : text[...]
        let gap = words.endIndex == text.endIndex ? " " : ""
        let parsed = read(String(words))
        guard parsed.diagnostics.isEmpty, let query = parsed.statements.last?.kind.typedQuery else { return arguments(of: words, gap: gap) }
        return arguments(of: words, gap: gap) + rest(of: query).map { gap + $0.dropFirst() }
    }

    /// Returns the arguments of a clause or stage, from its example.
    private func arguments(of words: Substring, gap: String) -> [String] {
        if words.hasSuffix("|") { return stages.map { gap + $0 } }
        let lower = words.lowercased()
        let places: [Grammar.Place] = [.stage, .clause, .output, .thing]
        let entries = places.flatMap { Grammar.entries(at: $0) }.filter { lower.hasSuffix(" " + $0.phrase) }
        return keys(after: lower).map { gap + $0 }
            + entries.sorted { $0.phrase.count > $1.phrase.count }.compactMap { entry in
                if entry.phrase == "by" { return gap + "day" }
                guard let start = entry.example.firstRange(of: entry.phrase + " ")?.upperBound else { return nil }
                // The user chooses the file name.
                return gap + (entry.place == .output ? entry.example[start...].prefix { $0 != " " } : entry.example[start...])
            }
    }

    /// Returns the arguments of the key at the end of `text`, from its example: `of 10` after `by bins`.
    private func keys(after text: String) -> [Substring] {
        GroupingWord.allCases.flatMap { key in
            let isLast = { (word: String) in text.hasSuffix(" by \(word)") || text.hasSuffix(" and \(word)") }
            return Set([key.rawValue, key.phrase]).filter(isLast).map { key.example.dropFirst($0.count + 1) }.filter { !$0.isEmpty }
        }
    }

    private var stages: [String] { ["running total", "rolling 7 days average", "top 3"] }

    /// Returns the clauses that a query does not have yet, each with a space before it.
    private func rest(of query: Query) -> [String] {
        guard query.stages.isEmpty, query.output == nil else { return [] }
        let range = query.clauses.contains { if case .range = $0.kind { true } else { false } }
        switch query.source {
        case .lastResult: return []
        case .times, .record: return range ? [] : [" last 30 days"]
        case .summaries: return range ? [] : [" last 7 days"]
        case .progress: return range ? [] : [" yesterday"]
        case .samples:
            return query.clauses.contains { if case .order = $0.kind { true } else { false } } ? [] : [" newest first limit 10"]
        case .measures(let measures):
            guard case .name(let name)? = measures.first?.metric, case .known(let metric) = MetricCatalog.resolve(name: name.text) else {
                return []
            }
            for case .by(let keys) in query.clauses.map(\.kind) {
                return range ? [] : [metric.span(by: keys.first?.kind, knowledge.context)]
            }
            return range ? [query.isOfOneDay ? " by hour" : " by day"] : [metric.usualClauses(knowledge)]
        }
    }

    // MARK: Words

    /// Returns the remaining text of the words that the last word of `text` can become.
    private func words(_ text: String) -> [String] {
        // If the statement is valid, its last word is complete.
        guard let last = text.last, last.isLetter, !isFinished(text) else { return [] }
        let completions = CandidateList(for: text, at: text.utf8.count, knowledge: knowledge).completions
        let typed = String(decoding: text.utf8.dropFirst(completions.start), as: UTF8.self)
        guard !typed.isEmpty else { return [] }
        return completions.candidates.lazy.filter { $0.text.hasPrefix(typed) && $0.text != typed }.prefix(3).flatMap { candidate in
            let rest = String(candidate.text.dropFirst(typed.count))
            return candidate.appendsSpace ? clauses(text + rest).prefix(1).map { rest + $0 } + [rest] : [rest]
        }
    }

    /// Returns the first unit, source, value or column that can follow, if one is required.
    private func firstChoice(_ text: String) -> [String] {
        let gap = text.last?.isWhitespace == true ? "" : " "
        guard !read(text).diagnostics.isEmpty else { return [] }
        let completions = CandidateList(for: text + gap, at: (text + gap).utf8.count, knowledge: knowledge).completions
        return completions.candidates.prefix(1).map { gap + $0.text }
    }
}

extension MetricInfo {
    /// How samples of the metric are aggregated, by the current styles.
    var nature: MetricNature {
        switch kind {
        case .quantity(let type): type.style == .cumulative ? .cumulative : .discrete
        case .category, .workouts: .interval
        }
    }

    /// Returns the usual clauses of a query for the metric, each with a space before it.
    fileprivate func usualClauses(_ knowledge: EditingKnowledge) -> String {
        let isSleep = if case .category(let type) = kind { type.exclusiveValues != nil } else { false }
        return " by day" + (isSleep ? " anchor 18:00" : "") + span(by: nil, knowledge.context)
    }

    /// Returns a range with samples of the metric. Its length suits the grouping `key`; nil means days.
    fileprivate func span(by key: GroupingKey.Kind?, _ context: CompilationContext) -> String {
        let unit: CalendarPeriod
        switch key {
        case nil: unit = .day
        case .interval(.amount(let amount), _): unit = amount.unit
        default: return " last 30 days"
        }
        guard let last = context.contents.metrics[id]?.lastEnd, context.now.milliseconds - last.milliseconds > 7 * 86_400_000 else {
            switch unit {
            case .second, .minute, .hour: return " yesterday"
            case .day: return " last 7 days"
            case .week: return " last 8 weeks"
            case .month: return " last 12 months"
            case .quarter, .year: return " all time"
            }
        }
        // There are no recent samples, so this uses the time of the last ones.
        let day = ISO8601.text(of: context.zone.civil(at: last).date)
        switch unit {
        case .second, .minute, .hour: return " on \(day)"
        case .day: return " during \(day.prefix(7))"
        case .week, .month: return " during \(day.prefix(4))"
        case .quarter, .year: return " all time"
        }
    }

    /// The common name of the metric if it is a short form of Apple's name, otherwise Apple's name.
    fileprivate var friendlyName: String {
        aliases.first { shortName.hasPrefix($0.hasSuffix("s") ? String($0.dropLast()) : $0) } ?? shortName
    }
}

extension Query {
    fileprivate var isOfOneDay: Bool {
        clauses.contains { clause in
            switch clause.kind {
            case .range(.span(let span)):
                if case .last = span.kind { false } else if case .this = span.kind { false } else { !span.isAllTime }
            case .range(.on): true
            default: false
            }
        }
    }
}

extension String {
    fileprivate func dropLast(while isDropped: (Character) -> Bool) -> Substring {
        var kept = self[...]
        while let last = kept.last, isDropped(last) { kept.removeLast() }
        return kept
    }
}
