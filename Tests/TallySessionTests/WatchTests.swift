import CalendarIntervals
import Diagnostics
import Foundation
import HealthModel
import Rendering
import SampleStore
import TallySession
import Testing

/// Long-running queries (S10.1): one session watches, another one writes.
@Suite("Watching", .serialized)
struct WatchTests {
    private static let now = Instant(seconds: 1_736_208_000)  // 2025-01-07

    private static func session(_ store: any HealthStore) -> Session {
        let session = Session(store: store, storeName: "test", clock: { now }, machineZone: { .utc })
        session.settings.format = .csv
        return session
    }

    /// Runs `query` in a thread, `writes` one after another once the answer before was given, and returns what was printed.
    private func watch(_ query: String, on stores: [any HealthStore], writes: [String]) async throws -> (text: String, outcome: Outcome) {
        let output = RecordingOutput()
        let watcher = stores[0]
        async let outcome = Task.detached { Self.session(watcher).run(SourceText(query), output: output) }.value
        var length = 0
        for write in writes {
            length = try await printed(by: output, after: length)
            let result = Self.session(stores[1]).run(SourceText(write), output: RecordingOutput())
            #expect(result == .fine)
        }
        _ = try await printed(by: output, after: length)
        try await Task.sleep(for: .milliseconds(300))
        output.cancel()
        return (output.text, await outcome)
    }

    private func printed(by output: RecordingOutput, after length: Int) async throws -> Int {
        for _ in 0..<200 {
            let count = output.text.utf8.count
            if count > length {
                // What belongs together is printed together.
                try await Task.sleep(for: .milliseconds(50))
                return output.text.utf8.count
            }
            try await Task.sleep(for: .milliseconds(25))
        }
        Issue.record("nothing was printed")
        return length
    }

    @Test("A sample over midnight changes both days, deleting it takes its shares away, and an emptied day is null")
    func midnight() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        // Two connections, as two processes have them.
        let stores = [try SQLiteStore.open(path: path, mode: .create), try SQLiteStore.open(path: path, mode: .create)]
        let seen = try await watch(
            "watch sum steps by day since 2025-01-01 until 2025-01-04", on: stores,
            writes: [
                "add 10 count steps at 2025-01-01 08:00",
                "add 100 count steps at 2025-01-01 23:50 to 2025-01-02 00:10",
                "delete samples of steps where value = 100 confirmed",
            ])
        #expect(seen.outcome == .interrupted)
        let header = "start,end,sum,partial\n"
        func rows(_ first: String, _ second: String, _ third: String?) -> String {
            let days = [("01", "02", first), ("02", "03", second)] + (third.map { [("03", "04", $0)] } ?? [])
            return header + days.map { "2025-01-\($0)T00:00:00Z,2025-01-\($1)T00:00:00Z,\($2),false\n" }.joined()
        }
        let collection = rows("", "", "")
        let morning = header + "2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,10,false\n" + rows("10", "", "")
        let midnight = rows("60", "50", nil) + rows("60", "50", "")
        let deleted = rows("10", "", nil) + rows("10", "", "")
        #expect(seen.text == collection + morning + midnight + deleted)
    }

    @Test("A write that does not match prints nothing")
    func otherMetric() async throws {
        let store = MemoryStore()
        _ = Self.session(store).run(SourceText("add 10 count steps at 2025-01-01 08:00"), output: RecordingOutput())
        let output = RecordingOutput()
        async let outcome = Task.detached { Self.session(store).run(SourceText("watch sum steps"), output: output) }.value
        let length = try await printed(by: output, after: 0)
        _ = Self.session(store).run(SourceText("add 60 bpm heartRate at 2025-01-01 08:00"), output: RecordingOutput())
        try await Task.sleep(for: .milliseconds(400))
        #expect(output.text.utf8.count == length)
        output.cancel()
        #expect(await outcome == .interrupted)
    }

    @Test("Watching ends by itself where its condition holds")
    func until() async throws {
        let store = MemoryStore()
        let output = RecordingOutput()
        async let outcome = Task.detached {
            Self.session(store).run(SourceText("watch sum steps on 2025-01-01 until >= 100 count"), output: output)
        }
        .value
        var length = 0
        for amount in [40, 70] {
            length = try await printed(by: output, after: length)
            _ = Self.session(store).run(SourceText("add \(amount) count steps at 2025-01-01 0\(amount / 10):00"), output: RecordingOutput())
        }
        #expect(await outcome == .fine)
        #expect(output.text.hasSuffix("2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,110,false\n"))
    }
}
