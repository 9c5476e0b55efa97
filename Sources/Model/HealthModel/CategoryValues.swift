/// The values of a category type: one of HealthKit's `HKCategoryValue…` enumerations.
package struct CategoryValues: Hashable, Sendable {
    package struct Value: Hashable, Sendable {
        package let raw: Int
        /// Apple's Swift name, such as `asleepCore`.
        package let name: String
        /// The name in exports, such as `HKCategoryValueSleepAnalysisAsleepCore`.
        package let exportName: String
    }

    /// Apple's name for the enumeration.
    package let name: String
    /// The values in ascending order of raw value. Each occurs once, under its newest name.
    package let values: [Value]
    /// Names from older exports and common names: folded names with the raw values they include.
    let otherNames: [String: [Int]]
    /// The short names in their written form. Names for several values come first.
    let shortNames: [String]
    /// The raw values that record that something was not there, such as `notPresent`.
    let absent: [Int]

    /// The start of the names of all enumerations.
    package static let prefix = "HKCategoryValue"

    /// Creates the enumeration `HKCategoryValue` + `suffix`.
    ///
    /// - Parameters:
    ///   - formerSuffix: The suffix in other versions of the headers.
    ///   - formerCases: The names of values in other versions of the headers.
    ///   - short: Common names, including names for several values.
    ///   - absent: The values that record that something was not there.
    ///   - prefix: The start of the name of the enumeration.
    init(
        _ suffix: String, _ cases: KeyValuePairs<Int, String>, formerSuffix: String? = nil, formerCases: KeyValuePairs<Int, String> = [:],
        short: KeyValuePairs<String, [Int]> = [:], absent: [Int] = [], prefix: String = Self.prefix
    ) {
        self.absent = absent
        func exportName(_ suffix: String, _ name: String) -> String { prefix + suffix + name.prefix(1).uppercased() + name.dropFirst() }
        name = prefix + suffix
        values = cases.map { Value(raw: $0.key, name: $0.value, exportName: exportName(suffix, $0.value)) }
        var others: [String: [Int]] = [:]
        for (raw, name) in formerCases {
            others[foldedName(name)] = [raw]
            others[foldedName(exportName(suffix, name))] = [raw]
        }
        if let formerSuffix {
            for (raw, name) in cases { others[foldedName(exportName(formerSuffix, name))] = [raw] }
        }
        for (name, raws) in short { others[foldedName(name)] = raws }
        otherNames = others
        shortNames = short.filter { $0.value.count > 1 }.map(\.key) + short.filter { $0.value.count == 1 }.map(\.key)
    }

    /// The values of types whose samples only record that something happened.
    static let notApplicable = CategoryValues("", [0: "notApplicable"])
    static let severity = CategoryValues(
        "Severity", [0: "unspecified", 1: "notPresent", 2: "mild", 3: "moderate", 4: "severe"], absent: [1])
    static let presence = CategoryValues("Presence", [0: "present", 1: "notPresent"], absent: [1])
    static let sleepAnalysis = CategoryValues(
        "SleepAnalysis", [0: "inBed", 1: "asleepUnspecified", 2: "awake", 3: "asleepCore", 4: "asleepDeep", 5: "asleepREM"],
        // Raw value 1 was named `asleep` before iOS 16. For users, the word now covers every stage of sleep.
        formerCases: [1: "asleep"],
        short: ["unspecified": [1], "core": [3], "deep": [4], "rem": [5], "asleep": [1, 3, 4, 5]])
    static let standHour = CategoryValues("AppleStandHour", [0: "stood", 1: "idle"], absent: [1])
    static let appetiteChanges = CategoryValues(
        "AppetiteChanges", [0: "unspecified", 1: "noChange", 2: "decreased", 3: "increased"], absent: [1])
    static let appleWalkingSteadinessEvent = CategoryValues(
        "AppleWalkingSteadinessEvent", [1: "initialLow", 2: "initialVeryLow", 3: "repeatLow", 4: "repeatVeryLow"])
    static let audioExposureEvent = CategoryValues("AudioExposureEvent", [1: "loudEnvironment"])
    static let environmentalAudioExposureEvent = CategoryValues("EnvironmentalAudioExposureEvent", [1: "momentaryLimit"])
    static let headphoneAudioExposureEvent = CategoryValues("HeadphoneAudioExposureEvent", [1: "sevenDayLimit"])
    static let lowCardioFitnessEvent = CategoryValues("LowCardioFitnessEvent", [1: "lowFitness"])
    private static let bleeding: KeyValuePairs = [1: "unspecified", 2: "light", 3: "medium", 4: "heavy", 5: "none"]
    static let vaginalBleeding = CategoryValues("VaginalBleeding", bleeding, formerSuffix: "MenstrualFlow", absent: [5])
    /// The iOS 18 headers name this enumeration `VaginalBleeding`.
    static let menstrualFlow = CategoryValues("MenstrualFlow", bleeding, formerSuffix: "VaginalBleeding", absent: [5])
    /// A state at a point in time. `none` is a state too: it ends the one before, so no value records an absence.
    static let menopausalState = CategoryValues("MenopausalState", [1: "menopause", 2: "perimenopause", 3: "none"])
    static let cervicalMucusQuality = CategoryValues(
        "CervicalMucusQuality", [1: "dry", 2: "sticky", 3: "creamy", 4: "watery", 5: "eggWhite"])
    static let contraceptive = CategoryValues(
        "Contraceptive",
        [1: "unspecified", 2: "implant", 3: "injection", 4: "intrauterineDevice", 5: "intravaginalRing", 6: "oral", 7: "patch"])
    static let ovulationTestResult = CategoryValues(
        "OvulationTestResult", [1: "negative", 2: "luteinizingHormoneSurge", 3: "indeterminate", 4: "estrogenSurge"],
        // Raw value 2 was named `positive` before iOS 13.
        formerCases: [2: "positive"])
    static let pregnancyTestResult = CategoryValues("PregnancyTestResult", [1: "negative", 2: "positive", 3: "indeterminate"])
    /// The classification of an electrocardiogram by a watch: `HKElectrocardiogram.Classification`. It is not a diagnosis.
    static let electrocardiogram = CategoryValues(
        "Classification",
        [
            0: "notSet", 1: "sinusRhythm", 2: "atrialFibrillation", 3: "inconclusiveLowHeartRate", 4: "inconclusiveHighHeartRate",
            5: "inconclusivePoorReading", 6: "inconclusiveOther", 100: "unrecognized",
        ], short: ["inconclusive": [3, 4, 5, 6]], prefix: electrocardiogramPrefix)
    private static let electrocardiogramPrefix = "HKElectrocardiogram"
    /// The kind of lenses that a prescription is for: `HKVisionPrescriptionType`.
    static let visionPrescription = CategoryValues("Type", [1: "glasses", 2: "contacts"], prefix: visionPrescriptionPrefix)
    private static let visionPrescriptionPrefix = "HKVisionPrescription"

    /// Returns true for a name of a value in Apple's form, such as `HKCategoryValueSleepAnalysisAsleepCore`.
    package static func isExportName(_ text: some StringProtocol) -> Bool {
        let prefixes = [
            prefix, electrocardiogramPrefix + "Classification", visionPrescriptionPrefix + "Type", medicationDosePrefix + "LogStatus",
        ]
        return prefixes.contains { text.hasPrefix($0) }
    }
    /// Returns the name, in Apple's form, of a classification of electrocardiograms that is not in the table.
    package static func electrocardiogramName(of words: String) -> String { electrocardiogramPrefix + "Classification" + words }
    /// Returns the name, in Apple's form, of a kind of lenses that is not in the table.
    package static func visionPrescriptionName(of kind: String) -> String {
        visionPrescriptionPrefix + "Type" + kind.prefix(1).uppercased() + kind.dropFirst()
    }
    static let progesteroneTestResult = CategoryValues("ProgesteroneTestResult", [1: "negative", 2: "positive", 3: "indeterminate"])
}
