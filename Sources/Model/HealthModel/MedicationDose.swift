/// The metadata of a dose of a medication. The value of the sample is its status: `taken`, `skipped`.
///
/// Its start is the time when it was taken. The time for which it was scheduled is metadata, because it can be another day.
public enum MedicationDose {
    /// The name of the medication: `Amoxicillin 500 mg`.
    public static let medication = "medication"
    /// Apple's identifier of the medication, if the file has one.
    public static let identifier = "medicationConceptIdentifier"
    /// The time for which the dose was scheduled, in UTC: `2026-03-02T07:00:00Z`. A dose as needed has none.
    public static let scheduledDate = "scheduledDate"
    /// The amount that the schedule asks for, with its unit if the file has one: `2 count`.
    public static let scheduledQuantity = "scheduledDoseQuantity"
    /// The amount that was taken, with its unit if the file has one.
    public static let quantity = "doseQuantity"
    /// `schedule` or `asNeeded`.
    public static let scheduleType = "scheduleType"
    /// The form of the medication, such as `tablet`.
    public static let form = "generalForm"
    /// The codes of the medication, such as `http://www.nlm.nih.gov/research/umls/rxnorm 308182`, separated by commas.
    public static let codings = "relatedCodings"

    /// A value of ``scheduleType``.
    public static let scheduled = "schedule"
    /// A value of ``scheduleType``.
    public static let asNeeded = "asNeeded"

    /// The raw value of a dose that was taken.
    package static let taken = 4

    /// Returns an amount as metadata.
    public static func text(_ amount: Double, unit: String?) -> String {
        MetadataNumber.text(amount) + (unit.map { " \($0)" } ?? "")
    }

    /// The place of a status in the order in which statuses of one dose count: what the person did comes before what a phone wrote.
    package static func rank(ofStatus raw: Int) -> Int { [4, 5, 3, 6, 2, 1].firstIndex(of: raw) ?? 6 }
}

extension CategoryValues {
    /// The status of a dose: `HKMedicationDoseEvent.LogStatus`.
    static let medicationDose = CategoryValues(
        "LogStatus", [1: "notInteracted", 2: "notificationNotSent", 3: "snoozed", 4: "taken", 5: "skipped", 6: "notLogged"],
        prefix: medicationDosePrefix)
    static let medicationDosePrefix = "HKMedicationDoseEvent"

    /// Returns the name, in Apple's form, of a status of doses that is not in the table.
    package static func medicationDoseName(of status: String) -> String { medicationDosePrefix + "LogStatus" + status }
}

extension CategoryType {
    /// The type of doses of medications.
    package static let doses: CategoryType? = {
        guard case .category(let type)? = MetricCatalog.metric(.doses)?.kind else { return nil }
        return type
    }()
}
