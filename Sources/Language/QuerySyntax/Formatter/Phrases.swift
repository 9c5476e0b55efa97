import CalendarIntervals
import QueryDiagnostics
import QueryVocabulary

/// The canonical spelling of the parts of a query.
struct Phrases {
    /// Returns the canonical spelling of a metric's name, or nil.
    var resolve: (String) -> String? = { _ in nil }
    /// Returns the meaning of a noun after a superlative, or nil to leave the short form.
    var noun: (Name) -> RecordPhrase.Noun? = { _ in nil }

    // MARK: Queries

    func layout(_ query: Query) -> Layout {
        if case .record(let record) = query.source, let whole = noun(record.noun).flatMap(record.query) {
            return layout(query.continuing(record: whole).withOneCondition)
        }
        var layout = Layout(source(query.source) + clauses(query.clauses), query.stages.map { ($0.pipe.start, "| " + stage($0.kind)) })
        if let output = query.output { layout = layout.suffixed(self.output(output)) }
        return layout
    }

    private func source(_ source: QuerySource) -> [String] {
        switch source {
        case .measures(let measures): measures.indices.map { measure(measures[$0]) + ($0 < measures.count - 1 ? "," : "") }
        case .samples(let metric, let unit): ["samples of \(self.metric(metric))"] + (unit.map { ["in", self.unit($0)] } ?? [])
        case .progress(let measure, _): ["progress " + self.measure(measure)]
        case .summaries: ["summaries"]
        case .times(let set): [self.set(set)]
        case .record(let record): [self.record(record)]
        case .lastResult: ["_"]
        }
    }

    private func measure(_ measure: Measure) -> String {
        var words = measure.aggregates.isEmpty ? [] : [aggregates(measure.aggregates)]
        if let share = measure.share { words += share.word == .adherence ? [self.share(share)] : [self.share(share), "of"] }
        words.append(metric(measure.metric))
        if let unit = measure.unit { words += ["in", self.unit(unit)] }
        if measure.at != nil { words.append("at") }
        if !measure.clauses.isEmpty { words = ["(" + (words + clauses(measure.clauses)).joined(separator: " ") + ")"] }
        if let alias = measure.alias { words += ["called", name(alias)] }
        return words.joined(separator: " ")
    }

    private func share(_ share: SharePhrase) -> String {
        let word = share.word.rawValue
        return switch share.kind {
        case .condition(let predicate): "\(word) (\(self.predicate(predicate)))"
        case .inRange(let low, let high): "\(word) \(literal(low)) to \(literal(high))"
        case .inUsualRange, .adherence: word
        case .below(let limit), .above(let limit), .fastest(let limit): "\(word) \(literal(limit))"
        }
    }

    private func record(_ record: RecordPhrase) -> String {
        let number = record.number.map { $0.text + " " } ?? ""
        let least = record.least.map { " over " + literal($0) } ?? ""
        let column = record.column.map { " by " + $0.text.lowercased() } ?? ""
        return "\(record.word.rawValue) \(number)\(record.noun.text)\(least)\(column)"
    }

    func aggregates(_ aggregates: [AggregatePhrase]) -> String { aggregates.map(aggregate).joined(separator: ", ") }

    func aggregate(_ aggregate: AggregatePhrase) -> String { aggregate.kind.name }

    /// Returns `95` for 95.0 and `99.9` for 99.9.
    static func shortest(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    func output(_ output: Output) -> String {
        "as \(output.format.rawValue)" + (output.axis.map(axis) ?? "")
            + output.rules.map(rule).joined() + (output.path.map { " to \(text($0))" } ?? "")
    }

    private func axis(_ ends: AxisEnds) -> String {
        " from \(literal(ends.lower, isCell: true))" + (ends.upper.map { " to \(literal($0, isCell: true))" } ?? "")
    }

    private func rule(_ rule: RulePhrase) -> String {
        let place =
            switch rule.place {
            case .value(let value): literal(value)
            case .average: "average"
            case .time(let time): "at " + self.time(time)
            }
        return " rule \(place)" + (rule.label.map { " called \(text($0))" } ?? "")
    }

    /// Returns clauses in canonical order on one line.
    func text(of clauses: [Clause]) -> String { self.clauses(clauses).joined(separator: " ") }

    // MARK: Names, numbers and texts

    func name(_ name: Name) -> String { name.isQuoted ? "`\(name.text)`" : name.text }

    func metric(_ metric: MetricReference) -> String {
        switch metric {
        case .name(let name): resolve(name.text) ?? self.name(name)
        case .call(let function, let arguments, _):
            "\(name(function))(\(arguments.map { argument($0, opening: "", closing: " = ") }.joined(separator: ", ")))"
        }
    }

    /// Returns `n = 3`, or `--n 3` if `opening` is `--` and `closing` is a space.
    func argument(_ argument: Argument, opening: String, closing: String) -> String {
        let value =
            switch argument.value {
            case .literal(let literal): self.literal(literal)
            case .call(let call): metric(call)
            }
        return (argument.name.map { opening + name($0) + closing } ?? "") + value
    }

    func unit(_ unit: UnitText) -> String { unit.isQuoted ? quoted(unit.text) : unit.text }

    func text(_ text: TextLiteral) -> String { quoted(text.value) }

    func quoted(_ text: String) -> String {
        "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    func text(_ operand: TextOperand) -> String {
        switch operand {
        case .text(let text): self.text(text)
        case .name(let name): self.name(name)
        }
    }

    func count(_ count: Count) -> String {
        switch count {
        case .number(let number, _): "\(number)"
        case .name(let name): self.name(name)
        }
    }

    func number(_ operand: NumberOperand) -> String {
        switch operand {
        case .number(let number): number.text
        case .name(let name): self.name(name)
        }
    }

    /// - Parameter isCell: true for one of several values in a row, where a space would separate a number from its unit.
    func literal(_ literal: Literal, isCell: Bool = false) -> String {
        switch literal {
        case .number(let number, let unit): number.text + (unit.map { (isCell || $0.isBound ? "" : " ") + self.unit($0) } ?? "")
        case .duration(let amount): self.amount(amount)
        case .texts(let texts): texts.map(text).joined(separator: ", ")
        case .when(let when): self.when(when)
        case .span(let span): self.span(span)
        case .time(let time): self.time(time)
        case .weekday(let day): day.weekday.name
        case .bool(let value, _): value ? "yes" : "no"
        case .name(let name): self.name(name)
        case .unit(let unit): self.unit(unit)
        case .zones(let history): self.zones(history)
        case .times(let times): times.map(time).joined(separator: ", ")
        }
    }
}

extension UnitText {
    /// True for a word of the language or a sign, which is a unit only if it is joined to its number: `5in`, `97%`.
    fileprivate var isBound: Bool {
        if isQuoted { return false }
        let word = text.prefix { $0.isLetter || $0.isNumber }
        guard !word.isEmpty else { return !text.hasPrefix("°") }
        return Spelling(of: String(word)).map { !$0.isUnit } ?? false
    }

    /// True for a unit of one word, which must be joined to its number so that it isn't read as part of the next metric: `70kg`.
    var isBoundBeforeMetric: Bool {
        guard !isQuoted, text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return isBound && text != "%" }
        return Spelling(of: text).map { !$0.isUnit } ?? true
    }
}
