import QueryDiagnostics
import QueryVocabulary
import RandomTesting
import SQLCode
import Testing

/// Tests the parts of statements that differ between databases. `make test-engines` runs whole statements there.
@Suite("SQL of a database")
struct SQLDialectTests {
    private static let samples = """
        add 600 count steps from "Apple Watch" at 2025-01-01 08:00 for 1h
        add 400 count steps from "iPhone" at 2025-01-01 08:30 for 1h
        """

    /// Returns the statement without its first lines of comments.
    private func statement(_ query: String, for dialect: SQLDialect) throws -> String {
        let sql = try SQLSession(Self.samples).run("explain sql for \(dialect.rawValue) \(query)")
        return sql.split(separator: "\n").drop { $0.hasPrefix("--") }.joined(separator: "\n")
    }

    @Test("The statement for SQLite is the portable one, over a table with persons")
    func sqlite() throws {
        for query in ["sum steps by day", "latest steps by hour", "sum steps by day | top 2 by sum", "samples of steps"] {
            #expect(try statement(query, for: .sqlite) == statement(query, for: .portable))
        }
    }

    @Test("The first line declares the table", arguments: SQLDialect.allCases)
    func table(dialect: SQLDialect) throws {
        let sql = try SQLSession(Self.samples).run("explain sql for \(dialect.rawValue) sum steps")
        #expect(sql.hasPrefix("-- CREATE TABLE samples("))
        #expect(sql.hasSuffix(";\n"))
    }

    @Test("`set sql dialect` chooses the database, and `for` comes first")
    func setting() throws {
        let session = try SQLSession(Self.samples)
        let (portable, spark) = (try session.sql("sum steps"), try session.run("explain sql for spark sum steps"))
        try session.run("set sql dialect = spark")
        #expect(try session.sql("sum steps") == spark)
        #expect(try session.run("explain sql for portable sum steps") == portable)
    }

