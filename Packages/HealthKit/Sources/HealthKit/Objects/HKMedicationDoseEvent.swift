public import Foundation
@_spi(Guests) import TallyKit

/// A dose of a medication. Doses come from imports: apps read them here, and do not save them, as with HealthKit.
public final class HKMedicationDoseEvent: HKSample, @unchecked Sendable {
    /// The status of a dose.
    public enum LogStatus: Int, Sendable {
        /// The person did nothing after the reminder.
        case notInteracted = 1
        /// The phone could not remind the person.
        case notificationNotSent = 2
        /// The person put off the reminder.
        case snoozed = 3
        /// The person took the dose.
        case taken = 4
        /// The person skipped the dose.
        case skipped = 5
        /// The person took back what was logged.
        case notLogged = 6
    }

    /// The kind of schedule of a dose.
    public enum ScheduleType: Int, Sendable {
        /// The person took the medication without a reminder.
        case asNeeded = 1
        /// The medication has a schedule.
        case schedule = 2
    }

    /// The status of the dose.
    public let logStatus: LogStatus
    /// The kind of schedule of the dose.
    public let scheduleType: ScheduleType
    /// The identifier of the medication.
    public let medicationConceptIdentifier: HKHealthConceptIdentifier
    /// The time for which the dose was scheduled; nil for a dose as needed.
    public let scheduledDate: Date?
    /// The amount that the schedule asks for; nil if it is unknown.
    public let scheduledDoseQuantity: Double?
    /// The amount that was taken; nil if it is unknown.
    public let doseQuantity: Double?
    /// The unit of the amounts.
    public let unit: HKUnit

    /// The type of doses.
    public var medicationDoseEventType: HKMedicationDoseEventType { .medicationDoseEventType() }

    /// Nil for a status that HealthKit does not have.
    init?(_ raw: Int, facts: MetadataSet, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        guard let status = LogStatus(rawValue: raw) else { return nil }
        logStatus = status
        let date = facts[MedicationDose.scheduledDate].flatMap { Instant(textInUTC: $0)?.date }
        let isScheduled = date != nil && facts[MedicationDose.scheduleType] != MedicationDose.asNeeded
        scheduleType = isScheduled ? .schedule : .asNeeded
        scheduledDate = isScheduled ? date : nil
        medicationConceptIdentifier = HKHealthConceptIdentifier(facts)
        let amounts = [MedicationDose.scheduledQuantity, MedicationDose.quantity].map {
            facts[$0]?.split(separator: " ", maxSplits: 1) ?? []
        }
        scheduledDoseQuantity = amounts[0].first.flatMap { Double($0) }
        doseQuantity = amounts[1].first.flatMap { Double($0) }
        let symbol = amounts.lazy.compactMap { $0.count == 2 ? String($0[1]) : nil }.first
        unit = symbol.flatMap { try? UnitOfMeasure(parsing: $0) }.map { HKUnit($0) } ?? .count()
        super.init(.medicationDoseEventType(), start, end, origin.without(Self.keys))
    }

    private static let keys: Set = [
        MedicationDose.medication, MedicationDose.identifier, MedicationDose.scheduledDate, MedicationDose.scheduledQuantity,
        MedicationDose.quantity, MedicationDose.scheduleType, MedicationDose.form, MedicationDose.codings,
    ]
}

/// The domain of an identifier.
public struct HKHealthConceptDomain: RawRepresentable, Hashable, Sendable {
    /// The text of the domain.
    public let rawValue: String
    /// Creates a domain.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Medications.
    public static let medication = HKHealthConceptDomain(rawValue: "HKHealthConceptDomainMedication")
}

/// The identifier of a medication. Two are equal if they are of the same medication.
public final class HKHealthConceptIdentifier: NSObject, Sendable {
    /// The domain.
    public let domain = HKHealthConceptDomain.medication
    /// Apple's identifier, or else the name of the medication.
    private let text: String

    init(_ facts: MetadataSet) { text = facts[MedicationDose.identifier] ?? facts[MedicationDose.medication] ?? "" }

    /// Returns true for the identifier of the same medication.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKHealthConceptIdentifier)?.text == text }
    /// A hash of the identifier.
    public override var hash: Int { text.hashValue }
    /// The identifier as text.
    public override var description: String { text }
}

