/// The table of modules in ARCHITECTURE.md: it is the rule, not a copy of it.
struct ModuleTable {
    /// For each module, in the table's order, what it may import.
    let rows: [(module: String, allowed: Set<String>)]

    init() throws {
        rows = try Repository.text(of: "ARCHITECTURE.md").split(separator: "\n").flatMap { line in
            let cells = line.split(separator: "|").map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
            guard cells.count >= 2, cells[0].hasPrefix("`") else { return [(String, Set<String>)]() }
            let allowed = Set(cells.count > 2 ? cells[2].split(separator: ",").map { $0.filter { $0 != " " } } : [])
            return cells[0].split(separator: ",").map { ($0.filter { $0 != "`" && $0 != " " }, allowed) }
        }
    }

    func allowed(for module: String) -> Set<String>? { rows.first { $0.module == module }?.allowed }
}
