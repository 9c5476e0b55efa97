import Foundation
import HealthModel
import QueryCompiler

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
        var builder = BatchBuilder()
        for sample in samples {
            guard sample.start <= sample.end else {
                throw HealthStoreError(.invalidSample, "a sample of \(sample.metric.shortName) ends before it starts")
            }
            builder.append(
                AddCompiler.Sample(
                    metric: sample.metric, start: Instant(sample.start), end: Instant(sample.end), value: try Self.storedValue(of: sample),
                    source: sample.source, device: sample.device,
                    metadata: sample.metadata.map { MetadataSet.Entry(key: $0.key, value: $0.value) }))
        }
        self = builder.batch
    }

    /// Returns the value in the storage unit of the metric.
    private static func storedValue(of sample: HealthSample) throws(HealthStoreError) -> Double {
        guard abs(sample.value) <= SampleBatch.greatestValue else {
            throw HealthStoreError(
                .invalidSample, "\(sample.value) is not a value of \(sample.metric.shortName)", advice: "use a number up to 10^100")
        }
        guard case .quantity(let type)? = MetricCatalog.metric(sample.metric)?.kind else { return sample.value }
        let text = sample.unit ?? type.storageUnit.symbol
        let unit = text == type.storageUnit.symbol ? type.storageUnit : HealthUnit(text)
        guard let unit, let value = HealthUnit.convert(sample.value, from: unit, to: type.storageUnit) else {
            throw HealthStoreError(
                .invalidSample, "`\(text)` is not a unit of \(sample.metric.shortName)", advice: "use \(type.storageUnit.symbol)")
        }
        if let scale = type.scale, !scale.contains(value) {
            throw HealthStoreError(.invalidSample, "\(value) is outside of the scale of \(sample.metric.shortName)")
        }
        return value
    }
}
