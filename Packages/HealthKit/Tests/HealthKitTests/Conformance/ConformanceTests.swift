import Foundation
import HealthKit
import Testing

/// The cases of the folder Conformance, asked in HealthKit's words. Only the language can ask which of two sources decides about sleep.
@Suite("Conformance cases in HealthKit's words")
struct ConformanceTests {
    @Test("Each case of a topic has the rows that its rule gives", arguments: ConformanceCase.topics)
    func rows(topic: String) async throws {
        for example in try ConformanceCase.cases(of: topic) where example.isForHealthKit {
            guard let expected = example.rows else { continue }
            let found = try await ConformanceStore(example).rows()
            #expect(found.count == expected.count, "\(example.id): \(found.count) rows instead of \(expected.count)")
            for (place, (found, expected)) in zip(found, expected).enumerated() {
                compare(found, expected, within: example.tolerance ?? 0, "\(example.id), row \(place + 1)")
            }
        }
    }

    private func compare(_ found: ConformanceStore.Row, _ expected: ConformanceCase.Row, within tolerance: Double, _ name: String) {
        if let start = expected.start { #expect(found.start == start, "\(name): start") }
        if let end = expected.end { #expect(found.end == end, "\(name): end") }
        for (column, number) in expected.numbers { agree(found.number(column, nil), number, within: tolerance, "\(name): \(column)") }
        guard let sources = expected.sources else { return }
        #expect(Set(found.sources.map(\.name)) == Set(sources.keys), "\(name): sources")
        for source in found.sources {
            for (column, number) in sources[source.name] ?? [:] {
                agree(found.number(column, source), number, within: tolerance, "\(name): \(column) of \(source.name)")
            }
        }
    }

    private func agree(_ found: Double?, _ expected: Double?, within tolerance: Double, _ name: String) {
        let agrees =
            switch (found, expected) {
            case (nil, nil): true
            case (let found?, let expected?): abs(found - expected) <= tolerance * max(1, abs(expected))
            default: false
            }
        #expect(agrees, "\(name): \(found.map { "\($0)" } ?? "nil") instead of \(expected.map { "\($0)" } ?? "nil")")
    }

    @Test("The cases are there, and only those of one rule about sleep are left out")
    func kinds() throws {
        let cases = try ConformanceCase.topics.flatMap { try ConformanceCase.cases(of: $0) }
        let asked = cases.filter(\.isForHealthKit)
        #expect(Set(asked.map(\.question.kind)) == ["collection", "statistics", "samples", "sleep", "workouts"])
        #expect(asked.count >= 400 && Set(cases.map(\.rule)).subtracting(asked.map(\.rule)) == ["S6.6"])
    }

    @Test("A question that must be refused ends the program")
    func refused() async throws {
        let refused = try ConformanceCase.topics.flatMap { try ConformanceCase.cases(of: $0) }.filter { $0.rows == nil }
        #expect(!refused.isEmpty)
        for example in refused {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [id = example.id as String] in
                for example in try ConformanceCase.topics.flatMap({ try ConformanceCase.cases(of: $0) }) where example.id == id {
                    _ = try await ConformanceStore(example).rows()
                }
            }
            let output = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
            #expect(output.contains("is not compatible with"), "\(example.id): \(output)")
        }
    }
}
