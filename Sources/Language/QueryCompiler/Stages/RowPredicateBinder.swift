import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Converts the `where` of a stage into a condition on rows.
struct RowPredicateBinder {
    let binder: Binder
    let shape: RowShape
    let frame: QueryFrame
    /// The days to which the times in rows belong.
    let clockDay: ClockDay

    func bind(_ predicate: QuerySyntax.Predicate) throws(Reported) -> RowPredicate {
        switch predicate {
        case .or(let parts): return .any(try bind(parts))
        case .and(let parts): return .all(try bind(parts))
        case .not(let inner, _): return .not(try bind(inner))
        case .enteredByUser(let range): throw refuse("`entered by user`", at: range)
        case .name(let name):
            // A column of this name is used instead of a condition, also of the one that it was made of.
            if let flag = flag(named: name.key) { return answer(true, of: flag) }
            if name.key == "partial", binder.context.names[name] == nil { return .isPartial }
            let help = name.helpForTimeOfDay ?? "write `let \(name.text) = where sum > 100` first"
            return try binder.value(of: name, wanted: "condition", help: help) { (value) throws(Reported) in
                if case .predicate(let inner) = value { try bind(inner) } else { nil }
            }
        case .timeOfDay(let phrase):
            if let name = phrase.name, flag(named: name.key) != nil || binder.context.names[name] != nil { return try bind(.name(name)) }
            return try ofSample(predicate, startOfRow("time of day", at: phrase.range))
        case .compare(let field, let comparison, let literal):
            return try compare(subject(field), comparison, literal, of: predicate)
        case .equals(let field, let literal, let negated):
            try binder.refuseMisspeltMissing(literal, of: field, nil)
            return try compare(subject(field), negated ? .notEqual : .equal, literal, of: predicate)
        case .isMissing(let field, let negated, _):
            let missing: RowPredicate = if let column = try subject(field).column { .missing(column) } else { .constant(false) }
            return negated ? .not(missing) : missing
        case .between(let field, let low, let high):
            let bound = try subject(field)
            if bound.isOfSample { return try ofSample(predicate, bound) }
            return try binder.boundsInPercent(low, high) { () throws(Reported) in
                .all([
                    try compare(bound, .greaterOrEqual, low, of: predicate), try compare(bound, .lessOrEqual, high, of: predicate),
                ])
            }
        case .oneOf(let field, let literals, _):
            let bound = try subject(field)
            if bound.isOfSample { return try ofSample(predicate, bound) }
            return .any(
                try binder.collect(each: literals) { (literal) throws(Reported) in
                    if case .text(let column) = bound, hasIds(column), binder.isMissing(literal) { return .missing(column) }
                    return try compare(bound, .equal, literal, of: predicate)
                })
        case .text(let field, let match, let operand):
            guard case .text(let column) = try subject(field) else {
                throw binder.report(
                    .textFieldExpected, "only text fields can be searched", at: field.range, help: "search `source`, `device` or `metadata`"
                )
            }
            return .text(column, try binder.test(match, binder.text(operand), at: operand.range))
        }
    }

    private func bind(_ parts: [QuerySyntax.Predicate]) throws(Reported) -> [RowPredicate] {
        try binder.collect(each: parts) { (part) throws(Reported) in try bind(part) }
    }

    // MARK: Fields

    /// The subject of a test.
    private enum Subject {
        case number(Int)
        /// A column of times.
        case clock(Int)
        /// A key with texts.
        case text(RowColumn)
        /// A key with numbers.
        case amount(Int, HealthUnit?)
        /// A key or a column with the answers of a condition.
        case flag(RowColumn)
        /// A key with names of values.
        case names(Int, ValueNames)
        /// A column with the slots of a profile.
        case slots(Int, Profile)
        /// A column with named values: of categories or workouts.
        case named(Int)
        case time(RowColumn)
        /// A profile or the time of day of a row's start.
        case calendar

        var column: RowColumn? {
            switch self {
            case .number(let index), .clock(let index), .named(let index): .value(index)
            case .text(let column), .flag(let column): column
            case .slots(let index, _), .amount(let index, _), .names(let index, _): .key(index)
            case .time, .calendar: nil
            }
        }

        /// True if samples have the same field, so that the condition can be bound like one on samples.
        var isOfSample: Bool {
            switch self {
            case .slots, .named, .names, .time, .calendar: true
            case .number, .clock, .text, .amount, .flag: false
            }
        }
    }

