import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import Testing

/// Laws that apply to all samples. A failure prints its seed.
@Suite("Laws of the statistics")
struct LawTests {
    private static let minutes: [Int64] = [7, 60, 95, 1440]

    private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1) }

    @Test("S4.3 The sum over any buckets equals the sum without buckets", arguments: TestSample.seeds)
    func bucketsAddUp(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let samples = ListedSamples(TestSample.random(300, using: &generator))
        for rule in [SourceRule.merged, .raw] {
            for assignment in Assignment.allCases {
                let change: (inout Plan) -> Void = {
                    $0.sourceRule = rule
                    $0.assignment = assignment
                }
                let whole = try #require(try Plan.inUTC([.of(.sum)], from: clock(3, 11), to: clock(40, 5), change).values(samples)[0])
                for minutes in LawTests.minutes {
                    let plan = Plan.inUTC(
                        [.of(.sum)], from: clock(3, 11), to: clock(40, 5), bucket: minutes * minuteMilliseconds, anchor: clock(0, 3), change
                    )
                    let parts = try plan.values(samples).compactMap { $0 }.reduce(0, +)
                    #expect(isClose(parts, whole), "seed \(seed), \(rule), \(assignment), \(minutes) min: \(parts) and \(whole)")
                }
            }
        }
    }

    @Test("Sums by device add up to the merged total", arguments: TestSample.seeds)
    func keysAddUp(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let samples = ListedSamples(TestSample.random(300, using: &generator))
        let plan = Plan.inUTC([.of(.sum)], from: clock(3), to: clock(40), bucket: hourMilliseconds)
        var split = plan
        split.splits = [.device]
        let totals = try plan.values(samples)
        let parts = try split.values(samples)
        let keyCount = parts.count / totals.count
        for (row, total) in totals.enumerated() {
            let part = parts[row * keyCount..<(row + 1) * keyCount].compactMap { $0 }.reduce(0, +)
            #expect(isClose(part, total ?? 0), "seed \(seed), row \(row)")
        }
    }

    @Test("S6.7 Neither batches nor the order of import change a byte of the result", arguments: TestSample.seeds)
    func sameBytes(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let samples = TestSample.random(400, using: &generator)
        let style = AggregationStyle.discreteTemporallyWeighted
        let measures: [Measure] =
            [.of(.sum), .of(.count), .of(.duration), .of(.latest)]
            + [Aggregate.average, .min, .max, .first, .median, .percentile(90), .stddev].map { .of($0, style: style) }
        var plans = [Plan.inUTC(measures, from: clock(3, 11), to: clock(40, 5), bucket: 37 * minuteMilliseconds)]
        func variant(_ change: (inout Plan) -> Void) {
            var plan = plans[0]
            change(&plan)
            plans.append(plan)
        }
        variant { $0.edges = .overlap }
        variant { $0.assignment = .end }
        variant { $0.splits = [.device] }
        variant { $0.splits = [.source, .device] }
        variant { $0.rules.weighting = .hold }
        variant { $0.rules.discreteMerge = .priority }
        variant {
            $0.grid.groupOfBucket = (0..<$0.grid.bucketCount).map { Int32($0 % 5) }
            $0.grid.groupCount = 5
        }
        variant { $0.usesSampleZones = true }
        for (number, plan) in plans.enumerated() {
            let expected = try plan.run(ListedSamples(samples)).columns.map { $0.values.map { $0?.bitPattern } }
            for batchSize in [1, 7, 64] {
                var source = ListedSamples(samples.shuffled(using: &generator))
                source.batchSize = batchSize
                let table = try plan.run(source)
                for (column, values) in zip(table.columns, expected) {
                    let bits = column.values.map { $0?.bitPattern }
                    #expect(bits == values, "seed \(seed), plan \(number), batches of \(batchSize), \(column.name)")
                }
            }
        }
    }

    @Test("A merged sum is never above the raw sum, and equals it for one source", arguments: TestSample.seeds)
    func mergedIsLess(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let all = TestSample.random(200, using: &generator)
        let merged = Plan.inUTC([.of(.sum)], from: clock(0), to: clock(50), bucket: hourMilliseconds)
        var raw = merged
        raw.sourceRule = .raw
        let source = ListedSamples(all)
        for (merged, raw) in zip(try merged.values(source), try raw.values(source)) {
            #expect((merged ?? 0) <= (raw ?? 0) * (1 + 1e-12), "seed \(seed)")
        }
        let one = ListedSamples(all.filter { $0.source == "Watch" })
        for (merged, raw) in zip(try merged.values(one), try raw.values(one)) {
            #expect(isClose(merged ?? 0, raw ?? 0), "seed \(seed)")
        }
    }
}
