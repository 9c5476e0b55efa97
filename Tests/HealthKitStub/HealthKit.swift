import Foundation

// The part of HealthKit that explanations use, declared as in Apple's documentation. On systems without HealthKit, emitted code is
// type-checked against it. Functions that read samples work on the samples in `everything`. Functions that only HealthKit can compute have
// no body. The stub is compiled into one module with emitted code, so it can also provide what Foundation lacks on Linux.

// MARK: Foundation

enum NSComparisonPredicate {
    enum Operator {
        case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo

        func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
            switch self {
            case .lessThan: a < b
            case .lessThanOrEqualTo: a <= b
            case .greaterThan: a > b
            case .greaterThanOrEqualTo: a >= b
            case .equalTo: a == b
            case .notEqualTo: a != b
            }
        }
    }
}

final class NSSortDescriptor {
    init(key: String?, ascending: Bool) { fatalError() }
}

// MARK: Types and units

class HKObjectType: NSObject, @unchecked Sendable {
    var identifier = ""
    override init() {}
    class func workoutType() -> HKWorkoutType { fatalError() }
    class func activitySummaryType() -> HKActivitySummaryType { fatalError() }
}
class HKSampleType: HKObjectType, @unchecked Sendable {}
final class HKQuantityType: HKSampleType, @unchecked Sendable {
    convenience init(_ identifier: HKQuantityTypeIdentifier) {
        self.init()
        self.identifier = identifier.rawValue
    }
}
final class HKCategoryType: HKSampleType, @unchecked Sendable {
    convenience init(_ identifier: HKCategoryTypeIdentifier) {
        self.init()
        self.identifier = identifier.rawValue
    }
}
final class HKWorkoutType: HKSampleType, @unchecked Sendable {}
final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

final class HKUnit: NSObject, @unchecked Sendable {
    private(set) var name = ""
    override init() {}
    convenience init(from string: String) {
        self.init()
        name = string
    }
}
final class HKQuantity: NSObject, @unchecked Sendable {
    private(set) var unit = HKUnit(from: "")
    private(set) var value = 0.0
    override init() {}
    convenience init(unit: HKUnit, doubleValue value: Double) {
        self.init()
        self.unit = unit
        self.value = value
    }
    func doubleValue(for other: HKUnit) -> Double {
        if other.name == unit.name { return value }
        let sizes: [[String: Double]] = [
            ["s": 1, "min": 60, "hr": 3600], ["m": 1, "km": 1000, "mi": 1609.344], ["g": 1, "kg": 1000, "lb": 453.59237],
        ]
        guard let family = sizes.first(where: { $0[unit.name] != nil }), let from = family[unit.name], let to = family[other.name] else {
            fatalError("no conversion from \(unit.name) to \(other.name)")
        }
        return value * from / to
    }
}

// MARK: Samples

final class HKSource: NSObject, @unchecked Sendable {
    var name = ""
    var bundleIdentifier: String { name }
    override init() {}
}
final class HKSourceRevision: NSObject, @unchecked Sendable {
    var source = HKSource()
    override init() {}
    var version: String? { fatalError() }
    var productType: String? { fatalError() }
}
final class HKDevice: NSObject, @unchecked Sendable {
    var name: String? { fatalError() }
    var hardwareVersion: String? { fatalError() }
}
class HKObject: NSObject, @unchecked Sendable {
    let uuid = UUID()
    var metadata: [String: Any]?
    var device: HKDevice? { nil }
    let sourceRevision = HKSourceRevision()
    override init() {}
}
class HKSample: HKObject, @unchecked Sendable {
    var identifier = ""
    var startDate = Date()
    var endDate = Date()
}
class HKQuantitySample: HKSample, @unchecked Sendable {
    var quantity = HKQuantity()
}
final class HKCategorySample: HKSample, @unchecked Sendable {
    var value = 0
}
final class HKWorkout: HKSample, @unchecked Sendable {
    var workoutActivityType: HKWorkoutActivityType { fatalError() }
    var duration: TimeInterval { fatalError() }
    var allStatistics: [HKQuantityType: HKStatistics] { fatalError() }
    func statistics(for quantityType: HKQuantityType) -> HKStatistics? { fatalError() }
}
final class HKActivitySummary: NSObject, @unchecked Sendable {}

let HKMetadataKeyWasUserEntered = "HKWasUserEntered"
let HKMetadataKeyTimeZone = "HKTimeZone"
let HKDevicePropertyKeyName = "name"
let HKDevicePropertyKeyHardwareVersion = "hardware"
let HKSampleSortIdentifierStartDate = "startDate"
let HKObjectQueryNoLimit = 0

// MARK: Statistics

struct HKStatisticsOptions: OptionSet, Sendable {
    let rawValue: UInt
    static let separateBySource = HKStatisticsOptions(rawValue: 1 << 0)
    static let discreteAverage = HKStatisticsOptions(rawValue: 1 << 1)
    static let discreteMin = HKStatisticsOptions(rawValue: 1 << 2)
    static let discreteMax = HKStatisticsOptions(rawValue: 1 << 3)
    static let cumulativeSum = HKStatisticsOptions(rawValue: 1 << 4)
    static let mostRecent = HKStatisticsOptions(rawValue: 1 << 5)
    static let duration = HKStatisticsOptions(rawValue: 1 << 6)
}

