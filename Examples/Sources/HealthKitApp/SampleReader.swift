import HealthKit

/// Reads single samples.
struct SampleReader: Sendable {
    let store: HKHealthStore

    /// The steps of the samples of the last hours, the newest first.
    func recentSteps(hours: Int, until now: Date, then finish: @escaping @Sendable ([Double], (any Error)?) -> Void) {
        let start = Calendar.current.date(byAdding: .hour, value: -hours, to: now)
        let query = HKSampleQuery(
            sampleType: HKQuantityType(.stepCount), predicate: HKQuery.predicateForSamples(withStart: start, end: now),
            limit: HKObjectQueryNoLimit, sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]
        ) { _, samples, error in
            let steps = (samples as? [HKQuantitySample] ?? []).map { $0.quantity.doubleValue(for: .count()) }
            finish(steps, error)
        }
        store.execute(query)
    }

    /// All samples of a type that a predicate chooses, the oldest first.
    func samples(_ type: HKSampleType, _ predicate: NSPredicate?, limit: Int = HKObjectQueryNoLimit) async throws -> [HKSample] {
        try await withCheckedThrowingContinuation { continuation in
            let query = HKSampleQuery(
                sampleType: type, predicate: predicate, limit: limit,
                sortDescriptors: [NSSortDescriptor(keyPath: \HKSample.startDate, ascending: true)]
            ) { _, samples, error in
                if let samples {
                    continuation.resume(returning: samples)
                } else {
                    continuation.resume(throwing: error ?? HKError(.unknownError))
                }
            }
            store.execute(query)
        }
    }

    /// The steps of samples, by their predicate.
    func steps(_ predicate: NSPredicate?) async throws -> [Double] {
        try await samples(HKQuantityType(.stepCount), predicate).compactMap {
            ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count())
        }
    }

    /// The newest value of a type, in a unit; nil if the type has no samples.
    func latest(_ identifier: HKQuantityTypeIdentifier, _ unit: HKUnit) async throws -> Double? {
        let newest = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(identifier))], sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)],
            limit: 1)
        return try await newest.result(for: store).first?.quantity.doubleValue(for: unit)
    }

    // MARK: Predicates

    /// The steps that a given app or device recorded.
    func steps(fromSourceNamed name: String) async throws -> [Double] {
        let sources: Set<HKSource> = try await withCheckedThrowingContinuation { continuation in
            let query = HKSourceQuery(sampleType: HKQuantityType(.stepCount), samplePredicate: nil) { _, sources, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: sources ?? [])
                }
            }
            store.execute(query)
        }
        return try await steps(HKQuery.predicateForObjects(from: sources.filter { $0.name == name }))
    }

    /// The steps of long walks in a period that nobody entered by hand: three predicates at once.
    func measuredSteps(in period: DateInterval, atLeast count: Double) async throws -> [Double] {
        let time = HKQuery.predicateForSamples(withStart: period.start, end: period.end, options: [.strictStartDate, .strictEndDate])
        let long = HKQuery.predicateForQuantitySamples(
            with: .greaterThanOrEqualTo, quantity: HKQuantity(unit: .count(), doubleValue: count))
        let entered = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered, operatorType: .equalTo, value: true)
        return try await steps(
            NSCompoundPredicate(andPredicateWithSubpredicates: [time, long, NSCompoundPredicate(notPredicateWithSubpredicate: entered)]))
    }

    /// The sample with an identifier.
    func sample(_ type: HKSampleType, _ uuid: UUID) async throws -> HKSample? {
        try await samples(type, HKQuery.predicateForObject(with: uuid)).first
    }

    // MARK: Deletion

    /// Deletes the app's own samples of a type in a period, and returns their number.
    func delete(_ type: HKSampleType, in period: DateInterval) async throws -> Int {
        let time = HKQuery.predicateForSamples(withStart: period.start, end: period.end, options: .strictStartDate)
        let own = HKQuery.predicateForObjects(from: [HKSource.default()])
        return try await store.deleteObjects(of: type, predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [time, own]))
    }
}
