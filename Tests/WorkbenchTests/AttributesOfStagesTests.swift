import Foundation
import HealthModel
import QueryVocabulary
import SQLiteStorage
import Testing

@Suite("Attributes of persons after a pipe")
final class AttributesOfStagesTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)").path

    deinit { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }

    private func session() throws -> ScriptedSession {
        let groups = ["P1": "a", "P2": "b", "P3": "a"]
        try SQLiteStore.open(path: path, mode: .create).update(groups.map { PersonUpdate(id: $0.key, attributes: ["group": $0.value]) })
        let session = try ScriptedSession(store: .file(path), zone: "UTC", now: Date(timeIntervalSince1970: 1_741_000_000))
        for (person, steps) in [("P1", "1000 3000"), ("P2", "500 700"), ("P3", "5000 9000")] {
            _ = try session.answer("load steps for person \(person) from \"Watch\" at 2025-02-03 08:00 every 1d for 1h: \(steps)")
        }
        return session
    }

    @Test("A stage groups the rows of persons by an attribute that the rows do not name")
    func group() throws {
        let session = try session()
        let days = "sum steps by day and person from 2025-02-03 to 2025-02-05"
        // Group a has the days of P1 and P3: (1000 + 3000 + 5000 + 9000) / 4.
        let answer = try session.answer("\(days) | average by group", as: .csv)
        #expect(answer.contains(",a,4500") && answer.contains(",b,600"), "\(answer)")
        for stages in ["average by group", "average by person | average by group", "average by group and day", "max by person.group"] {
            let explicit = days.replacing("day and person", with: "day, person and group")
            let named = stages.replacing("by person |", with: "by person and group |")
            #expect(try session.answer("\(days) | \(stages)", as: .csv) == session.answer("\(explicit) | \(named)", as: .csv))
        }
    }

    @Test("Rows that combine persons have no attribute")
    func combined() throws {
        let session = try session()
        for query in ["sum steps by day | average by group", "sum steps by day and person | average by day | average by group"] {
            let failure = #expect(throws: ScriptedSession.Failure.self) { try session.answer(query) }
            #expect(failure?.description.contains("E218") == true)
        }
    }
}
