public import Foundation

/// Reads the quantities of samples, one after the other, in ascending order of start.
///
/// The rules are those of ``HKQuantitySeriesSampleQuery``.
public struct HKQuantitySeriesSampleQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The samples and the order of the quantities.
    public struct Options: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: Int

        /// Creates options from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Results have the sample of each quantity.
        public static let includeSample = Options(rawValue: 1)
        /// Quantities come sample by sample, in the order of the starts of samples.
        public static let orderByQuantitySampleStartDate = Options(rawValue: 2)
    }

    /// A quantity.
    public struct Result: Hashable, Sendable {
        /// The quantity.
        public let quantity: HKQuantity
        /// The time of the quantity.
        public let dateInterval: DateInterval
        /// The sample of the quantity; nil without the option ``Options/includeSample``.
        public let sample: HKQuantitySample?
    }

    /// The quantities in order.
    public typealias Results = AsyncThrowingStream<Result, any Error>

    /// The condition on samples.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// The samples and the order of the quantities.
    public var options: Options

    /// Creates the query.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
        (self.predicate, self.options) = (predicate, options)
    }

    /// Asks a store and returns the quantities. They end with an `HKError` if the store can't be read.
    public func results(for healthStore: HKHealthStore) -> Results {
        let reading = SampleReading.quantities(predicate.sampleType, predicate.nsPredicate)
        let includesSample = options.contains(.includeSample)
        return AsyncThrowingStream { continuation in
            Task {
                switch await healthStore.resultInBackground({ try reading.quantitySamples(in: $0) }) {
                case .success(let samples):
                    for sample in samples {
                        continuation.yield(
                            Result(
                                quantity: sample.quantity, dateInterval: sample.dateInterval, sample: includesSample ? sample : nil))
                    }
                    continuation.finish()
                case .failure(let error): continuation.finish(throwing: error)
                }
            }
        }
    }
}
