/// The type of doses of medications.
public final class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {
    init() { super.init(identifier: "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent") }
}

/// The type of the medications of the person.
public final class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {
    init() { super.init(identifier: "HKUserAnnotatedMedicationTypeIdentifier") }
}

extension HKObjectType {
    /// Returns the type of doses of medications.
    public class func medicationDoseEventType() -> HKMedicationDoseEventType { HKMedicationDoseEventType() }
    /// Returns the type of the medications of the person.
    public class func userAnnotatedMedicationType() -> HKUserAnnotatedMedicationType { HKUserAnnotatedMedicationType() }
}
