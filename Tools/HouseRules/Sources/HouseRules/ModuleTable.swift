/// The table of modules in ARCHITECTURE.md. The rules read from it what a module may import.
package struct ModuleTable: Sendable {
    package struct Row: Sendable {
        package var module: String
        /// The folder in `Sources` that contains the module, or `Packages` for a module of a guest.
        package var group: String
        /// The modules that it may import.
        package var allowed: Set<String>
    }

    /// The group of the modules of guests.
    package static let guests = "Packages"

    /// The modules, in the order of the table.
    package let rows: [Row]

    package init() throws {
        let groups = try Set(Repository.groups() + [Self.guests])
        rows = try Repository.text(of: "ARCHITECTURE.md").split(separator: "\n").flatMap { line -> [Row] in
            let cells = line.split(separator: "|").map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
            guard cells.count >= 3, cells[0].hasPrefix("`"), groups.contains(cells[1]) else { return [] }
            let allowed = Set(cells.count > 3 ? cells[3].split(separator: ",").map { $0.filter { $0 != " " } } : [])
            return cells[0].split(separator: ",").map {
                Row(module: $0.filter { $0 != "`" && $0 != " " }, group: cells[1], allowed: allowed)
            }
        }
    }

    package func allowed(for module: String) -> Set<String>? { rows.first { $0.module == module }?.allowed }
}