final class HKStatistics: NSObject, @unchecked Sendable {
    var startDate: Date { fatalError() }
    var endDate: Date { fatalError() }
    var sources: [HKSource]? { fatalError() }
    func averageQuantity() -> HKQuantity? { fatalError() }
    func averageQuantity(for source: HKSource) -> HKQuantity? { fatalError() }
    func minimumQuantity() -> HKQuantity? { fatalError() }
    func minimumQuantity(for source: HKSource) -> HKQuantity? { fatalError() }
    func maximumQuantity() -> HKQuantity? { fatalError() }
    func maximumQuantity(for source: HKSource) -> HKQuantity? { fatalError() }
    func mostRecentQuantity() -> HKQuantity? { fatalError() }
    func mostRecentQuantity(for source: HKSource) -> HKQuantity? { fatalError() }
    func sumQuantity() -> HKQuantity? { fatalError() }
    func sumQuantity(for source: HKSource) -> HKQuantity? { fatalError() }
    func duration() -> HKQuantity? { fatalError() }
    func duration(for source: HKSource) -> HKQuantity? { fatalError() }
}

final class HKStatisticsCollection: NSObject, @unchecked Sendable {
    func enumerateStatistics(
        from startDate: Date, to endDate: Date, with block: @escaping (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
    ) { fatalError() }
    func sources() -> Set<HKSource> { fatalError() }
    func statistics() -> [HKStatistics] { fatalError() }
}

// MARK: Queries

struct HKError: Error {
    enum Code: Int { case unknownError, errorNoData = 11 }
    var code: Code
}

final class HKHealthStore: NSObject, @unchecked Sendable {
    func execute(_ query: HKQuery) { query.run() }
}

struct HKQueryOptions: OptionSet, Sendable {
    let rawValue: UInt
    static let strictStartDate = HKQueryOptions(rawValue: 1 << 0)
    static let strictEndDate = HKQueryOptions(rawValue: 1 << 1)
}

/// All samples; filled before the first query.
nonisolated(unsafe) var everything: [HKSample] = []

class HKQuery: NSObject, @unchecked Sendable {
    func run() { fatalError() }
    override init() {}
    private static func on(_ test: @escaping @Sendable (HKSample) -> Bool) -> NSPredicate {
        NSPredicate { object, _ in (object as? HKSample).map(test) ?? false }
    }
    class func predicateForSamples(withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []) -> NSPredicate {
        let (start, end) = (startDate ?? .distantPast, endDate ?? .distantFuture)
        let isStrict = (options.contains(.strictStartDate), options.contains(.strictEndDate))
        return on { sample in
            let startsInside = start <= sample.startDate && sample.startDate < end
            let endsInside = start <= sample.endDate && sample.endDate < end
            return switch isStrict {
            case (true, true): startsInside && endsInside
            case (true, false): startsInside
            case (false, true): endsInside
            case (false, false): sample.endDate >= start && sample.startDate < end
            }
        }
    }
    class func predicateForQuantitySamples(with operatorType: NSComparisonPredicate.Operator, quantity: HKQuantity) -> NSPredicate {
        on { ($0 as? HKQuantitySample).map { operatorType.holds($0.quantity.value, quantity.doubleValue(for: $0.quantity.unit)) } ?? false }
    }
    class func predicateForCategorySamples(with operatorType: NSComparisonPredicate.Operator, value: Int) -> NSPredicate {
        on { ($0 as? HKCategorySample).map { operatorType.holds($0.value, value) } ?? false }
    }
    class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate { fatalError() }
    class func predicateForWorkouts(with operatorType: NSComparisonPredicate.Operator, duration: TimeInterval) -> NSPredicate {
        fatalError()
    }
    class func predicateForWorkouts(
        operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, sumQuantity: HKQuantity
    ) -> NSPredicate { fatalError() }
    class func predicateForWorkouts(
        operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, averageQuantity: HKQuantity
    ) -> NSPredicate { fatalError() }
    class func predicateForWorkouts(
        operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
    ) -> NSPredicate { fatalError() }
    class func predicateForWorkouts(
        operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
    ) -> NSPredicate { fatalError() }
    class func predicateForObjects(withMetadataKey key: String) -> NSPredicate { fatalError() }
    class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate {
        on { $0.metadata?[key] as? Bool == true }
    }
    class func predicateForObjects(
        withMetadataKey key: String, operatorType: NSComparisonPredicate.Operator, value: Any
    ) -> NSPredicate { fatalError() }
    class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
        let names = Set(sources.map(\.name))
        return on { names.contains($0.sourceRevision.source.name) }
    }
    class func predicateForObjects(withDeviceProperty key: String, allowedValues: Set<String>) -> NSPredicate { fatalError() }
    class func predicate(
        forActivitySummariesBetweenStart startDateComponents: DateComponents, end endDateComponents: DateComponents
    ) -> NSPredicate { fatalError() }
}

final class HKSampleQuery: HKQuery, @unchecked Sendable {
    init(
        sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        type = sampleType
        self.predicate = predicate
        handler = resultsHandler
    }
    private let type: HKSampleType
    private let predicate: NSPredicate?
    private let handler: @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    override func run() {
        handler(self, everything.filter { $0.identifier == type.identifier && (predicate?.evaluate(with: $0) ?? true) }, nil)
    }
}

final class HKSourceQuery: HKQuery, @unchecked Sendable {
    init(
        sampleType: HKSampleType, samplePredicate objectPredicate: NSPredicate?,
        completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
    ) { handler = completionHandler }
    private let handler: @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
    override func run() { handler(self, Set(everything.map(\.sourceRevision.source)), nil) }
}

final class HKStatisticsQuery: HKQuery, @unchecked Sendable {
    init(
        quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [],
        completionHandler handler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
    ) { fatalError() }
}

final class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
    init(
        quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [], anchorDate: Date,
        intervalComponents: DateComponents
    ) { fatalError() }
    var initialResultsHandler: (@Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
}

final class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
    init(
        predicate: NSPredicate?,
        resultsHandler handler: @escaping @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void
    ) { fatalError() }
}
