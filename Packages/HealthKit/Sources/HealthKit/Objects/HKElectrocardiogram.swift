public import Foundation
@_spi(Guests) import TallyKit

/// A recording of the heart's voltage, with what the watch classified. An `HKElectrocardiogramQuery` reads the voltages.
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

    /// The number of the sample in a store.
    private let number: Int64

    /// - Parameters:
    ///   - count: The number of voltages that the store has.
    ///   - facts: The metadata that a store keeps for the properties: texts such as `512 Hz`.
    init(_ number: Int64, _ raw: Int, _ start: Date, _ end: Date, count: Int, facts: MetadataSet, _ origin: ObjectOrigin) {
        func quantity(_ key: String, in unit: HKUnit) -> HKQuantity? {
            let amount = facts[key].flatMap { Double($0.split(separator: " ").first ?? "") }
            return amount.map { HKQuantity(unit: unit, doubleValue: $0) }
        }
        self.number = number
        numberOfVoltageMeasurements = count
        samplingFrequency = quantity(MetadataKey.samplingFrequency, in: .hertz())
        averageHeartRate = quantity(MetadataKey.averageHeartRate, in: HKUnit.count().unitDivided(by: .minute()))
        classification = Classification(rawValue: raw) ?? .unrecognized
        symptomsStatus = facts[MetadataKey.symptoms] == nil ? .notSet : .present
        super.init(.electrocardiogramType(), start, end, origin)
    }

    /// Returns the voltages in order of time; none if the recording was deleted, or if the store does not have them.
    func measurements(in reader: ObjectReader) throws -> [VoltageMeasurement] {
        guard let series = try reader.view.series(.electrocardiogram, of: number).first else { return [] }
        let rate = samplingFrequency?.doubleValue(for: .hertz())
        let unit = HKUnit.voltUnit(with: .micro)
        return zip(series.times, series[.voltage]).enumerated().map { index, point in
            let seconds = rate.map { Double(index) / $0 } ?? Double(point.0 - series.times[0]) / 1000
            return VoltageMeasurement(seconds, point.1.isNaN ? nil : HKQuantity(unit: unit, doubleValue: point.1))
        }
    }
}
