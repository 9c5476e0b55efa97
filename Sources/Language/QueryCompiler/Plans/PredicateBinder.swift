import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// Turns a `where` into a condition on samples, every literal in the unit of what it is compared with.
struct PredicateBinder {
    let times: TimeResolver
    let weekStart: Weekday
    /// The metric whose values are meant by `value`, and the unit of bare numbers; nil where several metrics are asked.
    let metric: MetricInfo?
    let unit: HealthUnit?
    /// Whether times stand where the samples do, or where rows do, which follow the query's time line.
    var isOfRows = false

    private static let weekend = "weekday in (saturday, sunday)"
    private static let workdays = "weekday in (monday, tuesday, wednesday, thursday, friday)"
    /// What `where weekend` and the like are written as.
    private static let partsOfWeek = ["weekend": weekend, "weekends": weekend, "weekdays": workdays, "workdays": workdays]

    func bind(_ predicate: QuerySyntax.Predicate, _ binder: inout Binder) -> QueryPlan.Predicate? {
        switch predicate {
        case .or(let parts):
            let bound = parts.map { bind($0, &binder) }
            return bound.contains { $0 == nil } ? nil : .any(bound.compactMap { $0 })
        case .and(let parts):
            let bound = parts.map { bind($0, &binder) }
            return bound.contains { $0 == nil } ? nil : .all(bound.compactMap { $0 })
        case .not(let inner, _): return bind(inner, &binder).map { .not($0) }
        case .enteredByUser: return .enteredByUser
        case .name(let name):
            let help = Self.partsOfWeek[name.text.lowercased()].map { "write `\($0)`" }
            return binder.value(of: name, wanted: "predicate", help: help ?? "write `let \(name.text) = where value > 100` first") {
                binder, value in
                guard case .predicate(let inner) = value else { return nil }
                return self.bind(inner, &binder)
            }
        case .compare(let field, let comparison, let literal): return compare(field, comparison, literal, &binder)
        case .equals(let field, let literal, let negated):
            if binder.reportMisspeltMissing(literal, of: field, metric) { return nil }
            return compare(field, negated ? .notEqual : .equal, literal, &binder)
        case .isMissing(let field, let negated, _):
            guard let bound = self.field(field, &binder) else { return nil }
            let missing: QueryPlan.Predicate
            switch bound {
            case .number(let number, _): missing = .numberMissing(number)
            case .metadata(let key): missing = .textMissing(.metadata(key))
            case .text(let text): missing = .textMissing(text)
            case .profile, .category, .activity: missing = .constant(false)
            }
            return negated ? .not(missing) : missing
        case .between(let field, let low, let high): return between(field, low, high, &binder)
        case .oneOf(let field, let literals, _):
            guard let bound = self.field(field, &binder) else { return nil }
            let tests = literals.map { binder.resolving($0) { compare(bound, .equal, $1, &$0) } }
            return tests.contains { $0 == nil } ? nil : anyOf(tests.compactMap { $0 })
        case .text(let field, let match, let operand): return text(field, match, operand, &binder)
        }
    }

    /// One test of `in (…)`: a set of the numbers and one of the texts, so that long lists cost no more than short ones.
    private func anyOf(_ tests: [QueryPlan.Predicate]) -> QueryPlan.Predicate {
        var numbers: (field: NumberField, values: [Double])?
        var texts: (field: TextField, values: [String])?
        var others: [QueryPlan.Predicate] = []
        func sort(_ test: QueryPlan.Predicate) {
            switch test {
            case .number(let field, .equal, let value) where numbers?.field ?? field == field:
                if numbers == nil { numbers = (field, []) }
                numbers?.values.append(value)
            case .text(let field, .equals(let names)) where texts?.field ?? field == field:
                if texts == nil { texts = (field, []) }
                texts?.values += names
            // A metadata value may be equal as a number or as a text.
            case .any(let parts): parts.forEach(sort)
            default: others.append(test)
            }
        }
        tests.forEach(sort)
        if let texts { others.insert(.text(texts.field, .equals(texts.values)), at: 0) }
        if let numbers { others.insert(.numberIn(numbers.field, numbers.values), at: 0) }
        return others.count == 1 ? others[0] : .any(others)
    }

    /// What a field is compared with.
    private enum BoundField {
        case number(NumberField, NumberKind)
        case text(TextField)
        case metadata(String)
        case profile(Profile)
        case category(CategoryType)
        case activity

        var isOrdered: Bool {
            switch self {
            case .number, .profile, .metadata: true
            case .text, .category, .activity: false
            }
        }

        /// Whether one of its values has this name.
        func hasValue(named name: String) -> Bool {
            switch self {
            case .category(let type): type.rawValues(named: name) != nil
            case .activity: WorkoutActivityType.named(name) != nil
            case .number, .text, .metadata, .profile: false
            }
        }
    }

    enum NumberKind {
        case value(HealthUnit?)
        case instant
        case seconds
    }

