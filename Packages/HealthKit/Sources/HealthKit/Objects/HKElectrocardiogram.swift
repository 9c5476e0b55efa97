public import Foundation

/// A recording of the heart's voltage. Stores keep none, so queries never return one.
public final class HKElectrocardiogram: HKSample, @unchecked Sendable {
    /// The reading of the recording by the watch.
    public enum Classification: Int, Sendable {
        /// Nothing was decided.
        case notSet = 0
        /// A regular rhythm of the sinus node.
        case sinusRhythm = 1
        /// Signs of atrial fibrillation.
        case atrialFibrillation = 2
        /// The heart rate was too low to decide.
        case inconclusiveLowHeartRate = 3
        /// The heart rate was too high to decide.
        case inconclusiveHighHeartRate = 4
        /// The recording was too poor to decide.
        case inconclusivePoorReading = 5
        /// Another reason not to decide.
        case inconclusiveOther = 6
        /// A result of a version that this one does not know.
        case unrecognized = 100
    }

    /// The person's answer about symptoms.
    public enum SymptomsStatus: Int, Sendable {
        /// The person was not asked.
        case notSet = 0
        /// The person named no symptoms.
        case none = 1
        /// The person named symptoms.
        case present = 2
    }

    /// The places on the body between which the voltage is measured.
    public enum Lead: Int, Sendable {
        /// A watch on the wrist: similar to lead I.
        case appleWatchSimilarToLeadI = 1
    }

    /// The voltage at a time of the recording.
    public final class VoltageMeasurement: NSObject, Sendable {
        /// The seconds since the start of the recording.
        public let timeSinceSampleStart: TimeInterval
        private let voltage: HKQuantity?

        init(_ timeSinceSampleStart: TimeInterval, _ voltage: HKQuantity?) {
            self.timeSinceSampleStart = timeSinceSampleStart
            self.voltage = voltage
        }

        /// Returns the voltage of a lead; nil if it was not measured.
        public func quantity(for lead: Lead) -> HKQuantity? { voltage }
    }

    /// The number of measurements.
    public let numberOfVoltageMeasurements: Int
    /// The measurements per second, in hertz; nil if they are unknown.
    public let samplingFrequency: HKQuantity?
    /// The reading of the recording by the watch.
    public let classification: Classification
    /// The heart rate during the recording; nil if it is unknown.
    public let averageHeartRate: HKQuantity?
    /// The person's answer about symptoms.
    public let symptomsStatus: SymptomsStatus

    init(
        _ start: Date, _ end: Date, measurements: Int, frequency: HKQuantity?, classification: Classification, heartRate: HKQuantity?,
        symptoms: SymptomsStatus
    ) {
        numberOfVoltageMeasurements = measurements
        samplingFrequency = frequency
        self.classification = classification
        averageHeartRate = heartRate
        symptomsStatus = symptoms
        super.init(.electrocardiogramType(), start, end, ObjectOrigin())
    }
}
