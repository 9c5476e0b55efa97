import Foundation
@_spi(Guests) import TallyKit

/// A condition of a predicate: what HealthKit's constructors of predicates say.
enum SampleCondition {
    /// The samples chosen by their time. A bound that is nil does not choose.
    case dates(start: Date?, end: Date?, HKQueryOptions)
    /// The start or the end of samples compared with a date.
    case time(TimeField, Comparison, Date)
    case quantity(Comparison, HKQuantity)
    case category(Comparison, Int)
    case categories(Set<Int>)
    case sources(Set<HKSource>)
    case revisions(Set<HKSourceRevision>)
    case devices(Set<HKDevice>)
    case deviceProperty(String, Set<String>)
    case metadata(key: String, MetadataTest)
    case objects(Set<UUID>)
    case workout(HKWorkout)
    case workoutActivity(HKWorkoutActivityType)
    case workoutNumber(Comparison, value: Double, WorkoutNumber)
    case withoutCorrelation
    /// A test, and its text.
    case electrocardiogram(String, (HKElectrocardiogram) -> Bool)
    /// A test of any object, and its text.
    case test(String, (Any) -> Bool)
    case valence(Comparison, Double)
    /// A test, and its text.
    case stateOfMind(String, (HKStateOfMind) -> Bool)
    /// The days of activity summaries, as `yyyy-MM-dd`. A bound that is nil does not choose.
    case days(from: String?, through: String?)

    enum TimeField { case start, end }

    enum MetadataTest {
        case exists
        case isAny([String])
        case compares(Comparison, with: Any)
    }

    /// A number of a workout, as a function of it.
    struct WorkoutNumber {
        /// The key path, as in `HKPredicateKeyPathWorkoutDuration`.
        var key: String
        /// The text of the value that it is compared with.
        var text: String
        var value: (HKWorkout) -> Double?
    }
}

extension SampleCondition {
    /// The condition on a quantity that workouts keep, in the unit of `quantity`.
    static func workouts(
        _ key: String, _ test: Comparison, _ quantity: HKQuantity, _ number: @escaping (HKWorkout) -> HKQuantity?
    ) -> SampleCondition {
        .workoutNumber(
            test, value: quantity.value,
            WorkoutNumber(key: key, text: "\(quantity)") {
                number($0).flatMap { $0.is(compatibleWith: quantity.unit) ? $0.doubleValue(for: quantity.unit) : nil }
            })
    }

    /// The condition on the duration of workouts, in seconds.
    static func duration(_ test: Comparison, _ seconds: Double) -> SampleCondition {
        .workoutNumber(test, value: seconds, WorkoutNumber(key: HKPredicateKeyPathWorkoutDuration, text: "\(seconds)") { $0.duration })
    }

    /// Returns a day as `yyyy-MM-dd`. Traps unless the components are a day.
    static func day(_ components: DateComponents) -> String {
        guard let year = components.year, let month = components.month, let day = components.day,
            ActivitySummary.isDay(year, month, day)
        else { fatalError("Date components of an activity summary need a year, a month and a day: \(components)") }
        return String(format: "%04d-%02d-%02d", year, month, day)
    }
}

extension Comparison {
    /// Creates the comparison of an operator. Traps for the operators of texts and sets, by which samples are not compared.
    init(_ test: PredicateOperator) {
        switch test {
        case .lessThan: self = .less
        case .lessThanOrEqualTo: self = .lessOrEqual
        case .greaterThan: self = .greater
        case .greaterThanOrEqualTo: self = .greaterOrEqual
        case .equalTo: self = .equal
        case .notEqualTo: self = .notEqual
        default: fatalError("Unsupported operator type: \(test). Samples have <, <=, >, >=, == and !=")
        }
    }

    /// The comparison with its sides exchanged.
    var flipped: Comparison {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .equal, .notEqual: self
        }
    }

    func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
        switch self {
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        case .equal: a == b
        case .notEqual: a != b
        }
    }
}

// MARK: As a filter

extension SampleCondition {
    /// Returns the filter of samples of a type; nil if only objects can be tested.
    func lowered(for type: HKSampleType) -> SampleFilter? {
        switch self {
        case .dates(let start, let end, let options): return Self.dates(start, end, options)
        case .time(let field, let test, let date):
            // Samples start and end at whole milliseconds, other dates are between them.
            let isWhole = Instant(date).date == date
            guard isWhole || test == .less || test == .greaterOrEqual else { return nil }
            let time = Instant(firstAtOrAfter: date)
            return field == .start ? .start(test, time) : .end(test, time)
        case .quantity(let test, let quantity):
            guard let type = type as? HKQuantityType, type.isMeasured(in: quantity) else { return nil }
            return .value(test, type.storedValue(of: quantity))
        case .category(let test, let value):
            guard type is HKCategoryType else { return nil }
            return .value(test, Double(value))
        case .categories(let values):
            return type is HKCategoryType ? .valueIn(values.map(Double.init).sorted()) : nil
        case .valence(let test, let valence): return type is HKStateOfMindType ? .value(test, valence) : nil
        case .sources(let sources):
            return .source(sources.map(\.name).sorted())
        case .workout(let workout):
            return .all([
                .start(.greaterOrEqual, Instant(firstAtOrAfter: workout.startDate)),
                .end(.lessOrEqual, Instant(firstAtOrAfter: workout.endDate)),
                .source([workout.source.name]),
            ])
        case .withoutCorrelation, .electrocardiogram, .stateOfMind, .test, .revisions, .devices, .deviceProperty, .metadata,
            .objects, .workoutActivity, .workoutNumber, .days:
            return nil
        }
    }

