/// The tables that a push fills.
package enum EngineTables {
    /// The version of these definitions. Tables of another version are refused.
    package static let version = 1

    /// A table, with its columns in the order in which rows are written. Each row starts with its store and its batch.
    package enum Table: String, CaseIterable, Sendable {
        /// The samples. Times are in milliseconds since 1970, values in the unit that Tally stores.
        case samples
        /// The sums of quarter hours. A row without a source has the sum over all sources, merged.
        case quarters
        case persons
        /// The sources of each metric of a person.
        case sources

        /// The columns after store and batch, with the types of ClickHouse.
        package var columns: [(name: String, type: String)] {
            switch self {
            case .samples:
                [
                    ("person", "String"), ("type", "String"), ("source", "String"), ("start", "Int64"), ("end", "Int64"),
                    ("value", "Float64"), ("unit", "String"), ("manual", "UInt8"), ("number", "Int64"),
                ]
            case .quarters:
                [("person", "String"), ("type", "String"), ("source", "String"), ("quarter", "Int64"), ("part", "UInt8")]
                    + Self.states.map { ($0, "Float64") }
            case .persons:
                [("person", "String"), ("zone", "String"), ("own_zone", "UInt8"), ("attributes", "String"), ("settings", "String")]
            case .sources:
                [
                    ("person", "String"), ("type", "String"), ("source", "String"), ("place", "Int64"), ("user_place", "Int64"),
                    ("class", "Int64"), ("samples", "Int64"), ("first_start", "Int64"), ("last_start", "Int64"), ("last_end", "Int64"),
                    ("automatic", "UInt8"), ("manual", "UInt8"), ("unit", "String"),
                ]
            }
        }

        /// The columns of the state of a quarter hour. Their meaning depends on `part`, the number of a `QuarterPart`.
        package static let states = ["a", "b", "c", "d"]

        package var columnList: String { (["store", "batch"] + columns.map { "`\($0.name)`" }).joined(separator: ", ") }

        fileprivate var order: String {
            switch self {
            case .samples: "(type, person, start)"
            case .quarters: "(type, part, person, quarter)"
            case .persons: "(store, person)"
            case .sources: "(store, person, type)"
            }
        }

        fileprivate var definition: String {
            let columns = self.columns.map { "`\($0.name)` \($0.type)" }.joined(separator: ", ")
            return "CREATE TABLE IF NOT EXISTS \(rawValue) (store String, batch UInt64, \(columns)) "
                + "ENGINE = MergeTree() ORDER BY \(order)"
        }
    }

    /// The statements that create the tables. The table with the version is the last one, so it exists only if all others do.
    static let definitions =
        Table.allCases.map(\.definition) + [
            "CREATE TABLE IF NOT EXISTS ledger (store String, kind String, person String, type String, part Int64, batch UInt64, "
                + "digest UInt64, count UInt64, sequence UInt64) ENGINE = MergeTree() ORDER BY (store, kind, person, type, part)",
            "CREATE TABLE IF NOT EXISTS tally (version UInt32) ENGINE = MergeTree() ORDER BY version",
        ]

    /// Returns the condition that a row belongs to the newest complete version of its part. Rows of a push that was stopped, and rows that
    /// a repeated request wrote again, have batches that the ledger lacks.
    package static func isLive(kind: String, store: String?, type: String? = nil) -> String {
        var conditions = ["kind = \(text(kind))"]
        if let store { conditions.append("store = \(text(store))") }
        if let type { conditions.append("type = \(text(type))") }
        return "batch IN (SELECT argMax(batch, sequence) FROM ledger WHERE \(conditions.joined(separator: " AND ")) "
            + "GROUP BY store, kind, person, type, part)"
    }

    /// Returns a text in quotes.
    package static func text(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case "\0": result += "\\0"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }
}

extension ClickHouseServer {
    /// The tables of the database.
    private func tableNames(_ isCancelled: @escaping () -> Bool) throws -> Set<String> {
        Set(
            try rows(
                "SELECT name FROM system.tables WHERE database = \(EngineTables.text(address.database))", isCancelled: isCancelled
            ).rows.map { $0[0].text })
    }

    /// Returns a table with one of Tally's names but other columns; nil if there is none.
    private func foreignTable(_ isCancelled: @escaping () -> Bool) throws -> String? {
        let found = try rows(
            "SELECT table, name FROM system.columns WHERE database = \(EngineTables.text(address.database))", isCancelled: isCancelled
        ).rows
        let columns = Dictionary(grouping: found) { $0[0].text }.mapValues { Set($0.map { $0[1].text }) }
        return EngineTables.Table.allCases.first { table in
            columns[table.rawValue].map { $0 != Set(["store", "batch"] + table.columns.map(\.name)) } ?? false
        }?.rawValue
    }

    /// Checks that the database has the tables of this version. Returns false if it has none.
    package func hasTables(isCancelled: @escaping () -> Bool = { false }) throws -> Bool {
        let names = try tableNames(isCancelled)
        guard names.contains("tally") else {
            let own = EngineTables.Table.allCases.map(\.rawValue) + ["ledger"]
            // A first push that was stopped created some of them.
            if let foreign = own.first(where: names.contains), !names.isSubset(of: own) || !names.contains("samples") {
                throw EngineFailure.foreignTables(place: place, table: foreign)
            }
            if let foreign = try foreignTable(isCancelled) { throw EngineFailure.foreignTables(place: place, table: foreign) }
            return false
        }
        let versions = try rows("SELECT DISTINCT version FROM tally", isCancelled: isCancelled).rows.compactMap { $0[0].integer }
        if let other = versions.first(where: { $0 != EngineTables.version }) {
            throw EngineFailure.otherVersion(place: place, found: Int(other), known: EngineTables.version)
        }
        return !versions.isEmpty
    }

    /// Creates the tables that do not exist.
    package func createTables(isCancelled: @escaping () -> Bool = { false }) throws {
        guard try !hasTables(isCancelled: isCancelled) else { return }
        for statement in EngineTables.definitions { try execute(statement, isCancelled: isCancelled) }
        if try rows("SELECT version FROM tally", isCancelled: isCancelled).rows.isEmpty {
            // Two lines with the same version mean the same as one.
            try retrying(isCancelled) {
                try insert(into: "tally", "version", rows: Array("\(EngineTables.version)\n".utf8), isCancelled: isCancelled)
            }
        }
    }
}
