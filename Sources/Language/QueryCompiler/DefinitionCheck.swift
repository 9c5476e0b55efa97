import CalendarIntervals
import HealthModel
package import QueryDiagnostics
package import QuerySyntax

/// Checks of `let` and `def` before the names are used.
extension QueryCompiler {
    /// Returns the errors in a `let`. The context must already contain its name: copying all names to add one would be slow.
    package func check(_ binding: LetStatement) -> [Diagnostic] {
        if let taken = taken(binding.name) { return [taken] }
        if case .intervals(let set) = binding.value { return check(set) }
        if case .anchor(let reference) = binding.value { return metric(reference).diagnostics }
        // A lone name can be a metric, a unit, a value, or a name that is defined later.
        guard case .query(let query) = binding.value, query.aliasedName == nil else { return [] }
        return compile(query).diagnostics.filter { $0.severity == .error }
    }

    private func check(_ set: IntervalSet) -> [Diagnostic] {
        let binder = Binder(context: context)
        let calendar = PeriodCalendar(zone: context.zone, now: context.now, rule: AnchorRule(weekStart: context.weekStart))
        _ = binder.collect(try IntervalBinder(binder: binder, times: TimeResolver(calendar: calendar)).bind(set))
        return binder.diagnostics.filter { $0.severity == .error }
    }

    private func taken(_ name: Name) -> Diagnostic? {
        guard case .known(let metric) = context.contents.metricNames.resolve(name: name.text) else { return nil }
        // An alias of a metric that only some stores have is free, so that a script works in each of them.
        if let own = OwnMetric(metric.id), foldedName(own.name) != foldedName(name.text) { return nil }
        return Diagnostic(.nameIsMetric, "`\(name.text)` is already the name of a metric", at: name.range, help: "choose another name")
    }

    /// Returns the errors in a `def`. The context must already contain its name.
    package func check(_ definition: DefStatement, in source: SourceText) -> [Diagnostic] {
        if let taken = taken(definition.name) { return [taken] }
        let defaults = definition.formals.compactMap(check)
        return defaults.isEmpty ? checkBody(of: definition, in: source) : defaults
    }

    /// Returns the error in the default of a formal or a parameter, if there is one.
    package func check(_ formal: Formal) -> Diagnostic? {
        let binder = Binder(context: context)
        guard let value = formal.defaultValue, let type = formal.type, !binder.accepts(LetStatement.Value(value), for: formal) else {
            return nil
        }
        // An unknown word in place of a metric is a misspelled metric.
        if type.kind == .metric, case .name(let name) = value, context.names[name] == nil {
            return metric(.name(name)).diagnostics.first { $0.severity == .error }
        }
        return Diagnostic(
            .wrongArgument,
            "`\(formal.name.text)` needs \(type.kind.words), but its default is \(binder.words(for: LetStatement.Value(value)))",
            at: value.range, help: "write a default such as `\(type.kind.example)`")
    }

    /// Returns the errors in the body of a function.
    ///
    /// A body is correct if it compiles for at least one kind of metric. Errors that depend on the value of an argument are reported at the
    /// call.
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
    /// Returns the value of an argument with the caller's names resolved.
    package func argument(_ argument: Argument.Value) -> LetStatement.Value {
        let value = LetStatement.Value(argument)
        guard case .query(let query) = value, let name = query.aliasedName else { return value }
        let binder = Binder(context: context)
        let followed = binder.collect(try binder.following(name) { $0 })
        return followed.value.flatMap { $0 } ?? value
    }

    /// Returns true if a parameter can have `value`: it is of the parameter's type, or else of the type of its default.
    package func accepts(_ value: LetStatement.Value, for formal: Formal) -> Bool {
        Binder(context: context).accepts(value, for: formal)
    }
}

extension FormalType.Kind {
    /// A value of the type, for checking functions before a call.
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
        case .intervals: "while sleepAnalysis"
        }
    }
}

extension LetStatement.Value {
    /// Parses `text` as the right side of a `let`. Returns the value and the text that its ranges refer to, or nil if `text` isn't a value.
    package static func read(_ text: String, file: String) -> (value: LetStatement.Value, source: SourceText)? {
        let parsed = Parser.parse(SourceText("let value = \(text)", file: file))
        guard parsed.statements.count == 1, let statement = parsed.statements.first, !statement.hasErrors,
            case .letBinding(let binding) = statement.kind
        else { return nil }
        return (binding.value, parsed.source)
    }
}
