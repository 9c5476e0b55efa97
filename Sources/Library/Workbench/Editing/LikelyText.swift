import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QueryCompiler
import QueryHelp
import QuerySyntax

/// What people are likely to write next: from the grammar and its examples, and from what the store holds.
///
/// Nothing is proposed that would be wrong where it stands.
package struct LikelyText {
    private let knowledge: EditingKnowledge
    /// What statements usually are, the likeliest first.
    private let usual: [String]

    package init(_ knowledge: EditingKnowledge) {
        self.knowledge = knowledge
        usual = Self.queries(knowledge) + Self.examples(knowledge)
    }

    /// Returns what is likely to follow `text`, empty for nothing.
    package func continuation(of text: String) -> String {
        let whole = Parser.parse(text)
        // Only the last statement counts; a line break may lie within it.
        guard let last = whole.statements.last, whole.tokens.last(where: { $0.kind != .endOfText })?.kind != .comment else { return "" }
        let rest = whole.tokens.filter { $0.range.start >= last.range.end }
        guard !rest.contains(where: { $0.kind == .semicolon || $0.kind == .newline && !whole.isIncomplete }) else { return "" }
        let statement = String(decoding: text.utf8.dropFirst(last.range.start), as: UTF8.self)
        guard SyntaxHighlighter.firstError(in: read(statement)) == nil else { return "" }
        let kinds = [openings, clauses, words, firstChoice]
        return kinds.lazy.flatMap { options in options(statement) }.first { isRight(statement + $0) } ?? ""
    }

    private func read(_ text: String) -> ParseResult { Parser.parse(text).helped(knowing: knowledge.context.names) }

    /// Whether more text could make a right statement of `text`.
    private func isRight(_ text: String) -> Bool {
        let parsed = read(text)
        let errors = knowledge.errors(in: parsed, isQuick: true)
        return parsed.diagnostics.isEmpty ? errors.isEmpty : SyntaxHighlighter.firstError(among: errors, in: parsed) == nil
    }

    private func isFinished(_ text: String) -> Bool {
        let parsed = read(text)
        return parsed.diagnostics.isEmpty && knowledge.errors(in: parsed, isQuick: true).isEmpty
    }

    // MARK: Beginnings

    /// Returns the rests of the usual statements that begin with `typed`.
    private func openings(_ typed: String) -> [String] {
        usual.filter { $0.hasPrefix(typed) && $0 != typed }.map { String($0.dropFirst(typed.count)) }
    }

    /// A query for each aggregate, of the metric that is recorded most.
    private static func queries(_ knowledge: EditingKnowledge) -> [String] {
        Aggregate.all.map(\.definition).compactMap { aggregate in
            knowledge.recorded.first { aggregate.natures.contains($0.nature) }.map { metric in
                "\(aggregate.name) \(metric.friendlyName)" + (aggregate.isOfOneSample ? "" : metric.usualClauses(knowledge))
            }
        }
    }

    /// The examples of the grammar, but for those that need something that may not be there.
    private static func examples(_ knowledge: EditingKnowledge) -> [String] {
        let needy: Set = ["import", "open", "run", "forget", "save", "delete", "expect"]
        let places: [Grammar.Place] = [.thing, .statement, .source]
        let examples = places.flatMap(Grammar.entries(at:)).filter { !needy.contains($0.phrase) }.map(\.example)
        return knowledge.recorded.prefix(1).map { "describe \($0.friendlyName)" } + examples
    }

    // MARK: Clauses

    /// Returns what may follow the words that end `text`.
    private func clauses(_ text: String) -> [String] {
        let words = text.last?.isWhitespace == true ? text.dropLast(while: \.isWhitespace) : text[...]
        let gap = words.endIndex == text.endIndex ? " " : ""
        let parsed = read(String(words))
        guard parsed.diagnostics.isEmpty, let query = parsed.statements.last?.kind.query else { return arguments(of: words, gap: gap) }
        return arguments(of: words, gap: gap) + rest(of: query).map { gap + $0.dropFirst() }
    }

    /// What follows a clause's or a stage's words in its example.
    private func arguments(of words: Substring, gap: String) -> [String] {
        if words.hasSuffix("|") { return stages.map { gap + $0 } }
        let lower = words.lowercased()
        let places: [Grammar.Place] = [.stage, .clause, .output, .thing]
        let entries = places.flatMap { Grammar.entries(at: $0) }.filter { lower.hasSuffix(" " + $0.phrase) }
        return entries.sorted { $0.phrase.count > $1.phrase.count }.compactMap { entry in
            if entry.phrase == "by" { return gap + "day" }
            guard let start = entry.example.firstRange(of: entry.phrase + " ")?.upperBound else { return nil }
            // Where the answer goes is the user's to say.
            return gap + (entry.place == .output ? entry.example[start...].prefix { $0 != " " } : entry.example[start...])
        }
    }

    private var stages: [String] { ["running total", "rolling 7 days average", "top 3"] }

    /// The clauses that a query lacks, each with a blank before it.
    private func rest(of query: Query) -> [String] {
        guard query.stages.isEmpty, query.output == nil else { return [] }
        let range = query.clauses.contains { if case .range = $0.kind { true } else { false } }
        switch query.source {
        case .lastResult: return []
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

    /// Returns the rests of the words that the last one of `text` may become.
    private func words(_ text: String) -> [String] {
        // A word that makes a right statement is finished.
        guard let last = text.last, last.isLetter, !isFinished(text) else { return [] }
        let completions = CandidateList(for: text, at: text.utf8.count, knowledge: knowledge).completions
        let typed = String(decoding: text.utf8.dropFirst(completions.start), as: UTF8.self)
        guard !typed.isEmpty else { return [] }
        return completions.candidates.lazy.filter { $0.text.hasPrefix(typed) && $0.text != typed }.prefix(3).flatMap { candidate in
            let rest = String(candidate.text.dropFirst(typed.count))
            return candidate.appendsSpace ? clauses(text + rest).prefix(1).map { rest + $0 } + [rest] : [rest]
        }
    }

    /// Returns the first of the units, sources, values or columns that have to follow.
    private func firstChoice(_ text: String) -> [String] {
        let gap = text.last?.isWhitespace == true ? "" : " "
        guard !read(text).diagnostics.isEmpty else { return [] }
        let completions = CandidateList(for: text + gap, at: (text + gap).utf8.count, knowledge: knowledge).completions
        return completions.candidates.prefix(1).map { gap + $0.text }
    }
}

extension MetricInfo {
    /// How samples come together, by the styles of today.
    var nature: MetricNature {
        switch kind {
        case .quantity(let type): type.style == .cumulative ? .cumulative : .discrete
        case .category, .workouts: .interval
        }
    }

    /// The clauses that a query of the metric usually has, each with a blank before it.
    fileprivate func usualClauses(_ knowledge: EditingKnowledge) -> String {
        let isSleep = if case .category(let type) = kind { type.durationUnit == .hour } else { false }
        return " by day" + (isSleep ? " anchor 18:00" : "") + span(by: nil, knowledge.context)
    }

    /// Returns a range in which the metric has samples, as long as rows of `key` make sense; of days where it is nil.
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
        // Nothing is new: the last time that there was something.
        let day = ISO8601.text(of: context.zone.civil(at: last).date)
        switch unit {
        case .second, .minute, .hour: return " on \(day)"
        case .day: return " during \(day.prefix(7))"
        case .week, .month: return " during \(day.prefix(4))"
        case .quarter, .year: return " all time"
        }
    }

    /// What people call the metric where that is short for Apple's name, else Apple's.
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