    private func subject(_ field: Field) throws(Reported) -> Subject {
        let lookup = ColumnLookup(binder: binder, shape: shape)
        switch field.kind {
        case .value:
            if let key = shape.keys.firstIndex(where: { $0.name == "value" }) { return subject(of: .key(key)) }
            if shape.columns.count > 1, !shape.columns.contains(where: { $0.name == "value" }) {
                let names = shape.columns.map { "`\($0.name)`" }.joined(separator: ", ")
                throw binder.report(
                    .ambiguousColumn, "`value` is ambiguous: it could be any of \(names)", at: field.range, help: "write one of these names"
                )
            }
            guard !shape.columns.isEmpty else { throw refuse("`value`", at: field.range) }
            return subject(of: .value(shape.columns.firstIndex { $0.name == "value" } ?? 0))
        case .duration:
            guard shape.columns.contains(where: { $0.name == "duration" }) || shape.row != .sample else {
                throw refuse("`duration`", at: field.range)
            }
            return subject(of: .value(try lookup.value(named: "duration", at: field.range)))
        case .source, .device:
            return try key(named: field.kind.isSource ? "source" : "device", at: field.range)
        case .metadata(let operand): return try key(named: "metadata.\(binder.text(operand))", at: field.range)
        case .product:
            guard shape.keys.contains(where: { $0.name == "product" }) else { throw refuse("`product`", at: field.range) }
            return try key(named: "product", at: field.range)
        case .created: throw refuse("`created`", at: field.range)
        case .start, .end:
            guard shape.hasTime else {
                throw binder.report(
                    .stageWithoutTime, "these rows don't have a start or an end", at: field.range,
                    help: "put it before the stage that removes the time")
            }
            return .time(field.kind.isStart ? .start : .end)
        case .profile(let profile):
            if let index = shape.keys.firstIndex(where: { $0.profile == profile }) { return .slots(index, profile) }
            return try startOfRow(profile.phrase, at: field.range)
        case .timeOfDay: return try startOfRow("time of day", at: field.range)
        case .column(.name(let name)) where isDate(name): return .time(shape.isOfNights ? .end : .start)
        case .column(let column): return subject(of: try lookup.bind(column))
        }
    }

    /// Returns the subject of a test of what the calendar shows at the start of a row.
    private func startOfRow(_ what: String, at range: SourceRange) throws(Reported) -> Subject {
        guard shape.hasTime else {
            throw binder.report(
                .stageWithoutTime, "these rows have no \(what)", at: range, help: "put it before the stage that removes the time")
        }
        return .calendar
    }

    /// True for `date`, unless a column has this name: the local date of a row's start, or of the end of a night.
    private func isDate(_ name: Name) -> Bool {
        name.isDate && shape.hasTime && !shape.keys.contains { $0.isNamed(name.key) }
            && !shape.columns.contains { Name.key(of: $0.name) == name.key }
    }

    private func subject(of column: RowColumn) -> Subject {
        switch column {
        case .value(let index) where shape.columns[index].info.clock != nil: .clock(index)
        case .value(let index) where shape.columns[index].isFlag: .flag(column)
        case .value(let index): shape.columns[index].isText ? .named(index) : .number(index)
        case .clock(let index, _): .clock(index)
        case .key(let index): shape.keys[index].profile.map { .slots(index, $0) } ?? subject(ofKey: index)
        case .start, .end: .time(column)
        }
    }

    private func subject(ofKey index: Int) -> Subject {
        switch shape.keys[index].content {
        case .text: .text(.key(index))
        case .numbers(let unit): .amount(index, unit)
        case .flags: .flag(.key(index))
        case .names(let names): .names(index, names)
        }
    }

    private func key(named name: String, at range: SourceRange) throws(Reported) -> Subject {
        if let index = shape.keys.firstIndex(where: { $0.name == name }) { return .text(.key(index)) }
        throw binder.report(
            .keyNotInRows, "the rows have no \(name), because they combine all of them", at: range,
            help: "use `by … and \(name)`, or move the condition before the pipe")
    }

    private func refuse(_ what: String, at range: SourceRange) -> Reported {
        binder.report(
            .unknownColumn, "\(what) works on samples, but these are rows of a result", at: range,
            help: "move the condition before the first pipe")
    }

