import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
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
        return try Plan.inUTC([.of(.sum)], from: clock(0), to: clock(24), bucket: bucket, change).values(source)
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

    @Test("S6.2 The reverse order", arguments: [1, 100])
    func reversed(batchSize: Int) throws {
        let samples = [sample("Watch", clock(8), clock(9), 600), sample("iPhone", clock(8, 30), clock(9, 30), 400)]
        let prefer: (inout Plan) -> Void = { $0.preferredSources = ["iphone"] }
        #expect(try values(samples, batchSize: batchSize, prefer) == [700])
        let hours = try values(samples, bucket: hourMilliseconds, batchSize: batchSize, prefer)
        #expect(hours[8] == 500)
        #expect(hours[9] == 200)
    }

    @Test("S6.2 A short sample replaces part of a long one", arguments: [1, 100])
    func hole(batchSize: Int) throws {
        let samples = [sample("Watch", clock(8), clock(8, 10), 5), sample("iPhone", clock(8), clock(9), 600)]
        #expect(try values(samples, batchSize: batchSize) == [505])
    }

    @Test("S6.2 Samples of one source never suppress each other", arguments: [1, 100])
    func oneSource(batchSize: Int) throws {
        let samples = [sample("Watch", clock(8), clock(9), 100), sample("Watch", clock(8, 30), clock(9, 30), 100)]
        #expect(try values(samples, batchSize: batchSize) == [200])
    }

    @Test(
        "S6.1 A lower-ranked instant during a better sample or at its start is dropped; instants suppress nothing", arguments: [1, 2, 100])
    func instants(batchSize: Int) throws {
        let samples = [
            sample("Watch", clock(8), clock(9), 600),
            sample("Watch", clock(9), clock(10), 600),
            sample("iPhone", clock(8, 30), clock(8, 30), 1),
            sample("iPhone", clock(8), clock(8), 2),
            sample("iPhone", clock(9), clock(9), 4),
            sample("iPhone", clock(10), clock(10), 8),
            sample("Watch", clock(11, 30), clock(11, 30), 16),
            sample("iPhone", clock(11), clock(12), 32),
        ]
        // At 10:00, the second sample is over. At 08:00 and 09:00, one starts.
        #expect(try values(samples, batchSize: batchSize) == [1200 + 8.0 + 16 + 32])
    }

    @Test("S6.3 The order is hand-entered, watch, phone, others, with the newest first")
    func defaultPriority() throws {
        var samples = ["Scale app", "Ann’s iPhone", "Ann’s Apple Watch", "Newer app"].enumerated().map {
            sample($0.element, clock(0, $0.offset), clock(12, $0.offset), 100)
        }
        samples.append(TestSample(start: clock(2), end: clock(3), value: 7, source: "Health", metadata: ["HKWasUserEntered": "1"]))
        let ranking = try SourceRanking(of: .steps, in: ListedSamples(samples))
        let names = ranking.entries.map(\.source.name)
        #expect(names == ["Ann’s Apple Watch", "Ann’s iPhone", "Health", "Newer app", "Scale app"])
        let classes = ranking.entries.map(\.sourceClass)
        #expect(classes == [.watch, .phone, .other, .other, .other])
        let table = try Plan.inUTC([.of(.sum)], from: clock(2), to: clock(3)).run(ListedSamples(samples))
        #expect(table.columns[0].values == [7])
        #expect(table.header.mergedSources == ["Health", "Ann’s Apple Watch", "Ann’s iPhone", "Newer app", "Scale app"])
    }

    @Test("S6.3 A device can identify a source as a watch, regardless of its name")
    func classByDevice() throws {
        let samples = ListedSamples([
            TestSample(start: clock(8), end: clock(9), value: 1, source: "iPhone"),
            TestSample(start: clock(8), end: clock(9), value: 2, source: "Tracker", device: "Apple Watch"),
        ])
        #expect(try Plan.inUTC([.of(.sum)], from: clock(0), to: clock(24)).values(samples) == [2])
    }

    @Test("S6.3 The user's order precedes the default, and prefer precedes both")
    func chosenPriority() throws {
        var source = ListedSamples([
            sample("Watch", clock(8), clock(9), 1), sample("iPhone", clock(8), clock(9), 2), sample("Band", clock(8), clock(9), 4),
        ])
        source.priorities[.steps] = ["band", "iphone"]
        let plan = Plan.inUTC([.of(.sum)], from: clock(0), to: clock(24))
        #expect(try plan.values(source) == [4])
        var preferring = plan
        preferring.preferredSources = ["iphone"]
        #expect(try preferring.values(source) == [2])
    }

    @Test("Samples of one source never suppress each other, not even manual entries", arguments: [1, 100])
    func handEnteredOfOneSource(batchSize: Int) throws {
        let samples = [
            TestSample(start: clock(8), end: clock(9), value: 100, source: "iPhone", metadata: ["HKWasUserEntered": "1"]),
            sample("iPhone", clock(8, 30), clock(9, 30), 60),
            sample("Watch", clock(8), clock(10), 120),
        ]
        // The iPhone covers 08:00–09:00. After that, the Watch precedes the iPhone's own samples.
        #expect(try values(samples, batchSize: batchSize) == [100 + 30.0 + 60])
    }

    @Test("S4.4 A sample that does not count suppresses nothing")
    func noPart() throws {
        let samples = ListedSamples([
            TestSample(start: clock(7), end: clock(9), value: 600, source: "Watch"),
            TestSample(start: clock(8), end: clock(9), value: 400, source: "iPhone"),
        ])
        #expect(try Plan.inUTC([.of(.sum)], from: clock(8), to: clock(10)).values(samples) == [300])
        #expect(try Plan.inUTC([.of(.sum)], from: clock(8), to: clock(10)) { $0.edges = .strict }.values(samples) == [400])
        let phone = Plan.inUTC([.of(.sum)], from: clock(8), to: clock(10)) { $0.predicate = .text(.source, .equals(["IPHONE"])) }
        #expect(try phone.values(samples) == [400])
    }

    @Test("S6.5 Only sums are merged; raw adds all samples; discrete merge uses the best source")
    func whatMerges() throws {
        let samples = ListedSamples([
            sample("Watch", clock(8), clock(9), 600), sample("iPhone", clock(8, 30), clock(9, 30), 400),
            sample("iPhone", clock(8, 30), clock(8, 40), 70),
        ])
        func value(_ aggregate: Aggregate, _ style: AggregationStyle = .cumulative, _ change: (inout Plan) -> Void = { _ in }) throws
            -> Double?
        {
            try Plan.inUTC([.of(aggregate, style: style)], from: clock(0), to: clock(24), change).values(samples)[0]
        }
        #expect(try value(.sum) == 800)
        #expect(try value(.sum) { $0.sourceRule = .raw } == 1070)
        #expect(try value(.count) == 3)
        #expect(try value(.duration) == 5400)
        #expect(try value(.latest) == 400)
        #expect(try value(.min, .discreteArithmetic) == 70)
        #expect(try value(.min, .discreteArithmetic) { $0.rules.discreteMerge = .priority } == 400)
        // 600 for an hour, 400 for the remaining half hour.
        let average = try #require(try value(.average, .discreteTemporallyWeighted) { $0.rules.discreteMerge = .priority })
        #expect(abs(average - (600 * 60 + 400 * 30) / 90) < 1e-9)
    }

    @Test("Three sources: each gets the time that no better source covers", arguments: [1, 2, 3, 100])
    func threeSources(batchSize: Int) throws {
        let samples = [
            sample("Band", clock(0), clock(10), 1000), sample("iPhone", clock(2), clock(8), 60), sample("Watch", clock(4), clock(6), 2),
            sample("Watch", clock(9), clock(10), 3),
        ]
        // The Band covers 0–2 and 8–9, the iPhone 2–4 and 6–8, the Watch 4–6 and 9–10.
        #expect(try values(samples, batchSize: batchSize) == [300 + 40.0 + 5])
        let hours = try values(samples, bucket: hourMilliseconds, batchSize: batchSize)
        #expect(hours.prefix(10) == [100, 100, 10, 10, 1, 1, 10, 10, 100, 3])
    }
}
