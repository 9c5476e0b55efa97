public import Foundation

// Sendable: predicates do not change.
/// A condition on samples of a type, for queries that return their results.
public struct HKSamplePredicate<Sample: HKSample>: @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// The condition; nil for all samples.
    public let nsPredicate: NSPredicate?
}

extension HKSamplePredicate where Sample == HKQuantitySample {
    /// Chooses quantity samples of a type.
    public static func quantitySample(type: HKQuantityType, predicate: NSPredicate? = nil) -> HKSamplePredicate<HKQuantitySample> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKCategorySample {
    /// Chooses category samples of a type.
    public static func categorySample(type: HKCategoryType, predicate: NSPredicate? = nil) -> HKSamplePredicate<HKCategorySample> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKCorrelation {
    /// Chooses correlations of a type.
    public static func correlation(type: HKCorrelationType, predicate: NSPredicate? = nil) -> HKSamplePredicate<HKCorrelation> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKWorkout {
    /// Chooses workouts.
    public static func workout(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkout> {
        HKSamplePredicate(sampleType: .workoutType(), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKSample {
    /// Chooses samples of any type.
    public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> HKSamplePredicate<HKSample> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKElectrocardiogram {
    /// Chooses electrocardiograms.
    public static func electrocardiogram(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKElectrocardiogram> {
        HKSamplePredicate(sampleType: .electrocardiogramType(), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKAudiogramSample {
    /// Chooses audiograms.
    public static func audiogram(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKAudiogramSample> {
        HKSamplePredicate(sampleType: .audiogramSampleType(), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKVisionPrescription {
    /// Chooses prescriptions for glasses and contact lenses.
    public static func visionPrescription(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKVisionPrescription> {
        HKSamplePredicate(sampleType: .visionPrescriptionType(), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKStateOfMind {
    /// Chooses states of mind.
    public static func stateOfMind(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKStateOfMind> {
        HKSamplePredicate(sampleType: .stateOfMindType(), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKGAD7Assessment {
    /// Chooses results of GAD-7 questionnaires.
    public static func gad7Assessment(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKGAD7Assessment> {
        HKSamplePredicate(sampleType: HKScoredAssessmentType(.GAD7), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKPHQ9Assessment {
    /// Chooses results of PHQ-9 questionnaires.
    public static func phq9Assessment(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKPHQ9Assessment> {
        HKSamplePredicate(sampleType: HKScoredAssessmentType(.PHQ9), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKHeartbeatSeriesSample {
    /// Chooses series of heartbeats.
    public static func heartbeatSeries(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKHeartbeatSeriesSample> {
        HKSamplePredicate(sampleType: HKSeriesType.heartbeat(), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKWorkoutRoute {
    /// Chooses routes of workouts.
    public static func workoutRoute(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkoutRoute> {
        HKSamplePredicate(sampleType: HKSeriesType.workoutRoute(), nsPredicate: predicate)
    }
}
