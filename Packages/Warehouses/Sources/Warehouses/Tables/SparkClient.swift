@_spi(Guests) import TallyKit

/// A folder with pushed samples, queried by Spark.
final class SparkClient: WarehouseClient {
    private let session: SparkSession
    private let store: String?
    private let files: SparkFiles
    private let isCancelled: @Sendable () -> Bool

    init(_ session: SparkSession, isCancelled: @escaping @Sendable () -> Bool) throws {
        (self.session, self.isCancelled) = (session, isCancelled)
        store = session.address.store
        files = SparkFiles(session.address)
        guard try !stores().isEmpty else { throw WarehouseFailure.empty(place: session.place) }
    }

    var place: String { session.place }
    var name: String { "Spark" }
    var dialect: WarehouseDialect { .spark }
    var runsSQL: Bool { true }
    var takesTables: Bool { false }
    var quarters: (any QuarterAdding)? { nil }

    private func stores() throws -> [SparkFiles.Pushed] {
        try files.stores(place: place).filter { store == nil || $0.store == store }
    }

    func mark() throws -> Int64 {
        try stores().reduce(0) { mark, pushed in
            pushed.version.utf8.reduce(mark) { $0 &* 1_000_003 &+ Int64($1) }
        }
    }

    /// Returns a query of the rows of a table of all stores that are read.
    private func query(of table: WarehouseTable, _ columns: String) throws -> String {
        try stores().map { pushed in
            let path = files.path(table, pushed).replacing("`", with: "``")
            let store = "\(SQLString.quoted(pushed.store)) AS store"
            return "SELECT \(columns == "*" ? "\(store), *" : columns.replacing("store,", with: "\(store),")) FROM parquet.`\(path)`"
        }.joined(separator: "\nUNION ALL\n")
    }

    func rows(of table: WarehouseTable, _ columns: [String]) throws -> [[WarehouseValue]] {
        try session.rows(query(of: table, columns.joined(separator: ", ")), isCancelled: isCancelled).rows
    }

    func samples(of metric: MetricID, person: String, from: Instant, through: Instant) throws -> [[WarehouseValue]] {
        try session.rows(
            """
            SELECT \(WarehouseTable.readColumns.map { "`\($0)`" }.joined(separator: ", ")) FROM (
            \(query(of: .samples, "*"))
            )
            WHERE type = \(SQLString.quoted(metric.identifier)) AND person = \(SQLString.quoted(person))
              AND start <= \(through.milliseconds) AND `end` >= \(from.milliseconds)
            ORDER BY start, `end`, value, number
            """, isCancelled: isCancelled
        ).rows
    }

    func run(_ statement: WarehouseStatement, isCancelled: @escaping () -> Bool) throws -> WarehouseRows {
        // Times are in seconds in the statement, and in milliseconds in the table.
        let samples = """
            CREATE OR REPLACE TEMPORARY VIEW samples AS
            SELECT person, type, source, start / 1000D AS start, `end` / 1000D AS `end`, value, unit, number FROM (
            \(try query(of: .samples, "*"))
            )
            """
        let persons = try personView(numbers: statement.numericAttributes, texts: statement.textAttributes)
        for view in [samples, persons, try sourceView()] { try session.run(view, isCancelled: isCancelled) }
        return try session.rows(statement.text, isCancelled: isCancelled)
    }

    /// Returns the view of persons of a statement, with their attributes as columns.
    private func personView(numbers: [String], texts: [String]) throws -> String {
        func column(_ name: String, _ type: String) -> String {
            let path = SQLString.quoted("$['\(name)']")
            return ",\n  CAST(get_json_object(attributes, \(path)) AS \(type)) AS `\(name.replacing("`", with: "``"))`"
        }
        let columns = numbers.map { column($0, "DOUBLE") } + texts.map { column($0, "STRING") }
        return """
            CREATE OR REPLACE TEMPORARY VIEW persons AS
            SELECT person, CASE WHEN own_zone = 1 THEN zone END AS zone\(columns.joined()) FROM (
            \(try query(of: .persons, "*"))
            )
            """
    }

    /// Returns the view of the sources of persons of a statement.
    private func sourceView() throws -> String {
        """
        CREATE OR REPLACE TEMPORARY VIEW sources AS
        SELECT person, type, source, place + 1 AS rank FROM (
        \(try query(of: .sources, "*"))
        )
        """
    }
}
