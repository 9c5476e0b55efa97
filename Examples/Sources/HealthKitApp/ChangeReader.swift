import HealthKit

/// The steps added and the identifiers of the samples deleted since the last time.
struct Changes: Equatable, Sendable {
    var added: [Double]
    var deleted: Set<UUID>
}

/// Follows steps with an anchor, which it keeps as data, as an app keeps it in its defaults.
actor StepChanges {
    private let store: HKHealthStore
    private(set) var savedAnchor: Data?

    init(store: HKHealthStore, savedAnchor: Data? = nil) {
        self.store = store
        self.savedAnchor = savedAnchor
    }

    /// Returns the samples added and deleted since the last call, or all samples at the first call.
    func next() async throws -> Changes {
        let anchor = try savedAnchor.flatMap { try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: $0) }
        let (changes, newAnchor) = try await read(after: anchor)
        savedAnchor = try newAnchor.map { try NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: true) }
        return changes
    }

    private func read(after anchor: HKQueryAnchor?) async throws -> (Changes, HKQueryAnchor?) {
        try await withCheckedThrowingContinuation { continuation in
            let query = HKAnchoredObjectQuery(
                type: HKQuantityType(.stepCount), predicate: nil, anchor: anchor, limit: HKObjectQueryNoLimit
            ) { _, samples, deletedObjects, newAnchor, error in
                if let error {
                    continuation.resume(throwing: error)
                    return
                }
                let steps = (samples as? [HKQuantitySample] ?? []).map { $0.quantity.doubleValue(for: .count()) }
                continuation.resume(returning: (Changes(added: steps, deleted: Set((deletedObjects ?? []).map(\.uuid))), newAnchor))
            }
            store.execute(query)
        }
    }
}

/// Sends the steps of each day that changes, as a chart on the screen needs them.
final class DailyStepsFeed: Sendable {
    private let store: HKHealthStore
    private let query: HKStatisticsCollectionQuery

    /// Starts to follow. The handler gets the start of the day and its steps, first for all days and then for days that change.
    init(store: HKHealthStore, anchor: Date, onChange: @escaping @Sendable (Date, Double?) -> Void) {
        self.store = store
        query = HKStatisticsCollectionQuery(
            quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: anchor,
            intervalComponents: DateComponents(day: 1))
        query.initialResultsHandler = { _, collection, _ in
            for day in collection?.statistics() ?? [] { onChange(day.startDate, day.sumQuantity()?.doubleValue(for: .count())) }
        }
        query.statisticsUpdateHandler = { _, statistics, _, _ in
            guard let statistics else { return }
            onChange(statistics.startDate, statistics.sumQuantity()?.doubleValue(for: .count()))
        }
        store.execute(query)
    }

    func stop() { store.stop(query) }
}

/// Sends each change of heart rates as it happens.
struct HeartRateFeed: Sendable {
    let store: HKHealthStore

    /// Calls a handler with the new readings until it returns false.
    func follow(_ use: ([Double]) -> Bool) async throws {
        let query = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: HKQuantityType(.heartRate))], anchor: nil)
        for try await update in query.results(for: store) {
            let rates = update.addedSamples.map { $0.quantity.doubleValue(for: StatisticsReader.perMinute) }
            if !use(rates) { return }
        }
    }
}
