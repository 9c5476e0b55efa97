@_spi(Guests) import TallyKit

/// The identifier of the type of workout routes.
public let HKWorkoutRouteTypeIdentifier = "HKWorkoutRouteTypeIdentifier"
/// The identifier of the type of series of heartbeats.
public let HKDataTypeIdentifierHeartbeatSeries = "HKDataTypeIdentifierHeartbeatSeries"

/// A type of samples that contain many values in the order of time, such as the route of a workout.
public class HKSeriesType: HKSampleType, @unchecked Sendable {
    override var storedMetric: MetricID {
        identifier == HKDataTypeIdentifierHeartbeatSeries ? .heartRateVariabilitySDNN : .workouts
    }

    /// Returns the type of workout routes.
    public class func workoutRoute() -> HKSeriesType { HKSeriesType(identifier: HKWorkoutRouteTypeIdentifier) }
    /// Returns the type of series of heartbeats.
    public class func heartbeat() -> HKSeriesType { HKSeriesType(identifier: HKDataTypeIdentifierHeartbeatSeries) }
}

/// The type of electrocardiograms.
public final class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {
    init() { super.init(identifier: "HKDataTypeIdentifierElectrocardiogram") }
}

/// The type of audiograms.
public final class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {
    init() { super.init(identifier: "HKDataTypeIdentifierAudiogram") }
}

/// The identifier of the type of prescriptions for glasses and contact lenses.
public let HKVisionPrescriptionTypeIdentifier = "HKVisionPrescriptionTypeIdentifier"

/// The type of prescriptions.
public final class HKPrescriptionType: HKSampleType, @unchecked Sendable {
    init() { super.init(identifier: HKVisionPrescriptionTypeIdentifier) }
}

/// The type of states of mind.
public final class HKStateOfMindType: HKSampleType, @unchecked Sendable {
    init() { super.init(identifier: MetricID.stateOfMind.identifier) }
}

/// The identifier of a type of questionnaires.
public struct HKScoredAssessmentTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Creates an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The questionnaire about anxiety with seven questions.
    public static let GAD7 = HKScoredAssessmentTypeIdentifier(rawValue: MetricID.gad7.identifier)
    /// The questionnaire about depression with nine questions.
    public static let PHQ9 = HKScoredAssessmentTypeIdentifier(rawValue: MetricID.phq9.identifier)
}

/// The type of the results of a questionnaire.
public final class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {
    /// Creates the type with an identifier. Traps if the identifier is not one of HealthKit's.
    public init(_ identifier: HKScoredAssessmentTypeIdentifier) {
        precondition(
            [HKScoredAssessmentTypeIdentifier.GAD7, .PHQ9].contains(identifier),
            "Invalid scored assessment type identifier: \(identifier.rawValue)")
        super.init(identifier: identifier.rawValue)
    }
}

extension HKObjectType {
    /// Returns the type of states of mind.
    public class func stateOfMindType() -> HKStateOfMindType { HKStateOfMindType() }

    /// Returns the series type with an identifier; nil if the identifier is unknown.
    public class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
        [HKSeriesType.workoutRoute(), .heartbeat()].first { $0.identifier == identifier }
    }

    /// Returns the type of electrocardiograms.
    public class func electrocardiogramType() -> HKElectrocardiogramType { HKElectrocardiogramType() }
    /// Returns the type of prescriptions for glasses and contact lenses.
    public class func visionPrescriptionType() -> HKPrescriptionType { HKPrescriptionType() }
    /// Returns the type of audiograms.
    public class func audiogramSampleType() -> HKAudiogramSampleType { HKAudiogramSampleType() }
}
