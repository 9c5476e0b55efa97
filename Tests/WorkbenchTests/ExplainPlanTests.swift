import Foundation
import HealthModel
import QueryVocabulary
import SQLiteStorage
import SampleStore
import Testing
import Workbench

@Suite("explain plan")
final class ExplainPlanTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)").path

    deinit { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }

    /// A session with 60,000 samples of steps, one for each minute from 2025-01-01.
    private func session() throws -> ScriptedSession {
        var batch = ImportBatch()
        batch.sources = [Source(name: "Watch")]
        var rows = SampleBatch()
        rows.starts = (0..<60_000).map { 1_735_689_600_000 + Int64($0) * 60_000 }
        rows.ends = rows.starts.map { $0 + 60_000 }
        rows.values = rows.starts.indices.map { Double($0 % 7) }
        rows.sources = rows.starts.map { _ in 0 }
        batch.samples[MetricID("HKQuantityTypeIdentifierStepCount")] = rows
        _ = try SQLiteStore.open(path: path, mode: .create).write(batch)
        return try ScriptedSession(store: .file(path), zone: "Asia/Kathmandu", now: Date(timeIntervalSince1970: 1_767_225_600))
    }

    @Test("The output distinguishes quarter-hour sums from samples, and names the clause that requires samples")
    func waysOfReading() throws {
        let session = try session()
        #expect(try session.answer("explain plan sum steps by day from 2025-01-01 to 2026-01-01").contains("none are kept for this metric"))
        let sum = try session.answer("sum steps", as: .csv)
        let whole = try session.answer("explain plan sum steps by day from 2025-01-01 to 2026-01-01")
        // The offset of Kathmandu is a multiple of 15 minutes, so quarter-hour sums in UTC cover the year.
        #expect(whole.contains("35,040 quarter hours"))
        #expect(!whole.contains("blocks"))
        let ragged = try session.answer("explain plan sum steps by hour from 2025-01-02 10:07 to 2025-01-20 10:15")
        #expect(ragged.contains("1,728 quarter hours"))
        #expect(ragged.contains("2025-01-02T10:07:00+05:45 to 2025-01-02T10:15:00+05:45"))
        for (query, clause) in [
            ("sum steps by day where value > 3", "`where`"), ("sum steps by day strict start", "strict start"),
            ("latest steps by day", "`latest`"), ("sum steps by 5 minutes on 2025-01-03", "not made of quarter hours"),
        ] {
            let plan = try session.answer("explain plan \(query)")
            #expect(plan.contains(clause), "\(query): \(plan)")
            #expect(!plan.contains("chunk"), "\(query): \(plan)")
        }
        #expect(try session.answer("set quarter hours = off; sum steps", as: .csv) == sum)
    }

    @Test("Persons whose samples are read in the same way are described together, by time zone")
    func persons() throws {
        let session = try ScriptedSession(store: .memory, zone: "UTC", now: Date(timeIntervalSince1970: 1_767_225_600))
        for number in 1...9 { _ = try session.answer("load steps for person P\(number) at 2025-01-01 08:00 every 1h: 5 6") }
        for query in ["sum steps by day", "sum steps by day and person"] {
            let plan = try session.answer("explain plan \(query)")
            #expect(plan.contains("for each of 9 persons, in UTC, together:\nsum"), "\(plan)")
            #expect(plan.components(separatedBy: "sum: stepCount").count == 2 && plan.contains("  18 samples"), "\(plan)")
        }
        _ = try session.answer(
            "set store zone for person P3 = Asia/Tokyo; set store zone for person P4 = Asia/Tokyo; set store zone for person P5 = Asia/Seoul"
        )
        let plan = try session.answer("explain plan sum steps by day")
        for group in ["each of 6 persons, in UTC", "each of 2 persons, in Asia/Tokyo", "the person P5, in Asia/Seoul"] {
            #expect(plan.contains("for \(group)"), "\(plan)")
        }
    }
}
