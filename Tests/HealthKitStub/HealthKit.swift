import Foundation

// The part of HealthKit that explanations speak of, declared as Apple documents it and without a body: emitted code is type-checked
// against it where there is no HealthKit. It is compiled into one module with that code, so that what Foundation lacks on Linux can
// stand here too.

// MARK: Foundation

enum NSComparisonPredicate {
    enum Operator { case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo }
}

final class NSSortDescriptor {
    init(key: String?, ascending: Bool) { fatalError() }
}

// MARK: Types and units

class HKObjectType: NSObject, @unchecked Sendable {
    var identifier: String { fatalError() }
    class func workoutType() -> HKWorkoutType { fatalError() }
    class func activitySummaryType() -> HKActivitySummaryType { fatalError() }
}
class HKSampleType: HKObjectType, @unchecked Sendable {}
final class HKQuantityType: HKSampleType, @unchecked Sendable {
    convenience init(_ identifier: HKQuantityTypeIdentifier) { fatalError() }
}
final class HKCategoryType: HKSampleType, @unchecked Sendable {
    convenience init(_ identifier: HKCategoryTypeIdentifier) { fatalError() }
}
final class HKWorkoutType: HKSampleType, @unchecked Sendable {}
final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

final class HKUnit: NSObject, @unchecked Sendable {
    convenience init(from string: String) { fatalError() }
}
final class HKQuantity: NSObject, @unchecked Sendable {
    convenience init(unit: HKUnit, doubleValue value: Double) { fatalError() }
    func doubleValue(for unit: HKUnit) -> Double { fatalError() }
}

// MARK: Samples

final class HKSource: NSObject, @unchecked Sendable {
    var name: String { fatalError() }
    var bundleIdentifier: String { fatalError() }
}
final class HKSourceRevision: NSObject, @unchecked Sendable {
    var source: HKSource { fatalError() }
    var version: String? { fatalError() }
    var productType: String? { fatalError() }
}
final class HKDevice: NSObject, @unchecked Sendable {
    var name: String? { fatalError() }
    var hardwareVersion: String? { fatalError() }
}
class HKObject: NSObject, @unchecked Sendable {
    var uuid: UUID { fatalError() }
    var metadata: [String: Any]? { fatalError() }
    var device: HKDevice? { fatalError() }
    var sourceRevision: HKSourceRevision { fatalError() }
}
class HKSample: HKObject, @unchecked Sendable {
    var sampleType: HKSampleType { fatalError() }
    var startDate: Date { fatalError() }
    var endDate: Date { fatalError() }
}
class HKQuantitySample: HKSample, @unchecked Sendable {
    var quantity: HKQuantity { fatalError() }
}
final class HKCategorySample: HKSample, @unchecked Sendable {
    var value: Int { fatalError() }
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
}

// MARK: Queries

struct HKError: Error {
    enum Code: Int { case unknownError, errorNoData = 11 }
    var code: Code
}

final class HKHealthStore: NSObject, @unchecked Sendable {
    func execute(_ query: HKQuery) { fatalError() }
}

struct HKQueryOptions: OptionSet, Sendable {
    let rawValue: UInt
    static let strictStartDate = HKQueryOptions(rawValue: 1 << 0)
    static let strictEndDate = HKQueryOptions(rawValue: 1 << 1)
}

class HKQuery: NSObject, @unchecked Sendable {
    class func predicateForSamples(withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []) -> NSPredicate {
        fatalError()
    }
    class func predicateForQuantitySamples(with operatorType: NSComparisonPredicate.Operator, quantity: HKQuantity) -> NSPredicate {
        fatalError()
    }
    class func predicateForCategorySamples(with operatorType: NSComparisonPredicate.Operator, value: Int) -> NSPredicate { fatalError() }
    class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate { fatalError() }
    class func predicateForWorkouts(with operatorType: NSComparisonPredicate.Operator, duration: TimeInterval) -> NSPredicate {
        fatalError()
    }
    class func predicateForWorkouts(
        operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, sumQuantity: HKQuantity
    ) -> NSPredicate { fatalError() }
    class func predicateForObjects(withMetadataKey key: String) -> NSPredicate { fatalError() }
    class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate { fatalError() }
    class func predicateForObjects(
        withMetadataKey key: String, operatorType: NSComparisonPredicate.Operator, value: Any
    ) -> NSPredicate { fatalError() }
    class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate { fatalError() }
    class func predicateForObjects(withDeviceProperty key: String, allowedValues: Set<String>) -> NSPredicate { fatalError() }
    class func predicate(
        forActivitySummariesBetweenStart startDateComponents: DateComponents, end endDateComponents: DateComponents
    ) -> NSPredicate { fatalError() }
}

final class HKSampleQuery: HKQuery, @unchecked Sendable {
    init(
        sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) { fatalError() }
}

final class HKSourceQuery: HKQuery, @unchecked Sendable {
    init(
        sampleType: HKSampleType, samplePredicate objectPredicate: NSPredicate?,
        completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
    ) { fatalError() }
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
