import Foundation
import HealthModel

extension HealthStore {
    /// Adds all samples, or none if there is an error. Samples that the store already has are not added again.
    ///
    /// An app's samples have the app as their source.
    ///
    /// - Throws: `.invalidSample` if a sample is invalid, `.readOnly`, `.busy`, or another error if the file cannot be written. If an app
    ///   asks, also `.authorizationNotDetermined`, `.authorizationDenied` and `.guestUser`.
    @discardableResult
    public func add(_ samples: [HealthSample]) async throws(HealthStoreError) -> AddedSamples {
        let batch = try ImportBatch(samples)
        return try await Blocking.run { [storage] _ throws(HealthStoreError) in
            do {
                return try storage.write(batch).values.reduce(into: AddedSamples()) { sum, outcome in
                    sum.added += outcome.added
                    sum.kept += outcome.kept
                    sum.alreadyThere += outcome.alreadyThere
                }
            } catch {
                throw HealthStoreError(error)
            }
        }
    }
}

extension ImportBatch {
    fileprivate init(_ samples: [HealthSample]) throws(HealthStoreError) {
        self.init()
        var sourceIDs: [String: Int32] = [:]
        var originIDs: [Origin: Int32] = [:]
        var metadataIDs: [MetadataSet: Int32] = [MetadataSet(): 0]
        for sample in samples {
            guard sample.start <= sample.end else {
                throw HealthStoreError(.invalidSample, "a sample of \(sample.metric.shortName) ends before it starts")
            }
            let source = sourceIDs[sample.source] ?? Int32(sources.count)
            if sourceIDs.updateValue(source, forKey: sample.source) == nil { sources.append(Source(name: sample.source)) }
            let origin = Origin(source: source, device: sample.device.map { Device(name: $0) })
            let originID = originIDs[origin] ?? Int32(origins.count)
            if originIDs.updateValue(originID, forKey: origin) == nil { origins.append(origin) }
            let set = MetadataSet(sample.metadata.map { MetadataSet.Entry(key: $0.key, value: $0.value) })
            let setID = metadataIDs[set] ?? Int32(metadata.count)
            if metadataIDs.updateValue(setID, forKey: set) == nil { metadata.append(set) }
            self.samples[sample.metric, default: SampleBatch()].append(
                sample, value: try Self.storedValue(of: sample), source: source, origin: originID, metadata: setID)
        }
    }

    /// Returns the value in the storage unit of the metric.
    private static func storedValue(of sample: HealthSample) throws(HealthStoreError) -> Double {
        guard case .quantity(let type)? = MetricCatalog.metric(sample.metric)?.kind, let text = sample.unit else { return sample.value }
        guard let unit = HealthUnit(text), let value = HealthUnit.convert(sample.value, from: unit, to: type.storageUnit) else {
            throw HealthStoreError(
                .invalidSample, "`\(text)` is not a unit of \(sample.metric.shortName)", advice: "use \(type.storageUnit.symbol)")
        }
        return value
    }
}

extension SampleBatch {
    fileprivate mutating func append(_ sample: HealthSample, value: Double, source: Int32, origin: Int32, metadata: Int32) {
        starts.append(Instant(sample.start).milliseconds)
        ends.append(Instant(sample.end).milliseconds)
        values.append(value)
        sources.append(source)
        origins.append(origin)
        self.metadata.append(metadata)
        units.append(0)
        created.append(Self.unknownTime)
    }
}
