/// A form of SQL that `explain sql for DIALECT` writes.
package enum SQLDialect: String, CaseIterable, Hashable, Sendable {
    /// One statement for all databases, in standard SQL.
    case portable
    case sqlite, duckdb, clickhouse
    case sparkSQL = "spark"

    /// The name of the database as its makers write it.
    package var name: String {
        switch self {
        case .portable: "portable SQL"
        case .sqlite: "SQLite"
        case .duckdb: "DuckDB"
        case .clickhouse: "ClickHouse"
        case .sparkSQL: "Spark"
        }
    }

    package var summary: String {
        switch self {
        case .portable: "one statement for all databases, in standard SQL"
        case .sqlite: "SQLite, tested with 3.40"
        case .duckdb: "DuckDB, tested with 2.0"
        case .clickhouse: "ClickHouse, tested with 26.9"
        case .sparkSQL: "Spark SQL, tested with 4.3"
        }
    }
}
