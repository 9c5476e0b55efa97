import CalendarIntervals
import HealthModel
import QueryDiagnostics
import SampleDatabase
import Testing

/// Tests the rules of the statistics in SQL with their vectors, and the limits of the samples table.
@Suite("SQL of a query")
struct SQLRuleTests {
    private static let walks = """
        add 600 count steps from "Apple Watch" at 2025-01-01 08:00 for 1h
        add 400 count steps from "iPhone" at 2025-01-01 08:30 for 1h

        """

    /// Returns the values of a column in the database.
    private func column(_ name: String, _ query: String, _ statements: String) throws -> [Double?] {
        let rows = try SQLSession(statements).databaseRows(query)
        let place = try #require(rows.columns.firstIndex(of: name))
        return rows.cells.map { Double($0[place]) }
    }

    @Test("S6.2 Sources are merged in the order written in the statement")
    func merging() throws {
        #expect(try column("sum", "sum steps on 2025-01-01", Self.walks) == [800])
        #expect(try column("sum", "sum steps from 2025-01-01 08:00 to 2025-01-01 10:00 by hour", Self.walks) == [600, 200])
        #expect(try column("sum", "sum steps on 2025-01-01 prefer \"iPhone\"", Self.walks) == [700])
        #expect(try column("sum", "sum steps on 2025-01-01 sources raw", Self.walks) == [1000])
        #expect(try column("sum", "sum steps on 2025-01-01 sources separate", Self.walks) == [600, 400])
    }

    @Test("S6.5 A long reading counts when no better source has one, even if instants are held")
    func heldReadings() throws {
        let readings = """
            set weighting = hold
            set discrete merge = priority
            add 60 bpm heartRate from "iPhone" at 2025-01-01 08:00 for 4h
            add 100 bpm heartRate from "Apple Watch" at 2025-01-01 09:00 for 1h
            """
        let query = "average heartRate from 2025-01-01 08:00 to 2025-01-01 12:00 by hour"
        #expect(try column("average", query, readings) == [60, 100, 60, 60])
    }

    @Test("S6.3 A database also merges samples of sources that are not in the store")
    func unknownSources() throws {
        let session = try SQLSession("set now = 2025-01-02T00:00-05:00")
        let sql = try session.sql("sum steps on 2025-01-01")
        // 13:00 in UTC is 08:00 in New York.
        try session.database.get().execute(
            """
            INSERT INTO samples VALUES
              ('stepCount', 'iPhone', 1735738200, 1735741800, 400, 'count'), ('stepCount', 'My Watch', 1735736400, 1735740000, 600, 'count'),
              ('HKQuantityTypeIdentifierStepCount', 'My Watch', 1735736400, 1735740000, 600, 'count')
            """)
        #expect(try session.database.get().answer(to: sql).cells.map { $0[2] } == ["800.0"])
    }

    @Test(
        "S4.1 The edge rules",
        arguments: [("", 290.0), ("edges overlap", 290), ("strict start", 250), ("strict end", 240), ("strict", 200)])
    func edges(clause: String, expected: Double) throws {
        let samples = """
            add 100 count steps at 2025-01-01 13:57 to 2025-01-01 14:02
            add 200 count steps at 2025-01-01 14:30 to 2025-01-01 14:42
            add 120 count steps at 2025-01-01 14:55 to 2025-01-01 15:07
            """
        let query = "sum steps from 2025-01-01 14:00 to 2025-01-01 15:00 by hour \(clause)"
        #expect(try column("sum", query, samples).contains { abs(($0 ?? 0) - expected) < 1e-9 })
    }

    @Test("S2.3 Heart rates are weighted by time, sound levels by energy")
    func averages() throws {
        let heart = """
            add 60 count/min heartRate at 2025-01-01 08:00 for 9min
            add 120 count/min heartRate at 2025-01-01 08:09 for 1min
            """
        #expect(try column("average", "average heartRate on 2025-01-01", heart).compactMap { $0 }.map { abs($0 - 66) < 1e-9 } == [true])
        let noise = """
            add 80 dBASPL environmentalAudioExposure at 2025-01-01 08:00 for 1min
            add 60 dBASPL environmentalAudioExposure at 2025-01-01 08:01 for 9min
            """
        let level = try column("average", "average environmentalAudioExposure on 2025-01-01", noise)
        #expect(level.compactMap { $0 }.map { abs($0 - 70.374) < 1e-3 } == [true])
    }