/// The form of a medication.
public struct HKMedicationGeneralForm: RawRepresentable, Hashable, Sendable {
    /// The text of the form.
    public let rawValue: String
    /// Creates a form.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A capsule.
    public static let capsule = HKMedicationGeneralForm(rawValue: "capsule")
    /// A cream.
    public static let cream = HKMedicationGeneralForm(rawValue: "cream")
    /// A device.
    public static let device = HKMedicationGeneralForm(rawValue: "device")
    /// Drops.
    public static let drops = HKMedicationGeneralForm(rawValue: "drops")
    /// A foam.
    public static let foam = HKMedicationGeneralForm(rawValue: "foam")
    /// A gel.
    public static let gel = HKMedicationGeneralForm(rawValue: "gel")
    /// An inhaler.
    public static let inhaler = HKMedicationGeneralForm(rawValue: "inhaler")
    /// An injection.
    public static let injection = HKMedicationGeneralForm(rawValue: "injection")
    /// A liquid.
    public static let liquid = HKMedicationGeneralForm(rawValue: "liquid")
    /// A lotion.
    public static let lotion = HKMedicationGeneralForm(rawValue: "lotion")
    /// An ointment.
    public static let ointment = HKMedicationGeneralForm(rawValue: "ointment")
    /// A patch.
    public static let patch = HKMedicationGeneralForm(rawValue: "patch")
    /// A powder.
    public static let powder = HKMedicationGeneralForm(rawValue: "powder")
    /// A spray.
    public static let spray = HKMedicationGeneralForm(rawValue: "spray")
    /// A suppository.
    public static let suppository = HKMedicationGeneralForm(rawValue: "suppository")
    /// A tablet.
    public static let tablet = HKMedicationGeneralForm(rawValue: "tablet")
    /// A medication for the skin.
    public static let topical = HKMedicationGeneralForm(rawValue: "topical")
    /// An unknown form.
    public static let unknown = HKMedicationGeneralForm(rawValue: "unknown")
}

/// A code of a medication in a system of codes, such as RxNorm.
public final class HKClinicalCoding: NSObject, Sendable {
    /// The address of the system of codes. Empty if it is unknown.
    public let system: String
    /// The version of the system: nil, because stores do not keep it.
    public var version: String? { nil }
    /// The code.
    public let code: String

    init(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        (system, code) = words.count == 2 ? (words[0], words[1]) : ("", text)
    }

    /// Returns true for the same code of the same system.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKClinicalCoding).map { $0.system == system && $0.code == code } ?? false
    }
    /// A hash of the code.
    public override var hash: Int { code.hashValue }
}

/// A medication.
public final class HKMedicationConcept: NSObject, Sendable {
    /// The identifier, which the doses of the medication have.
    public let identifier: HKHealthConceptIdentifier
    /// The name of the medication.
    public let displayText: String
    /// The form of the medication.
    public let generalForm: HKMedicationGeneralForm
    /// The codes of the medication.
    public let relatedCodings: Set<HKClinicalCoding>

    fileprivate init(_ facts: MetadataSet) {
        identifier = HKHealthConceptIdentifier(facts)
        displayText = facts[MedicationDose.medication] ?? identifier.description
        generalForm = facts[MedicationDose.form].map { HKMedicationGeneralForm(rawValue: $0) } ?? .unknown
        relatedCodings = Set((facts[MedicationDose.codings] ?? "").split(separator: ", ").map { HKClinicalCoding(String($0)) })
    }
}

/// A medication of the person. A store knows the medications of its doses.
public final class HKUserAnnotatedMedication: NSObject, Sendable {
    /// The medication.
    public let medication: HKMedicationConcept
    /// True if a dose was on schedule.
    public let hasSchedule: Bool
    /// The person's own name of it: nil, because stores do not keep it.
    public var nickname: String? { nil }
    /// Always false, because stores do not keep whether a person stopped a medication.
    public var isArchived: Bool { false }

    init(_ medication: HKMedicationConcept, hasSchedule: Bool) { (self.medication, self.hasSchedule) = (medication, hasSchedule) }
}

extension ObjectReader {
    /// Returns the medications of all doses, by name.
    func medications() throws -> [HKUserAnnotatedMedication] {
        var sets: Set<Int32> = []
        try view.scan(.medicationDoses, from: .min, through: .max, values: nil, columns: .metadata) { batch in
            sets.formUnion(batch.metadata)
            return true
        }
        var found: [HKHealthConceptIdentifier: (concept: HKMedicationConcept, hasSchedule: Bool)] = [:]
        for facts in try view.metadataSets(sets).sorted(by: { $0.key < $1.key }).map(\.value) {
            let concept = HKMedicationConcept(facts)
            let isScheduled = facts[MedicationDose.scheduledDate] != nil
            found[concept.identifier, default: (concept, false)].hasSchedule =
                (found[concept.identifier]?.hasSchedule ?? false) || isScheduled
        }
        return found.values.map { HKUserAnnotatedMedication($0.concept, hasSchedule: $0.hasSchedule) }
            .sorted { $0.medication.displayText < $1.medication.displayText }
    }
}
