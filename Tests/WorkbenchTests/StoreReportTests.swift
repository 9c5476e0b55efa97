import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import SQLiteStorage
import SampleStore
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("Reports and upgrades of a store")
struct StoreReportTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private var path: String { folder + "/store" }

    private func session(_ store: any SampleStorage) -> Session {
        Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_736_208_000))), named: "test")
    }

    /// Returns a session with a store of 500 samples in five blocks of the first format.
    private func sessionOfOldBlocks() throws -> Session {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let rows = (0..<500).map {
            "steps,Watch,\(ISO8601.text(of: Instant(seconds: 1_700_000_000 + Int64($0 * 60)), in: .utc)),\($0),count"
        }
        try Data(("type,source,start,value,unit\n" + rows.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path + ".csv"))
        var options = StoreOptions()
        options.blockRows = 100
        options.blockFormat = .stream
        let old = try SQLiteStore.open(path: path, mode: .create, options: options)
        _ = try ImportCommand(into: session(old).commandStore, output: RecordingOutput()).run(paths: [path + ".csv"])
        return try session(SQLiteStore.open(path: path, mode: .readWrite))
    }

    private func sum(_ session: Session) throws -> String {
        let output = RecordingOutput()
        #expect(session.run(SourceText("sum steps by hour on 2023-11-14"), output: output) == .fine)
        return output.text
    }

    @Test("S10.4 only the owner sees the number of changes")
    func changesOfOthers() throws {
        let session = session(MemoryStore())
        #expect(session.run(SourceText("add 5 count steps at 2025-01-01"), output: RecordingOutput()) == .fine)
        #expect(try StoreReport.text(of: session.commandStore).contains("change"))
        session.begin(as: "com.example.trends")
        #expect(try !StoreReport.text(of: session.commandStore).contains("change"))
    }

    @Test("An upgrade says how much space it needs and how many blocks it wrote; queries answer as before")
    func upgrade() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let session = try sessionOfOldBlocks()
        let before = try sum(session)
        #expect(
            try StoreReport.text(of: session.commandStore).contains(
                "5 blocks have an older format: `tally doctor --upgrade` writes them again\n"))
        let output = RecordingOutput()
        #expect(try StoreReport.upgrade(session.commandStore, output: output) == "wrote 5 blocks in the newest format")
        #expect(output.notes.count == 1 && output.notes[0].hasPrefix("writing 5 blocks; this needs up to "))
        #expect(try !StoreReport.text(of: session.commandStore).contains("older"))
        #expect(try StoreReport.findings(of: session.commandStore) == [])
        #expect(try sum(session) == before)
        #expect(try StoreReport.upgrade(session.commandStore, output: output) == "all blocks have the newest format")
        #expect(output.notes.count == 1)
    }

    @Test("An upgrade that the user cancels says that the store is as it was")
    func cancelled() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let session = try sessionOfOldBlocks()
        let output = RecordingOutput()
        output.cancel()
        #expect(try StoreReport.upgrade(session.commandStore, output: output) == nil)
        #expect(output.notes.last == "cancelled; the store is as it was")
        #expect(try (session.store.storage as? SQLiteStore)?.info().oldBlockCount == 5)
    }

    @Test("A store in memory has nothing to upgrade")
    func memory() throws {
        #expect(
            try StoreReport.upgrade(session(MemoryStore()).commandStore, output: RecordingOutput())
                == "a store in memory has no older blocks")
    }
}
