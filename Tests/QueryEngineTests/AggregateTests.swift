import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import Testing

@Suite("S2: which statistic for which type")
struct AggregateTests {
    private func value(
        _ aggregate: Aggregate, _ samples: [(start: Int64, end: Int64, value: Double)], style: AggregationStyle,
        from: Int64 = clock(0), to: Int64 = clock(24), _ change: (inout Plan) -> Void = { _ in }
    ) throws -> Double? {
        let source = ListedSamples(samples.map { TestSample(start: $0.start, end: $0.end, value: $0.value) })
        return try Plan.inUTC([.of(aggregate, style: style)], from: from, to: to, change).values(source)[0]
    }

    @Test("S2.3 60 bpm for 540 s and 120 bpm for 60 s are 66")
    func weightedByTime() throws {
        let samples = [(clock(8), clock(8, 9), 60.0), (clock(8, 9), clock(8, 10), 120)]
        let average = try value(.average, samples, style: .discreteTemporallyWeighted)
        #expect(average == 66)
    }

    @Test("S2.2 weighting equal is the arithmetic mean")
    func weightingEqual() throws {
        let samples = [(clock(8), clock(8, 9), 60.0), (clock(8, 9), clock(8, 10), 120)]
        let average = try value(.average, samples, style: .discreteTemporallyWeighted) { $0.rules.weighting = .equal }
        #expect(average == 90)
    }

    @Test("S2.2 An instant weighs one second")
    func leastWeight() throws {
        let samples = [(clock(8), clock(8), 100.0), (clock(9), clock(9, 0, 3), 60)]
        let average = try value(.average, samples, style: .discreteTemporallyWeighted)
        // (100 · 1 + 60 · 3) / 4
        #expect(average == 70)
    }

    @Test("S2.2 weighting hold extends an instant to the next sample, across buckets", arguments: [1, 2, 100])
    func weightingHold(batchSize: Int) throws {
        var source = ListedSamples([
            TestSample(start: clock(8, 50), end: clock(8, 50), value: 60),
            TestSample(start: clock(9, 10), end: clock(9, 10), value: 120),
            TestSample(start: clock(9, 40), end: clock(9, 50), value: 80),
        ])
        source.batchSize = batchSize
        let plan = Plan.inUTC(
            [.of(.average, style: .discreteTemporallyWeighted)], from: clock(8), to: clock(10), bucket: hourMilliseconds
        ) { $0.rules.weighting = .hold }
        let values = try plan.values(source)
        // 08:50–09:10 at 60, 09:10–09:40 at 120, 09:40–09:50 at 80: (60·10 + 120·30 + 80·10) / 50.
        #expect(values == [60, 100])
    }

    @Test("S2.2 weighting hold works by key, even if a key first occurs in a later batch", arguments: [1, 2, 100])
    func weightingHoldByKey(batchSize: Int) throws {
        var source = ListedSamples([
            TestSample(start: clock(8), end: clock(8), value: 60, source: "Watch"),
            TestSample(start: clock(8), end: clock(8), value: 70, source: "Strap"),
            TestSample(start: clock(8), end: clock(8), value: 100, source: "Watch"),
            TestSample(start: clock(8, 20), end: clock(8, 50), value: 108, source: "Watch"),
            TestSample(start: clock(8, 40), end: clock(8, 50), value: 200, source: "Strap"),
        ])
        source.batchSize = batchSize
        let plan = Plan.inUTC([.of(.average, style: .discreteTemporallyWeighted)], from: clock(8), to: clock(9)) {
            $0.rules.weighting = .hold
            $0.splits = [.source]
        }
        let values = try plan.values(source)
        // Strap: 70 for 40 min, 200 for 10; Watch: 60 and 100 for 20 min, 108 for 30.
        #expect(values == [96, 92])
    }

