import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import Testing

/// The samples of S4.1: A 13:57–14:02 = 100, B 14:30–14:42 = 200, C 14:55–15:07 = 120.
private let samples = ListedSamples([
    TestSample(start: clock(13, 57), end: clock(14, 2), value: 100),
    TestSample(start: clock(14, 30), end: clock(14, 42), value: 200),
    TestSample(start: clock(14, 55), end: clock(15, 7), value: 120),
])

@Suite("S4: range and edges")
struct EdgeRuleTests {
    @Test(
        "S4.1 The 14:00 row by hour",
        arguments: [(EdgeRule.clip, 290.0), (.overlap, 290), (.strictStart, 250), (.strictEnd, 240), (.strict, 200)])
    func byHour(rule: EdgeRule, expected: Double) throws {
        let plan = Plan.inUTC([.of(.sum)], from: clock(14), to: clock(15), bucket: hourMilliseconds) { $0.edges = rule }
        let values = try plan.values(samples)
        #expect(values.first == expected)
    }

    @Test(
        "S4.2 One bucket for the whole range",
        arguments: [(EdgeRule.clip, 290.0), (.overlap, 420), (.strictStart, 320), (.strictEnd, 300), (.strict, 200)])
    func withoutBuckets(rule: EdgeRule, expected: Double) throws {
        let plan = Plan.inUTC([.of(.sum)], from: clock(14), to: clock(15)) { $0.edges = rule }
        let values = try plan.values(samples)
        #expect(values == [expected])
    }

    @Test("S4.5 A statistic without data is one null row; a count is 0")
    func noData() throws {
        let table = try Plan.inUTC([.of(.sum), .of(.count)], from: clock(2), to: clock(3)).run(samples)
        #expect(table.rowCount == 1)
        #expect(table.columns[0].values == [nil])
        #expect(table.columns[1].values == [0])
    }
}