    /// Chooses whole samples: those that overlap the time, or that start or end in it.
    private static func dates(_ start: Date?, _ end: Date?, _ options: HKQueryOptions) -> SampleFilter {
        // Samples start and end at whole milliseconds.
        let start = start.map { Instant(firstAtOrAfter: $0) }
        let end = end.map { Instant(firstAtOrAfter: $0) }
        var parts: [SampleFilter] = []
        let (fromStart, fromEnd) = (options.contains(.strictStartDate), options.contains(.strictEndDate))
        if let start {
            if fromStart { parts.append(.start(.greaterOrEqual, start)) }
            if fromEnd || !fromStart { parts.append(.end(.greaterOrEqual, start)) }
        }
        if let end {
            if fromStart || !fromEnd { parts.append(.start(.less, end)) }
            if fromEnd { parts.append(.end(.less, end)) }
        }
        return .all(parts)
    }
}

// MARK: Of an object

extension SampleCondition {
    /// Returns true if an object meets the condition.
    func holds(for object: Any?) -> Bool {
        if case .days(let first, let last) = self {
            guard let summary = object as? HKActivitySummary else { return false }
            return summary.isIn(first, last)
        }
        if case .test(_, let test) = self { return object.map(test) ?? false }
        guard let object = object as? HKObject else { return false }
        switch self {
        case .dates(let start, let end, let options): return (object as? HKSample)?.isIn(start, end, options) ?? false
        case .time(let field, let test, let date):
            return (object as? HKSample).map { test.holds(field == .start ? $0.startDate : $0.endDate, date) } ?? false
        case .quantity(let test, let quantity):
            guard let sample = object as? HKQuantitySample, sample.quantityType.isMeasured(in: quantity) else { return false }
            return test.holds(sample.quantity.value, quantity.doubleValue(for: sample.quantity.unit))
        case .category(let test, let value): return (object as? HKCategorySample).map { test.holds($0.value, value) } ?? false
        case .categories(let values): return (object as? HKCategorySample).map { values.contains($0.value) } ?? false
        case .sources(let sources): return sources.contains(object.source)
        case .revisions(let revisions):
            return revisions.contains {
                $0.source == object.source
                    && ($0.version == nil || $0.version == HKSourceRevisionAnyVersion || $0.version == object.sourceRevision.version)
            }
        case .devices(let devices): return object.device.map(devices.contains) ?? false
        case .deviceProperty(let key, let values): return object.device?.property(key).map(values.contains) ?? false
        case .metadata(let key, let test): return test.holds(for: object.metadata?[key])
        case .objects(let identifiers): return identifiers.contains(object.uuid)
        case .workout(let workout):
            guard let sample = object as? HKSample else { return false }
            return sample.startDate >= workout.startDate && sample.endDate <= workout.endDate && sample.source == workout.source
        case .workoutActivity(let activity): return (object as? HKWorkout)?.workoutActivityType == activity
        case .workoutNumber(let test, let value, let number):
            return (object as? HKWorkout).flatMap(number.value).map { test.holds($0, value) } ?? false
        case .withoutCorrelation: return !(object is HKCorrelation)
        case .valence(let test, let valence): return (object as? HKStateOfMind).map { test.holds($0.valence, valence) } ?? false
        case .stateOfMind(_, let test): return (object as? HKStateOfMind).map(test) ?? false
        case .electrocardiogram(_, let test): return (object as? HKElectrocardiogram).map(test) ?? false
        case .days, .test: return false
        }
    }
}

extension HKSample {
    fileprivate func isIn(_ start: Date?, _ end: Date?, _ options: HKQueryOptions) -> Bool {
        let (fromStart, fromEnd) = (options.contains(.strictStartDate), options.contains(.strictEndDate))
        if let start {
            if fromStart, startDate < start { return false }
            if fromEnd || !fromStart, endDate < start { return false }
        }
        if let end {
            if fromStart || !fromEnd, startDate >= end { return false }
            if fromEnd, endDate >= end { return false }
        }
        return true
    }
}

extension SampleCondition.MetadataTest {
    fileprivate func holds(for value: Any?) -> Bool {
        guard let value else {
            // A missing value is not equal to any other.
            if case .compares(.notEqual, _) = self { return true }
            return false
        }
        switch self {
        case .exists: return true
        case .isAny(let texts): return texts.contains(StoredMetadata.text(of: value))
        case .compares(let test, let other):
            if let a = value as? HKQuantity, let b = other as? HKQuantity {
                return a.is(compatibleWith: b.unit) && test.holds(a.value, b.doubleValue(for: a.unit))
            }
            if let a = value as? Date, let b = other as? Date { return test.holds(a, b) }
            if let a = value as? NSNumber, let b = (other as? NSNumber)?.doubleValue ?? Double(StoredMetadata.text(of: other)) {
                return test.holds(a.doubleValue, b)
            }
            return test.holds(StoredMetadata.text(of: value), StoredMetadata.text(of: other))
        }
    }
}
