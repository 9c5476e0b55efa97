extension CategoryType {
    /// All category types of HealthKit's headers, by identifier, and then recordings, such as electrocardiograms.
    package static let all = rows.map(CategoryType.init)

    init(_ row: Row) {
        self.init(
            id: row.id, valueEnum: row.values(), sinceIOS: row.since, isWritable: row.isWritable,
            aliases: row.aliases.split(separator: " ").map(String.init))
    }

    /// A line of the table.
    struct Row: Sendable {
        var name: String
        var values: @Sendable () -> CategoryValues
        var since: String
        var isWritable: Bool
        var aliases: String
        /// The start of the identifier.
        var prefix = MetricID.categoryPrefix
        /// The end of the identifier.
        var suffix = ""
        /// The identifier, if the name is not part of it.
        var identifier: String?

        var id: MetricID { MetricID(identifier ?? prefix + name + suffix) }
    }

    /// The table. Each line has the type, its values, the first iOS version, whether apps cannot write it, and its common names.
    static let rows: [Row] = [
        type("AbdominalCramps", .severity, since: "13.6", "cramps"),
        type("Acne", .severity, since: "13.6"),
        type("AppetiteChanges", .appetiteChanges, since: "13.6", "appetite"),
        type("AppleStandHour", .standHour, since: "9.0", writable: false, "standHours"),
        type("AppleWalkingSteadinessEvent", .appleWalkingSteadinessEvent, since: "15.0", "walkingSteadinessEvent steadinessEvent"),
        type("AudioExposureEvent", .audioExposureEvent, since: "13.0", writable: false),
        type("BladderIncontinence", .severity, since: "14.0", "incontinence"),
        type("BleedingAfterMenopause", .vaginalBleeding, since: "27.0"),
        type("BleedingAfterPregnancy", .vaginalBleeding, since: "18.0"),
        type("BleedingDuringPregnancy", .vaginalBleeding, since: "18.0"),
        type("Bloating", .severity, since: "13.6"),
        type("BreastPain", .severity, since: "13.6"),
        type("CervicalMucusQuality", .cervicalMucusQuality, since: "9.0", "cervicalMucus"),
        type("ChestTightnessOrPain", .severity, since: "13.6", "chestPain chestTightness"),
        type("Chills", .severity, since: "13.6"),
        type("Constipation", .severity, since: "13.6"),
        type("Contraceptive", .contraceptive, since: "14.3", "contraception"),
        type("Coughing", .severity, since: "13.6", "cough"),
        type("Diarrhea", .severity, since: "13.6"),
        type("Dizziness", .severity, since: "13.6", "dizzy"),
        type("DrySkin", .severity, since: "14.0"),
        type("EnvironmentalAudioExposureEvent", .environmentalAudioExposureEvent, since: "14.0", "noiseEvent loudNoiseEvent"),
        type("Fainting", .severity, since: "13.6", "faint"),
        type("Fatigue", .severity, since: "13.6"),
        type("Fever", .severity, since: "13.6"),
        type("GeneralizedBodyAche", .severity, since: "13.6", "bodyAche"),
        type("HairLoss", .severity, since: "14.0"),
        type("HandwashingEvent", .notApplicable, since: "14.0", "handwashing"),
        type("Headache", .severity, since: "13.6"),
        type("HeadphoneAudioExposureEvent", .headphoneAudioExposureEvent, since: "14.2", writable: false, "headphoneNotification"),
        type("Heartburn", .severity, since: "13.6"),
        type("HighHeartRateEvent", .notApplicable, since: "12.2", writable: false, "highHeartRate highHr"),
        type("HotFlashes", .severity, since: "13.6", "hotFlash hotFlushes"),
        type("HypertensionEvent", .notApplicable, since: "26.2", writable: false, "hypertension"),
        type("InfrequentMenstrualCycles", .notApplicable, since: "16.0", "infrequentPeriods"),
        type("IntermenstrualBleeding", .notApplicable, since: "9.0", "spotting"),
        type("IrregularHeartRhythmEvent", .notApplicable, since: "12.2", "irregularHeartRhythm irregularRhythm"),
        type("IrregularMenstrualCycles", .notApplicable, since: "16.0", "irregularPeriods irregularCycles"),
        type("Lactation", .notApplicable, since: "14.3"),
        type("LossOfSmell", .severity, since: "13.6"),
        type("LossOfTaste", .severity, since: "13.6"),
        type("LowCardioFitnessEvent", .lowCardioFitnessEvent, since: "14.3", "lowCardioFitness"),
        type("LowerBackPain", .severity, since: "13.6", "backPain lowBackPain"),
        type("LowHeartRateEvent", .notApplicable, since: "12.2", writable: false, "lowHeartRate lowHr"),
        type("MemoryLapse", .severity, since: "14.0"),
        type("MenopausalState", .menopausalState, since: "27.0", "menopause"),
        type("MenstrualFlow", .menstrualFlow, since: "9.0", "menstruation period"),
        type("MindfulSession", .notApplicable, since: "10.0", "mindfulness mindfulMinutes meditation mindful"),
        type("MoodChanges", .presence, since: "13.6"),
        type("Nausea", .severity, since: "13.6"),
        type("NightSweats", .severity, since: "14.0"),
        type("OvulationTestResult", .ovulationTestResult, since: "9.0", "ovulationTest ovulation"),
        type("PelvicPain", .severity, since: "13.6"),
        type("PersistentIntermenstrualBleeding", .notApplicable, since: "16.0", "persistentSpotting"),
        type("Pregnancy", .notApplicable, since: "14.3"),
        type("PregnancyTestResult", .pregnancyTestResult, since: "15.0", "pregnancyTest"),
        type("ProgesteroneTestResult", .progesteroneTestResult, since: "15.0", "progesteroneTest progesterone"),
        type("ProlongedMenstrualPeriods", .notApplicable, since: "16.0", "prolongedPeriods"),
        type("RapidPoundingOrFlutteringHeartbeat", .severity, since: "13.6", "palpitations rapidHeartbeat flutteringHeartbeat"),
        type("RunnyNose", .severity, since: "13.6"),
        type("SexualActivity", .notApplicable, since: "9.0", "sex"),
        type("ShortnessOfBreath", .severity, since: "13.6"),
        type("SinusCongestion", .severity, since: "13.6"),
        type("SkippedHeartbeat", .severity, since: "13.6"),
        type("SleepAnalysis", .sleepAnalysis, since: "8.0"),
        type("SleepApneaEvent", .notApplicable, since: "18.0", "sleepApnea apnea"),
        type("SleepChanges", .presence, since: "13.6"),
        type("SoreThroat", .severity, since: "13.6"),
        type("ToothbrushingEvent", .notApplicable, since: "13.0", "toothbrushing brushing"),
        type("VaginalDryness", .severity, since: "14.0"),
        type("Vomiting", .severity, since: "13.6", "vomit"),
        type("Wheezing", .severity, since: "13.6", "wheeze"),
        Row(
            name: "Electrocardiogram", values: { .electrocardiogram }, since: "14.0", isWritable: false, aliases: "ecg ekg",
            prefix: MetricID.recordingPrefix),
        Row(
            name: "Audiogram", values: { .notApplicable }, since: "13.0", isWritable: true, aliases: "hearingTest",
            prefix: MetricID.recordingPrefix),
        Row(
            name: "VisionPrescription", values: { .visionPrescription }, since: "16.0", isWritable: true,
            aliases: "prescription eyePrescription", prefix: "HK", suffix: "TypeIdentifier"),
        Row(
            name: "MedicationDoses", values: { .medicationDose }, since: "26.0", isWritable: false,
            aliases: "medicationDoseEvent doses medications", prefix: "HK", identifier: MetricID.doses.identifier),
        // HealthKit has them in clinical records.
        Row(
            name: "LabResultText", values: { .notApplicable }, since: "12.0", isWritable: false,
            aliases: "labText laboratoryTexts textResults", prefix: MetricID.clinicalPrefix),
    ]

    private static func type(
        _ name: String, _ values: @autoclosure @escaping @Sendable () -> CategoryValues, since: String, writable: Bool = true,
        _ aliases: String = ""
    ) -> Row {
        Row(name: name, values: values, since: since, isWritable: writable, aliases: aliases)
    }
}
