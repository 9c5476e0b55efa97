package import HealthModel

/// A database of ClickHouse with pushed samples.
package final class ClickHouseClient: EngineClient {
    package let server: ClickHouseServer
    package let store: String?
    /// True if the server has window functions and named subqueries, which the statements of `explain sql` need.
    package let runsSQL: Bool
    package let version: String
    private let isCancelled: @Sendable () -> Bool

    /// Opens the database.
    package init(_ server: ClickHouseServer, isCancelled: @escaping @Sendable () -> Bool) throws {
        self.server = server
        self.isCancelled = isCancelled
        guard try server.hasTables(isCancelled: isCancelled) else { throw EngineFailure.empty(place: server.place) }
        version = try server.rows("SELECT version()", isCancelled: isCancelled).rows.first?.first?.text ?? ""
        runsSQL = (version.split(separator: ".").first.flatMap { Int($0) } ?? 0) >= 22
        store = server.address.store
    }

    package var place: String { server.place }
    package var name: String { "ClickHouse \(version)" }

    /// The conditions for rows of the stores that are read.
    package func condition(kind: String, type: String? = nil) -> String {
        let live = EngineTables.isLive(kind: kind, store: store, type: type)
        return store.map { "store = \(EngineTables.text($0)) AND \(live)" } ?? live
    }

    package func mark() throws -> Int64 {
        let row = try rows("SELECT count(), toString(max(sequence)), toString(sum(sequence)) FROM ledger").rows.first
        return (row ?? []).reduce(0) { $0 &* 1_000_003 &+ (UInt64($1.text).map { Int64(truncatingIfNeeded: $0) } ?? 0) }
    }

    package func facts() throws -> EngineFacts {
        let persons = try rows(
            "SELECT \(EngineFacts.personColumns.joined(separator: ", ")) FROM persons WHERE \(condition(kind: "person"))"
        ).rows
        let sources = try rows(
            "SELECT \(EngineFacts.sourceColumns.joined(separator: ", ")) FROM sources WHERE \(condition(kind: "sources"))"
        ).rows
        return try EngineFacts(persons: persons, sources: sources, place: place)
    }

    package func samples(of metric: MetricID, person: String, from: Instant, through: Instant) throws -> [EngineSample] {
        let type = EngineTables.text(metric.identifier)
        let found = try rows(
            """
            SELECT start, end, value, source, manual, number FROM samples
            WHERE type = \(type) AND person = \(EngineTables.text(person)) AND start <= \(through.milliseconds)
              AND end >= \(from.milliseconds) AND \(condition(kind: "rows", type: metric.identifier))
            ORDER BY start, end, value, number
            """)
        return found.rows.map { row in
            EngineSample(
                start: row[0].integer ?? 0, end: row[1].integer ?? 0, value: row[2].number ?? 0, source: row[3].text,
                isManual: row[4].integer == 1, number: row[5].integer ?? 0)
        }
    }

    /// Runs a query of facts.
    private func rows(_ query: String) throws -> EngineRows { try server.rows(query, isCancelled: isCancelled) }
}
