import Foundation
import Synchronization
import TallyKit
import Testing

/// S10.2 and S10.3 in the library.
@Suite("Changes as they happen", .timeLimit(.minutes(15)))
struct ChangeTests {
    private static let morning = Date(timeIntervalSince1970: 1_735_549_200)

    private static func steps(_ hour: Int, _ value: Double) -> HealthSample {
        HealthSample(.stepCount, from: morning + Double(hour) * 3600, value: value, source: "Watch")
    }

    private static func beats(_ hour: Int) -> HealthSample {
        HealthSample(.heartRate, from: morning + Double(hour) * 3600, value: 60, source: "Watch")
    }

    /// Calls `body` with stores of each kind. Two connections to one file are like two processes.
    private func withStores(_ body: (_ reader: HealthStore, _ writer: HealthStore) async throws -> Void) async throws {
        let memory = HealthStore.inMemory()
        try await body(memory, memory)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) } }
        try await body(HealthStore(at: url), HealthStore(at: url))
    }

    // MARK: Pages

    @Test("S10.2 A page has the changes of several metrics in their order, with all that was recorded")
    func page() async throws {
        try await withStores { reader, writer in
            var walk = Self.steps(3, 30)
            walk.device = "Series 9"
            walk.metadata = ["HKTimeZone": "Europe/Berlin"]
            try await writer.add([Self.steps(1, 10)])
            try await writer.add([Self.beats(0)])
            try await writer.add([walk])
            let page = try await reader.changes(of: [.stepCount, .heartRate])
            #expect(page.changes.map(\.change) == [1, 2, 3] && page.changes.map(\.number) == [1, 2, 3])
            #expect(page.changes.map(\.metric) == [.stepCount, .heartRate, .stepCount])
            #expect(page.added[1].value == 60 && page.added[1].unit == "count/min")
            walk.unit = "count"
            #expect(page.added[2] == walk)
            #expect(page.anchor == ChangeAnchor(change: 3) && page.deleted.isEmpty && !page.lacksDeletions)
            #expect(try await reader.changes(of: [.heartRate], since: ChangeAnchor(change: 1)).changes.map(\.change) == [2])
            #expect(try await reader.anchor() == ChangeAnchor(change: 3))
        }
    }

    @Test("S10.2 With a limit, the anchor is that of the last change of the page")
    func limit() async throws {
        let store = HealthStore.inMemory()
        try await store.add((0..<5).map { Self.steps($0, 10) })
        let first = try await store.changes(of: [.stepCount], limit: 2)
        #expect(first.changes.map(\.change) == [1, 2] && first.anchor.change == 2)
        let rest = try await store.changes(of: [.stepCount], since: first.anchor, limit: 10)
        #expect(rest.changes.map(\.change) == [3, 4, 5] && rest.anchor.change == 5)
    }

    @Test("S10.2 An anchor of another store is an error, and an anchor survives a restart")
    func anchors() async throws {
        let store = HealthStore.inMemory()
        await #expect {
            try await store.changes(of: [.stepCount], since: ChangeAnchor(change: 7))
        } throws: {
            ($0 as? HealthStoreError)?.reason == .unknownAnchor
        }
        let kept = try JSONEncoder().encode(ChangeAnchor(change: 7))
        #expect(try JSONDecoder().decode(ChangeAnchor.self, from: kept) == ChangeAnchor(change: 7))
    }

    @Test("S10.4 An app gets the changes of the samples that it may read")
    func changesOfAnApp() async throws {
        let store = HealthStore.inMemory()
        try await store.allow("com.example.trends", toWrite: [.stepCount])
        try await store.add([Self.steps(1, 10)])
        let app = store.acting(as: "com.example.trends")
        try await app.add([Self.steps(2, 20)])
        #expect(try await app.changes(of: [.stepCount]).added.map(\.value) == [20])
        try await store.allow("com.example.trends", toRead: [.stepCount])
        #expect(try await app.changes(of: [.stepCount]).added.map(\.value) == [10, 20])
    }

    @Test("S10.2 Live changes are the page since the anchor, then each later change within a second")
    func live() async throws {
        try await withStores { reader, writer in
            try await writer.add([Self.steps(1, 10)])
            var pages = reader.liveChanges(of: [.stepCount]).makeAsyncIterator()
            #expect(try await pages.next()?.added.map(\.value) == [10])
            let write = Task {
                try await Task.sleep(for: .milliseconds(50))
                // Not asked for.
                try await writer.add([Self.beats(1)])
                try await writer.add([Self.steps(2, 20)])
                return ContinuousClock.now
            }
            #expect(try await pages.next()?.added.map(\.value) == [20])
            let seconds = (ContinuousClock.now - (try await write.value)) / .seconds(1)
            // More than the second that is promised, because tests run in parallel. `make live-test` measures it.
            #expect(seconds < 20)
        }
    }

    @Test("S10.2 Cancelling the task ends live changes, updates and a wait for an acknowledgement")
    func cancelling() async throws {
        try await withStores { reader, writer in
            let (clock, pages, updates) = (ManualClock(), Counter(), Counter())
            let live = Task { for try await _ in reader.liveChanges(of: [.stepCount]) { pages.add() } }
            let observer = Task { for try await _ in reader.updates(of: [.stepCount], clock: clock) { updates.add() } }
            try await wait { pages.value == 1 && updates.value == 1 }
            try await writer.add([Self.steps(1, 10)])
            // The second update waits for a second that the clock never reaches.
            try await wait { pages.value == 2 && clock.sleeperCount == 1 }
            live.cancel()
            observer.cancel()
            try await live.value
            try await observer.value
            #expect(pages.value == 2 && updates.value == 1)
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock(\.self) }
        func add() { count.withLock { $0 += 1 } }
    }

    /// Waits until a condition is true, for at most a minute.
    private func wait(until condition: () -> Bool) async throws {
        for _ in 0..<12_000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
        #expect(condition())
    }

    // MARK: Answers

    @Test("S10.1 A live answer is the whole answer, then the rows that a sample over midnight changes, and null without samples")
    func liveAnswers() async throws {
        try await withStores { reader, writer in
            // 23:50 on 30 December to 00:10.
            let walk = HealthSample(
                .stepCount, from: Self.morning + 14 * 3600 + 3000, to: Self.morning + 14 * 3600 + 4200, value: 100, source: "Watch")
            try await writer.add([Self.steps(1, 10)])
            let context = QueryContext(zone: "UTC", now: newYear)
            let query = "sum steps by day since 2024-12-30 until 2025-01-01"
            var answers = try reader.liveAnswers(to: query, context: context).makeAsyncIterator()
            let first = try await answers.next()
            #expect(first?.answer.rows.map { $0["sum"] as Double? } == [10, nil])
            #expect(first?.changed.count == 2 && first?.removed.isEmpty == true)
            try await writer.add([walk])
            let second = try await answers.next()
            #expect(second?.changed.map { $0["sum"] as Double? } == [60, 50])
            #expect(second?.answer.rows.map { $0["sum"] as Double? } == [60, 50])
            // A sample of another metric changes no row, so the next answer is that of the sample after it.
            try await writer.add([Self.beats(1)])
            try await writer.add([Self.steps(2, 5)])
            let third = try await answers.next()
            #expect(third?.changed.map { $0["sum"] as Double? } == [65])
        }
    }

    @Test("S10.1 Time changes a live answer")
    func liveTime() async throws {
        let store = HealthStore.inMemory()
        // In the future, so that only the passing time brings it into the range.
        try await store.add([HealthSample(.stepCount, from: .now + 2, value: 10, source: "Watch")])
        for try await live in try store.liveAnswers(to: "sum steps since -1h until now", context: QueryContext(zone: "UTC")) {
            if live.answer.value == 10 { return }
        }
        Issue.record("the answers ended")
    }

    @Test("A wrong query ends live answers with its error")
    func wrongQuery() async throws {
        var answers = try HealthStore.inMemory().liveAnswers(to: "sum heartRate", context: QueryContext(zone: "UTC")).makeAsyncIterator()
        await #expect(throws: QueryError.self) { try await answers.next() }
    }

    // MARK: Observers

    /// An observer in its own task, which records the updates.
    private final class Observer: Sendable {
        let clock = ManualClock()
        private let seen = Mutex<[StoreUpdate]>([])
        private let task = Mutex<Task<Void, any Error>?>(nil)

        init(_ store: HealthStore, _ metrics: [MetricID], _ frequency: UpdateFrequency = .immediate, acknowledges: Bool) {
            let updates = store.updates(of: metrics, frequency: frequency, clock: clock)
            let task = Task { [weak self] in
                for try await update in updates {
                    guard let self else { return }
                    if acknowledges { update.acknowledge() }
                    seen.withLock { $0.append(update) }
                }
            }
            self.task.withLock { $0 = task }
        }

        deinit { task.withLock { $0?.cancel() } }

        var metrics: [Set<MetricID>] { seen.withLock { $0.map(\.metrics) } }
        var last: StoreUpdate? { seen.withLock(\.last) }

        /// Returns true when there are `count` updates.
        func has(_ count: Int) async throws -> Bool {
            for _ in 0..<12_000 where metrics.count < count { try await Task.sleep(for: .milliseconds(5)) }
            return metrics.count == count
        }

        /// Returns true if there are still `count` updates after a while, and something waits for the clock.
        func stays(at count: Int, asleep: Bool) async throws -> Bool {
            if asleep { for _ in 0..<12_000 where clock.sleeperCount == 0 { try await Task.sleep(for: .milliseconds(5)) } }
            try await Task.sleep(for: .milliseconds(asleep ? 20 : 600))
            return metrics.count == count && (clock.sleeperCount > 0) == asleep
        }
    }

    @Test("S10.3 An observer gets an update at the start, then one with the metrics that changed, and none for other metrics")
    func observer() async throws {
        try await withStores { reader, writer in
            let observer = Observer(reader, [.stepCount, .bodyMass], acknowledges: true)
            #expect(try await observer.has(1))
            #expect(observer.metrics == [[.stepCount, .bodyMass]])
            try await writer.add([Self.beats(1)])
            try await writer.add([Self.steps(1, 10)])
            #expect(try await observer.has(2))
            #expect(observer.metrics[1] == [.stepCount])
        }
    }

    @Test("S10.3 Without acknowledgement the next update waits 1 s, the one after it 2 s, and then there are none")
    func backOff() async throws {
        let store = HealthStore.inMemory()
        let observer = Observer(store, [.stepCount], acknowledges: false)
        #expect(try await observer.has(1))
        try await store.add([Self.steps(1, 10)])
        #expect(try await observer.stays(at: 1, asleep: true))
        observer.clock.advance(by: .milliseconds(999))
        #expect(try await observer.stays(at: 1, asleep: true))
        observer.clock.advance(by: .milliseconds(1))
        #expect(try await observer.has(2))
        try await store.add([Self.steps(2, 10)])
        #expect(try await observer.stays(at: 2, asleep: true))
        observer.clock.advance(by: .milliseconds(1999))
        #expect(try await observer.stays(at: 2, asleep: true))
        observer.clock.advance(by: .milliseconds(1))
        #expect(try await observer.has(3))
        try await store.add([Self.steps(3, 10)])
        observer.clock.advance(by: .seconds(100_000))
        #expect(try await observer.stays(at: 3, asleep: false))
    }

    @Test("S10.3 A late acknowledgement brings the updates back")
    func lateAcknowledgement() async throws {
        let store = HealthStore.inMemory()
        let observer = Observer(store, [.stepCount], acknowledges: false)
        for count in 1...3 {
            #expect(try await observer.has(count))
            try await store.add([Self.steps(count, 10)])
            guard count < 3 else { break }
            #expect(try await observer.stays(at: count, asleep: true))
            observer.clock.advance(by: .seconds(2))
        }
        #expect(try await observer.stays(at: 3, asleep: false))
        observer.last?.acknowledge()
        #expect(try await observer.has(4))
        // It counts from the start again.
        try await store.add([Self.steps(5, 10)])
        #expect(try await observer.stays(at: 4, asleep: true))
        observer.clock.advance(by: .seconds(1))
        #expect(try await observer.has(5))
    }

    @Test(
        "S10.3 A frequency gives at most one update a period, and tells the changes of the period together",
        arguments: [(UpdateFrequency.hourly, 3600), (.daily, 86_400), (.weekly, 604_800)])
    func frequency(frequency: UpdateFrequency, seconds: Int) async throws {
        let store = HealthStore.inMemory()
        let observer = Observer(store, [.stepCount, .heartRate], frequency, acknowledges: true)
        #expect(try await observer.has(1))
        try await store.add([Self.steps(1, 10)])
        #expect(try await observer.stays(at: 1, asleep: true))
        observer.clock.advance(by: .seconds(seconds - 1))
        try await store.add([Self.beats(1)])
        #expect(try await observer.stays(at: 1, asleep: true))
        observer.clock.advance(by: .seconds(1))
        #expect(try await observer.has(2))
        #expect(observer.metrics[1] == [.stepCount, .heartRate])
        // Nothing changed since, so the next period has no update.
        observer.clock.advance(by: .seconds(2 * seconds))
        #expect(try await observer.stays(at: 2, asleep: false))
        try await store.add([Self.steps(2, 10)])
        #expect(try await observer.has(3))
    }
}
