import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Converts a `where` clause into a condition on samples. Every literal is converted to the unit of its field.
struct PredicateBinder {
    let binder: Binder
    let times: TimeResolver
    let weekStart: Weekday
    /// The metric that `value` refers to, and the unit of numbers without one; nil in a query for several metrics.
    let metric: MetricInfo?
    let unit: HealthUnit?
    /// True if times are compared with rows, which use the timeline of the query. False if they are compared with samples.
    var isOfRows = false
    /// True if a profile is compared with its names or numbers in rows.
    var isOfSlots = false

    private static let weekend = "weekday in (saturday, sunday)"
    private static let workdays = "weekday in (monday, tuesday, wednesday, thursday, friday)"
    /// Conditions for words such as `weekend`.
    private static let partsOfWeek = ["weekend": weekend, "weekends": weekend, "weekdays": workdays, "workdays": workdays]

    func bind(_ predicate: QuerySyntax.Predicate) throws(Reported) -> QueryPlan.Predicate {
        switch predicate {
        case .or(let parts): return .any(try bind(parts))
        case .and(let parts): return .all(try bind(parts))
        case .not(let inner, _): return .not(try bind(inner))
        case .enteredByUser: return .enteredByUser
        case .timeOfDay(let phrase): return try timeOfDay(phrase)
        case .name(let name):
            let help = Self.partsOfWeek[name.text.lowercased()].map { "write `\($0)`" } ?? name.helpForTimeOfDay
            let isActivity = metric?.kind == .workouts && WorkoutActivityType.named(name.text) != nil
            let example = isActivity ? "write `activity is \(name.text)`" : "write `let \(name.text) = where value > 100` first"
            return try binder.value(of: name, wanted: "condition", help: help ?? example) { (value) throws(Reported) in
                if case .predicate(let inner) = value { try bind(inner) } else { nil }
            }
        case .compare(let field, let comparison, let literal): return try compare(field, comparison, literal)
        case .equals(let field, let literal, let negated):
            try binder.refuseMisspeltMissing(literal, of: field, metric)
            return try compare(field, negated ? .notEqual : .equal, literal)
        case .isMissing(let field, let negated, _):
            let bound = try self.field(field)
            let missing: QueryPlan.Predicate
            switch bound {
            case .number(let number, _): missing = .numberMissing(number)
            case .metadata(let key): missing = .textMissing(.metadata(key))
            case .text(let text): missing = .textMissing(text)
            case .person(let field): missing = .person(field, .isMissing)
            case .field(let field): missing = field.text.map { .textMissing($0) } ?? .constant(false)
            case .profile, .timeOfDay, .category, .activity: missing = .constant(false)
            }
            return negated ? .not(missing) : missing
        case .between(let field, let low, let high): return try between(field, low, high)
        case .oneOf(let field, let literals, _):
            let bound = try self.field(field)
            return anyOf(
                try binder.collect(each: literals) { (literal) throws(Reported) in
                    if case .person(let field) = bound, binder.isMissing(literal) { return .person(field, .isMissing) }
                    return try binder.resolving(literal) { (literal) throws(Reported) in try compare(bound, .equal, literal) }
                })
        case .text(let field, let match, let operand): return try text(field, match, operand)
        }
    }

    private func bind(_ parts: [QuerySyntax.Predicate]) throws(Reported) -> [QueryPlan.Predicate] {
        try binder.collect(each: parts) { (part) throws(Reported) in try bind(part) }
    }

