import Foundation
import HealthKit
import Synchronization
@_spi(Guests) import TallyKit
import Testing

@Suite("Update handlers", .timeLimit(.minutes(5)))
struct UpdateHandlerTests {
    /// A changed bucket with the sums of the whole collection.
    struct Change: Sendable {
        var start: Date?
        var sum: Double?
        var all: [Double?]
    }

    private func collectionQuery(_ changes: Recorder<Change>, _ initial: Recorder<Bool>) -> HKStatisticsCollectionQuery {
        var day = DateComponents(hour: 1)
        day.timeZone = TimeZone(identifier: "UTC")
        let query = HKStatisticsCollectionQuery(
            quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: date("2026-01-01T00:00:00Z"),
            intervalComponents: day)
        query.initialResultsHandler = { _, collection, _ in initial.add(collection != nil) }
        query.statisticsUpdateHandler = { _, statistics, collection, _ in
            changes.add(
                Change(
                    start: statistics?.startDate, sum: statistics?.sumQuantity()?.doubleValue(for: .count()),
                    all: (collection?.statistics() ?? []).map { $0.sumQuantity()?.doubleValue(for: .count()) }))
        }
        return query
    }

    @Test("The update handler is called once per changed bucket, in order of start, each time with the whole collection")
    func changedBuckets() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save([walk(7, 10), walk(9, 20)])
        let (changes, initial) = (Recorder<Change>(), Recorder<Bool>())
        let query = collectionQuery(changes, initial)
        store.execute(query)
        store.execute(query)
        try await initial.wait(for: 1)
        // One save with two buckets: one that is new, and one that has a sample.
        let gone = sample(steps, 8, .count(), "2026-03-02T09:30:00Z", "2026-03-02T09:45:00Z")
        try await store.save([gone, walk(8, 5)])
        let found = try await changes.wait(for: 2)
        #expect(found.map(\.start) == [date("2026-03-02T08:00:00Z"), date("2026-03-02T09:00:00Z")])
        #expect(found.map(\.sum) == [5, 28] && found.map(\.all) == [[10, 5, 28], [10, 5, 28]])
        try await store.delete(gone)
        #expect(try await changes.wait(for: 3).last?.all == [10, 5, 20])
        // Another type.
        try await store.save(sample(heartRate, 60, perMinute, "2026-03-02T09:00:00Z"))
        #expect(try await changes.stays(at: 3))
        #expect(initial.elements == [true])
    }

    @Test("A bucket that lost its last sample comes with nil quantities")
    func emptyBucket() async throws {
        let store = HKHealthStore.inMemory()
        let gone = walk(7, 10)
        try await store.save([gone, walk(9, 20)])
        let (changes, initial) = (Recorder<Change>(), Recorder<Bool>())
        store.execute(collectionQuery(changes, initial))
        try await initial.wait(for: 1)
        try await store.delete(gone)
        let found = try await changes.wait(for: 1)
        #expect(found[0].start == date("2026-03-02T07:00:00Z") && found[0].sum == nil && found[0].all == [20])
    }

    @Test("No handler is called after a query was stopped, and stopping it again does nothing")
    func stopping() async throws {
        let store = HKHealthStore.inMemory()
        let (changes, initial) = (Recorder<Change>(), Recorder<Bool>())
        let running = collectionQuery(changes, initial)
        store.execute(running)
        try await initial.wait(for: 1)
        store.stop(running)
        store.stop(running)
        store.execute(running)
        try await store.save(walk(7, 10))
        #expect(try await changes.stays(at: 0))
        let never = collectionQuery(changes, initial)
        store.stop(never)
        store.execute(never)
        #expect(try await initial.stays(at: 1))
    }

    @Test("Handlers are called one after the other")
    func serialHandlers() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(walk(7, 10))
        let done = Recorder<Int>()
        let state = Mutex((inside: 0, most: 0))
        for index in 0..<20 {
            store.execute(
                HKSampleQuery(sampleType: steps, predicate: nil, limit: 1, sortDescriptors: nil) { _, _, _ in
                    state.withLock { $0 = ($0.inside + 1, max($0.most, $0.inside + 1)) }
                    Thread.sleep(forTimeInterval: 0.002)
                    state.withLock { $0.inside -= 1 }
                    done.add(index)
                })
        }
        try await done.wait(for: 20)
        #expect(state.withLock(\.most) == 1)
    }

    // MARK: A store that does not exist yet

    @Test("Observers, anchored queries and collections begin to work when the first save creates the store", arguments: [false, true])
    func missingStore(byOther: Bool) async throws {
        try await withStorePath { path in
            let store = HKHealthStore.inFile(path)
            let writer = byOther ? HKHealthStore.inFile(path) : store
            let (changes, initial, pages) = (Recorder<Change>(), Recorder<Bool>(), Recorder<[Double?]>())
            let (observed, failures) = (Recorder<Bool>(), Recorder<HKError.Code?>())
            store.execute(collectionQuery(changes, initial))
            store.execute(
                HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, error in
                    observed.add(error == nil)
                    completion()
                })
            let anchored = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
                _, _, _, _, error in
                failures.add((error as? HKError)?.code)
            }
            anchored.updateHandler = { _, samples, _, _, _ in pages.add((samples ?? []).map(\.stepValue)) }
            store.execute(anchored)
            #expect(try await failures.wait(for: 1) == [.errorHealthDataUnavailable])
            #expect(try await initial.wait(for: 1) == [false])
            #expect(try await observed.wait(for: 1) == [true])
            try await writer.save([walk(7, 10), walk(9, 20)])
            #expect(try await pages.wait(for: 1) == [[10, 20]])
            #expect(try await changes.wait(for: 2).map(\.sum) == [10, 20])
            #expect(try await observed.wait(for: 2) == [true, true])
        }
    }

    // MARK: Permissions

    @Test("An app that cannot read while the device is locked gets the changes when it is unlocked")
    func lockedDevice() async throws {
        let owner = HKHealthStore.inMemory()
        try await owner.healthStore.allow("Runner", toRead: [.stepCount])
        let store = try owner.acting(as: "Runner")
        try await owner.healthStore.setDeviceState(.locked)
        let (pages, failures, observed) = (Recorder<[Double?]>(), Recorder<HKError.Code?>(), Recorder<Bool>())
        let anchored = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) { _, _, _, _, error in
            failures.add((error as? HKError)?.code)
        }
        anchored.updateHandler = { _, samples, _, _, _ in pages.add((samples ?? []).map(\.stepValue)) }
        store.execute(anchored)
        store.execute(
            HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, error in
                observed.add(error == nil)
                completion()
            })
        #expect(try await failures.wait(for: 1) == [.errorDatabaseInaccessible])
        try await observed.wait(for: 1)
        try await owner.save(walk(7, 10))
        #expect(try await pages.stays(at: 0))
        try await owner.healthStore.setDeviceState(.unlocked)
        #expect(try await pages.wait(for: 1) == [[10]])
        #expect(try await observed.wait(for: 2) == [true, true])
    }
}
