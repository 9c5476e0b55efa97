import HealthModel
import SampleDatabase
import SampleStore
import Testing

/// Runs the output of `explain sql` for several persons in SQLite and compares the rows with csv.
@Suite("SQL of several persons")
struct SQLPersonTests {
    private static let persons = """
        load steps for person P01 from "Apple Watch" at 2025-03-29 22:30 every 1h for 1h: 60 70 80 90 100 110 120
        load steps for person P01 from "iPhone" at 2025-03-29 23:00 every 1h for 1h: 55 65 75 85
        load steps for person P02 from "iPhone" at 2025-03-29 20:15 every 2h for 90min: 11 22 33 44 55
        load steps for person P02 from "Apple Watch" at 2025-03-30 00:00 every 3h for 2h: 500 600
        load steps for person Q1 at 2025-03-29 12:00 every 5h for 30min: 7 8 9 10 11
        load heartRate for person P01 at 2025-03-30 00:10 every 20min: 61 72 83 94 105
        load heartRate for person P02 at 2025-03-30 00:11 every 25min: 62 71 88
        load sleep for person P01 at 2025-03-30 00:00 every 1h: core rem
        load sleep for person P02 at 2025-03-30 00:30 every 1h: deep core
        set store zone for person P01 = Europe/Berlin
        set store zone for person P02 = America/New_York
        set store zone for person Q1 = Asia/Kathmandu
        set priority of steps for person P02 = "iPhone", "Apple Watch"
        """

    static let queries = [
        "sum steps by day and person", "sum, count steps by day", "sum steps by hour", "sum steps by person", "sum steps",
        "sum steps by day and person | average by person", "sum steps by week and person | average, median, stddev, count",
        "average, min, max, median, latest, first heartRate by day", "average heartRate by hour and person",
        "duration sleep by day", "duration sleep by person while steps", "first start, last end steps by day and person",
        "first start steps by day", "sum steps where person starts with \"P\" by day", "sum steps where person is Q1 or value > 80 by day",
        "sum steps where person is P02 by day and person", "sum steps by weekday and person", "sum steps by hour of day",
        "sum steps by day and person where hour of day < 12", "coverage steps by day and person", "sum steps by day and source",
        "sum steps by day, person and source", "count steps by person and bins of 50",
        "sum steps by day and person fill zero | running total",
        "sum steps by day and person | where person is not P01 | top 2 by sum", "sum steps by day prefer \"iPhone\"",
        "sum steps by day and person on 2025-03-30", "sum steps by hour and person zone utc | max by person",
        "sum steps by day and person while not sleep", "sum steps by day and person | join (count steps by day and person)",
    ]

    @Test("A statement about several persons returns the rows of csv", arguments: queries)
    func rows(query: String) throws {
        let session = try SQLSession(zone: "UTC", now: "2025-06-01T12:00:00Z", Self.persons)
        let database = try session.read { try SampleDatabase(ofPersonsIn: $0, attributes: []) }
        let difference = try database.answer(to: try session.run("explain sql for sqlite \(query)")).difference(
            from: try session.rows(query)
        ) { _ in 0 }
        #expect(difference == nil)
    }

    @Test("A statement about the person without a name does not read the samples of others")
    func unnamed() throws {
        let unnamed = "load steps for person \"\" from \"iPhone\" at 2025-03-29 09:00 every 5h for 30min: 5 6 7\n"
        let session = try SQLSession(zone: "UTC", now: "2025-06-01T12:00:00Z", unnamed + Self.persons)
        let database = try session.read { try SampleDatabase(ofPersonsIn: $0, attributes: []) }
        let query = "sum, count steps on 2025-03-29 where person is missing"
        let answer = try database.answer(to: try session.run("explain sql for sqlite \(query)"))
        #expect(try session.rows(query).cells.map { $0.filter { ["18", "3"].contains($0) } } == [["18", "3"]])
        #expect(try answer.difference(from: session.rows(query)) { _ in 0 } == nil)
    }

    @Test("A statement has none of the ids of persons")
    func length() throws {
        let session = try SQLSession(zone: "UTC", now: "2025-06-01T12:00:00Z", Self.persons)
        let statement = try session.sql("sum steps by day and person")
        #expect(!statement.contains("P01") && !statement.contains("Q1"))
    }
}
