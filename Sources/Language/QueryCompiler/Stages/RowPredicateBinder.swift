import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// Turns the `where` of a stage into a condition on rows.
struct RowPredicateBinder {
    let shape: RowShape
    let frame: QueryFrame

    func bind(_ predicate: QuerySyntax.Predicate, _ binder: inout Binder) -> RowPredicate? {
        switch predicate {
        case .or(let parts): return all(parts, &binder).map { .any($0) }
        case .and(let parts): return all(parts, &binder).map { .all($0) }
        case .not(let inner, _): return bind(inner, &binder).map { .not($0) }
        case .enteredByUser(let range):
            refuse("`entered by user`", at: range, &binder)
            return nil
        case .name(let name):
            if name.key == "partial", binder.context.names[name] == nil { return .isPartial }
            return binder.value(of: name, wanted: "predicate", help: "write `let \(name.text) = where sum > 100` first") { binder, value in
                guard case .predicate(let inner) = value else { return nil }
                return bind(inner, &binder)
            }
        case .compare(let field, let comparison, let literal):
            return test(field, &binder) { compare($0, comparison, literal, of: predicate, &$1) }
        case .equals(let field, let literal, let negated):
            if binder.reportMisspeltMissing(literal, of: field, nil) { return nil }
            return test(field, &binder) { compare($0, negated ? .notEqual : .equal, literal, of: predicate, &$1) }
        case .isMissing(let field, let negated, _):
            return test(field, &binder) { bound, _ in
                let missing: RowPredicate = if let column = bound.column { .missing(column) } else { .constant(false) }
                return negated ? .not(missing) : missing
            }
        case .between(let field, let low, let high):
            return test(field, &binder) { bound, binder in
                if bound.isOfSample { return ofSample(predicate, bound, &binder) }
                guard let least = compare(bound, .greaterOrEqual, low, of: predicate, &binder),
                    let most = compare(bound, .lessOrEqual, high, of: predicate, &binder)
                else { return nil }
                return .all([least, most])
            }
        case .oneOf(let field, let literals, _):
            return test(field, &binder) { bound, binder in
                if bound.isOfSample { return ofSample(predicate, bound, &binder) }
                let tests = literals.map { compare(bound, .equal, $0, of: predicate, &binder) }
                return tests.contains { $0 == nil } ? nil : .any(tests.compactMap { $0 })
            }
        case .text(let field, let match, let operand):
            return test(field, &binder) { bound, binder in
                guard case .text(let column) = bound else {
                    binder.report(
                        .textFieldExpected, "only texts can be searched", at: field.range, help: "source, device and metadata are texts")
                    return nil
                }
                guard let pattern = binder.text(operand) else { return nil }
                return binder.test(match, pattern, at: operand.range).map { .text(column, $0) }
            }
        }
    }

    private func all(_ parts: [QuerySyntax.Predicate], _ binder: inout Binder) -> [RowPredicate]? {
        let bound = parts.map { bind($0, &binder) }
        return bound.contains { $0 == nil } ? nil : bound.compactMap { $0 }
    }

    // MARK: Fields

    /// What a test is of.
    private enum Subject {
        case number(Int)
        /// Texts of a key.
        case text(RowColumn)
        /// A column of a profile's slots.
        case slots(Int, Profile)
        /// Values by name: of categories, of workouts.
        case named(Int)
        case time(RowColumn)
        /// The profile of a row's start.
        case profile

        var column: RowColumn? {
            switch self {
            case .number(let index), .named(let index): .value(index)
            case .text(let column): column
            case .slots(let index, _): .key(index)
            case .time, .profile: nil
            }
        }

        /// Whether rows have this as samples have it, so that a condition on samples says the same.
        var isOfSample: Bool {
            switch self {
            case .slots, .named, .time, .profile: true
            case .number, .text: false
            }
        }
    }

