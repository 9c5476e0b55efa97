import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import Testing

@Suite("S5: dividing samples among buckets")
struct SharingTests {
    private func values(
        _ aggregate: Aggregate, _ samples: [(Int64, Int64, Double)], style: AggregationStyle? = .cumulative,
        from: Int64 = clock(0), to: Int64 = clock(24), bucket: Int64? = hourMilliseconds, batchSize: Int = 100,
        _ change: (inout Plan) -> Void = { _ in }
    ) throws -> [Double?] {
        var source = ListedSamples(samples.map { TestSample(start: $0.0, end: $0.1, value: $0.2) })
        source.batchSize = batchSize
        return try Plan.inUTC([.of(aggregate, style: style)], from: from, to: to, bucket: bucket, change).values(source)
    }

    @Test("S5.1 23:50–00:10 = 100 by day is 50 and 50")
    func twoDays() throws {
        let days = try values(.sum, [(clock(23, 50), clock(24, 10), 100)], to: clock(48), bucket: 24 * hourMilliseconds)
        #expect(days.prefix(2) == [50, 50])
    }

    @Test("S5.1 22:00–04:00 = 600 by hour is six rows of 100")
    func sixHours() throws {
        let hours = try values(.sum, [(clock(22), clock(28), 600)], to: clock(30))
        #expect(hours[22..<28].allSatisfy { $0 == 100 })
        #expect(hours.compactMap { $0 }.count == 6)
    }

    @Test("S3.4 An instant on an edge belongs to the later bucket")
    func instantOnEdge() throws {
        let hours = try values(.sum, [(clock(9), clock(9), 7)])
        #expect(hours[9] == 7)
        #expect(hours.compactMap { $0 }.count == 1)
    }

    @Test("S5.2 A discrete sample counts in full in every bucket that it overlaps")
    func discreteSpan() throws {
        let samples = [(clock(8, 30), clock(10), 5.0)]
        let averages = try values(.average, samples, style: .discreteArithmetic)
        #expect(averages[8...10] == [5, 5, nil])
        let counts = try values(.count, samples, style: .discreteArithmetic)
        #expect(counts[7...10] == [0, 1, 1, 0])
    }

    @Test("S5.2 span start limits a discrete sample to the bucket of its start")
    func spanStart() throws {
        let samples = [(clock(8, 30), clock(10), 5.0)]
        let rule: (inout Plan) -> Void = { $0.rules.span = .start }
        #expect(try values(.count, samples, style: .discreteArithmetic, rule)[7...10] == [0, 1, 0, 0])
        #expect(try values(.max, samples, style: .discreteArithmetic, rule)[8...9] == [5, nil])
        // Cumulative samples are still divided.
        #expect(try values(.sum, [(clock(8, 30), clock(9, 30), 10)], rule)[8...9] == [5, 5])
    }

    @Test("S5.2 Weights are the overlap with the bucket")
    func weights() throws {
        let samples = [(clock(8, 50), clock(9, 30), 60.0), (clock(9, 30), clock(9, 40), 120.0)]
        let averages = try values(.average, samples, style: .discreteTemporallyWeighted)
        #expect(averages[8] == 60)
        #expect(averages[9] == 75)
    }

    @Test("S5.3 duration is the union of the intervals inside the bucket", arguments: [1, 2, 100])
    func duration(batchSize: Int) throws {
        let samples = [
            (clock(8, 30), clock(9, 30), 1.0), (clock(8, 45), clock(9, 15), 1), (clock(9, 20), clock(9, 40), 1), (clock(11), clock(11), 1),
        ]
        let hours = try values(.duration, samples, style: nil, batchSize: batchSize)
        #expect(hours[8...11] == [1800, 2400, nil, 0])
        let sums = try values(.duration, samples, style: nil, batchSize: batchSize) { $0.rules.duration = .sum }
        #expect(sums[8...11] == [2700, 3900, nil, 0])
    }

