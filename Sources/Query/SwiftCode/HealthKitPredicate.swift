import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Divides the conditions of a plan into those that HealthKit's store can test and those that need Swift code.
struct HealthKitPredicate {
    /// Expressions of type `NSPredicate` that must all be true.
    private(set) var store: [String] = []
    /// Conditions on a `sample` that must all be true.
    private(set) var filters: [String] = []
    var needsCalendar: Bool { filters.contains { $0.contains("calendar.") || $0.contains("weeks.") } }
    /// The reasons why the store cannot test the filters.
    private(set) var reasons: [String] = []
    /// True if an expression uses the constant `sources`, the sources of the metric.
    private(set) var usesSources = false

    private let kind: SampleKind
    /// An expression for the time that profiles look at.
    private let profiledStart: String

    init(_ predicate: Predicate?, kind: SampleKind, hasSampleZones: Bool) {
        self.kind = kind
        profiledStart = hasSampleZones ? "wall(sample.startDate, sample)" : "sample.startDate"
        for conjunct in predicate?.conjuncts ?? [] {
            if let expression = expression(conjunct) {
                store.append(expression)
                usesSources = usesSources || expression.contains("from: sources")
            } else {
                filters.append(condition(conjunct))
                reasons.append("`where`: HealthKit cannot test \(Self.subject(of: conjunct))")
            }
        }
    }

    // MARK: Predicates of the store

    private func expression(_ predicate: Predicate) -> String? {
        switch predicate {
        case .all(let parts): return compound("and", parts)
        case .any(let parts): return compound("or", parts)
        case .not(let part): return expression(part).map(Self.not)
        case .number(let field, let comparison, let number): return compare(field, comparison, number)
        case .numberBetween(let field, let low, let high):
            return compound("and", [.number(field, .greaterOrEqual, low), .number(field, .lessOrEqual, high)])
        case .numberIn(let field, let numbers): return compound("or", numbers.map { .number(field, .equal, $0) })
        case .text(let field, let test): return match(field, test)
        case .textMissing(let field) where property(field) != nil: return nil
        case .numberMissing(.metadata(let key)), .textMissing(.metadata(let key)): return Self.not(Self.hasMetadata(key))
        case .enteredByUser: return "HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered, allowedValues: [true])"
        case .constant(let isTrue): return "NSPredicate(value: \(isTrue))"
        case .profile, .timeOfDay, .numberMissing, .textMissing, .person: return nil
        }
    }

    private func compound(_ word: String, _ parts: [Predicate]) -> String? {
        guard !parts.isEmpty else { return "NSPredicate(value: \(word == "and"))" }
        let expressions = parts.compactMap(expression)
        guard expressions.count == parts.count else { return nil }
        return expressions.count == 1
            ? expressions[0] : "NSCompoundPredicate(\(word)PredicateWithSubpredicates: [\(expressions.joined(separator: ", "))])"
    }

    private static func not(_ expression: String) -> String { "NSCompoundPredicate(notPredicateWithSubpredicate: \(expression))" }

    private static func hasMetadata(_ key: String) -> String {
        "HKQuery.predicateForObjects(withMetadataKey: \(SwiftText.literal(key)))"
    }

    private func compare(_ field: NumberField, _ comparison: Comparison, _ number: Double) -> String? {
        let test = ".\(Self.operatorName(comparison))"
        let literal = SwiftText.number(number)
        switch (field, kind) {
        case (.value, .quantity(_, let unit)):
            return
                "HKQuery.predicateForQuantitySamples(with: \(test), quantity: HKQuantity(unit: \(Self.unit(unit)), doubleValue: \(literal)))"
        case (.value, .category):
            guard let raw = Int(exactly: number) else { return nil }
            return "HKQuery.predicateForCategorySamples(with: \(test), value: \(raw))"
        case (.metadata(let key), _):
            return "HKQuery.predicateForObjects(withMetadataKey: \(SwiftText.literal(key)), operatorType: \(test), value: \(literal))"
        case (.metadataAmount(let key, let unit), _):
            return "HKQuery.predicateForObjects(withMetadataKey: \(SwiftText.literal(key)), operatorType: \(test), "
                + "value: HKQuantity(unit: \(Self.unit(unit.symbol)), doubleValue: \(literal)))"
        case (.start, _), (.end, _): return compareTime(field, comparison, number)
        case (.workout(.activeDuration), .workout): return "HKQuery.predicateForWorkouts(with: \(test), duration: \(literal))"
        case (.workout(.statistic(let metric)), .workout):
            return workouts("sum", of: metric, test, literal)
        case (.workout(.reading(let metric, let reading)), .workout): return workouts(reading.name, of: metric, test, literal)
        case (.value, .recording(.stateOfMind)): return "HKQuery.predicateForStatesOfMind(withValence: \(literal), operatorType: \(test))"
        case (.value, .workout), (.value, .recording), (.created, _), (.duration, _), (.workout, _): return nil
        }
    }

