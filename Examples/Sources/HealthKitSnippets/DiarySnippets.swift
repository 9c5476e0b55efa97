import HealthKit
import Testing

/// Food, water, cycles and mindfulness.
final class DiaryManager {
    let healthStore: HKHealthStore
    private var sums: [String: Double] = [:]

    init(healthStore: HKHealthStore) { self.healthStore = healthStore }

    /// Saves a food with its nutrients.
    func save(food name: String, nutrients: [HKQuantityTypeIdentifier: HKQuantity], at date: Date, completion: @escaping (Bool) -> Void) {
        let metadata = [HKMetadataKeyFoodType: name]
        let samples = nutrients.map { identifier, quantity in
            HKQuantitySample(type: HKQuantityType(identifier), quantity: quantity, start: date, end: date, metadata: metadata)
        }
        let food = HKCorrelation(
            type: HKCorrelationType(.food), start: date, end: date, objects: Set<HKSample>(samples), metadata: metadata)
        healthStore.save(food) { (success, error) in completion(success) }
    }

    /// The names of the foods whose energy is more than a limit.
    func foods(above kilocalories: Double, completion: @escaping ([String]) -> Void) {
        let energy = HKQuantity(unit: .kilocalorie(), doubleValue: kilocalories)
        let large = HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: energy)
        let query = HKCorrelationQuery(
            type: HKObjectType.correlationType(forIdentifier: .food)!, predicate: nil,
            samplePredicates: [HKQuantityType(.dietaryEnergyConsumed): large]
        ) { query, correlations, error in
            let names = (correlations ?? []).compactMap { $0.metadata?[HKMetadataKeyFoodType] as? String }
            completion(names)
        }
        healthStore.execute(query)
    }

    /// Several sums with a group, as before `async`. The handlers of a store run one after the other.
    func nutrients(on day: Date, completion: @escaping ([String: Double]) -> Void) {
        let start = Calendar.current.startOfDay(for: day)
        let predicate = HKQuery.predicateForSamples(
            withStart: start, end: Calendar.current.date(byAdding: .day, value: 1, to: start), options: .strictStartDate)
        let types: [(String, HKQuantityTypeIdentifier, HKUnit)] = [
            ("energy", .dietaryEnergyConsumed, .kilocalorie()), ("protein", .dietaryProtein, .gram()),
            ("water", .dietaryWater, .fluidOunceUS()), ("iron", .dietaryIron, .gramUnit(with: .milli)),
        ]
        let group = DispatchGroup()
        sums = [:]
        for (name, identifier, unit) in types {
            group.enter()
            let query = HKStatisticsQuery(
                quantityType: HKQuantityType(identifier), quantitySamplePredicate: predicate, options: .cumulativeSum
            ) { _, result, _ in
                defer { group.leave() }
                guard let sum = result?.sumQuantity() else { return }
                self.sums[name] = sum.doubleValue(for: unit)
            }
            healthStore.execute(query)
        }
        group.notify(queue: .main) { completion(self.sums) }
    }

    func logPeriod(from start: Date, days: Int) async throws {
        let samples = (0..<days).map { day in
            let date = Calendar.current.date(byAdding: .day, value: day, to: start)!
            return HKCategorySample(
                type: HKCategoryType(.menstrualFlow), value: HKCategoryValueMenstrualFlow.medium.rawValue, start: date, end: date,
                metadata: [HKMetadataKeyMenstrualCycleStart: day == 0])
        }
        try await healthStore.save(samples)
    }

    /// The days between the starts of cycles.
    func cycleLengths() async throws -> [Int] {
        let starts = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyMenstrualCycleStart, operatorType: .equalTo, value: true)
        let samples = try await HKSampleQueryDescriptor(
            predicates: [.categorySample(type: HKCategoryType(.menstrualFlow), predicate: starts)],
            sortDescriptors: [SortDescriptor(\.startDate)]
        ).result(for: healthStore)
        return zip(samples, samples.dropFirst()).map { first, second in
            Calendar.current.dateComponents([.day], from: first.startDate, to: second.startDate).day!
        }
    }

    /// Saves a session of mindfulness and returns the minutes of all.
    func saveMindfulSession(start: Date, end: Date) async throws -> Int {
        let mindfulType = HKObjectType.categoryType(forIdentifier: .mindfulSession)!
        try await healthStore.save(
            HKCategorySample(type: mindfulType, value: HKCategoryValue.notApplicable.rawValue, start: start, end: end))
        let samples = try await HKSampleQueryDescriptor(predicates: [.sample(type: mindfulType)], sortDescriptors: [])
            .result(for: healthStore)
        return samples.reduce(0) { $0 + Int($1.endDate.timeIntervalSince($1.startDate) / 60) }
    }
}

@Suite("Snippets: food, cycles and mindfulness")
struct DiarySnippets {
    @Test("Foods are correlations of nutrients, and a group adds up a day")
    func food() async throws {
        let manager = DiaryManager(healthStore: try filled())
        let rice: [HKQuantityTypeIdentifier: HKQuantity] = [
            .dietaryEnergyConsumed: HKQuantity(unit: .kilocalorie(), doubleValue: 360),
            .dietaryProtein: HKQuantity(unit: .gram(), doubleValue: 7),
            .dietaryIron: HKQuantity(unit: .gramUnit(with: .milli), doubleValue: 0.5),
        ]
        let apple: [HKQuantityTypeIdentifier: HKQuantity] = [
            .dietaryEnergyConsumed: HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 209.2),
            .dietaryIron: HKQuantity(unit: .gramUnit(with: .micro), doubleValue: 250),
        ]
        #expect(await answer { manager.save(food: "rice", nutrients: rice, at: at("2026-03-28 12:00"), completion: $0) })
        #expect(await answer { manager.save(food: "apple", nutrients: apple, at: at("2026-03-28 16:00"), completion: $0) })
        #expect(await answer { manager.foods(above: 100, completion: $0) } == ["rice"])
        #expect(await answer { manager.foods(above: 10, completion: $0) } == ["rice", "apple"])
        let sums = await answer { manager.nutrients(on: at("2026-03-28 20:00"), completion: $0) }
        // 209.2 kJ are 50 kcal. Nobody drank water.
        #expect(isClose(sums["energy"], 410) && isClose(sums["protein"], 7))
        #expect(isClose(sums["iron"], 0.75) && sums["water"] == nil)
    }

    @Test("Cycles by the metadata of their first day, and mindful minutes")
    func cycles() async throws {
        let manager = DiaryManager(healthStore: try filled())
        // March has 31 days, and clocks skip an hour on the 29th.
        for start in ["2026-02-01", "2026-03-01", "2026-03-30"] { try await manager.logPeriod(from: at(start), days: 4) }
        #expect(try await manager.cycleLengths() == [28, 29])
        #expect(try await manager.saveMindfulSession(start: at("2026-03-28 07:00"), end: at("2026-03-28 07:10")) == 10)
        #expect(try await manager.saveMindfulSession(start: at("2026-03-29 01:55"), end: at("2026-03-29 03:05")) == 20)
    }
}
