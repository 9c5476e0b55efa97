import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import Testing

@Suite("The way in which samples are read")
struct ReadStrategyTests {
    private static let source = ListedSamples([
        TestSample(start: clock(8), end: clock(8, 5), value: 1), TestSample(start: clock(9), end: clock(9), value: 2),
    ])

    /// Returns the way in which a measure of steps, or of `style`, is read.
    private func strategy(
        _ aggregate: Aggregate, _ style: AggregationStyle? = .discreteArithmetic, _ change: (inout Plan) -> Void = { _ in }
    ) throws -> ReadStrategy? {
        let trace = QueryTrace()
        let plan = Plan.inUTC([.of(aggregate, style: style)], from: clock(0), to: clock(24), bucket: hourMilliseconds, change)
        _ = try QueryEngine.run(plan, over: Self.source, options: EngineOptions(quarterHours: .off, trace: trace))
        return trace.steps.first?.windows.first?.strategy
    }

    private static let largeValue = Predicate.number(.value, .greater, 1)
    private static let goodMood = Predicate.text(.metadata("mood"), .equals(["good"]))

    @Test("Blocks return cells if no sample affects how others count")
    func cells() throws {
        #expect(try strategy(.average) == .cells)
        #expect(try strategy(.median) { $0.predicate = Self.largeValue } == .cells)
        #expect(try strategy(.count, .cumulative) { $0.splits = [.source] } == .cells)
    }

    @Test("Blocks return rows if samples must come in order, and a condition leaves some out")
    func rows() throws {
        #expect(try strategy(.sum, .cumulative) == .scan)
        #expect(try strategy(.sum, .cumulative) { $0.predicate = Self.largeValue } == .rows)
        let hold = try strategy(.average, .discreteTemporallyWeighted) {
            ($0.rules.weighting, $0.predicate) = (.hold, Self.largeValue)
        }
        #expect(hold == .rows)
    }

    @Test("Blocks hold their own readings")
    func held() throws {
        #expect(try strategy(.duration) { $0.holding = 60_000 } == .held)
        #expect(try strategy(.duration) { ($0.holding, $0.predicate) = (60_000, Self.largeValue) } == .held)
    }

    @Test("Time zones and metadata are read on one thread")
    func scan() throws {
        #expect(try strategy(.average) { $0.usesSampleZones = true } == .scan)
        #expect(try strategy(.average) { $0.predicate = Self.goodMood } == .scan)
        #expect(try strategy(.duration) { ($0.holding, $0.predicate) = (60_000, Self.goodMood) } == .scan)
        #expect(try strategy(.average) { $0.splits = [.metadata("mood")] } == .scan)
        #expect(try strategy(.average) { ($0.splits, $0.predicate) = ([.metadata("mood")], Self.largeValue) } == .rows)
    }
}
