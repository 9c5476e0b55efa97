public import Foundation

/// Reads the correlations of a type, such as blood pressure.
public final class HKCorrelationQuery: HKQuery, @unchecked Sendable {
    /// The type.
    public let correlationType: HKCorrelationType
    /// The conditions on the samples of a correlation, by their type; nil for none.
    public let samplePredicates: [HKSampleType: NSPredicate]?

    private let reading: SampleReading
    private let handler: @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - predicate: the condition on the correlation.
    ///   - samplePredicates: for each type, a condition that one of the correlation's samples of that type must meet.
    ///   - completion: gets the correlations in order of time, or an error.
    public init(
        type correlationType: HKCorrelationType, predicate: NSPredicate?, samplePredicates: [HKSampleType: NSPredicate]?,
        completion: @escaping @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void
    ) {
        self.correlationType = correlationType
        self.samplePredicates = samplePredicates
        reading = SampleReading([(correlationType, predicate)], limit: HKObjectQueryNoLimit, order: SampleOrder())
        handler = completion
        super.init(correlationType, predicate)
    }

    override func run(in store: HKHealthStore) {
        let reading = reading
        let found = store.result { try reading.samples(in: $0) }.map { samples in
            samples.compactMap { $0 as? HKCorrelation }.filter { correlation in
                (self.samplePredicates ?? [:]).allSatisfy { type, predicate in
                    correlation.objects(for: type).contains { predicate.evaluate(with: $0) }
                }
            }
        }
        store.report(found, of: self) { self.handler(self, $0, $1) }
    }
}
