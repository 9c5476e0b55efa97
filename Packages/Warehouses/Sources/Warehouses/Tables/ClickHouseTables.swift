@_spi(Guests) import TallyKit

/// The tables of ClickHouse that a push fills.
enum ClickHouseTables {
    /// The statements that create the tables. The table with the version is the last one, so it exists only if all others do.
    static let definitions =
        WarehouseTable.allCases.map(\.definition) + [
            "CREATE TABLE IF NOT EXISTS ledger (store String, kind String, person String, type String, part Int64, batch UInt64, "
                + "digest UInt64, count UInt64, sequence UInt64) ENGINE = MergeTree() ORDER BY (store, kind, person, type, part)",
            "CREATE TABLE IF NOT EXISTS tally (version UInt32) ENGINE = MergeTree() ORDER BY version",
        ]

    /// Returns the condition that a row belongs to the newest complete version of its part. Rows of a push that was stopped, and rows that
    /// a repeated request wrote again, have batches that the ledger lacks.
    static func isLive(kind: String, store: String?, type: String? = nil) -> String {
        var conditions = ["kind = \(SQLString.quoted(kind))"]
        if let store { conditions.append("store = \(SQLString.quoted(store))") }
        if let type { conditions.append("type = \(SQLString.quoted(type))") }
        return "batch IN (SELECT argMax(batch, sequence) FROM ledger WHERE \(conditions.joined(separator: " AND ")) "
            + "GROUP BY store, kind, person, type, part)"
    }
}

extension WarehouseTable {
    fileprivate var order: String {
        switch self {
        case .samples: "(type, person, start)"
        case .quarters: "(type, part, person, quarter)"
        case .persons: "(store, person)"
        case .sources: "(store, person, type)"
        }
    }

    fileprivate var definition: String {
        let columns = self.columns.map { "`\($0.name)` \(Self.name(of: $0.type))" }.joined(separator: ", ")
        return "CREATE TABLE IF NOT EXISTS \(rawValue) (store String, batch UInt64, \(columns)) "
            + "ENGINE = MergeTree() ORDER BY \(order)"
    }

    private static func name(of type: ColumnType) -> String {
        switch type {
        case .text: "String"
        case .integer: "Int64"
        case .byte: "UInt8"
        case .real: "Float64"
        }
    }

    /// The columns of a row that is inserted.
    var columnList: String { (["store", "batch"] + columns.map { "`\($0.name)`" }).joined(separator: ", ") }
}

extension ClickHouseServer {
    /// The tables of the database.
    private func tableNames(_ isCancelled: @escaping () -> Bool) throws -> Set<String> {
        Set(
            try rows(
                "SELECT name FROM system.tables WHERE database = \(SQLString.quoted(address.database))", columns: 1,
                isCancelled: isCancelled
            ).rows.map { $0[0].text })
    }

    /// Returns a table with one of Tally's names but other columns; nil if there is none.
    private func foreignTable(_ isCancelled: @escaping () -> Bool) throws -> String? {
        let found = try rows(
            "SELECT table, name FROM system.columns WHERE database = \(SQLString.quoted(address.database))", columns: 2,
            isCancelled: isCancelled
        ).rows
        let columns = Dictionary(grouping: found) { $0[0].text }.mapValues { Set($0.map { $0[1].text }) }
        return WarehouseTable.allCases.first { table in
            columns[table.rawValue].map { $0 != Set(["store", "batch"] + table.columns.map(\.name)) } ?? false
        }?.rawValue
    }

    /// Checks that the database has the tables of this version. Returns false if it has none.
    func hasTables(isCancelled: @escaping () -> Bool = { false }) throws -> Bool {
        let names = try tableNames(isCancelled)
        guard names.contains("tally") else {
            let own = WarehouseTable.allCases.map(\.rawValue) + ["ledger"]
            // A first push that was stopped created some of them.
            if let foreign = own.first(where: names.contains), !names.isSubset(of: own) || !names.contains("samples") {
                throw WarehouseFailure.foreignTables(place: place, table: foreign)
            }
            if let foreign = try foreignTable(isCancelled) { throw WarehouseFailure.foreignTables(place: place, table: foreign) }
            return false
        }
        let found = try rows("SELECT DISTINCT version FROM tally", columns: 1, isCancelled: isCancelled).rows
        let versions = found.compactMap { $0[0].integer }
        if let other = versions.first(where: { $0 != WarehouseTable.version }) {
            throw WarehouseFailure.otherVersion(place: place, found: Int(other))
        }
        return !versions.isEmpty
    }

    /// Creates the tables that do not exist.
    func createTables(isCancelled: @escaping () -> Bool = { false }) throws {
        guard try !hasTables(isCancelled: isCancelled) else { return }
        for statement in ClickHouseTables.definitions { try execute(statement, isCancelled: isCancelled) }
        if try rows("SELECT version FROM tally", columns: 1, isCancelled: isCancelled).rows.isEmpty {
            // Two lines with the same version mean the same as one.
            try retrying(isCancelled) {
                try insert(into: "tally", "version", rows: Array("\(WarehouseTable.version)\n".utf8), isCancelled: isCancelled)
            }
        }
    }
}
