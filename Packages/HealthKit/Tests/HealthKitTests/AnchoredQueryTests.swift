import Foundation
import HealthKit
@_spi(Guests) import TallyKit
import Testing

@Suite("Anchored queries", .timeLimit(.minutes(5)))
struct AnchoredQueryTests {
    /// The arguments of a handler of an anchored query.
    struct Page: Sendable {
        var samples: [HKSample]
        var deleted: [UUID]
        var anchor: HKQueryAnchor?
        var error: HKError?

        init(_ samples: [HKSample]?, _ deleted: [HKDeletedObject]?, _ anchor: HKQueryAnchor?, _ error: (any Error)?) {
            self.samples = samples ?? []
            self.deleted = (deleted ?? []).map(\.uuid)
            self.anchor = anchor
            self.error = error as? HKError
        }

        var values: [Double?] { samples.map(\.stepValue) }
    }

    private func page(
        _ store: HKHealthStore, _ type: HKSampleType = steps, after anchor: HKQueryAnchor? = nil, limit: Int = HKObjectQueryNoLimit,
        _ predicate: NSPredicate? = nil
    ) async -> Page {
        await answer { done in
            store.execute(
                HKAnchoredObjectQuery(type: type, predicate: predicate, anchor: anchor, limit: limit) { done(Page($1, $2, $3, $4)) })
        }
    }

    @Test("Pages follow the order of changes: a page ends after `limit` samples, with the deletions in between")
    func pages() async throws {
        let store = HKHealthStore.inMemory()
        let old = [walk(9, 9), walk(8, 8)]
        for sample in old { try await store.save(sample) }
        let start = await page(store).anchor
        // The changes 3 to 8.
        try await store.save(walk(7, 1))
        try await store.delete(old[0])
        try await store.save(walk(5, 2))
        try await store.delete(old[1])
        try await store.save(walk(6, 3))
        try await store.save(walk(4, 4))
        let first = await page(store, after: start, limit: 2)
        #expect(first.values == [1, 2] && first.deleted == [old[0].uuid])
        let second = await page(store, after: first.anchor, limit: 2)
        #expect(second.values == [3, 4] && second.deleted == [old[1].uuid])
        let third = await page(store, after: second.anchor, limit: 2)
        #expect(third.values == [] && third.deleted == [] && third.anchor == second.anchor)
    }

    @Test("From nil, all samples come with the deletions that are known; what was added and deleted in between is a deletion only")
    func fromNil() async throws {
        let store = HKHealthStore.inMemory()
        let gone = walk(9, 9)
        try await store.save(gone)
        try await store.save(walk(8, 8))
        try await store.delete(gone)
        let all = await page(store)
        #expect(all.values == [8] && all.deleted == [gone.uuid])
        let brief = walk(7, 7)
        try await store.save(brief)
        try await store.delete(brief)
        let later = await page(store, after: all.anchor)
        #expect(later.values == [] && later.deleted == [brief.uuid])
    }

    @Test("A deleted object has the identifier that the object had, also one that was read before it was saved")
    func identifiers() async throws {
        let store = HKHealthStore.inMemory()
        let (known, other) = (walk(9, 9), walk(8, 8))
        let identifier = known.uuid
        try await store.save([known, other])
        let added = await page(store)
        #expect(Set(added.samples.map(\.uuid)) == [identifier, other.uuid])
        try await store.delete([known, other])
        #expect(Set(await page(store, after: added.anchor).deleted) == [identifier, other.uuid])
    }

