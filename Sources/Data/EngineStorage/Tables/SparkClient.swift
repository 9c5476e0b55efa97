package import HealthModel

/// A folder with pushed samples, queried by Spark.
package final class SparkClient: EngineClient {
    package let session: SparkSession
    package let store: String?
    private let files: SparkFiles
    private let isCancelled: @Sendable () -> Bool

    package init(_ session: SparkSession, isCancelled: @escaping @Sendable () -> Bool) throws {
        (self.session, self.isCancelled) = (session, isCancelled)
        store = session.address.store
        files = SparkFiles(session.address)
        guard try !stores().isEmpty else { throw EngineFailure.empty(place: session.place) }
    }

    package var place: String { session.place }
    package var name: String { "Spark" }
    package var runsSQL: Bool { true }

    private func stores() throws -> [SparkFiles.Pushed] {
        try files.stores(place: place).filter { store == nil || $0.store == store }
    }

    package func mark() throws -> Int64 {
        try stores().reduce(0) { mark, pushed in
            pushed.version.utf8.reduce(mark) { $0 &* 1_000_003 &+ Int64($1) }
        }
    }

    /// Returns a query of the rows of a table of all stores that are read.
    private func rows(of table: EngineTables.Table, _ columns: String) throws -> String {
        try stores().map { pushed in
            let path = files.path(table, pushed).replacing("`", with: "``")
            let store = "\(EngineTables.text(pushed.store)) AS store"
            return "SELECT \(columns == "*" ? "\(store), *" : columns.replacing("store,", with: "\(store),")) FROM parquet.`\(path)`"
        }.joined(separator: "\nUNION ALL\n")
    }

    package func facts() throws -> EngineFacts {
        let persons = try session.rows(
            rows(of: .persons, EngineFacts.personColumns.joined(separator: ", ")), isCancelled: isCancelled
        ).rows
        let sources = try session.rows(
            rows(of: .sources, EngineFacts.sourceColumns.joined(separator: ", ")), isCancelled: isCancelled
        ).rows
        return try EngineFacts(persons: persons, sources: sources, place: place)
    }

    package func samples(of metric: MetricID, person: String, from: Instant, through: Instant) throws -> [EngineSample] {
        let found = try session.rows(
            """
            SELECT start, `end`, value, source, manual, number FROM (
            \(rows(of: .samples, "*"))
            )
            WHERE type = \(EngineTables.text(metric.identifier)) AND person = \(EngineTables.text(person))
              AND start <= \(through.milliseconds) AND `end` >= \(from.milliseconds)
            ORDER BY start, `end`, value, number
            """, isCancelled: isCancelled)
        return found.rows.map { row in
            EngineSample(
                start: row[0].integer ?? 0, end: row[1].integer ?? 0, value: row[2].number ?? 0, source: row[3].text,
                isManual: row[4].integer == 1, number: row[5].integer ?? 0)
        }
    }

    /// Runs a statement of `explain sql` over the samples, whose times it reads in seconds, and over other views.
    package func rows(_ statement: String, views: [String], isCancelled: @escaping () -> Bool) throws -> EngineRows {
        let samples = """
            CREATE OR REPLACE TEMPORARY VIEW samples AS
            SELECT person, type, source, start / 1000D AS start, `end` / 1000D AS `end`, value, unit, number FROM (
            \(try rows(of: .samples, "*"))
            )
            """
        for view in [samples] + views { try session.run(view, isCancelled: isCancelled) }
        return try session.rows(statement, isCancelled: isCancelled)
    }

    /// Returns the view of persons of a statement, with their attributes as columns.
    package func personView(numbers: [String], texts: [String]) throws -> String {
        func column(_ name: String, _ type: String) -> String {
            let path = EngineTables.text("$['\(name)']")
            return ",\n  CAST(get_json_object(attributes, \(path)) AS \(type)) AS `\(name.replacing("`", with: "``"))`"
        }
        let columns = numbers.map { column($0, "DOUBLE") } + texts.map { column($0, "STRING") }
        return """
            CREATE OR REPLACE TEMPORARY VIEW persons AS
            SELECT person, CASE WHEN own_zone = 1 THEN zone END AS zone\(columns.joined()) FROM (
            \(try rows(of: .persons, "*"))
            )
            """
    }

    /// Returns the view of the sources of persons of a statement.
    package func sourceView() throws -> String {
        """
        CREATE OR REPLACE TEMPORARY VIEW sources AS
        SELECT person, type, source, place + 1 AS rank FROM (
        \(try rows(of: .sources, "*"))
        )
        """
    }
}
