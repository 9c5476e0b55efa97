package import Explanations
import GRDB
package import HealthModel

/// An in-memory SQLite database with the samples of a store, in the table that `explain sql` expects.
package struct SampleDatabase {
    private let queue: DatabaseQueue

    /// Copies all samples of `source` in insertion order.
    package init(of source: any SampleSource) throws {
        queue = try DatabaseQueue()
        let names = try source.sources()
        try queue.write { db in
            try db.execute(sql: SQLText.table())
            let insertion = try db.makeStatement(sql: "INSERT INTO samples VALUES (?, ?, ?, ?, ?, ?)")
            for summary in try source.metricSummaries() {
                var samples: [(order: (Int64, Int64), values: StatementArguments)] = []
                try source.scan(summary.metric, from: .min, through: .max, columns: .all) { batch in
                    for row in 0..<batch.count {
                        let name = names[batch.sources[row]]?.name
                        let (start, end) = (Double(batch.starts[row]) / 1000, Double(batch.ends[row]) / 1000)
                        samples.append(
                            (
                                (batch.created[row], batch.numbers[row]),
                                [summary.metric.identifier, name, start, end, batch.values[row], nil]
                            ))
                    }
                    return true
                }
                for sample in samples.sorted(by: { $0.order < $1.order }) { try insertion.execute(arguments: sample.values) }
            }
        }
    }

    /// Runs another statement, for example to add samples.
    package func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

    /// Adds a table that a statement reads in addition to the samples. It replaces an earlier one of its name.
    package func add(_ table: SQLHead.Table) throws {
        try queue.write { db in
            try db.execute(sql: "DROP TABLE IF EXISTS \"\(table.name)\"")
            let columns = table.columns.map { "\"\($0.name)\" \($0.type == .text ? "TEXT" : "INTEGER")" }
            try db.execute(sql: "CREATE TABLE \"\(table.name)\"(\(columns.joined(separator: ", ")))")
            let places = columns.map { _ in "?" }.joined(separator: ", ")
            let insertion = try db.makeStatement(sql: "INSERT INTO \"\(table.name)\" VALUES (\(places))")
            for row in table.rows {
                let values = row.map { value -> (any DatabaseValueConvertible)? in
                    switch value {
                    case .null: nil
                    case .integer(let number): number
                    case .text(let text): text
                    }
                }
                try insertion.execute(arguments: StatementArguments(values))
            }
        }
    }

    package func answer(to sql: String) throws -> TextRows {
        try queue.read { db in
            let statement = try db.makeStatement(sql: sql)
            let rows = try Row.fetchAll(statement)
            return TextRows(columns: statement.columnNames, cells: rows.map { row in row.databaseValues.map(Self.text) })
        }
    }

    private static func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .null: ""
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        case .blob: "a blob"
        }
    }
}
