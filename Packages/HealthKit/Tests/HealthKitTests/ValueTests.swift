import Foundation
import HealthKit
import Testing

/// Values that code of apps names often.
@Suite("HealthKit's values")
struct ValueTests {
    let store = HKHealthStore.inMemory()
    let start = Date(timeIntervalSince1970: 1_748_764_800)

    @Test("A catch and a switch name the codes of errors")
    func codes() {
        func name(_ error: any Error) -> String {
            do { throw error } catch HKError.errorNoData { return "none" } catch HKError.errorAuthorizationDenied { return "denied" } catch
            {
                return "other"
            }
        }
        #expect(name(HKError(.errorNoData)) == "none" && name(HKError(.errorAuthorizationDenied)) == "denied")
        #expect(name(HKError(.errorInvalidArgument)) == "other" && name(CocoaError(.fileNoSuchFile)) == "other")
        switch HKError(.errorNoData).code {
        case HKError.errorNoData: break
        default: Issue.record("a code is not equal to its name under the error")
        }
        let bridged = HKError(.errorDatabaseInaccessible) as NSError
        #expect(bridged.domain == HKErrorDomain && bridged.code == HKError.errorDatabaseInaccessible.rawValue)
    }

    @Test("A quantity sample has the class for the style of its type, new and read")
    func subclasses() async throws {
        let steps = HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 120), start: start, end: start + 60)
        let bpm = HKUnit.count().unitDivided(by: .minute())
        let heart = HKDiscreteQuantitySample(
            type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: bpm, doubleValue: 61), start: start, end: start, metadata: nil)
        #expect((steps as HKSample as? HKCumulativeQuantitySample)?.sumQuantity.doubleValue(for: .count()) == 120)
        #expect(heart.averageQuantity.doubleValue(for: bpm) == 61 && heart.mostRecentQuantityDateInterval.duration == 0)
        try await store.save([steps, heart])
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount)), .quantitySample(type: HKQuantityType(.heartRate))],
            sortDescriptors: [])
        let found = try await descriptor.result(for: store)
        #expect(found.compactMap { $0 as? HKCumulativeQuantitySample }.map { $0.sumQuantity.doubleValue(for: .count()) } == [120])
        let rates = found.compactMap { $0 as? HKDiscreteQuantitySample }
        let quantities = rates.flatMap { [$0.minimumQuantity, $0.maximumQuantity, $0.mostRecentQuantity] }
        #expect(quantities.map { $0.doubleValue(for: bpm) } == [61, 61, 61])
    }

    @Test("A new sample has the class that its creation names, and a read one that of its type")
    func namedClass() async throws {
        let depth = HKCumulativeQuantitySample(
            type: HKQuantityType(.underwaterDepth), quantity: HKQuantity(unit: .meter(), doubleValue: 3), start: start, end: start + 1)
        #expect(depth.sumQuantity.doubleValue(for: .meter()) == 3)
        try await store.save(depth)
        let found = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.underwaterDepth))], sortDescriptors: []
        ).result(for: store)
        #expect(found.count == 1 && found[0] is HKDiscreteQuantitySample)
    }

    @Test("Values of a category choose its samples")
    func categories() async throws {
        let sleep = HKCategoryType(.sleepAnalysis)
        let stages: [HKCategoryValueSleepAnalysis] = [.inBed, .asleepCore, .awake, .asleepREM, .asleepDeep]
        try await store.save(
            stages.enumerated().map { index, stage in
                let begin = start + Double(index) * 600
                return HKCategorySample(type: sleep, value: stage.rawValue, start: begin, end: begin + 600)
            })
        func values(_ predicate: NSPredicate) async throws -> [Int] {
            try await HKSampleQueryDescriptor(
                predicates: [.categorySample(type: sleep, predicate: predicate)], sortDescriptors: [SortDescriptor(\.startDate)]
            ).result(for: store).map(\.value)
        }
        #expect(
            try await values(HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: HKCategoryValueSleepAnalysis.allAsleepValues))
                == [3, 5, 4])
        #expect(try await values(HKCategoryValueSleepAnalysis.predicateForSamples(.equalTo, value: .asleepREM)) == [5])
        #expect(try await values(HKCategoryValueSleepAnalysis.predicateForSamples(.notEqualTo, value: .inBed)) == [3, 2, 5, 4])
        #expect(try await values(HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: [])) == [])
    }

    @Test("Units and the units of formatters name each other")
    func formatters() {
        #expect(HKUnit(from: MassFormatter.Unit.stone) == .stone() && HKUnit.massFormatterUnit(from: .pound()) == .pound)
        #expect(HKUnit(from: LengthFormatter.Unit.mile) == .mile())
        #expect(HKUnit.lengthFormatterUnit(from: .meterUnit(with: .kilo)) == .kilometer)
        #expect(HKUnit(from: EnergyFormatter.Unit.calorie) == .smallCalorie())
        #expect(HKUnit.energyFormatterUnit(from: .kilocalorie()) == .kilocalorie)
    }

    @Test("The descriptor of sources returns each source of the chosen samples once")
    func sources() async throws {
        try store.load(
            """
            add 10 count steps from "Watch" at 2025-06-01T08:00:00Z for 1min
            add 20 count steps from "Phone" at 2025-06-01T09:00:00Z for 1min
            add 30 count steps from "Watch" at 2025-06-01T10:00:00Z for 1min
            """)
        func names(_ predicate: NSPredicate?) async throws -> [String] {
            try await HKSourceQueryDescriptor(predicate: .quantitySample(type: HKQuantityType(.stepCount), predicate: predicate))
                .result(for: store).map(\.name)
        }
        #expect(try await names(nil) == ["Phone", "Watch"])
        let noon = try Date("2025-06-01T09:30:00Z", strategy: .iso8601)
        #expect(try await names(HKQuery.predicateForSamples(withStart: noon, end: nil)) == ["Watch"])
    }

    @Test("A workout keeps its strokes and its flights of stairs")
    func workoutTotals() async throws {
        let swim = HKWorkout(
            activityType: .swimming, start: start, end: start + 1800, workoutEvents: nil, totalEnergyBurned: nil,
            totalDistance: HKQuantity(unit: .meter(), doubleValue: 1000),
            totalSwimmingStrokeCount: HKQuantity(unit: .count(), doubleValue: 612), device: nil, metadata: nil)
        let climb = HKWorkout(
            activityType: .stairClimbing, start: start + 3600, end: start + 5400, workoutEvents: nil, totalEnergyBurned: nil,
            totalDistance: nil, totalFlightsClimbed: HKQuantity(unit: .count(), doubleValue: 40), device: nil, metadata: nil)
        try await store.save([swim, climb])
        let found = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: [SortDescriptor(\.startDate)])
            .result(for: store)
        #expect(found.map { $0.totalSwimmingStrokeCount?.doubleValue(for: .count()) } == [612, nil])
        #expect(found.map { $0.totalFlightsClimbed?.doubleValue(for: .count()) } == [nil, 40])
        #expect(found.map { $0.totalDistance?.doubleValue(for: .meter()) } == [1000, nil])
    }

    @Test("Samples that are added to a workout are its objects")
    func workoutSamples() async throws {
        let run = HKWorkout(activityType: .running, start: start, end: start + 1800)
        try await store.save(run)
        let energy = HKQuantityType(.activeEnergyBurned)
        let burned = HKQuantitySample(
            type: energy, quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 250), start: start, end: start + 1800)
        let isSaved: Bool = await answer { done in store.add([burned], to: run) { isSaved, _ in done(isSaved) } }
        let found = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: energy, predicate: HKQuery.predicateForObjects(from: run))], sortDescriptors: []
        ).result(for: store)
        #expect(isSaved && found.map { $0.quantity.doubleValue(for: .kilocalorie()).rounded() } == [250])
    }

    @Test("Configurations of workouts are equal by their values, and a copy is separate")
    func configurations() throws {
        let pool = HKWorkoutConfiguration()
        pool.activityType = .swimming
        pool.swimmingLocationType = .pool
        pool.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
        let copy = try #require(pool.copy() as? HKWorkoutConfiguration)
        #expect(copy == pool && Set([copy, pool]).count == 1)
        copy.lapLength = HKQuantity(unit: .meter(), doubleValue: 50)
        #expect(copy != pool && pool.lapLength?.doubleValue(for: .meter()) == 25)
    }

    @Test("An object that the store already has can be deleted by the object that was saved again", arguments: [true, false], [1, 2])
    func savedAgain(isRead: Bool, saves: Int) async throws {
        let objects = (0..<2).map { _ in
            HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 5), start: start, end: start + 1)
        }
        if isRead { #expect(objects[0].uuid != objects[1].uuid) }
        if saves == 1 {
            try await store.save(objects)
        } else {
            for object in objects { try await store.save(object) }
        }
        try await store.delete(objects[1])
        let rest = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount))], sortDescriptors: []
        ).result(for: store)
        #expect(rest.isEmpty)
        await #expect(throws: HKError.self) { try await store.delete(objects[0]) }
    }

    @Test("A later version of a synchronized object replaces the earlier one, and an earlier version changes nothing")
    func synchronized() async throws {
        func meal(_ kcal: Double, version: Int, id: String = "meal 7") -> HKQuantitySample {
            HKQuantitySample(
                type: HKQuantityType(.dietaryEnergyConsumed), quantity: HKQuantity(unit: .kilocalorie(), doubleValue: kcal), start: start,
                end: start, metadata: [HKMetadataKeySyncIdentifier: id, HKMetadataKeySyncVersion: version])
        }
        func stored() async throws -> [Double] {
            try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: HKQuantityType(.dietaryEnergyConsumed))],
                sortDescriptors: [SortDescriptor(\.startDate)]
            ).result(for: store).map { $0.quantity.doubleValue(for: .kilocalorie()).rounded() }.sorted()
        }
        try await store.save(meal(500, version: 1))
        try await store.save(meal(650, version: 2))
        #expect(try await stored() == [650])
        try await store.save(meal(100, version: 1))
        try await store.save(meal(200, version: 2))
        #expect(try await stored() == [650])
        try await store.save([(300, 1), (310, 3), (305, 2)].map { meal($0, version: $1, id: "meal 8") })
        #expect(try await stored() == [310, 650])
        try store.load("add 90 kcal dietaryEnergyConsumed from \"Other\" at 2025-06-01T08:00:00Z")
        try await store.save(meal(700, version: 5))
        #expect(try await stored() == [90, 310, 700])
    }
}
