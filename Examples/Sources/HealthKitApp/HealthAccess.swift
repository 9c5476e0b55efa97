import HealthKit

/// The permissions that the app asks for.
enum HealthAccess {
    static let typesToShare: Set<HKSampleType> = [
        HKQuantityType(.dietaryWater), HKQuantityType(.bodyMass), HKCategoryType(.mindfulSession),
    ]

    static let typesToRead: Set<HKObjectType> = [
        HKQuantityType(.activeEnergyBurned), HKQuantityType(.stepCount), HKQuantityType(.heartRate), HKCategoryType(.sleepAnalysis),
        .workoutType(), .activitySummaryType(),
    ]

    /// Asks for all permissions. Returns false on devices that have no health data.
    static func request(from store: HKHealthStore) async throws -> Bool {
        guard HKHealthStore.isHealthDataAvailable() else { return false }
        try await store.requestAuthorization(toShare: typesToShare, read: typesToRead)
        return true
    }

    /// Asks for all permissions, and hands the answer to a handler.
    static func request(from store: HKHealthStore, then finish: @escaping @Sendable (Bool) -> Void) {
        store.requestAuthorization(toShare: typesToShare, read: typesToRead) { success, error in
            finish(success && error == nil)
        }
    }

    /// True if the app has to show its page about permissions.
    static func mustAsk(_ store: HKHealthStore) async throws -> Bool {
        try await store.statusForAuthorizationRequest(toShare: typesToShare, read: typesToRead) == .shouldRequest
    }

    /// The text of the row about water in the app's settings.
    static func waterLabel(_ store: HKHealthStore) -> String {
        switch store.authorizationStatus(for: HKQuantityType(.dietaryWater)) {
        case .notDetermined: "not asked yet"
        case .sharingDenied: "not allowed"
        case .sharingAuthorized: "allowed"
        @unknown default: "unknown"
        }
    }
}
