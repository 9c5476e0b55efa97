import HealthModel
import QueryEngine
import QueryPlan
import Synchronization
import TallyKit
import Testing

@Suite("Checks of answers from warehouses")
struct RemoteCheckTests {
    private let context = QueryContext(zone: "UTC", now: newYear)

    @Test("An answer is complete without a check that the warehouse refuses")
    func refusal() async throws {
        let samples = RemoteReadings(laterError: WarehouseRefusal("it is not exact", help: "ask the store"))
        let answer = try await HealthStore(source: samples).answer("average heartRate", context: context)
        #expect(answer.value == 70)
        #expect(samples.answerCount > 1, "a check asks for another answer")
    }

    @Test("A query ends if it is cancelled during a check, or if a check fails")
    func otherErrors() async throws {
        for (error, reason) in [(EngineError.cancelled, QueryError.Reason.cancelled), (.tooManyRows(7), .tooManyRows(7))] {
            let samples = RemoteReadings(laterError: error)
            let thrown = await #expect(throws: QueryError.self) {
                try await HealthStore(source: samples).answer("average heartRate", context: context)
            }
            #expect(thrown?.reason == reason)
        }
    }
}

/// Readings of a warehouse, which answers one query and then throws.
private final class RemoteReadings: HeadSource, Sendable {
    private let laterError: any Error
    private let answers = Mutex(0)

    init(laterError: any Error) { self.laterError = laterError }

    /// The number of queries so far.
    var answerCount: Int { answers.withLock(\.self) }

    func answer(_ plan: Plan, options: EngineOptions) throws -> ResultTable {
        let isFirst = answers.withLock { count in
            count += 1
            return count == 1
        }
        guard isFirst else { throw laterError }
        return try QueryEngine.run(plan, over: Readings(), options: options)
    }

    func metricSummaries() throws -> [MetricSummary] { try Readings().metricSummaries() }
    func sources() throws -> [Int32: Source] { try Readings().sources() }
    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws { try Readings().scan(metric, from: from, through: through, values: values, columns: columns, body) }
}

/// Two readings of heart rate.
private struct Readings: SampleSource {
    private static let times = [1_735_725_600, 1_735_729_200].map { Instant(seconds: $0) }

    func metricSummaries() throws -> [MetricSummary] {
        let (first, last) = (Self.times[0], Self.times[1])
        return [
            MetricSummary(
                metric: .heartRate, count: 2, firstStart: first, lastStart: last, lastEnd: last,
                sources: [MetricSummary.BySource(source: 1, count: 2, firstStart: first, lastEnd: last)])
        ]
    }

    func sources() throws -> [Int32: Source] { [1: Source(name: "Watch")] }

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard metric == .heartRate else { return }
        var batch = SampleBatch()
        for (time, rate) in zip(Self.times, [60.0, 80]) { batch.append(start: time, end: time, value: rate, source: 1) }
        _ = try body(batch)
    }
}
