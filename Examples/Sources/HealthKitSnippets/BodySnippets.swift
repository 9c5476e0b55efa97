import HealthKit
import Testing

/// Measurements that a person enters: weight, height, blood pressure, glucose, temperature.
final class BodyManager {
    let healthStore: HKHealthStore

    init(healthStore: HKHealthStore) { self.healthStore = healthStore }

    func saveWeight(_ weight: Double, unit: HKUnit, date: Date, completion: @escaping (Error?) -> Void) {
        guard let weightType = HKSampleType.quantityType(forIdentifier: .bodyMass) else {
            fatalError("Body Mass Type is no longer available in HealthKit")
        }
        let sample = HKQuantitySample(
            type: weightType, quantity: HKQuantity(unit: unit, doubleValue: weight), start: date, end: date,
            metadata: [HKMetadataKeyWasUserEntered: true, HKMetadataKeyExternalUUID: "entry-\(Int(weight))"])
        healthStore.save(sample) { (success, error) in completion(success ? nil : error) }
    }

    func mostRecentSample(for sampleType: HKSampleType, completion: @escaping (HKQuantitySample?, Error?) -> Swift.Void) {
        let mostRecentPredicate = HKQuery.predicateForSamples(withStart: Date.distantPast, end: Date.distantFuture, options: .strictEndDate)
        let sortDescriptor = NSSortDescriptor(keyPath: \HKSample.startDate, ascending: false)
        let sampleQuery = HKSampleQuery(
            sampleType: sampleType, predicate: mostRecentPredicate, limit: 1, sortDescriptors: [sortDescriptor]
        ) { (query, samples, error) in
            DispatchQueue.main.async {
                guard let samples = samples, let mostRecentSample = samples.first as? HKQuantitySample else {
                    completion(nil, error)
                    return
                }
                completion(mostRecentSample, nil)
            }
        }
        healthStore.execute(sampleQuery)
    }

    func bodyMassIndex() async -> Double? {
        func newest(_ identifier: HKQuantityTypeIdentifier, _ unit: HKUnit) async -> Double? {
            await withCheckedContinuation { continuation in
                mostRecentSample(for: HKQuantityType(identifier)) { sample, _ in
                    continuation.resume(returning: sample?.quantity.doubleValue(for: unit))
                }
            }
        }
        let weight = await newest(.bodyMass, .gramUnit(with: .kilo))
        let height = await newest(.height, .meter())
        guard let kilograms = weight, let meters = height else { return nil }
        return kilograms / (meters * meters)
    }

    // MARK: Glucose

    static let millimolesPerLiter = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter())

    func saveGlucose(_ value: Double, at date: Date, beforeMeal: Bool) async throws {
        let meal: HKBloodGlucoseMealTime = beforeMeal ? .preprandial : .postprandial
        try await healthStore.save(
            HKQuantitySample(
                type: HKQuantityType(.bloodGlucose), quantity: HKQuantity(unit: Self.millimolesPerLiter, doubleValue: value), start: date,
                end: date, metadata: [HKMetadataKeyBloodGlucoseMealTime: meal.rawValue]))
    }

    /// The readings before meals, in the unit of the United States.
    func glucoseBeforeMeals() async throws -> [Double] {
        let beforeMeals = HKQuery.predicateForObjects(
            withMetadataKey: HKMetadataKeyBloodGlucoseMealTime, allowedValues: [HKBloodGlucoseMealTime.preprandial.rawValue])
        return try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.bloodGlucose), predicate: beforeMeals)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .forward)]
        ).result(for: healthStore).map { $0.quantity.doubleValue(for: HKUnit(from: "mg/dL")) }
    }

    // MARK: Blood pressure

    func saveBloodPressure(systolic: Double, diastolic: Double, at date: Date, completion: @escaping (Bool) -> Void) {
        let unit = HKUnit.millimeterOfMercury()
        let systolicSample = HKQuantitySample(
            type: HKObjectType.quantityType(forIdentifier: .bloodPressureSystolic)!,
            quantity: HKQuantity(unit: unit, doubleValue: systolic), start: date, end: date)
        let diastolicSample = HKQuantitySample(
            type: HKObjectType.quantityType(forIdentifier: .bloodPressureDiastolic)!,
            quantity: HKQuantity(unit: unit, doubleValue: diastolic), start: date, end: date)
        let objects: Set<HKSample> = [systolicSample, diastolicSample]
        let type = HKObjectType.correlationType(forIdentifier: .bloodPressure)!
        let correlation = HKCorrelation(type: type, start: date, end: date, objects: objects)
        healthStore.save(correlation) { success, _ in completion(success) }
    }

    /// The readings of a type of correlation by a plain sample query, the newest first.
    func bloodPressures(completion: @escaping ([(systolic: Double, diastolic: Double)]) -> Void) {
        guard let type = HKObjectType.correlationType(forIdentifier: .bloodPressure),
            let systolicType = HKQuantityType.quantityType(forIdentifier: .bloodPressureSystolic),
            let diastolicType = HKQuantityType.quantityType(forIdentifier: .bloodPressureDiastolic)
        else { return }
        let newestFirst = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)
        let query = HKSampleQuery(sampleType: type, predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: [newestFirst]) {
            _, results, _ in
            let readings = (results as? [HKCorrelation] ?? []).compactMap { data -> (systolic: Double, diastolic: Double)? in
                guard let high = data.objects(for: systolicType).first as? HKQuantitySample,
                    let low = data.objects(for: diastolicType).first as? HKQuantitySample
                else { return nil }
                return (high.quantity.doubleValue(for: .millimeterOfMercury()), low.quantity.doubleValue(for: .millimeterOfMercury()))
            }
            completion(readings)
        }
        healthStore.execute(query)
    }
}

