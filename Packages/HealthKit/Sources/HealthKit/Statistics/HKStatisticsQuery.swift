public import Foundation

/// Computes the statistics of the samples that a predicate chooses, with sources merged.
public final class HKStatisticsQuery: HKQuery, @unchecked Sendable {
    private let computation: StatisticsComputation
    private let handler: @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

    /// Creates the query. Traps if the type does not have one of the options.
    ///
    /// - Parameter handler: gets the statistics, or an error: 11 if no sample is chosen.
    public init(
        quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [],
        completionHandler handler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
    ) {
        options.demand(for: quantityType)
        computation = StatisticsComputation(quantityType, quantitySamplePredicate, options, nil)
        self.handler = handler
        super.init(quantityType, quantitySamplePredicate)
    }

    override func run(in store: HKHealthStore) {
        let computation = computation
        store.report(store.result { try computation.statistics(in: $0) }, of: self) { self.handler(self, $0, $1) }
    }
}

extension StatisticsComputation {
    /// Returns the one bucket of all chosen samples. It is an error if there are none.
    func statistics(in reader: ObjectReader) throws -> HKStatistics {
        guard let statistics = try result(in: reader).buckets.first?.value else {
            throw HKError(.errorNoData, "No data available for the specified predicate.")
        }
        return statistics
    }
}
