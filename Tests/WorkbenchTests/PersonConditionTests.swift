import Foundation
import HealthModel
import QueryVocabulary
import SQLiteStorage
import Testing

@Suite("Conditions on attributes of persons")
final class PersonConditionTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)").path

    deinit { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }

    /// A5 has no group and no date.
    private func session() throws -> ScriptedSession {
        try SQLiteStore.open(path: path, mode: .create).update([
            PersonUpdate(id: "A1", attributes: ["group": "a", "age": "62", "joined": "2025-01-15", "lab": "NA"]),
            PersonUpdate(id: "A2", attributes: ["group": "b", "age": "45", "joined": "2025-02-01", "lab": "7"]),
            PersonUpdate(id: "A5", attributes: ["age": "22", "lab": "9"]),
        ])
        let session = try ScriptedSession(store: .file(path), zone: "UTC", now: Date(timeIntervalSince1970: 1_741_000_000))
        for (person, steps) in [("A1", 100), ("A2", 20), ("A5", 3)] {
            _ = try session.answer("load steps for person \(person) from \"Watch\" at 2025-02-03 08:00 every 1d for 1h: \(steps)")
        }
        return session
    }

    /// The last fields of the rows, without the column `partial`.
    private func values(_ session: ScriptedSession, _ query: String) throws -> [String] {
        try session.answer(query, as: .csv).split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).dropFirst(2).dropLast().joined(separator: ",")
        }
    }

    private func failure(_ session: ScriptedSession, _ query: String) -> String {
        #expect(throws: ScriptedSession.Failure.self) { try session.answer(query) }?.description ?? ""
    }

    @Test("An attribute that no chosen person has is known from the store: rows have no value, and conditions fail")
    func missing() throws {
        let session = try session()
        let day = "on 2025-02-03"
        for condition in ["group is missing", "person.group is missing", "person is A5", "age < 30"] {
            #expect(try values(session, "sum steps \(day) where \(condition)") == ["3"])
            #expect(try values(session, "sum steps \(day) where \(condition) by group") == [",3"])
        }
        #expect(try values(session, "sum steps \(day) where person is A5 by month, group") == [",3"])
        #expect(try values(session, "sum steps by person \(day) where person is A5 | sum by group") == [",3"])
        #expect(try values(session, "sum steps \(day) where person is A5 and joined > 2025-01-01") == [""])
        _ = try session.answer("set person = A5")
        #expect(try values(session, "sum steps \(day) where age > 5") == ["3"])
        #expect(try values(session, "sum steps \(day) where group is missing") == ["3"])
        #expect(try values(session, "sum steps \(day) where group is a") == [""])
        #expect(try values(session, "sum steps \(day) by group") == [",3"])
        #expect(failure(session, "sum steps by size").contains("E1"))
    }

    @Test("Numbers are compared with numbers and dates with dates, and an error names the attribute and its kind")
    func kinds() throws {
        let session = try session()
        let wrong = [
            ("age > 2026-01-01", "`age` is a number"), ("age = 2026-01-01", "`age` is a number"), ("age > \"60\"", "`age` is a number"),
            ("age > \"old\"", "`age` is a number"), ("joined > \"2025-01-15\"", "`joined` is a date"), ("joined > 5", "`joined` is a date"),
            ("group > 5", "`group` is a text"), ("group > \"a\"", "`group` is a text"),
            ("lab > 5", "the value `NA` of a person is not a number"),
        ]
        for (condition, message) in wrong {
            let found = failure(session, "sum steps where \(condition)")
            #expect(found.contains("E192") && found.contains(message), "\(condition): \(found)")
        }
        #expect(try values(session, "sum steps on 2025-02-03 where lab = 7") == ["20"])
        #expect(try values(session, "sum steps on 2025-02-03 where lab is \"NA\"") == ["100"])
        #expect(try values(session, "sum steps on 2025-02-03 where age between 30 and 62") == ["120"])
    }

    @Test("A comparison with a month or a year is one with the whole period")
    func periods() throws {
        let session = try session()
        let cases = [
            ("joined > 2025-01-15", "20"), ("joined >= 2025-01-15", "120"), ("joined > 2025-01", "20"), ("joined <= 2025-01", "100"),
            ("joined < 2025-02", "100"), ("joined = 2025-02", "20"), ("joined is not 2025-02", "103"), ("joined < 2026", "120"),
            ("joined = 2025-02-01", "20"),
        ]
        for (condition, sum) in cases {
            #expect(try values(session, "sum steps on 2025-02-03 where \(condition)") == [sum], "\(condition)")
        }
    }

    @Test("The fix of a comparison with a text in quotes is the same without quotes")
    func fixes() throws {
        let session = try session()
        #expect(failure(session, "sum steps where joined > \"2025-01-15\"").contains("sum steps where joined > 2025-01-15"))
        #expect(failure(session, "sum steps where age > \"60\"").contains("sum steps where age > 60"))
    }
}
