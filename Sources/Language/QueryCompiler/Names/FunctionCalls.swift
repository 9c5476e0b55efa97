import HealthModel
import QueryDiagnostics
import QuerySyntax

/// Calls of functions: matches arguments with formals.
extension Binder {
    /// Returns the function with this name.
    func function(named name: Name) throws(Reported) -> NameTable.Function {
        if let function = context.names.function(name) { return function }
        let known = context.names.functions.values.map(\.definition.name.text).sorted()
        let suggestion = Suggestion.best(for: name.text, among: known)
        let isMetric = if case .known = context.contents.metricNames.resolve(name: name.text) { true } else { false }
        throw report(
            .unknownFunction, "unknown function `\(name.text)`", at: name.range,
            help: isMetric ? "use the metric without parentheses, as in `sum \(name.text)`" : "use `def \(name.text)(…) = …` to define it",
            fix: .spelling(suggestion, at: name.range))
    }

    /// Returns the value of each formal of `function` in a call.
    func bind(_ arguments: [Argument], to function: NameTable.Function, at range: SourceRange) throws(Reported) -> [NameTable.Entry] {
        let definition = function.definition
        let note = "the function is defined as `\(QueryFormatter.signature(of: definition))`"
        var given: [String: Argument] = [:]
        let isSorted = collect(try sort(arguments, by: definition, note: note, into: &given))
        let entries = try collect(each: definition.formals) { (formal) throws(Reported) in
            guard let argument = given[formal.name.key] else {
                guard let value = formal.defaultValue else {
                    throw report(
                        .missingArgument,
                        "`\(definition.name.text)` needs an argument `\(formal.name.text)`\(formal.type.map { " (\($0.kind.words))" } ?? "")",
                        at: range, help: "write `\(definition.name.text)(\(formal.name.text) = …)`", note: note)
                }
                return NameTable.Entry(name: formal.name.text, value: LetStatement.Value(value), source: function.source)
            }
            let value = LetStatement.Value(argument.value)
            guard accepts(value, for: formal) else {
                if formal.type?.kind == .metric { try refuseUnknownMetric(value) }
                throw report(
                    .wrongArgument,
                    "`\(formal.name.text)` of `\(definition.name.text)` needs \(typeWords(of: formal)), but this is \(words(for: value))",
                    at: argument.range,
                    help: formal.type?.kind == .intervals
                        ? "name the set first, as in `let quiet = while sleep`, and then write `\(formal.name.text) = quiet`"
                        : Self.example(formal).map { "write for example `\($0)`" }, note: note)
            }
            return NameTable.Entry(name: formal.name.text, value: value, source: function.source)
        }
        try isSorted.get()
        return entries
    }

    /// Assigns arguments to the keys of their formals.
    private func sort(
        _ arguments: [Argument], by definition: DefStatement, note: String, into given: inout [String: Argument]
    ) throws(Reported) {
        _ = try collect(each: arguments.enumerated()) { (index, argument) throws(Reported) in
            let formal = try formal(of: definition, for: argument, at: index, note: note)
            if given.updateValue(argument, forKey: formal.name.key) != nil {
                throw report(
                    .duplicateArgument, "`\(formal.name.text)` appears twice", at: argument.range, help: "remove one of them",
                    note: note)
            }
        }
    }

    /// Reports an unknown word in place of a metric.
    private func refuseUnknownMetric(_ value: LetStatement.Value) throws(Reported) {
        guard case .query(let query) = value, let name = query.aliasedName, context.names[name] == nil else { return }
        _ = try metric(named: name)
    }

    private func formal(of definition: DefStatement, for argument: Argument, at index: Int, note: String) throws(Reported) -> Formal {
        let formals = definition.formals
        if let name = argument.name {
            if let formal = formals.first(where: { $0.name.key == name.key }) { return formal }
        } else if index < formals.count {
            return formals[index]
        }
        let message =
            argument.name.map { "`\(definition.name.text)` has no argument `\($0.text)`" }
            ?? "`\(definition.name.text)` has only \(formals.count) \(formals.count == 1 ? "argument" : "arguments")"
        let names = formals.map(\.name.text)
        throw report(
            .unknownArgument, message, at: argument.name?.range ?? argument.range,
            help: names.isEmpty ? "write `\(definition.name.text)()`" : "its arguments are \(names.joined(separator: ", "))", note: note,
            fix: argument.name.flatMap { .spelling(Suggestion.best(for: $0.text, among: names), at: $0.range) })
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
