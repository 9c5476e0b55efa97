/// Builds a statement: a chain of common table expressions, each with a comment on its purpose, and a final `SELECT`.
struct SQLQuery {
    private struct Table {
        var name: String
        var purpose: String
        var body: String
    }

    private var tables: [Table] = []
    /// True if a table reads itself.
    var isRecursive = false

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
        return (isRecursive ? "WITH RECURSIVE\n" : "WITH\n") + texts.joined(separator: ",\n") + "\n" + select + ";\n"
    }

    /// Returns a `VALUES` list, or a `SELECT` with `columns` columns and no rows.
    static func values(_ rows: [[String]], columns: Int) -> String {
        guard !rows.isEmpty else { return "SELECT \(Array(repeating: "NULL", count: columns).joined(separator: ", ")) WHERE 1 = 0" }
        return "VALUES\n" + rows.map { "  (\($0.joined(separator: ", ")))" }.joined(separator: ",\n")
    }
}
