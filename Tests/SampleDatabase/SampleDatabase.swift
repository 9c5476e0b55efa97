import GRDB
package import HealthModel
import QueryVocabulary
package import SQLCode

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

    /// Copies the samples and the people of a store with several people, in the tables that statements about them read.
    package init(ofPersonsIn source: any SampleSource, attributes: [(name: String, type: String)]) throws {
        queue = try DatabaseQueue()
        let names = try source.sources()
        try queue.write { db in
            try db.execute(sql: SQLText.table(in: .sqlite))
            let columns = attributes.map { ", \"\($0.name)\" \($0.type)" }.joined()
            try db.execute(sql: "CREATE TABLE persons(person TEXT, zone TEXT\(columns))")
            try db.execute(sql: "CREATE TABLE sources(person TEXT, type TEXT, source TEXT, rank INTEGER)")
            for person in try source.persons() {
                let id = person.id.isEmpty ? nil : person.id
                let facts = attributes.map { attribute -> (any DatabaseValueConvertible)? in
                    switch person.attributes[attribute.name] {
                    case .number(let number)?: number
                    case .date(let text)?, .text(let text)?: text
                    case nil: nil
                    }
                }
                let places = facts.map { _ in ", ?" }.joined()
                try db.execute(
                    sql: "INSERT INTO persons VALUES (?, ?\(places))", arguments: StatementArguments([id, person.zone] + facts))
                let view = try source.view(of: person.id)
                for summary in try view.metricSummaries() {
                    let key = summary.metric
                    for (rank, source) in (try view.priority(of: key) ?? []).enumerated() {
                        guard let name = names.values.first(where: { $0.key == source })?.name else { continue }
                        try db.execute(
                            sql: "INSERT INTO sources VALUES (?, ?, ?, ?)", arguments: [id, key.identifier, name, rank + 1])
                    }
                    try view.scan(key, from: .min, through: .max, columns: .all) { batch in
                        for row in 0..<batch.count {
                            let (start, end) = (Double(batch.starts[row]) / 1000, Double(batch.ends[row]) / 1000)
                            try db.execute(
                                sql: "INSERT INTO samples VALUES (?, ?, ?, ?, ?, ?, ?)",
                                arguments: [id, key.identifier, names[batch.sources[row]]?.name, start, end, batch.values[row], nil])
                        }
                        return true
                    }
                }
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