    private func field(_ field: Field, _ binder: inout Binder) -> BoundField? {
        switch field.kind {
        case .value:
            switch metric?.kind {
            case .quantity: return .number(.value, .value(unit))
            case .category(let type): return .category(type)
            case .workouts: return .activity
            case nil:
                binder.report(
                    .ambiguousValue, "`value` could be of any of the metrics asked here", at: field.range,
                    help: "ask one metric at a time")
                return nil
            }
        case .source: return .text(.source)
        case .device: return .text(.device)
        case .product: return .text(.product)
        case .start: return .number(.start, .instant)
        case .end: return .number(.end, .instant)
        case .created: return .number(.created, .instant)
        case .duration:
            // The duration of a workout leaves out its pauses.
            return .number(metric?.kind == .workouts ? .workout(.activeDuration) : .duration, .seconds)
        case .metadata(let operand): return binder.text(operand).map { .metadata($0) }
        case .profile(let profile): return .profile(profile)
        case .column(.aggregate(let aggregate)):
            binder.report(
                .unknownField, "samples have no field `\(aggregate.kind.name)`", at: field.range,
                help: "to keep rows by their result, write it as a stage: `| where \(aggregate.kind.name) > …`")
            return nil
        case .column(.name(let name)): return workoutField(name, &binder)
        }
    }

    private func workoutField(_ name: Name, _ binder: inout Binder) -> BoundField? {
        guard case .workouts? = metric?.kind else {
            let known = ["value", "source", "device", "product", "start", "end", "duration", "created"]
            binder.report(
                .unknownField, "samples have no field `\(name.text)`", at: name.range,
                help: "fields are \(known.joined(separator: ", ")) and metadata \"KEY\"",
                fix: .spelling(Suggestion.best(for: name.text, among: known), at: name.range))
            return nil
        }
        if name.key == "activity" { return .activity }
        guard let column = WorkoutColumn(named: name.text) else {
            binder.report(
                .unknownField, "workouts have no field `\(name.text)`", at: name.range,
                help: "fields of workouts are activity, duration, energy, distance and the metrics they have statistics of")
            return nil
        }
        return .number(.workout(column.field), column.field == .activeDuration ? .seconds : .value(column.storageUnit))
    }

    private func compare(
        _ syntax: Field, _ comparison: Comparison, _ literal: Literal, _ binder: inout Binder
    ) -> QueryPlan.Predicate? {
        guard let field = field(syntax, &binder) else { return nil }
        if !comparison.isEquality, !field.isOrdered {
            binder.report(.unorderedField, "this field has no order", at: syntax.range.union(literal.range), help: "use =, != or in (…)")
            return nil
        }
        // A value's own name comes before a `let` of the same name: `let asleep = where value is asleep`.
        if case .name(let name) = literal, field.hasValue(named: name.text) { return compare(field, comparison, literal, &binder) }
        return binder.resolving(literal) { binder, literal in compare(field, comparison, literal, &binder) }
    }

    private func compare(
        _ field: BoundField, _ comparison: Comparison, _ literal: Literal, _ binder: inout Binder
    ) -> QueryPlan.Predicate? {
        let test: QueryPlan.Predicate?
        switch field {
        case .number(let number, .instant): return compareTime(number, comparison, literal, &binder)
        case .number(let number, let kind):
            return self.number(literal, kind, &binder).map { .number(number, comparison, $0) }
        case .profile(let profile):
            guard let slot = slot(literal, profile, &binder) else { return nil }
            let slots = (0..<profile.slotCount).filter { comparison.holds($0, slot) }
            return .profile(profile, slots: slots.map(Int32.init))
        case .metadata(let key):
            if !comparison.isEquality { return compareMetadata(key, comparison, literal, &binder) }
            if case .number(let number, nil) = literal {
                test = .any([.number(.metadata(key), .equal, number.value), .text(.metadata(key), .equals([number.text]))])
            } else {
                test = names(literal, &binder).map { .text(.metadata(key), .equals($0)) }
            }
        case .text(let field):
            test = names(literal, &binder).map { names in
                if field == .source { binder.noteUnknownSources(names, of: metric, at: literal.range) }
                return .text(field, .equals(names))
            }
        case .category(let type): test = categoryValues(literal, type, &binder).map { .numberIn(.value, $0.map(Double.init)) }
        case .activity: test = activities(literal, &binder).map { .text(.activity, .equals($0)) }
        }
        return comparison == .notEqual ? test.map { .not($0) } : test
    }

    private func compareMetadata(
        _ key: String, _ comparison: Comparison, _ literal: Literal, _ binder: inout Binder
    ) -> QueryPlan.Predicate? {
        guard case .number(let number, nil) = literal else {
            binder.report(.unorderedField, "texts have no order here", at: literal.range, help: "compare with a number, or use =")
            return nil
        }
        return .number(.metadata(key), comparison, number.value)
    }

