@_spi(Guests) import TallyKit

/// A database of ClickHouse with pushed samples.
final class ClickHouseClient: WarehouseClient {
    private let server: ClickHouseServer
    private let store: String?
    private let version: String
    private let isCancelled: @Sendable () -> Bool
    /// True if the server has window functions and named subqueries, which the statements of `explain sql` need.
    let runsSQL: Bool

    /// Opens the database.
    init(_ server: ClickHouseServer, isCancelled: @escaping @Sendable () -> Bool) throws {
        self.server = server
        self.isCancelled = isCancelled
        guard try server.hasTables(isCancelled: isCancelled) else { throw WarehouseFailure.empty(place: server.place) }
        version = try server.rows("SELECT version()", columns: 1, isCancelled: isCancelled).rows.first?.first?.text ?? ""
        runsSQL = (version.split(separator: ".").first.flatMap { Int($0) } ?? 0) >= 22
        store = server.address.store
    }

    var place: String { server.place }
    var name: String { "ClickHouse \(version)" }
    var dialect: WarehouseDialect { .clickHouse }
    var takesTables: Bool { true }
    var quarters: (any QuarterAdding)? { self }

    /// The conditions for rows of the stores that are read.
    private func condition(_ kind: WarehousePiece.Key.Kind, type: String? = nil) -> String {
        let live = ClickHouseTables.isLive(kind: kind.rawValue, store: store, type: type)
        return store.map { "store = \(SQLString.quoted($0)) AND \(live)" } ?? live
    }

    func mark() throws -> Int64 {
        let row = try rows("SELECT count(), toString(max(sequence)), toString(sum(sequence)) FROM ledger", columns: 3).first
        return (row ?? []).reduce(0) { $0 &* 1_000_003 &+ (UInt64($1.text).map { Int64(truncatingIfNeeded: $0) } ?? 0) }
    }

    func rows(of table: WarehouseTable, _ columns: [String]) throws -> [[WarehouseValue]] {
        try rows("SELECT \(columns.joined(separator: ", ")) FROM \(table.rawValue) WHERE \(condition(table.kind))", columns: columns.count)
    }

    func samples(of metric: MetricID, person: String, from: Instant, through: Instant) throws -> [[WarehouseValue]] {
        try rows(
            """
            SELECT \(WarehouseTable.readColumns.joined(separator: ", ")) FROM samples
            WHERE type = \(SQLString.quoted(metric.identifier)) AND person = \(SQLString.quoted(person)) AND start <= \(through.milliseconds)
              AND end >= \(from.milliseconds) AND \(condition(.rows, type: metric.identifier))
            ORDER BY start, end, value, number
            """, columns: WarehouseTable.readColumns.count)
    }

    /// Runs a query of facts.
    private func rows(_ query: String, columns: Int) throws -> [[WarehouseValue]] {
        try server.rows(query, columns: columns, isCancelled: isCancelled).rows
    }

    func run(_ statement: WarehouseStatement, isCancelled: @escaping () -> Bool) throws -> WarehouseRows {
        // Times are in seconds in the statement, and in milliseconds in the table.
        let database = Self.name(server.address.database)
        let samples = """
            samples AS (
              SELECT person, type, source, start / 1000 AS start, `end` / 1000 AS `end`, value, unit, number
              FROM \(database).samples
              WHERE \(condition(.rows))
            ),
            persons AS (SELECT * FROM asked_persons),
            sources AS (
              SELECT person, type, source, place + 1 AS rank FROM \(database).sources WHERE \(condition(.sources))
            ),
            """
        let tables = statement.tables.map { table in
            let structure = table.columns.map { "`\($0.name)` Nullable(\($0.isText ? "String" : "Int64"))" }
            return ClickHouseServer.SentTable(table.name, structure: structure.joined(separator: ", "), rows: table.rows)
        }
        return try server.rows(
            Self.inserting(samples, in: statement.text), columns: nil, with: tables + [Self.people(of: statement)],
            isCancelled: isCancelled)
    }

