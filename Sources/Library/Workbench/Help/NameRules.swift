import QueryDiagnostics
import HealthModel
import QueryCompiler
import QuerySyntax

/// What is wrong with the words of statements that are no queries: told when a script is checked, and when the statement runs.
enum NameRules {
    static func unknownTopic(_ topic: Name, in names: NameTable, mayKnowMore: Bool = false) -> Diagnostic? {
        guard !mayKnowMore, names.statement(defining: topic.key) == nil, HelpText.page(for: topic.text) == nil else { return nil }
        let best = Suggestion.best(for: topic.text, among: HelpText.topics)
        let titles = HelpText.titles(mentioning: topic.text).map { "`help \($0)`" }
        return Diagnostic(
            .unknownTopic, "help has no page about `\(topic.text)`", at: topic.range,
            help: titles.isEmpty ? "type `help` for an overview" : "these pages mention it: \(titles.joined(separator: ", "))",
            fix: .spelling(best, at: topic.range, asked: best.map { "help \($0)" }))
    }

    /// Says why `save` cannot keep anything under `name`.
    ///
    /// - Parameter hasQuery: whether a query was asked before.
    static func unsavable(_ name: Name, in names: NameTable, hasQuery: Bool) -> Diagnostic? {
        if case .known = MetricCatalog.resolve(name: name.text) {
            return Diagnostic(.nameIsMetric, "`\(name.text)` is the name of a metric", at: name.range, help: "choose another name")
        }
        guard !hasQuery, names.statement(defining: name.key) == nil else { return nil }
        return Diagnostic(
            .nothingToSave, "there is neither a `let` or `def` called `\(name.text)` nor a last query", at: name.range,
            help: "ask a query first, or write `let \(name.text) = …`")
    }

    static func unknownName(_ name: Name) -> Diagnostic {
        Diagnostic(.unknownName, "no name `\(name.text)` was given", at: name.range, help: "`show variables` lists them")
    }

    static func pathExpected(_ operand: TextOperand, in source: SourceText) -> Diagnostic {
        let written = source[operand.range]
        return Diagnostic(
            .textExpected, "a path stands between quotes", at: operand.range, help: "write \"\(written)\"",
            fix: .init(operand.range, "\"\(written)\""))
    }

    /// What is wrong with the row that `why` names, as far as that can be told without the rows.
    static func findings(in target: WhyTarget, _ context: CompilationContext) -> [Diagnostic] {
        if let name = nameOfNothing(target, in: context.names) { return [notARow(name)] }
        guard case .when(let when) = context.names.rowNumber(target) ?? target else { return [] }
        return QueryCompiler(context: context).instant(of: when).diagnostics
    }

    /// Returns the word that `why` is given where no name is called so; nil for rows, times and names.
    static func nameOfNothing(_ target: WhyTarget, in names: NameTable) -> Name? {
        guard case .when(let when) = target, case .instant(.name(let name)) = when.kind, names[name] == nil else { return nil }
        return name
    }

    static func notARow(_ name: Name) -> Diagnostic {
        Diagnostic(
            .countExpected, "`why` needs a row's number or a time, not `\(name.text)`", at: name.range,
            help: "write `why 1` for the first row, or `why 2024-03-10 14:00`")
    }
}

extension NameTable {
    /// Returns the row that a name stands for which holds a number; nil where none is named.
    func rowNumber(_ target: WhyTarget) -> WhyTarget? {
        guard case .when(let when) = target, case .instant(.name(let name)) = when.kind,
            case .literal(.number(let number, nil))? = self[name]?.value, let row = Int(exactly: number.value)
        else { return nil }
        return .row(.number(row, when.range))
    }
}
