import QueryDiagnostics
import HealthModel
import QuerySyntax

/// Calls of functions: arguments against formals.
extension Binder {
    /// Returns the function of that name; nil after a report.
    mutating func function(named name: Name) -> NameTable.Function? {
        if let function = context.names.function(name) { return function }
        let known = context.names.functions.values.map(\.definition.name.text).sorted()
        let suggestion = Suggestion.best(for: name.text, among: known)
        let isMetric = if case .known = MetricCatalog.resolve(name: name.text) { true } else { false }
        report(
            .unknownFunction, "there is no function `\(name.text)`", at: name.range,
            help: isMetric ? "write the metric's name alone, as in `sum \(name.text)`" : "`def \(name.text)(…) = …` makes one",
            fix: .spelling(suggestion, at: name.range))
        return nil
    }

    /// Returns what each formal of `function` stands for in a call; nil after reports.
    mutating func bind(_ arguments: [Argument], to function: NameTable.Function, at range: SourceRange) -> [NameTable.Entry]? {
        let definition = function.definition
        let note = "it is written \(QueryFormatter.signature(of: definition))"
        var given: [String: Argument] = [:]
        var isWhole = true
        for (index, argument) in arguments.enumerated() {
            guard let formal = formal(of: definition, for: argument, at: index) else {
                let message =
                    argument.name.map { "`\(definition.name.text)` has no `\($0.text)`" }
                    ?? "`\(definition.name.text)` takes \(definition.formals.count) \(definition.formals.count == 1 ? "argument" : "arguments")"
                let names = definition.formals.map(\.name.text)
                report(
                    .unknownArgument, message, at: argument.name?.range ?? argument.range,
                    help: names.isEmpty ? "write `\(definition.name.text)()`" : "it takes \(names.joined(separator: ", "))", note: note,
                    fix: argument.name.flatMap { .spelling(Suggestion.best(for: $0.text, among: names), at: $0.range) })
                isWhole = false
                continue
            }
            if given.updateValue(argument, forKey: formal.name.key) != nil {
                report(
                    .duplicateArgument, "`\(formal.name.text)` is given twice", at: argument.range, help: "leave one of them out",
                    note: note)
                isWhole = false
            }
        }
        var entries: [NameTable.Entry] = []
        for formal in definition.formals {
            guard let argument = given[formal.name.key] else {
                guard let value = formal.defaultValue else {
                    report(
                        .missingArgument,
                        "`\(definition.name.text)` needs `\(formal.name.text)`\(formal.type.map { ", \($0.kind.words)" } ?? "")",
                        at: range, help: "write `\(definition.name.text)(\(formal.name.text) = …)`", note: note)
                    isWhole = false
                    continue
                }
                entries.append(NameTable.Entry(name: formal.name.text, value: LetStatement.Value(value), source: function.source))
                continue
            }
            let value = LetStatement.Value(argument.value)
            if !accepts(value, for: formal) {
                isWhole = false
                if formal.type?.kind == .metric, isUnknownMetric(value) { continue }
                report(
                    .wrongArgument,
                    "`\(formal.name.text)` of `\(definition.name.text)` is \(typeWords(of: formal)), and this is \(words(for: value))",
                    at: argument.range, help: Self.example(formal).map { "write it like `\($0)`" }, note: note)
            }
            entries.append(NameTable.Entry(name: formal.name.text, value: value, source: function.source))
        }
        return isWhole ? entries : nil
    }

    /// Reports a word that nothing is called, where a metric is needed.
    private mutating func isUnknownMetric(_ value: LetStatement.Value) -> Bool {
        guard case .query(let query) = value, let name = query.aliasedName, context.names[name] == nil else { return false }
        return metric(named: name) == nil
    }

    private func formal(of definition: DefStatement, for argument: Argument, at index: Int) -> Formal? {
        if let name = argument.name { return definition.formals.first { $0.name.key == name.key } }
        return index < definition.formals.count ? definition.formals[index] : nil
    }

    private static func example(_ formal: Formal) -> String? {
        formal.type.map { "\(formal.name.text) = \($0.kind.example)" }
    }
}

extension LetStatement.Value {
    init(_ argument: Argument.Value) {
        switch argument {
        case .literal(let literal): self.init(literal)
        case .call(let call): self = .query(Query(call))
        }
    }
}