    private func workouts(_ number: String, of metric: MetricID, _ test: String, _ literal: String) -> String? {
        guard case .quantity(let type, let unit)? = SampleKind(metric) else { return nil }
        return "HKQuery.predicateForWorkouts(operatorType: \(test), quantityType: \(type), "
            + "\(number)Quantity: HKQuantity(unit: \(Self.unit(unit)), doubleValue: \(literal)))"
    }

    /// Returns a predicate with one bound. HealthKit has no equivalent of the other comparisons.
    private func compareTime(_ field: NumberField, _ comparison: Comparison, _ milliseconds: Double) -> String? {
        guard let time = Int64(exactly: milliseconds) else { return nil }
        let instant = Instant(milliseconds: time)
        switch (field, comparison) {
        case (.start, .greaterOrEqual): return Self.samples(from: instant, options: [".strictStartDate"])
        case (.start, .less): return Self.samples(to: instant, options: [])
        case (.end, .greaterOrEqual): return Self.samples(from: instant, options: [])
        case (.end, .less): return Self.samples(to: instant, options: [".strictEndDate"])
        default: return nil
        }
    }

    private static func samples(from start: Instant? = nil, to end: Instant? = nil, options: [String]) -> String {
        "HKQuery.predicateForSamples(withStart: \(start.map(date) ?? "nil"), end: \(end.map(date) ?? "nil"), "
            + "options: [\(options.joined(separator: ", "))])"
    }

    /// Returns the field of a state of mind that is a property in HealthKit.
    private func property(_ field: TextField) -> SampleField? {
        guard case .recording(.stateOfMind) = kind else { return nil }
        switch field {
        case .metadata(let key), .words(let key): return SampleField.all(of: .statesOfMind).first { $0.key == key }
        default: return nil
        }
    }

    private func match(_ field: TextField, _ test: TextTest) -> String? {
        if let property = property(field) {
            if case .equals(let words) = test { return property.healthKitPredicate(words) }
            return nil
        }
        switch (field, test) {
        case (.source, _):
            return "HKQuery.predicateForObjects(from: sources.filter { source in \(Self.holds(test, "source.name")) })"
        case (.device, .equals(let names)):
            return "HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: \(SwiftText.literal(names)))"
        case (.product, .equals(let names)):
            return
                "HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyHardwareVersion, allowedValues: \(SwiftText.literal(names)))"
        case (.metadata(let key), .equals(let values)):
            return "HKQuery.predicateForObjects(withMetadataKey: \(SwiftText.literal(key)), allowedValues: \(SwiftText.literal(values)))"
        case (.activity, .equals(let names)):
            let types = names.compactMap { WorkoutActivityType.named($0) }
            guard types.count == names.count else { return nil }
            let each = types.map { "HKQuery.predicateForWorkouts(with: HKWorkoutActivityType.\($0.shortName))" }
            return each.count == 1 ? each[0] : "NSCompoundPredicate(orPredicateWithSubpredicates: [\(each.joined(separator: ", "))])"
        case (.device, _), (.product, _), (.metadata, _), (.words, _), (.activity, _): return nil
        }
    }

    private static func operatorName(_ comparison: Comparison) -> String {
        switch comparison {
        case .equal: "equalTo"
        case .notEqual: "notEqualTo"
        case .less: "lessThan"
        case .lessOrEqual: "lessThanOrEqualTo"
        case .greater: "greaterThan"
        case .greaterOrEqual: "greaterThanOrEqualTo"
        }
    }

    // MARK: Conditions in Swift

    func condition(_ predicate: Predicate) -> String {
        switch predicate {
        case .all(let parts): return parts.isEmpty ? "true" : "(" + parts.map(condition).joined(separator: " && ") + ")"
        case .any(let parts): return parts.isEmpty ? "false" : "(" + parts.map(condition).joined(separator: " || ") + ")"
        case .not(let part): return "!(\(condition(part)))"
        case .number(let field, let comparison, let number):
            return self.number(field) { "\($0) \(Self.symbol(comparison)) \(SwiftText.number(number))" }
        case .numberBetween(let field, let low, let high):
            return self.number(field) { "\($0) >= \(SwiftText.number(low)) && \($0) <= \(SwiftText.number(high))" }
        case .numberIn(let field, let numbers):
            return self.number(field) { "[\(numbers.map(SwiftText.number).joined(separator: ", "))].contains(\($0))" }
        case .text(.activity, let test): return Self.activity(test)
        case .text(let field, let test): return property(field)?.healthKitCondition(test) ?? Self.holds(test, text(field))
        case .profile(let profile, let slots):
            return
                "[\(slots.map(String.init).joined(separator: ", "))].contains(\(ProfileCode(profile: profile).slot(of: profiledStart)))"
        case .timeOfDay(let times): return ClockCode.isIn(times, at: profiledStart)
        case .numberMissing(let field): return "(\(optionalNumber(field)) == nil)"
        case .textMissing(let field) where property(field) != nil: return property(field)?.healthKitAbsence ?? "false"
        case .textMissing(let field): return "((\(text(field)) as String?) == nil)"
        case .enteredByUser: return "(sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)"
        // HealthKit has the samples of one person.
        case .person: return "true"
        case .constant(let isTrue): return "\(isTrue)"
        }
    }

