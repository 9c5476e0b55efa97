public import Foundation
import HealthModel
import TallyKit

// Sendable: predicates do not change.
/// Reads the activity summaries of days.
public struct HKActivitySummaryQueryDescriptor: HKAsyncQuery, @unchecked Sendable {
    /// The condition on the days; nil for all.
    public var predicate: NSPredicate?

    /// Creates the query.
    public init(predicate: NSPredicate? = nil) { self.predicate = predicate }

    /// Returns the summaries in order of days. Throws `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
        let reading = SummaryReading(predicate: predicate)
        return try await healthStore.inBackground { try healthStore.result { try reading.stored(in: $0) }.get() }
            .map { HKActivitySummary($0) }
    }
}
