public import HealthModel
import StorageModel

/// Samples, workouts and correlations of one source on their way into a store.
@_spi(Guests)
public struct NewSamples: Sendable {
    var batch = ImportBatch()
    private var originIDs: [Origin: Int32] = [:]
    private var metadataIDs: [MetadataSet: Int32] = [MetadataSet(): 0]

    /// Creates an empty set of samples.
    public init(source: Source) { batch.sources = [source] }

    /// The source, which has id 0.
    public var source: Source { batch.sources[0] }

    /// Returns the id of a device and a version.
    public mutating func id(of origin: Origin) -> Int32 {
        let id = originIDs[origin] ?? Int32(batch.origins.count)
        if originIDs.updateValue(id, forKey: origin) == nil { batch.origins.append(origin) }
        return id
    }

    /// Returns the id of metadata.
    public mutating func id(of metadata: MetadataSet) -> Int32 {
        let id = metadataIDs[metadata] ?? Int32(batch.metadata.count)
        if metadataIDs.updateValue(id, forKey: metadata) == nil { batch.metadata.append(metadata) }
        return id
    }

    /// Adds a sample, whose value is in the storage unit of its metric.
    public mutating func append(
        _ metric: MetricID, start: Instant, end: Instant, value: Double, origin: Int32, metadata: Int32, created: Instant
    ) {
        batch.samples[metric, default: SampleBatch()].append(
            start: start, end: end, value: value, source: 0, origin: origin, metadata: metadata, created: created)
    }

    /// Adds a workout, whose ids are those of this set.
    public mutating func append(_ workout: Workout) { batch.workouts.append(workout) }

    /// Adds a correlation, whose ids are those of this set. Its samples are added on their own.
    public mutating func append(_ correlation: Correlation) { batch.correlations.append(correlation) }
}
