/// Identifies a metric by Apple's full identifier, such as `HKQuantityTypeIdentifierStepCount`.
///
/// Identifiers that are not in the tables are valid, because files can contain newer types. The identifier of a metric that a person
/// defined is its definition, such as `own:mood from 1 to 10`.
public struct MetricID: Hashable, Sendable, Codable {
    /// Apple's full identifier.
    public let identifier: String

    /// Creates the metric with that identifier, which need not be in the tables.
    public init(_ identifier: String) { self.identifier = identifier }

    /// The metric of workouts.
    public static let workouts = MetricID("HKWorkoutTypeIdentifier")
    /// The only metric whose samples can contain heartbeats (`MetadataKey.beats`).
    package static let ofBeats = MetricID("HKQuantityTypeIdentifierHeartRateVariabilitySDNN")

    /// The metric of electrocardiograms. The value of a sample is what the watch classified, and its series has the voltages.
    public static let electrocardiograms = MetricID("HKDataTypeIdentifierElectrocardiogram")

    /// The metric of audiograms. The metadata of a sample has the sensitivity of each ear at each frequency.
    public static let audiograms = MetricID("HKDataTypeIdentifierAudiogram")
    /// The metric of prescriptions for glasses and contact lenses. The metadata of a sample has the lens of each eye.
    public static let visionPrescriptions = MetricID("HKVisionPrescriptionTypeIdentifier")

    /// The metric of doses of medications. The value of a sample is its status, and its metadata has the medication and the schedule.
    package static let doses = MetricID("HKMedicationDoseEventTypeIdentifierMedicationDoseEvent")
    /// The metric of states of mind. The value of a sample is its valence, and the metadata has its kind, labels and associations.
    public static let statesOfMind = MetricID("HKDataTypeStateOfMind")
    /// The metric of GAD-7 scores. The metadata of a sample has the answers.
    public static let gad7Scores = MetricID("HKScoredAssessmentTypeIdentifierGAD7")
    /// The metric of PHQ-9 scores. The metadata of a sample has the answers.
    public static let phq9Scores = MetricID("HKScoredAssessmentTypeIdentifierPHQ9")
    /// The metric of laboratory results of clinics. The metadata of a sample has the test and the unit (`LabResult`).
    package static let labs = MetricID("HKClinicalTypeIdentifierLabResultRecord")
    /// The metric of laboratory results that are texts, such as `negative` and `< 5`. The raw value is `CategoryType.unlistedRaw`.
    package static let textsOfLabs = MetricID("HKClinicalTypeIdentifierLabResultText")

    /// The metric of the time in heart rate zones. A sample is the time that a workout has in one zone, and its metadata has the zone.
    public static let zonesOfHeartRate = MetricID("HKWorkoutZoneDurationTypeIdentifierHeartRateZones")
    /// The metric of the time in zones of cycling power.
    public static let zonesOfCyclingPower = MetricID("HKWorkoutZoneDurationTypeIdentifierCyclingPowerZones")

    /// The activity summaries of days, which are not samples. Apps need permission to read them, too.
    package static let summaries = MetricID("HKActivitySummaryTypeIdentifier")

    package static let quantityPrefix = "HKQuantityTypeIdentifier"
    package static let categoryPrefix = "HKCategoryTypeIdentifier"
    /// The start of the identifiers of recordings, such as electrocardiograms and audiograms.
    package static let recordingPrefix = "HKDataTypeIdentifier"

    /// The start of the identifier of states of mind.
    package static let dataTypePrefix = "HKDataType"
    /// The start of the identifiers of questionnaires.
    package static let assessmentPrefix = "HKScoredAssessmentTypeIdentifier"
    /// The start of the identifiers of times in zones. HealthKit has them in workouts, without identifiers.
    package static let zonePrefix = "HKWorkoutZoneDurationTypeIdentifier"
    /// The start of the identifiers of clinical records.
    package static let clinicalPrefix = "HKClinicalTypeIdentifier"

    /// The name in Swift code: `stepCount`, `vo2Max`, `uvExposure`. Workouts have the name `workouts`.
    public var shortName: String {
        if self == .workouts { return "workouts" }
        if self == .summaries { return "summaries" }
        if self == .visionPrescriptions { return "visionPrescription" }
        if self == .doses { return "medicationDoses" }
        if self == .statesOfMind { return "stateOfMind" }
        if self == .labs { return "labResults" }
        if self == .textsOfLabs { return "labTexts" }
        let prefixes = [
            MetricID.quantityPrefix, MetricID.categoryPrefix, MetricID.recordingPrefix, MetricID.assessmentPrefix, MetricID.zonePrefix,
        ]
        for prefix in prefixes where identifier.hasPrefix(prefix) {
            // Counting bytes takes a fifth of the time of counting characters.
            return MetricID.lowerCamelCase(Substring(identifier.utf8.dropFirst(prefix.utf8.count)))
        }
        if let own = OwnMetric(self) { return own.name }
        return identifier
    }

    /// Lower-cases the leading capitals of `name`, except the one that starts the next word: `UVExposure` becomes `uvExposure`.
    static func lowerCamelCase(_ name: some StringProtocol) -> String {
        var bytes = Array(name.utf8)
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return lowerCamelCaseOfAnyLetters(name) }
        let capitalCount = bytes.prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }.count
        let keepsLast = capitalCount > 1 && capitalCount < bytes.count && UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[capitalCount]
        for index in 0..<(keepsLast ? capitalCount - 1 : capitalCount) { bytes[index] |= 0x20 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func lowerCamelCaseOfAnyLetters(_ name: some StringProtocol) -> String {
        let capitals = name.prefix { $0.isUppercase }
        let after = name.dropFirst(capitals.count)
        let keepsLast = capitals.count > 1 && after.first?.isLowercase == true
        let lowered = keepsLast ? capitals.dropLast() : capitals
        return lowered.lowercased() + name.dropFirst(lowered.count)
    }
}