@Suite("Snippets: body")
struct BodySnippets {
    @Test("Weight in pounds, the newest value, and the index of both")
    func weight() async throws {
        let manager = BodyManager(healthStore: try filled("add 1.8 m height at 2020-01-01"))
        for (weight, day) in [(180.0, "2026-03-28 07:00"), (178, "2026-03-30 07:00"), (179, "2026-03-29 07:00")] {
            let error: Bool = await answer { done in
                manager.saveWeight(weight, unit: .pound(), date: at(day)) { done($0 != nil) }
            }
            #expect(!error)
        }
        let found: HKQuantitySample? = await answer { done in
            manager.mostRecentSample(for: HKQuantityType(.bodyMass)) { sample, _ in done(sample) }
        }
        // 178 · 0.45359237
        #expect(isClose(found?.quantity.doubleValue(for: HKUnit(from: "kg")), 80.73944186))
        #expect(found?.quantity.is(compatibleWith: .stone()) == true && found?.quantity.is(compatibleWith: .liter()) == false)
        #expect(found?.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(found?.metadata?[HKMetadataKeyExternalUUID] as? String == "entry-178")
        // 80.73944186 / 3.24
        #expect(isClose(await manager.bodyMassIndex(), 24.919580821))
        let none: HKQuantitySample? = await answer { done in
            manager.mostRecentSample(for: HKQuantityType(.leanBodyMass)) { sample, _ in done(sample) }
        }
        #expect(none == nil)
    }

    @Test("Glucose in millimoles, before and after meals")
    func glucose() async throws {
        let manager = BodyManager(healthStore: try filled())
        try await manager.saveGlucose(5, at: at("2026-03-28 07:00"), beforeMeal: true)
        try await manager.saveGlucose(8, at: at("2026-03-28 09:00"), beforeMeal: false)
        try await manager.saveGlucose(6, at: at("2026-03-28 12:00"), beforeMeal: true)
        let values = try await manager.glucoseBeforeMeals()
        // 5 and 6 mmol of 180.15588 g each, in milligrams, in ten deciliters.
        #expect(values.count == 2 && isClose(values.first, 90.07794) && isClose(values.last, 108.093528))
        #expect(BodyManager.millimolesPerLiter.unitString.hasPrefix("mmol<180.15588"))
    }

    @Test("Temperatures and other units convert")
    func units() {
        let fever = HKQuantity(unit: .degreeFahrenheit(), doubleValue: 101.3)
        #expect(isClose(fever.doubleValue(for: .degreeCelsius()), 38.5))
        let height = HKQuantity(unit: .inch(), doubleValue: 70)
        #expect(isClose(height.doubleValue(for: .meterUnit(with: .centi)), 177.8))
        #expect(isClose(HKQuantity(unit: .fluidOunceUS(), doubleValue: 8).doubleValue(for: .literUnit(with: .milli)), 236.5882365))
        let fitness = HKUnit.literUnit(with: .milli).unitDivided(by: HKUnit.gramUnit(with: .kilo).unitMultiplied(by: .minute()))
        #expect(fitness == HKUnit(from: "mL/kg·min"))
        let speed = HKQuantity(unit: HKUnit.meter().unitDivided(by: .second()), doubleValue: 3)
        #expect(isClose(speed.doubleValue(for: HKUnit(from: "km/hr")), 10.8))
    }

    @Test("Blood pressure by a sample query of its correlation type")
    func bloodPressure() async throws {
        let manager = BodyManager(healthStore: try filled())
        for (high, low, time) in [(120.0, 80.0, "2026-03-28 07:00"), (135, 85, "2026-03-28 19:00")] {
            #expect(await answer { done in manager.saveBloodPressure(systolic: high, diastolic: low, at: at(time)) { done($0) } })
        }
        let found: [(systolic: Double, diastolic: Double)] = await answer { manager.bloodPressures(completion: $0) }
        #expect(found.map(\.systolic) == [135, 120] && found.map(\.diastolic) == [85, 80])
    }
}
