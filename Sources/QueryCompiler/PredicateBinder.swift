import CalendarIntervals
import Diagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// Turns a `where` into a condition on samples, every literal in the unit of what it is compared with.
struct PredicateBinder {
    let times: TimeResolver
    let weekStart: CalendarIntervals.Weekday
    /// The metric whose values are meant by `value`, and the unit of bare numbers; nil where several metrics are asked.
    let metric: MetricInfo?
    let unit: HealthUnit?

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
            let found: QueryPlan.Predicate?? = binder.following(name) { binder, value in
                guard case .predicate(let inner) = value else { return .some(nil) }
                return .some(self.bind(inner, &binder))
            }
            if let predicate = found ?? nil { return predicate }
            binder.reportUnusable(name, wanted: "predicate", help: "write `let \(name.text) = where value > 100` first")
            return nil
        case .compare(let field, let comparison, let literal): return compare(field, Comparison(comparison), literal, &binder)
        case .equals(let field, let literal, let negated):
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
            let tests = literals.map { compare(field, .equal, $0, &binder) }
            return tests.contains { $0 == nil } ? nil : .any(tests.compactMap { $0 })
        case .text(let field, let match, let operand): return text(field, match, operand, &binder)
        }
    }

    /// What a field is compared with.
    private enum BoundField {
        case number(NumberField, NumberKind)
        case text(TextField)
        case metadata(String)
        case profile(CalendarIntervals.Profile)
        case category(CategoryType)
        case activity
    }

    private enum NumberKind {
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
        case .duration: return .number(.duration, .seconds)
        case .metadata(let key): return .metadata(key.value)
        case .profile(let profile): return .profile(CalendarIntervals.Profile(profile))
        case .column(.aggregate(let aggregate)):
            binder.report(
                .unknownField, "samples have no field `\(QueryPlan.Aggregate(aggregate.kind).name)`", at: field.range,
                help: "to keep rows by their result, write it as a stage: `| where \(QueryPlan.Aggregate(aggregate.kind).name) > …`")
            return nil
        case .column(.name(let name)): return workoutField(name, &binder)
        }
    }

    private func workoutField(_ name: Name, _ binder: inout Binder) -> BoundField? {
        guard case .workouts? = metric?.kind else {
            let known = ["value", "source", "device", "product", "start", "end", "duration", "created"]
            binder.report(
                .unknownField, "samples have no field `\(name.text)`", at: name.range,
                help: Suggestion.best(for: name.text, among: known).map { "did you mean `\($0)`?" }
                    ?? "fields are \(known.joined(separator: ", ")) and metadata \"KEY\"")
            return nil
        }
        switch name.key {
        case "activity": return .activity
        case "distance": return .number(.workout(.distance), .value(HealthUnit("km")))
        case "energy", "activeenergy":
            return .number(.workout(.statistic(MetricID("HKQuantityTypeIdentifierActiveEnergyBurned"))), .value(HealthUnit("kcal")))
        case "activeduration", "activetime": return .number(.workout(.activeDuration), .seconds)
        default:
            guard case .known(let info) = MetricCatalog.resolve(name: name.text), case .quantity(let type) = info.kind else {
                binder.report(
                    .unknownField, "workouts have no field `\(name.text)`", at: name.range,
                    help:
                        "fields of workouts are activity, duration, activeDuration, energy, distance and the metrics they have statistics of"
                )
                return nil
            }
            return .number(.workout(.statistic(info.id)), .value(type.storageUnit))
        }
    }

    private func compare(
        _ syntax: Field, _ comparison: QueryPlan.Comparison, _ literal: Literal, _ binder: inout Binder
    ) -> QueryPlan.Predicate? {
        guard let field = field(syntax, &binder) else { return nil }
        let isEquality = comparison == .equal || comparison == .notEqual
        if !isEquality {
            switch field {
            case .number, .profile, .metadata: break
            default:
                binder.report(
                    .unorderedField, "this field has no order", at: syntax.range.union(literal.range), help: "use =, != or in (…)")
                return nil
            }
        }
        func equality(_ test: QueryPlan.Predicate?) -> QueryPlan.Predicate? {
            comparison == .notEqual ? test.map { .not($0) } : test
        }
        switch field {
        case .number(.start, .instant), .number(.end, .instant), .number(.created, .instant):
            guard case .number(let number, _) = field else { return nil }
            return compareTime(number, comparison, literal, &binder)
        case .number(let number, let kind):
            return self.number(literal, kind, &binder).map { .number(number, comparison, $0) }
        case .text(let text): return equality(names(literal, &binder).map { names in self.test(text, names, literal, &binder) })
        case .metadata(let key):
            if case .number(let number, nil) = resolved(literal, &binder) ?? literal {
                if isEquality {
                    return equality(.any([.number(.metadata(key), .equal, number.value), .text(.metadata(key), .equals([number.text]))]))
                }
                return .number(.metadata(key), comparison, number.value)
            }
            guard isEquality else {
                binder.report(.unorderedField, "texts have no order here", at: literal.range, help: "compare with a number, or use =")
                return nil
            }
            return equality(names(literal, &binder).map { .text(.metadata(key), .equals($0)) })
        case .profile(let profile):
            guard let slot = slot(literal, profile, &binder) else { return nil }
            let slots = (0..<profile.slotCount).filter { comparison.holds($0, slot) }
            return .profile(profile, slots: slots.map(Int32.init))
        case .category(let type):
            return equality(categoryValues(literal, type, &binder).map { .numberIn(.value, $0.map(Double.init)) })
        case .activity: return equality(activities(literal, &binder).map { .text(.activity, .equals($0)) })
        }
    }

    private func between(_ syntax: Field, _ low: Literal, _ high: Literal, _ binder: inout Binder) -> QueryPlan.Predicate? {
        guard let field = field(syntax, &binder) else { return nil }
        switch field {
        case .profile(let profile):
            guard let first = slot(low, profile, &binder), let last = slot(high, profile, &binder) else { return nil }
            // `between 22 and 5` goes on past the last slot.
            let slots = first <= last ? Array(first...last) : Array(first..<profile.slotCount) + Array(0...last)
            return .profile(profile, slots: slots.map(Int32.init))
        case .number, .metadata:
            guard let least = compare(syntax, .greaterOrEqual, low, &binder), let most = compare(syntax, .lessOrEqual, high, &binder)
            else { return nil }
            return .all([least, most])
        default:
            binder.report(
                .unorderedField, "this field has no order", at: syntax.range.union(high.range), help: "use in (…)")
            return nil
        }
    }

    /// `start > 2024-03-10` means after that day, `start <= 2024-03-10` its last moment included.
    private func compareTime(
        _ field: NumberField, _ comparison: QueryPlan.Comparison, _ literal: Literal, _ binder: inout Binder
    ) -> QueryPlan.Predicate? {
        let time: ResolvedTime?
        switch literal {
        case .when(let when): time = times.resolve(when, &binder)
        case .span(let span): time = times.resolve(span, &binder) ?? nil
        case .number(let number, nil):
            time = TimeResolver.year(number).flatMap { times.calendar.period(named: .year($0)) }.map(ResolvedTime.period)
        case .name(let name):
            guard let named = times.resolve(InstantPhrase.name(name), &binder) else { return nil }
            time = named
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
        times.floatingZone?.instant(ofLocalMilliseconds: instant.milliseconds) ?? instant
    }

    // MARK: Literals

    /// Follows a name to the literal that it holds; the literal itself where it is no name that `let` gave.
    private func resolved(_ literal: Literal, _ binder: inout Binder) -> Literal? {
        guard case .name(let name) = literal else { return literal }
        return binder.following(name) { _, value in
            guard case .literal(let inner) = value else { return nil }
            return inner
        }
    }

    private func number(_ literal: Literal, _ kind: NumberKind, _ binder: inout Binder) -> Double? {
        switch (resolved(literal, &binder) ?? literal, kind) {
        case (.number(let number, nil), .value(let unit)):
            guard let unit, let metric, let storage = metric.storageUnit else { return number.value }
            return HealthUnit.convert(number.value, from: unit, to: storage) ?? number.value
        case (.number(let number, let text?), .value(let wanted)):
            let value = text.text == "%" && abs(number.value) > 1 ? number.value / 100 : number.value
            guard let info = metric, case .quantity = info.kind else {
                guard let wanted, case .success(let unit) = HealthUnit.parseForPeople(text.text) else { return number.value }
                guard let converted = HealthUnit.convert(value, from: unit, to: wanted) else {
                    binder.report(
                        .incompatibleUnit, "this field is measured in \(wanted.symbol)", at: text.range, help: "use \(wanted.symbol)")
                    return nil
                }
                return converted
            }
            guard let unit = binder.unit(text, for: info), let storage = info.storageUnit else { return nil }
            return HealthUnit.convert(value, from: unit, to: storage)
        case (.number(let number, let text), .seconds):
            guard let text else {
                binder.report(
                    .missingUnit, "a duration needs its unit", at: number.range, help: "write \(number.text)min or \(number.text)s")
                return nil
            }
            guard case .success(let unit) = HealthUnit.parseForPeople(text.text),
                let seconds = HealthUnit.convert(number.value, from: unit, to: .second)
            else {
                binder.report(.incompatibleUnit, "`\(text.text)` is no unit of time", at: text.range, help: "use s, min or hr")
                return nil
            }
            return seconds
        case (.duration(let amount), .seconds):
            guard let interval = times.interval(amount, &binder) else { return nil }
            if let length = interval.elapsedMilliseconds { return Double(length) / 1000 }
            if interval.period == .day { return Double(interval.count) * 86_400 }
            binder.report(
                .unfixedDuration, "the length of a \(interval.period.name) is not fixed", at: amount.range, help: "use hours or days")
            return nil
        case (let other, .value):
            binder.report(.numberExpected, "a number is needed here", at: other.range, help: "compare with a number, as in `value > 100`")
            return nil
        case (let other, _):
            binder.report(.numberExpected, "a duration is needed here", at: other.range, help: "write 10min or 2h")
            return nil
        }
    }

    private func names(_ literal: Literal, _ binder: inout Binder) -> [String]? {
        switch resolved(literal, &binder) ?? literal {
        case .texts(let texts): return texts.map(\.value)
        case .name(let name): return [name.text]
        case .number(let number, nil): return [number.text]
        case .bool(let value, _): return [value ? "1" : "0"]
        case let other:
            binder.report(.textExpected, "a text is needed here", at: other.range, help: "write it between quotes")
            return nil
        }
    }

    /// Warns where no source of the store has such a name.
    private func test(_ field: TextField, _ names: [String], _ literal: Literal, _ binder: inout Binder) -> QueryPlan.Predicate {
        if field == .source, !binder.context.contents.sources.isEmpty {
            let known = binder.context.contents.sources.values.map(\.name).sorted()
            let keys = Set(known.map(Source.fold))
            for name in names where !keys.contains(Source.fold(name)) {
                let suggestion = Suggestion.best(for: name, among: known)
                binder.report(
                    .unknownSource, "no source is called \"\(name)\"", at: literal.range,
                    help: suggestion.map { "did you mean \"\($0)\"?" } ?? "`show sources` lists them")
            }
        }
        return .text(field, .equals(names))
    }

    private func slot(_ literal: Literal, _ profile: CalendarIntervals.Profile, _ binder: inout Binder) -> Int? {
        let resolved = resolved(literal, &binder) ?? literal
        if case .weekday(let phrase) = resolved, profile == .weekday {
            return CalendarIntervals.Weekday(phrase.weekday).rawValue - 1
        }
        if case .time(let time) = resolved, profile == .hourOfDay, time.minute == 0, time.second == 0 { return time.hour }
        if case .number(let number, nil) = resolved, number.value == number.value.rounded(), abs(number.value) < 1000 {
            let slot = Int(number.value) - profile.firstNumber
            if (0..<profile.slotCount).contains(slot) { return slot }
        }
        let range = "\(profile.firstNumber) to \(profile.firstNumber + profile.slotCount - 1)"
        binder.report(
            .numberExpected, profile == .weekday ? "a weekday is needed here" : "a number from \(range) is needed here", at: literal.range,
            help: profile == .weekday ? "write monday … sunday" : nil)
        return nil
    }

    private func categoryValues(_ literal: Literal, _ type: CategoryType, _ binder: inout Binder) -> [Int]? {
        let resolved = resolved(literal, &binder) ?? literal
        let name: String
        switch resolved {
        case .name(let written): name = written.text
        case .texts(let texts) where texts.count == 1: name = texts[0].value
        case .number(let number, nil): name = number.text
        default: name = ""
        }
        if let values = type.rawValues(named: name) { return values }
        let known = type.values.map(\.name) + (type.rawValues(named: "asleep") == nil ? [] : ["asleep", "core", "deep", "rem"])
        let suggestion = Suggestion.best(for: name, among: known)
        binder.report(
            .unknownValue, "\(type.id.shortName) has no value `\(name)`", at: literal.range,
            help: suggestion.map { "did you mean `\($0)`?" }
                ?? (known.isEmpty ? "its values are numbers" : "values are \(known.joined(separator: ", "))"))
        return nil
    }

    private func activities(_ literal: Literal, _ binder: inout Binder) -> [String]? {
        guard let names = names(literal, &binder) else { return nil }
        var activities: [String] = []
        for name in names {
            if let activity = WorkoutActivityType.named(name) {
                activities.append(activity.exportName)
            } else if name.hasPrefix("HKWorkoutActivityType") {
                activities.append(name)
            } else {
                let suggestion = Suggestion.best(for: name, among: WorkoutActivityType.all.map(\.shortName))
                binder.report(
                    .unknownValue, "there is no activity `\(name)`", at: literal.range, help: suggestion.map { "did you mean `\($0)`?" })
                return nil
            }
        }
        return activities
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
        switch match {
        case .contains: return .text(text, .contains(pattern))
        case .startsWith: return .text(text, .startsWith(pattern))
        case .matches:
            guard (try? Regex(pattern)) != nil else {
                binder.report(.malformedPattern, "this is no regular expression", at: operand.range, help: "see `help matches`")
                return nil
            }
            return .text(text, .matches(pattern))
        }
    }
}

extension QueryPlan.Comparison {
    init(_ comparison: QuerySyntax.Comparison) {
        switch comparison {
        case .equal: self = .equal
        case .notEqual: self = .notEqual
        case .less: self = .less
        case .lessOrEqual: self = .lessOrEqual
        case .greater: self = .greater
        case .greaterOrEqual: self = .greaterOrEqual
        }
    }

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
