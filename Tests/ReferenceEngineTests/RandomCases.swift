import RandomTesting
import ReferenceEngine
import Testing

@Suite("Random cases")
struct RandomCases {
    /// Cases with buckets. Rows that are intervals can overlap, so these rules do not hold for them.
    private let cases = (0..<100).map { (seed: UInt64) -> RandomCase in
        var random = RandomCase(seed: seed)
        random.events = nil
        return random
    }

    private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(abs(a), abs(b)) }

    @Test("The same seed gives the same case")
    func deterministic() {
        #expect(RandomCase(seed: 7).description == RandomCase(seed: 7).description)
        #expect(RandomCase(seed: 7).description != RandomCase(seed: 8).description)
    }

    @Test("S4.3: by default, the sum over the buckets equals the sum without buckets")
    func sumOverBuckets() {
        for var random in cases where random.query.style == .cumulative && random.query.sources != .separate {
            random.query.splits = []
            random.query.edges = .clip
            let byBucket = random.rows(.sum).compactMap(\.value).reduce(0, +)
            random.query.buckets = nil
            let whole = random.rows(.sum)[0].value ?? 0
            #expect(isClose(byBucket, whole), "\(byBucket) \(whole) \(random)")
        }
    }

    @Test("S6.7: a merged sum does not depend on the order of import")
    func order() {
        var generator = SplitMix64(seed: 1)
        for random in cases where random.query.style == .cumulative {
            var shuffled = random
            shuffled.samples.shuffle(using: &generator)
            for (ours, theirs) in zip(random.rows(.sum), shuffled.rows(.sum)) {
                #expect(isClose(ours.value ?? -1, theirs.value ?? -1), "\(random)")
            }
        }
    }

    @Test("S6.1: a merged sum is never above the sum of all sources")
    func upperBound() {
        for var random in cases where random.query.style == .cumulative && random.query.buckets == nil {
            random.query.splits = []
            random.query.sources = .merged
            let merged = random.rows(.sum)[0].value ?? 0
            random.query.sources = .raw
            let raw = random.rows(.sum)[0].value ?? 0
            #expect(merged <= raw * (1 + 1e-9), "\(random)")
        }
    }

    @Test("S6.1: merging by elementary intervals equals merging millisecond by millisecond", arguments: UInt64(1)...40)
    func everyMillisecond(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let ranked = ["Watch", "iPhone", "Ring"]
        let samples = (0..<random.pick(1...12)).map { _ in
            let start = Int64(random.pick(0..<30))
            let source = random.pick(ranked)
            return ReferenceSample(start: start, end: start + Int64(random.pick(1...10)), value: Double(random.pick(1...9)), source: source)
        }
        var expected = 0.0
        for moment in Int64(0)..<40 {
            let open = samples.filter { $0.start <= moment && moment < $0.end }
            let active = ranked.first { name in open.contains { $0.source == name } }
            for sample in open where sample.source == active { expected += sample.value / Double(sample.end - sample.start) }
        }
        let sum = query(.cumulative, 0, 40, ranked: ranked).values(.sum, samples)[0] ?? 0
        #expect(isClose(sum, expected), "seed \(seed): \(sum) \(expected)")
    }

    @Test("Cases include samples of every shape, and every option")
    func variety() {
        let samples = cases.flatMap(\.samples)
        #expect(samples.contains { $0.isInstant } && samples.contains { $0.end - $0.start > 86_400_000 })
        #expect(samples.contains { $0.isHandEntered } && samples.contains { $0.device != nil })
        #expect(cases.contains { $0.samples.imported().count < $0.samples.count })
        #expect(Set(cases.map(\.query.edges)) == Set(ReferenceEdges.allCases))
        #expect(Set(cases.map(\.query.assignment)) == Set(ReferenceAssignment.allCases))
        #expect(Set(cases.map(\.query.sources)) == Set(ReferenceSources.allCases))
        #expect(cases.contains { $0.grid == nil } && cases.contains { $0.grid?.groups != nil })
    }
}