    @Test("The predicate chooses additions, and deletions of the type come in any case", arguments: [false, true])
    func predicates(fromNil: Bool) async throws {
        let store = HKHealthStore.inMemory()
        let gone = walk(1, 7)
        try await store.save(gone)
        let start = fromNil ? nil : await page(store).anchor
        for hour in 2...9 { try await store.save(walk(hour, Double(hour))) }
        try await store.delete(gone)
        let times = HKQuery.predicateForSamples(withStart: date("2026-03-02T04:00:00Z"), end: date("2026-03-02T08:00:00Z"))
        let values = HKQuery.predicateForQuantitySamples(
            with: .greaterThan, quantity: HKQuantity(unit: .count(), doubleValue: 5))
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [times, values])
        let found = await page(store, after: start, predicate)
        #expect(found.values == [6, 7] && found.deleted == [gone.uuid])
        let first = await page(store, after: start, limit: 1, predicate)
        #expect(first.values == [6] && first.deleted == [])
        let second = await page(store, after: first.anchor, limit: 1, predicate)
        #expect(second.values == [7])
        #expect(await page(store, after: second.anchor, limit: 1, predicate).deleted == [gone.uuid])
    }

    @Test("An anchor later than the last change is an error of an invalid argument")
    func unknownAnchor() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(walk(9, 9))
        let found = await page(store, after: HKQueryAnchor(fromValue: 2))
        #expect(found.error?.code == .errorInvalidArgument && found.anchor == nil)
        #expect(await page(store, after: HKQueryAnchor(fromValue: 1)).error == nil)
    }

    @Test("An anchor of before the kept deletions gets all additions and the deletions that are known")
    func forgottenDeletions() async throws {
        let store = HKHealthStore.inMemory()
        let gone = (1...3).map { walk($0, 1) }
        try await store.save(gone)
        try store.healthStore.setOwnersSetting("keptDeletions", to: "2")
        let start = await page(store).anchor
        for sample in gone { try await store.delete(sample) }
        try await store.save(walk(9, 9))
        let found = await page(store, after: start)
        #expect(found.values == [9] && found.deleted == gone.dropFirst().map(\.uuid) && found.error == nil)
    }

    @Test("An anchor survives an archive that demands secure coding")
    func archive() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(walk(9, 9))
        let anchor = try #require(await page(store).anchor)
        let data = try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data))
        #expect(read == anchor && read.hash == anchor.hash)
        #expect(read != HKQueryAnchor(fromValue: HKAnchoredObjectQueryNoAnchor))
        try await store.save(walk(8, 8))
        #expect(await page(store, after: read).values == [8])
    }

    @Test("Several types come in one order of changes")
    func types() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(walk(9, 1))
        try await store.save(sample(heartRate, 60, perMinute, "2026-03-02T09:00:00Z"))
        try await store.save(walk(8, 2))
        let descriptors = [steps, heartRate].map { HKQueryDescriptor(sampleType: $0, predicate: nil) }
        let found: Page = await answer { done in
            store.execute(
                HKAnchoredObjectQuery(queryDescriptors: descriptors, anchor: nil, limit: 2) { done(Page($1, $2, $3, $4)) })
        }
        #expect(found.samples.map(\.sampleType) == [steps, heartRate])
    }

    @Test("Workouts and correlations are added and deleted, with the identifiers that they had")
    func wholes() async throws {
        let store = HKHealthStore.inMemory()
        let workout = HKWorkout(activityType: .running, start: date("2026-03-02T07:00:00Z"), end: date("2026-03-02T08:00:00Z"))
        let pressures = [(HKQuantityType(.bloodPressureSystolic), 120.0), (HKQuantityType(.bloodPressureDiastolic), 80)].map {
            sample($0, $1, .millimeterOfMercury(), "2026-03-02T09:00:00Z")
        }
        let type = HKCorrelationType(.bloodPressure)
        let pressure = HKCorrelation(
            type: type, start: pressures[0].startDate, end: pressures[0].endDate, objects: Set<HKSample>(pressures))
        let identifier = pressure.uuid
        try await store.save([workout, pressure])
        let (workouts, correlations) = (await page(store, .workoutType()), await page(store, type))
        #expect(workouts.samples.map(\.uuid) == [workout.uuid])
        #expect(correlations.samples.map(\.uuid) == [identifier])
        #expect((correlations.samples.first as? HKCorrelation)?.objects == Set<HKSample>(pressures))
        #expect(await page(store, type, after: correlations.anchor).samples.isEmpty)
        try await store.delete(workout)
        try await store.delete(pressures[0])
        #expect(await page(store, .workoutType(), after: workouts.anchor).deleted == [workout.uuid])
        #expect(await page(store, type, after: correlations.anchor).deleted == [identifier])
        #expect(await page(store, type).samples.isEmpty)
    }

    @Test("Samples that are read during their save have the identifiers of their objects")
    func identifiersDuringSaves() async throws {
        try await withStorePath { path in
            let store = HKHealthStore.inFile(path)
            try await store.save(walk(1, 1))
            let start = await page(store).anchor
            let found = Recorder<UUID>()
            let query = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: start, limit: HKObjectQueryNoLimit) {
                Page($1, $2, $3, $4).samples.forEach { found.add($0.uuid) }
            }
            query.updateHandler = { Page($1, $2, $3, $4).samples.forEach { found.add($0.uuid) } }
            store.execute(query)
            var saved: [UUID] = []
            for value in 1...60 {
                let sample = walk(3, Double(value))
                saved.append(sample.uuid)
                async let during = readings(8, of: store, after: start)
                try await store.save(sample)
                for read in await during { #expect(read == Array(saved.prefix(read.count))) }
            }
            #expect(try await found.wait(for: 60) == saved)
        }
    }

    /// Returns the identifiers of the samples in several pages, one after the other.
    private func readings(_ count: Int, of store: HKHealthStore, after anchor: HKQueryAnchor?) async -> [[UUID]] {
        var found: [[UUID]] = []
        for _ in 0..<count { found.append(await page(store, after: anchor).samples.map(\.uuid)) }
        return found
    }

    @Test("An app that may not read a type gets only its own samples")
    func permissions() async throws {
        let owner = HKHealthStore.inMemory()
        try await owner.healthStore.allow("Runner", toWrite: [.stepCount])
        let store = try owner.acting(as: "Runner")
        try await owner.save(walk(7, 10))
        try await store.save(walk(8, 20))
        #expect(await page(store).values == [20])
        try await owner.healthStore.allow("Runner", toRead: [.stepCount])
        #expect(await page(store).values == [10, 20])
    }

    @Test("A descriptor returns a page of samples of its type, and results go on until the task is cancelled")
    func descriptor() async throws {
        let store = HKHealthStore.inMemory()
        for hour in 1...3 { try await store.save(walk(hour, Double(hour))) }
        let query = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil, limit: 2)
        let first = try await query.result(for: store)
        #expect(first.addedSamples.map(\.stepValue) == [1, 2] && first.deletedObjects.isEmpty)
        let later = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: first.newAnchor)
        #expect(try await later.result(for: store).addedSamples.map(\.stepValue) == [3])
        let found = Recorder<[Double?]>()
        let task = Task { for try await result in query.results(for: store) { found.add(result.addedSamples.map(\.stepValue)) } }
        #expect(try await found.wait(for: 2) == [[1, 2], [3]])
        try await store.save(walk(4, 4))
        #expect(try await found.wait(for: 3).last == [4])
        task.cancel()
        try await task.value
        let unknown = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: HKQueryAnchor(fromValue: 99))
        await #expect(throws: HKError.self) { try await unknown.result(for: store) }
    }

    @Test("The update handler gets what follows the first page: the rest of its changes, and then each later one")
    func updates() async throws {
        let store = HKHealthStore.inMemory()
        let (first, updates) = (Recorder<Page>(), Recorder<Page>())
        for hour in 1...3 { try await store.save(walk(hour, Double(hour))) }
        let query = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: 2) { first.add(Page($1, $2, $3, $4)) }
        query.updateHandler = { updates.add(Page($1, $2, $3, $4)) }
        store.execute(query)
        #expect(try await updates.wait(for: 1).map(\.values) == [[3]])
        #expect(first.elements.map(\.values) == [[1, 2]])
        let gone = walk(4, 4)
        try await store.save(gone)
        #expect(try await updates.wait(for: 2).last?.values == [4])
        try await store.delete(gone)
        #expect(try await updates.wait(for: 3).last?.deleted == [gone.uuid])
        // Not a change of steps.
        try await store.save(sample(heartRate, 60, perMinute, "2026-03-02T09:00:00Z"))
        #expect(try await updates.stays(at: 3))
        store.stop(query)
        store.stop(query)
        try await store.save(walk(5, 5))
        #expect(try await updates.stays(at: 3))
        #expect(first.elements.count == 1)
    }
}
