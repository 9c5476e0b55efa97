package import QueryDiagnostics
import HealthModel
package import QuerySyntax

/// What is wrong with `let` and `def`, as far as that can be told before they are used.
extension QueryCompiler {
    /// Returns what is wrong with a `let` whose name the context already has: copying all names to add one would take long for many.
    package func check(_ binding: LetStatement) -> [Diagnostic] {
        if let taken = taken(binding.name) { return [taken] }
        // A lone name may be a metric, a unit, a value, or another name that is given later.
        guard case .query(let query) = binding.value, query.aliasedName == nil else { return [] }
        return compile(query).diagnostics.filter { $0.severity == .error }
    }

    private func taken(_ name: Name) -> Diagnostic? {
        guard case .known = MetricCatalog.resolve(name: name.text) else { return nil }
        return Diagnostic(.nameIsMetric, "`\(name.text)` is the name of a metric", at: name.range, help: "choose another name")
    }

    /// Returns what is wrong with a `def` whose name the context already has.
    package func check(_ definition: DefStatement, in source: SourceText) -> [Diagnostic] {
        if let taken = taken(definition.name) { return [taken] }
        let defaults = definition.formals.compactMap(check)
        return defaults.isEmpty ? checkBody(of: definition, in: source) : defaults
    }

    /// Returns what is wrong with the default of a formal or a parameter.
    package func check(_ formal: Formal) -> Diagnostic? {
        let binder = Binder(context: context)
        guard let value = formal.defaultValue, let type = formal.type, !binder.accepts(LetStatement.Value(value), for: formal) else {
            return nil
        }
        // A word in place of a metric is a metric that is misspelled.
        if type.kind == .metric, case .name(let name) = value, context.names[name] == nil {
            return metric(.name(name)).diagnostics.first { $0.severity == .error }
        }
        return Diagnostic(
            .wrongArgument,
            "`\(formal.name.text)` is \(type.kind.words), and its default is \(binder.words(for: LetStatement.Value(value)))",
            at: value.range, help: "write a default like `\(type.kind.example)`")
    }

    /// A body is right where it is right for one kind of metric; what depends on the value of an argument is left to the call.
    private func checkBody(of definition: DefStatement, in source: SourceText) -> [Diagnostic] {
        guard definition.formals.allSatisfy({ $0.type != nil || $0.defaultValue != nil }) else { return [] }
        var first: [Diagnostic]?
        for metric in ["stepCount", "heartRate", "sleepAnalysis", "workouts"] {
            let entries = definition.formals.map { formal in
                NameTable.Entry(
                    name: formal.name.text,
                    value: formal.defaultValue.map(LetStatement.Value.init) ?? Self.standIn(for: formal, metric: metric),
                    source: source)
            }
            var names = context.names
            let body = names.openScope(entries)(definition.body)
            let errors = knowing(names).compile(body).diagnostics
                .filter { $0.severity == .error && !Self.dependOnValues.contains($0.code) }
            if errors.isEmpty { return [] }
            first = first ?? errors
        }
        return first ?? []
    }

    private static let dependOnValues: Set<DiagnosticCode> = [
        .incompatibleUnit, .emptyRange, .tooManyRows, .timeOutOfReach, .noSuchDate, .unknownValue, .unknownZone, .numberExpected,
    ]

    private static func standIn(for formal: Formal, metric: String) -> LetStatement.Value {
        let kind = formal.type?.kind ?? .metric
        let value = LetStatement.Value.read(kind == .metric ? metric : kind.standIn, file: "-")?.value
        guard let value else { preconditionFailure("\(kind.standIn) is a value") }
        return value
    }
}

extension QueryCompiler {
    /// Returns what an argument stands for where none of the caller's names is known.
    package func argument(_ argument: Argument.Value) -> LetStatement.Value {
        let value = LetStatement.Value(argument)
        guard case .query(let query) = value, let name = query.aliasedName else { return value }
        let binder = Binder(context: context)
        let followed = binder.collect(try binder.following(name) { $0 })
        return followed.value.flatMap { $0 } ?? value
    }

    /// Whether `value` may be given where a value of `type` is asked.
    package func accepts(_ value: LetStatement.Value, as type: FormalType) -> Bool {
        Binder(context: context).kinds(of: value).contains(type.kind)
    }
}

extension FormalType.Kind {
    /// A value of the type, for checking what is not called yet.
    package var standIn: String {
        switch self {
        case .metric: "stepCount"
        case .time: "now"
        case .span: "today"
        case .duration: "1h"
        case .unit: "count"
        case .number: "1"
        case .text: "\"UTC\""
        case .predicate: "where entered by user"
        }
    }
}

extension LetStatement.Value {
    /// Returns the right side of a `let` and the text that holds it; nil where `text` is none.
    package static func read(_ text: String, file: String) -> (value: LetStatement.Value, source: SourceText)? {
        let parsed = Parser.parse(SourceText("let value = \(text)", file: file))
        guard parsed.statements.count == 1, let statement = parsed.statements.first, !statement.hasErrors,
            case .letBinding(let binding) = statement.kind
        else { return nil }
        return (binding.value, parsed.source)
    }
}
