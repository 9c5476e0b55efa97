import Explanations
import QueryPlan
import Testing

@Suite("Buckets drawn as text")
struct BucketTimelineTests {
    private func lines(_ query: String, width: Int = 80, isEmptyStore: Bool = false) throws -> [String] {
        BucketTimeline(try #require(ExplainedQuery.plan(query, isEmptyStore: isEmptyStore), "\(query)")).lines(width: width)
    }

    @Test("Days of 23 and 25 hours show the hour that the clocks skip or repeat (S3.2)")
    func clockChanges() throws {
        let spring = try lines("sum steps by day on 2026-03").joined(separator: "\n")
        #expect(spring.contains("23 h") && spring.contains("clocks skip 02:00–03:00"))
        let autumn = try lines("sum steps by day on 2025-10").joined(separator: "\n")
        #expect(autumn.contains("25 h") && autumn.contains("clocks repeat 02:00–03:00"))
    }

    @Test("An hour that occurs twice is two buckets with two offsets")
    func repeatedHour() throws {
        let text = try lines("sum steps by hour on 2025-10-26").joined(separator: "\n")
        #expect(
            text.contains("2025-10-26 02:00 +02:00  2025-10-26 02:00 +01:00")
                && text.contains("2025-10-26 02:00 +01:00  2025-10-26 03:00 +01:00"))
        #expect(text.contains("02:00 for the second time"))
    }

    @Test("A partial bucket shows the parts that are outside the range or still to come")
    func partial() throws {
        let text = try lines("sum steps by day since 2026-06-28 18:00 until 2026-07-01").joined(separator: "\n")
        #expect(text.contains("1  2026-06-28 00:00  2026-06-29 00:00  24 h  ░░░░░░░░░░░░░░░░░░██████  partial"))
        #expect(text.contains("3  2026-06-30 00:00  2026-07-01 00:00  24 h  ██████████████████▒▒▒▒▒▒"))
        #expect(text.contains("contains now"))
    }

    @Test("If there are many buckets, only the first, the last and unusual ones are drawn")
    func elided() throws {
        let text = try lines("sum steps by day on 2026").joined(separator: "\n")
        #expect(text.contains("more") && text.contains("2026-03-29 00:00") && text.split(separator: "\n").count < 30)
    }

    @Test("A profile shows how often each hour occurs: 02:00 once less in March")
    func profile() throws {
        let drawn = try lines("average heartRate by hour of day on 2026-03")
        #expect(drawn.contains { $0.hasPrefix("02:00–03:00     30   30 h") })
        #expect(drawn.contains { $0.hasPrefix("03:00–04:00     31   31 h") })
    }

    @Test("No line exceeds the requested width", arguments: [40, 80])
    func width(_ width: Int) throws {
        var generator = QueryGenerator(seed: 20_261_121)
        for _ in 0..<200 {
            let query = generator.query()
            guard let plan = ExplainedQuery.plan(query) else { continue }
            let tooLong = BucketTimeline(plan).lines(width: width).filter { $0.count > width }
            #expect(tooLong.isEmpty, "\(query): \(tooLong.first ?? "")")
        }
    }

    @Test("Without samples there are no buckets")
    func emptyStore() throws {
        #expect(try lines("sum steps by day", isEmptyStore: true).count == 1)
    }
}
