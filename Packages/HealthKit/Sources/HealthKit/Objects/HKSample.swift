public import Foundation
@_spi(Guests) import TallyKit

/// An object with a time.
public class HKSample: HKObject, @unchecked Sendable {
    /// The type.
    public let sampleType: HKSampleType
    /// The start of the measurement.
    public let startDate: Date
    /// The end of the measurement. It equals the start for a reading at a single time.
    public let endDate: Date

    /// True for a sample without an end, which ends in the distant future.
    public var hasUndeterminedDuration: Bool { endDate == .distantFuture }

    /// The time in which samples can be; dates outside of it count as its ends.
    init(_ type: HKSampleType, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        guard start <= end else {
            fatalError("Start date (\(start)) cannot be after end date (\(end)): a sample of \(type.identifier) ends before it starts")
        }
        sampleType = type
        startDate = start
        endDate = end
        super.init(
            sourceRevision: origin.revision ?? HKSourceRevision(source: .default(), version: nil), device: origin.device,
            metadata: origin.metadata, uuid: origin.uuid)
    }
}

/// The parts of an object that do not depend on its type.
struct ObjectOrigin {
    /// Nil for a new object of this program.
    var revision: HKSourceRevision?
    var device: HKDevice?
    var metadata: [String: Any]?
    /// Nil for an object that has not been saved.
    var uuid: UUID?
}

/// A sample whose value is a quantity.
///
/// Each sample is an ``HKCumulativeQuantitySample`` or an ``HKDiscreteQuantitySample``, by the style of its type.
public class HKQuantitySample: HKSample, QuantitySampleCreation, @unchecked Sendable {
    /// The value with its unit.
    public let quantity: HKQuantity
    /// The type.
    public let quantityType: HKQuantityType
    /// The number of quantities in the sample, which is 1: a store keeps each quantity of a series as a sample.
    public var count: Int { 1 }

    init(_ type: HKQuantityType, _ quantity: HKQuantity, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        guard type.isMeasured(in: quantity) else {
            fatalError(
                "HKQuantitySample \(type.identifier) requires unit of type \(type.dimensionName). Incompatible unit: \(quantity.unitString)"
            )
        }
        quantityType = type
        self.quantity = quantity
        super.init(type, start, end, origin)
    }

    /// Returns a sample of the subclass for the style of its type.
    static func make(_ type: HKQuantityType, _ quantity: HKQuantity, _ start: Date, _ end: Date, _ origin: ObjectOrigin) -> HKQuantitySample
    {
        type.aggregationStyle == .cumulative
            ? HKCumulativeQuantitySample(type, quantity, start, end, origin) : HKDiscreteQuantitySample(type, quantity, start, end, origin)
    }

    /// The quantity, the type and the time.
    public override var description: String { "\(quantity) \(quantityType.identifier) (\(startDate) - \(endDate))" }
}

/// A sample of a type whose quantities add up, such as steps.
public final class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The quantity: the sum of a sample that is one measurement.
    public var sumQuantity: HKQuantity { quantity }
}

/// A sample of a type whose quantities do not add up, such as heart rate.
public final class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The quantity: the average of a sample that is one measurement.
    public var averageQuantity: HKQuantity { quantity }
    /// The quantity, which is also the least.
    public var minimumQuantity: HKQuantity { quantity }
    /// The quantity, which is also the greatest.
    public var maximumQuantity: HKQuantity { quantity }
    /// The quantity, which is also the most recent.
    public var mostRecentQuantity: HKQuantity { quantity }
    /// The time of the sample.
    public var mostRecentQuantityDateInterval: DateInterval { DateInterval(start: startDate, end: endDate) }
}

/// The creation of quantity samples. The type decides on the subclass, which an initializer of a class could not choose.
public protocol QuantitySampleCreation {}

extension QuantitySampleCreation {
    /// Creates a sample. Traps if the type has another kind of unit, or if the end is before the start.
    public init(type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date) {
        self.init(type, quantity, start, end, ObjectOrigin())
    }

    /// Creates a sample with metadata.
    public init(type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, metadata: [String: Any]?) {
        self.init(type, quantity, start, end, ObjectOrigin(metadata: metadata))
    }

    /// Creates a sample with a device and metadata.
    public init(type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?) {
        self.init(type, quantity, start, end, ObjectOrigin(device: device, metadata: metadata))
    }

    private init(_ type: HKQuantityType, _ quantity: HKQuantity, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        let sample: HKQuantitySample =
            switch Self.self {
            case is HKCumulativeQuantitySample.Type: HKCumulativeQuantitySample(type, quantity, start, end, origin)
            case is HKDiscreteQuantitySample.Type: HKDiscreteQuantitySample(type, quantity, start, end, origin)
            default: .make(type, quantity, start, end, origin)
            }
        guard let sample = sample as? Self else { fatalError("\(Self.self) is not a class of quantity samples") }
        self = sample
    }
}

/// A sample whose value is a name, such as a stage of sleep.
public final class HKCategorySample: HKSample, @unchecked Sendable {
    /// The number of the value in the type's enumeration.
    public let value: Int
    /// The type.
    public let categoryType: HKCategoryType

    init(_ type: HKCategoryType, _ value: Int, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        categoryType = type
        self.value = value
        super.init(type, start, end, origin)
    }

    /// Creates a sample. Traps if the end is before the start.
    public convenience init(type: HKCategoryType, value: Int, start: Date, end: Date) {
        self.init(type, value, start, end, ObjectOrigin())
    }

    /// Creates a sample with metadata.
    public convenience init(type: HKCategoryType, value: Int, start: Date, end: Date, metadata: [String: Any]?) {
        self.init(type, value, start, end, ObjectOrigin(metadata: metadata))
    }

    /// Creates a sample with a device and metadata.
    public convenience init(type: HKCategoryType, value: Int, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?) {
        self.init(type, value, start, end, ObjectOrigin(device: device, metadata: metadata))
    }

    /// The value, the type and the time.
    public override var description: String { "\(value) \(categoryType.identifier) (\(startDate) - \(endDate))" }
}
