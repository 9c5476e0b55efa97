import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import Testing

@Suite("S3.8: the rows of a result")
struct RowTests {
    private func sample(_ hour: Int, _ value: Double, source: String = "Watch", device: String? = nil, mood: String? = nil) -> TestSample {
        TestSample(
            start: clock(hour), end: clock(hour, 30), value: value, source: source, device: device,
            metadata: mood.map { ["mood": $0] } ?? [:])
    }

    @Test("Every bucket that overlaps the range is a row; an empty one is null")
    func everyBucket() throws {
        let table = try Plan.inUTC([.of(.sum)], from: clock(8), to: clock(12), bucket: hourMilliseconds)
            .run(ListedSamples([sample(9, 4)]))
        #expect(table.columns[0].values == [nil, 4, nil, nil])
        #expect(table.starts == (8..<12).map { clock($0) })
        #expect(table.ends == (9...12).map { clock($0) })
    }

    @Test("A bucket that is not entirely in the range, or not over at now, is partial")
    func partial() throws {
        let table = try Plan.inUTC([.of(.sum)], from: clock(8, 20), to: clock(11, 40), bucket: hourMilliseconds, now: clock(10, 30))
            .run(ListedSamples([]))
        #expect(table.partial == [true, false, true, true])
    }

    @Test("Every key with a sample in the range has all buckets; time is outermost, keys ascend")
    func keys() throws {
        let samples = ListedSamples([
            sample(9, 1, source: "Watch"), sample(8, 2, source: "iPhone"), sample(9, 3, source: "iPhone"), sample(20, 4, source: "Scale"),
        ])
        let table = try Plan.inUTC([.of(.sum), .of(.count)], from: clock(8), to: clock(10), bucket: hourMilliseconds) {
            $0.splits = [.source]
        }.run(samples)
        #expect(table.keys.map(\.name) == ["source"])
        #expect(table.keys[0].values == [.text("Watch"), .text("iPhone"), .text("Watch"), .text("iPhone")])
        #expect(table.starts == [clock(8), clock(8), clock(9), clock(9)])
        #expect(table.columns[0].values == [nil, 2, 1, 3])
        #expect(table.columns[1].values == [0, 1, 1, 1])
    }

    @Test("S6.4 separate equals by source, without merging")
    func separate() throws {
        let samples = ListedSamples([
            TestSample(start: clock(8), end: clock(9), value: 600, source: "Watch"),
            TestSample(start: clock(8), end: clock(9), value: 400, source: "iPhone"),
        ])
        let table = try Plan.inUTC([.of(.sum)], from: clock(8), to: clock(9)) { $0.sourceRule = .separate }.run(samples)
        #expect(table.keys[0].values == [.text("Watch"), .text("iPhone")])
        #expect(table.columns[0].values == [600, 400])
        #expect(table.header.mergedSources.isEmpty)
    }

    @Test("addsUp is false for several sources, divided samples and filled gaps")
    func additive() throws {
        let samples = ListedSamples([sample(8, 600), sample(8, 400, source: "iPhone")])
        func isAdditive(_ aggregate: Aggregate, _ change: (inout Plan) -> Void = { _ in }) throws -> Bool {
            let plan = Plan.inUTC([.of(aggregate)], from: clock(8), to: clock(10), bucket: hourMilliseconds, change)
            return try plan.run(samples).columns[0].isAdditive
        }
        #expect(try isAdditive(.sum))
        #expect(try isAdditive(.sum) { $0.splits = [.device] })
        #expect(try !isAdditive(.sum) { $0.splits = [.source] })
        #expect(try !isAdditive(.sum) { $0.sourceRule = .separate })
        #expect(try !isAdditive(.sum) { $0.fill = .previous })
        #expect(try isAdditive(.duration))
        #expect(try !isAdditive(.duration) { $0.splits = [.device] })
        #expect(try !isAdditive(.count))
        #expect(try isAdditive(.count) { $0.assignment = .start })
        #expect(try !isAdditive(.max))
    }

    @Test("By device, the parts of a merged total add up to it; a fully suppressed part is 0, not null")
    func byDevice() throws {
        let samples = ListedSamples([
            TestSample(start: clock(8), end: clock(9), value: 600, source: "Watch", device: "Apple Watch"),
            TestSample(start: clock(8, 30), end: clock(9, 30), value: 400, source: "iPhone", device: "iPhone"),
            TestSample(start: clock(8), end: clock(9), value: 5, source: "Bag"),
        ])
        let table = try Plan.inUTC([.of(.sum)], from: clock(8), to: clock(10)) { $0.splits = [.device] }.run(samples)
        #expect(table.keys[0].values == [nil, .text("Apple Watch"), .text("iPhone")])
        #expect(table.columns[0].values == [0, 600, 200])
    }

