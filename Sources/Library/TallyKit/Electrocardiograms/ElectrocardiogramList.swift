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
        try reader.persons().flatMap { try all(of: $0.id, in: reader.view(of: $0.id)) }
    }

    private static func all(of person: String, in view: any SampleSource) throws -> [StoredElectrocardiogram] {
        var rows = SampleBatch()
        let columns: SampleColumns = [.values, .sources, .origins, .metadata, .numbers]
        try view.scan(.electrocardiograms, from: .min, through: .max, columns: columns) { batch in
            rows.starts += batch.starts
            rows.ends += batch.ends
            rows.values += batch.values
            rows.sources += batch.sources
            rows.origins += batch.origins
            rows.metadata += batch.metadata
            rows.numbers += batch.numbers
            return true
        }
        guard case .category(let type)? = MetricCatalog.metric(.electrocardiograms)?.kind, rows.count > 0 else { return [] }
        let (sources, origins) = (try view.sources(), try view.origins())
        let sets = try view.metadataSets(Set(rows.metadata))
        return rows.starts.indices.map { row in
            let set = sets[rows.metadata[row]] ?? MetadataSet()
            let origin = origins[rows.origins[row]]
            let frequency = set[MetadataKey.samplingFrequency].flatMap { Double($0.split(separator: " ").first ?? "") }
            let unlisted = set[MetadataKey.categoryValueName].map(type.shortName(unlisted:))
            return StoredElectrocardiogram(
                person: person, number: rows.numbers[row], start: Instant(milliseconds: rows.starts[row]),
                end: Instant(milliseconds: rows.ends[row]),
                classification: type.shortName(raw: Int(exactly: rows.values[row]) ?? CategoryType.unlistedRaw) ?? unlisted ?? "",
                heartRate: set[MetadataKey.averageHeartRate] ?? "", symptoms: set[MetadataKey.symptoms] ?? "",
                samplingFrequency: frequency.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }, source: sources[rows.sources[row]]?.name ?? "",
                device: origin?.device?.hardware ?? "", version: origin?.sourceVersion ?? "")
        }
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
