/// The identifier of a characteristic, such as the date of birth.
public struct HKCharacteristicTypeIdentifier: Hashable, RawRepresentable, Sendable {
    /// Apple's text, such as `HKCharacteristicTypeIdentifierDateOfBirth`.
    public let rawValue: String

    /// Creates the identifier with a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(named name: String) { self.init(rawValue: "HKCharacteristicTypeIdentifier" + name) }

    /// The date of birth.
    public static let dateOfBirth = HKCharacteristicTypeIdentifier(named: "DateOfBirth")
    /// The biological sex.
    public static let biologicalSex = HKCharacteristicTypeIdentifier(named: "BiologicalSex")
    /// The blood type.
    public static let bloodType = HKCharacteristicTypeIdentifier(named: "BloodType")
    /// The skin type.
    public static let fitzpatrickSkinType = HKCharacteristicTypeIdentifier(named: "FitzpatrickSkinType")
    /// The use of a wheelchair.
    public static let wheelchairUse = HKCharacteristicTypeIdentifier(named: "WheelchairUse")
    /// The goal of the move ring.
    public static let activityMoveMode = HKCharacteristicTypeIdentifier(named: "ActivityMoveMode")

    /// All identifiers of HealthKit.
    static let known: Set<HKCharacteristicTypeIdentifier> = [
        .dateOfBirth, .biologicalSex, .bloodType, .fitzpatrickSkinType, .wheelchairUse, .activityMoveMode,
    ]
}

/// A type of data that a person has once, such as the date of birth. It has no samples.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    /// Creates the type with an identifier. Traps if the identifier is unknown.
    public init(_ identifier: HKCharacteristicTypeIdentifier) {
        precondition(
            HKCharacteristicTypeIdentifier.known.contains(identifier), "Invalid characteristic type identifier: \(identifier.rawValue)")
        super.init(identifier: identifier.rawValue)
    }
}

extension HKObjectType {
    /// Returns the characteristic with an identifier; nil if the identifier is unknown.
    public class func characteristicType(forIdentifier identifier: HKCharacteristicTypeIdentifier) -> HKCharacteristicType? {
        HKCharacteristicTypeIdentifier.known.contains(identifier) ? HKCharacteristicType(identifier) : nil
    }
}
