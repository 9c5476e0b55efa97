import Foundation
import StorageModel
import TallyKit
import Testing

/// S10.4 in the library.
@Suite("Apps that ask")
struct AccessTests {
    private let context = QueryContext(zone: "UTC", now: newYear)
    private let morning = Date(timeIntervalSince1970: 1_735_549_200)

    /// Returns a store with 600 steps of a watch.
    private func store() async throws -> HealthStore {
        let store = HealthStore.inMemory()
        try await store.add([HealthSample(.stepCount, from: morning, value: 600, source: "Watch")])
        return store
    }

    private func sum(_ store: HealthStore) async throws -> Double? {
        try await store.answer("sum steps on 2024-12-30", context: context).rows.first?["sum"]
    }

    @Test("S10.4 An app reads its own samples without permission, and all samples with it")
    func reading() async throws {
        let store = try await store()
        let app = store.acting(as: "com.example.trends")
        #expect(app.app == "com.example.trends" && store.app == nil)
        try await store.allow("com.example.trends", toWrite: [.stepCount])
        try await app.add([HealthSample(.stepCount, from: morning + 3600, value: 7, source: "anything")])
        #expect(try await sum(app) == 7)
        #expect(try await sum(store) == 607)
        #expect(try await app.sources().values.sorted() == ["com.example.trends"])
        try await store.allow("com.example.trends", toRead: [.stepCount])
        #expect(try await sum(app) == 607)
        try await store.deny("com.example.trends", toRead: [.stepCount])
        #expect(try await sum(app) == 7)
    }

    @Test("S10.4 An app that asks as another one gets nothing more, and no app imports")
    func otherApps() async throws {
        let store = try await store()
        try await store.allow("com.example.other", toRead: [.stepCount], toWrite: [.stepCount])
        let app = store.acting(as: "com.example.trends")
        #expect(try await sum(store.acting(as: "com.example.other")) == 600)
        let other = app.acting(as: "com.example.other")
        #expect(try await sum(other) == nil)
        let sample = HealthSample(.stepCount, from: morning + 3600, value: 7, source: "anything")
        await #expect(throws: HealthStoreError.self) { try await other.add([sample]) }
        #expect(app.acting(as: "com.example.TRENDS").app == app.app)
        await #expect(throws: HealthStoreError.self) { _ = try await app.importExport(at: URL(filePath: "/dev/null")) }
    }

    @Test("S10.4 Each refusal has its reason")
    func refusals() async throws {
        let store = try await store()
        let app = store.acting(as: "com.example.trends")
        let sample = HealthSample(.stepCount, from: morning + 3600, value: 7, source: "Trends")
        func reason(_ body: () async throws -> Void) async -> HealthStoreError.Reason? {
            do { try await body() } catch { return (error as? HealthStoreError)?.reason }
            return nil
        }
        #expect(await reason { _ = try await app.add([sample]) } == .authorizationNotDetermined)
        try await store.deny("com.example.trends", toWrite: [.stepCount])
        #expect(await reason { _ = try await app.add([sample]) } == .authorizationDenied)
        #expect(await reason { try await app.allow("com.example.trends", toWrite: [.stepCount]) } == .ownersOnly)
        #expect(await reason { _ = try await app.setDeviceState(.unlocked) } == .ownersOnly)
        try await store.allow("com.example.trends", toWrite: [.stepCount])
        try await store.setDeviceState(.guest)
        #expect(await reason { _ = try await app.add([sample]) } == .guestUser)
        try await store.setDeviceState(.locked)
        #expect(await reason { _ = try await app.sources() } == .deviceLocked)
    }

    @Test("S10.4 Writes on a locked device are kept in the file and arrive when another process unlocks it")
    func locked() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "access-\(UUID().uuidString).tally")
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) } }
        do {
            let store = try HealthStore(at: file)
            try await store.allow("com.example.trends", toWrite: [.stepCount])
            try await store.setDeviceState(.locked)
            let app = store.acting(as: "com.example.trends")
            for hour in 0..<3 {
                let sample = HealthSample(.stepCount, from: morning + Double(hour) * 3600, value: 5, source: "Trends")
                #expect(try await app.add([sample]).kept == 1)
            }
            #expect(try await sum(store) == nil)
        }
        let other = try HealthStore(at: file)
        #expect(try await other.deviceState() == .locked)
        #expect(try await other.setDeviceState(.unlocked) == 3)
        #expect(try await sum(other) == 15)
        #expect(try await other.setDeviceState(.unlocked) == 0)
    }

    @Test("S10.4 A kept write of an earlier version arrives, and one that can't be read is an error and stays")
    func keptWrites() async throws {
        let store = try await store()
        try await store.setDeviceState(.locked)
        try store.storage.setSetting("kept write/000000001-A", to: "{}")
        try store.storage.setSetting("kept write/000000002-B", to: Self.keptWrite)
        for _ in 0..<2 {
            let error = await #expect(throws: HealthStoreError.self) { try await store.setDeviceState(.unlocked) }
            #expect(error?.reason == .damaged && error?.message.contains("1 of the writes") == true)
            #expect(try await sum(store) == 605)
        }
    }

    private static let keptWrite = """
        {"metadata":[{"entries":[]}],"summaries":[],"units":[""],"origins":[{"source":0}],"correlations":[],"person":"","samples":\
        [{"identifier":"HKQuantityTypeIdentifierStepCount"},{"metadata":[0],"origins":[0],"values":[5],"units":[0],\
        "created":[-9223372036854775808],"numbers":[],"ends":[1735552800000],"sources":[0],"starts":[1735552800000]}],\
        "sources":[{"name":"com.example.trends"}],"workouts":[],"fileUnits":[]}
        """

    @Test("S10.4 An app learns its decisions about writing, and nothing about reading")
    func decisions() async throws {
        let store = try await store()
        try await store.allow("com.example.trends", toRead: [.heartRate, .stepCount], toWrite: [.stepCount])
        try await store.deny("Com.Example.Trends", toWrite: [.heartRate])
        try await store.allow("com.example.other", toWrite: [.stepCount])
        let all = try await store.access()
        #expect(all.map(\.metric) == [.stepCount, .heartRate, .stepCount])
        #expect(all.map(\.mayRead) == [nil, true, true])
        #expect(all.map(\.mayWrite) == [true, false, true])
        let own = try await store.acting(as: "com.example.trends").access()
        #expect(own.map(\.metric) == [.heartRate, .stepCount])
        #expect(own.map(\.mayRead) == [nil, nil] && own.map(\.mayWrite) == [false, true])
    }
}
