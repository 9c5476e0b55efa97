public import Foundation

extension HKHealthStore {
    /// Tells the earliest date of each type from which the app may read samples, if the owner limited it. An owner allows or denies all
    /// samples of a metric, so no type has a date. As in HealthKit, a missing date does not mean that the app may read the type.
    public func getEarliestAuthorizedSampleDate(
        for types: Set<HKObjectType>, completion: @escaping @Sendable ([HKObjectType: Date]?, (any Error)?) -> Void
    ) {
        requestAuthorization(toShare: nil, read: types) { isAvailable, error in completion(isAvailable ? [:] : nil, error) }
    }

    /// Returns the earliest date of each type from which the app may read samples, if the owner limited it. An owner allows or denies all
    /// samples of a metric, so no type has a date. As in HealthKit, a missing date does not mean that the app may read the type.
    public func earliestAuthorizedSampleDate(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        try await requestAuthorization(toShare: [], read: types)
        return [:]
    }
}
