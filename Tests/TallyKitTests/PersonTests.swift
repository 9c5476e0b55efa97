import Foundation
import Testing
import TallyKit

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
}
