import HealthModel
import HelpPages
package import QueryCompiler
package import QueryDiagnostics
import QueryPlan
package import QuerySyntax
import QueryVocabulary

/// Findings about the words of statements other than queries, for the check of a script and for the run.
package enum NameRules {
    package static func unknownTopic(_ topic: Name, in names: NameTable, mayKnowMore: Bool = false, explainsErrors: Bool = true)
        -> Diagnostic?
    {
        guard !mayKnowMore, names.statement(defining: topic.key) == nil, SessionHelp.book.page(for: topic.text) == nil,
            SessionHelp.questions(like: topic.text, names) == nil
        else { return nil }
        guard explainsErrors else {
            return Diagnostic(.unknownTopic, "help has no page about `\(topic.text)`", at: topic.range)
        }
        let best = Suggestion.best(for: topic.text, among: HelpBook.topics)
        let titles = HelpBook.titles(mentioning: topic.text).map { "`help \($0)`" }
        return Diagnostic(
            .unknownTopic, "help has no page about `\(topic.text)`", at: topic.range,
            help: titles.isEmpty ? "type `help` for an overview" : "these pages mention it: \(titles.joined(separator: ", "))",
            fix: .spelling(best, at: topic.range, asked: best.map { "help \($0)" }))
    }

    /// Returns the reason why `save` can't save anything as `name`, or nil if it can.
    ///
    /// - Parameter hasQuery: true if a query ran before.
    package static func unsavable(_ name: Name, in names: NameTable, hasQuery: Bool) -> Diagnostic? {
        if case .known = MetricCatalog.resolve(name: name.text) {
            return Diagnostic(.nameIsMetric, "`\(name.text)` is already a metric", at: name.range, help: "choose another name")
        }
        guard !hasQuery, names.statement(defining: name.key) == nil else { return nil }
        return Diagnostic(
            .nothingToSave, "nothing to save: `\(name.text)` isn't defined, and no query has run yet", at: name.range,
            help: "run a query first, or write `let \(name.text) = …`")
    }

    package static func unknownName(_ name: Name) -> Diagnostic {
        if name.key == PersonField.idName {
            return Diagnostic(
                .unknownName, "`forget person` needs a person", at: name.range,
                help: "write for example `forget person P07`, or see `show persons`")
        }
        return Diagnostic(.unknownName, "unknown name `\(name.text)`", at: name.range, help: "`show variables` lists the names")
    }

    package static func unknownWatch(_ name: Name, among names: [String]) -> Diagnostic {
        Diagnostic(
            .unknownName, "unknown watch `\(name.text)`", at: name.range, help: "`show watches` lists the watches",
            fix: .spelling(Suggestion.best(for: name.text, among: names), at: name.range))
    }

    package static func pathExpected(_ operand: TextOperand, in source: SourceText) -> Diagnostic {
        let written = source[operand.range]
        return Diagnostic(
            .textExpected, "a path must be in quotes", at: operand.range, help: "write \"\(written)\"",
            fix: .init(operand.range, "\"\(written)\""))
    }

    /// Returns the mistakes in the argument of `why` that can be found without the rows.
    package static func findings(in target: WhyTarget, _ context: CompilationContext) -> [Diagnostic] {
        if let name = nameOfNothing(target, in: context.names) { return [notARow(name)] }
        guard case .when(let when) = context.names.rowNumber(target) ?? target else { return [] }
        return QueryCompiler(context: context).instant(of: when).diagnostics
    }

    /// Returns the word after `why` if it isn't a row, a time or a known name; nil otherwise.
    package static func nameOfNothing(_ target: WhyTarget, in names: NameTable) -> Name? {
        guard case .when(let when) = target, case .instant(.name(let name)) = when.kind, names[name] == nil else { return nil }
        return name
    }

    package static func notARow(_ name: Name) -> Diagnostic {
        Diagnostic(
            .countExpected, "`why` needs a row's number or a time, not `\(name.text)`", at: name.range,
            help: "write `why 1` for the first row, or `why 2024-03-10 14:00`")
    }
}

extension NameTable {
    /// Returns the row whose number the name holds, or nil if the name isn't a number.
    package func rowNumber(_ target: WhyTarget) -> WhyTarget? {
        guard case .when(let when) = target, case .instant(.name(let name)) = when.kind,
            case .literal(.number(let number, nil))? = self[name]?.value, let row = Int(exactly: number.value)
        else { return nil }
        return .row(.number(row, when.range))
    }
}

extension ListReference {
    /// Returns an error if the metric is missing, for lists of only one metric.
    package func needsMetric(_ reference: MetricReference?) -> Diagnostic? {
        guard word == .overlap, reference == nil else { return nil }
        return Diagnostic(.missingMetric, "`show overlap` needs a metric", at: range, help: "write `show overlap of steps`")
    }

    /// Returns an error for an output that an entry of the list can't have. The scale of its picture is fixed.
    package func refusal(of output: Output?) -> Diagnostic? {
        guard let output, let singular = word.singular else { return nil }
        let hasPicture = [.electrocardiograms, .audiograms, .routes].contains(word)
        let thing = "aeiou".contains(singular.prefix(1)) ? "an \(singular)" : "a \(singular)"
        let help =
            "write for example `show \(singular) 1 as \(hasPicture ? "svg" : "csv") to \"\(singular).\(hasPicture ? "svg" : "csv")\"`"
        if [.bars, .line, .spark, .heatmap].contains(output.format) || output.format.isPicture && !hasPicture {
            return Diagnostic(
                .misplacedClause, "\(thing) can't be drawn as \(output.format.rawValue)", at: output.formatRange, help: help)
        }
        guard output.axis != nil || !output.rules.isEmpty else { return nil }
        return Diagnostic(.misplacedClause, "\(thing) has a fixed scale and no lines across it", at: output.range, help: help)
    }

    /// Returns the error about a number that no entry of the list has.
    package func lacks(_ number: Int, of count: Int, at range: SourceRange) -> Diagnostic {
        let help =
            count == 0
            ? [.gad7, .phq9].contains(word)
                ? "add scores, as in `add 12 count \(word.rawValue) at 2026-03-02`, or import a table of them"
                : "import \([.electrocardiograms, .routes].contains(word) ? "the zip or the folder of " : "")an Apple Health export"
            : "see `show \(word.rawValue)` for the numbers"
        let known = count == 0 ? "the store has none" : "the store has \(count)"
        return Diagnostic(.noSuchRow, "\(word.singular ?? word.rawValue) \(number) does not exist; \(known)", at: range, help: help)
    }
}
