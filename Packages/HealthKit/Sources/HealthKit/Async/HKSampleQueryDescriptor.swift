public import Foundation

/// A query that returns its results instead of calling a handler.
public protocol HKAsyncQuery {
    /// The type of the results.
    associatedtype Output
    /// Asks a store and returns the results.
    func result(for healthStore: HKHealthStore) async throws -> Output
}

/// A query that goes on and returns results again and again.
public protocol HKAsyncSequenceQuery {
    /// The sequence of results.
    associatedtype Sequence: AsyncSequence
    /// Asks a store and returns the results, as long as they are awaited.
    func results(for healthStore: HKHealthStore) -> Sequence
}

/// Reads the samples that predicates choose.
public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
    /// The conditions. A sample that meets any of them is chosen.
    public var predicates: [HKSamplePredicate<Sample>]
    /// The order of the samples.
    public var sortDescriptors: [SortDescriptor<Sample>]
    /// The greatest number of samples; nil for all.
    public var limit: Int?

    /// Creates the query. Without an order, samples come in the order in which they were saved.
    public init(predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>], limit: Int? = nil) {
        self.predicates = predicates
        self.sortDescriptors = sortDescriptors
        self.limit = limit
    }

    /// Returns the samples in order. Throws `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
        let chosen = predicates.map { ($0.sampleType, $0.nsPredicate) }
        let order = sortDescriptors
        let reading = SampleReading(
            chosen, limit: order.isEmpty ? limit ?? HKObjectQueryNoLimit : HKObjectQueryNoLimit, order: SampleOrder())
        let samples = try await healthStore.inBackground { try healthStore.result { try reading.samples(in: $0) }.get() }
            .compactMap { $0 as? Sample }
        guard !order.isEmpty else { return samples }
        let sorted = samples.sorted(using: order)
        return limit.map { Array(sorted.prefix($0)) } ?? sorted
    }
}
