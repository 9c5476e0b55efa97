import HealthKit
import Testing

@testable import HealthKitApp

/// The data have 60 days before 6 April 2026, from Thursday, 5 February. Clocks skip an hour on 29 March.
@Suite("Sample data of 60 days, saved as a tutorial does")
struct SampleDataTests {
    private func filledStore() async throws -> HKHealthStore {
        let store = try filled()
        try await SampleData.fill(store, days: 60, before: at("2026-04-06 12:00"))
        return store
    }

    @Test("The days have the steps of their weekdays")
    func days() async throws {
        let reader = StatisticsReader(store: try await filledStore())
        let (first, last) = (at("2026-02-05"), at("2026-04-05 12:00"))
        // 4000 and 500 for each weekday, from Sunday (1) to Saturday (7).
        let week: [Double] = [6500, 7000, 7500, 4500, 5000, 5500, 6000]
        #expect(try await reader.days(.stepCount, .count(), from: first, to: last) == (0..<60).map { week[$0 % 7] })
        #expect(try await reader.days(.activeEnergyBurned, .kilocalorie(), from: first, to: last) == Array(repeating: 400, count: 60))
        // Eight weeks of 42,000 steps, and Thursday to Sunday.
        #expect(try await reader.total(.stepCount, .count(), in: period("2026-02-05", "2026-04-06")) == 361_500)
    }

    @Test("The app's views read them")
    func views() async throws {
        let store = try await filledStore()
        let now = at("2026-04-06 12:00")
        #expect(
            try await EnergyModel(store: store).today(at: now) == EnergyToday(soFar: 0, typicalSoFar: 120, typicalTotal: 400))
        let weeks = try await WeeklySteps(store: store).weeks(3, until: now)
        #expect(weeks.map(\.steps) == [42_000, 42_000, nil])
        let day = period("2026-03-29", "2026-03-30")
        #expect(
            try await StatisticsReader(store: store).heartRates(in: day) == HeartRates(lowest: 69, average: 73.5, highest: 78))
        let night = period("2026-03-28 20:00", "2026-03-29 12:00")
        #expect(try await SleepReader(store: store).hoursAsleep(in: night) == 7.5)
        #expect(try await SleepReader(store: store).minutes(of: .asleepREM, in: night) == 90)
    }

    @Test("They have the expected numbers of samples")
    func counts() async throws {
        let reader = SampleReader(store: try await filledStore())
        let types: [HKSampleType] = [
            HKQuantityType(.stepCount), HKQuantityType(.activeEnergyBurned), HKQuantityType(.heartRate), HKCategoryType(.sleepAnalysis),
        ]
        var counts: [Int] = []
        for type in types { counts.append(try await reader.samples(type, nil).count) }
        #expect(counts == [600, 600, 600, 240])
    }

    @Test("A preview has seven days without a store")
    func preview() async throws {
        let store = try filled()
        let samples = SampleData.preview(until: at("2026-03-28 15:00"))
        #expect(samples.map { $0.quantity.doubleValue(for: .count()) } == [4500, 5000, 5500, 6000, 6500, 7000, 7500])
        #expect(samples.last?.startDate == at("2026-03-28 12:00"))
        #expect(try await SampleReader(store: store).steps(nil).isEmpty)
        try await store.save(samples)
        #expect(try await SampleReader(store: store).steps(nil).reduce(0, +) == 42_000)
    }
}
