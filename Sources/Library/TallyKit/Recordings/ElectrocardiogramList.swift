package import HealthModel

/// An electrocardiogram of a store, without its voltages.
package struct StoredElectrocardiogram: Sendable {
    /// The id of its person.
    package let person: String
    /// The number of the sample, by which a store finds the voltages.
    package let number: Int64
    package let start: Instant
    package let end: Instant
    /// The classification of the watch: Apple's short name, or the words of the file. Empty if it is not known.
    package let classification: String
    /// With its unit, such as `64 count/min`. Empty if it is not known.
    package let heartRate: String
    package let symptoms: String
    /// Voltages per second; nil if unknown.
    package let samplingFrequency: Double?
    package let source: String
    /// Apple's product code of the watch; empty if unknown.
    package let device: String
    /// The version of the program that classified; empty if unknown.
    package let version: String

    /// The length in seconds.
    package var seconds: Double { Double(end.milliseconds - start.milliseconds) / 1000 }

    /// Returns all electrocardiograms of the people of a view, by person and then by start.
    package static func all(in reader: any SampleSource) throws -> [StoredElectrocardiogram] {
        try StoredRecording.all(.electrocardiograms, in: reader).map { StoredElectrocardiogram($0) }
    }

    private init(_ recording: StoredRecording) {
        let facts = recording.facts
        (person, number) = (recording.person, recording.number)
        (start, end) = (recording.start, recording.end)
        classification = recording.value
        heartRate = facts[MetadataKey.averageHeartRate] ?? ""
        symptoms = facts[MetadataKey.symptoms] ?? ""
        samplingFrequency = facts[MetadataKey.samplingFrequency].flatMap(MetadataNumber.read).flatMap { $0 > 0 ? $0 : nil }
        source = recording.source
        device = recording.origin?.device?.hardware ?? ""
        version = recording.origin?.sourceVersion ?? ""
    }

    /// Returns the voltages; nil if the store does not have them.
    package func voltages(in reader: any SampleSource) throws -> TimeSeries? {
        try reader.view(of: person).series(.electrocardiogram, of: number).first
    }

    /// Returns the seconds from the start to a voltage. The frequency is more exact than the times of a series, which are milliseconds.
    package func second(of index: Int, in series: TimeSeries) -> Double {
        samplingFrequency.map { Double(index) / $0 } ?? Double(series.times[index] - series.times[0]) / 1000
    }
}
