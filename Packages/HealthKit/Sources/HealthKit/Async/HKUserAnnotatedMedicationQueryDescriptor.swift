public import Foundation

// Sendable: predicates do not change.
/// Reads the medications of the person.
public struct HKUserAnnotatedMedicationQueryDescriptor: HKAsyncQuery, @unchecked Sendable {
    /// The condition on the medications; nil for all.
    public var predicate: NSPredicate?
    /// The greatest number of medications; nil for all.
    public var limit: Int?

    /// Creates the query.
    public init(predicate: NSPredicate? = nil, limit: Int? = nil) { (self.predicate, self.limit) = (predicate, limit) }

    /// Returns the medications by name. Throws `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> [HKUserAnnotatedMedication] {
        let reading = MedicationReading(predicate: predicate, limit: limit ?? HKObjectQueryNoLimit)
        return try await healthStore.resultInBackground { try reading.medications(in: $0) }.get()
    }
}
