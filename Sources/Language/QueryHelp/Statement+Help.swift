package import CalendarIntervals
import EnglishQuestions
package import HealthModel
package import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax
import QueryVocabulary

extension Statement {
    /// Returns the statement with one diagnostic in place of all others if it is in another language, and with one for each time in
    /// words, such as `since January 1st`.
    ///
    /// Most questions parse as a query of a metric with a long name. A statement whose metric is known is therefore never a question.
    ///
    /// - Parameters:
    ///   - metrics: The metrics that people defined.
    ///   - isName: Returns true if a word is a known name.
    ///   - today: The current date, if it is known. It decides the year of a date without one.
    package func helped(
        in source: SourceText, on today: CivilDate?, metrics: MetricNames = MetricNames(), knowing isName: @escaping (String) -> Bool
    ) -> Statement {
        var helped = self
        if let (verb, finding) = verbWithoutText, !isName(verb) {
            helped.diagnostics = [finding]
        } else if let finding = listOfThings(in: source, isName) {
            helped.diagnostics = [finding]
        } else if !diagnostics.isEmpty && !isListInSingular(in: source) || mayBeForeign(in: source, isName),
            let foreign = ForeignStatement(at: range, in: source, metrics: metrics)
        {
            helped.diagnostics = [foreign.finding]
        } else if !diagnostics.isEmpty || kind.has(.times) {
            let times = WordedTimes.findings(at: range, in: source, on: today, knowing: isName)
            helped.diagnostics.removeAll { finding in times.contains { $0.covers(finding) } }
            helped.diagnostics = (helped.diagnostics + times).sorted { $0.range.start < $1.range.start }
        }
        return helped
    }

    /// Returns one diagnostic in place of all errors if fixes don't mend them and every word is understood as a question.
    ///
    /// - Parameter findings: The diagnostics with only those fixes that work.
    package func question(insteadOf findings: [Diagnostic], in source: SourceText, metrics: MetricNames) -> Diagnostic? {
        let errors = findings.filter { $0.severity == .error }
        // "My" is never a slip of "may". A missing pipe with other changes may be "average workout duration".
        let isBroken = errors.contains { error in
            error.fix == nil || error.code == .aggregateSynonym || FixTrial.guesses.contains(error.code)
                || error.code == .missingPipe && error.edits.count > 1
                || error.edits.contains { Question.isPlain(source[$0.range]) }
        }
        // "Last night sleep" only has its words in another order.
        func words(_ texts: [String]) -> [Substring] { texts.joined(separator: " ").split(separator: " ").sorted() }
        let edits = errors.flatMap(\.edits)
        if !edits.isEmpty, words(edits.map { source[$0.range] }) == words(edits.map(\.replacement)) { return nil }
        guard isBroken, hasErrors || errors.contains(where: { [.unknownMetric, .unknownName, .unknownField].contains($0.code) }),
            !errors.contains(where: \.code.isForeignLanguage)
        else { return nil }
        // With the signs of a query, `were` is rather a slip of `where`.
        let isQuery = source[range].contains { "|=<>".contains($0) }
        let changesFiller = !isQuery && edits.contains { Question.isFiller(source[$0.range]) }
        let isHalfMended = !edits.isEmpty && (errors.contains { $0.fix == nil } || changesFiller)
        return ForeignStatement(at: range, in: source, metrics: metrics, isBroken: true, isHalfMended: isHalfMended)?.finding
    }

    /// Returns the findings with fixes that only people can apply, if the statement has words of plain English.
    ///
    /// A guess at one word of "heart rate on my fastest run" or of "steps on mondays vs fridays" makes another question.
    package func doubted(_ findings: [Diagnostic], in source: SourceText) -> [Diagnostic] {
        let words = source[range].lowercased().split { !$0.isLetter }.map(String.init)
        let isEnglish = words.contains { ["my", "i", "me"].contains($0) }
        let isFiller = findings.contains { finding in
            finding.edits.contains { Question.isPlain(source[$0.range]) }
        }
        let isCompared = words.contains { ["vs", "versus", "than"].contains($0) }
        let days = words.filter { word in Weekday.allCases.contains { $0.name + "s" == word } }
        let isQuery = source[range].contains { "|=<>".contains($0) }
        guard isEnglish || isFiller || isCompared && days.count > 1, !isQuery else { return findings }
        return findings.map { finding in
            var finding = finding
            let isGuess = finding.code == .unknownName || FixTrial.guesses.contains(finding.code)
            if finding.severity == .error, isGuess { finding.fix?.keepsQuestion = false }
            return finding
        }
    }

    /// True for `show zone`, which means the list `show zones` and not a query about zones of heart rate.
    private func isListInSingular(in source: SourceText) -> Bool {
        guard let edit = diagnostics.first?.edits.first, diagnostics.first?.code == .unknownTopic else { return false }
        return edit.replacement == source[edit.range] + "s"
    }

