package import HealthModel

/// A sample whose parts are metadata or a series, such as an audiogram.
package struct StoredRecording: Sendable {
    /// The id of its person.
    package let person: String
    /// The number of the sample in the store.
    package let number: Int64
    package let start: Instant
    package let end: Instant
    /// Apple's short name of the value, or the words of the file. Empty if it is not known.
    package let value: String
    /// The number of the value: a score, or that of a category.
    package let amount: Double
    /// The metadata.
    package let facts: MetadataSet
    package let source: String
    /// The version of the program that recorded, and the device.
    package let origin: Origin?

    /// Returns all recordings of a metric of the people of a view, by person and then by start.
    package static func all(_ metric: MetricID, in reader: any SampleSource) throws -> [StoredRecording] {
        try reader.persons().flatMap { try all(metric, of: $0.id, in: reader.view(of: $0.id)) }
    }

    private static func all(_ metric: MetricID, of person: String, in view: any SampleSource) throws -> [StoredRecording] {
        var rows = SampleBatch()
        let columns: SampleColumns = [.values, .sources, .origins, .metadata, .numbers]
        try view.scan(metric, from: .min, through: .max, columns: columns) { batch in
            rows.starts += batch.starts
            rows.ends += batch.ends
            rows.values += batch.values
            rows.sources += batch.sources
            rows.origins += batch.origins
            rows.metadata += batch.metadata
            rows.numbers += batch.numbers
            return true
        }
        guard rows.count > 0 else { return [] }
        let type: CategoryType? = if case .category(let type)? = MetricCatalog.metric(metric)?.kind { type } else { nil }
        let (sources, origins) = (try view.sources(), try view.origins())
        let sets = try view.metadataSets(Set(rows.metadata))
        return rows.starts.indices.map { row in
            let set = sets[rows.metadata[row]] ?? MetadataSet()
            let unlisted = set[MetadataKey.categoryValueName].flatMap { type?.shortName(unlisted: $0) }
            return StoredRecording(
                person: person, number: rows.numbers[row], start: Instant(milliseconds: rows.starts[row]),
                end: Instant(milliseconds: rows.ends[row]),
                value: type?.shortName(raw: Int(exactly: rows.values[row]) ?? CategoryType.unlistedRaw) ?? unlisted ?? "",
                amount: rows.values[row], facts: set, source: sources[rows.sources[row]]?.name ?? "", origin: origins[rows.origins[row]])
        }
    }
}
