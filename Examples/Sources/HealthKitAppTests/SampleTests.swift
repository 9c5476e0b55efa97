import HealthKit
import Testing

@testable import HealthKitApp

@Suite("Queries of samples")
struct SampleTests {
    @Test("A sample query by hours gives samples that overlap them, the newest first")
    func hours() async throws {
        let store = try filled(
            """
            add 100 count steps from "Watch" at 2026-03-28 08:00 for 10min
            add 200 count steps from "Watch" at 2026-03-28 11:55 for 10min
            add 300 count steps from "Watch" at 2026-03-28 12:30 for 10min
            """)
        let (steps, isFailure): ([Double], Bool) = await answer { finish in
            SampleReader(store: store).recentSteps(hours: 3, until: at("2026-03-28 15:00")) { finish(($0, $1 != nil)) }
        }
        #expect(steps == [300, 200])
        #expect(!isFailure)
    }

    @Test("The options of a predicate are a set: with none, overlap is enough")
    func options() async throws {
        let reader = SampleReader(
            store: try filled(
                """
                add 1 count steps at 2026-03-28 11:50 for 20min
                add 2 count steps at 2026-03-28 12:20 for 20min
                add 4 count steps at 2026-03-28 12:50 for 20min
                add 8 count steps at 2026-03-28 11:00 for 3h
                """))
        func steps(_ options: HKQueryOptions) async throws -> [Double] {
            try await reader.steps(
                HKQuery.predicateForSamples(withStart: at("2026-03-28 12:00"), end: at("2026-03-28 13:00"), options: options))
        }
        #expect(try await steps([]) == [8, 1, 2, 4])
        #expect(try await steps(.strictStartDate) == [2, 4])
        #expect(try await steps(.strictEndDate) == [1, 2])
        #expect(try await steps([.strictStartDate, .strictEndDate]) == [2])
        #expect(try await reader.steps(HKQuery.predicateForSamples(withStart: at("2026-03-28 12:15"), end: nil)) == [8, 2, 4])
    }

    @Test("A limit keeps the first samples in the order of the sort descriptors")
    func limits() async throws {
        let store = try filled(
            """
            load heartRate from "Watch" at 2026-03-28 09:00 every 1h for 0s: 72 65 80
            """)
        let reader = SampleReader(store: store)
        let two = try await reader.samples(HKQuantityType(.heartRate), nil, limit: 2)
        #expect(two.map(\.startDate) == [at("2026-03-28 09:00"), at("2026-03-28 10:00")])
        #expect(try await reader.latest(.heartRate, StatisticsReader.perMinute) == 80)
        #expect(try await reader.latest(.bodyMass, .pound()) == nil)
    }

    @Test("A source filter takes the sources that a source query finds")
    func sources() async throws {
        let reader = SampleReader(
            store: try filled(
                """
                add 100 count steps from "Watch" at 2026-03-28 08:00 for 10min
                add 40 count steps from "iPhone" at 2026-03-28 08:00 for 10min
                """))
        #expect(try await reader.steps(fromSourceNamed: "iPhone") == [40])
        #expect(try await reader.steps(fromSourceNamed: "Ring") == [])
    }

    @Test("Three predicates at once: time, quantity, and not entered by hand")
    func threePredicates() async throws {
        let store = try filled()
        try await store.save([
            walk(500, "2026-03-28 08:00", metadata: [HKMetadataKeyWasUserEntered: true]),
            walk(600, "2026-03-28 09:00"),
            walk(650, "2026-03-28 09:30", metadata: [HKMetadataKeyWasUserEntered: false]),
            walk(50, "2026-03-28 10:00"),
            walk(700, "2026-03-28 23:55"),
        ])
        let steps = try await SampleReader(store: store).measuredSteps(in: period("2026-03-28", "2026-03-29"), atLeast: 100)
        #expect(steps == [600, 650])
    }

