public import Foundation
@_spi(Guests) import TallyKit

/// A type of data, with its identifier.
public class HKObjectType: NSObject, NSCopying, @unchecked Sendable {
    /// Apple's identifier, such as `HKQuantityTypeIdentifierStepCount`.
    public let identifier: String

    init(identifier: String) { self.identifier = identifier }

    /// Returns the quantity type with an identifier; nil if there is none.
    public class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
        HKQuantityType.kind(of: identifier) == nil ? nil : HKQuantityType(identifier)
    }

    /// Returns the category type with an identifier; nil if there is none.
    public class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
        HKCategoryType.isKnown(identifier) ? HKCategoryType(identifier) : nil
    }

    /// Returns the type of workouts.
    public class func workoutType() -> HKWorkoutType { HKWorkoutType() }
    /// Returns the type of activity summaries.
    public class func activitySummaryType() -> HKActivitySummaryType { HKActivitySummaryType() }

    /// Returns true for the type with the same identifier.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKObjectType)?.identifier == identifier }
    /// A hash of the identifier.
    public override var hash: Int { identifier.hashValue }
    /// The identifier.
    public override var description: String { identifier }
    /// Returns the type itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A type of samples.
public class HKSampleType: HKObjectType, @unchecked Sendable {
    /// The metric in a store.
    var metric: MetricID { MetricID(identifier) }
    /// The metric whose samples a store has: the same one, or for a series that of the samples that hold it.
    var storedMetric: MetricID { metric }
    /// True for series, which a store keeps as parts of other samples.
    final var isPart: Bool { storedMetric != metric }
}

/// A type of samples whose values are quantities, such as steps.
public final class HKQuantityType: HKSampleType, @unchecked Sendable {
    let kind: ListedQuantity

    /// Creates the type with an identifier. Traps if the identifier is not one of HealthKit's.
    public init(_ identifier: HKQuantityTypeIdentifier) {
        guard let kind = Self.kind(of: identifier) else {
            fatalError("Invalid quantity type identifier: \(identifier.rawValue)")
        }
        self.kind = kind
        super.init(identifier: identifier.rawValue)
    }

    static func kind(of identifier: HKQuantityTypeIdentifier) -> ListedQuantity? {
        ListedMetric(MetricID(identifier.rawValue))?.quantity
    }

    /// The way in which samples combine to a statistic.
    public var aggregationStyle: HKQuantityAggregationStyle {
        switch kind.style {
        case .cumulative: .cumulative
        case .discreteArithmetic: .discreteArithmetic
        case .discreteTemporallyWeighted: .discreteTemporallyWeighted
        case .discreteEquivalentContinuousLevel: .discreteEquivalentContinuousLevel
        }
    }

    /// Returns true if quantities of this type can be in a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool { kind.canonicalUnit.isCompatible(with: unit.unit) }
}

/// A type of samples whose values are names, such as the stages of sleep.
public final class HKCategoryType: HKSampleType, @unchecked Sendable {
    /// Creates the type with an identifier. Traps if the identifier is not one of HealthKit's.
    public init(_ identifier: HKCategoryTypeIdentifier) {
        precondition(Self.isKnown(identifier), "Invalid category type identifier: \(identifier.rawValue)")
        super.init(identifier: identifier.rawValue)
    }

    static func isKnown(_ identifier: HKCategoryTypeIdentifier) -> Bool {
        ListedMetric(MetricID(identifier.rawValue))?.isCategory ?? false
    }
}

/// The type of workouts.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {
    init() { super.init(identifier: MetricID.workouts.identifier) }
}

/// The identifier of the type of workouts.
public let HKWorkoutTypeIdentifier = "HKWorkoutTypeIdentifier"

/// The type of the activity summaries of days.
public final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {
    init() { super.init(identifier: "HKActivitySummaryTypeIdentifier") }
}

/// The way in which samples of a quantity type combine to a statistic.
public enum HKQuantityAggregationStyle: Int, Sendable {
    /// Samples add up: steps, energy, distance.
    case cumulative
    /// Each sample counts the same: body mass, glucose.
    case discreteArithmetic
    /// Samples count by the time that they cover: heart rate.
    case discreteTemporallyWeighted
    /// Levels of sound, averaged by energy and time.
    case discreteEquivalentContinuousLevel
}