    @Test("S2.3 Levels are averaged by energy", arguments: [(60, 77.033), (540, 70.374)])
    func levels(secondsOfQuiet: Int, expected: Double) throws {
        let samples = [(clock(8), clock(8, 1), 80.0), (clock(9), clock(9, 0, secondsOfQuiet), 60)]
        let level = try #require(try value(.average, samples, style: .discreteEquivalentContinuousLevel))
        #expect(abs(level - expected) < 0.0005)
    }

    @Test("Arithmetic averages ignore length")
    func arithmetic() throws {
        let samples = [(clock(8), clock(9), 70.0), (clock(10), clock(10), 71), (clock(11), clock(11), 75)]
        let average = try value(.average, samples, style: .discreteArithmetic)
        #expect(average == 72)
    }

    @Test("S2.5 Percentiles of many values agree with those of the sorted values", arguments: TestSample.seeds)
    func manyValues(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 1...3000, using: &generator)
        // Sorted, reversed, all equal, few distinct, whole and far apart, seldom not whole, zeros of both signs, many distinct.
        let values: [Double] = (0..<count).map { row in
            switch seed % 8 {
            case 0: Double(row)
            case 1: Double(-row)
            case 2: 7
            case 3: Double(Int.random(in: 40...60, using: &generator))
            case 4: Double(Int.random(in: -1500...1500, using: &generator))
            case 5: Double(Int.random(in: 40...60, using: &generator)) + (Int.random(in: 0..<500, using: &generator) == 0 ? 0.5 : 0)
            case 6: [-1, -0.0, 0, 0, 1].randomElement(using: &generator) ?? 0
            default: Double.random(in: -1...1, using: &generator)
            }
        }
        let samples = values.enumerated().map { (clock(8) + Int64($0.offset) * 1000, clock(8) + Int64($0.offset) * 1000, $0.element) }
        let sorted = values.sorted()
        // Ranks in thousandths, because the percentages are decimal numbers.
        for (percent, thousandths) in [
            (0.0, 0), (0.1, 1), (5, 50), (28, 280), (50, 500), (56, 560), (75, 750), (99.9, 999), (100, 1000),
        ] {
            let rank = thousandths * (count - 1)
            let (below, above) = (sorted[rank / 1000], sorted[min(rank / 1000 + 1, count - 1)])
            let linear = try value(.percentile(percent), samples, style: .discreteArithmetic)
            #expect(linear == below + (above - below) * (Double(rank % 1000) / 1000), "seed \(seed), p\(percent)")
            let nearest = try value(.percentile(percent), samples, style: .discreteArithmetic) { $0.rules.percentile = .nearest }
            #expect(nearest == sorted[max((thousandths * count + 999) / 1000, 1) - 1], "seed \(seed), p\(percent)")
        }
    }

    @Test("S2.5 Percentiles interpolate at rank p·(n − 1)")
    func percentiles() throws {
        let samples = [10.0, 40, 20, 30].enumerated().map { (clock($0.offset), clock($0.offset), $0.element) }
        #expect(try value(.median, samples, style: .discreteArithmetic) == 25)
        #expect(try value(.percentile(0), samples, style: .discreteArithmetic) == 10)
        #expect(try value(.percentile(100), samples, style: .discreteArithmetic) == 40)
        // Rank 0.9 · 3 = 2.7, between 30 and 40.
        let p90 = try #require(try value(.percentile(90), samples, style: .discreteArithmetic))
        #expect(abs(p90 - 37) < 1e-12)
    }

    @Test("S2.5 stddev is the sample standard deviation, and null for one sample")
    func deviation() throws {
        let samples = [2.0, 4, 4, 4, 5, 5, 7, 9].enumerated().map { (clock($0.offset), clock($0.offset), $0.element) }
        let deviation = try #require(try value(.stddev, samples, style: .discreteArithmetic))
        #expect(abs(deviation - (32.0 / 7).squareRoot()) < 1e-12)
        #expect(try value(.stddev, Array(samples.prefix(1)), style: .discreteArithmetic) == nil)
    }

    @Test("stddev is accurate far from zero")
    func stableDeviation() throws {
        let samples = [4.0, 7, 13, 16].enumerated().map { (clock($0.offset), clock($0.offset), 1e9 + $0.element) }
        let deviation = try #require(try value(.stddev, samples, style: .discreteArithmetic))
        #expect(abs(deviation - 30.0.squareRoot()) < 1e-6)
    }

    @Test("S2.5 count is 0 in an empty bucket, all other statistics are null")
    func emptyBucket() throws {
        let aggregates: [Aggregate] = [
            .average, .min, .max, .latest, .first, .duration, .median, .percentile(95), .stddev, .count,
        ]
        for aggregate in aggregates {
            let result = try value(aggregate, [(clock(8), clock(8), 1)], style: .discreteArithmetic, from: clock(9))
            #expect(result == (aggregate == .count ? 0 : nil), "\(aggregate.name)")
        }
    }

    @Test("min and max")
    func extremes() throws {
        let samples = [(clock(8), clock(8), -3.0), (clock(9), clock(9), 5), (clock(10), clock(10), 4)]
        #expect(try value(.min, samples, style: .discreteArithmetic) == -3)
        #expect(try value(.max, samples, style: .discreteArithmetic) == 5)
    }

    @Test("S5.3 latest uses start, then end, then insertion; first uses the opposite order")
    func recency() throws {
        func ends(_ samples: [TestSample]) throws -> [Double?] {
            let table = try Plan.inUTC(
                [.of(.latest, style: .discreteArithmetic), .of(.first, style: .discreteArithmetic)], from: clock(0), to: clock(24)
            ).run(ListedSamples(samples))
            return table.columns.map { $0.values[0] }
        }
        func sample(_ start: Int64, _ end: Int64, _ value: Double, created: Int64 = SampleBatch.unknownTime) -> TestSample {
            TestSample(start: start, end: end, value: value, created: created)
        }
        #expect(try ends([sample(clock(8), clock(12), 1), sample(clock(9), clock(10), 2)]) == [2, 1])
        #expect(try ends([sample(clock(8), clock(12), 1), sample(clock(8), clock(10), 2)]) == [1, 2])
        #expect(try ends([sample(clock(8), clock(9), 7), sample(clock(8), clock(9), 3)]) == [3, 7])
        #expect(try ends([sample(clock(8), clock(9), 7, created: clock(10)), sample(clock(8), clock(9), 3, created: clock(9))]) == [7, 3])
    }

    @Test("Sums keep digits that single additions would lose")
    func compensated() throws {
        let samples = [1e16, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1e16].enumerated().map { (clock($0.offset), clock($0.offset), $0.element) }
        #expect(try value(.sum, samples, style: .cumulative) == 10)
    }

    @Test("A sum that overflows is null, not infinite")
    func overflow() throws {
        let samples = [(clock(8), clock(8), Double.greatestFiniteMagnitude), (clock(9), clock(9), .greatestFiniteMagnitude)]
        #expect(try value(.sum, samples, style: .cumulative) == nil)
    }

    @Test("Columns are converted; a deviation ignores the unit's offset")
    func units() throws {
        let celsius = try #require(HealthUnit("degC"))
        let fahrenheit = try #require(HealthUnit("degF"))
        let source = ListedSamples([
            TestSample(start: clock(8), end: clock(8), value: 36), TestSample(start: clock(9), end: clock(9), value: 38),
        ])
        let measures = [Aggregate.max, .stddev].map {
            Measure.of($0, style: .discreteArithmetic, storageUnit: celsius, unit: fahrenheit)
        }
        let table = try Plan.inUTC(measures, from: clock(0), to: clock(24)).run(source)
        #expect(table.columns[0].values == [100.4])
        #expect(table.columns[0].unit == "degF")
        let deviation = try #require(table.columns[1].values[0])
        #expect(abs(deviation - 2.0.squareRoot() * 1.8) < 1e-12)
    }
}
