import HealthKit
import Testing

/// Follows changes and sends them to a server, with an anchor in the defaults.
final class SyncManager {
    let healthStore: HKHealthStore
    let defaults: UserDefaults
    private let lock = NSLock()
    private var log: [String] = []
    private var observers: [HKObserverQuery] = []

    init(healthStore: HKHealthStore, defaults: UserDefaults) {
        self.healthStore = healthStore
        self.defaults = defaults
    }

    var sent: [String] { lock.withLock { log } }
    private func send(_ line: String) { lock.withLock { log.append(line) } }

    private func getAnchor() -> HKQueryAnchor? {
        guard let data = defaults.data(forKey: "stepAnchor") else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data)
    }

    private func setAnchor(_ anchor: HKQueryAnchor?) {
        guard let anchor, let data = try? NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true) else { return }
        defaults.set(data, forKey: "stepAnchor")
    }

    func sync(limit: Int = HKObjectQueryNoLimit, completion: @escaping () -> Void) {
        let type = HKObjectType.quantityType(forIdentifier: .stepCount)!
        let query = HKAnchoredObjectQuery(type: type, predicate: nil, anchor: getAnchor(), limit: limit) {
            [weak self] (query, samplesOrNil, deletedObjectsOrNil, newAnchor, errorOrNil) in
            guard let self, let samples = samplesOrNil, let deletedObjects = deletedObjectsOrNil else {
                completion()
                return
            }
            for sample in samples {
                guard let sample = sample as? HKQuantitySample else { continue }
                self.send("+\(Int(sample.quantity.doubleValue(for: .count())))")
            }
            for deleted in deletedObjects { self.send("-\(deleted.uuid.uuidString.prefix(4))") }
            self.setAnchor(newAnchor)
            completion()
        }
        healthStore.execute(query)
    }

    /// Starts observers at launch, with background delivery, as an app delegate does.
    func startObserving() {
        let types: [(HKSampleType, String)] = [
            (HKQuantityType.quantityType(forIdentifier: .bodyMass)!, "mass"),
            (HKCategoryType.categoryType(forIdentifier: .sleepAnalysis)!, "sleep"), (HKObjectType.workoutType(), "workout"),
        ]
        for (type, name) in types {
            let query = HKObserverQuery(sampleType: type, predicate: nil) { [weak self] query, completionHandler, error in
                defer { completionHandler() }
                if let error = error {
                    print("observer failed: \(error.localizedDescription)")
                    return
                }
                self?.send(name)
            }
            healthStore.execute(query)
            observers.append(query)
            healthStore.enableBackgroundDelivery(for: type, frequency: .immediate) { success, error in
                if !success { print("no background delivery: \(String(describing: error))") }
            }
        }
    }

    func stopObserving(completion: @escaping (Bool) -> Void) {
        observers.forEach(healthStore.stop)
        healthStore.disableAllBackgroundDelivery { success, _ in completion(success) }
    }
}

@Suite("Snippets: changes")
struct SyncSnippets {
    private func steps(_ count: Double, _ time: String) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: count), start: at(time), end: at(time) + 60)
    }

    @Test("An anchor in the defaults survives a new launch, and deletions come with their identifiers")
    func anchors() async throws {
        let store = try filled()
        let name = "snippets-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        func launch(limit: Int = HKObjectQueryNoLimit) async -> [String] {
            let manager = SyncManager(healthStore: store, defaults: defaults)
            let _: Bool = await answer { done in manager.sync(limit: limit) { done(true) } }
            return manager.sent
        }
        let (old, new) = (steps(100, "2026-03-28 08:00"), steps(200, "2026-03-28 09:00"))
        try await store.save([old, new])
        #expect(await launch() == ["+100", "+200"])
        #expect(await launch() == [])
        try await store.save(steps(50, "2026-03-01 09:00"))
        try await store.delete(old)
        try await store.save(steps(60, "2026-02-01 09:00"))
        // A page of one sample ends before the deletion that follows it.
        #expect(await launch(limit: 1) == ["+50"])
        #expect(await launch() == ["+60", "-\(old.uuid.uuidString.prefix(4))"])
        #expect(await launch() == [])
    }

    @Test("Observers of several types, each told at the start and at its own changes")
    func observers() async throws {
        let store = try filled()
        let defaults = try #require(UserDefaults(suiteName: "snippets"))
        let manager = SyncManager(healthStore: store, defaults: defaults)
        manager.startObserving()
        #expect(try await eventually(["mass", "sleep", "workout"]) { manager.sent.sorted() })
        let mass = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 80)
        let day = at("2026-03-28")
        try await store.save(HKQuantitySample(type: HKQuantityType(.bodyMass), quantity: mass, start: day, end: day))
        #expect(try await eventually("mass") { manager.sent.count == 4 ? manager.sent.last : nil })
        try await store.save(HKWorkout(activityType: .yoga, start: at("2026-03-28 18:00"), end: at("2026-03-28 19:00")))
        #expect(try await eventually("workout") { manager.sent.count == 5 ? manager.sent.last : nil })
        #expect(await answer { manager.stopObserving(completion: $0) })
    }
}