    /// True for the key `person`.
    private func hasIds(_ column: RowColumn) -> Bool {
        if case .key(let index) = column { shape.keys[index].name == PersonField.idName } else { false }
    }

    // MARK: Tests

    private func compare(
        _ subject: Subject, _ comparison: Comparison, _ literal: Literal, of predicate: QuerySyntax.Predicate
    ) throws(Reported) -> RowPredicate {
        switch subject {
        case .number(let index):
            let column = shape.columns[index]
            let number = try binder.resolving(literal) { (literal) throws(Reported) in
                try binder.amount(of: literal, of: column.metric, in: column.columnUnit, named: column.warningName)
            }
            return .number(.value(index), comparison, number)
        case .clock(let index): return try compareTime(index, comparison, literal)
        case .text(let column):
            return try binder.resolving(literal) { (literal) throws(Reported) in
                switch comparison {
                case .equal, .notEqual:
                    var names = try samples(nil).names(literal)
                    if hasIds(column) {
                        names = try binder.ids(names, at: literal.range)
                    }
                    // The person without a name has no text in the column.
                    let test: RowPredicate =
                        names.contains("") ? .any([.missing(column), .text(column, .equals(names))]) : .text(column, .equals(names))
                    return comparison == .equal ? test : .not(test)
                case .less, .lessOrEqual, .greater, .greaterOrEqual:
                    guard case .number(let number, nil) = literal else {
                        throw binder.report(
                            .unorderedField, "can't compare texts by size", at: literal.range, help: "use `=`, `!=` or `in (…)`")
                    }
                    return .number(column, comparison, number.value)
                }
            }
        case .amount(let index, let unit):
            return .number(
                .key(index), comparison,
                try binder.resolving(literal) { (literal) throws(Reported) in
                    try binder.amount(of: literal, of: shape.columns.first?.metric, in: ColumnUnit(unit), named: shape.keys[index].name)
                })
        case .flag(let column):
            return try binder.resolving(literal) { (literal) throws(Reported) in
                guard let wanted = literal.answer, comparison == .equal || comparison == .notEqual else {
                    throw binder.report(
                        .unknownValue, "this column contains only yes and no", at: literal.range, help: "compare it with `yes` or `no`")
                }
                return answer(wanted == (comparison == .equal), of: column)
            }
        case .slots, .named, .names, .time, .calendar: return try ofSample(predicate, subject)
        }
    }

    /// Compares times with a time of day, or with an instant.
    private func compareTime(_ index: Int, _ comparison: Comparison, _ literal: Literal) throws(Reported) -> RowPredicate {
        let clock = shape.columns[index].info.clock
        return try binder.resolving(literal) { (literal) throws(Reported) in
            switch literal {
            case .time(let time):
                let placed = Double(clockDay.placed(Int64(time.millisecondOfDay)))
                return .number(clock == .instant ? .clock(index, clockDay) : .value(index), comparison, placed)
            case .when(let when) where clock == .instant:
                return .number(.value(index), comparison, Double(try frame.times.resolve(when, binder).start.milliseconds))
            default:
                throw binder.report(
                    .timeExpected, "`\(shape.columns[index].name)` is a time, so it can only be compared with a time", at: literal.range,
                    help: "write a time of day such as `23:00`")
            }
        }
    }

    /// Returns the column or key with answers that has this name.
    private func flag(named key: String) -> RowColumn? {
        if let index = shape.keys.firstIndex(where: { $0.content == .flags && $0.isNamed(key) }) { return .key(index) }
        return shape.columns.firstIndex { $0.isFlag && Name.key(of: $0.name) == key }.map { .value($0) }
    }

    /// Returns the condition that a column has an answer.
    private func answer(_ answer: Bool, of column: RowColumn) -> RowPredicate {
        if case .key = column { return .text(column, .equals([String(answer)])) }
        return .number(column, .equal, answer ? 1 : 0)
    }

    /// Binds a test that works for rows and samples: on times, profiles and named values.
    private func ofSample(_ predicate: QuerySyntax.Predicate, _ subject: Subject) throws(Reported) -> RowPredicate {
        let bound: QueryPlan.Predicate =
            switch subject {
            case .slots(_, let profile): try slots.bind(predicate.asking(.profile(profile)))
            case .named(let index): try samples(shape.columns[index].metric).bind(predicate.asking(.value))
            case .names(_, let names): try samples(names.metric).bind(predicate.asking(.value))
            case .number, .clock, .text, .amount, .flag, .time, .calendar: try samples(nil).bind(predicate)
            }
        guard let condition = row(bound, subject) else { throw refuse("this condition", at: predicate.range) }
        return condition
    }

