import DemoData
import Foundation
import TallyKit
import Testing

/// Random laboratory results, compared with a definition that only lists and divides.
@Suite("Laboratory results of stores")
struct LabResultsTests {
    private struct Result {
        var test: String
        var unit: String?
        var code: String?
        var value: Double
        var hour: Double

        var sample: HealthSample {
            var facts = ["test": test]
            facts["unit"] = unit
            facts["loinc"] = code
            return HealthSample(
                .labResults, from: Date(timeIntervalSince1970: 1_735_689_600 + hour * 3600), value: value, source: "Clinic", metadata: facts
            )
        }
    }

    private func results(_ random: inout LifeRandom) -> [Result] {
        (0..<random.below(40)).map { index in
            Result(
                test: ["LDL", "ldl", "HDL"][random.below(3)], unit: ["mg/dL", "mg/dL", "mmol/L", nil][random.below(4)],
                code: ["1-1", nil, nil, "2-2"][random.below(4)], value: Double(random.below(100)),
                hour: Double(random.below(240)) + Double(index) / 100)
        }
    }

    /// True if the results are of one test and one unit.
    private func areOfOne(_ results: [Result]) -> Bool {
        let codes = Set(results.compactMap(\.code))
        let hasOneName = Set(results.map { $0.test.lowercased() }).count == 1
        return Set(results.map(\.unit)).count == 1 && codes.count < 2 && (hasOneName || results.allSatisfy { $0.code != nil })
    }

    @Test("S7.8 a row has a value if its results are of one test and one unit, and count counts all", arguments: 1...16)
    func random(seed: Int) async throws {
        var random = LifeRandom(seed: UInt64(seed), day: 0, salt: 4)
        let results = results(&random)
        let store = HealthStore.inMemory()
        try await store.add(results.map(\.sample))
        let context = QueryContext(zone: "UTC", now: Date(timeIntervalSince1970: 1_735_689_600 + 300 * 3600))
        let answer = try await store.answer(
            "average, max, median, count labResults by 6h from 2025-01-01 to 2025-01-11 fill null", context: context)
        let rows = (0..<40).map { row in results.filter { (Double(row) * 6..<Double(row) * 6 + 6).contains($0.hour) } }
        let averages = rows.map { rows in
            rows.isEmpty || !areOfOne(rows) ? nil : rows.map(\.value).reduce(0, +) / Double(rows.count)
        }
        let found = try #require(answer.columns["average"]?.values)
        #expect(found.count == 40)
        for (value, expected) in zip(found, averages) {
            #expect((value == nil) == (expected == nil) && abs((value ?? 0) - (expected ?? 0)) < 1e-9)
        }
        #expect(answer.columns["max"]?.values == rows.map { $0.isEmpty || !areOfOne($0) ? nil : $0.map(\.value).max() })
        #expect((answer.columns["median"]?.values.map { $0 == nil }) == averages.map { $0 == nil })
        #expect(answer.columns["count"]?.values.compactMap { $0 }.reduce(0, +) == Double(results.count))
    }
}
