public import Foundation

/// The biological sex of a person, as a store returns it.
public final class HKBiologicalSexObject: NSObject, NSCopying, Sendable {
    /// The value.
    public let biologicalSex: HKBiologicalSex

    package init(_ biologicalSex: HKBiologicalSex) { self.biologicalSex = biologicalSex }

    /// Returns true for an object with the same value.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKBiologicalSexObject)?.biologicalSex == biologicalSex }
    /// A hash of the value.
    public override var hash: Int { biologicalSex.hashValue }
    /// Returns the object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The blood type of a person, as a store returns it.
public final class HKBloodTypeObject: NSObject, NSCopying, Sendable {
    /// The value.
    public let bloodType: HKBloodType

    package init(_ bloodType: HKBloodType) { self.bloodType = bloodType }

    /// Returns true for an object with the same value.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKBloodTypeObject)?.bloodType == bloodType }
    /// A hash of the value.
    public override var hash: Int { bloodType.hashValue }
    /// Returns the object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The skin type of a person, as a store returns it.
public final class HKFitzpatrickSkinTypeObject: NSObject, NSCopying, Sendable {
    /// The value.
    public let skinType: HKFitzpatrickSkinType

    package init(_ skinType: HKFitzpatrickSkinType) { self.skinType = skinType }

    /// Returns true for an object with the same value.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKFitzpatrickSkinTypeObject)?.skinType == skinType }
    /// A hash of the value.
    public override var hash: Int { skinType.hashValue }
    /// Returns the object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The use of a wheelchair, as a store returns it.
public final class HKWheelchairUseObject: NSObject, NSCopying, Sendable {
    /// The value.
    public let wheelchairUse: HKWheelchairUse

    package init(_ wheelchairUse: HKWheelchairUse) { self.wheelchairUse = wheelchairUse }

    /// Returns true for an object with the same value.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKWheelchairUseObject)?.wheelchairUse == wheelchairUse }
    /// A hash of the value.
    public override var hash: Int { wheelchairUse.hashValue }
    /// Returns the object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The goal of the move ring, as a store returns it.
public final class HKActivityMoveModeObject: NSObject, NSCopying, Sendable {
    /// The value.
    public let activityMoveMode: HKActivityMoveMode

    package init(_ activityMoveMode: HKActivityMoveMode) { self.activityMoveMode = activityMoveMode }

    /// Returns true for an object with the same value.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKActivityMoveModeObject)?.activityMoveMode == activityMoveMode }
    /// A hash of the value.
    public override var hash: Int { activityMoveMode.hashValue }
    /// Returns the object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