    @Test("S3.9 assign by start and by end count a sample in full", arguments: [1, 100])
    func assignment(batchSize: Int) throws {
        let samples = [(clock(8, 50), clock(9, 10), 100.0), (clock(9, 30), clock(10), 30), (clock(10), clock(10), 7)]
        let byStart = try values(.sum, samples, batchSize: batchSize) { $0.assignment = .start }
        #expect(byStart[8...10] == [100, 30, 7])
        // An end on an edge belongs to the earlier bucket, an instant on an edge to the later one.
        let byEnd = try values(.sum, samples, batchSize: batchSize) { $0.assignment = .end }
        #expect(byEnd[8...10] == [nil, 130, 7])
    }

    @Test("S3.9 assign by end counts the clipped sample, with its clipped length as weight and duration")
    func assignedLength() throws {
        let samples = [(clock(7), clock(9, 30), 100.0)]
        let duration = try values(.duration, samples, style: nil, from: clock(8)) { $0.assignment = .end }
        #expect(duration[0] == nil)
        #expect(duration[1] == 5400)
        let sum = try values(.sum, samples, from: clock(8)) { $0.assignment = .end }
        #expect(sum[1] == 60)
    }

    @Test("S3.9 Durations of samples that are assigned to one bucket are a union in it")
    func assignedUnion() throws {
        let samples = [(clock(22), clock(30), 1.0), (clock(23), clock(31), 1), (clock(20), clock(25), 1)]
        let hours = try values(.duration, samples, style: nil, to: clock(48), bucket: 24 * hourMilliseconds) { $0.assignment = .end }
        #expect(hours.prefix(2) == [nil, 39_600])
    }

    @Test("S4.4 An instant at an included end is in the last bucket")
    func includedEnd() throws {
        let samples = [(clock(8), clock(8), 1.0), (clock(9), clock(9), 2)]
        let open = try values(.sum, samples, from: clock(8), to: clock(9), bucket: nil)
        #expect(open == [1])
        let closed = try values(.sum, samples, from: clock(8), to: clock(9), bucket: nil) {
            $0.range.includesEnd = true
            $0.grid = TimeGrid(whole: $0.range)
        }
        #expect(closed == [3])
    }

    @Test("For a range inside a bucket, clip counts the part inside; other rules count the whole sample")
    func raggedRange() throws {
        let samples = [(clock(14, 10), clock(14, 30), 200.0)]
        let clipped = try values(.sum, samples, from: clock(14, 20), to: clock(15))
        #expect(clipped[0] == 100)
        let whole = try values(.sum, samples, from: clock(14, 20), to: clock(15)) { $0.edges = .overlap }
        #expect(whole[0] == 200)
    }

    @Test("A profile divides a sample among its slots; a sample counts once per slot", arguments: [1, 100])
    func profile(batchSize: Int) throws {
        // Two days of hours. Slots are hours of the day.
        let plan = { (plan: inout Plan) in
            plan.grid.groupOfBucket = (0..<plan.grid.bucketCount).map { Int32($0 % 24) }
            plan.grid.groupCount = 24
            plan.grid.profiles = [.hourOfDay]
            plan.grid.slots = [(0..<24).map { Int32($0) }]
            plan.grid.groupStarts = []
            plan.grid.groupEnds = []
            plan.grid.intervalText = nil
        }
        let samples = [(clock(6), clock(31), 250.0), (clock(30, 30), clock(31, 30), 10)]
        let sums = try values(.sum, samples, to: clock(48), batchSize: batchSize, plan)
        #expect(sums.count == 24)
        #expect(sums[6] == 25)
        #expect(sums[7] == 15)
        let counts = try values(.count, samples, style: .discreteArithmetic, to: clock(48), batchSize: batchSize, plan)
        #expect(counts[6] == 2)
        #expect(counts[7] == 2)
        let durations = try values(.duration, samples, style: nil, to: clock(48), batchSize: batchSize, plan)
        #expect(durations[6] == 7200)
        #expect(durations[7] == 5400)
        let table = try Plan.inUTC([.of(.sum)], from: clock(0), to: clock(48), bucket: hourMilliseconds, plan)
            .run(ListedSamples(samples.map { TestSample(start: $0.0, end: $0.1, value: $0.2) }))
        #expect(table.starts.isEmpty)
        #expect(table.partial.allSatisfy { !$0 })
        #expect(table.keys[0].values[7] == .integer(7))
        #expect(table.keys[0].replacesTime)
    }
}
