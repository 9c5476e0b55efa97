import Foundation
import TallyKit
import Testing

@Suite("Persons of a health store")
struct PersonTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    private func write(_ text: String, as name: String) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test("Persons are imported, listed, answered by themselves, renamed and forgotten")
    func persons() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try HealthStore(at: folder.appending(path: "store").standardizedFileURL)
        let table = try write("type,source,start,value,unit\nsteps,W,2025-01-01T12:00:00,5,count\n", as: "a.csv")
        #expect(try await store.persons() == [.unnamed])
        try await store.importExport(at: table, person: " P1 ", zone: "Asia/Tokyo")
        try await store.importExport(at: table, person: "P2", zone: "Europe/Berlin")
        #expect(try await store.importPersons(at: write("id,age\nP1,61\n", as: "people.csv")) == 1)
        #expect(
            try await store.persons() == [
                Person(id: "P1", zone: "Asia/Tokyo", attributes: ["age": .number(61)]), Person(id: "P2", zone: "Europe/Berlin"),
            ])
        #expect(try await store.personSummaries().map(\.sampleCount) == [1, 1])
        let answer = try await store.person("P2").answer("sum steps by day", context: QueryContext())
        #expect(answer.rows.compactMap { $0["sum"] as Double? } == [5])
        let samples = try await store.answer("samples of steps", context: QueryContext())
        #expect(samples.rows.map(\.person) == ["P1", "P2"])
        try await store.rename(person: "P2", to: "P3")
        let clash = await #expect(throws: HealthStoreError.self) { try await store.rename(person: "P3", to: "P1") }
        #expect(clash?.reason == .personExists)
        let empty = await #expect(throws: HealthStoreError.self) { try await store.importExport(at: table, person: " ") }
        #expect(empty?.reason == .unknownPerson)
        #expect(try await store.forget(person: "P1").samples == 1)
        #expect(try await store.persons().map(\.id) == ["P3"])
        let unknown = await #expect(throws: HealthStoreError.self) { try await store.forget(person: "P1") }
        #expect(unknown?.reason == .unknownPerson)
    }

    @Test("Statements that fill a store write for the person whom they name")
    func load() async throws {
        let store = HealthStore.inMemory()
        try await store.load(
            """
            add 100 count steps from "Watch" at 2025-06-01 08:00 for person P1
            add 20 count steps from "Watch" at 2025-06-01 08:00 for person "P 2"
            set goal of steps for person P1 = 90
            """, context: QueryContext(zone: "UTC"))
        #expect(try await store.persons().map(\.id) == ["P 2", "P1"])
        func sum(_ id: String) async throws -> [Double] {
            try await store.person(id).answer("sum steps on 2025-06-01", context: QueryContext(zone: "UTC")).rows
                .compactMap { $0["sum"] as Double? }
        }
        #expect(try await sum("P1") == [100])
        #expect(try await sum("P 2") == [20])
        let wrong = await #expect(throws: QueryError.self) {
            try await store.load("add 1 count steps at 2025-06-01 09:00 for person \"\t\"")
        }
        #expect(wrong?.reason == .wrongQuery)
    }
}
