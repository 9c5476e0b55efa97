import HealthModel
import QueryPlan
import QueryVocabulary
import RandomTesting
import Testing

@Suite("Readings that last until the next one")
struct HeldReadingTests {
    private static let longest: Int64 = 90_000

    /// Random readings of up to three sources. Some are at the same time, and a few have a length.
    private static func samples(_ random: inout SplitMix64) -> [TestSample] {
        let names = ["Watch", "Strap", "Phone"].prefix(Int.random(in: 1...3, using: &random))
        var start = clock(1)
        return (0..<Int.random(in: 1...120, using: &random)).map { _ in
            start += random.pick([0, 0, 1000, 5000, 30_000, 89_999, 90_000, 200_000]) * (random.chance(20) ? 0 : 1)
            return TestSample(
                metric: .heartRate, start: start, end: random.chance(90) ? start : start + random.pick([1000, 40_000, 120_000]),
                value: Double(Int.random(in: 80...120, using: &random)), source: random.pick(names),
                created: random.chance(50) ? SampleBatch.unknownTime : start + random.pick([0, 1000]))
        }
    }

    /// Returns the seconds that readings above 100 cover, from the definition of `holding`.
    private static func expected(_ samples: [TestSample], now: Int64) -> Double {
        var covered: [ClosedRange<Int64>] = []
        for (number, sample) in samples.enumerated() where sample.value > 100 {
            var end = sample.end
            let later = samples.enumerated().filter { $0.element.source == sample.source && $0.element.start == sample.start }
            let isLast = later.allSatisfy { ($0.element.created, $0.offset) <= (sample.created, number) }
            if sample.start == sample.end, isLast {
                let next = samples.filter { $0.source == sample.source && $0.start > sample.start }.map(\.start).min() ?? .max
                end = max(sample.start, min(next, sample.start + longest, now))
            }
            covered.append(sample.start...end)
        }
        var (total, reached): (Int64, Int64) = (0, .min)
        for part in covered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            total += max(0, part.upperBound - max(part.lowerBound, reached))
            reached = max(reached, part.upperBound)
        }
        return Double(total) / 1000
    }

    @Test("A reading lasts until the next one of its source, for any blocks (S2.8)", arguments: 0..<60 as Range<UInt64>)
    func blocks(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let samples = Self.samples(&random)
        let now = random.chance(80) ? clock(23) : (samples.last?.start ?? 0) + random.pick([0, 20_000])
        var plan = Plan.inUTC(
            [.of(.duration, .heartRate, style: .discreteArithmetic)], from: clock(0), to: clock(24), now: now)
        (plan.holding, plan.predicate) = (Self.longest, .number(.value, .greater, 100))
        var source = ListedSamples(samples)
        for size in [1, 2, 3, 7, 20, 4096] {
            source.batchSize = size
            let found = try plan.values(source)[0] ?? 0
            #expect(found == Self.expected(samples, now: now), "seed \(seed), blocks of \(size)")
        }
    }
}
