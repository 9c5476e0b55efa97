public import Foundation
public import HealthModel

/// A sample that an app adds to a store.
public struct HealthSample: Sendable, Hashable {
    /// The metric that was measured.
    public var metric: MetricID
    /// The start of the measurement.
    public var start: Date
    /// The end of the measurement, at or after the start. It equals the start for a reading at a single time.
    public var end: Date
    /// The value in `unit`. For a category such as sleep, the raw value of HealthKit.
    public var value: Double
    /// The unit as HealthKit writes it, such as `count/min` or `kcal`. Nil for the metric unit that the Health app displays.
    public var unit: String?
    /// The name of the app or device that recorded the sample.
    public var source: String
    /// The name of the device. Nil if it is unknown.
    public var device: String?
    /// Metadata by HealthKit's keys, such as `HKTimeZone` and `HKWasUserEntered`.
    public var metadata: [String: String]

    /// Creates a sample. Without an end, it is a reading at a single time.
    public init(
        _ metric: MetricID, from start: Date, to end: Date? = nil, value: Double, unit: String? = nil, source: String,
        device: String? = nil, metadata: [String: String] = [:]
    ) {
        self.metric = metric
        self.start = start
        self.end = end ?? start
        self.value = value
        self.unit = unit
        self.source = source
        self.device = device
        self.metadata = metadata
    }
}

/// The result of adding samples.
public struct AddedSamples: Sendable, Hashable {
    /// The number of new samples.
    public var added = 0
    /// The number of samples that arrive when the device is unlocked, because an app wrote them while it was locked.
    public var kept = 0
    /// The number of samples that the store already had: those with the same metric, source, start, end and value.
    public var alreadyThere = 0

    /// Creates a result with these counts.
    public init(added: Int = 0, alreadyThere: Int = 0, kept: Int = 0) {
        self.added = added
        self.kept = kept
        self.alreadyThere = alreadyThere
    }
}

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
