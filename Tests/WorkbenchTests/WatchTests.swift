import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import QueryVocabulary
import ResultRendering
import SQLiteStorage
import SampleStore
import Scripts
import SessionTesting
import StorageModel
import StoreCommands
import Synchronization
import TallyKit
import Testing
import Workbench

/// Long-running queries (S10.1): one session watches while another one writes.
@Suite("Watching", .serialized)
struct WatchTests {
    private static let now = Instant(seconds: 1_736_208_000)  // 2025-01-07

    private static func session(_ store: any SampleStorage, as format: OutputFormat = .csv) -> Session {
        let session = Session(HealthStore(store, surroundings: Surroundings(at: now)), named: "test")
        session.settings.format = format
        return session
    }

    /// Runs `query` in a thread and each of `writes` after the previous answer, and returns the output.
    private func watch(
        _ query: String, on stores: [any SampleStorage], as format: OutputFormat = .csv, writes: [String]
    ) async throws -> (text: String, outcome: Outcome) {
        let output = RecordingOutput()
        let watcher = stores[0]
        async let outcome = onThread { Self.session(watcher, as: format).run(SourceText(query), output: output) }
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
                // Output that belongs together is printed together.
                try await Task.sleep(for: .milliseconds(50))
                return output.text.utf8.count
            }
            try await Task.sleep(for: .milliseconds(25))
        }
        Issue.record("nothing was printed")
        return length
    }

    @Test("A sample over midnight changes both days, deleting it removes its shares, and an emptied day is null")
    func midnight() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        // Two connections, as in two processes.
        let stores = [try SQLiteStore.open(path: path, mode: .create), try SQLiteStore.open(path: path, mode: .create)]
        let seen = try await watch(
            "watch sum steps by day since 2025-01-01 until 2025-01-04", on: stores, as: .jsonl,
            writes: [
                "add 10 count steps at 2025-01-01 08:00",
                "add 100 count steps at 2025-01-01 23:50 to 2025-01-02 00:10",
                "delete samples of steps where value = 100 confirmed",
            ])
        #expect(seen.outcome == .interrupted)
        func rows(_ event: String, _ sums: String...) -> String {
            zip([("01", "02"), ("02", "03"), ("03", "04")], sums).map { days, sum in
                #"{"event":"\#(event)","start":"2025-01-\#(days.0)T00:00:00Z","end":"2025-01-\#(days.1)T00:00:00Z","#
                    + #""sum":\#(sum),"partial":false}"# + "\n"
            }.joined()
        }
        let collection = rows("all", "null", "null", "null")
        let morning = rows("changed", "10") + rows("all", "10", "null", "null")
        let midnight = rows("changed", "60", "50") + rows("all", "60", "50", "null")
        let deleted = rows("changed", "10", "null") + rows("all", "10", "null", "null")
        #expect(seen.text == collection + morning + midnight + deleted)
    }

    @Test("CSV only has whole answers, because changed rows could not be distinguished")
    func wholeAnswers() async throws {
        let store = MemoryStore()
        let seen = try await watch(
            "watch sum steps by day since 2025-01-01 until 2025-01-03", on: [store, store],
            writes: ["add 10 count steps at 2025-01-01 08:00"])
        func answer(_ sum: String) -> String {
            "start,end,sum,partial\n2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,\(sum),false\n"
                + "2025-01-02T00:00:00Z,2025-01-03T00:00:00Z,,false\n"
        }
        #expect(seen.text == answer("") + answer("10"))
    }

    @Test("A deleted sample is a removed row of a listing")
    func removed() async throws {
        let store = MemoryStore()
        _ = Self.session(store).run(
            SourceText("add 10 count steps at 2025-01-01 08:00\nadd 20 count steps at 2025-01-01 09:00"), output: RecordingOutput())
        let seen = try await watch(
            "watch samples of steps", on: [store, store], as: .jsonl, writes: ["delete samples of steps where value = 10 confirmed"])
        let lines = seen.text.split(separator: "\n")
        #expect(
            lines.map { $0.prefix { $0 != "," } } == [#"{"event":"all""#, #"{"event":"all""#, #"{"event":"removed""#, #"{"event":"all""#])
        #expect(lines[2].contains("T08:00:00Z") && lines[2].contains("null") && lines[3].contains("T09:00:00Z"))
    }

    @Test("A file has the newest answer, and the watch replaces the file that it created", arguments: ["csv", "bars"])
    func file(format: String) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = MemoryStore()
        let query = "sum steps by day since 2025-01-01 until 2025-01-04 as \(format)"
        let output = RecordingOutput()
        func add(_ amount: Int) {
            _ = Self.session(store).run(SourceText("add \(amount) count steps at 2025-01-02 08:00"), output: RecordingOutput())
        }
        func waitForFile(_ count: Int) async throws {
            for _ in 0..<100 where output.notes.count(where: { $0.hasPrefix("wrote") }) < count {
                try await Task.sleep(for: .milliseconds(25))
            }
        }
        // Added before the watch starts, because an empty store causes a warning.
        add(10)
        async let outcome = onThread {
            Self.session(store).run(SourceText("watch \(query) to \"\(path)\""), output: output)
        }
        try await waitForFile(1)
        add(70)
        try await waitForFile(2)
        output.cancel()
        #expect(await outcome == .interrupted)
        #expect(output.text == "" && output.codes.allSatisfy { $0.hasPrefix("I") } && output.questions == [])
        let expected = RecordingOutput()
        _ = Self.session(store).run(SourceText(query), output: expected)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == expected.text)
    }

    @Test("An existing file is not replaced")
    func foreignFile() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try Data("mine".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let output = RecordingOutput()
        #expect(Self.session(MemoryStore()).run(SourceText("watch count steps as csv to \"\(path)\""), output: output) == .unavailable)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test("A chart shows the whole answer, never only the changed row")
    func chart() async throws {
        let store = MemoryStore()
        _ = Self.session(store).run(SourceText("load steps at 2025-01-01 every 1d: 100 200 300"), output: RecordingOutput())
        let query = "sum steps by day since 2025-01-01 until 2025-01-04 as bars"
        func picture() -> String {
            let output = RecordingOutput()
            _ = Self.session(store).run(SourceText(query), output: output)
            return output.text
        }
        let before = picture()
        let seen = try await watch("watch \(query)", on: [store, store], writes: ["add 50 count steps at 2025-01-02 08:00"])
        #expect(seen.text == before + "\n" + picture())
    }

    /// Runs `query` while the clock moves to the next of `moments` after each answer, and returns the answers.
    private func answers(to query: String, at moments: [String], on store: any SampleStorage, setting: String = "") async throws -> [String]
    {
        let instants = moments.compactMap { ISO8601.read($0)?.instant(in: .utc) }
        let output = RecordingOutput()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            let shared = SharedClock(instants[0])
            group.addTask {
                let session = Session(HealthStore(store, surroundings: Surroundings(clock: { shared.now }, zone: { .utc })), named: "test")
                session.settings.format = .csv
                _ = session.run(SourceText(setting + query), output: output)
            }
            var answers: [String] = []
            var length = 0
            for instant in instants {
                shared.now = instant
                for _ in 0..<60 where output.text.utf8.count <= length { try await Task.sleep(for: .milliseconds(50)) }
                try await Task.sleep(for: .milliseconds(50))
                answers.append(String(output.text.dropFirst(length)))
                length = output.text.count
            }
            output.cancel()
            try await group.waitForAll()
            return answers
        }
    }

    private func store() -> MemoryStore {
        let store = MemoryStore()
        _ = Self.session(store).run(
            SourceText("add 10 count steps at 2025-01-06 23:00\nadd 5 count steps at 2025-01-07 00:00:10"), output: RecordingOutput())
        return store
    }

    @Test("`today` changes at midnight, or at the anchor")
    func midnightOfTheClock() async throws {
        let header = "start,end,sum,partial\n"
        let midnight = try await answers(
            to: "watch sum steps today", at: ["2025-01-06T23:59:59Z", "2025-01-07T00:00:01Z"], on: store())
        #expect(
            midnight == [
                header + "2025-01-06T00:00:00Z,2025-01-07T00:00:00Z,10,true\n",
                header + "2025-01-07T00:00:00Z,2025-01-08T00:00:00Z,5,true\n",
            ])
        let anchored = try await answers(
            to: "watch sum steps by day anchor 03:00 today", at: ["2025-01-07T02:59:59Z", "2025-01-07T03:00:01Z"], on: store())
        #expect(
            anchored == [
                header + "2025-01-06T03:00:00Z,2025-01-07T03:00:00Z,15,true\n",
                header + "2025-01-07T03:00:00Z,2025-01-08T03:00:00Z,,true\n",
            ])
    }

    @Test("A moving range drops samples that are no longer in it")
    func movingRange() async throws {
        let seen = try await answers(
            to: "watch sum steps since -3s", at: ["2025-01-07T00:00:11Z", "2025-01-07T00:00:12Z", "2025-01-07T00:00:14Z"], on: store())
        #expect(seen[0].contains(",5,"))
        #expect(seen[1] == "", "the same sum of a range that moved on is the same answer")
        #expect(seen[2].hasSuffix("2025-01-07T00:00:11Z,2025-01-07T00:00:14Z,,false\n"))
    }

    @Test("A bucket that has ended is no longer partial")
    func bucketEdge() async throws {
        let seen = try await answers(
            to: "watch sum steps by hour on 2025-01-06 where start >= 2025-01-06 23:00 | limit 24 | where sum > 0",
            at: ["2025-01-06T23:59:59Z", "2025-01-07T00:00:01Z"], on: store())
        #expect(seen[0].hasSuffix(",10,true\n") && seen[1].hasSuffix(",10,false\n"))
    }

    @Test("If `now` is set, it does not change")
    func fixedNow() async throws {
        let seen = try await answers(
            to: "watch sum steps today", at: ["2025-01-06T23:59:59Z", "2025-01-07T00:00:01Z"], on: store(),
            setting: "set now = 2025-01-06T20:00:00Z\n")
        #expect(seen[1] == "")
    }

    @Test("A write that does not match prints nothing")
    func otherMetric() async throws {
        let store = MemoryStore()
        _ = Self.session(store).run(SourceText("add 10 count steps at 2025-01-01 08:00"), output: RecordingOutput())
        let output = RecordingOutput()
        async let outcome = onThread { Self.session(store).run(SourceText("watch sum steps"), output: output) }
        let length = try await printed(by: output, after: 0)
        _ = Self.session(store).run(SourceText("add 60 bpm heartRate at 2025-01-01 08:00"), output: RecordingOutput())
        try await Task.sleep(for: .milliseconds(400))
        #expect(output.text.utf8.count == length)
        output.cancel()
        #expect(await outcome == .interrupted)
    }

    @Test("Watching ends when its condition holds")
    func until() async throws {
        let store = MemoryStore()
        let output = RecordingOutput()
        async let outcome = onThread {
            Self.session(store).run(SourceText("watch sum steps on 2025-01-01 until >= 100 count"), output: output)
        }
        var length = 0
        for amount in [40, 70] {
            length = try await printed(by: output, after: length)
            _ = Self.session(store).run(SourceText("add \(amount) count steps at 2025-01-01 0\(amount / 10):00"), output: RecordingOutput())
        }
        #expect(await outcome == .fine)
        #expect(output.text.hasSuffix("2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,110,false\n"))
    }
}

/// A clock that tests can set.
private final class SharedClock: Sendable {
    private let instant: Mutex<Instant>

    init(_ instant: Instant) { self.instant = Mutex(instant) }

    var now: Instant {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }
}