    private func test(
        _ field: Field, _ binder: inout Binder, _ body: (Subject, inout Binder) -> RowPredicate?
    ) -> RowPredicate? {
        guard let subject = subject(field, &binder) else { return nil }
        return body(subject, &binder)
    }

    private func subject(_ field: Field, _ binder: inout Binder) -> Subject? {
        let lookup = ColumnLookup(shape: shape)
        switch field.kind {
        case .value:
            if shape.columns.count > 1, !shape.columns.contains(where: { $0.name == "value" }) {
                let names = shape.columns.map { "`\($0.name)`" }.joined(separator: ", ")
                binder.report(.ambiguousColumn, "`value` may be any of \(names)", at: field.range, help: "write one of these names")
                return nil
            }
            return subject(of: .value(shape.columns.firstIndex { $0.name == "value" } ?? 0))
        case .duration:
            guard shape.columns.contains(where: { $0.name == "duration" }) || shape.row != .sample else {
                refuse("`duration`", at: field.range, &binder)
                return nil
            }
            return lookup.value(named: "duration", at: field.range, &binder).flatMap { subject(of: .value($0)) }
        case .source, .device:
            return key(named: field.kind.isSource ? "source" : "device", at: field.range, &binder)
        case .metadata(let operand): return binder.text(operand).flatMap { key(named: "metadata.\($0)", at: field.range, &binder) }
        case .product, .created:
            refuse(field.kind.isProduct ? "`product`" : "`created`", at: field.range, &binder)
            return nil
        case .start, .end:
            guard shape.hasTime else {
                binder.report(
                    .stageWithoutTime, "these rows have no start and no end", at: field.range,
                    help: "put it before the stage that takes the time away")
                return nil
            }
            return .time(field.kind.isStart ? .start : .end)
        case .profile(let profile):
            if let index = shape.keys.firstIndex(where: { $0.profile == profile }) { return .slots(index, profile) }
            guard shape.hasTime else {
                binder.report(
                    .stageWithoutTime, "these rows have no \(profile.phrase)", at: field.range,
                    help: "put it before the stage that takes the time away")
                return nil
            }
            return .profile
        case .column(let column): return lookup.bind(column, &binder).flatMap(subject)
        }
    }

    private func subject(of column: RowColumn) -> Subject? {
        switch column {
        case .value(let index): shape.columns[index].isText ? .named(index) : .number(index)
        case .key(let index): shape.keys[index].profile.map { .slots(index, $0) } ?? .text(column)
        case .start, .end: .time(column)
        }
    }

    private func key(named name: String, at range: SourceRange, _ binder: inout Binder) -> Subject? {
        if let index = shape.keys.firstIndex(where: { $0.name == name }) { return .text(.key(index)) }
        binder.report(
            .keyNotInRows, "the rows have no \(name): they bring all of them together", at: range,
            help: "ask `by … and \(name)`, or write the condition before the pipe")
        return nil
    }

    private func refuse(_ what: String, at range: SourceRange, _ binder: inout Binder) {
        binder.report(
            .unknownColumn, "\(what) is a matter of samples, and these are rows of a result", at: range,
            help: "write the condition before the first pipe")
    }

    // MARK: Tests

    private func compare(
        _ subject: Subject, _ comparison: Comparison, _ literal: Literal, of predicate: QuerySyntax.Predicate,
        _ binder: inout Binder
    ) -> RowPredicate? {
        switch subject {
        case .number(let index):
            let column = shape.columns[index]
            return binder.resolving(literal) { binder, literal in
                if column.isInHundredths, case .number(let number, let unit?) = literal, unit.text == "%" { return number.value }
                return binder.amount(of: literal, of: column.metric, in: column.unit)
            }.map { .number(.value(index), comparison, $0) }
        case .text(let column):
            return binder.resolving(literal) { binder, literal in
                guard case .equal = comparison else {
                    if comparison == .notEqual { return samples(nil).names(literal, &binder).map { .not(.text(column, .equals($0))) } }
                    guard case .number(let number, nil) = literal else {
                        binder.report(.unorderedField, "texts have no order here", at: literal.range, help: "use =, != or in (…)")
                        return nil
                    }
                    return .number(column, comparison, number.value)
                }
                return samples(nil).names(literal, &binder).map { .text(column, .equals($0)) }
            }
        case .slots, .named, .time, .profile: return ofSample(predicate, subject, &binder)
        }
    }