    @Test("S3.8 Every bucket is a row: empty counts are 0, other empty values are null")
    func emptyBuckets() throws {
        let query = "sum steps, count steps from 2025-01-01 to 2025-01-04 by day"
        #expect(
            try column("sum_stepCount", "sum steps, count steps, count heartRate from 2025-01-01 to 2025-01-04 by day", Self.walks) == [
                800, nil, nil,
            ])
        #expect(try column("count", query, Self.walks) == [2, 0, 0])
    }

    @Test("S5.3 If samples have the same start and end, the last inserted is the latest")
    func ties() throws {
        let samples = """
            add 80 kg weight from "Scale" at 2025-01-01 08:00
            add 70 kg weight from "Old scale" at 2025-01-01 08:00
            """
        #expect(try column("latest", "latest, first weight on 2025-01-01", samples) == [70])
        #expect(try column("first", "latest, first weight on 2025-01-01", samples) == [80])
    }

    @Test("S8.3 Values are converted from the unit of their row to the unit of the query")
    func units() throws {
        let session = try SQLSession("set now = 2025-01-02T00:00-05:00")
        let sql = try session.sql("sum distance in m on 2025-01-01")
        try session.database.get().execute(
            """
            INSERT INTO samples VALUES
              ('distanceWalkingRunning', 'iPhone', 1735736400, 1735740000, 1, 'mi'), ('distanceWalkingRunning', 'iPhone', 1735750000, 1735750001, 2, 'km'),
              ('distanceWalkingRunning', 'iPhone', 1735760000, 1735760001, 3, NULL)
            """)
        let sum = try session.database.get().answer(to: sql).cells.compactMap { Double($0[2]) }
        #expect(sum.map { abs($0 - 6609.344) < 1e-6 } == [true])
    }

    @Test("Milliseconds are exact at edges")
    func milliseconds() throws {
        var batch = ImportBatch()
        let steps = MetricID("HKQuantityTypeIdentifierStepCount")
        // Doubles of seconds are off by about 1e-7, but edges are between two milliseconds.
        let edge: Int64 = 1_735_707_600_000  // 2025-01-01 in New York
        for offset in -50...50 as ClosedRange<Int64> { batch.add(steps, from: edge + offset, to: edge + offset, 1, source: "Watch") }
        let session = try SQLSession()
        try session.write(batch)
        let query = "sum steps from 2024-12-31 to 2025-01-02 by day"
        #expect(try session.databaseRows(query).cells.map { $0[2] } == ["50.0", "51.0"])
        #expect(try session.databaseRows(query).difference(from: session.rows(query)) == nil)
    }

    @Test(
        "Names of sources cannot leave their quotes",
        arguments: [
            "'; DROP TABLE samples; --", "\"\"\"", "line\nbreak -- \r\n;", "'\u{301}'", "\u{200F}\u{5D0}gnp.exe", "/* */ ?1 :a @b $c",
            "\\' OR 1 = 1",
        ])
    func hostileNames(name: String) throws {
        let steps = MetricID("HKQuantityTypeIdentifierStepCount")
        var batch = ImportBatch()
        batch.add(steps, from: 1_735_740_000_000, to: 1_735_743_600_000, 600, source: name)
        batch.add(steps, from: 1_735_740_000_000, to: 1_735_743_600_000, 400, source: "plain")
        let session = try SQLSession()
        try session.write(batch)
        for query in ["sum steps by source", "sum steps where source is not \"plain\"", "sum steps", "samples of steps"] {
            let rows = try session.databaseRows(query)
            #expect(rows.cells.count == (query.hasSuffix("source") || query.hasPrefix("samples") ? 2 : 1), "\(query)")
            #expect(try rows.difference(from: session.rows(query)) == nil, "\(query)")
        }
    }

    @Test("A name with a zero byte matches the name in the database")
    func zeroByte() throws {
        var batch = ImportBatch()
        batch.add(MetricID("HKQuantityTypeIdentifierStepCount"), from: 1_735_740_000_000, to: 1_735_743_600_000, 600, source: "a\u{0}b")
        let session = try SQLSession()
        try session.write(batch)
        let database = try session.database.get()
        try database.execute(
            "DELETE FROM samples; INSERT INTO samples VALUES ('stepCount', 'a' || char(0) || 'b', 1735740000, 1735743600, 7, 'count')")
        let rows = try database.answer(to: session.sql("sum steps where source starts with \"a\""))
        #expect(rows.cells.map { $0[2] } == ["7.0"])
    }

    @Test("Text typed by users cannot end a comment")
    func comments() throws {
        let session = try SQLSession(Self.walks)
        let query = "sum steps where source is not \"x\u{2028}; DROP TABLE samples\""
        #expect(try session.databaseRows(query).difference(from: session.rows(query)) == nil)
        #expect(try session.databaseRows("count steps").cells.count == 1)
    }

    @Test("The text starts with the table that it reads")
    func table() throws {
        let sql = try SQLSession().sql("sum steps by day last 3 days")
        #expect(sql.hasPrefix(#"-- CREATE TABLE samples(type TEXT, source TEXT, start REAL, "end" REAL, value REAL, unit TEXT)"# + "\n"))
    }

    @Test(
        "Clauses that need more than the table are rejected by name",
        arguments: [
            ("sum steps by device", "by device"), ("sum steps by metadata \"k\"", "by metadata \"k\""),
            ("sum steps zone sample by day", "zone sample"),
            ("count heartRate where entered by user", "where entered by user"),
            ("count heartRate where device = \"x\"", "where device = \"x\""),
            ("count heartRate where created > 2025-01-01", "where created > 2025-01-01"), ("summaries", "summaries"),
        ])
    func refusals(query: String, clause: String) throws {
        let session = try SQLSession(Self.walks)
        let refusal = #expect(throws: SQLSession.Refused.self) { try session.sql(query) }
        let finding = try #require(refusal?.findings.first)
        #expect(finding.code == .beyondSQLTable)
        let text = Array("explain sql \(query)".utf8)[finding.range.start..<finding.range.end]
        #expect(String(decoding: text, as: UTF8.self) == clause)
        #expect(finding.help != nil)
    }

    @Test(
        "S13 Rows that are intervals are those of the program",
        arguments: [
            "duration sleep, first start sleep, last end sleep by night", "duration sleep by night from 2025-01-02 to 2025-01-04",
            "first start sleep, last end sleep by night from 2025-01-02 to 2025-01-04", "sum steps by each (sleep)",
            "duration sleepAnalysis by night and value", "coverage steps by each (sleep) from 2025-01-02 to 2025-01-03",
            "sum steps, count steps by each (not sleep) on 2025-01-02", "sum steps by each (mindfulSession) sources separate",
            "first start sleep, last end sleep by night | average", "sum steps by each (mindfulSession) | change",
            "duration sleep by night | average by weekday", "duration sleep by night | sum by day | running total",
            "sum steps by each (mindfulSession) | rolling 1 day sum", "duration sleep by night | where night = \"2025-01-03\"",
            "duration sleep by night | where weekday = thursday", "sum steps by each (mindfulSession) edges overlap",
            "sum steps by workout", "count workouts by workout | sum by activity", "sum steps by each (mindfulSession) partial drop",
        ])
    func intervals(query: String) throws {
        let session = try SQLSession(
            zone: "Europe/Berlin",
            """
            add 600 count steps from "Apple Watch" at 2025-01-02 05:00 for 3h
            add 400 count steps from "iPhone" at 2025-01-02 06:30 for 4h
            add core sleepAnalysis from "Apple Watch" at 2025-01-01 23:50 to 2025-01-02 06:00
            add awake sleepAnalysis from "Apple Watch" at 2025-01-02 06:00 for 20min
            add rem sleepAnalysis from "Apple Watch" at 2025-01-02 06:20 for 1h
            add core sleepAnalysis from "iPhone" at 2025-01-02 05:30 to 2025-01-02 06:30
            add core sleepAnalysis at 2025-01-02 14:00 for 1h
            add deep sleepAnalysis at 2025-01-03 00:10 to 2025-01-03 07:00
            add core sleepAnalysis at 2025-01-03 22:10 to 2025-01-04 07:00
            add notApplicable mindfulSession at 2025-01-02 05:30 for 2h
            add notApplicable mindfulSession at 2025-01-02 07:00 for 2h
            add notApplicable mindfulSession at 2025-01-02 07:15 for 5min
            """)
        #expect(try session.databaseRows(query).difference(from: session.rows(query)) { _ in 1 } == nil)
    }

    @Test("Hand-entered samples are rejected only if their order matters")
    func handEntered() throws {
        let byHand = "add 50 count steps from \"Health\" at 2025-01-01 08:10 for 5min with \"HKWasUserEntered\" = \"1\"\n"
        let pure = try SQLSession(Self.walks + byHand)
        #expect(try pure.databaseRows("sum steps").difference(from: pure.rows("sum steps")) == nil)
        let mixed = try SQLSession(
            Self.walks + "add 50 count steps from \"iPhone\" at 2025-01-01 08:10 for 5min with \"HKWasUserEntered\" = \"1\"")
        #expect(throws: SQLSession.Refused.self) { try mixed.sql("sum steps") }
        #expect(try mixed.databaseRows("sum steps sources raw").difference(from: mixed.rows("sum steps sources raw")) == nil)
    }
}
