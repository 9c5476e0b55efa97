import HealthModel
import QueryPlan
import QueryVocabulary
import RandomTesting
import Testing

@Suite("Tests of numbers")
struct NumberTestTests {
    @Test("A sum adds the values that pass, and is missing without any (S2.1)", arguments: 0..<40 as Range<UInt64>)
    func sums(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // Halves and whole numbers, which no sum rounds. A range of halves can have no whole number.
        let values = (0..<Int.random(in: 1...300, using: &random)).map { _ in Double(Int.random(in: -8...8, using: &random)) / 2 }
        let limit = Double(Int.random(in: -9...9, using: &random)) / 2
        let comparison = random.pick(Comparison.allCases)
        let passing = values.filter { comparison.holds($0, limit) }
        var source = ListedSamples(
            values.enumerated().map { row, value in
                TestSample(start: clock(0) + Int64(row) * 1000, end: clock(0) + Int64(row) * 1000 + 1000, value: value)
            })
        source.batchSize = random.pick([1, 7, 4096])
        var plan = Plan.inUTC([.of(.sum), .of(.count)], from: clock(0), to: clock(24)) { $0.choices.assignment = .start }
        plan.choices.sourceRule = .raw
        plan.predicate = .number(.value, comparison, limit)
        let table = try plan.run(source)
        #expect(table.columns[0].values == [passing.isEmpty ? nil : passing.reduce(0, +)], "seed \(seed)")
        #expect(table.columns[1].values == [Double(passing.count)], "seed \(seed)")
    }
}

extension Comparison {
    fileprivate func holds(_ a: Double, _ b: Double) -> Bool {
        switch self {
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        case .equal: a == b
        case .notEqual: a != b
        }
    }
}