    @Test("Tokens are the whole statement")
    func tokens() throws {
        for query in [
            "sum steps by hour on 2025-01-01", "samples of steps where source is not \"a\"", "median steps called \"a \\\"b\\\"\"",
        ] {
            guard let text = try? statement(query, for: .portable) else { continue }
            #expect(SQLTokens.tokens(of: text).map(\.text).joined() == text)
        }
        let tokens = SQLTokens.tokens(of: #"SELECT 'it''s', "a""b", 1.5e-05 -- x 'y"#)
        #expect(
            tokens.filter { $0.kind != .space } == [
                .init(kind: .word, text: "SELECT"), .init(kind: .text, text: "'it''s'"), .init(kind: .sign, text: ","),
                .init(kind: .identifier, text: #""a""b""#), .init(kind: .sign, text: ","), .init(kind: .number, text: "1.5e-05"),
                .init(kind: .comment, text: "-- x 'y"),
            ])
    }

    @Test(
        "Texts, names, numbers and types are those of the database",
        arguments: [
            (SQLDialect.sqlite, #"'it''s \' || char(8232), "a""b", CAST(x / 2.0 AS BIGINT), rowid, 1735707600000"#),
            (.duckdb, #"'it''s \' || chr(8232), "a""b", CAST(x / 2.0 AS BIGINT), rowid, 1735707600000"#),
            (.clickhouse, #"'it\'s \\' || char(226, 128, 168), "a""b", CAST(x / 2.0 AS Nullable(Int64)), number, toInt64(1735707600000)"#),
            (.sparkSQL, #"'it\'s \\' || '\u2028', `a"b`, CAST(x / 2.0D AS BIGINT), number, 1735707600000"#),
        ])
    func spelling(dialect: SQLDialect, expected: String) {
        let portable = #"'it''s \' || char(8232), "a""b", CAST(x / 2.0 AS BIGINT), rowid, 1735707600000"#
        #expect(SQLSpelling(dialect).text(of: portable) == expected)
    }

    @Test("Comments and texts do not change")
    func untouched() {
        let text = "-- SELECT b.rowid, 1.5 FROM BIGINT\n'SELECT b.rowid, 1.5 AS BIGINT'"
        for dialect in SQLDialect.allCases { #expect(SQLSpelling(dialect).text(of: text) == text) }
    }

    @Test("ClickHouse gets a name for each column of a join")
    func columnNames() {
        let text =
            "SELECT b.bucket, s.*, MAX(s.value) AS c, (SELECT d.x FROM d), b.\"start\"\nFROM b JOIN s ON s.id = b.id UNION SELECT x FROM y"
        let expected =
            "SELECT b.bucket AS bucket, s.*, MAX(s.value) AS c, (SELECT d.x AS x FROM d), b.\"start\" AS \"start\"\n"
            + "FROM b JOIN s ON s.id = b.id UNION DISTINCT SELECT x FROM y"
        #expect(SQLSpelling(.clickhouse).text(of: text) == expected)
    }

    @Test("Runs have the rows from which they were made")
    func runs() throws {
        for seed in UInt64(1)...200 {
            var random = SplitMix64(seed: seed)
            // Rows of hours with gaps, changes of texts and missing numbers.
            var rows: [[String]] = []
            var time: Int64 = 1_735_707_600_000
            var label = "'a'"
            var isKnown = true
            for number in 0..<300 {
                if random.chance(3) { time += 1_800_000 }
                if random.chance(2) { label = random.pick(["'a'", "'b'", "NULL"]) }
                if random.chance(2) { isKnown.toggle() }
                rows.append(["\(number)", isKnown ? "\(time)" : "NULL", label, "\(number % 24)"])
                time += 3_600_000
            }
            let columns = ["bucket", "\"start\"", "label", "hour"]
            guard let runs = SQLRuns(rows, columns: columns) else { continue }
            #expect(Self.expanded(runs, columns) == rows, "seed \(seed)")
            #expect(runs.rows.count < 150)
        }
        let regular = (0..<300).map { ["\($0)", "\($0 * 3_600_000)", "'x'"] }
        #expect(SQLRuns(regular, columns: ["a", "b", "c"])?.rows == [["0", "1", "0", "3600000", "'x'", "300"]])
        let irregular = (0..<300).map { ["\($0 * $0)"] }
        #expect(SQLRuns(irregular, columns: ["a"]) == nil)
    }

    /// Returns the rows of runs, read from their names.
    private static func expanded(_ runs: SQLRuns, _ columns: [String]) -> [[String]] {
        runs.rows.flatMap { run -> [[String]] in
            let values = Dictionary(uniqueKeysWithValues: zip(runs.names, run))
            return (0..<(Int64(values["length"] ?? "") ?? 0)).map { n in
                columns.map { column in
                    let first = values[column] ?? ""
                    guard let step = values["\(column.filter { $0 != "\"" })_step"].flatMap(Int64.init) else { return first }
                    return Int64(first).map { "\($0 + n * step)" } ?? first
                }
            }
        }
    }

    @Test("The hours of a year fit into a statement for ClickHouse")
    func year() throws {
        let range = "from 2024-01-01 to 2025-01-01"
        let queries = [
            "sum steps by hour \(range)", "sum steps by hour \(range) | average by hour of day", "sum steps by hour of day \(range)",
            "sum steps by day and hour of day \(range)",
        ]
        for query in queries {
            let sql = try statement(query, for: .clickhouse)
            #expect(sql.utf8.count < 60_000, "\(query): \(sql.utf8.count)")
        }
    }

    @Test("A statement that ClickHouse cannot read is refused by name")
    func length() throws {
        let refusal = #expect(throws: SQLSession.Refused.self) {
            try statement("sum steps by minute from 2025-01-01 to 2025-01-15 | select time, sum", for: .clickhouse)
        }
        #expect(refusal?.findings.map(\.code) == [.statementTooLong])
        #expect(try statement("sum steps by minute from 2025-01-01 to 2025-01-15 | select time, sum", for: .sparkSQL).count > 262_144)
    }
}