    @Test("Metadata and the identifier of a sample come back")
    func metadata() async throws {
        let store = try filled()
        let saved = walk(500, "2026-03-28 08:00", metadata: [HKMetadataKeyTimeZone: "Europe/Berlin", "com.example.route": "river"])
        try await store.save([saved, walk(300, "2026-03-28 09:00")])
        let reader = SampleReader(store: store)
        let found = try #require(try await reader.sample(HKQuantityType(.stepCount), saved.uuid) as? HKQuantitySample)
        #expect(found.quantity.doubleValue(for: .count()) == 500)
        #expect(found.metadata?[HKMetadataKeyTimeZone] as? String == "Europe/Berlin")
        #expect(found.metadata?["com.example.route"] as? String == "river")
        #expect(try await reader.steps(HKQuery.predicateForObjects(withMetadataKey: "com.example.route")) == [500])
        #expect(
            try await reader.steps(HKQuery.predicateForObjects(withMetadataKey: "com.example.route", allowedValues: ["hill"])) == [])
        #expect(try await reader.sample(HKQuantityType(.stepCount), UUID()) == nil)
    }

    @Test("Deleting takes the app's own samples of a period")
    func deletion() async throws {
        let store = try filled(#"add 100 count steps from "Watch" at 2026-03-28 08:00 for 10min"#)
        try await store.save([walk(200, "2026-03-28 10:00"), walk(300, "2026-03-29 10:00")])
        let reader = SampleReader(store: store)
        #expect(try await reader.delete(HKQuantityType(.stepCount), in: period("2026-03-28", "2026-03-29")) == 1)
        #expect(try await reader.steps(nil) == [100, 300])
    }

    // MARK: Changes

    @Test("An anchored query gives what was added and deleted since an anchor that was kept as data")
    func anchored() async throws {
        let store = try filled()
        let (first, second) = (walk(100, "2026-03-28 08:00"), walk(200, "2026-03-28 09:00"))
        try await store.save([first, second])
        let changes = StepChanges(store: store)
        #expect(try await changes.next() == Changes(added: [100, 200], deleted: []))
        #expect(try await changes.next() == Changes(added: [], deleted: []))
        try await store.delete(first)
        try await store.save(walk(300, "2026-03-27 08:00"))
        let afterStart = StepChanges(store: store, savedAnchor: await changes.savedAnchor)
        #expect(try await afterStart.next() == Changes(added: [300], deleted: [first.uuid]))
        #expect(try await afterStart.next() == Changes(added: [], deleted: []))
    }

    @Test("A feed of days sends all days, and then each day that changes")
    func feed() async throws {
        let store = try filled(#"add 100 count steps from "Watch" at 2026-03-28 08:00 for 10min"#)
        let notes = Notes<String>()
        let feed = DailyStepsFeed(store: store, anchor: at("2026-01-01")) { day, steps in
            let label = "\(Calendar.current.component(.day, from: day)): \(steps.map { "\(Int($0))" } ?? "none")"
            Task { await notes.add(label) }
        }
        #expect(try await eventually(["28: 100"]) { await notes.values })
        let sample = walk(60, "2026-03-29 09:00")
        try await store.save(sample)
        #expect(try await eventually(["28: 100", "29: 60"]) { await notes.values })
        try await store.delete(sample)
        #expect(try await eventually(["28: 100", "29: 60", "29: none"]) { await notes.values })
        feed.stop()
    }

    @Test("An asynchronous sequence sends readings as they are saved")
    func sequence() async throws {
        let store = try filled("load heartRate at 2026-03-28 09:00 every 1h for 0s: 72 65")
        let reading = HKQuantitySample(
            type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: StatisticsReader.perMinute, doubleValue: 90),
            start: at("2026-03-28 12:00"), end: at("2026-03-28 12:00"))
        var pages: [[Double]] = []
        try await HeartRateFeed(store: store).follow { rates in
            pages.append(rates)
            if pages.count == 1 { store.save(reading) { _, _ in } }
            return pages.count < 2
        }
        #expect(pages == [[72, 65], [90]])
    }
}
