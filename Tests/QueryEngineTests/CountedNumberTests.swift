import HealthModel
import QueryPlan
import QueryVocabulary
import RandomTesting
import Testing

@Suite("Percentiles of many values")
struct CountedNumberTests {
    /// Numbers as of heart rates: most are whole and close to each other.
    private static func number(_ shape: Int, _ random: inout SplitMix64) -> Double {
        let whole = Double(Int.random(in: 45...190, using: &random))
        switch shape {
        case 0: return whole
        // On both sides of an edge between ranges of numbers.
        case 1: return whole * 9 + 100
        case 2: return Int.random(in: 0..<50, using: &random) == 0 ? whole + 0.5 : whole
        case 3: return -whole
        case 4: return Int.random(in: 0..<3, using: &random) == 0 ? 1e12 : Int.random(in: 0..<2, using: &random) == 0 ? 0 : -0.0
        default: return whole * 1e6 + 1 / 3
        }
    }

    @Test("The percentile of many values is the one of the sorted values (S2.5)", arguments: 0..<12 as Range<UInt64>)
    func sorted(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let count = Int.random(in: 3000...9000, using: &random)
        let values = (0..<count).map { _ in Self.number(Int(seed) % 6, &random) }
        var source = ListedSamples(
            values.enumerated().map { row, value in
                TestSample(metric: .heartRate, start: clock(0) + Int64(row) * 1000, end: clock(0) + Int64(row) * 1000, value: value)
            })
        source.batchSize = [500, 2000, 4096].randomElement(using: &random) ?? 4096
        let sorted = values.sorted()
        for percent in [0, 5, 28, 50, 95, 100] {
            let measure = Measure.of(.percentile(Double(percent)), .heartRate, style: .discreteArithmetic)
            let found = try Plan.inUTC([measure], from: clock(0), to: clock(24)).values(source)
            let rank = percent * (count - 1)
            let below = rank / 100
            let above = min(below + 1, count - 1)
            let part = Double(rank % 100) / 100
            #expect(found == [sorted[below] + (sorted[above] - sorted[below]) * part], "seed \(seed), p\(percent)")
        }
    }
}