    /// Returns an error with `show metrics`, if the statement is `metrics` or `list metrics`.
    private func listOfThings(in source: SourceText, _ isName: (String) -> Bool) -> Diagnostic? {
        guard !range.isEmpty, range.length < 40 else { return nil }
        let words = source[range].lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        guard let thing = words.last, let first = words.first, !isName(first), !isName(words.joined(separator: " ")),
            words.count == 1 || words.count == 2 && Self.listVerbs.contains(first),
            Grammar.entries(at: .thing).contains(where: { $0.phrase == thing })
        else { return nil }
        if words.count == 1, Spelling(of: thing) != nil { return nil }
        return Diagnostic(
            .typedQuestion, "did you mean a list of \(thing)?", at: range, help: "write `show \(thing)`",
            fix: .init(range, "show \(thing)", help: "write `show \(thing)`"))
    }

    /// Words that people write instead of `show`.
    private static let listVerbs: Set<String> = ["list", "print", "display", "view", "see", "ls"]

    private func mayBeForeign(in source: SourceText, _ isName: (String) -> Bool) -> Bool {
        if source.asks(in: range) { return true }
        guard case .query(let query) = kind else { return false }
        // "Longest sleep" is not about workouts.
        if case .record(let record) = query.source { return RecordPhrase.Noun(record.noun) == nil }
        // "Headaches during my period" asks how often, but the default aggregate is a duration.
        if query.source.leavesOutAggregate, source[range].lowercased().contains(" during my ") { return true }
        // "Steps on sundays" has no time.
        let isOnDays = query.clauses.contains { clause in
            if case .range(.on(.name(let name))) = clause.kind {
                !isName(name.text) && name.text.lowercased().hasSuffix("days")
            } else {
                false
            }
        }
        if isOnDays { return true }
        let sets = query.clauses.flatMap { clause -> [MetricReference] in
            if case .intervals(let set, _) = clause.kind { set.metrics } else { [] }
        }
        func isKnown(_ metric: MetricReference, orActivity: Bool) -> Bool {
            switch metric {
            case .name(let name), .call(let name, _, _):
                isName(name.text) || Self.isNumberOfWorkouts(name.text) || name.key == Name.key(of: MeasureWord.glucoseRanges)
                    || orActivity && WorkoutActivityType.meant(by: name.text) != nil
            }
        }
        return !query.source.metrics.allSatisfy { isKnown($0, orActivity: query.source.isSet) }
            || !sets.allSatisfy { isKnown($0, orActivity: true) }
    }

    /// True for `workout energy`, which is not in the catalog of metrics.
    private static func isNumberOfWorkouts(_ name: String) -> Bool {
        let words = name.lowercased().split(separator: " ")
        guard let first = words.first, first.hasPrefix("workout") else { return false }
        let rest = words.count > 1 ? words.dropFirst().joined(separator: " ") : String(first.dropFirst("workout".count))
        if ["energy", "distance", "duration", "active duration", "activeduration", "ascent", "descent"].contains(rest) { return true }
        return if case .known = MetricCatalog.resolve(name: rest) { true } else { false }
    }
}

extension Diagnostic {
    /// True if `other` is at the place of this diagnostic or of its fix, or directly after it.
    fileprivate func covers(_ other: Diagnostic) -> Bool {
        let place = (fix?.edits ?? []).map(\.range).reduce(range) { $0.union($1) }
        return place.start <= other.range.start && other.range.start <= place.end
    }
}

extension QuerySource {
    /// True if a measure has no aggregate.
    fileprivate var leavesOutAggregate: Bool {
        if case .measures(let measures) = self { measures.contains(where: \.aggregates.isEmpty) } else { false }
    }

    /// True for a list of times, whose names can be activities.
    fileprivate var isSet: Bool { if case .times = self { true } else { false } }

    fileprivate var metrics: [MetricReference] {
        switch self {
        case .measures(let measures): measures.map(\.metric)
        case .samples(let metric, _): [metric]
        case .progress(let measure, _): [measure.metric]
        case .times(let set): set.metrics
        case .summaries, .record, .lastResult: []
        }
    }
}

extension ParseResult {
    /// Returns the result with one diagnostic for each statement in another language. Known names come from `names` and the text itself.
    ///
    /// - Parameter limit: After this many errors, the other wrong statements keep the diagnostics of the parser.
    package func helped(knowing names: NameTable = NameTable(), on today: CivilDate? = nil, limit: Int = .max) -> ParseResult {
        var given: Set<String> = []
        var helped = self
        var count = 0
        helped.statements = statements.map { statement in
            if let name = statement.kind.givenName { given.insert(name.key) }
            if statement.hasErrors {
                count += 1
                guard count <= limit else { return statement }
            }
            return statement.helped(in: source, on: today, metrics: names.metricNames) {
                given.contains(Name.key(of: $0)) || names.knows($0)
            }
        }
        return helped
    }
}

extension ParseResult {
    /// True if the last statement is in another language and not yet complete.
    package var endsInForeignStatement: Bool {
        guard let last = statements.last, last.diagnostics.contains(where: \.code.isForeignLanguage) else { return false }
        return !tokens.contains { $0.range.start >= last.range.end && ($0.kind == .semicolon || $0.kind == .newline) }
    }
}

extension CompilationContext {
    /// The current date.
    package var today: CivilDate { zone.civil(at: now).date }
}

extension NameTable {
    /// Returns true if `word` is a defined name or a metric.
    package func knows(_ word: String) -> Bool {
        let name = Name(word, range: SourceRange(at: 0))
        if self[name] != nil || function(name) != nil { return true }
        return if case .unknown = metricNames.resolve(name: word) { false } else { true }
    }
}
