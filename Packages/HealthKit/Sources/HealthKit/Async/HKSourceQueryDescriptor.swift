/// Finds the sources of the samples that a predicate chooses.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
    /// The condition on the samples, with their type.
    public var predicate: HKSamplePredicate<Sample>

    /// Creates the query.
    public init(predicate: HKSamplePredicate<Sample>) { self.predicate = predicate }

    /// Returns the sources, each once, in the order of their names. Throws `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
        let reading = SourceReading(selection: Selection(predicate.sampleType, predicate.nsPredicate))
        return try await healthStore.inBackground { try healthStore.result { try reading.sources(in: $0) }.get() }
            .sorted { $0.name < $1.name }
    }
}