    /// Combines the tests of `in (…)` into one set of numbers and one set of texts, so that long lists cost no more than short ones.
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
            // A metadata value can be equal as a number or as text.
            case .any(let parts): parts.forEach(sort)
            default: others.append(test)
            }
        }
        tests.forEach(sort)
        if let texts { others.insert(.text(texts.field, .equals(texts.values)), at: 0) }
        if let numbers { others.insert(.numberIn(numbers.field, numbers.values), at: 0) }
        return others.count == 1 ? others[0] : .any(others)
    }

    /// A field, with the kind of values that it can be compared with.
    private enum BoundField {
        case number(NumberField, NumberKind)
        case text(TextField)
        case metadata(String)
        case profile(Profile)
        case timeOfDay
        case category(CategoryType)
        case activity
        case person(PersonField)
        case field(SampleField)

        var isOrdered: Bool {
            switch self {
            case .profile(let profile): profile == .weekday || profile.slotNames == nil
            case .field(let field): field.classes != nil || field.isOfZones
            case .number, .timeOfDay, .metadata, .person: true
            case .text, .category, .activity: false
            }
        }

        /// Returns true if a value of the field has this name.
        func hasValue(named name: String) -> Bool {
            switch self {
            case .category(let type): type.rawValues(named: name) != nil
            case .activity: WorkoutActivityType.named(name) != nil
            case .profile(let profile): profile.slotNames?.contains(name.lowercased()) ?? false
            case .field(let field): field.value(named: name) != nil
            case .number, .text, .metadata, .timeOfDay, .person: false
            }
        }
    }

    enum NumberKind {
        /// Numbers with a unit; nil for plain numbers.
        case value(NumberUnits?)
        case instant
        case seconds
    }

    /// The units of a field with numbers.
    struct NumberUnits {
        /// The metric or field.
        var name: String
        /// The unit of numbers without one.
        var shown: HealthUnit
        var stored: HealthUnit
    }

    private func field(_ field: Field) throws(Reported) -> BoundField {
        switch field.kind {
        case .value:
            switch metric?.kind {
            case .quantity(let type):
                return .number(
                    .value,
                    .value(unit.map { NumberUnits(name: metric?.name ?? type.id.shortName, shown: $0, stored: type.storageUnit) }))
            case .category(let type): return .category(type)
            case .workouts: return .activity
            case nil:
                throw binder.report(
                    .ambiguousValue, "`value` is ambiguous in a query for several metrics", at: field.range,
                    help: "query one metric at a time")
            }
        case .source: return .text(.source)
        case .device: return .text(.device)
        case .product: return .text(.product)
        case .start: return .number(.start, .instant)
        case .end: return .number(.end, .instant)
        case .created: return .number(.created, .instant)
        case .duration:
            // The duration of a workout excludes its pauses.
            return .number(metric?.kind == .workouts ? .workout(.activeDuration) : .duration, .seconds)
        case .metadata(let operand): return .metadata(try binder.text(operand))
        case .profile(let profile): return .profile(profile)
        case .timeOfDay: return .timeOfDay
        case .column(.aggregate(let aggregate)):
            throw binder.report(
                .unknownField, "samples have no field `\(aggregate.kind.name)`", at: field.range,
                help: "to filter rows by the result, use a stage: `| where \(aggregate.kind.name) > …`")
        case .column(.name(let name)): return try workoutField(name)
        }
    }

    private func workoutField(_ name: Name) throws(Reported) -> BoundField {
        if name.isDate, try binder.personField(name) == nil { return .number(.start, .instant) }
        if name.key == PersonField.idName, let field = try binder.personField(name) { return .person(field) }
        if metric?.kind != .workouts || WorkoutColumn(named: name.text) == nil && name.key != "activity",
            let field = try binder.personField(name)
        {
            return .person(field)
        }
        if let field = metric?.fields.first(where: { $0.name == name.key }) { return .field(field) }
        guard case .workouts? = metric?.kind else {
            throw binder.report(
                .unknownField, "samples have no field `\(name.text)`", at: name.range,
                help: name.key == "activity"
                    ? "only workouts have an activity: write `while running`, or `| where activity = running` after `by workout`"
                    : "use \(Binder.sampleFields.joined(separator: ", ")) or metadata \"KEY\"",
                fix: .spelling(Suggestion.best(for: name.text, among: Binder.sampleFields), at: name.range))
        }
        if name.key == "activity" { return .activity }
        guard let column = WorkoutColumn(named: name.text) else {
            throw binder.report(
                .unknownField, "workouts have no field `\(name.text)`", at: name.range,
                help: "use activity, duration, energy, distance or a metric for which workouts have statistics",
                fix: .spelling(
                    Suggestion.best(for: name.text, among: ["activity", "energy", "distance"] + Binder.sampleFields)
                        ?? binder.nearestMetric(to: name), at: name.range))
        }
        if column.field == .activeDuration { return .number(.workout(column.field), .seconds) }
        let units = NumberUnits(
            name: column.name, shown: column.displayUnit(binder.context.units), stored: column.storageUnit)
        return .number(.workout(column.field), .value(units))
    }

    private func compare(
        _ syntax: Field, _ comparison: Comparison, _ literal: Literal
    ) throws(Reported) -> QueryPlan.Predicate {
        let field = try field(syntax)
        if !comparison.isEquality, !field.isOrdered {
            throw binder.report(
                .unorderedField, "can't use this comparison: the field has no order", at: syntax.range.union(literal.range),
                help: "use `=`, `!=` or `in (…)`")
        }
        // The name of a value takes precedence over a `let` with the same name: `let asleep = where value is asleep`.
        if case .name(let name) = literal, field.hasValue(named: name.text) { return try compare(field, comparison, literal) }
        return try binder.resolving(literal) { (literal) throws(Reported) in try compare(field, comparison, literal) }
    }

    private func compare(
        _ field: BoundField, _ comparison: Comparison, _ literal: Literal
    ) throws(Reported) -> QueryPlan.Predicate {
        let test: QueryPlan.Predicate
        switch field {
        case .person(let field): return try personComparison(field, comparison, literal)
        case .field(let field): return try compareField(field, comparison, literal)
        case .number(let number, .instant): return try compareTime(number, comparison, literal)
        case .number(let field, let kind): return .number(field, comparison, try number(literal, kind))
        case .profile(let profile):
            let slot = try slot(literal, profile)
            let slots = (0..<profile.slotCount).filter { comparison.holds($0, slot) }
            return slotTest(profile, slots)
        case .timeOfDay: return try timeOfDay(comparison, literal)
        case .metadata(let key):
            if !comparison.isEquality { return try compareMetadata(key, comparison, literal) }
            if case .number(_, .some) = literal {
                test = try compareMetadata(key, .equal, literal)
            } else if case .number(let number, nil) = literal {
                test = .any([.number(.metadata(key), .equal, number.value), .text(.metadata(key), .equals([number.text]))])
            } else {
                test = .text(.metadata(key), .equals(try names(literal)))
            }
        case .text(let field):
            if field == .source, case .name(let name) = literal, name.key == "mine", binder.context.names[name] == nil {
                test = .text(.source, .equals([binder.context.actor ?? binder.context.app]))
                break
            }
            let names = try names(literal)
            if field == .source { binder.noteUnknownSources(names, of: metric, at: literal.range) }
            test = .text(field, .equals(names))
        case .category(let type):
            // With `??`, the compiler loses a typed error of the right side and goes on with the next case.
            if let names = unlistedValue(literal, type) {
                test = .unlistedValue(names)
            } else {
                test = .numberIn(.value, try categoryValues(literal, type).map(Double.init))
            }
        case .activity: test = .text(.activity, .equals(try activities(literal)))
        }
        return comparison == .notEqual ? .not(test) : test
    }

    private func compareMetadata(
        _ key: String, _ comparison: Comparison, _ literal: Literal
    ) throws(Reported) -> QueryPlan.Predicate {
        switch literal {
        case .number(let number, nil): return .number(.metadata(key), comparison, number.value)
        case .number(let number, let text?):
            guard case .success(let unit) = HealthUnit.parseForPeople(text.text) else {
                throw binder.report(
                    .incompatibleUnit, "`\(text.text)` is not a unit", at: text.range, help: "use the unit of the metadata, such as `cm`")
            }
            return .number(.metadataAmount(key, unit), comparison, number.value)
        case .duration(let amount):
            guard let seconds = try times.distance(.amount(amount), binder).fixedSeconds else { break }
            return .number(.metadataAmount(key, .second), comparison, seconds)
        default: break
        }
        throw binder.report(
            .unorderedField, "can't compare texts by size", at: literal.range, help: "compare with a number, or use `=`")
    }

    private func between(_ syntax: Field, _ low: Literal, _ high: Literal) throws(Reported) -> QueryPlan.Predicate {
        let field = try field(syntax)
        if case .timeOfDay = field { return try timeOfDay(between: low, high, at: syntax.range.union(high.range)) }
        guard case .profile(let profile) = field else {
            return try binder.boundsInPercent(low, high) { () throws(Reported) in
                .all([try compare(syntax, .greaterOrEqual, low), try compare(syntax, .lessOrEqual, high)])
            }
        }
        let ends = try binder.collect(each: [low, high]) { (literal) throws(Reported) in
            try binder.resolving(literal) { (literal) throws(Reported) in try slot(literal, profile) }
        }
        // `between 22 and 5` wraps around after the last slot.
        let slots = ends[0] <= ends[1] ? Array(ends[0]...ends[1]) : Array(ends[0]..<profile.slotCount) + Array(0...ends[1])
        return slotTest(profile, slots)
    }

    /// Returns the test of the slots of a profile. Parts of the day are tested as times of day, except in rows with their names.
    private func slotTest(_ profile: Profile, _ slots: [Int]) -> QueryPlan.Predicate {
        if profile == .partOfDay, !isOfSlots { return .any(slots.map { .timeOfDay(binder.times(of: DayPart.inOrderOfDay[$0])) }) }
        return .profile(profile, slots: slots.map(Int32.init))
    }

    /// Compares a time. `start > 2024-03-10` means after that day; `start <= 2024-03-10` includes the whole day.
    private func compareTime(
        _ field: NumberField, _ comparison: Comparison, _ literal: Literal
    ) throws(Reported) -> QueryPlan.Predicate {
        let named: ResolvedTime? =
            switch literal {
            case .when(let when): try times.resolve(when, binder)
            case .span(let span): try times.resolve(span, binder)
            case .weekday(let day): try times.resolve(.weekday(day, nil), at: day.range, binder)
            case .name(let name) where binder.month(name) != nil: try times.resolve(.name(name), at: name.range, binder)
            case .number(let number, nil): TimeResolver.year(number).flatMap { times.period(named: .year($0)) }
            default: nil
            }
        guard let time = named else {
            throw binder.report(
                .timeExpected, "expected a time", at: literal.range, help: "write for example `2024-03-10`, `2024-03-10 14:30` or `-30d`")
        }
        // Stored samples use real time, even if the query uses wall-clock time.
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
        _ syntax: Field, _ match: TextMatch, _ operand: TextOperand
    ) throws(Reported) -> QueryPlan.Predicate {
        let field = try field(syntax)
        let pattern = try binder.text(operand)
        let text: TextField
        switch field {
        case .text(let field): text = field
        case .metadata(let key): text = .metadata(key)
        case .field(let field) where field.text != nil: text = field.text ?? .activity
        case .activity: text = .activity
        case .person(let field): return .person(field, .text(try binder.test(match, pattern, at: operand.range)))
        default:
            throw binder.report(
                .textFieldExpected, "only text fields can be searched", at: syntax.range,
                help: "search `source`, `device`, `product` or `metadata`")
        }
        return .text(text, try binder.test(match, pattern, at: operand.range))
    }
}