    private func between(_ syntax: Field, _ low: Literal, _ high: Literal, _ binder: inout Binder) -> QueryPlan.Predicate? {
        guard let field = field(syntax, &binder) else { return nil }
        guard case .profile(let profile) = field else {
            guard let least = compare(syntax, .greaterOrEqual, low, &binder), let most = compare(syntax, .lessOrEqual, high, &binder)
            else { return nil }
            return .all([least, most])
        }
        let ends = [low, high].compactMap { literal in binder.resolving(literal) { slot($1, profile, &$0) } }
        guard ends.count == 2 else { return nil }
        // `between 22 and 5` goes on past the last slot.
        let slots = ends[0] <= ends[1] ? Array(ends[0]...ends[1]) : Array(ends[0]..<profile.slotCount) + Array(0...ends[1])
        return .profile(profile, slots: slots.map(Int32.init))
    }

    /// `start > 2024-03-10` means after that day, `start <= 2024-03-10` its last moment included.
    private func compareTime(
        _ field: NumberField, _ comparison: Comparison, _ literal: Literal, _ binder: inout Binder
    ) -> QueryPlan.Predicate? {
        let time: ResolvedTime?
        switch literal {
        case .when(let when): time = times.resolve(when, &binder)
        case .span(let span): time = times.resolve(span, &binder) ?? nil
        case .weekday(let day): time = times.resolve(.weekday(day, nil), &binder)
        case .number(let number, nil): time = TimeResolver.year(number).flatMap { times.period(named: .year($0)) }
        default: time = nil
        }
        guard let time else {
            binder.report(.timeExpected, "a time is needed here", at: literal.range, help: "write 2024-03-10, 2024-03-10 14:30 or -30d")
            return nil
        }
        // Stored samples stand on the true time line also where the query's is the wall clock.
        let start = Double(unplaced(time.start).milliseconds)
        let end = Double(unplaced(time.end).milliseconds)
        guard time.isPeriod else { return .number(field, comparison, start) }
        switch comparison {
        case .less, .greaterOrEqual: return .number(field, comparison, start)
        case .lessOrEqual: return .number(field, .less, end)
        case .greater: return .number(field, .greaterOrEqual, end)
        case .equal: return .all([.number(field, .greaterOrEqual, start), .number(field, .less, end)])
        case .notEqual: return .any([.number(field, .less, start), .number(field, .greaterOrEqual, end)])
        }
    }

    private func unplaced(_ instant: Instant) -> Instant {
        guard !isOfRows else { return instant }
        return times.floatingZone?.instant(ofLocalMilliseconds: instant.milliseconds) ?? instant
    }

    private func text(
        _ syntax: Field, _ match: TextMatch, _ operand: TextOperand, _ binder: inout Binder
    ) -> QueryPlan.Predicate? {
        guard let field = field(syntax, &binder), let pattern = binder.text(operand) else { return nil }
        let text: TextField
        switch field {
        case .text(let field): text = field
        case .metadata(let key): text = .metadata(key)
        case .activity: text = .activity
        default:
            binder.report(
                .textFieldExpected, "only texts can be searched", at: syntax.range, help: "source, device, product and metadata are texts")
            return nil
        }
        return binder.test(match, pattern, at: operand.range).map { .text(text, $0) }
    }
}

extension Binder {
    /// Reports a bare word after `is` that is nearly `missing`, and returns whether it did: as a text it would match nothing, in silence.
    mutating func reportMisspeltMissing(_ literal: Literal, of field: Field, _ metric: MetricInfo?) -> Bool {
        guard case .name(let name) = literal, !name.isQuoted, context.names[name] == nil,
            Suggestion.best(for: name.text, among: ["missing"]) != nil, !isValue(name.text, of: field, metric)
        else { return false }
        report(
            .misspeltMissing, "`\(name.text)` is not a word that can follow `is`", at: name.range,
            help: "did you mean `is missing`? A text that is compared stands between quotes: `is \"\(name.text)\"`",
            fix: [.init(name.range, "missing")])
        return true
    }

    /// Whether one of a field's values, as far as they are known, is called so.
    private func isValue(_ text: String, of field: Field, _ metric: MetricInfo?) -> Bool {
        switch (field.kind, metric?.kind) {
        case (.source, _): context.contents.sources.values.contains { $0.key == Source.fold(text) }
        case (.value, .category(let type)): type.rawValues(named: text) != nil
        case (.value, .workouts), (.column, .workouts): WorkoutActivityType.named(text) != nil
        default: false
        }
    }

    /// Returns how texts are matched with `pattern`; nil after a report.
    mutating func test(_ match: TextMatch, _ pattern: String, at range: SourceRange) -> TextTest? {
        switch match {
        case .contains: return .contains(pattern)
        case .startsWith: return .startsWith(pattern)
        case .matches:
            if (try? Regex(pattern)) != nil { return .matches(pattern) }
            report(.malformedPattern, "this is no regular expression", at: range, help: "see `help matches`")
            return nil
        }
    }
}

extension Comparison {
    fileprivate var isEquality: Bool { self == .equal || self == .notEqual }

    fileprivate func holds(_ a: Int, _ b: Int) -> Bool {
        switch self {
        case .equal: a == b
        case .notEqual: a != b
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        }
    }
}
