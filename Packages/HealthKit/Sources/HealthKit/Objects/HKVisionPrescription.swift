public import Foundation
@_spi(Guests) import TallyKit

/// The kind of lenses of a prescription.
public enum HKVisionPrescriptionType: UInt, Sendable {
    /// Glasses.
    case glasses = 1
    /// Contact lenses.
    case contacts = 2
}

/// A prescription for glasses or contact lenses. Prescriptions come from imports: apps read them here, and do not save them.
public class HKVisionPrescription: HKSample, @unchecked Sendable {
    /// The kind of lenses.
    public let prescriptionType: HKVisionPrescriptionType
    /// The day of the prescription.
    public let dateIssued: Date
    /// The end of the validity; nil if it does not expire.
    public let expirationDate: Date?

    fileprivate init(_ type: HKVisionPrescriptionType, facts: MetadataSet, _ issued: Date, _ origin: ObjectOrigin) {
        prescriptionType = type
        dateIssued = issued
        let expiration = facts[MetadataKey.expirationDate].flatMap { Instant(textInUTC: $0)?.date }
        expirationDate = expiration.flatMap { $0 >= issued ? $0 : nil }
        var keys: Set = [MetadataKey.expirationDate, MetadataKey.brand]
        for eye in Lens.Eye.allCases { for field in Lens.Field.allCases { keys.insert(Lens.key(field, of: eye)) } }
        super.init(.visionPrescriptionType(), issued, expirationDate ?? .distantFuture, origin.without(keys))
    }

    /// Returns a prescription of the class for its kind. One whose numbers are only in a picture has the class of all prescriptions, as
    /// HealthKit has it. Nil for a kind that HealthKit does not have.
    static func make(_ raw: Int, facts: MetadataSet, _ issued: Date, _ origin: ObjectOrigin) -> HKVisionPrescription? {
        guard let type = UInt(exactly: raw).flatMap(HKVisionPrescriptionType.init) else { return nil }
        let (right, left) = (Lens.of(.right, in: facts), Lens.of(.left, in: facts))
        guard right != nil || left != nil else { return HKVisionPrescription(type, facts: facts, issued, origin) }
        switch type {
        case .glasses: return HKGlassesPrescription(facts, right, left, issued, origin)
        case .contacts: return HKContactsPrescription(facts, right, left, issued, origin)
        }
    }
}

/// A prescription for glasses.
public final class HKGlassesPrescription: HKVisionPrescription, @unchecked Sendable {
    /// The lens of the right eye; nil if it is not prescribed.
    public let rightEye: HKGlassesLensSpecification?
    /// The lens of the left eye; nil if it is not prescribed.
    public let leftEye: HKGlassesLensSpecification?

    fileprivate init(_ facts: MetadataSet, _ right: Lens?, _ left: Lens?, _ issued: Date, _ origin: ObjectOrigin) {
        rightEye = right.flatMap { HKGlassesLensSpecification($0, .right) }
        leftEye = left.flatMap { HKGlassesLensSpecification($0, .left) }
        super.init(.glasses, facts: facts, issued, origin)
    }
}

/// A prescription for contact lenses.
public final class HKContactsPrescription: HKVisionPrescription, @unchecked Sendable {
    /// The lens of the right eye; nil if it is not prescribed.
    public let rightEye: HKContactsLensSpecification?
    /// The lens of the left eye; nil if it is not prescribed.
    public let leftEye: HKContactsLensSpecification?
    /// The brand of the lenses. Empty if it is unknown.
    public let brand: String

    fileprivate init(_ facts: MetadataSet, _ right: Lens?, _ left: Lens?, _ issued: Date, _ origin: ObjectOrigin) {
        rightEye = right.flatMap { HKContactsLensSpecification($0) }
        leftEye = left.flatMap { HKContactsLensSpecification($0) }
        brand = facts[MetadataKey.brand] ?? ""
        super.init(.contacts, facts: facts, issued, origin)
    }
}

/// The numbers that lenses of all kinds have.
public class HKLensSpecification: NSObject, @unchecked Sendable {
    /// The power of the lens in diopters.
    public let sphere: HKQuantity
    /// The power that corrects astigmatism, in diopters; nil if the lens does not have it.
    public let cylinder: HKQuantity?
    /// The angle of the cylinder in degrees; nil if the lens does not have it.
    public let axis: HKQuantity?
    /// The additional power for reading, in diopters; nil if the lens does not have it.
    public let addPower: HKQuantity?

    /// Nil for a lens without a sphere, which HealthKit requires.
    fileprivate init?(_ lens: Lens) {
        guard let sphere = lens.quantity(.sphere) else { return nil }
        self.sphere = sphere
        cylinder = lens.quantity(.cylinder)
        axis = lens.quantity(.axis)
        addPower = lens.quantity(.addPower)
    }
}

/// A lens of glasses.
public final class HKGlassesLensSpecification: HKLensSpecification, @unchecked Sendable {
    /// The distance between the lens and the eye in millimeters; nil if it is unknown.
    public let vertexDistance: HKQuantity?
    /// The prism; nil if the lens does not have one.
    public let prism: HKVisionPrism?
    /// The distance from the pupil to the nose when looking far, in millimeters; nil if it is unknown.
    public let farPupillaryDistance: HKQuantity?
    /// The distance from the pupil to the nose when looking near, in millimeters; nil if it is unknown.
    public let nearPupillaryDistance: HKQuantity?

    fileprivate init?(_ lens: Lens, _ eye: HKVisionEye) {
        vertexDistance = lens.quantity(.vertexDistance)
        let (amount, angle) = (lens.quantity(.prismAmount), lens.quantity(.prismAngle))
        if let amount, let angle { prism = HKVisionPrism(amount: amount, angle: angle, eye: eye) } else { prism = nil }
        farPupillaryDistance = lens.quantity(.farPupillaryDistance)
        nearPupillaryDistance = lens.quantity(.nearPupillaryDistance)
        super.init(lens)
    }
}

/// A contact lens.
public final class HKContactsLensSpecification: HKLensSpecification, @unchecked Sendable {
    /// The radius of the back of the lens in millimeters; nil if it is unknown.
    public let baseCurve: HKQuantity?
    /// The diameter in millimeters; nil if it is unknown.
    public let diameter: HKQuantity?

    fileprivate override init?(_ lens: Lens) {
        baseCurve = lens.quantity(.baseCurve)
        diameter = lens.quantity(.diameter)
        super.init(lens)
    }
}

/// An eye.
public enum HKVisionEye: Int, Sendable {
    /// The left eye.
    case left = 1
    /// The right eye.
    case right = 2
}

/// A prism in a lens, which corrects double vision. Only the amount and the angle are here, as exports have them.
public final class HKVisionPrism: NSObject, Sendable {
    /// The power in prism diopters.
    public let amount: HKQuantity
    /// The direction of the base.
    public let angle: HKQuantity
    /// The eye.
    public let eye: HKVisionEye

    /// Creates a prism.
    public init(amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) { (self.amount, self.angle, self.eye) = (amount, angle, eye) }
}

extension Lens {
    fileprivate func quantity(_ field: Field) -> HKQuantity? {
        values[field].map { HKQuantity(unit: HKUnit(from: field.unit), doubleValue: $0) }
    }
}
