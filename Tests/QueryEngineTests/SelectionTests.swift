import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import Testing

@Suite("where: matching samples")
struct SelectionTests {
    private static let samples: [TestSample] = [
        TestSample(start: clock(8), end: clock(8, 5), value: 1, source: "Ann’s  Watch", device: "Apple Watch", metadata: ["mood": "Good"]),
        TestSample(start: clock(9), end: clock(9), value: 2, source: "Diary", metadata: ["HKWasUserEntered": "1", "level": "7.5"]),
        TestSample(start: clock(33), end: clock(34), value: 4, source: "iPhone", device: "iPhone", metadata: ["mood": "bad"]),
        TestSample(start: clock(57), end: clock(57, 30), value: 8, source: "iPhone", created: clock(60)),
    ]

    /// The sum identifies the samples that matched: values are powers of two.
    private func passed(_ predicate: Predicate, batchSize: Int = 100) throws -> Double {
        var source = ListedSamples(SelectionTests.samples)
        source.batchSize = batchSize
        let plan = Plan.inUTC([.of(.sum)], from: clock(0), to: clock(72)) { $0.predicate = predicate }
        return try plan.values(source)[0] ?? 0
    }

    @Test("Numbers")
    func numbers() throws {
        #expect(try passed(.number(.value, .greater, 2)) == 12)
        #expect(try passed(.number(.value, .notEqual, 2)) == 13)
        #expect(try passed(.numberBetween(.value, 2, 4)) == 6)
        #expect(try passed(.numberIn(.value, [1, 8])) == 9)
        #expect(try passed(.number(.duration, .greaterOrEqual, 1800)) == 12)
        #expect(try passed(.number(.start, .less, Double(clock(9)))) == 1)
        #expect(try passed(.number(.end, .lessOrEqual, Double(clock(9)))) == 3)
    }

    @Test("A missing field matches only the test for missing fields")
    func missing() throws {
        #expect(try passed(.number(.metadata("level"), .greater, 7)) == 2)
        #expect(try passed(.number(.metadata("level"), .notEqual, 7)) == 2)
        #expect(try passed(.numberMissing(.metadata("level"))) == 13)
        #expect(try passed(.number(.created, .greater, 0)) == 8)
        #expect(try passed(.textMissing(.device)) == 10)
        #expect(try passed(.not(.text(.device, .equals(["iPhone"])))) == 11)
    }

    @Test("Texts are folded, patterns are not", arguments: [1, 100])
    func texts(batchSize: Int) throws {
        #expect(try passed(.text(.source, .equals(["ann's watch", "diary"])), batchSize: batchSize) == 3)
        #expect(try passed(.text(.source, .contains("PHONE")), batchSize: batchSize) == 12)
        #expect(try passed(.text(.source, .startsWith("Ann'S")), batchSize: batchSize) == 1)
        #expect(try passed(.text(.source, .matches("^i")), batchSize: batchSize) == 12)
        #expect(try passed(.text(.metadata("mood"), .equals(["good"])), batchSize: batchSize) == 1)
        #expect(throws: UnreadablePattern(pattern: "(")) { try passed(.text(.source, .matches("("))) }
    }

    @Test("Combinations")
    func combinations() throws {
        #expect(try passed(.all([.number(.value, .greater, 1), .number(.value, .less, 8)])) == 6)
        #expect(try passed(.any([.number(.value, .equal, 1), .enteredByUser])) == 3)
        #expect(try passed(.not(.enteredByUser)) == 13)
        #expect(try passed(.all([])) == 15)
        #expect(try passed(.any([])) == 0)
        #expect(try passed(.constant(false)) == 0)
    }

    @Test("A profile tests the local start time in the query's zone")
    func profile() throws {
        // 10 March 2024 is a Sunday.
        #expect(try passed(.profile(.weekday, slots: [6])) == 3)
        #expect(try passed(.profile(.hourOfDay, slots: [9])) == 14)
    }
}

@Suite("zone sample: each sample in its recorded time zone")
struct WallClockTests {
    @Test("Hours are those of each sample's zone, in local time order", arguments: [1, 2, 100])
    func ownZone(batchSize: Int) throws {
        let berlin = ["HKTimeZone": "Europe/Berlin"]
        let angeles = ["HKTimeZone": "America/Los_Angeles"]
        var source = ListedSamples([
            // On this day, Berlin is an hour ahead of UTC and Los Angeles is seven hours behind.
            TestSample(start: clock(7), end: clock(7, 30), value: 1, metadata: berlin),
            TestSample(start: clock(15), end: clock(15, 30), value: 2, metadata: angeles),
            TestSample(start: clock(8), end: clock(8, 10), value: 4),
            TestSample(start: clock(30), end: clock(31), value: 8, metadata: angeles),
            TestSample(start: clock(10), end: clock(10), value: 16, metadata: ["HKTimeZone": "Mars/Base"]),
        ])
        source.batchSize = batchSize
        let table = try Plan.inUTC([.of(.sum), .of(.latest)], from: clock(0), to: clock(24), bucket: hourMilliseconds) {
            $0.usesSampleZones = true
        }.run(source)
        #expect(table.columns[0].values[8] == 7)
        #expect(table.columns[0].values[10] == 16)
        #expect(table.columns[0].values[23] == 8)
        #expect(table.columns[1].values[8] == 2)
        #expect(table.header.isFloating)
    }

    @Test("A sample keeps its length if its clock changes during it")
    func changingClock() throws {
        // Los Angeles, 10 March 2024: 01:30 is followed by 03:30 an hour later.
        let source = ListedSamples([
            TestSample(start: clock(9, 30), end: clock(10, 30), value: 1, metadata: ["HKTimeZone": "America/Los_Angeles"])
        ])
        let plan = Plan.inUTC([.of(.duration, style: nil)], from: clock(0), to: clock(24), bucket: 24 * hourMilliseconds) {
            $0.usesSampleZones = true
        }
        #expect(try plan.values(source) == [3600])
    }
}
