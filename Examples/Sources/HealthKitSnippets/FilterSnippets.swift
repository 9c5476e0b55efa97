import HealthKit
import Testing

/// Predicates of all kinds.
struct SampleFilter {
    let healthStore: HKHealthStore

    func values(_ predicate: NSPredicate?, ascending: Bool = true) async throws -> [Double] {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<[Double], Error>) in
            let query = HKSampleQuery(
                sampleType: HKSampleType.quantityType(forIdentifier: .dietaryWater)!, predicate: predicate, limit: HKObjectQueryNoLimit,
                sortDescriptors: [
                    NSSortDescriptor(keyPath: \HKSample.startDate, ascending: ascending),
                    NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: ascending),
                ]
            ) { _, samples, error in
                if let error {
                    continuation.resume(throwing: error)
                    return
                }
                guard let samples = samples as? [HKQuantitySample] else {
                    continuation.resume(returning: [])
                    return
                }
                continuation.resume(returning: samples.map { $0.quantity.doubleValue(for: .literUnit(with: .milli)).rounded() })
            }
            healthStore.execute(query)
        }
    }

    /// Samples of today that nobody typed in, of at least a cup.
    func measured(since start: Date) async throws -> [Double] {
        let datePredicate = HKQuery.predicateForSamples(withStart: start, end: nil, options: .strictStartDate)
        let notManual = NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered)
        let large = HKQuery.predicateForQuantitySamples(
            with: .greaterThanOrEqualTo, quantity: HKQuantity(unit: .cupUS(), doubleValue: 1))
        return try await values(NSCompoundPredicate(andPredicateWithSubpredicates: [datePredicate, notManual, large]))
    }

    /// Samples by key paths, as code from before the constructors of predicates has them.
    func between(_ start: Date, _ end: Date) async throws -> [Double] {
        try await values(
            NSPredicate(
                format: "%K >= %@ AND %K < %@", HKPredicateKeyPathStartDate, start as NSDate, HKPredicateKeyPathEndDate, end as NSDate))
    }

    /// The sources of the samples, by a query of sources.
    func sources() async -> [String] {
        await withCheckedContinuation { continuation in
            let query = HKSourceQuery(sampleType: HKQuantityType(.dietaryWater), samplePredicate: nil) { _, sources, _ in
                continuation.resume(returning: (sources ?? []).map(\.name).sorted())
            }
            healthStore.execute(query)
        }
    }

    /// Deletes what this app saved on a day.
    func deleteOwn(on day: Date, completion: @escaping (Int) -> Void) {
        let interval = Calendar.current.dateInterval(of: .day, for: day)!
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForSamples(withStart: interval.start, end: interval.end, options: []),
            HKQuery.predicateForObjects(from: HKSource.default()),
        ])
        healthStore.deleteObjects(of: HKQuantityType(.dietaryWater), predicate: predicate) { success, count, error in
            completion(success ? count : -1)
        }
    }
}

@Suite("Snippets: predicates and sources")
struct FilterSnippets {
    private func drink(_ milliliters: Double, _ time: String, _ metadata: [String: Any]? = nil, device: HKDevice? = nil) -> HKQuantitySample
    {
        HKQuantitySample(
            type: HKQuantityType(.dietaryWater), quantity: HKQuantity(unit: .literUnit(with: .milli), doubleValue: milliliters),
            start: at(time), end: at(time), device: device, metadata: metadata)
    }

    private func filter() async throws -> SampleFilter {
        let store = try filled(#"add 400 mL dietaryWater from "Bottle" at 2026-03-28 11:00"#)
        let cup = HKDevice(
            name: "Smart cup", manufacturer: "Example", model: nil, hardwareVersion: nil, firmwareVersion: nil, softwareVersion: nil,
            localIdentifier: nil, udiDeviceIdentifier: nil)
        try await store.save([
            drink(250, "2026-03-28 08:00", [HKMetadataKeyWasUserEntered: true]), drink(300, "2026-03-28 09:00", device: cup),
            drink(200, "2026-03-28 10:00", ["com.example.kind": "tea", HKMetadataKeyWasUserEntered: false]),
            drink(500, "2026-03-27 10:00", ["com.example.kind": "tea"]),
        ])
        return SampleFilter(healthStore: store)
    }

    @Test("Orders by key and key path, up and down")
    func orders() async throws {
        let filter = try await filter()
        #expect(try await filter.values(nil) == [500, 250, 300, 200, 400])
        #expect(try await filter.values(nil, ascending: false) == [400, 200, 300, 250, 500])
    }

    @Test("Time, metadata and quantity in one compound predicate, with a format")
    func compound() async throws {
        let filter = try await filter()
        // A cup of 236.6 mL is more than the tea.
        #expect(try await filter.measured(since: at("2026-03-28")) == [300, 400])
        #expect(try await filter.between(at("2026-03-28 09:00"), at("2026-03-28 11:00")) == [300, 200])
    }

    @Test("Metadata, devices, sources, identifiers, and their combinations")
    func kinds() async throws {
        let filter = try await filter()
        let tea = HKQuery.predicateForObjects(withMetadataKey: "com.example.kind", operatorType: .equalTo, value: "tea")
        #expect(try await filter.values(tea) == [500, 200])
        let cup = HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: ["Smart cup"])
        #expect(try await filter.values(NSCompoundPredicate(orPredicateWithSubpredicates: [tea, cup])) == [500, 300, 200])
        #expect(try await filter.values(NSCompoundPredicate(notPredicateWithSubpredicate: tea)) == [250, 300, 400])
        let own = HKQuery.predicateForObjects(from: Set([HKSource.default()]))
        #expect(try await filter.values(own) == [500, 250, 300, 200])
        #expect(await filter.sources() == [HKSource.default().name, "Bottle"].sorted())
        let saved = drink(111, "2026-03-29 10:00")
        try await filter.healthStore.save(saved)
        #expect(try await filter.values(HKQuery.predicateForObject(with: saved.uuid)) == [111])
        #expect(try await filter.values(HKQuery.predicateForObjects(with: [saved.uuid, UUID()])) == [111])
    }

    @Test("Deleting by a predicate leaves other sources and days")
    func deleting() async throws {
        let filter = try await filter()
        #expect(await answer { filter.deleteOwn(on: at("2026-03-28 15:00"), completion: $0) } == 3)
        #expect(try await filter.values(nil) == [500, 400])
        #expect(await answer { filter.deleteOwn(on: at("2026-03-28 15:00"), completion: $0) } == 0)
    }
}
