import HealthKit
import Testing

@testable import HealthKitApp

@Suite("Charts that follow their samples")
struct LiveChartTests {
    @Test("An asynchronous collection sends the week again after each change")
    func week() async throws {
        let store = try filled("add 100 count steps at 2026-03-23 08:00 for 10min; add 200 count steps at 2026-03-29 08:00 for 10min")
        // The week from Monday, 23 March, to Sunday, 29 March, on which clocks skip an hour.
        var calendar = Calendar.current
        calendar.firstWeekday = 2
        let added = walk(40, "2026-03-29 23:55")
        var charts: [[Double]] = []
        try await LiveChart(store: store, calendar: calendar).followWeek(of: at("2026-03-25 12:00")) { columns in
            charts.append(columns)
            if charts.count == 1 { store.save(added) { _, _ in } }
            return charts.count < 2
        }
        // Half of the last walk is after midnight.
        #expect(charts == [[100, 0, 0, 0, 0, 0, 200], [100, 0, 0, 0, 0, 0, 220]])
    }

    @Test("One sample query reads several types")
    func types() async throws {
        let store = try filled(
            """
            add 100 count steps at 2026-03-28 08:10 for 10min
            add 100 count steps at 2026-03-28 08:50 for 20min
            add 100 count steps at 2026-03-28 07:55 for 10min
            add core sleep at 2026-03-28 08:30 for 2h
            add 60 bpm heartRate at 2026-03-28 08:30
            """)
        let counts: [String: Int] = await answer { finish in
            LiveChart(store: store).activity(in: period("2026-03-28 08:00", "2026-03-28 09:00"), then: finish)
        }
        #expect(counts == ["HKQuantityTypeIdentifierStepCount": 2, "HKCategoryTypeIdentifierSleepAnalysis": 1])
    }

    @Test("A predicate chooses samples by the model of their device")
    func devices() async throws {
        let store = try filled()
        func steps(_ count: Double, on model: String) -> HKQuantitySample {
            let device = HKDevice(
                name: nil, manufacturer: "Example", model: model, hardwareVersion: nil, firmwareVersion: nil, softwareVersion: "1.2",
                localIdentifier: nil, udiDeviceIdentifier: nil)
            return HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: count), start: at("2026-03-28 08:00"),
                end: at("2026-03-28 08:10"), device: device, metadata: nil)
        }
        try await store.save([steps(100, on: "Band"), steps(200, on: "Ring"), walk(300, "2026-03-28 09:00")])
        #expect(try await LiveChart(store: store).steps(fromModel: "Ring") == [200])
        let found = try await SampleReader(store: store).samples(HKQuantityType(.stepCount), nil)
        #expect(found.map { $0.device?.model } == ["Band", "Ring", nil])
        #expect(found.first?.device?.softwareVersion == "1.2")
    }
}
