import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import Testing

@Suite("why: the samples of a cell")
struct ContributionTests {
    private let samples = [
        TestSample(start: clock(8), end: clock(9), value: 600, source: "Watch"),
        TestSample(start: clock(8, 30), end: clock(9, 30), value: 400, source: "iPhone"),
        TestSample(start: clock(8, 10), end: clock(8, 20), value: 50, source: "Band"),
        TestSample(start: clock(8, 40), end: clock(8, 40), value: 3, source: "iPhone"),
        TestSample(start: clock(11), end: clock(11, 30), value: 7, source: "Band"),
    ]

    private func contributions(_ plan: Plan, row: Int = 0, _ source: ListedSamples) throws -> [Contribution] {
        try QueryEngine.contributions(toRow: row, column: 0, of: try plan.run(source), plan: plan, over: source)
    }

    @Test("Each sample has its share, the part that other sources suppress, and their names", arguments: [1, 100])
    func mergedSum(batchSize: Int) throws {
        var source = ListedSamples(samples)
        source.batchSize = batchSize
        let rows = try contributions(Plan.inUTC([.of(.sum)], from: clock(8), to: clock(10)), source)
        #expect(rows.map(\.source) == ["Watch", "Band", "iPhone", "iPhone"])
        #expect(rows.map(\.share) == [1, 0, 0.5, 0])
        #expect(rows.map(\.contribution) == [600, 0, 200, 0])
        #expect(rows.map(\.suppressedSeconds) == [0, 600, 1800, 0])
        #expect(rows.map(\.suppressedBy) == [[], ["Watch"], ["Watch"], ["Watch"]])
    }

    @Test("A row by hour includes only its own part")
    func oneHour() throws {
        let plan = Plan.inUTC([.of(.sum)], from: clock(8), to: clock(10), bucket: hourMilliseconds)
        let rows = try contributions(plan, row: 1, ListedSamples(samples))
        #expect(rows.map(\.contribution) == [200])
        #expect(rows.map(\.value) == [400])
    }

    @Test("With keys a row has the samples of its key")
    func keyed() throws {
        let plan = Plan.inUTC([.of(.sum)], from: clock(8), to: clock(12)) { $0.sourceRule = .separate }
        let rows = try contributions(plan, row: 0, ListedSamples(samples))
        #expect(rows.map(\.source) == ["Band", "Band"])
        #expect(rows.map(\.contribution) == [50, 7])
    }

    @Test("Averages have weights, percentiles the order statistics, latest a single sample")
    func discrete() throws {
        let source = ListedSamples([
            TestSample(start: clock(8), end: clock(8, 9), value: 60), TestSample(start: clock(8, 9), end: clock(8, 10), value: 120),
            TestSample(start: clock(8, 10), end: clock(8, 20), value: 100),
        ])
        func rows(_ aggregate: Aggregate) throws -> [Contribution] {
            let plan = Plan.inUTC([.of(aggregate, style: .discreteTemporallyWeighted)], from: clock(8), to: clock(10))
            return try contributions(plan, source)
        }
        #expect(try rows(.average).map(\.share) == [0.45, 0.05, 0.5])
        #expect(try rows(.percentile(75)).map(\.share) == [0, 0.5, 0.5])
        #expect(try rows(.percentile(75)).map(\.contribution) == [0, 60, 50])
        #expect(try rows(.latest).map(\.contribution) == [0, 0, 100])
        #expect(try rows(.count).map(\.contribution) == [1, 1, 1])
    }

    @Test("Contributions add up exactly to the cell", arguments: TestSample.seeds)
    func addUp(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let source = ListedSamples(TestSample.random(150, using: &generator))
        let aggregates: [(Aggregate, AggregationStyle?)] = [
            (.sum, .cumulative), (.count, nil), (.duration, nil), (.average, .discreteArithmetic),
            (.average, .discreteTemporallyWeighted), (.average, .discreteEquivalentContinuousLevel), (.min, .discreteArithmetic),
            (.max, .discreteArithmetic), (.latest, .discreteArithmetic), (.first, .discreteArithmetic), (.median, .discreteArithmetic),
            (.percentile(90), .discreteArithmetic), (.stddev, .discreteArithmetic),
        ]
        for (aggregate, style) in aggregates {
            for merge in StatisticRules.DiscreteMerge.allCases {
                let plan = Plan.inUTC([.of(aggregate, style: style)], from: clock(5, 10), to: clock(40), bucket: 5 * hourMilliseconds) {
                    $0.rules.discreteMerge = merge
                    // The other settings change together with the first.
                    $0.rules.percentile = merge == .all ? .linear : .nearest
                    $0.rules.count = merge == .all ? .overlap : .start
                    $0.rules.duration = merge == .all ? .union : .sum
                }
                let table = try plan.run(source)
                for row in 0..<table.rowCount {
                    let parts = try QueryEngine.contributions(toRow: row, column: 0, of: table, plan: plan, over: source)
                    guard let cell = table.columns[0].values[row] else { continue }
                    var total = CompensatedTotal()
                    for part in parts { total.add(part.contribution) }
                    #expect(total.value == cell, "seed \(seed), \(aggregate.name) \(style?.rawValue ?? ""), row \(row)")
                }
            }
        }
    }

    @Test("The overlap report lists what each source lost to which other source")
    func overlap() throws {
        let plan = Plan.inUTC([.of(.sum)], from: clock(8), to: clock(12), bucket: hourMilliseconds)
        let report = try QueryEngine.overlap(in: plan, over: ListedSamples(samples))
        #expect(report.entries.map(\.source) == ["Watch", "iPhone", "Band"])
        #expect(report.entries.map(\.amount) == [600, 403, 57])
        let losses = report.entries.map(\.losses)
        #expect(losses.map { $0.map(\.holder) } == [[], ["Watch"], ["Watch"]])
        #expect(losses.map { $0.map(\.seconds) } == [[], [1800], [600]])
        #expect(losses.map { $0.map(\.amount) } == [[], [203], [50]])
        #expect(report.rawAmount - report.suppressedAmount == 807)
        #expect(try plan.values(ListedSamples(samples)).compactMap { $0 }.reduce(0, +) == 807)
    }

    @Test("The overlap report agrees with the raw and merged sums", arguments: TestSample.seeds)
    func overlapLaw(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let source = ListedSamples(TestSample.random(200, using: &generator))
        let merged = Plan.inUTC([.of(.sum)], from: clock(5, 10), to: clock(40))
        var raw = merged
        raw.sourceRule = .raw
        let report = try QueryEngine.overlap(in: merged, over: source)
        let rawSum = try #require(try raw.values(source)[0])
        let mergedSum = try #require(try merged.values(source)[0])
        #expect(abs(report.rawAmount - rawSum) < 1e-9 * rawSum, "seed \(seed)")
        #expect(abs(report.rawAmount - report.suppressedAmount - mergedSum) < 1e-9 * rawSum, "seed \(seed)")
    }
}

/// Adds up numbers with Neumaier's correction.
private struct CompensatedTotal {
    private var sum = 0.0
    private var correction = 0.0
    var value: Double { sum + correction }

    mutating func add(_ value: Double) {
        let next = sum + value
        correction += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
        sum = next
    }
}
