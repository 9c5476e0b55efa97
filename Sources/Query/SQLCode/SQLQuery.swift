import Explanations
import QueryVocabulary

/// Builds a statement: a chain of common table expressions, each with a comment on its purpose, and a final `SELECT`.
///
/// The text is portable SQL. ``SQLSpelling`` writes it for a database. Only tables that a database cannot read in portable form depend on
/// the dialect here.
struct SQLQuery {
    private struct Table {
        var name: String
        var purpose: String
        var body: String
    }

    let dialect: SQLDialect
    private var tables: [Table] = []
    /// True if a table reads itself.
    private var isRecursive = false

    /// The greatest number of rows of a table in the statement; nil if there is none.
    private let longest: Int?
    /// The tables that are longer, which are not part of the statement.
    private(set) var sent: [SQLHead.Table] = []

    init(_ dialect: SQLDialect, longest: Int? = nil) { (self.dialect, self.longest) = (dialect, longest) }

    /// Adds a table to the chain, unless one with that name exists.
    ///
    /// - Parameter name: The name, followed by a list of columns if `body` does not name them.
    mutating func add(_ name: String, _ purpose: String, _ body: String) {
        guard !tables.contains(where: { $0.name == name }) else { return }
        tables.append(Table(name: name, purpose: purpose, body: body))
    }

    func text(ending select: String) -> String {
        let texts = tables.map { table in
            let body = table.body.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
            return SQLLiteral.comment(table.purpose) + "\(table.name) AS (\n\(body)\n)"
        }
        return (isRecursive ? "WITH RECURSIVE\n" : "WITH\n") + texts.joined(separator: ",\n") + "\n" + select
    }

    /// Adds a table whose rows are written out: as a `VALUES` list, or as runs if there are many rows.
    mutating func add(_ name: String, columns: [String], _ purpose: String, rows: [[String]]) {
        if let longest, rows.count > longest, let table = SQLHead.Table(name, columns: columns, rows: rows) {
            if !sent.contains(where: { $0.name == name }) { sent.append(table) }
            return
        }
        if writesRuns(of: rows.count), let numbers = dialect.traits.numbers, let runs = SQLRuns(rows, columns: columns) {
            add(
                "\(name)_runs(\(runs.names.joined(separator: ", ")))", "\(purpose)\nA run of rows whose numbers grow by equal steps.",
                Self.values(runs.rows, columns: runs.names.count))
            return add(
                name, "The rows of all runs.",
                "SELECT \(runs.expressions.joined(separator: ", "))\nFROM \(name)_runs\(numbers("length"))")
        }
        add("\(name)(\(columns.joined(separator: ", ")))", purpose, Self.values(rows, columns: columns.count))
    }

    /// Adds a table with the whole numbers from the least to the greatest `column` of a table. It is empty if that table is.
    mutating func addSeries(_ name: String, _ column: String, of table: String, _ purpose: String) {
        if let numbers = dialect.traits.numbers {
            return add(
                name, purpose,
                """
                SELECT least + n AS \(column)
                FROM (SELECT MIN(\(column)) AS least, MAX(\(column)) - MIN(\(column)) + 1 AS length FROM \(table)) AS ends\(numbers("length"))
                """)
        }
        isRecursive = true
        add(
            "\(name)(\(column))", purpose,
            """
            SELECT MIN(\(column)) FROM \(table) HAVING MIN(\(column)) IS NOT NULL
            UNION ALL
            SELECT \(column) + 1 FROM \(name) WHERE \(column) < (SELECT MAX(\(column)) FROM \(table))
            """)
    }

    /// True if a table with so many rows becomes runs where that makes it shorter.
    func writesRuns(of rowCount: Int) -> Bool { longest == nil && rowCount >= 200 && dialect.traits.numbers != nil }

    /// Returns a `VALUES` list, or a `SELECT` with `columns` columns and no rows.
    private static func values(_ rows: [[String]], columns: Int) -> String {
        guard !rows.isEmpty else { return "SELECT \(Array(repeating: "NULL", count: columns).joined(separator: ", ")) WHERE 1 = 0" }
        return "VALUES\n" + rows.map { "  (\($0.joined(separator: ", ")))" }.joined(separator: ",\n")
    }
}
