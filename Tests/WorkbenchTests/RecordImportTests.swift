import Foundation
import HealthImport
import SampleStore
import StorageModel
import TallyKit
import Testing

@Suite("Imports of records that apps changed")
struct RecordImportTests {
    private struct Stopped: Error {}

    /// Ends an import at a write, as a killed process does.
    private final class StoppingCaller: ImportCaller {
        private var writesLeft: Int

        init(writes: Int) { writesLeft = writes }

        var isCancelled: Bool { false }
        func show(_ progress: ReadingProgress?, seconds: Double, isComparison: Bool) {}

        func waiting<Result>(_ write: () throws -> Result) throws -> Result {
            guard writesLeft > 0 else { throw Stopped() }
            writesLeft -= 1
            return try write()
        }
    }

    /// Imports a file of a fixture. Returns false if the import was stopped.
    private func importing(_ name: String, to storage: any SampleStorage, writes: Int = .max) throws -> Bool {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Scripts/Fixtures/\(name).zip")
            .path
        var run = ImportRun(into: storage, for: StoppingCaller(writes: writes))
        run.options.batchRows = 5
        do {
            guard case .imported = try run.run(path) else { return false }
            return true
        } catch is Stopped {
            return false
        }
    }

    private func answers(of storage: any SampleStorage) async throws -> [[String: Double?]] {
        let store = HealthStore(storage)
        let context = QueryContext(zone: "UTC", now: Date(timeIntervalSince1970: 1_782_864_000))
        var answers: [[String: Double?]] = []
        for query in [
            "sum steps", "sum water in mL", "sum protein", "sum dietaryEnergy", "count bloodPressureSystolic", "count heartRate",
            "count workouts", "duration sleep in h",
        ] {
            let row = try #require(try await store.answer(query, context: context).rows.first)
            answers.append([query: row[query.split(separator: " ").first.map(String.init) ?? ""]])
        }
        return answers
    }

    @Test("S1.2 A later version replaces the earlier one, wherever the earlier import was stopped")
    func stoppedImports() async throws {
        let whole = MemoryStore()
        #expect(try importing("records-after", to: whole))
        let expected = try await answers(of: whole)
        #expect(expected.first == ["sum steps": 255])
        var writes = 1
        while true {
            let store = MemoryStore()
            let isWhole = try importing("records-before", to: store, writes: writes)
            #expect(try importing("records-after", to: store))
            #expect(try await answers(of: store) == expected, "stopped after \(writes) writes")
            if isWhole { break }
            writes += 1
        }
        #expect(writes > 10)
    }

    @Test("S1.2 A stopped import is completed by the next one")
    func stoppedReplacements() async throws {
        let whole = MemoryStore()
        #expect(try importing("records-after", to: whole))
        let expected = try await answers(of: whole)
        var writes = 1
        while true {
            let store = MemoryStore()
            #expect(try importing("records-before", to: store))
            let isWhole = try importing("records-after", to: store, writes: writes)
            #expect(try importing("records-after", to: store))
            let found = try await answers(of: store)
            #expect(found == expected, "stopped after \(writes) writes: \(found)")
            if isWhole { break }
            writes += 1
        }
        #expect(writes > 10)
    }
}
