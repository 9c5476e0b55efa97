package import HealthModel
package import QueryCompiler

/// Collects single samples of any metrics and sources in one batch.
package struct BatchBuilder {
    package var batch = ImportBatch()
    private var sourceIDs: [String: Int32] = [:]
    private var originIDs: [Origin: Int32] = [:]
    private var metadataIDs: [MetadataSet: Int32] = [MetadataSet(): 0]
    private var unitIDs: [String: Int32] = ["": 0]

    package init() {}

    /// Creates a builder that holds the samples of an `add` or a `load`.
    package init(_ samples: [AddCompiler.Sample]) { samples.forEach { append($0) } }

    /// Adds a sample, whose value is in the storage unit of its metric.
    package mutating func append(_ sample: AddCompiler.Sample) {
        let source = sourceIDs[sample.source] ?? Int32(batch.sources.count)
        if sourceIDs.updateValue(source, forKey: sample.source) == nil { batch.sources.append(Source(name: sample.source)) }
        let set = MetadataSet(sample.metadata)
        let setID = metadataIDs[set] ?? Int32(batch.metadata.count)
        if metadataIDs.updateValue(setID, forKey: set) == nil { batch.metadata.append(set) }
        let originID = origin(of: sample, source)
        let unitID = unitIDs[sample.unit] ?? Int32(batch.units.count)
        if unitIDs.updateValue(unitID, forKey: sample.unit) == nil { batch.units.append(sample.unit) }
        batch.samples[sample.metric, default: SampleBatch()].append(
            sample, source: source, origin: originID, metadata: setID, unit: unitID)
    }

    /// Returns the id of the sample's device; 0 if it has none.
    private mutating func origin(of sample: AddCompiler.Sample, _ source: Int32) -> Int32 {
        guard let device = sample.device else { return 0 }
        let origin = Origin(source: source, device: Device(name: device))
        let id = originIDs[origin] ?? Int32(batch.origins.count)
        if originIDs.updateValue(id, forKey: origin) == nil { batch.origins.append(origin) }
        return id
    }
}

extension SampleBatch {
    fileprivate mutating func append(_ sample: AddCompiler.Sample, source: Int32, origin: Int32, metadata: Int32, unit: Int32) {
        starts.append(sample.start.milliseconds)
        ends.append(sample.end.milliseconds)
        values.append(sample.value)
        sources.append(source)
        origins.append(origin)
        self.metadata.append(metadata)
        units.append(unit)
        created.append(Self.unknownTime)
    }
}
