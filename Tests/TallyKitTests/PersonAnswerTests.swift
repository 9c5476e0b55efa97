import Foundation
import TallyKit
import Testing

@Suite("Answers about several persons")
struct PersonAnswerTests {
    private func store() async throws -> HealthStore {
        let store = HealthStore.inMemory()
        for (id, steps) in [("P01", 100.0), ("P02", 300.0)] {
            let start = try #require(ISO8601DateFormatter().date(from: "2025-01-01T08:00:00Z"))
            let sample = HealthSample(.stepCount, from: start, to: start.addingTimeInterval(600), value: steps, source: "Watch")
            _ = try await store.person(id).add([sample])
        }
        return store
    }

    private let context = QueryContext(zone: "UTC", now: Date(timeIntervalSince1970: 1_750_000_000))

    @Test("Rows by person have the person")
    func rows() async throws {
        let store = try await store()
        let rows = try await store.answer("sum steps by day and person", context: context).rows
        #expect(rows.map(\.person) == ["P01", "P02"])
        #expect(rows.map { $0["sum"] as Double? } == [100, 300])
    }

    @Test("A context with a person asks about this person only")
    func context() async throws {
        var own = context
        own.person = "P02"
        let answer = try await store().answer("sum steps by day", context: own)
        #expect(answer.rows.map { $0["sum"] as Double? } == [300])
        #expect(answer.rows[0].person == nil)
    }
}
