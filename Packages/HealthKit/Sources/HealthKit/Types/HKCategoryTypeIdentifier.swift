/// The identifier of a category type.
public struct HKCategoryTypeIdentifier: Hashable, RawRepresentable, Sendable {
    /// Apple's text, such as `HKCategoryTypeIdentifierAbdominalCramps`.
    public let rawValue: String

    /// Creates the identifier with a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(named name: String) { self.init(rawValue: "HKCategoryTypeIdentifier" + name) }
}

extension HKCategoryTypeIdentifier {
    /// The type of abdominal cramps.
    public static let abdominalCramps = HKCategoryTypeIdentifier(named: "AbdominalCramps")
    /// The type of acne.
    public static let acne = HKCategoryTypeIdentifier(named: "Acne")
    /// The type of appetite changes.
    public static let appetiteChanges = HKCategoryTypeIdentifier(named: "AppetiteChanges")
    /// The type of apple stand hour.
    public static let appleStandHour = HKCategoryTypeIdentifier(named: "AppleStandHour")
    /// The type of apple walking steadiness event.
    public static let appleWalkingSteadinessEvent = HKCategoryTypeIdentifier(named: "AppleWalkingSteadinessEvent")
    /// The type of audio exposure event.
    public static let audioExposureEvent = HKCategoryTypeIdentifier(named: "AudioExposureEvent")
    /// The type of bladder incontinence.
    public static let bladderIncontinence = HKCategoryTypeIdentifier(named: "BladderIncontinence")
    /// The type of bleeding after menopause.
    public static let bleedingAfterMenopause = HKCategoryTypeIdentifier(named: "BleedingAfterMenopause")
    /// The type of bleeding after pregnancy.
    public static let bleedingAfterPregnancy = HKCategoryTypeIdentifier(named: "BleedingAfterPregnancy")
    /// The type of bleeding during pregnancy.
    public static let bleedingDuringPregnancy = HKCategoryTypeIdentifier(named: "BleedingDuringPregnancy")
    /// The type of bloating.
    public static let bloating = HKCategoryTypeIdentifier(named: "Bloating")
    /// The type of breast pain.
    public static let breastPain = HKCategoryTypeIdentifier(named: "BreastPain")
    /// The type of cervical mucus quality.
    public static let cervicalMucusQuality = HKCategoryTypeIdentifier(named: "CervicalMucusQuality")
    /// The type of chest tightness or pain.
    public static let chestTightnessOrPain = HKCategoryTypeIdentifier(named: "ChestTightnessOrPain")
    /// The type of chills.
    public static let chills = HKCategoryTypeIdentifier(named: "Chills")
    /// The type of constipation.
    public static let constipation = HKCategoryTypeIdentifier(named: "Constipation")
    /// The type of contraceptive.
    public static let contraceptive = HKCategoryTypeIdentifier(named: "Contraceptive")
    /// The type of coughing.
    public static let coughing = HKCategoryTypeIdentifier(named: "Coughing")
    /// The type of diarrhea.
    public static let diarrhea = HKCategoryTypeIdentifier(named: "Diarrhea")
    /// The type of dizziness.
    public static let dizziness = HKCategoryTypeIdentifier(named: "Dizziness")
    /// The type of dry skin.
    public static let drySkin = HKCategoryTypeIdentifier(named: "DrySkin")
    /// The type of environmental audio exposure event.
    public static let environmentalAudioExposureEvent = HKCategoryTypeIdentifier(named: "EnvironmentalAudioExposureEvent")
    /// The type of fainting.
    public static let fainting = HKCategoryTypeIdentifier(named: "Fainting")
    /// The type of fatigue.
    public static let fatigue = HKCategoryTypeIdentifier(named: "Fatigue")
    /// The type of fever.
    public static let fever = HKCategoryTypeIdentifier(named: "Fever")
    /// The type of generalized body ache.
    public static let generalizedBodyAche = HKCategoryTypeIdentifier(named: "GeneralizedBodyAche")
    /// The type of hair loss.
    public static let hairLoss = HKCategoryTypeIdentifier(named: "HairLoss")
    /// The type of handwashing event.
    public static let handwashingEvent = HKCategoryTypeIdentifier(named: "HandwashingEvent")
    /// The type of headache.
    public static let headache = HKCategoryTypeIdentifier(named: "Headache")
    /// The type of headphone audio exposure event.
    public static let headphoneAudioExposureEvent = HKCategoryTypeIdentifier(named: "HeadphoneAudioExposureEvent")
    /// The type of heartburn.
    public static let heartburn = HKCategoryTypeIdentifier(named: "Heartburn")
    /// The type of high heart rate event.
    public static let highHeartRateEvent = HKCategoryTypeIdentifier(named: "HighHeartRateEvent")
    /// The type of hot flashes.
    public static let hotFlashes = HKCategoryTypeIdentifier(named: "HotFlashes")
    /// The type of hypertension event.
    public static let hypertensionEvent = HKCategoryTypeIdentifier(named: "HypertensionEvent")
    /// The type of infrequent menstrual cycles.
    public static let infrequentMenstrualCycles = HKCategoryTypeIdentifier(named: "InfrequentMenstrualCycles")
    /// The type of intermenstrual bleeding.
    public static let intermenstrualBleeding = HKCategoryTypeIdentifier(named: "IntermenstrualBleeding")
    /// The type of irregular heart rhythm event.
    public static let irregularHeartRhythmEvent = HKCategoryTypeIdentifier(named: "IrregularHeartRhythmEvent")
    /// The type of irregular menstrual cycles.
    public static let irregularMenstrualCycles = HKCategoryTypeIdentifier(named: "IrregularMenstrualCycles")
    /// The type of lactation.
    public static let lactation = HKCategoryTypeIdentifier(named: "Lactation")
    /// The type of loss of smell.
    public static let lossOfSmell = HKCategoryTypeIdentifier(named: "LossOfSmell")
    /// The type of loss of taste.
    public static let lossOfTaste = HKCategoryTypeIdentifier(named: "LossOfTaste")
    /// The type of low cardio fitness event.
    public static let lowCardioFitnessEvent = HKCategoryTypeIdentifier(named: "LowCardioFitnessEvent")
    /// The type of lower back pain.
    public static let lowerBackPain = HKCategoryTypeIdentifier(named: "LowerBackPain")
    /// The type of low heart rate event.
    public static let lowHeartRateEvent = HKCategoryTypeIdentifier(named: "LowHeartRateEvent")
    /// The type of memory lapse.
    public static let memoryLapse = HKCategoryTypeIdentifier(named: "MemoryLapse")
    /// The type of menopausal state. The values are of ``HKCategoryValueMenopausalState``.
    public static let menopausalState = HKCategoryTypeIdentifier(named: "MenopausalState")
    /// The type of menstrual flow.
    public static let menstrualFlow = HKCategoryTypeIdentifier(named: "MenstrualFlow")
    /// The type of mindful session.
    public static let mindfulSession = HKCategoryTypeIdentifier(named: "MindfulSession")
    /// The type of mood changes.
    public static let moodChanges = HKCategoryTypeIdentifier(named: "MoodChanges")
    /// The type of nausea.
    public static let nausea = HKCategoryTypeIdentifier(named: "Nausea")
    /// The type of night sweats.
    public static let nightSweats = HKCategoryTypeIdentifier(named: "NightSweats")
    /// The type of ovulation test result.
    public static let ovulationTestResult = HKCategoryTypeIdentifier(named: "OvulationTestResult")
    /// The type of pelvic pain.
    public static let pelvicPain = HKCategoryTypeIdentifier(named: "PelvicPain")
    /// The type of persistent intermenstrual bleeding.
    public static let persistentIntermenstrualBleeding = HKCategoryTypeIdentifier(named: "PersistentIntermenstrualBleeding")
    /// The type of pregnancy.
    public static let pregnancy = HKCategoryTypeIdentifier(named: "Pregnancy")
    /// The type of pregnancy test result.
    public static let pregnancyTestResult = HKCategoryTypeIdentifier(named: "PregnancyTestResult")
    /// The type of progesterone test result.
    public static let progesteroneTestResult = HKCategoryTypeIdentifier(named: "ProgesteroneTestResult")
    /// The type of prolonged menstrual periods.
    public static let prolongedMenstrualPeriods = HKCategoryTypeIdentifier(named: "ProlongedMenstrualPeriods")
    /// The type of rapid pounding or fluttering heartbeat.
    public static let rapidPoundingOrFlutteringHeartbeat = HKCategoryTypeIdentifier(named: "RapidPoundingOrFlutteringHeartbeat")
    /// The type of runny nose.
    public static let runnyNose = HKCategoryTypeIdentifier(named: "RunnyNose")
    /// The type of sexual activity.
    public static let sexualActivity = HKCategoryTypeIdentifier(named: "SexualActivity")
    /// The type of shortness of breath.
    public static let shortnessOfBreath = HKCategoryTypeIdentifier(named: "ShortnessOfBreath")
    /// The type of sinus congestion.
    public static let sinusCongestion = HKCategoryTypeIdentifier(named: "SinusCongestion")
    /// The type of skipped heartbeat.
    public static let skippedHeartbeat = HKCategoryTypeIdentifier(named: "SkippedHeartbeat")
    /// The type of sleep analysis.
    public static let sleepAnalysis = HKCategoryTypeIdentifier(named: "SleepAnalysis")
    /// The type of sleep apnea event.
    public static let sleepApneaEvent = HKCategoryTypeIdentifier(named: "SleepApneaEvent")
    /// The type of sleep changes.
    public static let sleepChanges = HKCategoryTypeIdentifier(named: "SleepChanges")
    /// The type of sore throat.
    public static let soreThroat = HKCategoryTypeIdentifier(named: "SoreThroat")
    /// The type of toothbrushing event.
    public static let toothbrushingEvent = HKCategoryTypeIdentifier(named: "ToothbrushingEvent")
    /// The type of vaginal dryness.
    public static let vaginalDryness = HKCategoryTypeIdentifier(named: "VaginalDryness")
    /// The type of vomiting.
    public static let vomiting = HKCategoryTypeIdentifier(named: "Vomiting")
    /// The type of wheezing.
    public static let wheezing = HKCategoryTypeIdentifier(named: "Wheezing")
}
