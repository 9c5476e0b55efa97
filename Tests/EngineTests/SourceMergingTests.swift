import Engine
import HealthModel
import QueryPlan
import Results
import Testing

@Suite("S6: merging sources")
struct SourceMergingTests {
    private func sample(_ source: String, _ start: Int64, _ end: Int64, _ value: Double) -> TestSample {
        TestSample(start: start, end: end, value: value, source: source)
    }

    private func values(
        _ samples: [TestSample], bucket: Int64? = nil, batchSize: Int = 100, _ change: (inout Plan) -> Void = { _ in }
    ) throws -> [Double?] {
        var source = ListedSamples(samples)
        source.batchSize = batchSize
        return try Plan.test([.of(.sum)], from: clock(0), to: clock(24), bucket: bucket, change).values(source)
    }

    @Test("S6.2 Watch before iPhone: the overlap counts once", arguments: [1, 100])
    func overlap(batchSize: Int) throws {
        let samples = [sample("Watch", clock(8), clock(9), 600), sample("iPhone", clock(8, 30), clock(9, 30), 400)]
        #expect(try values(samples, batchSize: batchSize) == [800])
        let hours = try values(samples, bucket: hourMilliseconds, batchSize: batchSize)
        #expect(hours[8] == 600)
        #expect(hours[9] == 200)
        #expect(hours.compactMap { $0 }.count == 2)
    }

    @Test("S6.2 The order reversed", arguments: [1, 100])
    func reversed(batchSize: Int) throws {
        let samples = [sample("Watch", clock(8), clock(9), 600), sample("iPhone", clock(8, 30), clock(9, 30), 400)]
        let prefer: (inout Plan) -> Void = { $0.preferredSources = ["iphone"] }
        #expect(try values(samples, batchSize: batchSize, prefer) == [700])
        let hours = try values(samples, bucket: hourMilliseconds, batchSize: batchSize, prefer)
        #expect(hours[8] == 500)
        #expect(hours[9] == 200)
    }

    @Test("S6.2 A short sample takes its time out of a long one", arguments: [1, 100])
    func hole(batchSize: Int) throws {
        let samples = [sample("Watch", clock(8), clock(8, 10), 5), sample("iPhone", clock(8), clock(9), 600)]
        #expect(try values(samples, batchSize: batchSize) == [505])
    }

    @Test("S6.2 Samples of one source never suppress each other", arguments: [1, 100])
    func oneSource(batchSize: Int) throws {
        let samples = [sample("Watch", clock(8), clock(9), 100), sample("Watch", clock(8, 30), clock(9, 30), 100)]
        #expect(try values(samples, batchSize: batchSize) == [200])
    }
}