    private func number(_ field: NumberField, passes test: (String) -> String) -> String {
        "((\(optionalNumber(field))).map { number in \(test("number")) } ?? false)"
    }

    /// An expression of type `Double?`.
    private func optionalNumber(_ field: NumberField) -> String {
        switch field {
        case .value: return "Optional(\(kind.value(of: "sample")))"
        case .start: return "Optional(sample.startDate.timeIntervalSince1970 * 1000)"
        case .end: return "Optional(sample.endDate.timeIntervalSince1970 * 1000)"
        case .duration: return "Optional(sample.endDate.timeIntervalSince(sample.startDate))"
        // Apps cannot read when HealthKit saved a sample.
        case .created: return "(nil as Double?)"
        case .metadata(let key):
            return "(sample.metadata?[\(SwiftText.literal(key))]).flatMap { Double(String(describing: $0)) }"
        case .metadataAmount(let key, let unit):
            let amount = "(sample.metadata?[\(SwiftText.literal(key))] as? HKQuantity)"
            return "\(amount).map { $0.doubleValue(for: \(Self.unit(unit.symbol))) }"
        case .workout(let field): return kind.workout(field, of: "sample")
        }
    }

    /// An expression of type `String?`.
    private func text(_ field: TextField) -> String {
        switch field {
        case .source: "Optional(sample.sourceRevision.source.name)"
        case .device: "sample.device?.name"
        case .product: "sample.device?.hardwareVersion"
        case .metadata(let key), .words(let key): "(sample.metadata?[\(SwiftText.literal(key))]).map { String(describing: $0) }"
        case .activity: "Optional(\"\")"
        }
    }

    /// Lists the numbers of the activities that pass the test, because HealthKit has no names of activities at run time.
    private static func activity(_ test: TextTest) -> String {
        let matches = (try? test.matcher()) ?? { _ in false }
        let passing = WorkoutActivityType.all.filter { matches($0.exportName) || matches($0.shortName) }
        let numbers = passing.compactMap { $0.rawValue.map(String.init) }.joined(separator: ", ")
        return "([\(numbers)] as [UInt]).contains(sample.workoutActivityType.rawValue)"
    }

    /// Returns a condition on an expression of type `String` or `String?`. It ignores case, like Tally.
    private static func holds(_ test: TextTest, _ text: String) -> String {
        let folded = "((\(text) as String?)?.lowercased())"
        return switch test {
        case .equals(let texts): "\(SwiftText.literal(texts.map { $0.lowercased() })).contains(\(folded) ?? \"\")"
        case .contains(let part): "(\(folded).map { $0.contains(\(SwiftText.literal(part.lowercased()))) } ?? false)"
        case .startsWith(let part): "(\(folded).map { $0.hasPrefix(\(SwiftText.literal(part.lowercased()))) } ?? false)"
        case .matches(let pattern):
            "((\(text) as String?).map { $0.range(of: \(SwiftText.literal(pattern)), options: .regularExpression) != nil } ?? false)"
        }
    }

    private static func symbol(_ comparison: Comparison) -> String { comparison == .equal ? "==" : comparison.rawValue }

    private static func subject(of predicate: Predicate) -> String {
        switch predicate {
        case .all, .any, .not: "this condition"
        case .number(let field, _, _), .numberBetween(let field, _, _), .numberIn(let field, _), .numberMissing(let field): name(field)
        case .text(let field, .contains), .text(let field, .startsWith), .text(let field, .matches): "a part of \(name(field))"
        case .text(let field, .equals), .textMissing(let field): "whether there is \(name(field))"
        case .profile(let profile, _): profile.rawValue
        case .timeOfDay: "the time of day"
        case .enteredByUser, .person, .constant: "this condition"
        }
    }

    private static func name(_ field: NumberField) -> String {
        switch field {
        case .value: "this value"
        case .start: "`start` in this way"
        case .end: "`end` in this way"
        case .created: "`created`, because apps cannot read when a sample was saved"
        case .duration: "the duration of samples"
        case .workout: "this field of workouts"
        case .metadata, .metadataAmount: "this metadata value"
        }
    }

    private static func name(_ field: TextField) -> String {
        switch field {
        case .source: "a source's name"
        case .device: "a device's name"
        case .product: "a product code"
        case .metadata, .words: "a metadata value"
        case .activity: "an activity"
        }
    }

    static func date(_ instant: Instant) -> String {
        "Date(timeIntervalSince1970: \(SwiftText.number(Double(instant.milliseconds) / 1000)))"
    }

    static func unit(_ symbol: String) -> String { "HKUnit(from: \(SwiftText.literal(symbol)))" }
}

extension Predicate {
    /// The conditions that must all be true.
    fileprivate var conjuncts: [Predicate] {
        switch self {
        case .all(let parts): parts.flatMap(\.conjuncts)
        case .constant(true): []
        default: [self]
        }
    }
}