    /// The table of people of a statement.
    private static func people(of statement: WarehouseStatement) -> ClickHouseServer.SentTable {
        let columns =
            statement.numericAttributes.map { ($0, "Nullable(Float64)") } + statement.textAttributes.map { ($0, "Nullable(String)") }
        let rows = statement.persons.map { person in
            [.text(person.id), person.zone.map { .text($0) } ?? .null]
                + columns.map { name, _ -> WarehouseValue in
                    switch person.attributes[name] {
                    case .number(let number)?: .number(number)
                    case .text(let text)?, .date(let text)?: .text(text)
                    case nil: .null
                    }
                }
        }
        let structure = columns.map { ", \(name($0)) \($1)" }
        return ClickHouseServer.SentTable(
            "asked_persons", structure: "person String, zone Nullable(String)" + structure.joined(), rows: rows)
    }

    /// Returns the name of a database or a column in quotes.
    private static func name(_ text: String) -> String { "`\(text.replacing("\\", with: "\\\\").replacing("`", with: "\\`"))`" }

    /// Returns a statement with a further table at the start of its first chain of tables.
    private static func inserting(_ table: String, in statement: String) -> String {
        var lines = statement.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("WITH") }) else { return statement }
        lines.insert(table, at: start + 1)
        return lines.joined(separator: "\n")
    }
}

extension ClickHouseClient: QuarterAdding {
    func added(_ question: QuarterQuestion, isCancelled: @escaping () -> Bool) throws -> [[WarehouseValue]] {
        let places = ClickHouseServer.SentTable(
            "places", structure: "first Int64, count UInt64, place Int64",
            rows: question.places.map { [.integer($0.quarters.lowerBound), .integer(Int64($0.quarters.count)), .integer($0.place)] })
        let conditions = question.parts.map { metric, numbers in
            "(type = \(SQLString.quoted(metric.identifier)) AND part IN (\(numbers.map { "\($0)" }.joined(separator: ", "))))"
        }
        // Each join has two tables, because old servers cannot join three.
        let query = """
            SELECT unit, type, source, part, place, sum(a) AS sa, sum(b) AS sb, sum(c) AS sc, sum(d) AS sd, min(a) AS least, max(b) AS greatest
            FROM (
              SELECT unit, type, source, part, quarter, a, b, c, d
              FROM (
                SELECT person, type, source, part, quarter, a, b, c, d FROM quarters
                WHERE quarter >= \(question.quarters.lowerBound) AND quarter < \(question.quarters.upperBound)
                  AND (\(conditions.joined(separator: " OR "))) AND \(condition(.rows))
              ) AS found ALL INNER JOIN (SELECT person, unit FROM asked) AS members USING person
            ) AS states ALL INNER JOIN (
              SELECT toInt64(first + toInt64(step)) AS quarter, place
              FROM (SELECT first, place, arrayJoin(range(count)) AS step FROM places)
            ) AS buckets USING quarter
            GROUP BY unit, type, source, part, place
            """
        return try server.rows(query, columns: 11, with: [Self.asked(question), places], isCancelled: isCancelled).rows
    }

    func crossingSamples(
        of metric: MetricID, _ question: QuarterQuestion, most: Int, isCancelled: @escaping () -> Bool
    ) throws -> [[WarehouseValue]] {
        let length = QuarterQuestion.quarterLength
        let (start, end) = (question.quarters.lowerBound * length, question.quarters.upperBound * length)
        let query = """
            SELECT unit, start, end, value, source
            FROM (
              SELECT person, start, end, value, source FROM samples
              WHERE type = \(SQLString.quoted(metric.identifier)) AND start < \(end) AND end > \(start)
                AND end > start AND floor(start / \(length)) < floor((end - 1) / \(length)) AND \(condition(.rows, type: metric.identifier))
            ) AS found ALL INNER JOIN (SELECT person, unit FROM asked) AS members USING person
            ORDER BY start, end, value
            LIMIT \(most)
            """
        return try server.rows(query, columns: 5, with: [Self.asked(question)], isCancelled: isCancelled).rows
    }

    /// The table with the unit of each person.
    private static func asked(_ question: QuarterQuestion) -> ClickHouseServer.SentTable {
        ClickHouseServer.SentTable(
            "asked", structure: "person String, unit Int64", rows: question.units.map { [.text($0.person), .integer(Int64($0.unit))] })
    }
}

extension WarehouseTable {
    /// The kind of the parts that have the rows of a table.
    fileprivate var kind: WarehousePiece.Key.Kind {
        switch self {
        case .samples, .quarters: .rows
        case .persons: .person
        case .sources: .sources
        }
    }
}
