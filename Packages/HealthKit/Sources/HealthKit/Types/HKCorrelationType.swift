/// The identifier of a correlation type.
public struct HKCorrelationTypeIdentifier: Hashable, RawRepresentable, Sendable {
    /// Apple's text, such as `HKCorrelationTypeIdentifierBloodPressure`.
    public let rawValue: String

    /// Creates the identifier with a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(named name: String) { self.init(rawValue: "HKCorrelationTypeIdentifier" + name) }

    /// A blood pressure: a systolic and a diastolic sample.
    public static let bloodPressure = HKCorrelationTypeIdentifier(named: "BloodPressure")
    /// A food or a meal: samples of nutrients.
    public static let food = HKCorrelationTypeIdentifier(named: "Food")

    /// All identifiers of HealthKit.
    static let known: Set<HKCorrelationTypeIdentifier> = [.bloodPressure, .food]
}

/// A type of samples that hold other samples together, such as the two values of a blood pressure.
public final class HKCorrelationType: HKSampleType, @unchecked Sendable {
    /// Creates the type with an identifier. Traps if the identifier is unknown.
    public init(_ identifier: HKCorrelationTypeIdentifier) {
        precondition(
            HKCorrelationTypeIdentifier.known.contains(identifier), "Invalid correlation type identifier: \(identifier.rawValue)")
        super.init(identifier: identifier.rawValue)
    }
}

extension HKObjectType {
    /// Returns the correlation type with an identifier; nil if the identifier is unknown.
    public class func correlationType(forIdentifier identifier: HKCorrelationTypeIdentifier) -> HKCorrelationType? {
        HKCorrelationTypeIdentifier.known.contains(identifier) ? HKCorrelationType(identifier) : nil
    }
}
