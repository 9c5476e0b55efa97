import QueryDiagnostics
import SampleDatabase
import Testing

/// Tests SQL over samples that are equal in all columns of its table.
@Suite("SQL of samples that look equal")
struct SQLSampleTests {
    @Test(
        "S1.2 Equal samples of a store stay two samples",
        arguments: [
            "sum, count steps by hour", "sum steps sources raw by hour", "sum steps by hour assign by start", "sum steps by hour of day",
            "count dietaryCarbohydrates by value", "samples of dietaryCarbohydrates", "samples of steps newest first",
            "average, stddev, median heartRate", "latest, first heartRate", "average heartRate holding 30min",
            "count, duration, first start, last end sleep", "duration sleepAnalysis by value", "sum steps while not sleep by hour",
            "coverage steps by hour", "sum steps by day | join (sum dietaryCarbohydrates by day)",
        ])
    func equalSamples(query: String) throws {
        func twice(_ sample: String) -> String { ["1", "2"].map { "add \(sample) with \"note\" = \"\($0)\"\n" }.joined() }
        let session = try SQLSession(
            zone: "UTC",
            twice("100 count steps from \"Watch\" at 2025-01-03 12:00 for 90min")
                + "add 80 count steps from \"iPhone\" at 2025-01-03 12:10 for 2h\n" + twice("15 g dietaryCarbohydrates at 2025-01-03 08:00")
                + twice("60 count/min heartRate at 2025-01-03 12:00") + "add 90 count/min heartRate at 2025-01-03 12:10\n"
                + twice("core sleepAnalysis at 2025-01-03 01:00 for 1h") + "add inBed sleepAnalysis at 2025-01-03 00:00 for 3h\n")
        #expect(try session.databaseRows(query).difference(from: session.rows(query)) == nil)
    }

    @Test("S1.2 Without equal samples in the store, equal rows of the table are one sample")
    func equalRows() throws {
        let session = try SQLSession("add 100 count steps from \"Watch\" at 2025-01-03 12:00 for 1h")
        let sql = try session.sql("sum steps sources raw on 2025-01-03")
        try session.database.get().execute("INSERT INTO samples SELECT * FROM samples")
        #expect(try session.database.get().answer(to: sql).cells.map { $0[2] } == ["100.0"])
    }

    private static let newer = """
        add core sleepAnalysis at 2025-01-03 01:00 for 1h
        add -1 sleepAnalysis at 2025-01-03 02:00 for 1h with "HKCategoryValueName" = "HKCategoryValueSleepAnalysisAsleepTwilight"

        """

    @Test(
        "Names of values that are not in the tables are refused, because the table lacks them",
        arguments: [
            ("count sleepAnalysis by value", .beyondSQLTable), ("samples of sleepAnalysis", .beyondSQLTable),
            ("count sleepAnalysis where value is \"asleepTwilight\"", .beyondSQLTable),
            ("count sleep by value | join (duration sleepAnalysis by value)", .stageBeyondSQL),
        ] as [(String, DiagnosticCode)])
    func newerNames(query: String, code: DiagnosticCode) throws {
        let refused = #expect(throws: SQLSession.Refused.self) { try SQLSession(Self.newer).sql(query) }
        #expect(refused?.findings.map(\.code) == [code])
    }

    @Test(
        "Queries that do not show the name are answered",
        arguments: ["count sleepAnalysis", "duration sleep by value", "samples of sleep", "duration sleepAnalysis by day"])
    func othersOfNewerSystems(query: String) throws {
        let session = try SQLSession(Self.newer)
        #expect(try session.databaseRows(query).difference(from: session.rows(query)) == nil)
    }
}
