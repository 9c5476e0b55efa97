import AllocationCounter
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import Testing

/// Loops over samples allocate nothing. Unoptimized code does, for example for iterators, so `make test-properties` runs this.
@Suite("Allocations while samples are read", .enabled(if: isOptimized && allocation_count() >= 0))
struct AllocationTests {
    /// The time of the samples in milliseconds: 46 days.
    private static let length: Int64 = 4_000_000_000

    /// Samples of two sources at regular times, each for 15 seconds, so that some cross the edges of hours.
    private static func samples(_ count: Int) -> ListedSamples {
        let samples = (0..<count).map { index -> TestSample in
            let start = clock(0) + Int64(index) * (length / Int64(count))
            return TestSample(start: start, end: start + 15_000, value: Double(index % 50), source: index % 3 == 0 ? "iPhone" : "Watch")
        }
        return ListedSamples(samples)
    }

    private static let half = samples(100_000)
    private static let whole = samples(200_000)

    /// Returns the number of allocations for each sample that `whole` has and `half` does not have.
    private static func allocationsPerSample(_ plan: Plan) throws -> Double {
        func count(_ source: ListedSamples) throws -> Int {
            let before = allocation_count()
            _ = try plan.run(source)
            return allocation_count() - before
        }
        // The first run also fills the caches of the runtime.
        _ = try count(half)
        return try Double(count(whole) - count(half)) / 100_000
    }

    /// The rows are the same in both cases.
    private static func plan(_ aggregate: Aggregate, _ style: AggregationStyle, _ change: (inout Plan) -> Void = { _ in }) -> Plan {
        .inUTC([.of(aggregate, style: style)], from: clock(0), to: clock(0) + length, bucket: hourMilliseconds, change)
    }

    /// Twice as many samples are twice as many batches, and rows with lists of values grow once more.
    private static let limit = 0.05

    @Test("Aggregates allocate no memory for a sample", arguments: Aggregate.all)
    func aggregates(aggregate: Aggregate) throws {
        let style: AggregationStyle = aggregate == .sum ? .cumulative : .discreteTemporallyWeighted
        let found = try Self.allocationsPerSample(Self.plan(aggregate, style))
        #expect(found < Self.limit)
    }

    @Test("Conditions, keys and rules allocate no memory for a sample")
    func clauses() throws {
        let changes: [(name: String, change: (inout Plan) -> Void)] = [
            ("where", { $0.predicate = .number(.value, .greater, 10) }), ("by source", { $0.splits = [.source] }),
            ("sources separate", { $0.choices.sourceRule = .separate }), ("weighting hold", { $0.rules.weighting = .hold }),
            ("edges strict", { $0.choices.edges = .strict }),
        ]
        for (name, change) in changes {
            let found = try Self.allocationsPerSample(Self.plan(.average, .discreteTemporallyWeighted, change))
            #expect(found < Self.limit, "\(name)")
        }
    }
}

#if DEBUG
private let isOptimized = false
#else
private let isOptimized = true
#endif