    /// The binder of tests of the slots that rows have.
    private var slots: PredicateBinder {
        var slots = samples(nil)
        slots.isOfSlots = true
        return slots
    }

    private func samples(_ metric: MetricInfo?) -> PredicateBinder {
        PredicateBinder(
            binder: binder, times: frame.times, weekStart: frame.calendar.rule.weekStart, metric: metric, unit: nil, isOfRows: true)
    }

    /// Converts a condition on samples into one on rows; nil if only samples can match it.
    private func row(_ predicate: QueryPlan.Predicate, _ subject: Subject) -> RowPredicate? {
        if let names = predicate.unlistedNames {
            switch subject {
            case .names(let key, .category(let type)): return .text(.key(key), .equals(names.map(type.shortName(unlisted:))))
            case .named(let index):
                guard case .category(let type)? = shape.columns[index].metric?.kind else { return nil }
                return .text(.value(index), .equals(names.map(type.shortName(unlisted:))))
            default: return nil
            }
        }
        switch predicate {
        case .all(let parts): return row(parts, subject).map { .all($0) }
        case .any(let parts): return row(parts, subject).map { .any($0) }
        case .not(let inner): return row(inner, subject).map { .not($0) }
        case .number(let field, let comparison, let number):
            return column(field, subject).map { .number($0, comparison, number) }
        case .numberBetween(let field, let low, let high):
            return column(field, subject).map { .all([.number($0, .greaterOrEqual, low), .number($0, .lessOrEqual, high)]) }
        case .numberIn(let field, let numbers):
            if case .names(let key, .category(let type)) = subject {
                return .text(.key(key), .equals(numbers.map { ValueNames.shown(Int($0), of: type).text }))
            }
            return column(field, subject).map { .numberIn($0, numbers) }
        case .text(.activity, .equals(let names)):
            return subject.column.map { .text($0, .equals(names.map { WorkoutActivityType(exportName: $0).shortName })) }
        case .text(_, let test): return subject.column.map { .text($0, test) }
        case .profile(let profile, let slots):
            guard case .slots(let index, _) = subject else {
                return .profile(profile, slots: slots, weekStart: frame.calendar.rule.weekStart, zone: frame.calendar.zone)
            }
            if profile.slotNames != nil { return .text(.key(index), .equals(slots.map { profile.label(ofSlot: Int($0)) })) }
            return .numberIn(.key(index), slots.map { Double(Int($0) + profile.firstNumber) })
        case .timeOfDay(let times): return .timeOfDay(times, zone: frame.calendar.zone)
        case .constant(let value): return .constant(value)
        case .numberMissing, .textMissing, .enteredByUser, .person: return nil
        }
    }

    private func row(_ parts: [QueryPlan.Predicate], _ subject: Subject) -> [RowPredicate]? {
        let conditions = parts.compactMap { row($0, subject) }
        return conditions.count == parts.count ? conditions : nil
    }

    private func column(_ field: NumberField, _ subject: Subject) -> RowColumn? {
        switch (field, subject) {
        case (.start, .time(let column)), (.end, .time(let column)): column
        case (.start, _): .start
        case (.end, _): .end
        case (.value, _): subject.column
        default: nil
        }
    }
}

extension QuerySyntax.Predicate {
    /// Returns the same test of another field.
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
    fileprivate var isSource: Bool { if case .source = self { true } else { false } }
    fileprivate var isStart: Bool { if case .start = self { true } else { false } }
}

extension Literal {
    /// The answer of `yes`, `no`, `true` or `false`.
    fileprivate var answer: Bool? {
        switch self {
        case .bool(let answer, _): answer
        case .name(let name): name.key == "true" ? true : name.key == "false" ? false : nil
        default: nil
        }
    }
}

extension ValueNames {
    /// A metric whose samples have these values.
    fileprivate var metric: MetricInfo {
        switch self {
        case .category(let type): MetricInfo(.category(type))
        case .activities: MetricInfo(.workouts)
        }
    }
}
