import Foundation
import HealthKit
import Testing

/// Which store a process has, who asks, and how objects are chosen and named.
@Suite("Rules of stores and objects")
struct StoreRuleTests {
    private func steps(in store: HKHealthStore, _ predicate: NSPredicate? = nil) async throws -> [HKQuantitySample] {
        try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HealthKitTests.steps, predicate: predicate)], sortDescriptors: []
        ).result(for: store)
    }

    private func code(_ body: () async throws -> Void) async throws -> HKError.Code? {
        do { try await body() } catch let error as HKError { return error.code }
        return nil
    }

    // MARK: The environment

    @Test("Without TALLY_STORE, all connections of a process share a store in memory, and it says so once")
    func memory() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            unsafe unsetenv("TALLY_STORE")
            unsafe unsetenv("TALLY_ACT_AS")
            precondition(HKHealthStore.isHealthDataAvailable())
            let sample = HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 7), start: Date(), end: Date())
            try await HKHealthStore().save(sample)
            let found = try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: HKQuantityType(.stepCount))], sortDescriptors: []
            ).result(for: HKHealthStore())
            precondition(found.map(\.uuid) == [sample.uuid])
            // A store for tests is another one, and new each time.
            for _ in 0..<2 {
                let other = HKHealthStore.inMemory()
                let samples = HKSampleQueryDescriptor(
                    predicates: [.quantitySample(type: HKQuantityType(.stepCount))], sortDescriptors: [])
                let count = try await samples.result(for: other).count
                precondition(count == 0)
                try await other.save(sample)
            }
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0.contains("TALLY_STORE is not set") }.count == 1)
    }

    @Test("TALLY_STORE that names no file: nothing is available until the owner saves")
    func missingFile() async {
        await #expect(processExitsWith: .success) {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            unsafe setenv("TALLY_STORE", path, 1)
            unsafe unsetenv("TALLY_ACT_AS")
            precondition(!HKHealthStore.isHealthDataAvailable())
            let samples = HKSampleQueryDescriptor(predicates: [.quantitySample(type: HKQuantityType(.stepCount))], sortDescriptors: [])
            do {
                _ = try await samples.result(for: HKHealthStore())
                fatalError("a missing store was read")
            } catch HKError.errorHealthDataUnavailable {}
            let sample = HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 7), start: Date(), end: Date())
            // An app cannot create the store.
            unsafe setenv("TALLY_ACT_AS", "Runner", 1)
            do {
                try await HKHealthStore().save(sample)
                fatalError("an app created the store")
            } catch HKError.errorHealthDataUnavailable {}
            unsafe unsetenv("TALLY_ACT_AS")
            try await HKHealthStore().save(sample)
            precondition(HKHealthStore.isHealthDataAvailable())
            let count = try await samples.result(for: HKHealthStore()).count
            precondition(count == 1)
            // The app is known, and nobody has decided about it.
            unsafe setenv("TALLY_ACT_AS", "Runner", 1)
            precondition(HKHealthStore().authorizationStatus(for: HKQuantityType(.stepCount)) == .notDetermined)
            precondition(HKSource.default().name == "Runner" && HKSource.default().bundleIdentifier == "Runner")
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }
    }

    @Test("The state of the device is in the store, so all processes and apps have it")
    func deviceState() async throws {
        try await withStorePath { path in
            let owner = HKHealthStore.inFile(path)
            try await owner.save(walk(7, 10))
            try owner.load(#"allow "Runner" to read steps, write steps"#)
            let app = HKHealthStore.inFile(path, app: "Runner")
            #expect(try await steps(in: app).count == 1)
            try owner.load("set device state = locked")
            #expect(try await code { _ = try await steps(in: app) } == .errorDatabaseInaccessible)
            try await app.save(walk(8, 20))
            try owner.load("set device state = guest")
            #expect(try await code { try await app.save(walk(9, 30)) } == .errorNotPermissibleForGuestUserMode)
            try owner.load("set device state = unlocked")
            #expect(try await steps(in: app).map(\.stepValue) == [10, 20])
        }
    }

    @Test("S10.4 An app can't ask as another one")
    func otherApps() throws {
        let app = try HKHealthStore.inMemory().acting(as: "com.example.runner")
        #expect(throws: HKError.self) { _ = try app.acting(as: "com.example.other") }
        #expect(throws: Never.self) { _ = try app.acting(as: "com.example.RUNNER") }
    }

    // MARK: Saving

    @Test("A menopausal state starts and ends at the same time")
    func menopausalStates() async throws {
        let store = HKHealthStore.inMemory()
        let (type, date) = (HKCategoryType(.menopausalState), Date(timeIntervalSinceReferenceDate: 0))
        func state(_ value: HKCategoryValueMenopausalState, until end: Date) -> HKCategorySample {
            HKCategorySample(type: type, value: value.rawValue, start: date, end: end)
        }
        #expect(try await code { try await store.save(state(.perimenopause, until: date + 60)) } == .errorInvalidArgument)
        try await store.save([state(.perimenopause, until: date), state(.none, until: date)])
        let none = HKCategoryValueMenopausalState.predicateForSamples(equalTo: [.none])
        let found = try await HKSampleQueryDescriptor(
            predicates: [.categorySample(type: type, predicate: none)], sortDescriptors: []
        ).result(for: store)
        #expect(found.map(\.value) == [3])
    }

    // MARK: Sources

    @Test("The source of a saved sample has the name of the app as name and identifier, and sources are equal by them")
    func sources() async throws {
        let owner = HKHealthStore.inMemory()
        try owner.load(#"allow "com.example.runner" to write steps"#)
        try await owner.acting(as: "com.example.runner").save(walk(7, 10))
        try await owner.save(walk(8, 20))
        let found = try await steps(in: owner).map(\.sourceRevision.source)
        #expect(found.map(\.name) == ["com.example.runner", HKSource.default().name])
        #expect(found.map(\.bundleIdentifier) == found.map(\.name))
        let again = try await steps(in: owner).map(\.sourceRevision.source)
        #expect(again == found && again.map(\.hash) == found.map(\.hash) && Set(found + again).count == 2)
    }

    // MARK: Predicates and orders

    @Test("A predicate inside a compound tests objects itself")
    func compounds() {
        let (early, late) = (walk(7, 10), walk(9, 20))
        let morning = HKQuery.predicateForSamples(withStart: date("2026-03-02T06:00:00Z"), end: date("2026-03-02T08:00:00Z"))
        let large = HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: HKQuantity(unit: .count(), doubleValue: 15))
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [morning, large])
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [morning, large])
        let neither = NSCompoundPredicate(notPredicateWithSubpredicate: either)
        #expect([early, late].map { morning.evaluate(with: $0) } == [true, false])
        #expect([early, late].map { either.evaluate(with: $0) } == [true, true])
        #expect([early, late].map { both.evaluate(with: $0) } == [false, false])
        #expect([early, late].map { neither.evaluate(with: $0) } == [false, false])
        #expect(morning.evaluate(with: early, substitutionVariables: nil) && !morning.evaluate(with: late, substitutionVariables: [:]))
        #expect(!morning.evaluate(with: nil) && !morning.evaluate(with: "07:00"))
    }

    @Test("Without an order, samples come as they were saved, and equal ones of an order stay so")
    func orders() async throws {
        let store = HKHealthStore.inMemory()
        for (hour, count) in [(9, 1.0), (7, 2), (8, 3)] { try await store.save(walk(hour, count)) }
        #expect(try await steps(in: store).map(\.stepValue) == [1, 2, 3])
        let keys: [NSSortDescriptor] = [
            NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true),
            NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: true),
            NSSortDescriptor(keyPath: \HKSample.startDate, ascending: true),
            NSSortDescriptor(keyPath: \HKQuantitySample.endDate, ascending: true),
        ]
        for key in keys {
            let found: [Double?] = await answer { done in
                store.execute(
                    HKSampleQuery(sampleType: HealthKitTests.steps, predicate: nil, limit: 2, sortDescriptors: [key]) { _, samples, _ in
                        done((samples ?? []).map(\.stepValue))
                    })
            }
            #expect(found == [2, 3])
        }
    }

    @Test("A query runs once, in the background, also in asynchronous code")
    func once() async throws {
        let store = HKHealthStore.inMemory()
        let calls = Recorder<Bool>()
        let query = HKSampleQuery(sampleType: HealthKitTests.steps, predicate: nil, limit: 1, sortDescriptors: nil) { _, _, _ in
            calls.add(Thread.isMainThread)
        }
        // No `await`: there is only one form of `execute`.
        store.execute(query)
        store.execute(query)
        #expect(try await calls.wait(for: 1) == [false])
        #expect(try await calls.stays(at: 1))
    }
}
