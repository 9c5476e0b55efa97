import HealthKit

/// Reads facts about the person and the units of the device.
struct Profile: Sendable {
    let store: HKHealthStore
    var calendar = Calendar.current

    /// The age in years; nil if the person did not enter a date of birth.
    func age(at now: Date) -> Int? {
        guard let birth = try? store.dateOfBirthComponents(), let day = calendar.date(from: birth) else { return nil }
        return calendar.dateComponents([.year], from: day, to: now).year
    }

    func sex() throws -> String {
        switch try store.biologicalSex().biologicalSex {
        case .female: "female"
        case .male: "male"
        case .other: "other"
        case .notSet: "not set"
        @unknown default: "unknown"
        }
    }

    /// True if the device shows distances in miles.
    func usesMiles() async throws -> Bool {
        let distance = HKQuantityType(.distanceWalkingRunning)
        return try await store.preferredUnits(for: [distance])[distance] == .mile()
    }
}