    @Test("Several keys", arguments: [1, 2, 100])
    func severalKeys(batchSize: Int) throws {
        var samples = ListedSamples([
            sample(8, 1, source: "A", mood: "good"), sample(9, 2, source: "B", mood: "bad"), sample(10, 4, source: "A", mood: "bad"),
            sample(11, 8, source: "A"), sample(12, 16, source: "A", mood: "good"),
        ])
        samples.batchSize = batchSize
        let table = try Plan.inUTC([.of(.sum)], from: clock(0), to: clock(24)) { $0.splits = [.metadata("mood"), .source] }.run(samples)
        #expect(table.keys.map(\.name) == ["metadata.mood", "source"])
        #expect(table.keys[0].values == [nil, .text("bad"), .text("bad"), .text("good")])
        #expect(table.keys[1].values == [.text("A"), .text("A"), .text("B"), .text("A")])
        #expect(table.columns[0].values == [8, 4, 2, 17])
    }

    @Test("Several metrics share a grid and keys")
    func severalMetrics() throws {
        let samples = ListedSamples([
            sample(8, 100, source: "Watch"),
            TestSample(metric: .heartRate, start: clock(8), end: clock(8), value: 60, source: "Strap"),
        ])
        let table = try Plan.inUTC(
            [
                .of(.sum), .of(.average, .heartRate, style: .discreteTemporallyWeighted),
                .of(.max, .heartRate, style: .discreteTemporallyWeighted),
            ],
            from: clock(0), to: clock(24)
        ) { $0.splits = [.source] }.run(samples)
        #expect(table.keys[0].values == [.text("Strap"), .text("Watch")])
        #expect(table.columns.map(\.values) == [[nil, 100], [60, nil], [60, nil]])
        #expect(table.columns.map(\.metric) == ["stepCount", "heartRate", "heartRate"])
    }

    @Test("A result with too many rows is rejected before it is computed")
    func tooManyRows() throws {
        let samples = ListedSamples((0..<40).map { sample($0, 1, source: "S\($0)") })
        let plan = Plan.inUTC([.of(.count)], from: clock(0), to: clock(48), bucket: 1000) { $0.splits = [.source] }
        #expect(throws: EngineError.tooManyRows(40 * 48 * 3600)) { try plan.run(samples) }
    }

    @Test("A cancelled query stops")
    func cancellation() throws {
        let plan = Plan.inUTC([.of(.count)], from: clock(0), to: clock(48))
        #expect(throws: EngineError.cancelled) {
            try QueryEngine.run(plan, over: ListedSamples([sample(8, 1)]), options: EngineOptions(isCancelled: { true }))
        }
    }

    @Test(
        "Fill replaces null, separately for each key",
        arguments: [
            (Fill.none, [nil, 2.0, nil, nil, 8, nil]), (.null, [nil, 2, nil, nil, 8, nil]), (.zero, [0, 2, 0, 0, 8, 0]),
            (.number(5), [5, 2, 5, 5, 8, 5]), (.previous, [nil, 2, 2, 2, 8, 8]), (.linear, [nil, 2, 4, 6, 8, nil]),
        ])
    func fill(rule: Fill, expected: [Double?]) throws {
        let samples = ListedSamples([sample(9, 2), sample(12, 8), sample(10, 1, source: "Other")])
        let plan = Plan.inUTC([.of(.sum)], from: clock(8), to: clock(14), bucket: hourMilliseconds) {
            $0.fill = rule
            $0.splits = [.source]
        }
        let values = try plan.values(samples)
        #expect(stride(from: 1, to: 12, by: 2).map { values[$0] } == expected)
    }

    @Test("partial drop removes partial rows, which then fill nothing")
    func dropPartial() throws {
        let samples = ListedSamples([sample(8, 3), sample(10, 4)])
        let table = try Plan.inUTC([.of(.sum)], from: clock(8, 10), to: clock(11, 10), bucket: hourMilliseconds) {
            $0.partial = .drop
            $0.fill = .previous
        }.run(samples)
        #expect(table.starts == [clock(9), clock(10)])
        #expect(table.columns[0].values == [nil, 4])
    }

    @Test("An unknown range is one null row")
    func unknownRange() throws {
        let plan = Plan.inUTC([.of(.sum)], from: clock(0), to: clock(1)) {
            $0.range = .unknown
            $0.grid = TimeGrid(whole: .unknown)
            $0.grid.groupEnds = [ResultTable.unknownTime]
        }
        let table = try plan.run(ListedSamples([]))
        #expect(table.columns[0].values == [nil])
        #expect(table.header.range.start == nil)
    }
}