    /// Binds a test that rows share with samples: of their times, of profiles, of values by name.
    private func ofSample(_ predicate: QuerySyntax.Predicate, _ subject: Subject, _ binder: inout Binder) -> RowPredicate? {
        let field: Field.Kind
        var metric: MetricInfo?
        switch subject {
        case .slots(_, let profile): field = .profile(profile)
        case .named(let index):
            field = .value
            metric = shape.columns[index].metric
        case .number, .text, .time, .profile: return samples(nil).bind(predicate, &binder).flatMap { row($0, subject) }
        }
        return samples(metric).bind(predicate.asking(field), &binder).flatMap { row($0, subject) }
    }

    private func samples(_ metric: MetricInfo?) -> PredicateBinder {
        PredicateBinder(times: frame.times, weekStart: frame.calendar.rule.weekStart, metric: metric, unit: nil, isOfRows: true)
    }

    /// Returns a condition on samples as one on rows.
    private func row(_ predicate: QueryPlan.Predicate, _ subject: Subject) -> RowPredicate? {
        switch predicate {
        case .all(let parts): return .all(parts.compactMap { row($0, subject) })
        case .any(let parts): return .any(parts.compactMap { row($0, subject) })
        case .not(let inner): return row(inner, subject).map { .not($0) }
        case .number(let field, let comparison, let number):
            return column(field, subject).map { .number($0, comparison, number) }
        case .numberBetween(let field, let low, let high):
            return column(field, subject).map { .all([.number($0, .greaterOrEqual, low), .number($0, .lessOrEqual, high)]) }
        case .numberIn(let field, let numbers): return column(field, subject).map { .numberIn($0, numbers) }
        case .text(_, let test): return subject.column.map { .text($0, test) }
        case .profile(let profile, let slots):
            guard case .slots(let index, _) = subject else {
                return .profile(profile, slots: slots, weekStart: frame.calendar.rule.weekStart, zone: frame.calendar.zone)
            }
            if profile == .weekday { return .text(.key(index), .equals(slots.map { profile.label(ofSlot: Int($0)) })) }
            return .numberIn(.key(index), slots.map { Double(Int($0) + profile.firstNumber) })
        case .constant(let value): return .constant(value)
        case .numberMissing, .textMissing, .enteredByUser: return nil
        }
    }

    private func column(_ field: NumberField, _ subject: Subject) -> RowColumn? {
        switch field {
        case .start: .start
        case .end: .end
        case .value: subject.column
        default: nil
        }
    }
}

extension QuerySyntax.Predicate {
    /// The same test of another field.
    fileprivate func asking(_ kind: Field.Kind) -> Self {
        func asked(_ field: Field) -> Field {
            var field = field
            field.kind = kind
            return field
        }
        return switch self {
        case .compare(let field, let comparison, let literal): .compare(asked(field), comparison, literal)
        case .equals(let field, let literal, let negated): .equals(asked(field), literal, negated: negated)
        case .between(let field, let low, let high): .between(asked(field), low, high)
        case .oneOf(let field, let literals, let range): .oneOf(asked(field), literals, range)
        default: self
        }
    }
}

extension Field.Kind {
    fileprivate var isProduct: Bool { if case .product = self { true } else { false } }
    fileprivate var isSource: Bool { if case .source = self { true } else { false } }
    fileprivate var isStart: Bool { if case .start = self { true } else { false } }
}