extension Binder {
    /// Reports an unquoted word after `is` that is probably a misspelled `missing`. As text it would silently match nothing.
    func refuseMisspeltMissing(_ literal: Literal, of field: Field, _ metric: MetricInfo?) throws(Reported) {
        guard case .name(let name) = literal, !name.isQuoted, context.names[name] == nil,
            Suggestion.best(for: name.text, among: values(of: field, metric) + ["missing"]) == "missing",
            !isValue(name.text, of: field, metric)
        else { return }
        throw report(
            .misspeltMissing, "`\(name.text)` can't follow `is`", at: name.range,
            help: "did you mean `is missing`? To compare with text, use quotes: `is \"\(name.text)\"`",
            fix: [.init(name.range, "missing")])
    }

    /// The names of the field's values, which can be meant too: `fisshing` is `fishing`.
    private func values(of field: Field, _ metric: MetricInfo?) -> [String] {
        switch (field.kind, metric?.kind) {
        case (.value, .category(let type)): type.valueNames
        case (.value, .workouts), (.column, .workouts): WorkoutActivityType.all.map(\.shortName)
        case (.column(.name(let name)), _): metric?.fields.first { $0.name == name.key }?.values ?? []
        default: []
        }
    }

    /// Returns true if a known value of the field has this name.
    private func isValue(_ text: String, of field: Field, _ metric: MetricInfo?) -> Bool {
        switch (field.kind, metric?.kind) {
        case (.source, _): context.contents.sources.values.contains { $0.key == Source.fold(text) }
        case (.value, .category(let type)): type.rawValues(named: text) != nil
        case (.value, .workouts), (.column, .workouts): WorkoutActivityType.named(text) != nil
        case (.column(.name(let name)), _): metric?.fields.first { $0.name == name.key }?.value(named: text) != nil
        default: false
        }
    }

    /// Returns the test that matches texts with `pattern`.
    func test(_ match: TextMatch, _ pattern: String, at range: SourceRange) throws(Reported) -> TextTest {
        switch match {
        case .contains: return .contains(pattern)
        case .startsWith: return .startsWith(pattern)
        case .matches:
            if let flaw = PatternCost.flaw(of: pattern) {
                throw report(.malformedPattern, "this regular expression can't be used: \(flaw)", at: range, help: "see `help matches`")
            }
            if (try? Regex(pattern)) != nil { return .matches(pattern) }
            throw report(.malformedPattern, "this is not a valid regular expression", at: range, help: "see `help matches`")
        }
    }
}

extension Comparison {
    var isEquality: Bool { self == .equal || self == .notEqual }

    func holds(_ a: Int, _ b: Int) -> Bool {
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
