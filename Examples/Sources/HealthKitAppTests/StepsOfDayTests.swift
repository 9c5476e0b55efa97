import HealthKit
import HealthKitApp
import Testing

@Suite("Steps of a day")
struct StepsOfDayTests {
    @Test("A sample is shared between the hours that it crosses, and watch and phone do not count twice")
    func hours() async throws {
        NSTimeZone.default = TimeZone(identifier: "Europe/Berlin")!
        let store = HKHealthStore.inMemory()
        try store.load(
            """
            set zone = Europe/Berlin
            add 600 count steps from "Watch" at 2025-06-01 08:30 for 1h
            add 500 count steps from "Phone" at 2025-06-01 08:30 for 30min
            """)
        let hours = try await hourlySteps(on: Date(timeIntervalSince1970: 1_748_772_000), in: store)
        #expect(hours.count == 24 && hours[8] == 300 && hours[9] == 300 && hours[10] == nil)
    }
}
