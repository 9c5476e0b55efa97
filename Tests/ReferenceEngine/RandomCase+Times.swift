import RandomTesting

/// Random sets of times over the samples of two other metrics and of the metric itself.
extension RandomCase {
    /// The number of metrics that sets use in addition to the metric of the query.
    package static let otherMetricCount = 2

    /// Adds `while` and `holding` to some cases.
    mutating func addTimes(_ random: inout SplitMix64) {
        let isDiscrete = query.style != .cumulative && query.style != .sleep
        if isDiscrete, random.chance(20) { query.holding = Self.duration(&random) }
        guard random.chance(40) else { return }
        let window = query.window.interval
        for metric in 0..<Self.otherMetricCount {
            let sources = ["Apple Watch", "iPhone"].prefix(random.pick(1...2))
            var samples: [ReferenceSample] = []
            for number in 0..<random.pick(0...12) {
                let grain: Int64 = random.pick([1_800_000, 60_000, 1])
                let moment = Int64.random(in: window.start - 20 * 3_600_000...window.end + 7_200_000, using: &random)
                let start = random.chance(20) ? random.pick([window.start, window.end]) : moment / grain * grain
                let length: Int64 = random.pick([0, 0, 1_800_000, 3_600_000, 20_000_000, 1])
                var sample = ReferenceSample(
                    start: start, end: start + length, value: metric == 0 ? 0 : Double(random.pick(1...3)),
                    source: random.pick(Array(sources)))
                sample.number = number
                samples.append(sample)
            }
            otherSamples.append(samples)
        }
        if random.chance(60) { times = Self.times(depth: 3, ownHolds: isDiscrete, &random) }
        if !usesSampleZones, times == nil || random.chance(30) { addEvents(ownHolds: isDiscrete, &random) }
    }

    /// Replaces the grid by rows that are intervals.
    private mutating func addEvents(ownHolds: Bool, _ random: inout SplitMix64) {
        (grid, query.buckets) = (nil, nil)
        switch random.pick(0..<3) {
        case 0: events = .samples(metric: random.pick([0, 0, 1, 2]))
        case 1: events = .intervals(Self.times(depth: 2, ownHolds: ownHolds, &random))
        default:
            let asleep = Self.times(depth: 1, ownHolds: ownHolds, &random)
            let stays = ReferenceTimes.sessions(Self.times(depth: 1, ownHolds: ownHolds, &random), gap: 3_600_000)
            // The samples that the nights are made of are those of the nights.
            var isMadeOfOwn = false
            if case .samples(Self.otherMetricCount, nil, nil) = asleep { isMadeOfOwn = true }
            events = .nights(asleep: asleep, stays: stays, ownStays: !isMadeOfOwn && random.chance(50))
        }
    }

    private static func duration(_ random: inout SplitMix64) -> Int64 {
        random.pick([1000, 300_000, 1_800_000, 3_600_000, 7_200_000, 90_000_000])
    }

    /// - Parameter ownHolds: True if readings of the query's own metric can be held.
    private static func times(depth: Int, ownHolds: Bool, _ random: inout SplitMix64) -> ReferenceTimes {
        func inner() -> ReferenceTimes { times(depth: depth - 1, ownHolds: ownHolds, &random) }
        switch depth == 0 ? 0 : random.pick(0..<11) {
        case 0, 1, 2:
            let metric = random.pick([0, 0, 1, 1, 2])
            let holds = metric == 1 || metric == 2 && ownHolds
            let least: Double? = metric == 0 || random.chance(50) ? nil : random.pick([2, 3])
            return .samples(metric: metric, least: least, holding: holds && random.chance(50) ? duration(&random) : nil)
        case 3: return .any([inner(), inner()])
        case 4: return .all([inner(), inner()])
        case 5: return .not(inner())
        case 6: return .before(inner(), duration(&random))
        case 7: return .after(inner(), duration(&random))
        case 8: return .around(inner(), duration(&random))
        case 9: return .gaps(inner(), longerThan: random.pick([0, duration(&random)]))
        default: return .sessions(inner(), gap: random.pick([0, duration(&random)]))
        }
    }
}
