import Foundation
import HealthModel
import QueryCompiler
import QueryEngine
import QuerySyntax
import StorageModel
import TallyKit
import Testing

@Suite("Compiling queries about several people")
struct PersonCompilingTests {
    @Test("A query about one of several people that is cancelled stops its search for later samples")
    func cancelled() async throws {
        let store = HealthStore.inMemory()
        let start = Date(timeIntervalSince1970: 1_735_718_400)
        for (person, steps) in [("P1", 100.0), ("P2", 300.0)] {
            try await store.person(person).add([HealthSample(.stepCount, from: start, value: steps, source: "Watch")])
        }
        // The samples are an hour after now.
        let context = QueryContext(zone: "UTC", now: start - 3600)
        guard case .query(let query) = Parser.parse("sum steps since 2025-01-01 where person is P2").statements[0].kind else {
            Issue.record("not a query")
            return
        }
        try store.storage.read { view in
            let compilation = try context.compilation(reading: view, .ofThisMachine)
            var run = QueryRun(query, over: view) { _, _ in }
            #expect(try run.compiled(in: compilation).person == "P2")
            run.isCancelled = { true }
            #expect(throws: EngineError.cancelled) { try run.compiled(in: compilation) }
        }
    }
}
